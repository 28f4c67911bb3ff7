"""`python -m tests.trust.sabotage`: makes theorems say less, or nothing, and looks who notices.

A saboteur edits the Coq files of `proofs`, the specification among them, and repairs the proofs.
Each of these changes has to be refused, but for one: where the specification says less, and that is
proved, only a reader of its difference sees it.  For each, what it touches is compiled anew.
"""

import re
import sys
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from proofs import __main__ as proofs
from proofs import hypotheses, kernel, specification, vernacular
from riskexact.base.errors import RiskError
from riskexact.certificates import coq


class Edit(NamedTuple):
    """What the saboteur writes in a Coq file, and instead of what."""

    file: str
    old: str
    new: str


class Sabotage(NamedTuple):
    """Edits, and a part of what the check says of them."""

    what: str
    edits: tuple[Edit, ...]
    refusal: str


def _listed(kind: str) -> tuple[Sabotage, ...]:
    return tuple(
        Sabotage(each["what"], tuple(Edit(**edit) for edit in each["edits"]), each["refusal"])
        for each in CHANGES[kind]
    )


CHANGES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))

UNREAD = _listed("early")
"""What is refused before Coq reads it."""

COMPILED = _listed("compiled")
"""What Coq has to read: the changed files, and those that rest on them."""

SEEN = _listed("unnoticed")
"""What only a reader of the difference sees: a specification that says less, and is proved."""


def edited(sabotage: Sabotage) -> dict[str, str]:
    """Return the Coq files as the saboteur leaves them."""
    texts = kernel.sources()
    for file, old, new in sabotage.edits:
        assert texts.setdefault(file, "").count(old) == 1, (sabotage.what, old)
        texts[file] = texts[file].replace(old, new)
    return texts


def unread(texts: Mapping[str, str]) -> list[str]:
    """Return what the check says before Coq reads the files."""
    readme = specification.THEOREMS.read_text(encoding="utf-8")
    return vernacular.faults(texts) or specification.differences(readme, texts, {})


def refusals(sabotage: Sabotage) -> list[str]:
    """Return what the check says of it.

    Of the compiled files it takes those that are kept, and of the theorems those of the files that
    are edited, or named in the refusal.
    """
    texts = edited(sabotage)
    if refused := unread(texts):
        return refused
    files = {edit.file for edit in sabotage.edits} | set(re.findall(r"(\w+)\.", sabotage.refusal))
    files &= texts.keys() - {*vernacular.SPECIFICATION, vernacular.COMPARISON}
    texts[vernacular.COMPARISON] = comparison(texts, files)
    try:
        with coq.compiled(with_required(texts, vernacular.COMPARISON), keep=False) as there:
            names = specification.compared(texts)
            answers = kernel.answers(list(names), there)
            return [
                *(
                    f"{n} rests on something unproved: {a.assumptions}"
                    for n, a in answers.items()
                    if a.assumptions != kernel.CLOSED
                ),
                *hypotheses.differences(names, specification.instances(texts), there),
            ]
    except RiskError as error:
        return [str(error)]


def comparison(texts: Mapping[str, str], files: Collection[str]) -> str:
    """Return the comparison with the specification of the theorems of these files alone."""
    said = vernacular.sentences(texts[vernacular.COMPARISON])
    checks = [each for each in said if re.match(rf"Check \(?({'|'.join(files)})\.", each)]
    spoken = set(re.findall(r"(\w+)\.\w", " ".join(checks))) & texts.keys() | set(files)
    others = [each for each in said if not each.startswith(("Check", "From Risk Require "))]
    specified = f"From Risk Require Import {' '.join(vernacular.SPECIFICATION)}."
    required = f"From Risk Require {' '.join(sorted(spoken))}."
    return "\n".join([specified, required, *others, *checks])


def with_required(texts: Mapping[str, str], file: str) -> dict[str, str]:
    """Return this file, and those that it requires, and so on."""
    found, wanted = dict[str, str](), [file]
    while wanted:
        each = wanted.pop()
        found[each] = texts[each]
        wanted += set(coq.required(texts[each])) - found.keys()
    return found


def main() -> int:
    """Try all; return 1 if one is not refused as it should be."""
    unnoticed = 0
    with proofs.built(kernel.sources()):
        pass  # so that they are kept
    for sabotage in (*UNREAD, *COMPILED, *SEEN):
        said = refusals(sabotage)
        noticed = any(sabotage.refusal in each for each in said)
        unnoticed += noticed is (sabotage in SEEN)
        print(f"{'refused' if noticed else 'NOT REFUSED'}: {sabotage.what}")
        print("".join(f"  {each[:150]}\n" for each in said), end="", flush=True)
    print(f"{len(UNREAD) + len(COMPILED) + len(SEEN) - unnoticed} as expected, {unnoticed} not")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
