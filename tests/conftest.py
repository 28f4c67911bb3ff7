"""The quick tests, and the settings of the property tests.

`pytest -m quick` collects the files named below and no others, and tries fewer examples.

Property tests have no deadline, because machines are shared and noisy.  Every run tries the same
examples, so that a failure is the change's own.  Other profiles (`--hypothesis-profile`):

- "campaign" looks for new examples, ten times as many;
- "brief" tries a few, with other versions of the dependencies (`.ci/packages`);
- "mutation" stops at the first failure (`python -m tests.trust.mutations`).
"""

from pathlib import Path

import pytest
from hypothesis import Phase, settings

ROOT = Path(__file__).parents[1]

FILES = """
tests/test_architecture.py tests/base tests/rules tests/odds
tests/questions/test_battle.py
riskexact/base riskexact/rules riskexact/odds riskexact/questions/battle.py
"""
QUICK = [ROOT / name for name in FILES.split()]
"""What a change is tried on first, in under 30 seconds on two idle cores."""


class QuickAlone:
    """With `-m quick` other files are not even imported."""

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Ignore a file or folder that has nothing quick in it."""
        path = collection_path
        wanted = any(path.is_relative_to(each) or each.is_relative_to(path) for each in QUICK)
        return None if wanted else True


def pytest_configure(config: pytest.Config) -> None:
    """Leave out what is not quick, in the folders of the package too, and try fewer examples."""
    if config.option.markexpr == "quick":
        config.pluginmanager.register(QuickAlone())
        if not config.getoption("--hypothesis-profile"):
            settings.load_profile("quick")


SLOWEST = [ROOT / name for name in ("tests/proofs/test_coq.py", "tests/calculator/test_page.py")]
"""What is begun first, so that no core waits for it at the end."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is quick, and begin with what is slow."""
    for item in items:
        if any(item.path.is_relative_to(each) for each in QUICK):
            item.add_marker("quick")
    items.sort(key=lambda item: item.path not in SLOWEST)


settings.register_profile("riskexact", deadline=None, max_examples=60, derandomize=True)
settings.register_profile("brief", settings.get_profile("riskexact"), max_examples=8)
settings.register_profile("quick", settings.get_profile("riskexact"), max_examples=10)
settings.register_profile("campaign", deadline=None, max_examples=600)
settings.register_profile(
    "mutation",
    settings.get_profile("riskexact"),
    phases=[Phase.explicit, Phase.generate],
    report_multiple_bugs=False,
)
settings.load_profile("riskexact")
