"""Whole games in the app: read from tables as Python reads them, and played in Chromium."""

import base64
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from riskexact import app as calculator
from riskexact.game.answers import Game
from riskexact.game.stages import GameStep, Stage, Stages
from riskexact.game.tables import settled_table, table_of, written_table
from riskexact.game.terms import Terms
from riskexact.rules import STANDARD
from riskexact.turn.position import Position
from tests.app.visits import OpenPage, ends_with, goes_to, percent_text
from tests.browser import PHONE, Visit, needs_chromium, served
from tests.node import Node, node, opened_tab
from tests.patience import comes_true
from tests.programs import needs

FOLDER = Path(calculator.__file__).parent / "play"

GAMES = [
    Terms("line-2", armies=40),
    Terms("complete-3", armies=30),
    Terms("line-3", armies=12, bonuses={("A", "B"): 1}),
    Terms("star-4", armies=9),
    Terms("ring-4", armies=9, rules="risiko"),
]


@pytest.fixture(scope="module")
def played() -> Iterator[Node]:
    with node("play/game.js") as started:
        yield started


def told(step: GameStep) -> Any:
    return [list(each) if isinstance(each, tuple) else each for each in step]


@pytest.mark.tools
@pytest.mark.parametrize("terms", GAMES, ids=lambda terms: terms.board.name)
def test_stages_are_worth_what_they_are_in_python(terms: Terms, played: Node) -> None:
    sweeps = settled_table(terms)
    content = written_table(sweeps)
    if terms in GAMES[:2]:
        packed = zlib.decompress((FOLDER / f"{terms.board.name}.z").read_bytes())
        line, _, bounds = content.partition(b"\n")
        # the first bytes of all bounds first, which makes half as many of them
        assert packed == line + b"\n" + b"".join(bounds[n::8] for n in range(8))
    stages, random = Stages(sweeps), Random(1)
    asked = []
    for _ in range(12):
        stage = Stage(
            random.randrange(1, terms.everything), random.choice(sweeps.positions.all), "place"
        )
        for _ in range(4):
            asked.append(stage)
            ends = stages.ends(stage, random.choice([*stages.steps(stage)]))
            stage = random.choice(ends).stage
            if stages.is_won(stage) or sum(stage.armies) > terms.armies:
                break
    table = base64.b64encode(content).decode()
    found = played("judgedAll", table, [stage._asdict() for stage in asked])
    for stage, (value, steps) in zip(asked, found, strict=True):
        assert tuple(each * terms.denominator for each in value) == stages.bounds(stage)
        worth = {str(step): tuple(bounds) for step, bounds in steps}
        expected = {
            str(told(step)): stages.bounds_after(stage, step) for step in stages.steps(stage)
        }
        assert worth == expected


@pytest.fixture
def tab() -> str:
    return "play"


@needs_chromium
def test_a_move_says_what_it_cost_and_a_game_is_played_to_its_end(open_page: OpenPage) -> None:
    page = open_page(size=PHONE)
    page.evaluate("Math.random = () => 0")  # the attacker loses as little as he can
    expect(page.locator("#chance")).to_have_text("92.3 %")
    expect(page.locator("#log li")).to_have_text(["You: A +3."])
    page.locator("#on").select_option("complete-3")
    expect(page.locator("#chance")).to_have_text("69.9 %")
    start = Game("complete-3").best(Position("complete-3", {"A": 1}, {"B": 1, "C": 1})).next()
    for dice, cost in ((1, None), (3, 0)):
        regret = start.regret(("attack", "A", "B", dice))
        page.get_by_role("button", name="New game").click()
        text = f"A → B, {dice} {'die' if dice == 1 else 'dice'}"
        page.get_by_role("button", name=text, exact=True).click()
        said = f"That cost {percent_text(regret.lower)}" if cost is None else "None is better."
        expect(page.locator("#log li").filter(has_text=text)).to_contain_text(said)
        lost = percent_text(regret.lower) if cost is None else "0 %"
        expect(page.locator("#lost")).to_have_text(f"Your mistakes so far: {lost}")
    # a mistake is taken back, with what it cost
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="A → B, 1 die", exact=True).click()
    expect(page.locator("#lost")).not_to_have_text("Your mistakes so far: 0 %")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#lost")).to_have_text("Your mistakes so far: 0 %")
    expect(page.locator("#log li")).to_have_text(["You: A +3."])
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.get_by_role("button", name="End the turn").click()
    expect(page.locator("#title")).to_have_text("They are at play …")
    page.evaluate("Math.random = () => 1 - 1e-9")  # the attacker loses
    # armies for a single territory are placed by themselves
    expect(page.locator("#title")).to_have_text("Attack, or end your turn")
    expect(page.locator("#did")).to_contain_text("They: ")
    # the game goes on after a reload, and on another visit to the tab
    shown = [page.locator(each).inner_text() for each in ("#log", "#did", "#board", "#lost")]
    page.reload()
    expect(page.locator("#log li").first).to_be_visible()
    page.get_by_role("link", name="Why").click()
    page.get_by_role("link", name="Play", exact=True).click()
    for each, said in zip(("#log", "#did", "#board", "#lost"), shown, strict=True):
        expect(page.locator(each)).to_have_text(said, use_inner_text=True)
    page.evaluate("Math.random = () => 0")
    won = page.locator("#title", has_text="Everything is yours!")
    choices = page.locator("#board button.mine:enabled, #steps button")
    for _ in range(30):
        expect(choices.or_(won).first).to_be_visible()
        if won.count():
            break
        choices.last.click()
    expect(won).to_be_visible()
    expect(page.locator("#chance")).to_be_hidden()
    expect(page.locator("#chance-words")).to_be_hidden()
    expect(page.locator("#board strong").filter(has_text=re.compile("^0$"))).to_have_count(0)


@needs("node")
@pytest.mark.parametrize("game", ["", "{}", "[]", '{"board": "line-2", "stage": {}}', "\x00"])
def test_what_is_no_game_is_not_gone_on_with(game: str) -> None:
    with opened_tab("play", "#play", "en", {"riskexact.game": game}) as play:
        assert comes_true(lambda: play("shown").get("log") == "You: A +3.")
        assert play("shown")["title"] == "Attack, or end your turn"


@needs_chromium
def test_published_boards_are_fetched(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games/line-3.rxg").write_bytes(table_of(Terms("line-3")))
    pages = {"line-3": "games/line-3.rxg", "line-5": "games/line-5.rxg"}
    (tmp_path / "index.html").write_text(calculator.page([STANDARD], pages), "utf-8")
    context = browser.new_context()
    page = Visit(context).page
    with served(tmp_path) as root:
        page.goto(f"{root}index.html#play")
        page.locator("#on").select_option("A line of three")
        expect(page.locator("#chance")).to_have_text("69.9 %")
        ends_with(page, "#play=line-3")
        page.get_by_role("link", name="Why").click()
        page.get_by_role("link", name="Play").click()
        expect(page.locator("#on")).to_have_value("line-3")
        goes_to(page, "#play=complete-3")
        expect(page.locator("#board button")).to_have_count(3)
        expect(page.locator("#on")).to_have_value("complete-3")
        page.locator("#on").select_option("A line of five")
        expect(page.locator("#title")).to_contain_text("not there")
    context.close()
