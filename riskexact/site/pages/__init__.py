"""The pages of a publication: an index, and a page for each rule set.

Each is one HTML document without any script: it asks for nothing but the pictures beside it, all
its links are relative, and it says the same on every day.
"""

from riskexact.site.pages.index import index_page
from riskexact.site.pages.material import (
    MOST_SHOWN,
    Chapter,
    Download,
    Listed,
    Shown,
    Site,
)
from riskexact.site.pages.rules import rules_page

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
