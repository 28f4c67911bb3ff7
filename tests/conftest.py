"""Which tests run when, and the settings of the property tests.

`pytest -m quick` collects the files of `QUICK` and no others; `-m "not tools"`, also beside other
marks, leaves out those of `TOOLS`, and `-m "not searches"` those of `SEARCHES`, whose libraries are
then not needed (the extra `tools`).  `coq` and `browser` are the marks of tests that need Coq, and
Chromium or `node`, see `programs`.

Property tests have no deadline, nor are slow ones told, because machines are shared and noisy.
Every run tries the same few examples, so that a failure is the change's own.  Other profiles
(`--hypothesis-profile`):

- "properties" looks for new examples, thirty times as many, and keeps what it finds
  (`python -m tests.trust.properties`);
- "brief" tries fewer, with other versions of the dependencies (`.ci/packages`), and "once" one,
  without a feature (`test_features`);
- "mutation" stops at the first failure (`python -m tests.trust.mutations`).
"""

import gc
import os
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests import programs

ROOT = Path(__file__).parents[1]


def _paths(names: str) -> tuple[Path, ...]:
    return tuple(ROOT / name for name in names.split())


QUICK = _paths("""
tests/test_architecture.py tests/base tests/rules tests/odds
tests/battle/test_battle.py tests/turn/test_geography.py tests/publication/test_directory.py
tests/app/test_scripts.py
riskexact/base riskexact/rules riskexact/odds riskexact/battle/battle.py
riskexact/strategy/__init__.py riskexact/formulas riskexact/turn/position.py riskexact/game/duel.py
riskexact/certificates riskexact/publication/plan.py riskexact/logs/rows.py riskexact/app/scripts.py
""")
"""What a change is tried on first, in under 20 seconds on two idle cores."""

SEARCHES = _paths("""
tests/test_features.py tests/benchmarks tests/conformance tests/notebooks tests/app/test_package.py
tests/app/test_package_arguments.py tests/app/test_package_digits.py
tests/app/test_package_maps.py
tests/trust/fuzz tests/trust/test_fuzz.py tests/trust/mutations tests/trust/test_mutations.py
tests/trust/test_endurance.py tests/trust/test_interrupts.py tests/trust/test_without_flint.py
tests/trust/test_digits.py tests/trust/test_blitz.py tests/trust/test_properties.py
tests/trust/test_waits.py
tests/proofs/test_sabotage.py tests/trust/test_certificates.py
tests/walkthrough/test_walkthrough.py tests/models/test_storm.py
""")
"""Short runs of the long searches, of benchmarks, notebooks, packages, and Python in a browser, and
what needs more libraries (the extra `tools`)."""

TOOLS = SEARCHES + _paths("""
tests/publication riskexact/publication tests/trust tests/walkthrough tests/proofs tests/formulas
tests/test_readme.py tests/test_clocks.py tests/logs/test_simulation.py
tests/logs/test_simulation_p_values.py tests/base/drawing tests/battle/pictures
tests/game/pictures tests/logs/pictures tests/turn/pictures tests/cli/test_plot.py
""")
"""What is not arithmetic, questions or commands; tests of these that take seconds are marked."""


@cache
def _within(path: Path, homes: tuple[Path, ...]) -> bool:
    return not {path, *path.parents}.isdisjoint(homes)


UNINSTALLED = _paths("tests/walkthrough/world.py")
"""Programs that need libraries which no extra has."""


