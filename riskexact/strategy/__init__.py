"""The best policy for given values, exactly: attack or stop, and with how many dice.

Letters: `a` attackers free to fight, `d` defenders.  A battle that ends with a and d is worth

    a × attacker_unit - d × defender_unit (+ territory, where d = 0)

to the attacker, who may stop before every round.  `V(a, d)` is the greatest expected payoff from
there on:

    V(a, d) = this payoff                                        if a side has no unit left
    V(a, d) = max(this payoff, expected V after a round)         otherwise

If the numbers of dice are free, they are the best ones for that expectation by
`dice_choice.best_play`; the defender minimises it.  Every round costs somebody a unit (one that
does not is thrown again), so V is found by backward induction in exact Fractions.  By Bellman's
theorem no other policy is better, not even one that depends on the past (for the most dice it is
proved in proofs/coq/Stopping.v).  The attacker stops where going on is worth no more.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import prod
from typing import Any, Literal, NamedTuple

from riskexact.base.arguments import forces, not_negative, one_of, short_repr, whole
from riskexact.base.certain import Real
from riskexact.base.errors import RiskError
from riskexact.base.frozen import FrozenMapping, cached_property
from riskexact.base.text import fraction_text, pluralize, signed_text
from riskexact.battle.blitz import MAX_SWITCH_UNITS, Switching
from riskexact.battle.methods import is_quick
from riskexact.battle.question import Parts, Question
from riskexact.odds.states import (
    MAX_BITS,
    Payoff,
    State,
    best_first,
    bits_of_fraction,
    check_bits,
    check_states,
    check_units,
    lost,
    sides_text,
    stopped,
    won,
)
from riskexact.rules import STANDARD, Rules
from riskexact.rules.blitz import BlitzVersion, checked_version
from riskexact.rules.catalogue import in_words, label, rule_set
from riskexact.rules.distribution import Distribution
from riskexact.strategy.dice_choice import (
    ORDERS,
    Answer,
    DiceOrder,
    Play,
    best_play,
    max_answers,
    round_of,
)

QUICK_STATES = 50, 700
"""States up to which a value takes less than 50 ms, with a choice of dice and without; measured."""

MAX_CHOICES = 60_000_000
"""Units of all states, times the choices in each, for about half a minute."""

BITS_OF_ANSWER = 1000
"""The approximate size of one `dice_choice.Answer`."""

CHOOSING = {
    "attacker-first": "the numbers of dice are chosen one after the other, the attacker's first",
    "defender-first": "the numbers of dice are chosen one after the other, the defender's first",
    "after-the-throw": "the defender chooses his dice after the attacker's throw",
}
"""What a title says of the order in which dice are chosen."""


class Decision(NamedTuple):
    """The decision in one state.

    - `stop`: the payoff of stopping, or the chance to win by a blitz at once;
    - `play`: the next round;
    - `attack`: whether to go on: whether that is worth more.
    """

    stop: Real
    play: Play
    attack: bool

    @property
    def value(self) -> Real:
        """The value of the state under the best policy."""
        return self.play.value if self.attack else self.stop


class FewerDice(NamedTuple):
    """A state in which a side does better with fewer dice than it may throw.

    - `side`: "attacker" or "defender";
    - `dice`: the best numbers: one, or several if they depend on the throw;
    - `most`: the most it may throw;
    - `gain`: its loss by the most dice in this one round, see `dice_choice.Play`;
    - `throws`: the throws of the attacker against which the defender throws fewer.
    """

    attackers: int
    defenders: int
    side: Literal["attacker", "defender"]
    dice: tuple[int, ...]
    most: int
    gain: Fraction
    throws: tuple[Answer, ...] = ()


class Strategy(Question):
    """The best policy of an attacker who may stop before every round, and its value.

    - `attackers`, `defenders`: the start: units free to fight, and units against them; 0 or more,
      not both 0;
    - `territory`, `attacker_unit`, `defender_unit`: the attacker's gain for the conquest and for
      each attacker left, and loss for each defender left: Fractions or ints, 0 or more, 1 each by
      default.  With 1, 0 and 0 the value is the chance to win;
    - `dice`: "most" (each side throws all it can), or how the numbers of dice are chosen:
      "attacker-first", "defender-first" or "after-the-throw"; see `dice_choice`;
    - `blitz`: as for `Battle`: not to stop, but to blitz the rest of the battle, before every round
      (`engine.blitz`).  The value is then the chance to win, of at most 1000 units.

    Raises `RiskError`.

    >>> strategy = Strategy(12, 9, territory=5, attacker_unit=1, defender_unit=1)
    >>> strategy.opening.attack, strategy.decisions[1, 3].attack
    (True, False)
    >>> round(float(strategy.value), 4), strategy.opening.stop
    (8.2168, Fraction(3, 1))
    >>> Strategy(3, 2, 1, 0, 0).value  # the chance to win
    Fraction(6610505, 10077696)
    >>> Strategy(8, 6).advice
    'attack while you have 3 attackers or more, stop at 2 (never against 1 defender)'
    >>> switch = Strategy(20, 20, blitz=True)
    >>> switch.opening.attack, switch.value, switch.opening.stop
    (True, Certain(0.7466651427…), Certain(0.7132943246…))
    """

    attackers: int
    defenders: int
    territory: Fraction
    attacker_unit: Fraction
    defender_unit: Fraction
    rules: Rules
    dice: DiceOrder
    blitz: BlitzVersion | None

    def __init__(
        self,
        attackers: int,
        defenders: int,
        territory: Fraction | int = Fraction(1),
        attacker_unit: Fraction | int = Fraction(1),
        defender_unit: Fraction | int = Fraction(1),
        rules: Rules | str = STANDARD,
        dice: DiceOrder = "most",
        blitz: BlitzVersion | bool | None = None,
    ) -> None:
        (a, d), rules = forces(attackers, defenders), rule_set(rules)
        self._set(
            attackers=a,
            defenders=d,
            territory=not_negative(territory, "territory"),
            attacker_unit=not_negative(attacker_unit, "attacker_unit"),
            defender_unit=not_negative(defender_unit, "defender_unit"),
            rules=rules,
            dice=one_of(dice, "dice", ORDERS),
            blitz=checked_version(blitz),
        )
        if self.blitz:
            check_units(a, d, MAX_SWITCH_UNITS, "the best switch to Balanced Blitz")
            if values := " and ".join(sorted(self._values_given)):
                raise RiskError(
                    f"{values} must be left out with blitz, where the value is the chance to win"
                )
        check_units(a, d)
        answers = max_answers(rules.dice(a, d), rules, dice) if a and d else 0
        bits = bits_of_fraction(a + d, rules) + answers * BITS_OF_ANSWER
        states = f"the exact values of all states up to {sides_text(a, d)}"
        check_bits(bits * (a + 1) * (d + 1), MAX_BITS, states)
        choices = 1 if dice == "most" else prod(rules.max_dice) + answers
        if not self.blitz:
            check_states(a, d, MAX_CHOICES // choices, "a best policy")

    def words(self, armies: bool = False) -> str:
        """Return the question in words, as titles have it.

        >>> print(Strategy(12, 9, 5, 1, 1, dice="after-the-throw").words())
        12 attackers against 9 defenders, standard rules, the defender chooses his dice after the \
