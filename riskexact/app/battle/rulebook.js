// The rules that can be played by: those of the catalogue, by name, and any of one's own.

import { partsFrom, rulesText } from "./address.js";
import { countsOf } from "../core/dice.js";
import { rulesFrom } from "../core/rules.js";
import { sentence } from "./sentence.js";
import { make } from "../shared/elements.js";
import { has, text, titled } from "../shared/language.js";

/** @typedef {import("../core/rules.js").Counted} Counted */

/** All rules, by what they are called in a state and in an address. */
export class RuleBook {
  /**
   * @param {import("../core/rules.js").RuleData[]} data of the catalogue
   * @param {import("../core/blitz.js").Blitz[]} blitz the versions of Balanced Blitz
   */
  constructor(data, blitz) {
    this.data = data;
    this.versions = new Map(blitz.map((each) => [each.name, each]));
    this.names = data.map(({ name }) => name);
    /** @type {Map<string, import("../core/rules.js").FightRules>} */
    this.ready = new Map();
  }

  /** @param {string} name */
  listed(name) {
    return this.data.find((each) => each.name === name);
  }

  /** @param {string} name null is returned for what is no rule set */
  parts(name) {
    return this.listed(name)?.parts ?? partsFrom(name);
  }

  /**
   * The counts of one rule set, or of one for each territory.
   * @param {string[]} names
   * @returns {Counted | Counted[]}
   */
  counted(names) {
    const each = names.map((name) => this.listed(name) ?? countsOf(partsFrom(name) ?? {}));
    return new Set(names).size === 1 ? each[0] : each;
  }

  /** @param {string[]} names @returns the same, ready for arithmetic */
  rules(names) {
    const key = new Set(names).size === 1 ? names[0] : names.join(" ");
    const ready = this.ready.get(key) ?? rulesFrom(this.counted(names));
    if (this.ready.size > MAX_READY) {
      this.ready.clear();
    }
    this.ready.set(key, ready);
    return ready;
  }

  /** @param {string} name @returns what players call a rule set */
  title(name) {
    const listed = this.listed(name);
    if (!listed) {
      return text("own.named", { rules: name.replaceAll(",", ", ") });
    }
    return titled(name, listed.title);
  }

  /** @param {string} name @returns a rule set in a sentence, and others with the same dice */
  sentence(name) {
    const parts = this.parts(name) ?? {};
    const dice = rulesText(parts);
    const same = this.data.filter((each) => each.name !== name && rulesText(each.parts) === dice);
    const titles = same.map((each) => this.title(each.name)).join(", ");
    const said = sentence(parts, text);
    return same.length ? `${said}. ${text("own.same-dice", { rules: titles })}` : said;
  }

  /** The catalogue to choose from, by edition. */
  options() {
    return [...new Set(this.data.map(({ group }) => group))].map((group) => {
      const label = has(`groups.${group}`) ? text(`groups.${group}`) : group;
      const rules = this.data.filter((each) => each.group === group);
      const options = rules.map(({ name }) => make("option", { value: name }, this.title(name)));
      return make("optgroup", { label }, ...options);
    });
  }
}

/** The most rule sets that are kept ready. */
const MAX_READY = 100;
