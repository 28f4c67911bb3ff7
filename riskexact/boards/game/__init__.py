"""Whole games of Risk on small boards, solved.  `duel`: two territories, for all numbers."""
