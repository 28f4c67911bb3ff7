// Rules of one's own: what is typed becomes the parts of a rule set.

import { rulesText } from "./address.js";
import { countsOf } from "../core/dice.js";
import { MAX_DICE, RuleFault, isDie, rulesOf } from "../core/parts.js";
import { make, offer, the } from "../shared/elements.js";
import { text } from "../shared/language.js";
import { whole } from "../shared/numbers.js";
import { Stepper } from "../shared/stepper.js";

/** @typedef {import("../core/parts.js").Die} Die */
/** @typedef {import("../core/parts.js").SpelledOut} SpelledOut */
/** @typedef {import("../core/parts.js").Hand} Hand */

/** What may be added to a die, or taken from it, by choice. */
const BONUSES = [-3, -2, -1, 0, 1, 2, 3];

/**
 * A few numbers, one after another, in a field of text; or dice whose faces are told one by one.
 * @template {number | string} T
 * @param {(numbers: T[]) => void} changed @param {() => void} wrong called where no numbers are typed
 * @param {(text: string) => boolean} [allowed] what else may be typed
 */
function numbersField(changed, wrong, allowed = () => false) {
  const named = make("span");
  const input = make("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  input.addEventListener("input", () => {
    const typed = input.value.split(/[\s,;]+/).filter(Boolean);
    const numbers = typed.map((each) => (allowed(each) ? each : whole(each, 999_999)));
    if (typed.length && !numbers.includes(null)) {
      changed(/** @type {T[]} */ (numbers));
    } else {
      wrong();
    }
  });
  /** @param {T[]} numbers @param {string} label */
  const show = (numbers, label) => {
    named.textContent = label;
    if (input !== document.activeElement) {
      input.value = numbers.join(", ");
    }
  };
  return { element: make("label", { class: "typed" }, named, input), show };
}

let bonuses = 0;

/** @param {(by: number) => void} changed @returns a choice of a bonus */
function bonusField(changed) {
  const id = `bonus-${(bonuses += 1)}`;
  const named = make("label", { for: id });
  const select = make("select", { id });
  select.addEventListener("change", () => changed(Number(select.value)));
  /** @param {number} by @param {string} label */
  const show = (by, label) => {
    named.textContent = label;
    const choices = [...new Set([...BONUSES, by])].sort((x, y) => y - x);
    select.replaceChildren(
      ...choices.map((n) => {
        const said = text(n > 0 ? "own.more" : "own.less", { n: Math.abs(n) });
        return make("option", { value: String(n) }, n ? said : text("own.unchanged"));
      }),
    );
    select.value = String(by);
  };
  return { element: make("div", { class: "typed" }, named, select), show };
}

/**
 * The dice of one side.
 * @param {"attack" | "defence"} side @param {() => Hand} now what they are
 * @param {(changed: Partial<Hand>) => void} change @param {() => void} wrong called where no numbers are typed
 */
function handFields(side, now, change, wrong) {
  const last = () => now().dice[now().dice.length - 1];
  const title = make("legend", { class: side === "attack" ? "attacker" : "defender" });
  const number = new Stepper({
    least: 1,
    most: MAX_DICE,
    changed: (n) => {
      const dice = Array.from({ length: n ?? 1 }, (_, m) => now().dice[m] ?? last());
      change({ dice, needs: dice.map((_, m) => m + 1) });
    },
  });
  const faces = numbersField((/** @type {Die[]} */ typed) => {
    const [one, ...more] = typed;
    // one number is for all dice, and several are for one each
    change(
      more.length
        ? { dice: typed, needs: typed.map((_, n) => n + 1) }
        : { dice: now().dice.map(() => one), extra: now().extra.map(() => one) },
    );
  }, wrong, isDie);
  const extra = new Stepper({
    least: 0,
    most: MAX_DICE,
    changed: (n) => change({ extra: Array(n ?? 0).fill(last()) }),
  });
  const highest = bonusField((toHighest) => change({ toHighest }));
  const lowest = bonusField((toLowest) => change({ toLowest }));
  const all = bonusField((toAll) => change({ toAll }));
  const clamped = make("input", { type: "checkbox" });
  clamped.addEventListener("change", () => change({ clamped: clamped.checked }));
  const within = make("span");
  const check = make("label", { class: "check" }, clamped, within);
  const needs = numbersField((/** @type {number[]} */ typed) => change({ needs: typed }), wrong);
  const fields = [number, faces, extra, highest, lowest, all].map(({ element }) => element);
  const show = () => {
    const hand = now();
    title.textContent = text(`own.${side}`);
    number.show(hand.dice.length, text(side === "attack" ? "own.attack.dice" : "own.defence.dice"));
    faces.show(new Set(hand.dice).size === 1 ? [hand.dice[0]] : hand.dice, text("own.faces"));
    extra.show(hand.extra.length, text("own.extra"));
    highest.show(hand.toHighest, text("own.highest"));
    lowest.show(hand.toLowest, text("own.lowest"));
    all.show(hand.toAll, text("own.all"));
    check.hidden = !(hand.toHighest || hand.toLowest || hand.toAll);
    clamped.checked = hand.clamped;
    within.textContent = text("own.clamped");
    needs.show(hand.needs, text("own.needs"));
  };
  return { element: make("fieldset", {}, title, ...fields, check, needs.element), show };
}

