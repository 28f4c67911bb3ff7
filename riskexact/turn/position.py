"""Positions: what stands on a map in one turn."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from riskexact.base.arguments import short_repr, whole
from riskexact.base.errors import RiskError
from riskexact.base.frozen import FrozenMapping
from riskexact.base.text import join_words, shorten
from riskexact.battle.question import Question
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import in_words, label, rule_set
from riskexact.turn.geography import Map, checked_map

Each = TypeVar("Each")

TERRITORIES_SHOWN = 6
"""Of each side, at prompts."""


class Position(Question):
    """Who stands where, as a value: immutable, validated, hashable.

    - `map`: a `Map`, or its name;
    - `mine`: the attacker's territories, each with its armies, 1 or more, that which stays counted;
    - `enemy`: the enemy's territories that matter, each with its defenders, 1 or more;
    - `rules`: one rule set, or a mapping of territories to the rules under which they are
      attacked; the standard rules for those left out.

    Other territories of the map are out of play.  A position in mid-turn is a position.

    >>> position = Position("classic", mine={"siam": 14}, enemy={"Indonesia": 3, "India": 2})
    >>> position.mine["Siam"], position.fought("Siam", "Indonesia", 1, 1).enemy["Indonesia"]
    (14, 2)
    """

    map: Map
    mine: Mapping[str, int]
    enemy: Mapping[str, int]
    rules: Rules | Mapping[str, Rules]

    def __init__(
        self,
        map: Map | str,  # noqa: A002  (the word of the interface)
        mine: Mapping[str, int],
        enemy: Mapping[str, int],
        rules: Rules | str | Mapping[str, Rules | str] = STANDARD,
    ) -> None:
        """Check every name and every number."""
        world = checked_map(map)
        held = _side(world, mine, "mine", "armies")
        against = _side(world, enemy, "enemy", "defenders")
        for t in held:
            if t in against:
                raise RiskError(f"{t} must be mine or the enemy's, not both")
        if isinstance(rules, Mapping):
            each = {t: rule_set(r) for t, r in _by_territory(world, rules, "rules").items()}
            own: Rules | Mapping[str, Rules] = FrozenMapping(each)
        else:
            own = rule_set(rules)
        self._set(map=world, mine=held, enemy=against, rules=own)

    def _key(self) -> tuple[object, ...]:
        rules = self.rules if isinstance(self.rules, Rules) else frozenset(self.rules.items())
        return self.map, tuple(self.mine.items()), tuple(self.enemy.items()), rules

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.map.title}, {self.brief}>"

    def _repr_html_(self) -> str:
        from riskexact.base.grid import Grid

        rows = [[t, str(n), ""] for t, n in self.mine.items()]
        rows += [[t, "", str(n)] for t, n in self.enemy.items()]
        caption = ", ".join(["Position", self.map.title, *self._rule_sets])
        return Grid(caption, ["", "mine", "enemy"] if rows else [], rows).html()

    def words(self, armies: bool = False, named: Callable[[str], str] = str) -> str:
        """Return the question in words, as titles have it; its numbers are armies anyway.

        - `named`: how the name of a territory is written.

        >>> position = Position("classic", {"Siam": 14}, {"China": 3, "India": 2})
        >>> position.words()
        'Siam 14 against China 3 and India 2, standard rules'
        >>> position.replace(rules={"India": "capital"}).words()
        'Siam 14 against China 3 and India 2, standard rules on China, capital rules on India'
        """
        mine, enemy = (
            garrison_text({named(t): n for t, n in side.items()})
            for side in (self.mine, self.enemy)
        )
        kinds = dict.fromkeys(map(self.rules_of, self.enemy))
        rules = [in_words(each) for each in kinds]
        if len(kinds) > 1:
            rules = [
                f"{text} on {join_words(named(t) for t in self.enemy if self.rules_of(t) == each)}"
                for each, text in zip(kinds, rules, strict=True)
            ]
        return ", ".join([f"{mine} against {enemy}", *rules])

    @property
    def brief(self) -> str:
        """Who stands where, in few words."""
        sides = f"{stacks(self.mine)} v {stacks(self.enemy)}"
        return ", ".join([sides, *self._rule_sets])

    @property
    def _rule_sets(self) -> list[str]:
        return [*dict.fromkeys(label(self.rules_of(t)) for t in self.enemy)]

    def rules_of(self, territory: str) -> Rules:
        """Return the rules under which a territory is attacked."""
        if isinstance(self.rules, Rules):
            return self.rules
        return self.rules.get(self.map.territory(territory), STANDARD)

    def fought(
        self, source: str, target: str, attackers_lost: int, defenders_lost: int, moved: int = 0
    ) -> "Position":
        """Return the position after a round, with `moved` armies moved in if the target fell.

        Raises `RiskError` for territories and losses that do not fit.
        """
        t, u = self.map.territory(source), self.map.territory(target)
        if t not in self.mine or u not in self.enemy:
            raise RiskError(f"{t} must be mine to attack, and {u} the enemy's")
        if u not in self.map.targets(t):
            beside = u in self.map.neighbours(t)
            why = "the border leads the other way" if beside else "they do not share a border"
            raise RiskError(f"{t} cannot attack {u}: {why}")
        lost = whole(attackers_lost, "attackers_lost", 0, self.mine[t] - 1)
        left = self.enemy[u] - whole(defenders_lost, "defenders_lost", 0, self.enemy[u])
        stay = self.mine[t] - lost
        mine, enemy = dict(self.mine), dict(self.enemy)
        if left:
            whole(moved, "moved", 0, 0)
            mine[t], enemy[u] = stay, left
        else:
            mine[u] = whole(moved, "moved", 1, stay - 1)
            mine[t] = stay - mine[u]
            del enemy[u]
        return self.replace(mine=mine, enemy=enemy)


def checked_position(value: object) -> Position:
    """Return a position; raise `RiskError` for anything else."""
    if not isinstance(value, Position):
        raise RiskError(f"position must be a Position, not {short_repr(value)}")
    return value


def _side(world: Map, given: Mapping[str, int], side: str, units: str) -> Mapping[str, int]:
    """Return the numbers of one side by the territories of the map, in its order."""
    if not isinstance(given, Mapping):
        raise RiskError(
            f'{side} must map territories to numbers, such as {{"Siam": 14}}, not '
            f"{short_repr(given)}"
        )
    numbers = _by_territory(world, given, side)
    found = {t: whole(number, f"{units} on {t}", 1) for t, number in numbers.items()}
    return FrozenMapping({t: found[t] for t in world.territories if t in found})


def _by_territory(world: Map, given: Mapping[str, Each], what: str) -> dict[str, Each]:
    """Return what is given by names of territories, by those of the map."""
    found: dict[str, Each] = {}
    for name, value in given.items():
        t = world.territory(name)
        if t in found:
            raise RiskError(f"{what} must have each territory once, not {short_repr(name)} again")
        found[t] = value
    return found


def stacks(units: Mapping[str, int]) -> str:
    """Return territories with their units, the first of many."""
    return shorten([f"{t} {n}" for t, n in units.items()], TERRITORIES_SHOWN) or "nobody"


def garrison_text(units: Mapping[str, int]) -> str:
    """Return all territories with their units, in a sentence."""
    return join_words(f"{t} {n}" for t, n in units.items()) if units else "nobody"