def _all_need_a_program(path: Path) -> bool:
    """Of pages: a file whose tests all need Chromium or `node`, which it says at its beginning."""
    return path.match("app/test_*.py") and "\npytestmark = needs" in path.read_text("utf-8")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import what these expressions leave out, and `UNINSTALLED`.

    Only tests of tests/ need Coq or a browser.
    """
    if collection_path in UNINSTALLED:
        return True
    match config.option.markexpr:
        case "quick":
            above = any(home.is_relative_to(collection_path) for home in QUICK)
            return None if above or _within(collection_path, QUICK) else True
        case expression if "not tools" in expression:
            in_pages = "not browser" in expression and _all_need_a_program(collection_path)
            return True if in_pages or _within(collection_path, TOOLS) else None
        case expression if "not searches" in expression:
            return True if _within(collection_path, SEARCHES) else None
        case "tools or coq or browser" if collection_path.suffix == ".py":
            in_tests = _within(collection_path, (ROOT / "tests", *TOOLS))
            return None if in_tests else True
    return None


class Homes:
    """The files to be looked at, as a plugin for all folders, not for tests/ alone."""

    pytest_ignore_collect = staticmethod(pytest_ignore_collect)


class Transcript(pytest.File):
    """A file `commands/NAME.txt`, which is one test."""

    def collect(self) -> Iterator[pytest.Item]:
        yield Commands.from_parent(self, name="commands")


class Commands(pytest.Item):
    """`python -m tests.readme FILE` would change nothing."""

    def runtest(self) -> None:
        from tests.readme import transcript

        text = self.path.read_text(encoding="utf-8")
        assert transcript(text) == text, f"python -m tests.readme {self.path.relative_to(ROOT)}"


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Take transcripts, too, and look for no examples in the docstrings of tests."""
    found = yield
    if file_path.match("commands/*.txt"):
        return [Transcript.from_parent(parent, path=file_path)]
    if file_path.match("test_*.py"):
        return [each for each in found if type(each) is pytest.Module]
    return found


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return how many cores there are, and one more where tests wait for pages and processes."""
    return (os.cpu_count() or 1) + ("not browser" not in config.option.markexpr)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """Let workers, and the commands that tests start, keep compiled modules for one another."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage in what is collected, now or while the tests run."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    """Keep the order of the files, and try fewer examples in the quick tests."""
    config.option.loadscopereorder = False  # --no-loadscope-reorder, where xdist is installed
    for name, plugin in (("programs", programs), ("homes", Homes())):
        config.pluginmanager.register(plugin, name)  # for riskexact/ and proofs/, too
    if config.option.markexpr == "quick" and not config.getoption("--hypothesis-profile"):
        settings.load_profile("quick")


SLOWEST = _paths("""
tests/proofs/test_coq.py tests/engine/test_decimals.py
tests/app/test_map_page.py tests/app/test_looks.py tests/test_readme.py
tests/app/test_page.py tests/app/test_page_addresses.py
tests/publication/test_executors.py tests/app/test_map_plans.py
tests/proofs/test_sabotage.py tests/trust/test_certificates.py tests/walkthrough/test_walkthrough.py
""")
"""What is begun first, so that no core waits for it at the end."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests, and begin with what is slow."""
    marks = {"quick": QUICK, "tools": TOOLS, "searches": SEARCHES}
    named = cache(lambda path: [mark for mark, homes in marks.items() if _within(path, homes)])
    for item in items:
        for mark in named(item.path):
            item.add_marker(mark)
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker("properties")
        for needed in programs.marks(item):
            item.add_marker(needed)
    places = {path: place for place, path in enumerate(SLOWEST)}
    items.sort(key=lambda item: places.get(item.path, len(places)))


EXAMPLES = 20
"""Of a property, in the run that people wait for."""

settings.register_profile(
    "properties",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=30 * EXAMPLES,
)
settings.register_profile(
    "riskexact", settings.get_profile("properties"), max_examples=EXAMPLES, derandomize=True
)
settings.register_profile("brief", settings.get_profile("riskexact"), max_examples=8)
settings.register_profile("once", settings.get_profile("riskexact"), max_examples=1)
settings.register_profile("quick", settings.get_profile("riskexact"), max_examples=10)
settings.register_profile(
    "mutation",
    settings.get_profile("riskexact"),
    phases=[Phase.explicit, Phase.generate],
    report_multiple_bugs=False,
)
settings.load_profile("riskexact")
