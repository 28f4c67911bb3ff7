"""Questions: battles, tables, forces needed, campaigns, strategies, simulations, claims.

A question checks its arguments, chooses a method, and answers with exact values.  How an answer
looks belongs in `cli`, `pictures` or `publication`.
"""
