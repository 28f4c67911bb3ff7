"""`python -m tests.conformance.adapters NAME DIRECTORY`: let a program of others answer questions.

Each program is asked in the way that its own documentation, or its code, says: here is what turns
a question into a call of it, and nothing of the programs themselves.  What a program does not claim
to answer is skipped.  A simulation is asked for `BATTLES` battles.
"""

import ctypes
import importlib
import io
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

Question = dict[str, Any]
Answer = Callable[[Question], object]
"""Returns a number, or None for what the program does not know."""

BATTLES = 1000


class Program(NamedTuple):
    """A program: where it comes from, how its directory is turned into answers, and what it does.

    - `remark`: what its code shows of the answers that are wrong.
    """

    answers: Callable[[Path], Answer]
    remark: str = ""
    source: str = "GitHub"


def standard(question: Question, kind: str = "wins", units: int = 150) -> bool:
    """Whether a question is one of a kind, under standard rules, with no more units."""
    if question["kind"] != kind:
        return False
    rules = question["rules"] if isinstance(question["rules"], list) else [question["rules"]]
    defenders = question["defenders"]
    total: int = question["attackers"] + (sum(defenders) if kind == "campaigns" else defenders)
    return total <= units and {each["name"] for each in rules} == {"standard"}


def both_sides(question: Question) -> bool:
    """Whether there is somebody on both sides, without whom many programs do not begin."""
    return bool(question["attackers"] and question["defenders"])


def of_sides(chance: Callable[[int, int], object], units: int) -> Answer:
    """Answer battles of standard rules by a function of both sides."""
    return lambda question: (
        chance(question["attackers"], question["defenders"])
        if standard(question, "wins", units) and both_sides(question)
        else None
    )


def module(directory: Path, name: str) -> Any:
    """Import a module of a program."""
    sys.path.insert(0, str(directory))
    return importlib.import_module(name)


def script(path: Path, typed: list[int]) -> dict[str, Any]:
    """Run a script that asks for numbers, and return its variables."""
    numbers = iter(typed)
    space: dict[str, Any] = {"__name__": "__main__", "input": lambda *_: str(next(numbers))}
    with redirect_stdout(io.StringIO()):
        exec(compile(path.read_text("utf-8"), str(path), "exec"), space)
    return space


# ---- PyPI


def risk_calculator(directory: Path) -> Answer:
    chain = module(directory, "riskCalculator.likelihoodOfVictory").likelihoodOfVictory

    def answer(question: Question) -> object:
        a, d = question.get("attackers", 0), question.get("defenders", 0)
        return chain(a, d, [[None] * d for _ in range(a)]) if standard(question) else None

    return answer


# ---- repositories, in Python


def sipolac(directory: Path) -> Answer:
    battle = module(directory, "risk.battle")

    def has_rules(rules: Question) -> bool:
        usual = {"attack_dice": 3, "defence_dice": 2, "pairs": 2, "ties": "defender"}
        return rules["faces"] in (6, 8) and usual.items() <= rules.items()

    def answer(question: Question) -> object:
        kind = question["kind"]
        rules = question["rules"] if isinstance(question["rules"], list) else [question["rules"]]
        if not all(map(has_rules, rules)) or kind not in ("wins", "outcomes", "campaigns", "stops"):
            return None
        faces, a = rules[0]["faces"], question["attackers"] + 1  # it counts the one that stays
        if kind == "campaigns":
            return campaign(question, a) if set(question["leave_behind"]) == {1} else None
        d = question["defenders"]
        if not both_sides(question) or a + d > 150:
            return None
        if kind == "stops":
            others = question["stop_at_defenders"], question["stop_after"], question["stop_below"]
            return stopped(question, a, d) if others == (0, None, "0") else None
        found = battle.calc_probs(a, d, faces, faces)
        if kind == "wins":
            return found.win[-1]
        left = question["left"]
        return found.dist.get(battle.Outcome(0, left["attackers"] + 1, left["defenders"]), 0)

    def campaign(question: Question, a: int) -> object:
        if a < 2 or not all(question["defenders"]):
            return None
        at_least = [1, *battle.calc_probs(a, question["defenders"]).win, 0]
        return at_least[question["taken"]] - at_least[question["taken"] + 1]

    def stopped(question: Question, a: int, d: int) -> object:
        dist = battle.calc_probs(a, d, stop=question["retreat_at"] + 1).dist
        ends = {"win": 0.0, "lose": 0.0, "stopped": 0.0}
        for (_, left, against), p in dist.items():
            ends["win" if not against else "lose" if left == 1 else "stopped"] += p
        return ends[question["end"]]

    return answer


