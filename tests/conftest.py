"""Settings of the property tests: no deadline, because machines are shared and noisy.

The same examples in every run, so that a change is what makes a test fail; the profile
"campaign" looks for new ones (`pytest --hypothesis-profile=campaign`), and "mutation" stops at the
first failure without looking for a smaller one (`python -m tests.trust.mutations`).  "brief" tries
a few, where the same code meets other versions of what it needs (`.ci/packages`).
"""

from hypothesis import Phase, settings

settings.register_profile("riskexact", deadline=None, max_examples=60, derandomize=True)
settings.register_profile("brief", settings.get_profile("riskexact"), max_examples=8)
settings.register_profile("campaign", deadline=None, max_examples=600)
settings.register_profile(
    "mutation",
    settings.get_profile("riskexact"),
    phases=[Phase.explicit, Phase.generate],
    report_multiple_bugs=False,
)
settings.load_profile("riskexact")
