// The texts of the tab in the language of its reader.

import { remember, remembered } from "./device.js";
import { the, told } from "./elements.js";
import { icon } from "./icons.js";

/** @typedef {string | {one?: string, other: string}} Form A text, or its forms by number. */

/** @typedef {Record<string, Record<string, Form>>} Texts By language and key. */

/** @type {Texts} What this tab says, and what it says as a battle does. */
const LANGUAGES = textsOf(told("languages"));

/** @param {{codes: string[], texts: Record<string, Record<string, (Form | null)[]>>}} told by tab and key */
function textsOf({ codes, texts }) {
  const own = texts[document.documentElement.dataset.tab ?? ""] ?? {};
  return Object.fromEntries(codes.map((code, n) => [code, { ...inOne(texts.battle, n), ...inOne(own, n) }]));
}

/** @param {Record<string, (Form | null)[]>} texts by key @param {number} n of the language */
function inOne(texts, n) {
  return Object.fromEntries(Object.entries(texts).flatMap(([key, forms]) => {
    const form = forms[n];
    return form === null ? [] : [[key, form]];
  }));
}

/** The language that is spoken. */
const spoken = inLanguage(preferred());

/** The language that was chosen, or the first that the browser asks for and the page has. */
function preferred() {
  const wanted = [remembered("language") ?? "", ...navigator.languages];
  const codes = wanted.map((each) => each.split("-")[0]);
  return codes.find((code) => Object.hasOwn(LANGUAGES, code)) ?? "en";
}

/**
 * The rules to begin with: those that were chosen last, or by which the reader's language plays.
 * @param {string[]} names of all, the usual ones first @param {(name: string) => boolean} known
 */
export function usualRules([usual], known) {
  return [remembered("rules") ?? "", text("edition.rules")].find(known) ?? usual;
}

/** @param {string} code */
function inLanguage(code) {
  const numbers = new Intl.NumberFormat(code);
  return {
    code,
    texts: LANGUAGES[code],
    numbers,
    plurals: new Intl.PluralRules(code),
    point: numbers.formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? ".",
  };
}

/** Say everything in the chosen language from now on. */
function speak() {
  document.documentElement.lang = spoken.code;
  document.title = `${text("page.heading")} ${text("page.exactly")}`;
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = text(element.getAttribute("data-text") ?? "");
  }
  for (const element of document.querySelectorAll("[data-icon]:not(:has(.icon))")) {
    element.prepend(icon(element.getAttribute("data-icon") ?? ""));
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", text(element.getAttribute("data-label") ?? ""));
  }
}

/** @param {() => void} changed */
export function offerLanguages(changed) {
  const select = the("language", HTMLSelectElement);
  for (const [code, { language }] of Object.entries(LANGUAGES)) {
    select.add(new Option(String(language), code, false, code === spoken.code));
    select.options[select.length - 1].lang = code;
  }
  select.addEventListener("change", () => {
    Object.assign(spoken, inLanguage(select.value));
    remember("language", select.value);
    speak();
    changed();
  });
  speak();
}

/**
 * A text, with values in the place of `{names}`; `n` chooses the form where there are several.
 * @param {string} key @param {Record<string, string | number | bigint>} values
 */
export function text(key, values = {}) {
  const found = spoken.texts[key];
  const form =
    typeof found === "object"
      ? (found[/** @type {"one"} */ (spoken.plurals.select(Number(values.n)))] ?? found.other)
      : found;
  return form.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === "string" ? value : number(value);
  });
}

/** @param {string} key @returns whether the language has a text of its own */
export function has(key) {
  return Object.hasOwn(spoken.texts, key);
}

/** @param {string} name @param {string} title in English @returns what players call a rule set */
export function titled(name, title) {
  return has(`rules.${name}`) ? text(`rules.${name}`) : title;
}

/**
 * How it is played, in one line: the rules, what throws the dice, and what is counted.
 * @param {string} rules @param {string} blitz a version, "" for dice that are thrown @param {boolean} armies
 */
export function playedText(rules, blitz, armies) {
  const dice = text(blitz ? "controls.blitz" : "controls.dice", { version: blitz });
  return [rules, dice, text(armies ? "controls.all-armies" : "controls.fighters")].join("\u00a0· ");
}

/** @param {number | bigint} value @returns a whole number, in groups of three where the language has such */
export function number(value) {
  return spoken.numbers.format(value);
}

/** @param {string} plain with a point @returns a decimal as the language writes it */
export function localized(plain) {
  return plain.replace(".", spoken.point);
}
