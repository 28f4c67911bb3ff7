"""What cannot be asked: one line on standard error, nothing else, and exit status 2.

One command for each kind of message that the command line words, and for each kind that it passes
on; what the library refuses is tested there.
"""

from pathlib import Path

import pytest

from tests.commands import Capture, run

TABLE_RANGE = "attackers must be N or LO..HI with LO at most HI, not"

REFUSED = {
    # numbers
    "odds -1 3": "attackers must be a whole number, 0 or more, not -1",
    "odds 2.5 3": "attackers must be a whole number, 0 or more, not '2.5'",
    "odds 1_0 3": "attackers must be a whole number, 0 or more, not '1_0'",
    "odds ٣ 3": "attackers must be a whole number",
    "odds -2x 3": "attackers must be a whole number, 0 or more, not '-2x'",
    "odds +-5 3": "attackers must be a whole number, 0 or more, not '+-5'",
    f"odds {'9' * 601} 3": "attackers must have at most 600 digits, not '999",
    f"odds {'0' * 700}x 3": "attackers must be a whole number, 0 or more, not '000",
    "odds 0 0": "attackers and defenders must not both be 0",
    "odds 0 3 --armies": "armies must be a whole number, 1 or more, not 0",
    "odds 3 2 --digits 0": "digits must be a whole number, from 1 to 10000000, not 0",
    "odds 3 2 --digits ten": "digits must be a whole number, from 1 to 10000000, not 'ten'",
    "campaign 5 3 -1": "defenders must be a whole number, 0 or more, not -1",
    "campaign 5 3 3 --leave-behind 1,": "leave-behind must be a whole number",
    "simulate 3 2 --battles 1e4": "battles must be a whole number, 0 or more, not '1e4'",
    "strategy --most-dice 0": "most-dice must be a whole number, 1 or more, not 0",
    "formula --defenders 0": "defenders must be a whole number, 1 or more, not 0",
    "formula --attackers 1 --armies": "armies must be a whole number, 2 or more, not 1",
    "plot outcomes 1 15 --armies": "armies must be a whole number, 2 or more, not 1",
    # ranges, chances, values, and pairs
    "table --attackers 5..1": f"{TABLE_RANGE} '5..1'",
    "table --attackers ..5": f"{TABLE_RANGE} '..5'",
    "table --attackers 1..": f"{TABLE_RANGE} '1..'",
    "table --attackers 1..2..3": f"{TABLE_RANGE} '1..2..3'",
    "table --attackers 1,2,3": f"{TABLE_RANGE} '1,2,3'",
    "table 3x 3": f"{TABLE_RANGE} '3x'",
    "table --attackers -2..3": "attackers must be a whole number, 0 or more, not -2",
    "table --attackers 0..3 --armies": "armies must be a whole number, 1 or more, not 0",
    "need 10 --chance 1.1": "chance must be 0 to 1, exact or text such as",
    "need 10 --chance 1/2 --chance often": "chance must be 0 to 1, exact or text such as",
    "odds 5 4 --stop-below 1.5": "stop-below must be 0 to 1, exact",
    "strategy 3 2 --territory -1": "territory must be 0 or more, such as 3, 3/2 or 0.5, not '-1'",
    "strategy 3 2 --territory 1e3": "territory must be 0 or more, such as 3, 3/2 or 0.5",
    "strategy 3 2 --territory 1/0": "territory must be 0 or more, such as 3, 3/2 or 0.5",
    "strategy 3 2 --attacker-unit 50%": "attacker-unit must be 0 or more, such as 3, 3/2 or 0.5",
    f"strategy 3 2 --territory {'9' * 601}": "territory must be 0 or more",
    "conquer --mine Siam India=2": "mine must be NAME=NUMBER, not 'Siam'",
    # words of a list
    "odds 3 2 --method magic": "method must be one of auto, recursion, closed-form, not 'magic'",
    "table --format=": "format must be one of text, markdown, csv, json, latex, html, not ''",
    "plot pie": "KIND must be one of heat-map, ",
    # rules
    "odds 3 2 --rules chess": "or a file that ends in .toml, not 'chess'",
    "odds 3 2 --rules none.toml": "rules 'none.toml' cannot be read: No such file or directory",
    "campaign 5 3:": "rules must be a name that ",
    "rules standard --rules capital": "rules must be named once",
    # too few, too many, twice
    "odds 3": "the following arguments are required: DEFENDERS",
    "odds 3 2 1": "unrecognized arguments: 1",
    "odds 3 2 --meth auto": "unrecognized arguments: --meth auto",
    "plot": "the following arguments are required: KIND",
    "plot outcomes 12 15 -o": "expected one argument",
    "table 3 3 --attackers 4": "attackers must be given once, not twice",
    "table --as percent --as decimal": "--as must be given once, not twice",
    "campaign 5 3 3 --reserve 1 --reserve 2": "--reserve must be given once, not twice",
    "luck 5 5 --left 0 3 --left 0 2": "--left must be given once, not twice",
    "plot outcomes 12 15 -o a.svg -o b.svg": "-o must be given once, not twice",
    # one option with another
    "odds 60000 60000 --retreat-at 3 --digits 5": "at most 100000 together with stop rules or a ",
    "odds 3 2 --stop-until 1": "--stop-until must come with --blitz only; without it --retreat-at",
    "outcomes 3 2 --seconds 20": "--seconds must come with --rounds only",
    "table --json --format csv": "format must be json with --json, not 'csv'",
    "table --json --as decimal": "as must be fraction in JSON, not 'decimal'",
    "round 3": "round needs attack dice and defence dice, or neither",
    "round 3 3": "defence_dice must be a whole number, from 1 to 2, not 3",
    "round 0 1": "attack_dice must be a whole number, from 1 to 3, not 0",
    "campaign 5 3 3 --borders 0-1": "borders must come with --best-order",
    "campaign 5 3 3 --best-order --borders 0-1-2": "borders must be pairs such as 0-1,1-2",
    "campaign 5 3 3 --best-order --borders 1-1": "borders must be between two territories",
    "campaign 5 3 3 --best-order --borders 0-3": "borders: a territory must be a whole number, fro",
    "campaign 9 " + "1 " * 1001: "territories must be at most 1000, not 1001",
    "need --chance 1/2": "need must have one of defenders, --takeable-by ATTACKERS and",
    "need 10 --takeable-by 3": "need must have one of",
    "need --takeable-by 10 --reserve 2": "--reserve must come with the defenders of a campaign on",
    "need --price": "--price must come with defenders",
    "need 3 --dearest": "--dearest must come without defenders and chances",
    "need --dearest --price": "--price must come without --dearest only",
    "need 3 --price --armies": "--armies must come without --price and --dearest only",
    "conquer Indonesia=3": "conquer must be given territories of mine, with --mine, and",
    "conquer --mine Siam=3": "conquer must be given territories of mine",
    "conquer --mine Siam=0 India=2": "units on Siam must be a whole number, 1 or more",
    "conquer --mine Siam=3 India=2 india=1": "enemy must have each territory once",
    "conquer --mine Siam=3:capital India=2": "rules must be those of a territory of the",
    "conquer --mine Siam=3 India=2 --worth card=1 --take India": "--take must come without",
    "conquer --mine Siam=3 India=2 --without-border Siam": "without-border must be NAME:NAME",
    "place 3 --on Australia": "place must have --on and --against, or --front",
    "place 3 --line 2": "--line must come with --free",
    "place 3 --line 2 --free 3 --aim all": "--aim must come without --line only",
    "place 3 --front a=1 --on Asia": "--on must come without --front only",
    "place 3 --on Asia --against Ukraine=5 --aim all": "--aim must come with --front only",
    "strategy 3": "strategy needs ATTACKERS and DEFENDERS, or --most-dice N",
    "strategy 3 2 --most-dice 3": "strategy takes a battle or --most-dice N, not both",
    "strategy 3 2 --territory 1 --rules all": "rules must be one rule set without",
    "strategy --most-dice 3 --order most": "with --most-dice, not 'most'",
    "simulate 3 2 --reserve 1": "--reserve must come with several territories only",
    "simulate 3 2 2 --stop-after 1": "--stop-after must come with one territory only",
    "simulate 3 2 --digits 101": "digits must be a whole number, from 1 to 100, not 101",
    "formula --attackers 2 --limits": "--attackers must not be given together with --limits",
    "formula --defenders 2 --letters": "--letters must not be given with --defenders",
    "formula --limits --letters": "--letters must not be given with --limits",
    "formula --defenders 2 --armies": "--armies must not be given without --attackers",
    "formula --format text --json": "--format must be left out with --json, not 'text'",
    "certify 9 3 3 --retreat-at 2": "--retreat-at must come with the defenders of one battle only",
    "calculator": "calculator needs -o FILE, or --open",
    "calculator --explore --map -o a.html": "--map must come without --explore only",
    "verify --max 99999": "max must be a whole number, from 1 to 50000, not 99999",
    "plot outcomes 12 15 -o a.jpg": "output must end in .svg, .png or .pdf, not 'a.jpg'",
    "plot conquest-gain --vary Siam": "vary must be NAME=",
    "plot conquest-gain --vary Siam=2..4,India=2": "vary must be one territory, not several",
    # in Balanced Blitz
    "strategy 3 2 --blitz --territory 2": "--territory must come without --blitz only",
    "strategy 3 --blitz": "strategy needs ATTACKERS and DEFENDERS, with --blitz",
    "odds 3 2 --blitz --stop-after 3": "--stop-after must come without --blitz only",
    "odds 3 2 --blitz --method recursion": "method must be auto with --blitz, not 'recursion'",
    "odds 3 2 --blitz --retreat-at 1": "--retreat-at must be --stop-until with --blitz",
    "odds 3 2 --blitz --digits 10001": "digits must be a whole number, from 1 to 10000, not 10001",
    "need 3 3 90% --blitz": "--blitz must come with one battle only",
    "outcomes 3 2 --blitz --rounds": "--blitz must come without --rounds only",
    "campaign 9 3 3 --blitz --best-order": "--best-order must come without --blitz only",
    "table 3 3 --blitz --digits 5001": "digits must be a whole number, from 0 to 5000, not 5001",
    "table 3 3 --blitz --as fraction": "as must be decimal or percent with --blitz, not 'fraction'",
    "table 3 3 --blitz --json --as percent": "as must be decimal in JSON, not 'percent'",
    "table 3 3 --blitz --method recursion": "method must be auto with --blitz, not 'recursion'",
    "simulate 3 2 --blitz": "unrecognized arguments: --blitz",
    # what the library refuses
    "outcomes 40000 40000": "must fit in 1 GiB",
    "outcomes 1500 600 --blitz": "at most 2000 together for outcomes in Balanced Blitz, not 2100",
    "luck 12 9 --left 3 2": "left must be an end of 12 attackers against 9",
    "round 5,4,7 4": "attack: a die must be a whole number, from 1 to 6, not 7",
    "table --attackers 1..99999": "attackers must be at most 10000 numbers in a table, not more",
    "campaign 5 3 3 --leave-behind 1,2,3": "leave_behind must be one for all 2 territories",
    "campaign 5 1 --leave-behind 1,0": "leave_behind must be one for all 1 territory, or 1, not 2",
    "need 10 --chance 1": "not 1: none reaches it; with ever more of them the chance tends to 1",
    "need 100001 --price": "defenders must be at most 100000 together for an exact price",
    "conquer --mine Siam=3 Indai=2": "must be one of the map classic, not 'Indai'; did you",
    "conquer --mine Siam=3 India=2 --map moon.toml": "map 'moon.toml' cannot be read",
    f"conquer --mine Siam=3 India={10**30}": "armies and defenders in play must be at most",
    "place 500 --on Asia --against Ukraine=5": "units must have at most 10000 ways to stand",
    "simulate 3000 2": "must be at most 2000 together for a simulation, not 3002",
    "dice nowhere.csv": "the log 'nowhere.csv' cannot be read: No such file or directory",
    "formula --letters --rules risiko": "rules of formulas in letters must have 3 v 2 dice",
    "certify 15 9 --need 95%": "attackers must be 17, the smallest number with this chance, not 15",
    "calculator -o a.html --rules capital --rules capital": "each rule set once",
    "plot heat-map --attackers 5": "attackers must be 2 to 200 successive numbers",
    "plot lattice 5 4 --to 5 5": "end must be a state to which rounds lead from 5 v 4, not 5 v 5",
    # files
    "odds 3 2 -o -": "the name of a file must not be empty or '-', as is '-'",
    "plot outcomes 2 1 -o nowhere/a.svg": "'nowhere/a.svg' cannot be written: No such file",
    "calculator -o nowhere/a.html": "'nowhere/a.html' cannot be written: No such file",
}


@pytest.mark.parametrize("command", REFUSED)
def test_what_is_refused(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = run(capsys, *command.split())
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("riskexact")
    assert REFUSED[command] in err
    assert list(tmp_path.iterdir()) == []
