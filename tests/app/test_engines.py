"""What a person does first on each tab in Firefox and WebKitGTK, with the numbers of Python."""

from collections.abc import Iterator

import pytest

from riskexact.battle.battle import Battle, win_probability
from riskexact.battle.campaign import Campaign
from tests.app.visits import percent_text
from tests.engines import STARTED, Engine
from tests.programs import needs


@pytest.fixture(scope="module", params=[pytest.param(each, marks=needs(each)) for each in STARTED])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    with STARTED[request.param]() as started:
        yield started


def address_has(engine: Engine, part: str) -> None:
    engine.becomes("return location.hash", lambda found: part in found)


PRESSED = """
const [field, times] = [document.querySelector("#sides input"), arguments[0]];
for (let n = 0; n < times; n += 1) {
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", cancelable: true }));
}
"""


def test_a_number_is_typed_over_and_the_address_follows(engine: Engine, app: str) -> None:
    engine.open(f"{app}#a=15&d=12&stays=1")
    engine.waits("#chance", percent_text(win_probability(14, 12)))
    engine.click("#sides input")  # a touch selects it, and the next one sets the caret
    engine.types("20")
    engine.waits("#chance", percent_text(win_probability(19, 12)))
    engine.click("#sides input")
    engine.types("\ue011\ue0174")  # Home, Delete
    engine.waits("#chance", percent_text(win_probability(39, 12)))
    dotted = "return getComputedStyle(document.querySelector('button.exact')).textDecorationStyle"
    assert engine.run(dotted) == "dotted"
    # more changes than WebKit allows at once, and none is forgotten
    engine.run(PRESSED, 120)
    engine.waits("#question", "160 armies")
    address_has(engine, "#a=160&d=12&stays=1")
    engine.reload()
    engine.waits("#question", "160 armies")


ANSWERS = {
    "#a=3&d=2": Battle(3, 2),
    "#a=100&d=100": Battle(100, 100),
    "#a=12&d=9&rules=risiko": Battle(12, 9, "risiko"),
    "#a=20&d=15&retreat=4": Battle(20, 15, retreat_at=4),
    "#a=12&d=9&blitz=3.3": Battle(12, 9, blitz=True),
    "#a=15&d=3,4,5&behind=2": Campaign(15, (3, 4, 5), leave_behind=2),
}


def test_answers_are_those_of_python(engine: Engine, app: str) -> None:
    for hash_, asked in ANSWERS.items():
        engine.open(app + hash_)
        engine.waits("#chance", percent_text(asked.win_probability))


def test_what_is_done_first_on_each_tab(engine: Engine, app: str) -> None:
    engine.open(f"{app}#turn")
    engine.waits("#chance", "57.5 %")
    engine.click("#throw button:nth-child(2)")  # WebKit goes back past what nobody touched
    address_has(engine, "Siam:13")
    engine.back()
    address_has(engine, "#turn")
    engine.waits("#chance", "57.5 %")
    engine.press("#to-play")
    engine.waits("#chance", "92.3 %")
    engine.waits("#log", "You: A +3.")
    engine.press("#to-tables")
    engine.waits("#odds td:nth-child(2)", percent_text(win_probability(1, 1)).split(" ")[0])
    engine.resize(1300, 900)
    fits = (
        "const each = document.querySelector('.wide'); return each.scrollWidth - each.clientWidth"
    )
    engine.becomes(fits, "0".__eq__)
    engine.press("#odds tbody tr:nth-child(3) td:nth-child(3) a")
    engine.waits("#chance", percent_text(win_probability(3, 2)))
    engine.press("#to-explore")
    engine.press("#next")
    engine.waits("#place", "Step 2 of 10")
    engine.reload()
    engine.waits("#place", "Step 2 of 10")
