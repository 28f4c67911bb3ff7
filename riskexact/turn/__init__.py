"""The best turn on a map, exactly.

`geography` and `position` say what stands where, `front` is the state space of a turn, `best_play`
and `search` evaluate it; `conquest`, `turns`, `placement` and `solved` are what can be asked.
"""
