"""Questions: battles, campaigns, tables, forces needed, strategies, the price of an attack.

A question checks its arguments, chooses a method, and answers with exact values.  How an answer
looks belongs in `cli`, `pictures` or `publication`.
"""
