"""`riskexact need --price` and `--dearest` as its users meet it."""

from itertools import pairwise

from riskexact.battle.price import Price
from riskexact.odds.price import dearest_unit
from riskexact.rules.catalogue import RULES
from riskexact.rules.dice import break_even_ratio
from tests.commands import Capture, answer, in_json, run


def test_one_garrison(capsys: Capture) -> None:
    price = Price(2, "risiko")
    chances = [price.pmf(n) for n in range(price.quantile("3/4") + 1)]
    means = [Price(d, "risiko").mean for d in range(3)]
    assert answer(capsys, "need", "2", "--rules", "RisiKo!", "--chance", "3/4", "--price") == {
        "defenders": [2],
        "rules": "risiko",
        "left_behind": 0,
        "attackers_lost": {
            "mean": in_json(price.mean),
            "variance": in_json(price.variance),
            "chances": [{"attackers": n} | in_json(p) for n, p in enumerate(chances)],
        },
        "enough": [
            {
                "chance": "3/4",
                "attackers": len(chances) - 1,
                "probability": in_json(price.cdf(len(chances) - 1)),
            }
        ],
        "prices": [
            {"defenders": d, "mean": in_json(mean), "marginal": in_json(mean - before)}
            for d, (before, mean) in enumerate(pairwise(means), 1)
        ],
    }


def test_a_chain(capsys: Capture) -> None:
    found = answer(capsys, "need", "3,3", "2:capital", "90%", "1/2", "--price")
    price = Price((3, 3, 2), ("standard", "standard", "capital"))
    assert found["rules"] == ["standard", "standard", "capital"]
    assert found["left_behind"] == 2
    assert found["attackers_lost"]["mean"] == in_json(price.mean)
    numbers = [(each["chance"], each["attackers"]) for each in found["enough"]]
    assert numbers == [("9/10", price.quantile("90%")), ("1/2", price.quantile("50%"))]
    assert found["territories"][2] == {
        "defenders": 2,
        "rules": "capital",
        "mean": in_json(Price(2, "capital").mean),
    }


def test_many_defenders_have_a_price_and_no_chances(capsys: Capture) -> None:
    found = answer(capsys, "need", "2500", "--price")
    assert found["attackers_lost"]["mean"] == in_json(Price(2500).mean)
    assert found["attackers_lost"]["chances"] == found["enough"] == []
    assert [each["defenders"] for each in found["prices"]] == [*range(1, 21), 2500]
    assert "chance" not in run(capsys, "need", "2500", "--exact", "--price")[1]


def test_the_dearest_unit_of_every_rule_set(capsys: Capture) -> None:
    found = answer(capsys, "need", "--dearest")["dearest"]
    assert [each["rules"] for each in found] == list(RULES)
    for each in found:
        unit = dearest_unit(RULES[each["rules"]])
        assert (each["unit"], each["price"]) == (unit.number, in_json(unit.price))
        assert each["limit"] == in_json(break_even_ratio(RULES[each["rules"]]))
    assert answer(capsys, "need", "--dearest", "--rules", "risiko")["dearest"] == [found[2]]
