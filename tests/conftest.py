"""Settings of the property tests: no deadline, because machines are shared and noisy."""

from hypothesis import settings

settings.register_profile("riskexact", deadline=None, max_examples=60)
settings.load_profile("riskexact")
