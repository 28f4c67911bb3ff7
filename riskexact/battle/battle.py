"""The questions about one battle."""

from collections.abc import Callable
from fractions import Fraction

from riskexact.base.arguments import ExactChance, attackers_of, exact, forces, short_repr
from riskexact.base.certain import Real, certain_sum
from riskexact.base.errors import RiskError
from riskexact.base.frozen import NamedTuple, cached_property
from riskexact.base.text import DIGITS, decimal_text
from riskexact.battle.methods import (
    UNITS_FOR_ENGINE,
    Method,
    answers_of,
    chosen,
    is_quick,
    refuse_method,
)
from riskexact.battle.question import Fought, Parts
from riskexact.odds.states import (
    FOUGHT_OUT,
    MAX_ENGINE_UNITS,
    MAX_UNITS,
    Payoff,
    State,
    Stops,
    attackers_left,
    attackers_left_in_a_win,
    attackers_text,
    check_rounds,
    check_size,
    check_units,
    defenders_left,
    lost,
    sides_text,
    states_up_to,
    stopped,
    won,
)
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import in_words, label, rule_set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from riskexact.battle.blitz import Fight
    from riskexact.battle.methods import Answers, Chosen, QuestionKind
    from riskexact.rules.blitz import BlitzVersion
    from riskexact.rules.distribution import Distribution

MAX_UNITS_THAT_FIT = 400
"""Units of a battle whose closed form fits and takes no time, by any rules."""

SOON = 4
"""The share of half a minute that is some seconds."""


def win_probability(
    attackers: int | None = None,
    defenders: int | None = None,
    rules: Rules | str = STANDARD,
    method: Method = "auto",
    *,
    armies: int | None = None,
) -> Fraction:
    """Return the exact chance that the attacker wins a battle.

    - `attackers`: units free to fight, 0 or more; the one that must stay behind is not counted;
    - `armies`: or the armies on their territory, 1 or more, of which one stays;
    - `defenders`: units, 0 or more, and not 0 on both sides;
    - `rules`: a rule set, or its name in `RULES`, such as "risiko";
    - `method`: "recursion" (the definition), "closed-form" (one sum of O(a + d) terms), or
      "auto", which takes the second wherever the rules have one, and for 3 v 2 dice computes it
      much faster (`engine.cell`).

    All methods give the same Fraction.  Raises `RiskError`.

    The time grows with the square of the units: a millisecond for 400 against 400, a second for
    10^5 against 10^5, about half a minute for 10^6 against 10^6.  Python prints no number of more
    than 4300 digits: `fraction_text` returns them all, and `win_decimal` any number of certain
    digits, at any size and much sooner.

    >>> win_probability(3, 2)
    Fraction(6610505, 10077696)
    >>> win_probability(3, 2, method="recursion")
    Fraction(6610505, 10077696)
    """
    (a, d), rules = forces(attackers_of(attackers, armies), defenders), rule_set(rules)
    if chosen("win", a, d, rules, method) == "engine":
        from riskexact.engine import cell

        check_units(a, d, MAX_ENGINE_UNITS)
        return cell.win_probability(a, d, rules)
    return Battle(a, d, rules, method=method).win_probability


def win_decimal(
    attackers: int,
    defenders: int,
    digits: int = DIGITS,
    rules: Rules | str = STANDARD,
    method: Method = "auto",
) -> str:
    """Return the chance that the attacker wins to N significant digits, all certain.

    Equivalent to `decimal_text(win_probability(attackers, defenders, rules, method), digits)`,
    whose arguments and errors it has; but with method "auto" also at sizes where no fraction would
    fit, for any rules.  The digits then come from balls that enclose it (`engine.decimals`).

    >>> win_decimal(10, 10, digits=20)
    '0.56759287213513042603'
    >>> win_decimal(10**18, 10**18, digits=5)
    '1 - 4.6003e-2057091910374875'
    """
    (a, d), rules = forces(attackers, defenders), rule_set(rules)
    if chosen("digits", a, d, rules, method) == "engine":
        from riskexact.engine.decimals import win_texts

        return win_texts(a, d, digits, rules)[0]
    return decimal_text(win_probability(attackers, defenders, rules, method), digits)


