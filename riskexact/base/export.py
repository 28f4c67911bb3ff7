"""Values as text for files: written as the command line writes them, and read back."""

import os
from functools import partial

from riskexact.base.arguments import by_name, short_repr
from riskexact.base.errors import RiskError, UnwritableError
from riskexact.base.frozen import Any

FileName = str | os.PathLike[str] | None


class Exported:
    """Base of values that are a table in files, such as distributions.

    With a path the text is written there, whole or not at all, and "" is returned.
    """

    __slots__ = ()

    def _exported(self, format: str, path: FileName) -> str:  # noqa: A002
        text = self._written(format)
        if path is None:
            return text
        from riskexact.base.files import write_whole

        try:
            write_whole(os.fspath(path), text)
        except (UnwritableError, TypeError) as error:
            raise RiskError(
                f"path must be one that can be written, not {short_repr(path)}"
            ) from error
        return ""

    def _written(self, format: str) -> str:  # noqa: A002  (the word of the command line)
        raise NotImplementedError

    def to_csv(self, path: FileName = None) -> str:
        """Return the table as CSV, in the form of `--format csv`: exact fractions, and more."""
        return self._exported("csv", path)

    def to_json(self, path: FileName = None) -> str:
        """Return one JSON object on one line, which `from_json` reads."""
        return self._exported("json", path)

    def to_markdown(self, path: FileName = None) -> str:
        """Return the table in Markdown, in the form of `--format markdown`."""
        return self._exported("markdown", path)

    def to_latex(self, path: FileName = None) -> str:
        """Return the table in LaTeX, in the form of `--format latex`."""
        return self._exported("latex", path)


def strict_json(text: str | bytes) -> Any:
    """Return what a JSON text says; `ValueError` if it is none.

    Raises `RiskError`, which is one, for an object with a key that is there twice.

    >>> strict_json('{"defenders": 2}')
    {'defenders': 2}
    >>> strict_json('{"defenders": 2, "defenders": 3}')
    Traceback (most recent call last):
        ...
    riskexact.RiskError: a key must be there once, not 'defenders' again
    """
    import json

    return json.loads(text, object_pairs_hook=partial(by_name, what="a key must be there"))


def parsed(text: Any) -> Any:
    r"""Return a JSON object, or the rows of CSV by the names in its first line.

    Raises `RiskError` for any other text.

    >>> parsed("attackers,1\n1,5/12\n")
    [{'attackers': '1', '1': '5/12'}]
    """
    import csv
    from io import StringIO

    try:
        plain = text.removeprefix("\ufeff")  # of spreadsheets, and of editors
        if plain[:1] == "{":
            return strict_json(plain)
        head, *lines = csv.reader(StringIO(plain), strict=True)
        if lines and len({*head}) == len(head):
            return [dict(zip(head, line, strict=True)) for line in lines]
    except (csv.Error, AttributeError, TypeError, ValueError, RecursionError):
        pass
    raise RiskError(f"text must be as to_json or to_csv writes it, not {short_repr(text)}")
