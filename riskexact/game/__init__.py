"""The whole game on small boards, solved: what a position is worth, and what is best.

`terms` says what is played; `sweeps` bounds the value of every position, in `rows` of numbers;
`stages` finds the best steps and exact values; `answers` has what can be asked.
`duel` has two territories, for all numbers of armies, and `bellman` the check that proves it.
"""