def has_fraction(attackers: int, defenders: int, rules: Rules, share: int = 1) -> bool:
    """Return whether the chance to win is a fraction that fits; certain digits answer elsewhere.

    One that takes the recursion more than half a minute, divided by `share`, does not count.
    """
    units = attackers + defenders
    if units > MAX_UNITS:
        return False
    if not rules.has_closed_form:
        from riskexact.odds.recursion import states_in_time

        if states_up_to(attackers, defenders) > states_in_time(rules) // share:
            return False
    elif units <= MAX_UNITS_THAT_FIT:
        return True
    try:
        Battle(attackers, defenders, rules)
    except RiskError:
        return False
    return True


class Expectations(NamedTuple):
    """The exact chances of each end of a battle, and what is expected of it."""

    win: Fraction
    lose: Fraction
    stopped: Fraction
    attackers_left: Fraction
    defenders_left: Fraction
    attackers_left_in_a_win: Fraction
    rounds: Fraction


class Costs(NamedTuple):
    """The exact expected losses of each side."""

    attackers: Real
    defenders: Real


class Luck(NamedTuple):
    """The exact chances of an outcome at least as bad, and at least as good, for the attacker."""

    at_least_this_bad: Real
    at_least_this_good: Real


class Battle(Fought):
    """One battle, fought until one side is gone or the attacker breaks off.

    - `attackers` or `armies`, `defenders`, `rules`, `method`: as for `win_probability`;
    - `retreat_at`, `stop_at_defenders`, `stop_after`, `stop_below`: when the attacker breaks off,
      as for `Stops`; the recursion answers where rounds are counted or chances looked at;
    - `blitz`: True for a battle in Balanced Blitz, as `BLITZ_3_3`, or a `BlitzVersion`.  Chances
      are then `Certain`, and Fractions where they are known to be; there are no rounds and no
      stop rules but the game's own, `stop_until`: attackers who stay out of the fight.  (By hand,
      `retreat_at`, all dice are thrown until that many are left.)  The chances of both sides are
      of any size, the others of at most 2000 units.

    A conquest comes before any stop.  Where a stop rule holds from the start, nothing happens: one
    certain outcome.  Raises `RiskError`.

    >>> battle = Battle(12, 15)
    >>> round(float(battle.win_probability), 6)
    0.387234
    >>> battle = Battle(12, 15, retreat_at=3, stop_below="25%")
    >>> battle.win_probability + battle.lose_probability + battle.stop_probability
    Fraction(1, 1)
    >>> Battle(10, 10, blitz=True), Battle(13, 10, blitz=True, stop_until=3).stop_probability
    (<Battle 10 v 10, standard, Balanced Blitz of version 3.3: 60.9 %>, Certain(0.3906226304…))
    >>> Battle(854_000, 10**6, blitz=True).win_probability.text(15)
    '0.749260336847350'
    """

    attackers: int
    defenders: int
    rules: Rules
    method: Method
    retreat_at: int
    stop_at_defenders: int
    stop_after: int | None
    stop_below: Fraction
    stops: Stops
    """The four stop rules by which the attacker breaks off."""
    stop_until: int = 0

    def __init__(
        self,
        attackers: int | None = None,
        defenders: int | None = None,
        rules: Rules | str = STANDARD,
        retreat_at: int = 0,
        method: Method = "auto",
        stop_at_defenders: int = 0,
        stop_after: int | None = None,
        stop_below: ExactChance = Fraction(0),
        blitz: "BlitzVersion | bool | None" = None,
        stop_until: int = 0,
        *,
        armies: int | None = None,
    ) -> None:
        (a, d), rules = forces(attackers_of(attackers, armies), defenders), rule_set(rules)
        stops = Stops(retreat_at, stop_at_defenders, stop_after, stop_below)
        self._set(attackers=a, defenders=d, rules=rules, method=method, stops=stops, **vars(stops))
        if blitz is not None or stop_until:
            self._set_blitz(blitz, stop_until)
        # a small battle fits anyway, and is made without the engine
        if self.blitz:
            return
        if a + d >= UNITS_FOR_ENGINE and self._chosen("win") == "engine":
            check_units(a, d, MAX_ENGINE_UNITS)
        else:
            self._set(_answers=self._answers_for(fractions=1))

    def _set_blitz(self, blitz: object, stop_until: object) -> None:
        """Check the fields of Balanced Blitz, whose module is loaded only then."""
        from riskexact.rules.blitz import checked_mode

        version, staying = checked_mode(blitz, stop_until, self.retreat_at)
        if version and self.stops != FOUGHT_OUT:
            raise RiskError(
                f"stop rules must be stop_until alone in Balanced Blitz, not "
                f"{', '.join(self.stops.words())}"
            )
        if version:
            refuse_method(self.method)
        self._set(blitz=version, stop_until=staying)

    @cached_property
    def _fight(self) -> "Fight":
        from riskexact.battle.blitz import Fight

        staying = self._staying
        return Fight(self.attackers - staying, self.defenders, self.rules, self.blitz)

    @property
    def _staying(self) -> int:
        return min(self.stop_until, self.attackers) if self.defenders else 0

    def words(self, armies: bool = False, both: bool = False) -> str:
        """Return the question in words, as titles have it.

        - `both`: whether the attackers are told with their armies, even if stop rules are not.

        >>> Battle(12, 9, stop_after=3).words()
        '12 attackers against 9 defenders, standard rules, stop after 3 rounds'
        >>> Battle(12, 9, retreat_at=2).words(armies=True)
        '12 attackers (13 armies on the territory) against 9 defenders, standard rules, retreat at \
3 armies (2 attackers)'
        """
        sides = sides_text(self.attackers, self.defenders, armies or both)
        return ", ".join([sides, in_words(self.rules), *self._mode(armies)])

    @property
    def brief(self) -> str:
        """The question in few words; at a prompt, the chance to win follows.

        >>> Battle(12, 9), Battle(12, 9, "risiko", stop_after=3)
        (<Battle 12 v 9, standard: 79.0 %>, <Battle 12 v 9, risiko, stop after 3 rounds: 0.3 %>)
        """
        sides = f"{self.attackers} v {self.defenders}"
        return ", ".join([sides, label(self.rules), *self._mode()])

    def _mode(self, armies: bool = False) -> list[str]:
        """Return in words how the battle is fought, and when it is broken off."""
        if not self.blitz:
            return self.stops.words(armies)
        mode = [self.blitz.words]
        if self.stop_until:
            mode.append(f"stop until {attackers_text(self.stop_until, armies)}")
        return mode

    def _parts(self) -> Parts:
        stop, costs = self.stop_probability, self.costs
        left = self.attackers - costs.attackers, self.defenders - costs.defenders
        rounds = [] if self.blitz else [("rounds", decimal_text(self.mean_rounds, 4))]
        return [
            ("the attacker wins", self.win_probability, "good"),
            *([("the attacker breaks off", stop, "")] if stop else []),
            ("the defender holds", self.lose_probability, "bad"),
        ], [
            ("attackers left, on average", decimal_text(left[0], 4)),
            ("defenders left", decimal_text(left[1], 4)),
            *rounds,
        ]

    @property
    def _is_quick(self) -> bool:
        if self.stop_after is not None and self.rules.losses_per_round is None:
            return False  # each round that changes nothing is counted, too
        return is_quick(self.attackers + self.defenders, self.rules, self._chosen("win"))

    @property
    def win_probability(self) -> Real:
        """The exact chance that the attacker wins.

        >>> Battle(1, 2).win_probability
        Fraction(275, 2592)
        """
        if self.blitz:
            return self._fight.sides[0]
        if self._chosen("win") == "engine":
            return win_probability(*self._start)
        return self.expected_value(won)

    @property
    def lose_probability(self) -> Real:
        """The exact chance that the attacker loses every unit that was free to fight.

        >>> Battle(1, 2).lose_probability
        Fraction(2317, 2592)
        """
        if self.blitz:
            return Fraction(0) if self._staying else self._fight.sides[1]
        if self._chosen("win") == "engine":
            return 1 - self.win_probability
        return self.expected_value(lost)

    @property
    def stop_probability(self) -> Real:
        """The exact chance that the attacker breaks off: 0 without stop rules.

        >>> Battle(3, 1, retreat_at=2).stop_probability
        Fraction(49, 144)
        """
        if self._staying:
            return self._fight.sides[1]
        return Fraction(0) if self.stops == FOUGHT_OUT else self.expected_value(stopped)

    def expected_value(self, payoff: Payoff) -> Real:
        """Return the exact expected value of `payoff(attackers_left, defenders_left)`.

        The values of `payoff` must be Fractions or integers, else `RiskError`.  Equals the sum
        of probability × value over `outcomes`, without working those out.

        >>> Battle(5, 5).expected_value(lambda a, d: a - d)
        Fraction(297464852230443601, 1579460446107205632)
        """
        return self.expected_values(payoff)[0]

    def expected_values(self, *payoffs: Payoff) -> list[Real]:
        """Return the exact expected values of several payoffs, in one walk.

        >>> Battle(1, 1).expected_values(lambda a, d: a, lambda a, d: d)
        [Fraction(5, 12), Fraction(7, 12)]
        """
        if self.blitz:
            ends = list(self.outcomes.items())
            return [
                certain_sum(p * exact(payoff(*end), "payoff") for end, p in ends)
                for payoff in payoffs
            ]
        return self._answers.expected_values(*self._start, payoffs, self.stops)

    @cached_property
    def expectations(self) -> Expectations:
        """The chances of each end and the usual expected values, by closed form in one walk.

        >>> Battle(2, 1).expectations.attackers_left
        Fraction(3455, 2592)
        """
        self._refuse_blitz("rounds")
        payoffs = won, lost, stopped, attackers_left, defenders_left, attackers_left_in_a_win
        values, rounds = self._answers.expected_values_and_rounds(*self._start, payoffs, self.stops)
        if sum(values[:3]) != 1:
            raise RiskError(f"the chances must add up to 1, not {short_repr(sum(values[:3]))}")
        return Expectations._make([*values, rounds])

    @cached_property
    def outcomes(self) -> "Distribution[State]":
        """The exact distribution over (attackers_left, defenders_left), from best to worst.

        Raises `RiskError` where the fractions would not fit in memory.

        >>> Battle(2, 1).outcomes
        Distribution of 3 outcomes, mode (2, 0), mean 1.333 and 0.2458
        attackers_left  defenders_left  percent     exact
                     2               0   57.9 %   125/216  ████████████████████
                     1               0   17.6 %  455/2592  ██████▏
                     0               1   24.6 %  637/2592  ████████▌
        """
        from riskexact.rules.distribution import Distribution

        fields = "attackers_left", "defenders_left"
        if self.blitz:
            ends = self._fight.outcomes.items()
            return Distribution({(a + self._staying, d): p for (a, d), p in ends}, fields)
        answers = self._answers_for(self.attackers + self.defenders, "outcomes")
        chances = answers.outcomes(*self._start, self.stops)
        if self._chosen("outcomes") == "engine":  # which has added them up
            return Distribution.from_trusted(chances, fields)
        return Distribution(chances, fields)

    @property
    def attackers_left(self) -> "Distribution[int]":
        """The exact distribution of the attackers that are left.

        >>> Battle(2, 1).attackers_left.mean
        Fraction(3455, 2592)
        """
        return self.outcomes.map(lambda state: state[0])

    @property
    def defenders_left(self) -> "Distribution[int]":
        """The exact distribution of the defenders that are left.

        >>> Battle(2, 1).defenders_left.mean
        Fraction(637, 2592)
        """
        return self.outcomes.map(lambda state: state[1])

    @cached_property
    def rounds(self) -> "Distribution[int]":
        """The exact distribution of the number of rounds, those that change nothing included.

        Raises `RiskError` where a round may change nothing and `stop_after` is not given: the
        number is then unbounded, and `mean_rounds` is its exact expected value.

        >>> dict(Battle(2, 1).rounds)
        {1: Fraction(125, 216), 2: Fraction(91, 216)}
        """
        self._refuse_blitz("rounds")
        if not self.rounds_have_a_largest_number:
            raise RiskError(
                f"the number of rounds has no largest value under these rules "
                f"({label(self.rules)}), where a round may change nothing; take mean_rounds, or "
                f"give stop_after"
            )
        # each state on the boundary is kept apart by the number of rounds until then
        units = self.attackers + self.defenders
        states = self.rules.max_losses * (
            self.rules.attack.units_for_max_dice + self.rules.defence.units_for_max_dice
        )
        from riskexact.rules.distribution import Distribution

        answers = self._answers_for(fractions=units * (1 + 2 * states))
        return Distribution(answers.rounds(*self._start, self.stops))

    @property
    def rounds_have_a_largest_number(self) -> bool:
        """Whether the battle is over after some number of rounds, whatever is thrown.

        >>> Battle(2, 1).rounds_have_a_largest_number
        True
        """
        fixed = self.stop_after is not None or self.rules.losses_per_round is not None
        return fixed or self._starts_over

    @property
    def mean_rounds(self) -> Fraction:
        """The exact expected number of rounds, for any rules and in O(a + d) by closed form.

        >>> Battle(2, 1).mean_rounds
        Fraction(307, 216)
        """
        return self.expectations.rounds

    @property
    def costs(self) -> Costs:
        """The expected losses of each side.

        >>> Battle(2, 1).costs
        Costs(attackers=Fraction(1729, 2592), defenders=Fraction(1955, 2592))
        """
        if self.blitz:
            left = self.expected_values(attackers_left, defenders_left)
        else:
            left = [self.expectations.attackers_left, self.expectations.defenders_left]
        return Costs(self.attackers - left[0], self.defenders - left[1])

    @property
    def costs_of_a_win(self) -> Costs:
        """The expected losses of each side, given that the attacker wins.

        Raises `RiskError` where a win is impossible.

        >>> Battle(2, 1).costs_of_a_win
        Costs(attackers=Fraction(91, 391), defenders=Fraction(1, 1))
        """
        self._refuse_blitz("costs of a win")
        win, left = self.expectations.win, self.expectations.attackers_left_in_a_win
        if not win:
            raise RiskError(
                f"a win must be possible for its costs, not only losses: {self.title()}"
            )
        return Costs(self.attackers - left / win, Fraction(self.defenders))

    @property
    def exchange_ratio(self) -> Fraction:
        """The expected losses of the attacker for each expected loss of the defender.

        `dice.break_even_ratio` is that of a round of full dice.  Raises `RiskError` where no
        defender can be lost.

        >>> Battle(10, 10).exchange_ratio < 1 < Battle(1, 10).exchange_ratio
        True
        """
        self._refuse_blitz("an exchange ratio")
        attackers, defenders = self.costs
        if not defenders:
            raise RiskError(
                f"defenders must be lost for an exchange ratio, not none: {self.title()}"
            )
        return attackers / defenders

    def luck(self, attackers_left: int, defenders_left: int) -> Luck:
        """Return the chances of an outcome at least this bad, and at least this good.

        A win is better than no win; among those and among these, the better outcome has
        the greater difference of attackers and defenders left.  Both chances include this outcome,
        and those that are as good.

        Raises `RiskError` for what cannot be an outcome of this battle.

        >>> luck = Battle(12, 9).luck(0, 4)  # what are the odds of that?!
        >>> [round(float(chance), 4) for chance in luck]
        [0.0842, 0.9483]
        """
        a, d = forces(attackers_left, defenders_left)
        this = _goodness((a, d))
        events: list[Callable[[State], bool]] = [
            lambda end: end == (a, d),
            lambda end: _goodness(end) <= this,
            lambda end: _goodness(end) >= this,
        ]
        if self.blitz:
            here, bad, good = map(self.outcomes.probability, events)
        elif self.stops.by_units and not self.stops.reached(a, d):
            here = bad = good = Fraction(0)
        else:
            payoffs = [lambda *end, event=event: int(event(end)) for event in events]
            here, bad, good = self.expected_values(*payoffs)
        if not here:
            raise RiskError(
                f"left must be an end of {self.title()}, not attackers {short_repr(a)} and "
                f"defenders {short_repr(d)}"
            )
        return Luck(bad, good)

    @cached_property
    def _answers(self) -> "Answers":
        """The method of the questions with few answers, which fit in memory."""
        return self._answers_for(fractions=1)

    def _answers_for(
        self, fractions: int, question: "QuestionKind" = "expected values"
    ) -> "Answers":
        """Return the method, after checking that the answers, and what it holds on the way, fit."""
        answers = answers_of(self._chosen(question))
        held = answers.held(self.attackers, self.defenders, self.rules)
        check_size(self.attackers, self.defenders, self.rules, fractions + held)
        rounds = self.stop_after
        if rounds is not None and self.rules.losses_per_round is None and not self._starts_over:
            check_rounds(rounds, self.attackers, self.defenders, self.rules)
        return answers

    @property
    def _starts_over(self) -> bool:
        start = self.attackers, self.defenders
        if self.stops.reached(*start):
            return True
        below = self.stops.stop_below
        return below > 0 and win_probability(*start, self.rules) < below

    def _chosen(self, question: "QuestionKind" = "expected values") -> "Chosen":
        return chosen(question, *self._start, self.method, self.stops)

    @property
    def _start(self) -> tuple[int, int, Rules]:
        return self.attackers, self.defenders, self.rules


def _goodness(state: State) -> tuple[bool, int]:
    """Return the key by which outcomes are compared, the greater the better for the attacker."""
    a, d = state
    return d == 0, a - d
