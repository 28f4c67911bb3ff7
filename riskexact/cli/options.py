"""The options and arguments of all commands, one table."""

from riskexact.base.arguments import chance, number
from riskexact.base.report import FORMATS
from riskexact.base.text import DIGITS, MAX_DIGITS
from riskexact.cli.reading import (
    Option,
    each_number,
    names,
    numbers,
    one_of,
    pairs,
    rules,
    rules_or_all,
    territories,
    territories_or_chance,
    within,
    worth,
)
from riskexact.questions.methods import METHODS
from riskexact.rules import STANDARD
from riskexact.rules.catalogue import entries

LIST = "; may be given several times, or with commas between"

WAYS_TO_CHOOSE = ("most", "attacker-first", "defender-first", "simultaneous", "after-the-throw")
"""Who chooses numbers of dice when."""

SHELLS = ("bash", "zsh", "fish")

RULE_SETS = "a rule set that `riskexact rules` lists, or FILE.toml"

OPTIONS = {
    # two sides
    "ATTACKERS": Option("ATTACKERS", "attackers free to fight", number),
    "DEFENDERS": Option("DEFENDERS", "defenders", number),
    "--armies": Option(
        None,
        "the attacker's numbers count the unit that stays behind too (armies = attackers + 1)",
    ),
    "--retreat-at": Option("R", "stop when R or fewer attackers are left", number),
    "--stop-at-defenders": Option("G", "stop when G or fewer defenders are left", number),
    "--stop-after": Option("N", "stop when N rounds have been thrown", number),
    "--stop-below": Option(
        "CHANCE", "stop when the chance to win, fought out from here, is below CHANCE", chance
    ),
    "--blitz:switch": Option(
        None,
        "instead of the values: when to throw by hand, and when to blitz the rest of the battle, "
        "in Balanced Blitz as of version 3.3 of RISK: Global Domination",
    ),
    "--blitz": Option(
        None,
        "in Balanced Blitz, the blitz mode of RISK: Global Domination as of version 3.3: certain "
        "digits, no fractions",
    ),
    "--stop-until": Option(
        "R", "with --blitz: the game's Stop Until, attackers who stay out of the fight", number
    ),
    "--method": Option(
        "M",
        f"{', '.join(METHODS)} (default: auto)",
        one_of(*METHODS),
        "auto",
        names=lambda: METHODS,
    ),
    "--rounds": Option(None, "instead: how many rounds the battle takes"),
    "--seconds": Option(
        "S", "with --rounds: seconds of a round at the table; prints minutes too", within(1)
    ),
    "--left": Option(
        ("X", "Y"), "attackers and defenders that were left", number, nargs=2, required=True
    ),
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
        "defenders, or those of each territory of a campaign: 3 3 2, 3,3,2 or 3,5:capital; and "
        "chances such as 90%%",
        territories_or_chance,
        dest="defenders",
    ),
    "--leave-behind": Option(
        "N[,N...]",
        "units that stay on a taken territory before the next battle: one number, or one for each "
        "territory (default: 1)",
        each_number,
    ),
    "--reserve": Option(
        "R", "break off as soon as R or fewer attackers are free (default: never)", number
    ),
    "--best-order": Option(
        None, "attack in the order that takes all territories with the highest chance"
    ),
    "--borders": Option(
        "I-J[,...]",
        "for --best-order: pairs of adjacent territories, such as 0-1,0-2,1-2; 1 is the first D, "
        "and 0 is the source of the attack (default: all are adjacent)",
    ),
    # forces
    "--chance": Option(
        "C",
        'at least this chance: "9/10", "0.9" or "90%%"; may be given several times, and without '
        "the name of the option (default: 50%%, 75%%, 90%% and 95%%)",
        lambda typed, name: [chance(typed)],
        several=True,
    ),
    "--takeable-by": Option(
        "ATTACKERS",
        "instead: the most defenders that ATTACKERS beat with this chance",
        number,
    ),
    "--garrison-against": Option(
        "ATTACKERS",
        "instead: the fewest defenders that hold against ATTACKERS with this chance",
        number,
    ),
    "--price": Option(None, "instead: the units lost with plenty of attackers"),
    "--dearest": Option(None, "instead: the unit of a garrison that costs the most attackers"),
    # dice and rules
    "ATTACK_DICE": Option(
        "ATTACK_DICE", "dice that the attacker throws, or what they show: 6,5,1", each_number
    ),
    "DEFENCE_DICE": Option(
        "DEFENCE_DICE", "the same of the defender (default of both: every pair)", each_number
    ),
    "NAME": Option("NAME", "the same as --rules NAME"),
    # strategy
    "--territory": Option(
        "V",
        "what the territory is worth to the attacker, such as 3, 3/2 or 0.5 (default of all three: "
        "0 beside another value; without any, and without --order, 1)",
        worth,
    ),
    "--attacker-unit": Option("V", "what each attacker left is worth", worth),
    "--defender-unit": Option("V", "what each defender left costs the attacker", worth),
    "--order": Option(
        "ORDER",
        "each side may throw fewer dice; how they choose: "
        f"{', '.join(WAYS_TO_CHOOSE[1:])}; without any value, to win",
        one_of(*WAYS_TO_CHOOSE),
        names=lambda: WAYS_TO_CHOOSE,
    ),
    "--most-dice": Option(
        "N",
        "instead of a battle: where fewer dice are better, in all battles up to N v N",
        within(1),
    ),
    # tables
    "ROWS": Option("ATTACKERS", "1..N rows, or LO..HI; as --attackers"),
    "COLUMNS": Option("DEFENDERS", "1..N columns, or LO..HI; as --defenders"),
    "--attackers": Option("RANGE", "N or LO..HI (default: 1..10)", numbers),
    "--defenders": Option("RANGE", "N or LO..HI (default: 1..10)", numbers),
    "--format": Option("F", f"{', '.join(FORMATS)} (default: text)", one_of(*FORMATS)),
    "--as": Option(
        "STYLE",
        "fraction, decimal, percent (default: percent; as CSV fraction, or decimal with --digits)",
        one_of("fraction", "decimal", "percent"),
        dest="style",
    ),
    # maps
    "ENEMY": Option(
        "NAME=DEFENDERS",
        "the enemy's territories; NAME=D:RULES sets the rules of one territory",
        pairs,
    ),
    "--mine": Option(
        "NAME=ARMIES",
        f"territories of mine; the army that stays counts{LIST}",
        pairs,
        several=True,
    ),
    "--take": Option(
        "NAME",
        f"territories or continents to take (default: all the enemy's){LIST}",
        names,
        several=True,
    ),
    "--through": Option(
        "NAME", f"territories that may be taken on the way{LIST}", names, several=True
    ),
    "--map": Option("MAP", "classic, or FILE.toml (default: classic)", default="classic"),
    "--without-border": Option(
        "NAME:NAME",
        f"a border that the edition does not have, such as East-Africa:Middle-East{LIST}",
        names,
        several=True,
    ),
    "--move": Option(
        "RULE",
        "armies that move in when a territory falls: any, at least as many as dice were thrown "
        "(dice), or all (default: any)",
        default="any",
    ),
    "--dice": Option("RULE", "free to choose, or the most allowed (default: free)", default="free"),
    "--reinforce": Option("N", "place N new armies where they raise the chance most", within(1)),
    "--worth": Option(
        "NAME=VALUE",
        "go on or stop: what a territory or continent is worth, each territory taken "
        f"(territory=1), a card for the first (card=2), and what an army lost costs (loss=1){LIST}",
        pairs,
        several=True,
    ),
    "--vary": Option(
        "NAME=LO..HI",
        "a territory of mine, and its armies along the curve (default: where most stand, from 2 to "
        "twice as many)",
        pairs,
    ),
    "UNITS": Option("UNITS", "defenders to place, at least one on each", within(1)),
    "--on": Option(
        "NAME", f"territories or continents that are attacked together{LIST}", names, several=True
    ),
    "--against": Option("NAME=ARMIES", f"the attacker's territories{LIST}", pairs, several=True),
    "--front": Option(
        "NAME=ARMIES[+ARMIES...]",
        f"instead: a front with attackers of its own, who come one stack after another{LIST}",
        pairs,
        several=True,
    ),
    "--aim": Option(
        "AIM", "of fronts: all or weakest should hold with the highest chance (default: all)"
    ),
    "--line": Option(
        "K", "instead: K territories in a line, attacked one after another", within(1)
    ),
    "--free": Option("N", "with --line: attackers free to fight in the first battle", number),
    # mathematics
    "--attackers:row": Option("N", "Q(N, d) as a function of d, for N attackers, up to 40", number),
    "--defenders:column": Option(
        "N", "Q(a, N) as a function of a, for N defenders, up to 40", within(1)
    ),
    "--generating-function": Option(None, "the sum of Q(a, d) x^a y^d as a rational function"),
    "--limits": Option(
        None, "large armies: the exact break-even ratio, a normal approximation, and bounds"
    ),
    "--price:formula": Option(
        None, "units lost to take d defenders with plenty of attackers, on average and exactly"
    ),
    "--letters": Option(
        None, "letters for the chances of a round (general formula, generating function)"
    ),
    "--format:formula": Option(
        "F", "text, latex, sympy (default: text)", one_of("text", "latex", "sympy")
    ),
    "--need": Option(
        "CHANCE", "prove instead that ATTACKERS have at least this chance, and no fewer have it"
    ),
    "--check": Option(None, "have Coq check it; exit status 1 if it refuses"),
    "--battles": Option("N", "how many to simulate (default: 10000)", number, 10_000),
    "--seed": Option("N", "the same seed throws the same dice (default: 0)", number, 0),
    "--throws": Option(None, "print the throws of the first battle"),
    "LOG": Option(
        "LOG",
        "CSV or JSON with attackers, defenders, attackers_left, defenders_left, rules, mode (dice "
        "or blitz), or attack_dice, defence_dice, attackers_lost, defenders_lost, rules; - for "
        "standard input",
    ),
    "DIRECTORY:verify": Option(
        "DIRECTORY",
        "a publication or test vectors: every file is recomputed by the other method and compared",
    ),
    "--max": Option("N", "every battle from 1 v 1 to N v N (default: 40)", within(1)),
    # pictures
    "--to": Option(
        ("A", "D"),
        "the state where the paths end, A counted as ATTACKERS is (default: about half way)",
        number,
        nargs=2,
    ),
    "--attackers:wide": Option("RANGE", "N or LO..HI (default: 1..40)", numbers, range(1, 41)),
    "--defenders:wide": Option("RANGE", "N or LO..HI (default: 1..40)", numbers, range(1, 41)),
    "--dark": Option(None, "draw on a dark ground"),
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
        within(1),
    ),
    "--continents": Option(
        None,
        "publish the solved continents too: every garrison up to 4 of Australia and South "
        "America; a minute and 66 MB more",
    ),
    "--workers": Option(
        "N",
        "number of processes that share the work; the result is the same (default: 1)",
        within(1),
    ),
    "--scheduler": Option(
        "ADDRESS",
        "let the workers of a running Dask cluster do it, as in tcp://127.0.0.1:8786",
    ),
    "--plan": Option(None, "write nothing; print the number of jobs and files"),
    "--map:page": Option(None, "the map page instead: the best turn, move by move"),
    "--explore": Option(
        None, "instead a walk from the problem of points to a battle, for standard rules"
    ),
    "--open": Option(None, "open it in the browser"),
    "--check:program": Option(
        "COMMAND",
        "run a program that reads a question a line, in JSON as in the vectors, and prints a "
        "number a line, or skip; say which are wrong, by how much, and what would explain it",
    ),
    "--only": Option(
        "KIND",
        "ask questions of this kind only, such as wins; may be given more than once",
        names,
        several=True,
    ),
    "--timeout": Option(
        "SECONDS", "end a program that takes longer (default: 600)", within(1, 10**6), 600
    ),
    "SHELL": Option("SHELL", ", ".join(SHELLS), one_of(*SHELLS), names=lambda: SHELLS),
    # all commands
    "--digits": Option(
        "N", f"significant digits of decimals (default: {DIGITS})", within(1, MAX_DIGITS)
    ),
    "--digits:table": Option(
        "N",
        f"significant digits of decimals (default: {DIGITS}), or digits of percentages after the "
        "point (default: 1)",
        within(0, MAX_DIGITS),
    ),
    "--digits:simulate": Option(
        "N", "significant digits (default: 4, and 10 in JSON)", within(1, MAX_DIGITS)
    ),
    "--full": Option(None, "print long fractions in full on a terminal too"),
    "--rules": Option("NAME", f"{RULE_SETS} (default: standard)", rules, STANDARD, names=entries),
    "--rules:or": Option("NAME", f"{RULE_SETS} (default: {{rules}})", rules, names=entries),
    "--rules:or-all": Option(
        "NAME", f"{RULE_SETS} (default: {{rules}})", rules_or_all, names=entries
    ),
    "--rules:name": Option("NAME", f"{RULE_SETS} (default: {{rules}})", names=entries),
    "--rules:names": Option(
        "NAME",
        f"{RULE_SETS} (default: all of them); may be given more than once",
        lambda typed, name: [typed],
        several=True,
        names=entries,
    ),
    "--json": Option(None, "print one JSON object"),
    "--output": Option("FILE", "write to FILE, whole or not at all"),
    "--output:picture": Option(
        "FILE",
        "write to FILE, whole or not at all; it ends in .svg, .png or .pdf (default: a file in the "
        "current directory called as the picture, whose name is printed)",
    ),
    "--output:directory": Option(
        "NAME", "write the vectors to the directory NAME; with --check, the report to the file"
    ),
}
"""Every option and argument; what stands behind a colon tells those of one name apart."""
