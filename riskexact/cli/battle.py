"""`riskexact odds`, `outcomes`, `rounds` and `luck`: one battle."""

from argparse import Namespace
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from riskexact.base.arguments import shown as shown_value
from riskexact.base.distribution import Distribution
from riskexact.base.errors import RiskError
from riskexact.base.text import counted, decimal_text, percent_text
from riskexact.cli.options import (
    Commands,
    add_command,
    add_forces,
    chosen_digits,
    number,
)
from riskexact.cli.output import (
    columns,
    decimal_json,
    emit,
    emit_json,
    exact_json,
    exact_lines,
    fraction_shown,
)
from riskexact.cli.sides import Sides, read_fight
from riskexact.odds.limits import MOST_UNITS
from riskexact.odds.states import lost, stopped, won
from riskexact.questions.battle import Battle, win_and_lose_decimals

MOST_UNITS_FOR_MEANS = 10_000
"""Units of both sides together up to which the means are printed too: some seconds of work."""


def add_odds(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "odds",
        run_odds,
        help="the exact odds of a battle",
        example="riskexact odds 17 6",
    )
    add_forces(parser)


def add_outcomes(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "outcomes",
        run_outcomes,
        help="the exact distribution of who is left after a battle",
        example="riskexact outcomes 5 3 --digits 6",
    )
    add_forces(parser)


def add_rounds(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "rounds",
        run_rounds,
        help="the exact distribution of how many rounds a battle takes, and of its time",
        example="riskexact rounds 12 9 --seconds 20",
    )
    add_forces(parser)
    parser.add_argument(
        "--seconds", metavar="S", help="seconds that a round takes at the table: print minutes too"
    )


def add_luck(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "luck",
        run_luck,
        help="the exact chance of a result at least this bad, and at least this good",
        example="riskexact luck 12 9 --left 0 7",
    )
    add_forces(parser)
    parser.add_argument(
        "--left",
        nargs=2,
        required=True,
        metavar=("X", "Y"),
        help="attackers (not armies) and defenders that were left",
    )


def run_odds(options: Namespace) -> int:
    """Print the chances to win and to lose, what is left and what is lost in the mean."""
    fight = read_fight(options)
    units = fight.sides.attackers + fight.sides.defenders
    if units > MOST_UNITS:
        if fight.typed or options.method != "auto":
            raise RiskError(
                f"attackers and defenders must be at most {MOST_UNITS} together with stop rules or "
                f"a method, not {shown_value(units)}: certain digits are of battles fought out"
            )
        return _run_odds_in_digits(fight.sides, options)
    battle, digits = fight.battle(options.method), chosen_digits(options)
    odds = _odds_and_means(battle) if units <= MOST_UNITS_FOR_MEANS else _odds_alone(battle)
    if not fight.typed:
        odds = odds.fought_out
    if options.json:
        emit_json(fight.header | _odds_json(odds, digits), options.output)
    else:
        lines = [fight.title, "", *_odds_lines(odds, digits, options), ""]
        emit("\n".join(lines), options.output)
    return 0


class _Odds(NamedTuple):
    """What is printed of a battle, by name; without means where these would take too long."""

    chances: dict[str, Fraction]
    means: dict[str, Fraction]

    @property
    def fought_out(self) -> "_Odds":
        """The same of a battle without stop rules, in which nobody stops."""
        return self._replace(chances={name: self.chances[name] for name in ("win", "lose")})

    @property
    def exchange_ratio(self) -> Fraction | None:
        """`Battle.exchange_ratio`, without another pass; None without means, or defenders lost."""
        if not self.means.get("defenders_lost"):
            return None
        return self.means["attackers_lost"] / self.means["defenders_lost"]


def _odds_and_means(battle: Battle) -> _Odds:
    """Return the chances and the means, all but that of the rounds in one pass."""
    win, lose, stop, a_left, d_left, a_left_in_a_win = battle.expected_values(
        won, lost, stopped, lambda a, d: a, lambda a, d: d, lambda a, d: a * won(a, d)
    )
    means = {
        "attackers_left": a_left,
        "defenders_left": d_left,
        "attackers_lost": battle.attackers - a_left,
        "defenders_lost": battle.defenders - d_left,
        "rounds": battle.mean_rounds,
    }
    if win:
        means["attackers_lost_in_a_win"] = battle.attackers - a_left_in_a_win / win
    return _Odds(_checked_chances(win, lose, stop), means)


def _odds_alone(battle: Battle) -> _Odds:
    """Return the chances without any means."""
    chances = battle.win_probability, battle.lose_probability, battle.stop_probability
    return _Odds(_checked_chances(*chances), {})


def _checked_chances(win: Fraction, lose: Fraction, stop: Fraction) -> dict[str, Fraction]:
    """Return the chances by name, after a `Distribution` has checked that nothing is missing."""
    chances = {"win": win, "lose": lose, "stopped": stop}
    Distribution(chances)
    return chances


def _odds_json(odds: _Odds, digits: int) -> dict[str, object]:
    means = {name: {"mean": exact_json(mean, digits)} for name, mean in odds.means.items()}
    ratio = odds.exchange_ratio
    last = {} if ratio is None else {"exchange_ratio": exact_json(ratio, digits)}
    return _chances_json(odds.chances, digits) | means | last


