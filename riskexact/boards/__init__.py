"""The best turn on a map, exactly.

- `geography`: maps, the classic one and those in files; `layout`: where territories stand in a
  drawing; `position`: who stands where;
- `front`: the state space of a turn; `named_front`: a position as a front, and the moves of best
  play by the names of territories;
- `evaluation`: values of states, each once, and their policy; `best_play`: the highest chance;
  `pooled`: an upper bound of it; `bounds`: both; `paths`: the best fixed path; `rewards`: the
  highest expected value;
- `conquest`: what to attack first, and the chance to take a set of territories; `reinforcement`:
  where new armies raise it most; `turns`: go on or stop; `defence`: how the defender stands best.
"""