/** The card in which rules of one's own are typed. */
export class OwnRules {
  /** @param {(rules: string) => void} change told the rules as an address has them */
  constructor(change) {
    this.change = change;
    this.card = the("own");
    this.rules = rulesOf({});
    this.hands = /** @type {const} */ (["attack", "defence"]).map((side) => handFields(
      side,
      () => this.rules[side],
      (changed) => this.take({ [side]: { ...this.rules[side], ...changed } }),
      () => this.say(text("own.list")),
    ));
    this.pairs = new Stepper({
      least: 1,
      most: MAX_DICE,
      empty: null,
      changed: (n) => this.take({ pairs: Array.from({ length: n ?? MAX_DICE }, (_, m) => m + 1) }),
    });
    this.ties = the("own-ties", HTMLSelectElement);
    this.ties.addEventListener("change", () => {
      this.take({ ties: /** @type {SpelledOut["ties"]} */ (this.ties.value) });
    });
    the("own-hands").append(...this.hands.map(({ element }) => element));
    the("own-pairs").append(this.pairs.element);
    this.fault = the("own-fault");
  }

  /** @param {Partial<SpelledOut>} changed taken over if it makes rules that can be played by */
  take(changed) {
    const { attack, defence, pairs, ties, faces } = { ...this.rules, ...changed };
    const most = Math.min(attack.dice.length, defence.dice.length);
    const all = pairs.length >= this.most && !changed.pairs;
    const parts = {
      attack_dice: partsOfHand(attack),
      defence_dice: partsOfHand(defence),
      faces,
      pairs: all ? null : pairs.filter((m) => m <= most),
      ties,
    };
    try {
      countsOf(parts);
      this.fault.textContent = "";
      this.change(rulesText(parts));
    } catch (error) {
      if (!(error instanceof RuleFault)) {
        throw error;
      }
      // said while it is typed, and shown as typed until it can be
      this.say(text(error.key, error.values));
    }
  }

  /** @param {string} fault */
  say(fault) {
    document.activeElement?.closest("#own .typed, #own .stepper, #own .check")?.after(this.fault);
    this.fault.textContent = fault;
  }

  /** The number of pairs that can be compared. */
  get most() {
    const { attack, defence } = this.rules;
    return Math.min(attack.dice.length, defence.dice.length);
  }

  /** @param {import("../core/parts.js").Parts | null} parts null where none of one's own is played by */
  show(parts) {
    this.card.hidden = parts === null;
    this.fault.textContent = "";
    if (parts === null) {
      return;
    }
    this.rules = rulesOf(parts);
    this.hands.forEach((hand) => hand.show());
    const { pairs } = this.rules;
    this.pairs.show(pairs.length === this.most ? null : pairs.length, text("own.pairs"));
    this.pairs.input.placeholder = text("own.every-pair");
    offer("own-ties", ["defender", "attacker", "nobody"].map((value) => [value, text(`own.ties.${value}`)]));
    this.ties.value = this.rules.ties;
  }
}

/** @param {Hand} hand */
function partsOfHand({ dice, needs, extra, toAll, toHighest, clamped, toLowest, atMostAttack }) {
  return {
    dice, needs, extra, to_all: toAll, to_highest: toHighest, clamped, to_lowest: toLowest,
    at_most_attack: atMostAttack,
  };
}