def _odds_lines(odds: _Odds, digits: int, options: Namespace) -> list[str]:
    lines = _chances_lines(odds.chances, digits, options)
    if odds.means:
        lines.append("")
    for name, mean in odds.means.items():
        lines.append(f"{name.replace('_', ' ')} in the mean: {decimal_text(mean, digits)}")
    if odds.exchange_ratio is not None:
        ratio = decimal_text(odds.exchange_ratio, digits)
        lines.append(f"exchange ratio: {ratio} attackers for each defender")
    return lines


def _chances_json(chances: Mapping[str, Fraction], digits: int) -> dict[str, object]:
    return {name: exact_json(chance, digits) for name, chance in chances.items()}


def _chances_lines(chances: Mapping[str, Fraction], digits: int, options: Namespace) -> list[str]:
    lines = []
    for name, chance in chances.items():
        lines += exact_lines(name.replace("_", " "), chance, digits, options)
    return lines


def _run_odds_in_digits(sides: Sides, options: Namespace) -> int:
    """Print certain digits of the chances, of a size whose fractions would not fit."""
    a, d, rules, _ = sides
    if options.digits is None:
        raise RiskError(
            f"attackers and defenders must be at most {MOST_UNITS} together for an exact fraction, "
            f"not {shown_value(a + d)}; with --digits N, certain digits are printed"
        )
    win, lose = win_and_lose_decimals(a, d, chosen_digits(options), rules)
    if options.json:
        chances = {"win": decimal_json(win), "lose": decimal_json(lose)}
        emit_json(sides.header | chances, options.output)
    else:
        emit(f"{sides.title}\n\nwin: {win}\nlose: {lose}\n", options.output)
    return 0


def run_outcomes(options: Namespace) -> int:
    """Print the probability of each end of the battle."""
    fight, digits = read_fight(options), chosen_digits(options)
    outcomes = fight.battle(options.method).outcomes
    if options.json:
        emit_json(
            fight.header
            | {
                "outcomes": [
                    {"attackers": a, "defenders": d, **exact_json(probability, digits)}
                    for (a, d), probability in outcomes.items()
                ]
            },
            options.output,
        )
        return 0
    rows = [("attackers left", "defenders left", "probability", "fraction")]
    rows += [
        (str(a), str(d), decimal_text(probability, digits), fraction_shown(probability, options))
        for (a, d), probability in outcomes.items()
    ]
    emit("\n".join([fight.title, "", *columns(rows), ""]), options.output)
    return 0


def run_rounds(options: Namespace) -> int:
    """Print the probability of each number of rounds, and the mean."""
    fight, digits = read_fight(options), chosen_digits(options)
    battle = fight.battle(options.method)
    seconds = None if options.seconds is None else number(options.seconds, "seconds", 1)
    # what would not fit is refused before the mean is computed
    rounds = battle.rounds if battle.rounds_have_a_largest_number else None
    mean = battle.mean_rounds
    minutes = {} if seconds is None else {"mean_minutes": mean * Fraction(seconds, 60)}
    if options.json:
        emit_json(
            fight.header
            | {
                "rounds": rounds
                and [{"rounds": n, **exact_json(p, digits)} for n, p in sorted(rounds.items())],
                "mean": exact_json(mean, digits),
            }
            | {name: exact_json(value, digits) for name, value in minutes.items()},
            options.output,
        )
        return 0
    lines = [fight.title, "", f"rounds in the mean: {decimal_text(mean, digits)}"]
    lines += [f"minutes in the mean: {decimal_text(value, digits)}" for value in minutes.values()]
    lines.append("")
    if rounds is None:
        lines.append("the number of rounds has no largest value: a round may change nothing")
    else:
        lines += columns([*_rounds_rows(rounds, seconds, digits, options)])
    emit("\n".join([*lines, ""]), options.output)
    return 0


def _rounds_rows(
    rounds: Distribution[int], seconds: int | None, digits: int, options: Namespace
) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table: what is at most so many rounds, or minutes."""
    minutes = () if seconds is None else ("minutes",)
    yield ("rounds", *minutes, "probability", "at most", "fraction")
    numbers = sorted(rounds)
    at_most = accumulate(rounds[n] for n in numbers)
    for n, reached in zip(numbers, at_most, strict=True):
        # so many hundredths, of a minute here
        time = () if seconds is None else (percent_text(Fraction(n * seconds, 6000), 2),)
        chance = rounds[n]
        decimals = decimal_text(chance, digits), decimal_text(reached, digits)
        yield (str(n), *time, *decimals, fraction_shown(chance, options))


def run_luck(options: Namespace) -> int:
    """Print how likely a result at least as bad, and at least as good, was."""
    fight, digits = read_fight(options), chosen_digits(options)
    a, d = (number(text, "left") for text in options.left)
    luck = fight.battle(options.method).luck(a, d)
    if options.json:
        left = {"left": {"attackers": a, "defenders": d}}
        emit_json(fight.header | left | _chances_json(luck._asdict(), digits), options.output)
        return 0
    title = f"{fight.title}: {counted(a, 'attacker')} and {counted(d, 'defender')} left"
    lines = [title, "", *_chances_lines(luck._asdict(), digits, options), ""]
    emit("\n".join(lines), options.output)
    return 0
