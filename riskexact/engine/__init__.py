"""Large exact arithmetic by python-flint, imported nowhere else.

One cell (`cell`), whole tables and all outcomes (`table`), certain digits of the chances to win and
to lose (`decimals`) and under Balanced Blitz (`blitz`), sums of independent numbers
(`sums`), and linear systems (`linear`).  A module here is a faster method for an answer that `odds`
defines, and is tested against it.
"""
