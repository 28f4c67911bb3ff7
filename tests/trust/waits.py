"""`python -m tests.trust.waits`: commands of hostile sizes, each of which ends soon.

Every command is asked with sizes drawn from small to absurd, in a process of at most 3 GB.  It
answers, or refuses in a line, within half a minute of a processor; what takes longer is printed,
and the exit status is 1.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from riskexact.rules.catalogue import RULES

SECONDS = 30.0
BYTES = 3 << 30

SIZES = ("0", "1", "2", "3", "7", "20", "60", "150", "400", "1000", "3000", "50000", "1000000")
ABSURD = ("1000000000000000000", "1" + 40 * "0", "-1", "1.5")

QUESTIONS = (
    "odds N N",
    "odds N N --exact",
    "odds N N --blitz",
    "odds N N --retreat-at N",
    "outcomes N N",
    "outcomes N N --rounds",
    "luck N N --left N N",
    "need N --chance 9/10",
    "need N --price",
    "campaign N N N N",
    "table --attackers N --defenders N",
    "table --attackers 1..N --defenders 1..N",
    "verify N N",
    "strategy N N",
    "strategy N N --order after-the-throw",
    "formula --attackers N",
    "simulate N N --battles N",
    "conquer --mine Siam=N Indonesia=N --seconds 5",
    "conquer --mine Siam=N China=N Indonesia=N India=N --seconds 5",
    "conquer --mine Siam=N Indonesia=N --reinforce N --seconds 5",
    "place N --on Australia --against Siam=N --seconds 5",
    "place N --line N --free N",
    "place N --front A=N,B=N,C=N",
    "game line-3 --mine A=N --enemy B=N,C=N",
    "game ring-4 --mine A=N --enemy B=N,C=1,D=1 --bonus A,B=N",
    "game star-5 --mine A=N --enemy B=1,C=1,D=1,E=N",
    "game --duel N N -r N",
    "round N N",
    "odds N N --retreat-at N --exact",
    "odds N N --stop-after N",
    "odds N N --stop-below 1/N",
    "odds N N --method recursion",
    "odds N N --method closed-form",
    "odds N N --digits N",
    "odds 1..N N",
    "odds 1..1000 N --json",
    "odds N..N N --retreat-at N",
    "outcomes N N --retreat-at N -o outcomes.csv",
    "outcomes N N --blitz",
    "luck N N --left 0..N 0..N --stop-after N",
    "need N --blitz --chance 9/10",
    "need N N N --chance 9/10",
    "need N N --price",
    "need N --price --lost 0..N",
    "need --takeable-by N --chance 9/10",
    "need --garrison-against N --chance 9/10",
    "campaign N N,N,N --best-order",
    "campaign N N N --leave-behind N",
    "campaign N N N --retreat-at N",
    "campaign N N N --blitz",
    "campaign 1..N N N",
    "campaign 1..1000 N N --json",
    "campaign N N N --json",
    "need 1..N",
    "need N..N --chance 9/10 --json",
    "need --takeable-by 1..N --blitz",
    "need N --retreat-at N",
    "simulate N N N --battles N",
    "verify --max 40",  # which is the limit of the caller, and compares N² battles as defined
    "strategy --most-dice N",
    "strategy N N --blitz",
    "formula --defenders N",
    "formula --attackers N --generating-function",
    "table --attackers 1..N --defenders 1..N --blitz",
    "table --attackers 1..N --defenders 1..N --doubles -o table.npy",
    "table --attackers 1..N --defenders N..N --method recursion",
    "conquer --mine Siam=N Indonesia=N --worth Indonesia=N --worth loss=1 --seconds 5",
    "conquer --mine Siam=N --take Indonesia,India Indonesia=N India=N --move 3 --seconds 5",
    "place N --line N --free N --retreat-at N",
    "place N --on Siam --against India=N --seconds 5",
    "game complete-N --mine A=1 --enemy B=1",
    "game complete-4 --mine A=N --enemy B=N,C=1,D=1 -r N",
    "game star-N --table -o star.rxg",
    "certify N N -o odds.v",
    "certify N N N --need 9/10 -o need.v",
    "certify --mine Siam=N Indonesia=N India=N -o turn.v",
    "plot heat-map --attackers 1..N --defenders 1..N -o odds.svg",
    "plot outcomes N N -o outcomes.svg",
    "plot net N N N -o net.svg",
    "plot chain N N N N -o chain.svg",
    "plot outcome-graph N N -o graph.svg",
    "plot lattice N N -o lattice.svg",
    "plot conquest --mine Siam=N Indonesia=N India=3 -o conquest.svg",
    "plot conquest-gain --mine Siam=7 Indonesia=N India=N --vary Siam=2..N -o gain.svg",
    "plot duel-policy -r N -o policy.svg",
    "publish odds --max N --plan",
    "vectors --check cat --only wins --timeout 5",
    "map complete-N",
    'review turn.jsonl --seconds 5 < {"mine":{"Siam":N},"enemy":{"Indonesia":N}}\\n'
    '{"attack":["Siam","Indonesia"],"dice":1,"lost":[0,1]}',
    'review game.jsonl < {"board":"line-3","mine":{"A":N},"enemy":{"B":N,"C":1}}\\n'
    '{"place":{"A":3}}',
    "dice log.csv < attackers,defenders,attackers_left,defenders_left\\nN,N,N,0\\nN,N,0,N",
)
"""Commands with an N for each size; after `<` what stands in the file that comes first."""

HOUSE = {
    "nobody.toml": 'ties = "nobody"',
    "long.toml": 'ties = "nobody"\nfaces = 20\nattack_dice = 5\n'
    "defence_dice = { dice = 4, extra = 2, at_most_attack = true }",
    "many.toml": "attack_dice = 9\ndefence_dice = 8\nfaces = 12",
    "odd.toml": 'faces = [1, 1, 2, 5, 5, 5, 7]\nties = "nobody"\n'
    "attack_dice = { dice = 4, to_lowest = 1 }",
}
"""Files of house rules, whose fractions are longer than those of any game."""

RULED = {"game", "formula"}
"""Commands that take a while under any rules: these have the standard ones."""


class Waited(NamedTuple):
    """How many seconds of a processor a command took, and how it ended."""

    words: list[str]
    took: float
    status: int | None
    complained: str

    @property
    def well(self) -> bool:
        """Whether it ended soon, with an answer or one line."""
        refused = self.status == 2 and self.complained.count("\n") <= 3
        answered = self.status in (0, 1) and "Traceback" not in self.complained
        return self.took <= SECONDS and (answered or refused)


def drawn(random: Random) -> Iterator[list[str]]:
    """Yield commands without end, each kind in turn."""
    while True:
        for question in QUESTIONS:
            words = question.split()
            sizes = [*SIZES, random.choice(ABSURD)]
            asked = ["".join(random.choice(sizes) if c == "N" else c for c in w) for w in words]
            own = [] if words[0] in RULED else ["--rules", random.choice([*RULES, *5 * [*HOUSE]])]
            yield asked + own * random.randint(0, 1)


def _processor() -> float:
    """Return the seconds of processors that the commands so far took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _limit() -> None:
    """Limit the memory of this process, and end it after two minutes of a processor."""
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (int(4 * SECONDS),) * 2)


