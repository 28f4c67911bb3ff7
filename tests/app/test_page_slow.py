"""Answers that take time."""

from playwright.sync_api import expect

from riskexact.battle.battle import win_probability
from riskexact.battle.needed import attackers_needed
from tests.app.visits import OpenPage, exact_text, goes_to, shows
from tests.browser import needs_chromium

pytestmark = needs_chromium

NO_END = """
  const listen = Worker.prototype.addEventListener;
  Worker.prototype.addEventListener = function (type, heard) {
    const passed = (event) => (window.ends || event.data?.answer === undefined) && heard(event);
    listen.call(this, type, passed);
  };
"""
"""A worker says how far it is, and never what it found, before `window.ends`: on any machine."""


def test_a_slow_answer_never_freezes_the_page_and_can_be_cancelled(open_page: OpenPage) -> None:
    page = open_page("#a=8&d=5", before=NO_END)
    goes_to(page, "#a=2500&d=2500&rounds=999")
    cancel = page.get_by_role("button", name="Cancel")
    expect(cancel).to_be_visible()
    # frames go on while it is worked out
    page.evaluate(
        """async () => {
          for (let n = 0; n < 20; n += 1) await new Promise(requestAnimationFrame);
        }"""
    )
    expect(page.locator("#progress")).not_to_have_attribute("value", "0")
    cancel.click()
    expect(page.locator("#refused")).to_have_text("Cancelled. Change a number to ask again.")
    expect(cancel).to_be_hidden()
    # another question is answered soon, also while a slow one is open
    goes_to(page, "#a=2400&d=2400&rounds=999")
    expect(cancel).to_be_visible()
    page.evaluate("window.ends = true")
    goes_to(page, "#a=130&d=120")
    shows(page, win_probability(130, 120))
    expect(page.locator("#refused")).to_be_empty()
    expect(page.locator("#needed strong").nth(3)).to_have_text(str(attackers_needed(120, "95%")))
    page.get_by_role("button", name="Exact fraction", exact=True).click()
    expect(page.locator("#exact-fraction")).to_have_text(exact_text(win_probability(130, 120)))
