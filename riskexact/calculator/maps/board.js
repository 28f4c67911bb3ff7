// The map as a drawing: circles for territories of mine, squares for the enemy's, and the attack
// that comes next as an arrow.

import { draw, the } from "../shared/elements.js";
import { text } from "../shared/language.js";

/** @typedef {import("./position.js").World} World */
/** @typedef {import("./position.js").Turn} Turn */
/** @typedef {[number, number]} Point */

/** What is shown: what is in play, the world, or the continent of a number. */
/** @typedef {"play" | "world" | number} View */

/** Sizes in pixels: of a territory, of what is touched, of names and numbers. */
const [LARGEST, SMALLEST, TOUCHED, NAME, NUMBER] = [19, 8, 22, 11, 15];

/** Where names have room: pixels for one unit of the map. */
const ROOM = 0.48;

/** Units around what is shown, for names and circles. */
const [AROUND, BELOW] = [48, 62];

const DIRECTIONS = new Map([
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
  ["ArrowUp", [0, -1]],
  ["ArrowDown", [0, 1]],
]);

export class Board {
  /**
   * @param {World} world
   * @param {{chosen: (territory: number) => void, looked: (view: View) => void,
   *   typed: (territory: number, key: string) => boolean}} heard
   */
  constructor(world, heard) {
    this.world = world;
    this.heard = heard;
    this.svg = /** @type {SVGSVGElement} */ (draw("svg", { role: "group", "aria-labelledby": "map-title" }));
    the("board", HTMLElement).append(this.svg);
    /** Every place of every territory, its own first. */
    this.places = [
      ...world.territories.map(({ at }, territory) => ({ territory, at })),
      ...world.again,
    ];
    this.focused = 0;
    this.svg.addEventListener("focusin", ({ target }) => {
      this.focused = Number(/** @type {Element} */ (target).getAttribute("data-territory"));
    });
    this.svg.addEventListener("keydown", (event) => this.pressed(event));
  }

  /**
   * @param {Turn} turn
   * @param {{view: View, chosen: number | null, take: number[],
   *   next: {source: number, target: number} | null}} shown
   */
  show(turn, { view, chosen, take, next }) {
    const width = the("board", HTMLElement).clientWidth || 320;
    const box = this.box(turn, view, chosen);
    const height = Math.max(0.5 * width, Math.min((width * box.height) / box.width, 0.6 * innerHeight));
    const scale = Math.min(width / box.width, height / box.height);
    const px = 1 / scale;
    this.scale = scale;
    const radius = px * Math.max(SMALLEST, Math.min(LARGEST, 24 * scale));
    const hadFocus = this.svg.contains(document.activeElement);
    this.focused = chosen ?? this.focused;
    this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    this.svg.style.height = `${Math.round(height)}px`;
    const arrow = next && this.nearest(next.source, next.target);
    this.svg.replaceChildren(
      ...this.world.continents.map(({ territories }) => this.land(territories)),
      ...this.borders(turn, px),
      ...(arrow ? [arrowBetween(arrow[0], arrow[1], radius, px)] : []),
      ...this.places.map(({ territory, at }, n) =>
        this.territory(turn, territory, at, n >= this.world.territories.length, {
          px, radius, chosen: chosen === territory, taken: take.includes(territory), named: scale >= ROOM,
        }),
      ),
    );
    if (hadFocus) {
      this.focus(this.focused);
    }
  }

  /** @param {number} territory */
  focus(territory) {
    const found = this.svg.querySelector(`[data-territory="${territory}"][tabindex]`);
    if (found instanceof SVGElement) {
      found.focus({ preventScroll: true });
    }
  }

