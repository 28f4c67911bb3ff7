"""`python -m tests.trust.certificates [N [SEED]]`: Coq checks N random certificates (100).

Battles, stop lines, least forces, campaigns and turns, under the rules of the catalogue, and large
battles under the standard rules.  Each has to be accepted, and refused with another digit in its
fraction, or another number of attackers.
"""

import random
import re
import sys
from itertools import combinations
from typing import Any

from riskexact.battle.campaign.choices import campaign_attackers_needed
from riskexact.battle.needed import attackers_needed
from riskexact.certificates import coq
from riskexact.certificates.certificates import FILES, certificate, text
from riskexact.certificates.received import written_anew
from riskexact.certificates.turn import FILES_FOR_TURNS, of_turn
from riskexact.rules.catalogue import RULES
from riskexact.turn.front import DICE_RULES, MOVE_RULES
from riskexact.turn.geography import Map, map_named
from riskexact.turn.position import Position

KINDS = (
    *("battle", "stopped", "least", "campaign", "least for a campaign"),
    *("large", "least in a large one", "turn"),
)


def question(choose: random.Random, kind: str) -> dict[str, Any]:
    """The arguments of a random certificate of this kind."""
    names = list(RULES)
    need = f"{choose.randint(5, 80)}%"
    if "campaign" in kind:
        garrisons = [choose.randint(1, 4) for _ in range(choose.randint(1, 3))]
        campaign: dict[str, Any] = {
            "rules": [choose.choice(names) for _ in garrisons],
            "leave_behind": [choose.randint(0, 2) for _ in garrisons],
            "retreat_at": choose.randint(0, 2),
        }
        asked = {"attackers": choose.randint(1, 12), "defenders": garrisons} | campaign
        if "least" not in kind:
            return asked
        return asked | {
            "attackers": campaign_attackers_needed(garrisons, need, **campaign),
            "need": need,
        }
    if "large" in kind:
        d = choose.randint(120, 180)
        if "least" in kind:
            return {"attackers": attackers_needed(d, need), "defenders": d, "need": need}
        return {"attackers": choose.randint(100, 200), "defenders": d}
    d, rules = choose.randint(1, 9), choose.choice(names)
    if kind == "least":
        a = attackers_needed(d, need, rules)
        return {"attackers": a, "defenders": d, "rules": rules, "need": need}
    asked = {"attackers": choose.randint(1, 14), "defenders": d, "rules": rules}
    if kind == "stopped":
        asked |= {"retreat_at": choose.randint(0, 3), "stop_at_defenders": choose.randint(0, 2)}
    return asked


def turn(choose: random.Random) -> str:
    """The certificate of a turn: rules of its own for each of some territories, all terms."""
    names, mine = "ABCDE"[: choose.randint(3, 5)], choose.randint(1, 2)
    borders = {(choose.choice(names[:n]), names[n]) for n in range(1, len(names))}
    borders |= {pair for pair in combinations(names, 2) if choose.random() < 0.3}
    enemy = {name: choose.randint(1, 2) for name in names[mine:]}
    rules = {name: choose.choice(("standard", choose.choice(list(RULES)))) for name in enemy}
    stands = {name: choose.randint(2, 5) for name in names[:mine]}
    position = Position(Map(borders), stands, enemy, rules)
    take = choose.sample(list(enemy), choose.randint(1, len(enemy)))
    terms = choose.choice(MOVE_RULES), choose.choice(DICE_RULES)
    return text(of_turn(position, take, list(enemy), *terms))


CHANGED = (
    ("7209256319291875", "7209256319291874"),
    ("(8, 0)", "(9, 0)"),
    ("[(0, 2)", "[(0, 3)"),
    ("(on_Siam, on_Indonesia)", "(on_Siam, on_Siam)"),
    ("  [on_Indonesia; on_New_Guinea; on_Western_Australia; on_E", "  [on_E"),
    ("[1; 2] (1, 0)", "[1; 2] (0, 1)"),
    ("(fun _ => 1) (fun", "(fun _ => 2) (fun"),
)
"""What stands in a certificate of a turn, and what makes it false."""


def accepted_changes() -> list[str]:
    """Return the changes to the certificate of Siam against Australia that Coq accepts."""
    defenders = dict(zip(map_named("classic").named("Australia"), (2, 1, 1, 1), strict=True))
    own = text(of_turn(Position("classic", {"Siam": 8}, defenders), ["Australia"]))
    accepted = []
    for true, false in CHANGED:
        assert own.count(true) == 1, true
        if coq.refusal(own.replace(true, false), FILES_FOR_TURNS) is None:
            accepted.append(f"Coq accepts {false} instead of {true}")
    return accepted


def changed(text: str, choose: random.Random) -> str:
    """The certificate with another digit in its fraction, or for one attacker more."""
    if match := re.search(r"fewer < (\d+)", text):
        more = int(match[1]) + 1
        first = re.search(rf"<= .*? {match[1]}\b(?= \d+\)|\))", text)
        assert first is not None
        one_more = first[0].removesuffix(match[1]) + str(more)
        return text.replace(first[0], one_more).replace(match[0], f"fewer < {more}")
    match = re.search(r"fraction (\d+) (\d+)", text)
    assert match is not None
    part = choose.choice((1, 2)) if match[1] != "0" else 1  # 0/5 is 0/1
    at = choose.randrange(match.start(part), match.end(part))
    digit = choose.choice([d for d in "0123456789" if d != text[at]])
    return text[:at] + digit + text[at + 1 :]


def faults(choose: random.Random, kind: str) -> list[str]:
    """What is wrong with a random certificate of this kind."""
    is_turn = kind == "turn"
    own = turn(choose) if is_turn else certificate(**question(choose, kind))
    files = (*FILES, *FILES_FOR_TURNS) if is_turn else FILES
    asked = own.partition("\n")[0]
    wrong = [f"{asked}: {said}"] if (said := written_anew(own).difference) else []
    refused = coq.refusal(own, files)
    if refused is not None:
        wrong.append(f"Coq refuses {asked}: {refused}")
    refused = coq.refusal(changed(own, choose), files)
    if refused is None:
        wrong.append(f"Coq accepts a change of {asked}")
    return wrong


def main(arguments: list[str]) -> int:
    """Try this many; return 1 if one is not as it should be."""
    number, seed = ([int(each) for each in arguments] + [100, 0][len(arguments) :])[:2]
    choose, wrong = random.Random(seed), 0
    for each in accepted_changes():
        wrong += 1
        print(each, flush=True)
    for n in range(number):
        for each in faults(choose, KINDS[n % len(KINDS)]):
            wrong += 1
            print(each, flush=True)
    print(f"{number} certificates, {wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
