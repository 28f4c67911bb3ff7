// The table of the chosen rules, worked out here, and what else is published beside the app.

import { valuesUpTo } from "../core/backward.js";
import { shadesUpTo } from "../core/blitz.js";
import { fromDouble, overPower } from "../core/fractions.js";
import { Rules } from "../core/rules.js";
import { percentage } from "../core/text.js";
import { remember, remembered } from "../shared/device.js";
import { closing, make, offer, the, told, whenChosen, whenPressed, whileOpen } from "../shared/elements.js";
import { localized, offerLanguages, playedText, text, titled, usualRules } from "../shared/language.js";

/** The most units on a side: a sheet of paper has room for them. */
const MOST = 20;

/** Chances in percent at which a tone ends. */
const TONES = [10, 30, 50, 70, 90];

/** @type {import("../core/rules.js").RuleData[]} */
const ruleData = told("rules");

/** @type {import("../core/blitz.js").Blitz[]} */
const versions = told("blitz");

/** @type {Record<string, string>} Addresses of English pages, by the rule set; "" has that of all. */
const published = told("published");

let rules = usualRules(ruleData.map(({ name }) => name), (name) => ruleData.some((each) => each.name === name));

/** @param {string} name */
function called(name) {
  return titled(name, ruleData.find((each) => each.name === name)?.title ?? name);
}

/**
 * The chances of all battles, by attackers and defenders.
 * @param {Rules} ready @param {import("../core/blitz.js").Blitz | undefined} blitz
 * @returns {(a: number, d: number) => import("../core/fractions.js").Fraction}
 */
function chances(ready, blitz) {
  if (blitz) {
    const shades = shadesUpTo(MOST, ready, blitz);
    return (a, d) => fromDouble(shades[a * (MOST + 1) + d]);
  }
  const values = valuesUpTo(MOST, MOST, ready);
  return (a, d) => overPower(values[a][d], ready.base, a + d);
}

/** Show the table, and say what it is of. */
function show() {
  const counted = ruleData.find(({ name }) => name === rules) ?? ruleData[0];
  const blitz = versions.find(({ name }) => name === remembered("blitz"));
  const stays = Number(remembered("armies") !== "false");
  const win = chances(new Rules(counted), blitz);
  const side = Array.from({ length: MOST }, (_, n) => n + 1);
  const rest = `&rules=${encodeURIComponent(rules)}${blitz ? `&blitz=${blitz.name}` : ""}${stays ? "&stays=1" : ""}`;
  const head = make("tr", {}, make("td"), ...side.map((d) => make("th", { scope: "col" }, String(d))));
  const rows = side.map((a) => {
    const cells = side.map((d) => {
      const { n, d: over } = win(a, d);
      const tone = TONES.filter((each) => n * 100n >= BigInt(each) * over).length;
      const link = make("a", { href: `#a=${a + stays}&d=${d}${rest}` }, localized(percentage({ n, d: over })));
      return make("td", { class: `b${tone}` }, link);
    });
    return make("tr", {}, make("th", { scope: "row" }, String(a + stays)), ...cells);
  });
  const said = [called(rules), ...(blitz ? [`Balanced Blitz ${blitz.name}`] : [])].join(", ");
  the("settings").textContent = playedText(called(rules), blitz?.name ?? "", Boolean(stays));
  the("title").textContent = text("table.title", { rules: said });
  the("axes").textContent = text(stays ? "table.armies" : "table.attackers");
  the("odds").replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
  the("rule-set", HTMLSelectElement).value = rules;
  document.title = the("title").textContent ?? "";
  list();
}

/** List the published pages; without a connection those are no links that were not visited. */
async function list() {
  const { lang } = document.documentElement;
  const pages = Object.entries(published)
    .filter(([name]) => ["", "continents", "games", rules].includes(name))
    .map(([name, path]) => [name, lang === "en" ? path : `${lang}/${name ? path : "index.html"}`]);
  const kept = await Promise.all(
    pages.map(async ([, path]) => navigator.onLine || Boolean(await globalThis.caches?.match(new URL(path, location.href)))),
  );
  the("more").hidden = !pages.length;
  if (!closing.signal.aborted) {
    the("pages").replaceChildren(
      ...pages.map(([name, path], n) => {
        const said = text(["", "continents", "games"].includes(name) ? `more.${name || "all"}` : "more.rules", { rules: called(name) });
        return make("li", {}, kept[n] ? make("a", { href: path }, said) : `${said} ${text("more.offline")}`);
      }),
    );
  }
}

/** Say everything in another language. */
function say() {
  offer("rule-set", ruleData.map(({ name }) => [name, called(name)]));
  show();
}

whenChosen("rule-set", (chosen) => {
  rules = chosen;
  remember("rules", rules);
  show();
});
whenPressed("print", () => print());
addEventListener("online", list, whileOpen);
addEventListener("offline", list, whileOpen);
offerLanguages(say);
say();
