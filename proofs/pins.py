"""What Coq itself says of every theorem and every definition, pinned in `proofs/pinned.txt`.

Coq prints what it has understood, without notations, and with the file of each name: a name or a
notation in a new sense would show.  A statement is pinned together with all definitions that it
speaks of, and that these speak of, but for those of Coq's library and of the generated files.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from proofs import kernel

PINNED = Path(__file__).parent / "pinned.txt"

HEADER = """\
What Coq prints of each theorem and each definition: written by `python -m proofs pin`, and compared
by `python -m proofs`.  README.md has the same for readers.
"""


def understood(theorems: Iterable[str], directory: Path) -> dict[str, str]:
    """Return what Coq prints of theorems 'File.name', and of all definitions they rest on."""
    found: dict[str, str] = {}
    wanted = dict.fromkeys(theorems, "Check")
    while wanted:
        found |= kernel.printed(wanted, directory)
        spoken = {name for text in found.values() for name in spoken_of(text)}
        wanted = dict.fromkeys(sorted(spoken - set(found)), "Print Term")
    return dict(sorted(found.items()))


def spoken_of(text: str) -> set[str]:
    """Return the names of these files in a text of Coq, without those of generated files."""
    files = kernel.written()
    names = re.findall(r"(?<![\w.'])(\w+)\.([\w']+)", text)
    return {f"{file}.{name}" for file, name in names if file in files}


def pinned() -> dict[str, str]:
    """Return what is pinned."""
    parts = re.split(r"^== (.*)\n", PINNED.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return {name: text.strip() for name, text in zip(parts[::2], parts[1::2], strict=True)}


def write(found: Mapping[str, str]) -> None:
    """Pin this."""
    parts = [HEADER, *(f"== {name}\n{text}\n" for name, text in found.items())]
    PINNED.write_text("\n".join(parts), encoding="utf-8")


def differences(found: Mapping[str, str], held: Mapping[str, str]) -> list[str]:
    """Return what Coq says otherwise than it is pinned."""
    wrong = [f"{name} is not pinned" for name in found.keys() - held.keys()]
    wrong += [f"{name} is pinned, but nothing speaks of it" for name in held.keys() - found.keys()]
    wrong += [
        f"{name} is not what is pinned: {kernel.normal(text)}"
        for name, text in found.items()
        if name in held and kernel.normal(held[name]) != kernel.normal(text)
    ]
    return sorted(wrong)
