"""Measurements, as commands of their own; they print ratios and assert nothing."""