  /**
   * What is seen of the map.
   * @param {Turn} turn
   * @param {View} view
   * @param {number | null} chosen
   */
  box({ mine, enemy }, view, chosen) {
    const { size, continents } = this.world;
    const inPlay = [...mine.keys(), ...enemy.keys(), ...(chosen === null ? [] : [chosen])];
    if (view === "world" || (view === "play" && !inPlay.length)) {
      return { x: 0, y: 0, width: size[0], height: size[1] };
    }
    const shown = view === "play" ? inPlay : continents[view].territories;
    const around = view === "play" ? [] : shown.flatMap((t) => this.neighbours(t));
    const own = shown.map((t) => this.world.territories[t].at[0]);
    const middle = own.reduce((sum, x) => sum + x, 0) / own.length;
    const points = [...new Set([...shown, ...around])].map((t) => this.placeNear(t, middle));
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [left, top] = [Math.min(...xs) - AROUND, Math.min(...ys) - AROUND];
    const width = Math.max(260, Math.max(...xs) + AROUND - left);
    const height = Math.max(200, Math.max(...ys) + BELOW - top);
    return { x: left, y: top, width, height };
  }

  /** @param {number} territory */
  neighbours(territory) {
    return this.world.borders.flatMap(([t, u]) =>
      t === territory ? [u] : u === territory ? [t] : [],
    );
  }

  /**
   * The place of a territory that is nearest to a point across.
   * @param {number} territory
   * @param {number} x
   */
  placeNear(territory, x) {
    const places = this.places.filter((each) => each.territory === territory);
    places.sort((one, other) => Math.abs(one.at[0] - x) - Math.abs(other.at[0] - x));
    return places[0].at;
  }

  /**
   * The places of two territories that are nearest to each other, and in sight.
   * @param {number} t
   * @param {number} u
   * @returns {[Point, Point]}
   */
  nearest(t, u) {
    const [one, other] = [this.world.territories[t].at, this.world.territories[u].at];
    if (Math.abs(one[0] - other[0]) < this.world.size[0] / 2) {
      return [one, other];
    }
    const { x, width } = this.svg.viewBox.baseVal;
    const middle = x + width / 2;
    const from = Math.abs(one[0] - middle) < Math.abs(other[0] - middle) ? one : null;
    return from ? [from, this.placeNear(u, from[0])] : [this.placeNear(t, other[0]), other];
  }

  /**
   * A continent: broad lines along the borders within it, which run together.
   * @param {number[]} territories
   */
  land(territories) {
    const lines = this.world.borders
      .filter((each) => each.every((t) => territories.includes(t)))
      .map((each) => `M${each.map((t) => this.world.territories[t].at.join(" ")).join("L")}`);
    return draw("path", { class: "land", d: lines.join("") });
  }

  /**
   * @param {Turn} turn
   * @param {number} px
   */
  borders({ border }, px) {
    const { borders, optional, territories, again, size } = this.world;
    return borders.flatMap(([t, u]) => {
      if (!border && String([t, u]) === String(optional)) {
        return [];
      }
      /** @type {[Point, Point][]} */
      const lines =
        Math.abs(territories[t].at[0] - territories[u].at[0]) < size[0] / 2
          ? [[territories[t].at, territories[u].at]]
          : again.map(({ territory, at }) => [at, territories[territory === t ? u : t].at]);
      return lines.map(([[x1, y1], [x2, y2]]) =>
        draw("line", { class: "border", x1, y1, x2, y2, "stroke-width": px }),
      );
    });
  }

