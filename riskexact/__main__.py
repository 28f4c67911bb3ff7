"""`python -m riskexact`, the same as `riskexact`; Ctrl-C is handled even while it is imported."""

import gc
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Load the command line, and run one command; return its exit status.

    What is loaded stays until the end of a process of our own: to search it for cycles, while it is
    loaded and at the end, would take a tenth of the time of the first answer.
    """
    try:
        if arguments is None:
            gc.disable()
        from riskexact.cli import main as run

        if arguments is None:
            gc.freeze()
            gc.enable()
        return run(arguments)
    except KeyboardInterrupt:
        return 130
    except RuntimeError as error:  # as which Python 3.11 shows one while a class is made
        if not isinstance(error.__cause__, KeyboardInterrupt):
            raise
        return 130


if __name__ == "__main__":
    sys.exit(main())
