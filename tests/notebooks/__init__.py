"""Notebooks for four readers, run from an empty kernel."""