def pytudes(directory: Path) -> Answer:
    cells = json.loads((directory / "ipynb" / "risk.ipynb").read_text("utf-8"))["cells"]
    space: dict[str, Any] = {"__name__": "notebook"}
    sys.modules["notebook"] = ModuleType("notebook")  # where dataclasses look for their home
    for cell in cells:
        text = "".join(cell["source"])
        if cell["cell_type"] == "code" and re.match(r"(@|def|class|from|die)\b|@", text):
            exec(text.partition("\nattacker_win_probability(monte")[0], space)

    @cache
    def ends(a: int, defenders: tuple[int, ...]) -> dict[Any, float]:
        start = space["State"](a + 1, defenders[0], defenders[1:])
        found: dict[Any, float] = space["campaign_probdist"](start)
        return found

    def answer(question: Question) -> object:
        a = question.get("attackers", 0)
        if standard(question, "campaigns") and set(question["leave_behind"]) == {1}:
            defenders = tuple(question["defenders"])
            if not all(defenders):
                return None
            fallen = len(defenders) - question["taken"]
            return sum(
                p for end, p in ends(a, defenders).items() if bool(end.D) + len(end.rest) == fallen
            )
        for kind in ("wins", "outcomes"):
            if standard(question, kind) and both_sides(question):
                found = ends(a, (question["defenders"],))
                if kind == "wins":
                    return space["attacker_win_probability"](found)
                left = question["left"]
                return sum(
                    p
                    for end, p in found.items()
                    if (end.A - (end.D > 0), end.D) == (left["attackers"], left["defenders"])
                )
        return None

    return answer


def cmbrandenburg(directory: Path) -> Answer:
    sys.modules["prettytable"] = ModuleType("prettytable")  # for its own output alone
    p_battle = module(directory, "risk").p_battle

    def answer(question: Question) -> object:
        if question["kind"] != "rounds" or question["rules"]["name"] != "standard":
            return None
        return p_battle(question["attack_dice"], question["defence_dice"])[1][
            question["lost"]["attackers"]
        ]

    return answer


def adlemon(directory: Path) -> Answer:
    @cache
    def ends(a: int, d: int) -> dict[int, float]:
        found: dict[int, float] = script(directory / "risk_odds.py", [a, d])["Q"][a][d]
        return found

    def answer(question: Question) -> object:
        a, d = question.get("attackers", 0), question.get("defenders", 0)
        if standard(question, "wins", 45) and both_sides(question):
            return 1 - ends(a, d)[0]
        if standard(question, "outcomes", 45) and both_sides(question):
            left = question["left"]
            return ends(a, d)[left["attackers"]] if left["attackers"] else None
        return None

    return answer


def jack_hanke(directory: Path) -> Answer:
    probability = module(directory, "risk").get_risk_probability
    return of_sides(lambda a, d: probability(a + 1, d), 150)


def baderj(directory: Path) -> Answer:
    chance = module(directory / "python", "risk_probabilities").calc_winning_prob
    return of_sides(lambda a, d: chance(a, d).attacker, 16)


def scriptless_foe(directory: Path) -> Answer:
    chances = module(directory, "RISK_FB_probs").calc_probs
    return of_sides(lambda a, d: chances(a, d)[0], 24)


def scriptless_foe_simulated(directory: Path) -> Answer:
    simulate = module(directory, "RISK_SIM_probs").do_monte_carlo
    return of_sides(lambda a, d: simulate(a, d, BATTLES)[0], 16)


def pachums(directory: Path) -> Answer:
    path = directory / "risk_data.py"
    return of_sides(lambda a, d: script(path, [a, d, BATTLES])["v1"] / BATTLES, 12)


def mephistophyles(directory: Path) -> Answer:
    simulate = module(directory, "risk_monte_carlo").run_simulations
    return of_sides(lambda a, d: 1 - simulate(BATTLES, a + 1, d)[1] / BATTLES, 16)


def raymondem42(directory: Path) -> Answer:
    text = (directory / "risk_simulation.py").read_text("utf-8").partition("\nendit = 0")[0]
    space: dict[str, Any] = {}
    exec(text, space)
    return of_sides(lambda a, d: space["simulate_game"](a + 1, d, BATTLES), 16)


# ---- repositories, in other languages


