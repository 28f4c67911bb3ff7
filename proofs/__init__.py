"""Theorems behind the closed forms, each with a checker that fails when anything is wrong."""
