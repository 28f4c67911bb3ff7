"""Altered certificates: what is shown of one that is accepted is what its Coq text proves."""

import json
import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from riskexact.base.errors import RiskError
from riskexact.base.text import chance_text
from riskexact.certificates.certificates import certificate, claim, text
from riskexact.certificates.received import of_question, written_anew
from riskexact.rules import STANDARD, Rules
from riskexact.rules.catalogue import RULES
from riskexact.rules.hand import Die, Hand


def rule_sets(coq: str) -> list[str]:
    """The rule sets that a certificate defines, without their names."""
    found = re.findall(r"^Definition \w+ : ruleset := (.*?)\.$", coq, re.DOTALL | re.MULTILINE)
    return [" ".join(each.split()) for each in found]


KNOWN = {name: rule_sets(certificate(1, 1, name))[0] for name in (*RULES, "teg", "xfrisk")}

FALSE = (
    *(
        "standard",
        "standard rules",
        "Standard",
        " standard",
        "st\u0430ndard",
        "standard\u2009rules",
    ),
    *("classic", "Classic", "a map", "capital", "teg", "Siam 9 against India 1, standard rules"),
    *("x', standard rules", "x\u2019, standard rules: the chance to win is 99.9 %", 'x" *) (* "'),
    *("3 v 2 dice", "x, called 'y'", "99.9 %", "\u202estandard", "standard" + "\u3164" * 3),
)
names = st.sampled_from(FALSE) | st.text(min_size=1, max_size=9)
values = st.sampled_from(
    [Rules(3, 3), Rules(2, 2), Rules(faces=8), STANDARD, RULES["capital"], Rules(ties="nobody")]
    + [Rules(3, Hand(2, to_highest=1)), Rules(Hand((6, Die((0, 5), (1, 7)))))]
)
own_rules = st.builds(lambda rules, name: rules.parts | {"name": name}, values, names)
rules = st.sampled_from([*KNOWN]) | own_rules | own_rules
few = st.integers(2, 4)
battles = st.fixed_dictionaries(
    {"kind": st.just("battle"), "attackers": few, "defenders": few},
    optional={"rules": rules, "retreat_at": few, "stop_at_defenders": few},
)
campaigns = st.fixed_dictionaries(
    {
        "kind": st.just("campaign"),
        "attackers": few,
        "garrisons": st.lists(few, min_size=2, max_size=2),
    },
    optional={"rules": rules, "leave_behind": few},
)
needs = st.just({"kind": "battle", "attackers": 6, "defenders": 2, "need": "9/10"})


@st.composite
def turns(draw: st.DrawFn) -> dict[str, Any]:
    """A turn on the classic map, or on another one, which may have its name."""
    first, second = draw(st.tuples(names, names))
    world: Any = {"name": draw(names), "borders": [[first, second]], "continents": {}}
    if draw(st.booleans()):
        world, first, second = draw(st.sampled_from(["classic", "Classic"])), "Siam", "India"
    asked = {"kind": "turn", "map": world, "mine": {first: draw(few)}, "enemy": {second: draw(few)}}
    asked |= draw(st.sampled_from([{}, {"take": [second]}, {"move": "all"}, {"dice": "most"}]))
    return asked | ({"rules": draw(rules)} if draw(st.booleans()) else {})


