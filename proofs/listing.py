"""The list of Coq's theorems in `proofs/README.md`, compared with Coq and the files.

The README lists each theorem as

    **`File.theorem`** In words. Used by `module.function`.

    ```coq
    statement
    ```

and, under "Definitions", the definitions in the statements, as they stand in the files.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from proofs.kernel import CLOSED, Answer, normal, theorems, written
from proofs.vernacular import sentences

README = Path(__file__).parent / "README.md"

ENTRY = re.compile(r"^\*\*`(\w+\.\w+)`\*\* (.*?)\n```coq\n(.*?)^```$", re.DOTALL | re.MULTILINE)
DEFINITIONS = re.compile(r"^### `(\w+)\.v`\n+```coq\n(.*?)^```$", re.DOTALL | re.MULTILINE)
DEFINED = re.compile(r"^(?:Definition|Fixpoint|Record) (\w+)", re.MULTILINE)


class Listed(NamedTuple):
    """A theorem of the README: in words, and as a statement of Coq."""

    words: str
    statement: str


def listed(readme: str) -> dict[str, Listed]:
    r"""Return the theorems of the README by their names, 'File.theorem'.

    >>> listed("**`A.b`** One is one.\n\n```coq\n1 =\n1\n```\n")
    {'A.b': Listed(words='One is one.', statement='1 = 1')}
    """
    return {
        name: Listed(normal(words), normal(text)) for name, words, text in ENTRY.findall(readme)
    }


def definitions(readme: str) -> dict[str, list[str]]:
    """Return the definitions of the README by file."""
    return {
        name: [normal(part) for part in text.split("\n\n")]
        for name, text in DEFINITIONS.findall(readme)
    }


def differences(readme: str, texts: Mapping[str, str], said: Mapping[str, Answer]) -> list[str]:
    """Return the differences between the README, the files and Coq's answers."""
    entries = listed(readme)
    proved = {f"{name}.{theorem}" for name, text in texts.items() for theorem in theorems(text)}
    wrong = [f"{name} is proved, but proofs/README.md lacks it" for name in proved - set(entries)]
    wrong += [f"{name} is in proofs/README.md, but not proved" for name in set(entries) - proved]
    for name, answer in said.items():
        if name in entries and answer.statement != entries[name].statement:
            wrong.append(f"{name} is not what proofs/README.md says: {answer.statement}")
        if answer.assumptions != CLOSED:
            wrong.append(f"{name} rests on something unproved: {answer.assumptions}")
    return sorted(wrong) + undefined(readme, texts)


def undefined(readme: str, texts: Mapping[str, str]) -> list[str]:
    """Return the definitions that the README leaves out, or has other than in the files.

    It has to show those that its statements use, and those that these use, and so on.
    """
    shown = definitions(readme)
    wrong = [
        f"{name}.v does not say, as proofs/README.md does: {part}"
        for name, parts in shown.items()
        for part in parts
        if part not in sentences(texts.get(name, ""))
    ]
    parts = [part for parts in shown.values() for part in parts]
    spoken = " ".join([*parts, *(entry.statement for entry in listed(readme).values())])
    said = [sentences(text) for name, text in texts.items() if name in written()]
    defined = {name for each in said for name in DEFINED.findall("\n".join(each))}
    explained = {name for part in parts for name in DEFINED.findall(part)}
    left_out = defined & set(re.findall(r"\w+", spoken)) - explained
    return wrong + [f"proofs/README.md does not define {name}" for name in sorted(left_out)]
