"""The best turn on a map, exactly.

- `geography`: maps, the classic one and those in files, and where territories stand in a drawing;
  `position`: who stands where;
- `front`: the state space of a turn; `named_front`: a position as a front, and the moves of best
  play by the names of territories;
- `evaluation`: values of states, each once, and their policy; `best_play`: the highest chance;
  `bounds`: it and an upper bound; `paths`: the best fixed path;
- `conquest`: what to attack first, and the chance to take a set of territories; `turns`: go on or
  stop, by the highest expected value; `placement`: where armies stand best; `solved`: continents.
"""
