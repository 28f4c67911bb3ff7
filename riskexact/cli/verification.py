"""`riskexact verify`: the closed forms against the recursion."""

from argparse import Namespace
from functools import partial

from riskexact.catalogue import BUILT_IN, RULES, label, rules_json, rules_named
from riskexact.cli.options import Commands, add_command, number
from riskexact.cli.output import emit, emit_json
from riskexact.cli.progress import describe
from riskexact.digits import fraction_text
from riskexact.rules import Rules
from riskexact.verification import MOST, Mismatch, Verdict, verify
from riskexact.words import counted


def add_verify(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "verify",
        run_verify,
        help="the closed forms against the recursion, cell by cell",
        example="riskexact verify --max 20",
        rules="standard and single-loss; all: every one with a closed form",
    )
    parser.add_argument(
        "--max", metavar="N", default="40", help="every battle from 1 v 1 to N v N (default: 40)"
    )


def run_verify(options: Namespace) -> int:
    """Compare, print what was compared, and return 1 if anything differed."""
    chosen = _chosen(options.rules)
    most = number(options.max, "max", 1, MOST)
    verdicts = [verify(rules, most, partial(_describe, label(rules))) for rules in chosen]
    mismatches = [mismatch for verdict in verdicts for mismatch in verdict.mismatches]
    if options.json:
        emit_json(
            {
                "max": most,
                "checked": [_checked_json(verdict) for verdict in verdicts],
                "mismatches": [_mismatch_json(mismatch) for mismatch in mismatches],
            },
            options.output,
        )
    else:
        lines = [*map(_checked_text, verdicts), *map(_mismatch_text, mismatches)]
        emit("\n".join([*lines, ""]), options.output)
    return 1 if mismatches else 0


def _chosen(name: str | None) -> list[Rules]:
    if name is None:
        return list(BUILT_IN.values())
    if name == "all":
        return [rules for rules in RULES.values() if rules.has_closed_form]
    return [rules_named(name)]


def _describe(name: str, done: int, cells: int) -> None:
    describe(f"{name}: {done} of {cells} cells, {100 * done // cells} %")


def _checked_text(verdict: Verdict) -> str:
    formulas = " and ".join(verdict.formulas)
    result = f"{len(verdict.mismatches)} mismatches" if verdict.mismatches else "all equal"
    return (
        f"{label(verdict.rules)}: {verdict.cells} cells, {formulas} against recursion: {result} "
        f"({verdict.seconds:.1f} s)"
    )


def _mismatch_text(mismatch: Mismatch) -> str:
    sides = (
        f"{counted(mismatch.attackers, 'attacker')} against "
        f"{counted(mismatch.defenders, 'defender')}"
    )
    return (
        f"mismatch: {label(mismatch.rules)}, {sides}: "
        f"recursion {fraction_text(mismatch.recursion)}, "
        f"{mismatch.formula} {fraction_text(mismatch.closed_form)}"
    )


def _checked_json(verdict: Verdict) -> dict[str, object]:
    return {
        "rules": rules_json(verdict.rules),
        "formulas": list(verdict.formulas),
        "cells": verdict.cells,
        "seconds": round(verdict.seconds, 3),
    }


def _mismatch_json(mismatch: Mismatch) -> dict[str, object]:
    return {
        "rules": rules_json(mismatch.rules),
        "attackers": mismatch.attackers,
        "defenders": mismatch.defenders,
        "recursion": fraction_text(mismatch.recursion),
        "formula": mismatch.formula,
        "closed_form": fraction_text(mismatch.closed_form),
    }