def chickenspaceprogram(directory: Path) -> Answer:
    asked = Path(__file__).with_name("riskoddscalc.mjs")
    process = subprocess.Popen(
        ["node", str(asked), str(directory / "scripts" / "main.js")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdin
    assert process.stdout
    given, taken = process.stdin, process.stdout

    def answer(question: Question) -> object:
        if not standard(question, "wins", 2100):
            return None
        given.write(f"{question['attackers']} {question['defenders']}\n")
        given.flush()
        return taken.readline().strip()

    return answer


def olofer(directory: Path) -> Answer:
    command = [str(directory / "dprisk"), "151", "150"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    table = [line.split() for line in done.stdout.splitlines()]
    return lambda question: (
        table[question["attackers"] + 1][question["defenders"]] if standard(question) else None
    )


class MasflamBattle(ctypes.Structure):
    """`battle_config` of its riskdice.h."""

    _fields_ = (("attackers", ctypes.c_int), ("defenders", ctypes.c_int), ("flags", ctypes.c_uint))


class MasflamLosses(ctypes.Structure):
    """`battle_distrib` of its riskdice.h."""

    _fields_ = (
        ("attackers", ctypes.c_int),
        ("defenders", ctypes.c_int),
        ("attackers_lost", ctypes.POINTER(ctypes.c_double)),
        ("defenders_lost", ctypes.POINTER(ctypes.c_double)),
    )


def masflam(directory: Path) -> Answer:
    library = ctypes.CDLL(str(directory / "riskdice.so"))
    flags = {"standard": 0, "capital": 1, "risiko": 1, "ties-to-attacker": 2}

    @cache
    def losses(a: int, d: int, flag: int, constants: tuple[float, ...]) -> MasflamLosses:
        found = MasflamLosses()
        library.calc_battle_distrib(ctypes.byref(found), ctypes.byref(MasflamBattle(a, d, flag)))
        if constants:
            library.apply_balance(ctypes.byref(found), (ctypes.c_double * 4)(*constants))
        return found

    def answer(question: Question) -> object:
        if question["kind"] not in ("wins", "outcomes", "balanced-blitz"):
            return None
        a, d = question["attackers"], question["defenders"]
        flag = flags.get(question["rules"]["name"])
        if flag is None or a + d > 1100 or not both_sides(question):
            return None
        version = question.get("version", {})
        names = ("negligible", "sharper", "cut", "peaked")
        constants = tuple(float(Fraction(version[name])) for name in names if version)
        found, left = losses(a, d, flag, constants), question.get("left")
        if left is None:
            return found.defenders_lost[d]
        if left["attackers"]:
            return found.attackers_lost[a - left["attackers"]]
        return found.defenders_lost[d - left["defenders"]]

    return answer


PROGRAMS = {
    "riskCalculator": Program(
        risk_calculator,
        "one attacker who beats two dice takes two defenders, and the chances of a round have four "
        "decimals",
        "PyPI",
    ),
    "sipolac+risk": Program(sipolac),
    "norvig+pytudes": Program(pytudes, "the notebook `risk.ipynb`"),
    "chickenspaceprogram+riskoddscalc": Program(chickenspaceprogram, "`scripts/main.js`"),
    "MasFlam+risk-dice-tools": Program(masflam, "`wasm/riskdice.c`, built here"),
    "cmbrandenburg+risk-odds": Program(cmbrandenburg),
    "adlemon+risk-odds": Program(adlemon),
    "JackHanke+risk": Program(
        jack_hanke, "an IndexError for two armies, one of them free to fight"
    ),
    "baderj+risk-battle-outcomes": Program(baderj),
    "olofer+dprisk": Program(olofer, "`dprisk.cpp`, built here"),
    "ScriptlessFoe+RISK-battle-odds-calculator": Program(scriptless_foe),
    "ScriptlessFoe+RISK-battle-odds-calculator (simulated)": Program(
        scriptless_foe_simulated, f"asked for {BATTLES} battles"
    ),
    "raymondem42+Risk-odds-of-victory": Program(
        raymondem42, f"a simulation, asked for {BATTLES} battles"
    ),
    "pachums+risk_probability": Program(
        pachums,
        f"a simulation, asked for {BATTLES} battles: two attackers throw one die against one "
        "defender, and those who are left fight again with the dice of the same throw",
    ),
    "mephistophyles+risk-solver": Program(
        mephistophyles,
        f"a simulation, asked for {BATTLES} battles: the defender throws a die for every unit, and "
        "the lowest dice are compared",
    ),
}
"""The programs by the names of their directories."""


def directory_of(name: str) -> str:
    """Return the name of a program's directory, which some share."""
    return name.partition(" ")[0]


def main(name: str, directory: str) -> None:
    """Read questions, and print the answers."""
    random.seed(1)
    answer = PROGRAMS[name].answers(Path(directory, directory_of(name)))
    for line in sys.stdin:
        try:
            with redirect_stdout(io.StringIO()):
                found = answer(json.loads(line))
        except Exception:  # of the program, which then has no number
            found = "nan"
        print("skip" if found is None else found)


if __name__ == "__main__":
    main(*sys.argv[1:])
