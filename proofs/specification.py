"""What is claimed, and that all of it is proved: `Spec.v` and others, and `Specified.v`.

The former, in `proofs/coq`, have the models, and the statement of each theorem:

    Definition saddle_point_says : Prop := forall a d, ...

`Specified.v` names the theorem, and Coq compares the two.  Statements of instances, and of files
that are generated, stand there alone:

    Check (SaddlePoint.saddle_point : saddle_point_says).
    Check (RealDice.standard_first_exit : forall a d, ...).

`theorems.md` lists each theorem in words, with the functions that rely on it:

    **`SaddlePoint.saddle_point`** In words. Used by `module.function`.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from proofs import catalogue
from proofs.kernel import CLOSED, Answer, normal, theorems
from proofs.vernacular import CATALOGUE, COMPARISON, SPECIFICATION, sentences

THEOREMS = Path(__file__).parent / "theorems.md"

ENTRY = re.compile(r"^\*\*`(\w+\.\w+)`\*\* (.*?)$(?=\n\n)", re.DOTALL | re.MULTILINE)
DEFINED = re.compile(r"(?:Definition|Fixpoint|Record) (\w+)")
COMPARED = re.compile(r"Check (?:(\w+\.\w+)|\((\w+\.\w+) : (.*)\))\.")


def listed(text: str) -> dict[str, str]:
    r"""Return the theorems of the list, 'File.theorem', in words.

    >>> listed("**`A.b`** One is\none.\n\nNo theorem.\n")
    {'A.b': 'One is one.'}
    """
    return {name: normal(words) for name, words in ENTRY.findall(text)}


def definitions(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the definitions of the specification by name: of its models, not of statements.

    >>> definitions({"Spec": "Definition a := 1. Definition a_is_1_says : Prop := a = 1."})
    {'a': 'Definition a := 1.'}
    """
    found = _defined(texts)
    return {name: text for name, text in found.items() if not name.endswith("_says")}


def compared(texts: Mapping[str, str]) -> dict[str, str]:
    """Return what Coq compares, 'File.theorem', and with what; with nothing if that is all it says.

    >>> compared({"Specified": "Check (A.b : b_says). Check A.c."})
    {'A.b': 'b_says', 'A.c': ''}
    """
    found = map(COMPARED.fullmatch, sentences(texts.get(COMPARISON, "")))
    return {match[1] or match[2]: match[3] or "" for match in found if match}


def instances(texts: Mapping[str, str]) -> list[str]:
    """Return what is compared with no statement of the specification."""
    claims = _claims(texts)
    return [name for name in compared(texts) if name.partition(".")[2] not in claims]


def differences(listing: str, texts: Mapping[str, str], answers: Mapping[str, Answer]) -> list[str]:
    """Return what is claimed and not proved, or proved and neither specified nor listed."""
    entries, specified, claims = listed(listing), compared(texts), _claims(texts)
    proved = {f"{name}.{theorem}" for name, text in texts.items() for theorem in theorems(text)}
    wrong = [f"{name} is proved, but proofs/theorems.md lacks it" for name in proved - set(entries)]
    wrong += [f"{name} is in proofs/theorems.md, but not proved" for name in set(entries) - proved]
    wrong += [f"{name} is proved, but not specified" for name in proved if not specified.get(name)]
    for name, statement in specified.items():
        claim = name.partition(".")[2]
        if claim in claims and not _is_all_of(statement, f"{claim}_says"):
            wrong.append(f"{name} is compared with {statement or 'nothing'}, not with {claim}_says")
    missing = claims - {name.partition(".")[2] for name in specified}
    wrong += [f"{claim}_says is compared with no theorem" for claim in missing]
    wrong += [
        f"{name} rests on something unproved: {answer.assumptions}"
        for name, answer in answers.items()
        if answer.assumptions != CLOSED
    ]
    return sorted(wrong) + (list(catalogue.differences(texts)) if CATALOGUE in texts else [])


def _claims(texts: Mapping[str, str]) -> set[str]:
    """Return the names of the theorems that the specification has statements for."""
    return {name.removesuffix("_says") for name in _defined(texts) if name.endswith("_says")}


def _defined(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the sentences of the specification that define a name, by this name."""
    said = [each for name in SPECIFICATION for each in sentences(texts.get(name, ""))]
    return {match[1]: each for each in said if (match := DEFINED.match(each))}


def _is_all_of(statement: str, says: str) -> bool:
    """Whether a statement is `says`, for all values of the variables of its section.

    >>> _is_all_of("forall K c, a_says K c", "a_says"), _is_all_of("a_says 1", "a_says")
    (True, False)
    """
    match = re.fullmatch(rf"(?:forall ([\w ]+), )?{says}((?: \w+)*)", statement)
    names = match[1].split() if match and match[1] else []
    return match is not None and match[2].split() == names and len({*names}) == len(names)
