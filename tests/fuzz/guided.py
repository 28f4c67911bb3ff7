"""`python -m tests.fuzz.guided TARGET`: bytes that find new ways through the code, by Atheris.

It needs the extra `trust`.  The targets are those of `tests.fuzz.targets` that take text, and
`command`, whose words are separated by NUL.  With `toml` and the modules of this package watched,
every new branch that an input reaches is kept and built upon.  It ends after `--seconds`; what
fails is written to a file beside the working directory and shown, with exit status 77.
"""

import argparse
import os
import sys
import tempfile

SEEDS = {
    "chance": [b"9/10", b"90%", b"0.9", b".5 %", b"+1"],
    "number": [b"17", b"-1", b"+007"],
    "range": [b"1..16", b"3", b"0..0"],
    "rule-file": [
        b'faces = 8\nties = "attacker"\n[attack_dice]\ndice = [8, 6]\nextra = 1\nto_all = -1\n',
        b"pairs = [1, 3]\n[first_round]\ndefence_dice = { dice = 2, needs = [1, 2] }\n",
    ],
    "command": [
        b"odds\x0017\x006\x00--json", b"table\x00--attackers\x001..3\x00--format\x00csv",
        b"campaign\x009\x003\x002\x00--armies", b"need\x005\x00--chance\x009/10",
        b"resolve\x003,2\x005", b"luck\x003\x002\x00--left\x000\x001", b"rules\x00risiko",
        b"odds\x009\x009\x00--stop-below\x0025%\x00--digits\x005", b"round\x003\x002",
    ],
}  # fmt: skip


def one_input(target: str, data: bytes) -> None:
    """Give the target one input."""
    from tests.fuzz import targets

    if target == "command":
        words = data.decode("utf-8", "surrogateescape").split("\0")
        if targets.harmless(words):
            targets.a_command(words)
    else:
        targets.TEXTS[target](data.decode("utf-8", "surrogateescape"))


def main() -> None:
    """Let Atheris look for so many seconds."""
    import atheris

    with atheris.instrument_imports(include=["riskexact", "tomllib"]):
        import riskexact.battle
        import riskexact.campaign
        import riskexact.cli
        import riskexact.cli.battle
        import riskexact.cli.campaign
        import riskexact.cli.dice
        import riskexact.cli.needed
        import riskexact.cli.tables
        import riskexact.rule_files  # noqa: F401

    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("target", choices=SEEDS)
    arguments.add_argument("--seconds", type=int, default=60, metavar="N")
    options = arguments.parse_args()
    directory = tempfile.mkdtemp()
    for number, seed in enumerate(SEEDS[options.target]):
        with open(f"{directory}/{number}", "wb") as file:  # noqa: PTH123
            file.write(seed)
    os.chdir(tempfile.mkdtemp())
    flags = [f"-max_total_time={options.seconds}", "-max_len=600", "-print_final_stats=1"]
    atheris.Setup([sys.argv[0], *flags, directory], lambda data: one_input(options.target, data))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
