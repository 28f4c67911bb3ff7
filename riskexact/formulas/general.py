"""The general formula of a rule set: its boundary, and the interior as O(a + d) terms.

Let A and D be the units that throw full dice, K the units lost in a round of full dice, and c_j
the chance that j of them are the defender's.  T(n, i) = [x^i] (c_0 + c_1 x + … + c_K x^K)^n is the
weight of i units lost by the defender in n rounds.  A battle leaves the interior a >= A, d >= D

- from a state (a', d'), d' = D … D + K - 1, when the defender loses j > d' - D units,
- from a state (a', d'), a' = A … A + K - 1, when the attacker loses K - j > a' - A and the
  defender keeps D or more.

Summed over the number n of rounds until then, with a' + d' = a + d - K n, that is the first-exit
sum of `closed_form.exits`.  The boundary, a < A or d < D, is made of `rows_and_columns`.

The chances of a round of 3 v 2 dice have letters.  If one pair is compared, p_αδ is the attacker's
chance in a round of α v δ dice; for single-loss rules p and q stand for p_32 and 1 - p_32.  If two
pairs are compared, v_j and w_j are the chances that the defender loses j units in a round of 2 v 2
and of 3 v 2 dice.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from sympy import (
    Add,
    Derivative,
    Expr,
    Integer,
    Max,
    Mul,
    Rational,
    Subs,
    Sum,
    Symbol,
    binomial,
    ceiling,
    factorial,
    floor,
)

from riskexact.base.errors import RiskError
from riskexact.base.text import fraction_text
from riskexact.formulas.equations import (
    Equation,
    Formula,
    Q,
    Range,
    T,
    a,
    compare,
    d,
    i,
    j,
    k,
    n,
    ordered_sum,
    value,
)
from riskexact.formulas.rows_and_columns import column, row
from riskexact.odds.closed_form import weight
from riskexact.odds.closed_form.written_out import boundary, boundary_of, chances, covered
from riskexact.odds.recursion import cells
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import in_words, rule_set
from riskexact.rules.dice import DiceNumbers, Losses, loss_counts

t = Symbol("x")
p, q = Symbol("p"), Symbol("q")
p11, p12, p21, p22, p31 = (Symbol(f"p_{dice}") for dice in (11, 12, 21, 22, 31))
v, w = (tuple(Symbol(f"{letter}_{lost}") for lost in range(3)) for letter in "vw")
kappa = Symbol("kappa")
"""`written_out.Boundary.fast`, where a round costs two units."""

AHEAD = 4
"""The number of values of each variable compared with the recursion, minus K - 1."""

LossChances = Mapping[Losses, Expr]
"""The chances of the losses of a round, as numbers or letters."""


def general_formula(rules: Rules | str = STANDARD, in_letters: bool = False) -> Formula:
    """Return equations that give Q(a, d) for all a, d >= 1.

    For rules whose rounds cost a fixed number of units; with `in_letters`, for 3 v 2 dice, with
    letters for the chances of a round.  Equivalent to `closed_form.win_probability`, and compared
    with the recursion before it is returned.  Raises `RiskError` for other rules.

    >>> general_formula(Rules(1, 1))  # doctest: +NORMALIZE_WHITESPACE
    Q(a, d), 1 v 1 dice, 6 faces, 1 pair, ties to the defender
    Q(a, 0) = 1 and Q(0, d) = 0
    <BLANKLINE>
    Q(a, d) = (5/12)^d*Σ(j = 0..a - 1) (7/12)^j*C(d + j - 1, j)
              for a = 1, 2, 3, …; d = 1, 2, 3, …
    """
    rules = rule_set(rules)
    if not rules.has_closed_form:
        raise RiskError(
            "rules of a general formula must have rounds that all cost the same number of units, "
            f"not a varying one ({rules.description}); rows and columns do have formulas"
        )
    remarks = ["Q(a, 0) = 1 and Q(0, d) = 0"]
    numbers: dict[Symbol, Fraction] = {}
    if in_letters:
        rounds, values = letters(rules)
        numbers = dict(values)
        remarks += [f"{letter} = {fraction_text(number)}" for letter, number in numbers.items()]
        c: list[Expr] = [q, p] if rules.losses_per_round == 1 else list(w)
        equations = _boundary_in_letters(rules, rounds)
        numbers |= {e.left: value(e.right.subs(numbers)) for e in equations if e.left == kappa}
        checked = sum(_compared(equation, rules, numbers) for equation in equations)
    else:
        c = [Rational(chance) for chance in chances(*rules.max_dice, rules)]
        equations, checked = _boundary(rules)
    inside = [_interior(rules, c)]
    if len(c) > 2:
        inside.append(_weights(c))
        remarks.append(f"T(n, i) = 0 unless 0 <= i <= {len(c) - 1}*n; a sum without terms is 0")
    checked += sum(_compared(equation, rules, numbers) for equation in inside)
    title = f"Q(a, d), {in_words(rules)}"
    return Formula(title, rules, (*equations, *inside), checked, tuple(remarks))


def letters(rules: Rules) -> tuple[Mapping[DiceNumbers, LossChances], Mapping[Symbol, Fraction]]:
    """Return the chances of each round in letters, by numbers of dice, and the letters' values.

    Raises `RiskError` for other rules than 3 v 2 dice.
    """
    if not covered(rules):
        raise RiskError(
            "rules of formulas in letters must have 3 v 2 dice, one for each unit, and rounds that "
            f"cost a fixed number of units, not {rules.description}"
        )
    rounds: dict[DiceNumbers, LossChances] = {
        dice: _one_pair(letter)
        for dice, letter in {(1, 1): p11, (1, 2): p12, (2, 1): p21, (3, 1): p31}.items()
    }
    if rules.losses_per_round == 1:
        rounds |= {(2, 2): _one_pair(p22), (3, 2): {(0, 1): p, (1, 0): q}}
    else:
        for dice, names in (((2, 2), v), ((3, 2), w)):
            rounds[dice] = {(2 - lost, lost): names[lost] for lost in range(3)}
    numbers = {
        letter: chances(*dice, rules)[lost]
        for dice, round_ in rounds.items()
        for (_, lost), letter in round_.items()
        if isinstance(letter, Symbol)
    }
    return rounds, numbers


def _one_pair(win: Symbol) -> LossChances:
    return {(1, 0): 1 - win, (0, 1): win}


def _boundary(rules: Rules) -> tuple[list[Equation], int]:
    """Return the rows and columns of the boundary, and the number of comparisons."""
    A, D = rules.units_for_max_dice
    rows = [row(m, rules) for m in range(1, A)]
    columns = [column(m, rules) for m in range(1, D)]
    equations = [equation for line in rows for equation in line.equations]
    equations += [
        equation
        for line in columns
        for equation in line.equations
        if equation.ranges or equation.left.args[0] >= A
    ]
    return equations, sum(line.checked for line in rows + columns)


def _boundary_in_letters(rules: Rules, rounds: Mapping[DiceNumbers, LossChances]) -> list[Equation]:
    """Return `written_out.Boundary` in letters, for 3 v 2 dice."""
    B = boundary_of(lambda *dice: [*rounds[dice].values()])
    s, v = B.s, B.v
    try:
        _ = boundary(rules).fast
    except ZeroDivisionError:
        raise RiskError(
            f"formulas in letters divide by {s}{f'^{B.K}' if B.K > 1 else ''} - {v}, which must "
            f"not be 0, and is under these rules ({rules.description})"
        ) from None
    lost = Mul(-1, *B.c.args, B.r ** (a - 2), evaluate=False)
    equations = [
        Equation(Q(1, d), B.p11 * s ** (d - 1), (Range(d, 1),)),
        Equation(Q(a, 1), ordered_sum(Integer(1), lost), (Range(a, 2),)),
    ]
    Q21 = p21 + (1 - p21) * p11  # 1 - B.c
    if B.K == 1:
        both = (v ** (d - 1) - s ** (d - 1)) / (v - s)
        right = ordered_sum(Q21 * v ** (d - 1), (1 - v) * B.p11 * s * both)
        return [*equations, Equation(Q(2, d), right, (Range(d, 1),))]
    even = ordered_sum(kappa * s**d, (1 - kappa) * v ** (d / 2))
    odd = ordered_sum(kappa * s**d, (Q21 - kappa * s) * v ** ((d - 1) / 2))
    return [
        *equations,
        Equation(kappa, B.fast),
        Equation(Q(2, d), even, (Range(d, 0, 2),)),
        Equation(Q(2, d), odd, (Range(d, 1, 2),)),
    ]


def _interior(rules: Rules, c: list[Expr]) -> Equation:
    """Return the equation of the interior, c_0, …, c_K being numbers or letters."""
    A, D = rules.units_for_max_dice
    terms = _binomial(A, D, c) if len(c) == 2 else _first_exit(A, D, c)
    return Equation(Q(a, d), ordered_sum(*terms), (Range(a, A), Range(d, D)))


def _binomial(A: int, D: int, c: list[Expr]) -> Iterator[Expr]:
    """Yield the two sums of K = 1, in which j attackers or k defenders are lost on the way."""
    lose, win = c
    bottom = binomial(d - D + j, j) * lose**j * on_boundary(a - j, Integer(D - 1))
    left = binomial(a - A + k, k) * win**k * on_boundary(Integer(A - 1), d - k)
    yield win ** (d - D + 1) * Sum(bottom, (j, 0, a - A))
    if left:
        yield lose ** (a - A + 1) * Sum(left, (k, 0, d - D))


def _first_exit(A: int, D: int, c: list[Expr]) -> Iterator[Expr]:
    """Yield the sums of any K, by the state (x, y) from which the interior is left."""
    K = len(c) - 1
    for y in range(D, D + K):
        x = a + d - y - K * n
        exits = Add(
            *(c[m] * on_boundary(x - K + m, Integer(y - m)) for m in range(y - D + 1, K + 1))
        )
        if exits:
            yield Sum(T(n, d - y) * exits, (n, ceiling((d - y) / K), floor((a + d - y - A) / K)))
    for x in range(A, A + K):
        y = a + d - x - K * n
        for m in range(K - x + A):
            exit_ = c[m] * on_boundary(Integer(x - K + m), y - m)
            last = floor((a + d - x - D - m) / K)
            if exit_:
                yield Sum(T(n, K * n + x - a) * exit_, (n, ceiling((a - x) / K), last))


def on_boundary(attackers: Expr, defenders: Expr) -> Expr:
    """Return Q of a state outside the interior, or its payoff where the battle is over."""
    if defenders == 0:
        return Integer(1)
    return Integer(0) if attackers == 0 else Q(attackers, defenders)


def _weights(c: list[Expr]) -> Equation:
    """Return the equation for T(n, i): trinomial for K = 2, in general a coefficient of a power."""
    ranges = Range(n, 0), Range(i, 0)
    if len(c) == 3:
        ways = binomial(n, j) * binomial(n - j, i - 2 * j)
        terms = ways * c[2] ** j * c[1] ** (i - 2 * j) * c[0] ** (n - i + j)
        return Equation(T(n, i), Sum(terms, (j, Max(0, i - n), floor(i / 2))), ranges)
    P = Add(*(c[m] * t**m for m in range(len(c))))
    return Equation(T(n, i), Subs(Derivative(P**n, (t, i)), t, 0) / factorial(i), ranges)


def _compared(equation: Equation, rules: Rules, numbers: Mapping[Symbol, Fraction]) -> int:
    """Compare an equation with the recursion, and return the number of points."""
    if not equation.ranges and not equation.left.has(Q):
        return 0  # a definition
    K = rules.losses_per_round or 1
    counts = loss_counts(*rules.max_dice, rules)
    most_a, most_d = (units + 2 * (AHEAD + K) for units in rules.units_for_max_dice)
    table = dict(cells(most_a, most_d, rules))

    def weights(m: int, lost: int) -> Fraction:
        return Fraction(weight(counts, m, lost), sum(counts) ** m) if m >= 0 else Fraction(0)

    def odds(x: int, y: int) -> Fraction:
        return table[x, y]

    ahead = AHEAD if equation.left.func == T else AHEAD + K - 1
    places = [range(r.least, r.least + ahead * r.step, r.step) for r in equation.ranges]
    return compare(
        Equation(equation.left, equation.right.subs(numbers), equation.ranges),
        places,
        weights if equation.left.func == T else odds,
        Q=odds,
        T=weights,
    )
