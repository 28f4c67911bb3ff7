"""`python -m tests.trust.fuzz.guided TARGET`: inputs that find new ways through the code.

Every new branch that an input reaches is kept and built upon: by Atheris, which needs the extra
`trust`, in this package and `tomllib`; and for `address` by what V8 counts in `node`.

The targets are those of `targets` that take text; `command`, whose first byte stands for a command
and whose other words are separated by NUL; and the readers of a publication's files in `files`.  It
ends after `--seconds`; what fails is shown, and the exit status is 77.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

TEXT_SEEDS = {
    "chance": [b"9/10", b"90%", b"0.9", b".5 %", b"+1"],
    "number": [b"17", b"-1", b"+007"],
    "range": [b"1..16", b"3", b"0..0"],
    "rule-file": [
        b'faces = 8\nties = "attacker"\n[attack_dice]\ndice = [8, 6]\nextra = 1\nto_all = -1\n',
        b"faces = '2-3x7'\npairs = [1, 3]\ndefence_dice = { dice = 2, needs = [1, 2] }\n",
    ],
}
COMMAND_SEEDS = [
    "odds 17 6 --json", "table --attackers 1..3 --format csv", "campaign 9 3 2 --armies",
    "need 5 --chance 9/10", "resolve 3,2 5", "luck 3 2 --left 0 1", "rules risiko",
    "odds 9 9 --stop-below 25% --digits 5", "round 3 2", "spread 9 5 2", "balanced-blitz 3 3",
    "outcomes 5 3 --retreat-at 2", "strategy 5 3 --territory 2", "simulate 3 3",
    "rounds 4 4 --rules risiko",
]  # fmt: skip
FILES = ("package", "checksums", "text")
TARGETS = (*TEXT_SEEDS, "command", *FILES, "address")

LONGEST = 4000


def prepared(target: str) -> tuple[Callable[[bytes], object], list[bytes]]:
    """Return what is to be called with bytes, and inputs to begin with."""
    from riskexact.cli import COMMANDS
    from tests.trust.fuzz import files, targets

    if target in FILES:
        return files.BYTES[target], [seed[:LONGEST] for seed in files.seeds_of(target)]
    if target == "command":
        names = [*COMMANDS, "", "atack"]

        def command(data: bytes) -> None:
            words = data[1:].decode("utf-8", "surrogateescape").split("\0")
            if targets.harmless(words) and not any(map(targets.takes_long, words)):
                targets.a_command([names[data[0] % len(names)] if data else "", *words])

        lines = (line.split() for line in COMMAND_SEEDS)
        return command, [
            bytes([names.index(name)]) + "\0".join(words).encode() for name, *words in lines
        ]
    holds = targets.TEXTS[target]
    return lambda data: holds(data.decode("utf-8", "surrogateescape")), TEXT_SEEDS[target]


def main() -> None:
    """Look for this many seconds."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("target", choices=TARGETS)
    arguments.add_argument("--seconds", type=int, default=60, metavar="N")
    options = arguments.parse_args()
    if options.target == "address":
        from tests.trust.fuzz.addresses import guided

        sys.exit(guided(options.seconds))
    import atheris

    with atheris.instrument_imports(include=["riskexact", "tomllib"]):
        import riskexact.cli
        import riskexact.publication.verification
        import riskexact.rules.files

        for module in {*riskexact.cli.COMMANDS}:
            __import__(f"riskexact.cli.{module}")
        call, seeds = prepared(options.target)
    directory = tempfile.mkdtemp()
    for number, seed in enumerate(seeds):
        Path(directory, str(number)).write_bytes(seed)
    os.chdir(tempfile.mkdtemp())
    flags = [
        f"-max_total_time={options.seconds}", f"-max_len={LONGEST}", "-print_final_stats=1",
        "-timeout=20", "-rss_limit_mb=1024", "-verbosity=1",
    ]  # fmt: skip
    atheris.Setup([sys.argv[0], *flags, directory], call)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
