"""The languages of pages, and the words that all pages share: a file of texts for each.

They name units, dice, rules, the tabs of the app, and what is played on: the places of the classic
map and the boards of whole games.  The rest of what a page says is in a file of texts beside it;
titles and remarks of rule sets are in the catalogue.
"""

import json
from collections.abc import Mapping
from functools import lru_cache

from riskexact.base.frozen import FrozenMapping
from riskexact.base.resources import package_text
from riskexact.base.text import Wording

LANGUAGES = ("en", "de", "it")
"""The codes of the languages; the first is that of messages, files and data."""


@lru_cache(len(LANGUAGES))
def common_texts(code: str) -> Mapping[str, Wording]:
    """Return the shared texts of a language: for each key a text, or its forms by number.

    >>> common_texts("de")["units.defenders"]["other"], common_texts("it")["place.greenland"]
    ('{n} Verteidiger', 'Groenlandia')
    """
    texts: dict[str, Wording] = json.loads(package_text(f"{code}.json", "rules.languages"))
    return FrozenMapping(texts)
