"""The wins of a log over time, beside what is usual."""

from riskexact.logs.pictures.log_wins import log_wins

__all__ = ["log_wins"]
