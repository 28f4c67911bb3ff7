// What moves where motion is wanted: a number that changes, and dice that fall when all is taken.

import { make, the } from "./elements.js";
import { die } from "./icons.js";
import { verdictOf } from "./words.js";

/** How many dice fall, and milliseconds until the last of them is gone. */
const [DICE, FALL] = [36, 2600];

function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Show a chance in large figures, toned by what it is worth; it comes from where the last one lay.
 * @param {string} said @param {import("../core/fractions.js").Fraction} chance
 */
export function showLarge(said, chance) {
  const place = the("chance");
  const verdict = String(verdictOf(chance));
  if (place.textContent && place.textContent !== said && !isStill()) {
    const from = verdict < (place.dataset.verdict ?? "") ? "-0.15em" : "0.15em";
    place.animate([{ transform: `translateY(${from})` }, {}], { duration: 240, easing: "ease-out" });
  }
  place.textContent = said;
  place.dataset.verdict = verdict;
}

/** Let dice of both colours fall over the page. */
export function celebrate() {
  if (isStill()) {
    return;
  }
  const sky = make("div", { class: "sky", "aria-hidden": "true" });
  document.body.append(sky);
  const falls = Array.from({ length: DICE }, (_, n) => {
    const made = die(1 + (n % 6));
    made.classList.add(n % 3 ? "attacker" : "defender");
    sky.append(made);
    const [x, turns] = [((n + Math.random()) / DICE) * 100, 2 * Math.random() - 1];
    return made.animate(
      [
        { transform: `translate(${x}vw, -3rem) rotate(0)` },
        { transform: `translate(${x + 20 * turns}vw, 105vh) rotate(${turns}turn)` },
      ],
      { duration: FALL * (0.5 + Math.random() / 4), delay: (FALL / 4) * Math.random(), easing: "ease-in", fill: "both" },
    ).finished;
  });
  Promise.allSettled(falls).then(() => sky.remove());
}
