"""Large armies: the break-even ratio, the normal approximation of the odds, and bounds of them.

Let a round of full dice with a loss cost the attacker η and the defender ξ units, with means α and
δ.  With the break-even ratio ρ = α / δ, and σ² = E (α ξ - δ η)² / (α + δ)²,

    Q(a, d) → Φ(c t)  for a = ρ d + t √d, d → ∞,    c² = δ³ / ((α + δ)² σ²),
    Q(a, d) ≈ Φ(m / √s²),    m = (δ a - α d) / (α + δ),    s² = σ² (a + d) / (α + δ)

(riskexact/formulas/proofs.md, Large armies).  This is an argument by the central limit theorem, not
a proof checked by a machine.  For finite armies Φ(m / √s²) is an approximation, and no bound on its
error is given.  The bounds, of `odds.bounds`, hold for all numbers of units, but are close to
neither.
"""

from fractions import Fraction

from sympy import Expr, Function, Mul, Rational, Symbol, erf, sqrt

from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple
from riskexact.formulas.equations import Equation, Formula, a, d, ordered_sum
from riskexact.odds.bounds import Bound, loss_bound, states_with_losses, win_bound
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import in_words, rule_set
from riskexact.rules.dice import break_even_ratio, round_with_loss

mean, variance = Function("mean")(a, d), Function("variance")(a, d)
normal = Function("Q_normal")(a, d)
least, most = Function("Q_least")(a, d), Function("Q_most")(a, d)
ratio, steepness = Symbol("rho"), Symbol("c")


class NormalApproximation(NamedTuple):
    """The normal approximation of Q(a, d): Φ(mean / √variance).

    `attackers_lost` and `defenders_lost` are the exact means of a round of full dice with a loss,
    and `round_variance` is σ².

    >>> standard = normal_approximation()
    >>> standard.mean(10, 10), standard.variance(10, 10)
    (Fraction(1025, 1296), Fraction(22102675, 3359232))
    """

    attackers_lost: Fraction
    defenders_lost: Fraction
    round_variance: Fraction

    @property
    def _cost(self) -> Fraction:
        return self.attackers_lost + self.defenders_lost

    def mean(self, attackers: int, defenders: int) -> Fraction:
        """Return m, the expected number of units that the defender lacks."""
        lead = self.defenders_lost * attackers - self.attackers_lost * defenders
        return lead / self._cost

    def variance(self, attackers: int, defenders: int) -> Fraction:
        """Return s², the variance of that number."""
        return self.round_variance * (attackers + defenders) / self._cost

    @property
    def steepness_squared(self) -> Fraction:
        """c² of the limit law: Q(a, d) → Φ(c t) for a = ρ d + t √d.

        >>> normal_approximation(Rules(1, 1)).steepness_squared
        Fraction(25, 84)
        """
        return self.defenders_lost**3 / (self._cost**2 * self.round_variance)

    @property
    def expression(self) -> Expr:
        """Φ(m / √s²) in a and d, for sympy.

        >>> normal_approximation(Rules(1, 1)).expression.subs({a: 7, d: 5})
        1/2
        """
        return (1 + erf(self.mean(a, d) / sqrt(2 * self.variance(a, d)))) / 2


def normal_approximation(rules: Rules | str = STANDARD) -> NormalApproximation:
    """Return the normal approximation of the odds under the rules; see the module's header.

    Raises `RiskError` if rounds of full dice always have the same losses, or if a side never loses
    a unit.

    >>> approximation = normal_approximation()
    >>> approximation.defenders_lost, approximation.round_variance
    (Fraction(2797, 2592), Fraction(4420535, 6718464))
    """
    rules = rule_set(rules)
    break_even_ratio(rules)
    changes, throws = round_with_loss(*rules.max_dice, rules)
    alpha, delta = (Fraction(sum(lost[k] * n for lost, n in changes), throws) for k in (0, 1))
    square = Fraction(sum(n * (alpha * j - delta * i) ** 2 for (i, j), n in changes), throws)
    for side in (0, 1):
        states_with_losses(side, "a normal approximation", rules)
    if square == 0:
        raise RiskError(
            f"rounds must differ in their losses for a normal approximation, not all be the same "
            f"({rules.description})"
        )
    return NormalApproximation(alpha, delta, square / (alpha + delta) ** 2)


def limit_laws(rules: Rules | str = STANDARD) -> Formula:
    """Return the break-even ratio, the normal approximation and exponential bounds as equations.

    The equations for `mean` and `variance` are exact; Q_normal approximates Q.  Q is at least
    Q_least and at most Q_most.  Raises `RiskError` as `normal_approximation` does.

    >>> for equation in limit_laws().equations:
    ...     print(equation.text)
    rho = 2387/2797
    c = 2797*sqrt(504662710)/90936720
    mean(a, d) = 2797*a/5184 - 2387*d/5184
    variance(a, d) = 4420535*(a + d)/13436928
    Q_normal(a, d) = 1/2 + erf(sqrt(2)*mean(a, d)/(2*sqrt(variance(a, d))))/2
    Q_most(a, d) = 10*(29/25)^a*(9/10)^d/9
    Q_least(a, d) = 1 - 100*(111/100)^d*(9/10)^a/81
    """
    rules = rule_set(rules)
    approximation = normal_approximation(rules)
    per_attacker, per_defender = approximation.mean(1, 0), approximation.mean(0, 1)
    spread = Rational(approximation.variance(1, 0))
    return Formula(
        f"limit laws of Q(a, d), {in_words(rules)}",
        rules,
        (
            Equation(ratio, Rational(break_even_ratio(rules))),
            Equation(steepness, sqrt(Rational(approximation.steepness_squared))),
            Equation(mean, ordered_sum(per_attacker * a, per_defender * d)),
            Equation(variance, Mul(spread, a + d, evaluate=False)),
            Equation(normal, ordered_sum(Rational(1, 2), erf(mean / sqrt(2 * variance)) / 2)),
            Equation(most, _exponential(win_bound(rules))),
            Equation(least, ordered_sum(Rational(1), -_exponential(loss_bound(rules)))),
        ),
        0,
        (
            "rho is the break-even ratio, in attackers for each defender: Q(a, d) tends to 1 for "
            "larger ratios, and to 0 for smaller ones",
            "where a = rho*d + t*sqrt(d), Q(a, d) tends to Phi(c*t) for large d, Phi being the "
            "normal distribution function",
            "Q_normal approximates Q for large armies: it is not Q, and no bound on its error is "
            "given",
            "Q_least <= Q <= Q_most for all a and d: exponential bounds",
        ),
    )


def _exponential(bound: Bound) -> Expr:
    factor, x, y = map(Rational, bound)
    return factor * x**a * y**d
