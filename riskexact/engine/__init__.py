"""Large exact arithmetic by python-flint, imported nowhere else.

- `cell`: one cell of any size, by binary splitting (`splitting`) of sums down columns of the
  interior weights, over known powers of primes (`columns`);
- `table`: every cell of a rectangle in whole numbers (`columns`), one diagonal at a time, and all
  outcomes of one battle;
- `balls`: certain digits of numbers that are enclosed in balls, at a precision that threads take
  turns to set;
- `blitz`: the chances of both sides and of the outcomes in Balanced Blitz; `switching`: the best
  moment to change over to it from rounds by hand;
- `boundary`: the chances in which full dice are not thrown, as exact generating functions;
- `circle`: a chance as a coefficient of a polynomial, by its mean over a circle, with three bounds;
- `saddle`: the choice of the circle and of what is negligible on it;
- `decimals`: certain digits of the chances to win and to lose, for any rules and at any size;
- `sums`: sums of independent numbers, and the p-value of a number of successes.

A module here is a faster method for an answer that `odds` defines, and is tested against it.
"""
