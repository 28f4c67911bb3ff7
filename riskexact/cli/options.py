"""The options and arguments of all commands, one table."""

from functools import partial

from riskexact.base.arguments import number, worth
from riskexact.base.report import FORMAT_WORDS
from riskexact.base.text import DIGITS, MAX_DIGITS
from riskexact.battle.methods import METHODS
from riskexact.cli.parser import (
    Option,
    each_number,
    names,
    numbers,
    pairs,
    percent,
    rules,
    rules_or_all,
    seconds_or_none,
    sides,
    territories,
    territories_or_chance,
)
from riskexact.rules import STANDARD
from riskexact.rules.catalogue import entries

positive = partial(number, least=1)
significant = partial(number, least=1, most=MAX_DIGITS)

RULE_SETS = "a rule set that `riskexact rules` lists, or FILE.toml (default: {rules})"

OPTIONS: dict[str, Option | str] = {
    # without a value
    "--armies": "the attacker's numbers count the unit that stays behind too",
    "--best-order": "attack in the order that takes all territories with the highest chance",
    "--blitz": "in Balanced Blitz, the blitz mode of RISK: Global Domination as of version 3.3",
    "--check": "have Coq check it; exit status 1 if it refuses",
    "--continents": "publish the solved continents too: a minute and 66 MB more",
    "--dark": "draw on a dark ground",
    "--dearest": "instead: the unit of a garrison that costs the most attackers",
    "--doubles": "instead: the nearest doubles, in an array of numpy, -o FILE.npy",
    "--exact": "fractions whole on a terminal too; of odds and campaign the expected values too",
    "--fresh": "with --check or --verify: compile the theory of Coq anew, even if it is kept",
    "--games": "publish the solved whole games too: some minutes and 36 MB more",
    "--generating-function": "the sum of Q(a, d) x^a y^d as a rational function",
    "--json": "print one JSON object",
    "--letters": "letters for the chances of a round (general formula, generating function)",
    "--limits": "large armies: the exact break-even ratio, a normal approximation, and bounds",
    "--open": "open it in the browser",
    "--plan": "write nothing; print the number of jobs and files",
    "--price": "instead: the units lost with plenty of attackers",
    "--price:formula": "units lost to take d defenders with plenty of attackers",
    "--rounds": "instead: how many rounds the battle takes",
    "--table": "instead: write certified bounds of all positions of the board to FILE, with -o",
    "--site": "ready for a web server: with all that is solved, and with documents from a clone",
    "--steps": "with a battle: the equation of each state of the recursion",
    "--throws": "print the throws of the first battle",
    # two sides
    "ATTACKERS": Option("ATTACKERS", "attackers free to fight", number),
    "DEFENDERS": Option("DEFENDERS", "defenders", number),
    "--retreat-at": Option("R", "stop when R or fewer attackers are left", number),
    "--stop-at-defenders": Option("G", "stop when G or fewer defenders are left", number),
    "--stop-after": Option("N", "stop when N rounds have been thrown", number),
    "--stop-below": Option("CHANCE", "stop when the chance to win is below CHANCE", percent),
    "--stop-until": Option("R", "with --blitz: R attackers stay out of the fight", number),
    "--method": Option("M", "(default: auto)", choices=METHODS),
    "--seconds:search": Option(
        "S", "end the search after S seconds (default: 10), or none", seconds_or_none, default=10
    ),
    "--seconds": Option("S", "with --rounds: seconds of a round; prints minutes too", positive),
    "--left": Option(("X", "Y"), "attackers and defenders that were left", number, required=True),
    # campaigns
    "D": Option(
        "D",
        "defenders on each territory in turn, 3 3 2 or 3,3,2; 0 for an empty one; D:RULES sets the "
        "rules of one territory, such as 5:capital",
        territories,
        dest="defenders",
    ),
    "D:chances": Option(
        "D",
        "defenders, of one territory or of each: 3,3,2 or 3,5:capital; and chances such as 90%%",
        territories_or_chance,
        dest="defenders",
    ),
    "--leave-behind": Option(
        "N[,N...]",
        "units that stay on a taken territory before the next battle: one number, or one for each "
        "territory (default: 1)",
        each_number,
    ),
    "--borders": Option(
        "I-J[,...]",
        "for --best-order: pairs of adjacent territories, such as 0-1,0-2,1-2; 1 is the first D, "
        "and 0 is the source of the attack (default: all are adjacent)",
    ),
    # forces
    "--chance": Option(
        "C",
        'at least this chance: "9/10", "0.9", "90%%" or 90; with its sign also without the name '
        "of the option (default: 50%%, 75%%, 90%% and 95%%)",
        percent,
        several=True,
    ),
    "--takeable-by": Option(
        "ATTACKERS", "instead: the most defenders that ATTACKERS beat with this chance", number
    ),
    "--garrison-against": Option(
        "ATTACKERS", "instead: the fewest defenders that hold with this chance", number
    ),
    # dice and rules
    "ATTACK_DICE": Option("ATTACK_DICE", "dice to attack, or what they show: 6,5,1", each_number),
    "DEFENCE_DICE": Option("DEFENCE_DICE", "the same of the defender", each_number),
    "NAME": Option("NAME", "the same as --rules NAME"),
    # strategy
    "--territory": Option(
        "V", "what the territory is worth, such as 3, 3/2 or 0.5 (default: 1)", worth
    ),
    "--attacker-unit": Option("V", "what each attacker left is worth (default: 1)", worth),
    "--defender-unit": Option(
        "V", "what each defender left costs the attacker (default: 1)", worth
    ),
    "--order": Option(
        "ORDER",
        "each side may throw fewer dice, and this says how they choose",
        choices=("most", "attacker-first", "defender-first", "simultaneous", "after-the-throw"),
    ),
    "--most-dice": Option(
        "N", "instead: where fewer dice are better, in all battles up to N v N", positive
    ),
    # tables
    "ROWS": Option("ATTACKERS", "1..N rows, or LO..HI; as --attackers"),
    "COLUMNS": Option("DEFENDERS", "1..N columns, or LO..HI; as --defenders"),
    "--attackers": Option("RANGE", "N or LO..HI (default: 1..10)", numbers),
    "--defenders": Option("RANGE", "N or LO..HI (default: 1..10)", numbers),
    "--format": Option(
        "F", "(default: by the suffix of FILE, else text)", choices=tuple(FORMAT_WORDS)
    ),
    "--format:table": Option(
        "F",
        "(default: by the suffix of FILE, else text); bfile: the numerators of the odds as a "
        "sequence of the OEIS",
        choices=(*FORMAT_WORDS, "bfile"),
    ),
    "--chance:table": Option(
        "C",
        "with --format bfile: instead the fewest attackers with this chance, for 1..N defenders",
        percent,
    ),
    "--as": Option(
        "STYLE",
        "(default: percent; as CSV fraction, or decimal with --digits)",
        choices=("fraction", "decimal", "percent"),
        dest="style",
    ),
    # maps
    "ENEMY": Option("NAME=DEFENDERS", "the enemy's; NAME=D:RULES has rules of its own", pairs),
    "--mine": Option("NAME=ARMIES", "territories of mine; the army that stays counts", pairs),
    "--take": Option("NAME", "territories or continents to take (default: the enemy's)", names),
    "--through": Option("NAME", "territories that may be taken on the way", names),
    "MAP": Option("MAP", "classic, or FILE.toml (default: classic)", default="classic"),
    "--map": Option("MAP", "classic, or FILE.toml (default: classic)", default="classic"),
    "--without-border": Option("NAME:NAME", "a border that the edition does not have", names),
    "--move": Option(
        "RULE",
        "armies that move in when a territory falls: any, at least as many as dice were thrown "
        "(dice), or all (default: any)",
        default="any",
    ),
    "--dice": Option("RULE", "free to choose, or the most allowed (default: free)", default="free"),
    "--reinforce": Option("N", "place N new armies where they raise the chance most", positive),
    "--worth": Option(
        "NAME=VALUE",
        "go on or stop: what a territory or continent is worth, each territory taken "
        "(territory=1), a card for the first (card=2), and what an army lost costs (loss=1)",
        pairs,
    ),
    "--vary": Option("NAME=LO..HI", "a territory of mine, and its armies along the curve", pairs),
    "RECORD": Option("RECORD", "a file of JSON lines: the position, then what was done"),
    "UNITS": Option("UNITS", "defenders to place, at least one on each", positive),
    "--on": Option("NAME", "territories or continents that are attacked together", names),
    "--against": Option("NAME=ARMIES", "the attacker's territories", pairs),
    "--front": Option(
        "NAME=ARMIES[+...]", "instead: a front with attackers who come one after another", pairs
    ),
    "BOARD": Option(
        "BOARD", "line-n, ring-n, star-n or complete-n to five territories, or FILE.toml"
    ),
    "--enemy": Option("NAME=ARMIES", "territories of the enemy's", pairs),
    "--bonus": Option("GROUP=N", "new armies for who has all of a group, such as A,B=1", names),
    "--duel": Option(
        ("MINE", "ENEMY"), "two territories: armies of who moves first, and of the other", number
    ),
    "--verify": Option("FILE", "instead: prove the bounds of a table by another program"),
    "--reinforcements": Option("R", "new armies of every turn (default: 3)", number, 3),
    "--aim": Option("AIM", "of fronts: all or the weakest should hold (default: all)"),
    "--line": Option("K", "instead: K territories, attacked one after another", positive),
    "--free": Option("N", "with --line: attackers free to fight in the first battle", number),
    # mathematics
    "--attackers:row": Option("N", "Q(N, d) as a function of d, for N up to 40", number),
    "--defenders:column": Option("N", "Q(a, N) as a function of a, for N up to 40", positive),
    "--format:formula": Option("F", "(default: text)", choices=("text", "latex", "tex", "sympy")),
    "SIDES": Option(
        "ATTACKERS D",
        "attackers free to fight, then the defenders of a battle, or of each territory in turn: "
        "3 3 2 or 3,5:capital; with --mine the enemy's territories as NAME=D or NAME=D:RULES",
        sides,
        dest="units",
    ),
    "--verify:certificate": Option(
        "FILE",
        "instead: write a certificate anew from its question, compare, and have Coq check it",
    ),
    "--need": Option("CHANCE", "prove that ATTACKERS, and no fewer, have this chance", percent),
    "--battles": Option("N", "how many to simulate (default: 10000)", number, 10_000),
    "--seed": Option("N", "the same seed throws the same dice (default: 0)", number, 0),
    "LOG": Option(
        "LOG",
        "CSV or JSON with attackers, defenders, attackers_left, defenders_left, rules, mode (dice "
        "or blitz), or attack_dice, defence_dice, attackers_lost, defenders_lost, rules; - for "
        "standard input",
    ),
    "DIRECTORY:verify": Option(
        "DIRECTORY",
        "a publication or test vectors, recomputed by another method and compared; or ATTACKERS, "
        "before DEFENDERS: one battle by every method",
    ),
    "--max": Option("N", "every battle from 1 v 1 to N v N (default: 40)", positive),
    # pictures
    "--to": Option(("A", "D"), "the state where the paths end (default: about half way)", number),
    "--attackers:wide": Option("RANGE", "N or LO..HI (default: 1..40)", numbers, range(1, 41)),
    "--defenders:wide": Option("RANGE", "N or LO..HI (default: 1..40)", numbers, range(1, 41)),
    # publishing
    "DIRECTORY": Option(
        "DIRECTORY",
        "where to write: a new name, or an old publication, which is replaced; it appears when it "
        "is complete, and a run that was ended is resumed by the same command",
    ),
    "--max:publish": Option(
        "N",
        "every battle from 1 v 1 to N v N (default: 40 for standard and single-loss, 20 for "
        "others); the files grow with N^4: about 40 MB at 40, 1 GB at 100, 12 GB at 200, and no "
        "more than fits in memory, 394 for standard rules",
        partial(number, least=1, most=1000),
    ),
    "--workers": Option(
        "N",
        "number of processes that share the work (default: one for each core)",
        partial(number, least=1, most=1000),
    ),
    "--address:site": Option("URL", "where the site is served (default: addresses are relative)"),
    "--note": Option("FILE", "publish this PDF too, as note.pdf"),
    "--scheduler": Option("ADDRESS", "of a running Dask cluster, as in tcp://127.0.0.1:8786"),
    "--check:program": Option(
        "COMMAND",
        "run a program that reads a question a line, in JSON as in the vectors, and prints a "
        "number a line, or skip; say which are wrong, by how much, and what would explain it",
    ),
    "--only": Option("KIND", "ask questions of this kind only, such as wins", names),
    "--timeout": Option(
        "SECONDS",
        "end a program that takes longer (default: 600)",
        partial(number, least=1, most=1_000_000),
    ),
    "SHELL": Option("SHELL", "", choices=("bash", "zsh", "fish")),
    # all commands
    "--digits": Option("N", f"significant digits (default: {DIGITS})", significant),
    "--digits:table": Option(
        "N",
        f"significant digits of decimals (default: {DIGITS}), or digits of percentages after the "
        "point (default: 1)",
        partial(number, least=0, most=MAX_DIGITS),
    ),
    "--digits:simulate": Option("N", "significant digits (default: 4, in JSON 10)", significant),
    "--rules": Option("NAME", RULE_SETS, rules, STANDARD, names=entries),
    "--rules:or": Option("NAME", RULE_SETS, rules, names=entries),
    "--rules:or-all": Option("NAME", RULE_SETS, rules_or_all, names=entries),
    "--rules:name": Option("NAME", RULE_SETS, names=entries),
    "--rules:names": Option("NAME", RULE_SETS, names=entries, several=True),
    "--output": Option("FILE", "write to FILE, whole or not at all, in the format of its suffix"),
    "--output:page": Option("FILE", "write to FILE, whole or not at all", dest="page"),
    "--output:picture": Option(
        "FILE", "an .svg, .png or .pdf file (default: one called as the picture, and printed)"
    ),
    "--output:directory": Option(
        "NAME", "the directory of the vectors; with --check, the file of the report"
    ),
}
"""Every option and argument, or the help of one without a value.

What stands behind a colon tells those of one name apart.
"""