attacker's throw
        the territory is worth 5, each attacker left 1, and each defender left costs 1
        """
        sides = sides_text(self.attackers, self.defenders, armies)
        order = [CHOOSING[self.dice]] if self.dice in CHOOSING else []
        first = ", ".join([sides, in_words(self.rules), *order, *self._mode])
        if self.blitz:
            return first
        worth = self.territory, self.attacker_unit, self.defender_unit
        territory, attacker, defender = map(fraction_text, worth)
        return (
            f"{first}\nthe territory is worth {territory}, each attacker left {attacker}, "
            f"and each defender left costs {defender}"
        )

    @property
    def advice(self) -> str:
        """When to attack and when to stop, or under `blitz` to blitz the rest, in a sentence.

        >>> Strategy(12, 9, 1, 0, 0).advice, Strategy(3, 2, 0, 1, 0).advice
        ('attack while you have attackers, stop at none: fight to the end', 'stop at once')
        >>> print(Strategy(12, 9, 10, 2, 1).advice)
        attack while you have 8 attackers or more, stop at 7 (against fewer defenders: other \
numbers)

        Raises `RiskError` as `opening` does.
        """
        go, stop = self._does
        if not self.opening.attack:
            return f"{stop} at once"
        numbers = range(1, self.attackers + 1)
        attacks = [
            [a for a in numbers if self.decisions[a, d].attack]
            for d in range(1, self.defenders + 1)
        ]
        n, k = attacks[-1][0], sum(each != attacks[-1] for each in attacks)
        if attacks[-1] != [*numbers[n - 1 :]]:
            return f"{go} while the numbers are as in the table, {stop} where they are not"
        if n == 1 and k == 0:
            return f"{go} while you have attackers, {stop} at none: fight to the end"
        but = "against fewer defenders: other numbers"
        if attacks[:k] == [[*numbers]] * k:
            but = f"never against {pluralize(k, 'defender')}{' or fewer' * (k > 1)}"
        said = f"{go} while you have {pluralize(n, 'attacker')} or more, {stop} at {n - 1}"
        return f"{said} ({but})" if k else said

    @property
    def brief(self) -> str:
        """The question in few words; at a prompt, the value follows.

        >>> Strategy(12, 9), Strategy(12, 9, 5)
        (<Strategy 12 v 9, standard: worth 5.112>, \
<Strategy 12 v 9, standard, territory=5: worth 8.217>)
        """
        named = self._values_given.items()
        values = [f"{name}={v if name == 'dice' else _short(v)}" for name, v in named]
        sides = f"{self.attackers} v {self.defenders}"
        return ", ".join([sides, label(self.rules), *values, *self._mode])

    @property
    def _values_given(self) -> dict[str, Any]:
        names = "territory", "attacker_unit", "defender_unit", "dice"
        return {name: v for name, v in self._non_default_fields().items() if name in names}

    @property
    def _does(self) -> tuple[str, str]:
        return ("throw by hand", "blitz") if self.blitz else ("attack", "stop")

    @property
    def _mode(self) -> list[str]:
        return [self.blitz.words] if self.blitz else []

    def _answer(self) -> str:
        return f"worth {signed_text(self.value, 4)}"

    def _parts(self) -> Parts:
        chances = [
            ("the attacker wins", self.win_probability, "good"),
            ("the attacker stops", self.stop_probability, ""),
            ("the defender holds", self.lose_probability, "bad"),
        ]
        first = self._does[not (self.decisions and self.opening.attack)]
        return chances, [("first", first), ("worth", signed_text(self.value, 4))]

    @property
    def _is_quick(self) -> bool:
        states = (self.attackers + 1) * (self.defenders + 1)
        values = self.territory, self.attacker_unit, self.defender_unit
        short = all(x.numerator.bit_length() + x.denominator.bit_length() < 200 for x in values)
        return short and is_quick(0, self.rules) and states <= QUICK_STATES[self.dice == "most"]

    def worth(self, attackers: int, defenders: int) -> Fraction:
        """Return the payoff of a battle that ends in this state.

        >>> Strategy(3, 2, territory=5).worth(2, 0)
        Fraction(7, 1)
        """
        units = attackers * self.attacker_unit - defenders * self.defender_unit
        return Fraction(units + won(attackers, defenders) * self.territory)

    @cached_property
    def decisions(self) -> Mapping[State, Decision]:
        """The decision in every state up to the start in which both sides have units.

        >>> [state for state, do in Strategy(4, 3, 2, 1, 1).decisions.items() if not do.attack]
        [(1, 2), (1, 3), (2, 3)]
        """
        if self.blitz:
            return FrozenMapping(dict(self._switches()))
        decisions: dict[State, Decision] = {}
        values: dict[State, Fraction] = {}
        for d in range(self.defenders + 1):
            for a in range(self.attackers + 1):
                if a and d:
                    decisions[a, d] = self._decision((a, d), values)
                    values[a, d] = decisions[a, d].value
                else:
                    values[a, d] = self.worth(a, d)
        return FrozenMapping(decisions)

    def _switches(self) -> Iterator[tuple[State, Decision]]:
        """Yield the decision in each state, where to stop is to blitz the rest."""
        if not (self.attackers and self.defenders):
            return
        assert self.blitz
        switching = Switching(self.attackers, self.defenders, self.rules, self.blitz)
        for state, at_once in switching.balls.blitz.items():
            attack, defence = (((n, Fraction(1)),) for n in self.rules.dice(*state))
            play = Play(switching.chance("hand", state), attack, defence)
            yield state, Decision(switching.chance("blitz", state), play, not at_once)

    @property
    def opening(self) -> Decision:
        """The decision at the start.

        Raises `RiskError` if a side has no unit, so that there is nothing to decide.

        >>> Strategy(1, 1).opening.value
        Fraction(1, 4)
        """
        if not (self.attackers and self.defenders):
            raise RiskError(
                f"attackers and defenders must both be 1 or more for a decision, not "
                f"{self.attackers} and {self.defenders}"
            )
        return self.opening_at(self.attackers, self.defenders)

    def opening_at(self, attackers: int, defenders: int) -> Decision:
        """Return the first decision of a battle that starts here, with at most the given units.

        >>> Strategy(5, 5).opening_at(1, 1).value
        Fraction(1, 4)
        """
        state = whole(attackers, "attackers"), whole(defenders, "defenders")
        if state not in self.decisions:
            raise RiskError(
                f"state must be from 1 v 1 to {self.attackers} v {self.defenders}, "
                f"not {short_repr(state)}"
            )
        return self.decisions[state]

    @property
    def value(self) -> Real:
        """The value of the battle to the attacker under the best policy.

        >>> Strategy(2, 1, territory=4, defender_unit=0).value
        Fraction(11275, 2592)
        """
        if self.attackers and self.defenders:
            return self.opening.value
        if self.blitz:
            return Fraction(won(self.attackers, self.defenders))
        return self.worth(self.attackers, self.defenders)

    @cached_property
    def outcomes(self) -> Distribution[State]:
        """The exact distribution over (attackers_left, defenders_left) under the best policy.

        With free dice, the defender too plays the best policy.  The mean of `worth` is `value`.

        >>> dict(Strategy(2, 1, defender_unit=0).outcomes)
        {(2, 0): Fraction(125, 216), (1, 1): Fraction(91, 216)}
        """
        if self.blitz:
            raise RiskError(
                "blitz must be False for the outcomes of a strategy, not a switch to it"
            )
        reached = defaultdict(Fraction, {(self.attackers, self.defenders): Fraction(1)})
        ends: dict[State, Fraction] = {}
        for a in range(self.attackers, -1, -1):
            for d in range(self.defenders, -1, -1):
                probability = reached.pop((a, d), Fraction(0))
                if not (a and d and self.decisions[a, d].attack):
                    ends[a, d] = probability
                elif probability:
                    play, dice = self.decisions[a, d].play, self.rules.dice(a, d)
                    for (i, j), p in round_of(play, dice, self.rules).items():
                        reached[a - i, d - j] += probability * p
        fields = "attackers_left", "defenders_left"
        return Distribution({state: ends[state] for state in sorted(ends, key=best_first)}, fields)

    @property
    def win_probability(self) -> Real:
        """The exact chance of a conquest under the best policy.

        >>> Strategy(2, 1, defender_unit=0).win_probability
        Fraction(125, 216)
        """
        return self.value if self.blitz else self._chance(won)

    @property
    def lose_probability(self) -> Real:
        """The exact chance that no attacker is left under the best policy.

        >>> Strategy(2, 1, defender_unit=0).lose_probability
        Fraction(0, 1)
        """
        return 1 - self.value if self.blitz else self._chance(lost)

    @property
    def stop_probability(self) -> Real:
        """The exact chance that the attacker stops before the end under the best policy.

        >>> Strategy(2, 1, defender_unit=0).stop_probability
        Fraction(91, 216)
        """
        return Fraction(0) if self.blitz else self._chance(stopped)

    def _chance(self, payoff: Payoff) -> Real:
        return self.outcomes.probability(lambda state: bool(payoff(*state)))

    @cached_property
    def fewer_dice(self) -> tuple[FewerDice, ...]:
        """The states up to the start in which a side does better with fewer dice than allowed.

        None with `dice="most"`, and none in which the attacker stops.

        >>> Strategy(25, 25, 1, 0, 0, dice="attacker-first").fewer_dice  # as the blog assumes
        ()
        >>> first = Strategy(2, 2, 1, 0, 0, dice="after-the-throw").fewer_dice[0]
        >>> first.side, [answer.throw for answer in first.throws][:3], first.gain
        ('defender', [(4, 4), (5, 4), (5, 5)], Fraction(1805, 93312))
        """
        decided = self.decisions.items()
        return tuple(fewer for each in decided for fewer in _fewer(*each, self.rules))

    def _decision(self, state: State, values: Mapping[State, Fraction]) -> Decision:
        a, d = state
        dice = self.rules.dice(a, d)
        play = best_play(dice, self.rules, self.dice, lambda i, j: values[a - i, d - j])
        stop = self.worth(a, d)
        return Decision(stop, play, play.value > stop)


def _short(value: Fraction) -> str:
    return short_repr(value.numerator if value.denominator == 1 else value)


def _fewer(state: State, decision: Decision, rules: Rules) -> Iterator[FewerDice]:
    play = decision.play
    if not decision.attack:
        return
    most_x, most_y = rules.dice(*state)
    if play.attack_gain:
        numbers = tuple(number for number, _ in play.attack)
        yield FewerDice(*state, "attacker", numbers, most_x, play.attack_gain)
    if play.defence_gain:
        numbers = tuple(number for number, _ in play.defence)
        most_y = rules.allowed(play.attack[0][0], most_y)[1]
        throws = tuple(answer for answer in play.answers if answer.dice < most_y)
        yield FewerDice(*state, "defender", numbers, most_y, play.defence_gain, throws)