ALTERED = (
    (r"", ""),
    (r"attackers against", "\u0430ttackers against"),
    (r"standard rules", "capital rules"),
    (r"[\d.]+ %", "99.9 %"),
    (r"\n", "\r\n"),
    (r"\n", " \n"),
    (r"\*\)", "*) (* more *)"),
    (r'\{"kind"', '{"attackers": 9, "kind"'),
    (r'\{"kind": "(\w+)"', r'{"kind": "battle", "kind": "\1"'),
    (r'\{("kind": "battle"), ("attackers": \d+),', r"{\2, \1,"),
    (r'(attackers|defenders)": (\d+)', r'\1": "\2"'),
    (r'(attackers|defenders)": (\d+)', r'\1": \2.0'),
    (r'": ', '":  '),
    (r"(?=    Question)", '    Question: {"kind": "battle", "attackers": 9, "defenders": 1}\n'),
    (r"(    Question.*\n)", r"\1\1"),
    (r'"name": "', '"name": "standard, '),
    (r'"name": "', r'"name": "\\u0073'),
    (r"numbered 6", "numbered 8"),
    (r"\(1, 0\)", "(0, 1)"),
    (r"Theorem odds", "Theorem \u043edds"),
)
"""What is written instead of what, once."""


def shown_falsely(shown: str, coq: str) -> list[str]:
    """What a claim says outside of quotation marks that the Coq text does not."""
    said, played = re.sub(r"'[^']*'", "''", shown), rule_sets(coq)
    wrong = [
        f"not {name} rules"
        for name, own in KNOWN.items()
        if re.search(rf"(?<![\w-]){name}(?![\w-])", said) and own not in played
    ]
    wrong += re.findall('["\u2018\u2019]', shown)  # marks that may end a quotation
    wrong += ["no parts" for own in played if own not in KNOWN.values() and " dice, " not in said]
    fractions = [Fraction(int(n), int(m)) for n, m in re.findall(r"fraction (\d+) (\d+)", coq)]
    wrong += [f"not {p}" for p in fractions if chance_text(p) not in said and str(p) not in said]
    wrong += [
        f"not {p}" for p in re.findall(r"[<>]?[\d.]+ %", said) if p != chance_text(fractions[0])
    ]
    if match := re.search(r"win_chance rules (\d+) (\d+) (\d+) (\d+)", coq):
        retreat, stop, a, d = match.groups()
        parts = [
            rf"^{a} attacker.* against {d} defender",
            rf"at {retreat} attacker",
            rf"at {stop} d",
        ]
        asked = [part for part, n in zip(parts, (a, retreat, stop), strict=True) if n != "0"]
        wrong += [f"not {part}" for part in asked if not re.search(part, said)]
    if "map_turn" in coq:
        ours = '"map": "classic"' in coq or '"map": "Classic"' in coq
        wrong += ["not on that map"] * (ours == ("on a map of its own" in said))
        wrong += ["a name is bare"] * (not ours and said.split(" against ")[0][:2] != "''")
    return wrong


def forged(question: dict[str, Any]) -> tuple[dict[str, Any], str] | None:
    """A question that somebody made up, with its certificate, if it has one."""
    try:
        own = {key: question[key] for key in question if key != "need"}
        return question, text(of_question(own), question.get("need"))
    except RiskError:
        return None


@pytest.mark.tools
@settings(max_examples=300, suppress_health_check=[HealthCheck.filter_too_much])
@given(
    st.one_of(battles, campaigns, turns(), needs).map(forged).filter(bool),
    st.just(ALTERED[0]) | st.sampled_from(ALTERED),
    st.randoms(use_true_random=False),
    st.booleans(),
)
def test_no_altered_certificate_is_shown_falsely(
    forged: tuple[dict[str, Any], str], alteration: tuple[str, str], chosen: Any, shuffled: bool
) -> None:
    question, own = forged
    if shuffled:
        keys = list(question)
        chosen.shuffle(keys)
        typed = json.dumps({key: question[key] for key in keys})
        own = re.sub(r"(    Question: ).*", lambda match: match[1] + typed, own)
    altered = re.sub(alteration[0], alteration[1], own, count=1)
    try:
        found = written_anew(altered)
    except RiskError:
        return
    if found.difference is None:
        assert found.certificate == altered
        shown = claim(found.statement, found.need)
        assert shown_falsely(shown, altered) == [], shown
        first = altered.removeprefix("(** ").partition(".\n\n")[0]
        assert first == shown.replace('"', "").replace("*", "")
