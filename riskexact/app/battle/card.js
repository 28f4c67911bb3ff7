// The answer as a picture, to hand on.

import { make, notice } from "../shared/elements.js";
import { isHandedOn, saveFile } from "../shared/exact.js";
import { text } from "../shared/language.js";

/** Pixels, as previews of links have them. */
const CARD = { wide: 1200, high: 630, edge: 72 };

/** @typedef {{question: string, percent: string, verdict: string, won: number}} OnCard */

/** @param {OnCard} answer @returns a card as a file; null where the browser makes none */
export async function cardFile(answer) {
  const canvas = drawnCard(answer);
  const blob = await new Promise((/** @type {BlobCallback} */ done) => canvas.toBlob(done));
  return blob && new File([blob], "risk-odds.png", { type: "image/png" });
}

/**
 * Draw a card, and hand it to another app where the device can do that, else save it.
 * @param {OnCard} answer
 */
export async function handOnCard(answer) {
  const file = await cardFile(answer);
  if (!file) {
    return;
  }
  const files = [file];
  const said = `${answer.question}: ${answer.percent}\n${location.href}`;
  if (!(navigator.canShare?.({ files }) && await isHandedOn(async () => ({ files, text: said })))) {
    saveFile(file, file.name);
    notice(text("card.saved"));
  }
}

/** @param {OnCard} answer */
function drawnCard({ question, percent, verdict, won }) {
  const canvas = make("canvas", { width: String(CARD.wide), height: String(CARD.high) });
  const pen = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const family = style.getPropertyValue("--figures");
  /** @param {string} said @param {number} y @param {number} size @param {string} colour @param {string} [weight] */
  const write = (said, y, size, colour, weight = "") => {
    if (pen) {
      pen.font = `${weight} ${size}px ${family}`;
      pen.fillStyle = style.getPropertyValue(colour);
      const fits = Math.min(1, (CARD.wide - 2 * CARD.edge) / pen.measureText(said).width);
      pen.font = `${weight} ${size * fits}px ${family}`;
      pen.fillText(said, CARD.edge, y);
    }
  };
  /** @param {string} colour @param {number} x @param {number} y @param {number} wide @param {number} high */
  const fill = (colour, x, y, wide, high) => {
    if (pen) {
      pen.fillStyle = style.getPropertyValue(colour);
      pen.fillRect(x, y, wide, high);
    }
  };
  fill("--paper", 0, 0, CARD.wide, CARD.high);
  write(question, 140, 48, "--muted");
  write(percent, 350, 220, won < 0.5 ? "--defender-ink" : "--attacker-ink", "700");
  write(verdict, 430, 52, "--ink");
  fill("--lost", CARD.edge, 480, CARD.wide - 2 * CARD.edge, 28);
  fill("--won", CARD.edge, 480, (CARD.wide - 2 * CARD.edge) * won, 28);
  write(`${text("page.heading")} ${text("page.exactly")}`, 575, 32, "--muted");
  return canvas;
}
