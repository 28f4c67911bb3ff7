"""The data sets: of every rule set, of Balanced Blitz, and of solved continents and games."""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

from riskexact.base.frozen import FrozenMapping
from riskexact.game.terms import Terms
from riskexact.publication.data import (
    DOUBLE,
    EMPTY,
    EXACT,
    TEXTS,
    UNITS,
    DataColumn,
    DataSet,
    Record,
    chance_columns,
)
from riskexact.publication.plan import Edition
from riskexact.publication.values import Values
from riskexact.rules import STANDARD
from riskexact.rules.blitz import BLITZ_VERSIONS, BlitzVersion
from riskexact.rules.catalogue import entries
from riskexact.turn.solved import SOLVED, SOLVED_ARMIES, SOLVED_DEFENDERS, SolvedContinent

CHANCES = (Fraction(1, 2), Fraction(3, 4), Fraction(9, 10), Fraction(19, 20), Fraction(99, 100))
"""The chances for which the needed forces are published."""

GROUP = "Digital game"
"""The group of the catalogue whose rule sets Balanced Blitz is for, beside the standard rules."""

MAX_BLITZ_UNITS = 40
"""Units on each side of the largest battle; to verify, the outcomes of all are looked at."""

CONTINENTS_EDITION = Edition(STANDARD, SOLVED_ARMIES)
"""The rules and the size of the solved continents."""

GAME_ARMIES = 30
"""Armies of each side in the largest duel."""

GAMES_EDITION = Edition(STANDARD, GAME_ARMIES)

GAME_WORDS = "two players, standard rules, 3 new armies a turn, no cards"

SOLVED_GAMES: Mapping[str, Terms] = FrozenMapping(
    {
        terms.board.name: terms
        for terms in (
            *map(Terms, ("line-3", "complete-3", "ring-4", "star-4", "complete-4", "Australia")),
            *(Terms("line-4", armies=34), Terms("line-5")),
        )
    }
)
"""By their boards; each is solved to the armies of its `Terms`, and published to half of them."""

DICE_THROWN, THROWS = (UNITS._replace(unit=unit) for unit in ("dice", "throws"))

START_COLUMNS = (
    DataColumn("attackers", "Units of the attacker that are free to fight, at the start", 0),
    DataColumn("defenders", "Units of the defender at the start", 1),
)


def _outcomes(edition: Edition, attackers: range, values: Values) -> Iterator[Record]:
    for battle, outcomes in values.outcomes(edition.rules, attackers, edition.side):
        for outcome, chance in outcomes:
            yield *battle, *outcome, chance


def _rounds(edition: Edition, _: range, values: Values) -> Iterator[Record]:
    for dice, counts in values.rounds(edition.rules).items():
        for losses, throws in counts.items():
            yield *dice, *losses, throws, edition.rules.throws(*dice)


WIN = DataSet(
    "win",
    "The chance that the attacker wins, of every battle.",
    (*START_COLUMNS, *chance_columns(2, "The chance that the attacker wins")),
    ("attackers", "defenders"),
    lambda edition, attackers, values: (
        (*battle, chance) for battle, chance in values.win(edition.rules, attackers, edition.side)
    ),
    lambda attackers, most: most,
)

OUTCOMES = DataSet(
    "outcomes",
    "Survivors of every battle, from the best for the attacker on.",
    (
        *START_COLUMNS,
        DataColumn(
            "attackers_left",
            "Attackers left at the end, of those that were free to fight; 0 if lost",
            2,
        ),
        DataColumn("defenders_left", "Defenders left at the end; 0 if won", 3),
        *chance_columns(4, "The chance of this end"),
    ),
    ("attackers", "defenders", "attackers_left", "defenders_left"),
    _outcomes,
    lambda attackers, most: most * attackers + most * (most + 1) // 2,
)

FORCES_NEEDED = DataSet(
    "needed",
    "The fewest attackers that win with at least a given chance.",
    (
        DataColumn("defenders", "Units of the defender at the start", 0),
        DataColumn("chance", "The least chance to win that is asked for", 1, EXACT),
        DataColumn(
            "attackers", "The fewest attackers free to fight that have at least that chance", 2
        ),
        *chance_columns(3, "The chance of these attackers to win"),
    ),
    ("defenders", "chance"),
    lambda edition, _, values: values.needed(edition.rules, edition.most, CHANCES),
)

ROUNDS = DataSet(
    "rounds",
    "What the throws of one round cost, for every two numbers of dice.",
    (
        DataColumn(
            "attack_dice",
            "Dice that the attacker's units throw; extra dice of the rules come on top",
            0,
            DICE_THROWN,
        ),
        DataColumn("defence_dice", "The same of the defender", 1, DICE_THROWN),
        DataColumn("attacker_losses", "Units that the attacker loses", 2),
        DataColumn("defender_losses", "Units that the defender loses", 3),
        DataColumn("count", "How many of the equally likely throws cost that", 4, THROWS),
        DataColumn("total", "How many throws of these dice there are", 5, THROWS),
    ),
    ("attack_dice", "defence_dice", "attacker_losses", "defender_losses"),
    _rounds,
    method="count of the throws by values",
)