def waited(words: list[str], seconds: float = 40 * SECONDS) -> Waited:
    """Run a command with little memory; one that does not end in these seconds is ended."""
    began = _processor()
    asked, _, text = " ".join(words).partition(" < ")
    files = HOUSE | ({words[1]: text.replace("\\n", "\n")} if text else {})
    with tempfile.TemporaryDirectory() as directory:
        for name, content in files.items():
            Path(directory, name).write_text(content, "utf-8")
        try:
            done = subprocess.run(
                [sys.executable, "-m", "riskexact", *asked.split()],
                cwd=directory,
                env={"PYTHONPATH": str(Path(__file__).parents[2])},
                preexec_fn=_limit,
                capture_output=True,
                text=True,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            return Waited(words, _processor() - began, None, "")
    return Waited(words, _processor() - began, done.returncode, done.stderr)


def main() -> int:
    """Run as many commands as are asked for, and print those that do not end well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    commands, ill = drawn(Random(options.seed)), 0
    for _ in range(options.runs):
        found = waited(next(commands))
        if not found.well:
            ill += 1
            print(f"{found.took:.0f} s, status {found.status}: {' '.join(found.words)}")
            print(found.complained[-300:], end="", flush=True)
    print(f"{options.runs} commands, {ill} did not end well")
    return min(ill, 1)


if __name__ == "__main__":
    sys.exit(main())
