"""The pages of a publication: an index, and a page for each rule set.

Each is one HTML document without any script: it asks for nothing but the pictures beside it, all
its links are relative, and it says the same on every day.
"""

from riskexact.publication.pages.index import index_page
from riskexact.publication.pages.material import (
    MOST_SHOWN,
    Chapter,
    Download,
    Listed,
    Shown,
    Site,
)
from riskexact.publication.pages.rules import rules_page

__all__ = [
    "MOST_SHOWN",
    "Chapter",
    "Download",
    "Listed",
    "Shown",
    "Site",
    "index_page",
    "rules_page",
]