def has_blitz(edition: Edition) -> bool:
    """Return whether an edition is played in the digital game."""
    entry = entries().get(edition.name)
    return edition.name == STANDARD.name or (entry is not None and entry.group == GROUP)


def _blitz(version: BlitzVersion) -> DataSet:
    about = f"Balanced Blitz {version.name}, the blitz of RISK: Global Domination"
    fraction, *others = chance_columns(2, "The chance that the attacker wins, bent")
    empty = "Empty: the chance is no fraction but where it is 0, 1 or 1/2"
    nothing = fraction._replace(description=empty, kind=EMPTY)
    return DataSet(
        f"blitz-{version.name}",
        f"The chance that the attacker wins under {about}, for up to {MAX_BLITZ_UNITS} units on "
        "each side: certain digits, no fractions.",
        (*START_COLUMNS, nothing, *others),
        ("attackers", "defenders"),
        lambda edition, _, values: (
            (*battle, chance)
            for battle, chance in values.blitz(
                edition.rules, version, edition.side[:MAX_BLITZ_UNITS]
            )
        ),
        method="recursion, and the chance bent",
        has=has_blitz,
    )


def _continent_records(
    continent: SolvedContinent, edition: Edition, _: range, values: Values
) -> Iterator[Record]:
    for defenders, armies, chance, best in values.solutions(continent):
        yield *defenders, *armies, chance, "; ".join(f"{t} > {u}: {x}" for t, u, x in best)


def _continent(name: str, continent: SolvedContinent) -> DataSet:
    territories, entries = continent.territories, continent.entries
    about = dict.fromkeys(territories, f"Defenders on {{}}, 1 to {SOLVED_DEFENDERS}")
    about |= dict.fromkeys(entries, "Armies on {}, the one that stays counted")
    columns = tuple(
        DataColumn(re.sub(r"\W+", "_", territory.lower()), text.format(territory), n)
        for n, (territory, text) in enumerate(about.items())
    )
    return DataSet(
        name,
        f"The best turn to take {continent.name} from {' and '.join(entries)}: standard rules, up "
        f"to {SOLVED_DEFENDERS} defenders on each territory and {SOLVED_ARMIES} armies at the "
        "entries together; any number of dice, and of armies moving in.",
        (
            *columns,
            *chance_columns(len(about), f"The highest chance to take all of {continent.name}"),
            DataColumn(
                "first",
                "The best first attacks, each source > target: dice; or none",
                len(about) + 1,
                TEXTS,
            ),
        ),
        tuple(column.name for column in columns),
        partial(_continent_records, continent),
        method="two equal bounds of best play",
    )


DUEL = DataSet(
    "duel",
    f"The whole game on two territories, for up to {GAME_ARMIES} armies of each: {GAME_WORDS}.",
    (
        DataColumn("mine", "Armies of the player whose turn begins, before he places", 0),
        DataColumn("enemy", "Armies of the other", 1),
        *chance_columns(2, "The chance of the first that he has everything in the end"),
    ),
    ("mine", "enemy"),
    lambda edition, _, values: values.duels(edition.most),
)


def _game(terms: Terms) -> DataSet:
    names = [re.sub(r"\W+", "_", territory.lower()) for territory in terms.names]
    bounds = {
        "lower": "The chance that the mover can force is this at least",
        "upper": "The chance that the other cannot prevent is this at most",
    }
    about = [f"Armies on {t}: above 0 of the mover, below 0 of the other" for t in terms.names]
    kinds = [UNITS] * len(names) + [DOUBLE] * 2
    columns = zip([*names, *bounds], [*about, *bounds.values()], kinds, strict=True)
    return DataSet(
        terms.board.name,
        f"The whole game on {terms.board.name}, for up to {terms.armies // 2} armies in all: "
        f"{GAME_WORDS}. Bounds are whole numbers over 2^30, exactly.",
        tuple(DataColumn(name, what, n, kind) for n, (name, what, kind) in enumerate(columns)),
        tuple(names),
        lambda edition, _, values: ((*armies, *bounds) for armies, *bounds in values.games(terms)),
        method="sweeps over all positions",
    )


BLITZ_SETS: Mapping[str, DataSet] = FrozenMapping(
    {f"blitz-{version.name}": _blitz(version) for version in BLITZ_VERSIONS}
)
"""The data sets of Balanced Blitz by name: one for each version of the game."""

DATA_SETS: Mapping[str, DataSet] = FrozenMapping(
    {each.name: each for each in (WIN, OUTCOMES, FORCES_NEEDED, ROUNDS, *BLITZ_SETS.values())}
)
"""The data sets of an edition by name."""

CONTINENT_SETS: Mapping[str, DataSet] = FrozenMapping(
    {name: _continent(name, continent) for name, continent in SOLVED.items()}
)
"""The data sets of the solved continents by name: the best turn of every position."""

GAME_SETS: Mapping[str, DataSet] = FrozenMapping(
    {each.name: each for each in (DUEL, *map(_game, SOLVED_GAMES.values()))}
)
"""The data sets of whole games by name: what every position is worth."""

ALL_SETS: Mapping[str, DataSet] = FrozenMapping({**DATA_SETS, **CONTINENT_SETS, **GAME_SETS})
