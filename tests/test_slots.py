"""Addresses of the project: written from one file, and what is empty changes nothing."""

import json
import tomllib

from riskexact.publication.metadata import PROJECT
from tests.slots import CORE, INSTALL, ROOT, filled

FILLED = {name: f"https://example.org/{name}" for name in PROJECT}


def test_files_have_the_addresses_that_are_filled_in() -> None:
    for name, text in filled(PROJECT):
        assert text == (ROOT / name).read_text(encoding="utf-8"), name


def test_an_address_goes_wherever_it_belongs() -> None:
    made = dict(filled(FILLED))
    project = tomllib.loads(made["pyproject.toml"])["project"]
    assert project["urls"]["Homepage"] == FILLED["site"]
    package = json.loads(made[f"{CORE}/package.json"])
    assert (package["homepage"], package["repository"]) == (FILLED["site"], FILLED["repository"])
    assert f"url: {FILLED['site']}\n" in made["CITATION.cff"]
    assert f"doi: {FILLED['doi']}\n" in made["CITATION.cff"]
    assert len(json.loads(made[".zenodo.json"])["related_identifiers"]) == 2
    for name, (_, before, after) in INSTALL.items():
        assert before in (ROOT / name).read_text(encoding="utf-8") or PROJECT["pypi"]
        assert after in made[name]
        assert before not in made[name]
