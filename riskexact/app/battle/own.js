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
 */
class NumbersField {
  /**
   * @param {(numbers: T[]) => void} changed @param {() => void} wrong called where no numbers are typed
   * @param {(text: string) => boolean} [allowed] what else may be typed
   */
  constructor(changed, wrong, allowed = () => false) {
    this.label = make("span");
    this.input = make("input", { type: "text", autocomplete: "off", spellcheck: "false" });
    this.element = make("label", { class: "typed" }, this.label, this.input);
    this.input.addEventListener("input", () => {
      const typed = this.input.value.split(/[\s,;]+/).filter(Boolean);
      const numbers = typed.map((each) => (allowed(each) ? each : whole(each, 999_999)));
      if (typed.length && !numbers.includes(null)) {
        changed(/** @type {T[]} */ (numbers));
      } else {
        wrong();
      }
    });
  }

  /** @param {string} label */
  call(label) {
    this.label.textContent = label;
  }

  /** @param {T[]} numbers */
  show(numbers) {
    if (this.input !== document.activeElement) {
      this.input.value = numbers.join(", ");
    }
  }
}

/** A choice of a bonus. */
class Bonus {
  /** @param {(by: number) => void} changed */
  constructor(changed) {
    const id = `bonus-${(Bonus.made += 1)}`;
    this.label = make("label", { for: id });
    this.select = make("select", { id });
    this.element = make("div", { class: "typed" }, this.label, this.select);
    this.select.addEventListener("change", () => changed(Number(this.select.value)));
  }

  /** @param {string} label @param {number} by */
  show(label, by) {
    this.label.textContent = label;
    const choices = [...new Set([...BONUSES, by])].sort((x, y) => y - x);
    this.select.replaceChildren(
      ...choices.map((n) => {
        const said = text(n > 0 ? "own.more" : "own.less", { n: Math.abs(n) });
        return make("option", { value: String(n) }, n ? said : text("own.unchanged"));
      }),
    );
    this.select.value = String(by);
  }
}

Bonus.made = 0;

/** The dice of one side. */
class HandFields {
  /**
   * @param {"attack" | "defence"} side @param {(changed: Partial<Hand>) => void} change
   * @param {() => void} wrong called where no numbers are typed
   */
  constructor(side, change, wrong) {
    this.side = side;
    /** @type {Hand | null} */
    this.hand = null;
    this.title = make("legend", { class: side === "attack" ? "attacker" : "defender" });
    this.dice = new Stepper({
      least: 1,
      most: MAX_DICE,
      changed: (n) => this.resize(n ?? 1, change),
    });
    this.faces = new NumbersField((/** @type {Die[]} */ faces) => {
      const { dice } = /** @type {Hand} */ (this.hand);
      // one number is for all dice, and several are for one each
      change(
        faces.length === 1
          ? { dice: dice.map(() => faces[0]), extra: this.extraDice(faces[0]) }
          : { dice: faces, needs: faces.map((_, n) => n + 1) },
      );
    }, wrong, isDie);
    this.extra = new Stepper({
      least: 0,
      most: MAX_DICE,
      changed: (n) => {
        const { dice } = /** @type {Hand} */ (this.hand);
        change({ extra: Array(n ?? 0).fill(dice[dice.length - 1]) });
      },
    });
    this.highest = new Bonus((toHighest) => change({ toHighest }));
    this.lowest = new Bonus((toLowest) => change({ toLowest }));
    this.all = new Bonus((toAll) => change({ toAll }));
    this.clamped = make("input", { type: "checkbox" });
    this.clamped.addEventListener("change", () => change({ clamped: this.clamped.checked }));
    this.within = make("span");
    this.check = make("label", { class: "check" }, this.clamped, this.within);
    this.needs = new NumbersField((/** @type {number[]} */ needs) => change({ needs }), wrong);
    this.element = make(
      "fieldset",
      {},
      this.title,
      ...[this.dice, this.faces, this.extra, this.highest, this.lowest, this.all].map(
        ({ element }) => element,
      ),
      this.check,
      this.needs.element,
    );
  }

  /** @param {Die} faces */
  extraDice(faces) {
    return (this.hand?.extra ?? []).map(() => faces);
  }

  /** @param {number} n @param {(changed: Partial<Hand>) => void} change */
  resize(n, change) {
    const { dice } = /** @type {Hand} */ (this.hand);
    const resized = Array.from({ length: n }, (_, m) => dice[m] ?? dice[dice.length - 1]);
    change({ dice: resized, needs: resized.map((_, m) => m + 1) });
  }

  /** @param {Hand} hand */
  show(hand) {
    const { side } = this;
    this.hand = hand;
    this.title.textContent = text(`own.${side}`);
    this.dice.call(text(side === "attack" ? "own.attack.dice" : "own.defence.dice"));
    this.dice.show(hand.dice.length);
    this.faces.call(text("own.faces"));
    this.faces.show(new Set(hand.dice).size === 1 ? [hand.dice[0]] : hand.dice);
    this.extra.call(text("own.extra"));
    this.extra.show(hand.extra.length);
    this.highest.show(text("own.highest"), hand.toHighest);
    this.lowest.show(text("own.lowest"), hand.toLowest);
    this.all.show(text("own.all"), hand.toAll);
    this.check.hidden = ![hand.toHighest, hand.toLowest, hand.toAll].some(Boolean);
    this.clamped.checked = hand.clamped;
    this.within.textContent = text("own.clamped");
    this.needs.call(text("own.needs"));
    this.needs.show(hand.needs);
  }
}

/** The card in which rules of one's own are typed. */
export class OwnRules {
  /** @param {(rules: string) => void} change told the rules as an address has them */
  constructor(change) {
    this.change = change;
    this.card = the("own");
    /** @type {SpelledOut | null} */
    this.rules = null;
    /** @type {HandFields[]} */
    this.hands = [];
    for (const side of /** @type {const} */ (["attack", "defence"])) {
      this.hands.push(
        new HandFields(
          side,
          (changed) => {
            const rules = /** @type {SpelledOut} */ (this.rules);
            this.take({ [side]: { ...rules[side], ...changed } });
          },
          () => this.say(text("own.list")),
        ),
      );
    }
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

  /**
   * Take over a change, if it makes rules that can be played by.
   * @param {Partial<SpelledOut>} changed
   */
  take(changed) {
    const { attack, defence, pairs, ties, faces } = {
      .../** @type {SpelledOut} */ (this.rules),
      ...changed,
    };
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
    const { attack, defence } = /** @type {SpelledOut} */ (this.rules);
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
    this.hands[0].show(this.rules.attack);
    this.hands[1].show(this.rules.defence);
    this.pairs.call(text("own.pairs"));
    const { pairs } = this.rules;
    this.pairs.show(pairs.length === this.most ? null : pairs.length);
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
