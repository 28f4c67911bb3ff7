"""Exact odds of battles in the board game Risk."""
