"""Theorems behind the closed forms, each with a machine check."""
