"""`python -m tests.trust.properties [PATH…]`: every property on thirty times as many examples.

The tests try the same few examples in every run; these are new ones each time.  What fails is kept
in `.hypothesis`, is tried first in the next run, and becomes an `@example` of its test.
"""

import argparse
import sys

import pytest


def main() -> int:
    """Run the property tests, or those of some files or folders, on all cores."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("paths", nargs="*", metavar="PATH", default=["tests"])
    chosen = ["-m", "properties", "--hypothesis-profile=properties"]
    return pytest.main(
        ["-q", "-n", "logical", "--dist", "loadfile", *chosen, *arguments.parse_args().paths]
    )


if __name__ == "__main__":
    sys.exit(main())