  /**
   * @param {Turn} turn
   * @param {number} territory
   * @param {Point} at
   * @param {boolean} again whether it is behind an edge
   * @param {{px: number, radius: number, chosen: boolean, taken: boolean, named: boolean}} how
   */
  territory({ mine, enemy }, territory, [x, y], again, { px, radius, chosen, taken, named }) {
    const { said = "" } = this.world.territories[territory];
    const armies = mine.get(territory) ?? enemy.get(territory);
    const side = mine.has(territory) ? "mine" : enemy.has(territory) ? "enemy" : "out";
    const shape =
      side === "enemy"
        ? draw("rect", { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius, rx: radius / 3 })
        : draw("circle", { cx: x, cy: y, r: side === "out" ? radius * 0.6 : radius });
    shape.setAttribute("class", "place");
    shape.setAttribute("stroke-width", String((chosen ? 4 : 2) * px));
    const number = armies === undefined ? [] : [label(String(armies), x, y, Math.min(NUMBER * px, radius * 1.1), "number")];
    const first = y + (side === "out" ? radius * 0.6 : radius) + NAME * px;
    const names = named || chosen
      ? said.split(" ").map((line, n) => label(line, x, first + n * NAME * px, NAME * px, "name"))
      : [];
    const touched = draw("circle", { class: "touched", cx: x, cy: y, r: Math.min(TOUCHED * px, 48) });
    const group = draw("g", { class: `territory ${side}${taken ? " wanted" : ""}${chosen ? " chosen" : ""}` }, touched, shape, ...names, ...number);
    group.setAttribute("data-territory", String(territory));
    group.addEventListener("click", () => this.touched(territory));
    if (again) {
      group.setAttribute("aria-hidden", "true");
    } else {
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", this.focused === territory ? "0" : "-1");
      group.setAttribute("aria-pressed", String(chosen));
      group.setAttribute("aria-keyshortcuts", "M E Plus Minus Delete");
      group.setAttribute("aria-label", text(`map.${side}`, { territory: said, n: armies ?? 0 }));
    }
    return group;
  }

  /**
   * Where territories are too small to be touched, a touch enlarges the continent.
   * @param {number} territory
   */
  touched(territory) {
    const { continents } = this.world;
    if (Number(this.scale) < ROOM && matchMedia("(pointer: coarse)").matches) {
      this.heard.looked(continents.findIndex(({ territories }) => territories.includes(territory)));
    } else {
      this.heard.chosen(territory);
    }
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const direction = DIRECTIONS.get(event.key);
    if (direction) {
      event.preventDefault();
      this.move(direction);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.heard.chosen(this.focused);
    } else if (this.heard.typed(this.focused, event.key)) {
      event.preventDefault();
    }
  }

  /**
   * Move on to the nearest territory in a direction.
   * @param {number[]} direction
   */
  move([across, down]) {
    const { territories } = this.world;
    const [x, y] = territories[this.focused].at;
    let [best, nearest] = [this.focused, Infinity];
    territories.forEach(({ at }, t) => {
      const [dx, dy] = [at[0] - x, at[1] - y];
      const along = dx * across + dy * down;
      const aside = Math.abs(dx * down) + Math.abs(dy * across);
      if (along > 0 && aside < 2 * along && along + 2 * aside < nearest) {
        [best, nearest] = [t, along + 2 * aside];
      }
    });
    for (const each of this.svg.querySelectorAll("[tabindex]")) {
      each.setAttribute("tabindex", each.getAttribute("data-territory") === String(best) ? "0" : "-1");
    }
    this.focus(best);
  }
}

/**
 * @param {string} said
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} kind
 */
function label(said, x, y, size, kind) {
  return draw("text", { class: kind, x, y, "font-size": size, "aria-hidden": "true" }, said);
}

/**
 * @param {Point} from
 * @param {Point} to
 * @param {number} radius
 * @param {number} px
 */
function arrowBetween([x1, y1], [x2, y2], radius, px) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [start, tip] = [radius + 3 * px, length - radius * 1.25 - 3 * px];
  const neck = tip - 11 * px;
  /** @param {number} along @param {number} aside */
  const point = (along, aside) => `${x1 + dx * along - dy * aside} ${y1 + dy * along + dx * aside}`;
  const [thin, wide] = [2.5 * px, 8 * px];
  const points = [
    point(start, thin), point(neck, thin), point(neck, wide), point(tip, 0),
    point(neck, -wide), point(neck, -thin), point(start, -thin),
  ];
  return draw("path", { class: "attack", d: `M${points.join("L")}Z` });
}
