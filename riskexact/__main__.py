"""`python -m riskexact`, the same as `riskexact`."""

import sys

from riskexact.cli import main

sys.exit(main())
