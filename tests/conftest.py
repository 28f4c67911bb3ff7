"""Settings of the property tests: no deadline, because machines are shared and noisy.

The same examples in every run, so that a change is what makes a test fail; the profile
"campaign" looks for new ones (`pytest --hypothesis-profile=campaign`).
"""

from hypothesis import settings

settings.register_profile("riskexact", deadline=None, max_examples=60, derandomize=True)
settings.register_profile("campaign", deadline=None, max_examples=600)
settings.load_profile("riskexact")
