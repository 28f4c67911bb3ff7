"""A few hundred answers, to be asked where python-flint is missing, as in a browser."""

import json
from random import Random

from tests.trust import endurance
from tests.trust.questions import COMMANDS, QUESTIONS, answer

RANDOM_QUESTIONS = 300


def answers() -> dict[str, str]:
    """Return the answer to each question, or the error."""
    told = {}
    for name in [*QUESTIONS, *COMMANDS]:
        try:
            told[name] = answer(name)
        except Exception as error:
            told[name] = repr(error)
    chosen = Random(0)
    kinds = [kind for kind in endurance.QUESTIONS if kind.__name__ != "_decimals"]  # of any size
    for number in range(RANDOM_QUESTIONS):
        kind = chosen.choice(kinds)
        told[f"{kind.__name__} {number}"] = repr(kind(chosen))
    return told


if __name__ == "__main__":
    print(json.dumps(answers()))
