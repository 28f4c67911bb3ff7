"""`riskexact place`: how a defender stands best, on a map, on fronts, or in a line."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import suppress

from riskexact.base.arguments import by_name, number
from riskexact.base.certain import Real
from riskexact.base.errors import RiskError
from riskexact.base.report import BLANK, Data, Item, Report, Text, Value
from riskexact.base.text import chance_text, decimal_text, fitted, join_words, pluralize
from riskexact.battle.campaign import checked_territories, terms_words
from riskexact.cli.options import positive
from riskexact.cli.output import Headline
from riskexact.cli.parser import (
    Command,
    Option,
    asked_mode,
    echo,
    free,
    names,
    pairs,
    refuse,
)
from riskexact.odds.states import sides_text
from riskexact.rules.catalogue import in_words
from riskexact.turn.commands.conquer import (
    POSITION_OPTIONS,
    SEARCH_OPTIONS,
    asked_map,
    asked_units,
    bounds,
    searching,
    untried,
)
from riskexact.turn.placement import AIMS, Placement, hold, place
from riskexact.turn.position import garrison_text

COMMAND = Command(
    "how a defender stands best against an attacker who plays best",
    "place 12 --on Australia --against Siam=15",
    "UNITS --on --against --map --without-border --move --dice --seconds --front --aim "
    "--line --free --leave-behind --retreat-at --armies --digits --exact",
    more="\n         riskexact place 9 --line 3 --free 11",
    group="Campaigns and maps",
    own={
        **POSITION_OPTIONS,
        **SEARCH_OPTIONS,
        "UNITS": Option("UNITS", "defenders to place, at least one on each", positive),
        "--on": Option("NAME", "territories or continents that are attacked together", names),
        "--against": Option("NAME=ARMIES", "the attacker's territories", pairs),
        "--front": Option(
            "NAME=ARMIES[+...]", "instead: a front with attackers who come one after another", pairs
        ),
        "--aim": Option("AIM", "of fronts: all or the weakest should hold (default: all)"),
        "--line": Option("K", "instead: K territories, attacked one after another", positive),
        "--free": Option("N", "with --line: attackers free to fight in the first battle", number),
    },
)

SHOWN_IN = "riskexact/turn/README.md, A line of territories"
PROVED_IN = "proofs/README.md, How a line is held"
"""How a line is held best, by hand and by Coq."""

OF_A_MAP = "on", "against", "map", "without_border", "move", "dice", "seconds"
OF_A_LINE = "free", "leave_behind", "retreat_at", "armies"
"""The options that only a map has, and only a line."""


def run(options: Namespace) -> Report:
    """Return how the defender stands best."""
    if options.line is not None:
        refuse(options, (*OF_A_MAP, "front", "aim"), "without --line")
        return _line(options)
    refuse(options, OF_A_LINE, "with --line")
    if options.front is not None:
        refuse(options, OF_A_MAP, "without --front")
        return _fronts(options)
    refuse(options, ("aim",), "with --front")
    if options.on is None or options.against is None:
        raise RiskError("place must have --on and --against, or --front, or --line")
    units, rules, world = options.units, options.rules, asked_map(options)
    on = [*dict.fromkeys(map(world.called, options.on))]
    against, _ = asked_units(world, options.against, "against")
    with searching(options) as terms:
        best = place(units, on, against, map=world, rules=rules, **terms)
    asked = echo(options, "map", "units") | {"on": on, "against": against}
    asked |= echo(options, "move", "dice", "rules")
    title = f"{pluralize(units, 'unit')} on {join_words(on)} against {garrison_text(against)}, "
    return Report(title + in_words(rules), asked, *_placed(best), *untried(best.untried))


def _line(options: Namespace) -> Report:
    """Return the best spread over territories in a line, and the attacker's chance against it."""
    from riskexact.battle.campaign.garrisons import best_garrisons, is_proved, is_shown
    from riskexact.battle.commands.campaign import asked_terms

    if options.free is None:
        raise RiskError("--line needs --free, the attackers free in the first battle")
    a, (stays, terms) = free(options, "free"), asked_terms(options)
    retreat_at = asked_mode(options).get("retreat_at", 0)
    units, n, rules = options.units, options.line, options.rules
    garrisons, win = best_garrisons(a, units, n, rules, stays, retreat_at)
    territories = checked_territories(garrisons, rules, stays)
    found = "of all spreads"
    if not retreat_at and is_shown(territories):
        proved = is_proved(a, units, territories)
        found = f"proved in {PROVED_IN}" if proved else f"shown in {SHOWN_IN}"
    title = (
        f"{sides_text(a, units, options.armies)} on {pluralize(n, 'territory', 'territories')}, "
    )
    title += in_words(rules) + terms_words(n, stays, retreat_at, options.armies)
    asked = {"attackers": options.free} | terms | {"units": units, "territories": n}
    digits = options.json or _has_digits(win)
    return Report(
        fitted(title),
        asked | echo(options, "rules"),
        Text(f"best spread: {join_words(garrisons)}, {found}"),
        Data("defenders", garrisons),
        Value("win", win, exact=True) if digits else Text(f"win: {chance_text(win)}"),
    )


def _has_digits(win: Real) -> bool:
    with suppress(RiskError):
        return bool(decimal_text(win, 1))
    return False


def _fronts(options: Namespace) -> Report:
    fronts = {
        name: [number(n, "armies", 1) for n in text.split("+")]
        for name, text in by_name(options.front, "front must have each name").items()
    }
    units, rules, aim = options.units, options.rules, options.aim or AIMS[0]
    best = hold(units, fronts, aim=aim, rules=rules)
    asked = {"units": units, "fronts": fronts, "aim": aim} | echo(options, "rules")
    title = f"{pluralize(units, 'unit')} on {pluralize(len(fronts), 'front')}, {in_words(rules)}"
    return Report(title, asked, *_placed(best))


def _placed(best: Placement) -> Iterator[Item]:
    if best.proved:
        yield Headline(best.lower, does="hold")
        yield BLANK
    yield Data("armies", dict(best.armies))
    yield Text(*(f"{n} on {t}" for t, n in best.armies.items()), "")
    yield from bounds("hold", best, "hold, at least")
