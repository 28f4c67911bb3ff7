"""Large exact arithmetic by python-flint, imported nowhere else.

- `cell`: one cell of any size, by binary splitting (`splitting`) of sums down columns of the
  interior weights (`columns`), with constants as prime exponents (`primes`);
- `outcomes`: all outcomes of one battle;
- `table`: every cell of a rectangle in whole numbers, one diagonal at a time;
- `precision`: turns at python-flint's working precision, which is one for the whole process;
- `balls`: certain digits of numbers that are enclosed in balls;
- `blitz`: the chances of the outcomes under Balanced Blitz;
- `poles`, `saddle`: the chance to win with 3 v 2 dice as an integral, and its value at any size;
- `strips`, `blocks`, `window`: the same for any rules of fixed cost, in O(a + d) steps;
- `decimals`: the choice between them for certain digits;
- `tails`: p-values of counts, by the incomplete beta function.

A module here is a faster method for an answer that `odds` defines, and is tested against it.
"""
