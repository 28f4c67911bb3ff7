// The map as a drawing: coasts, continents in six hues, badges with the armies, and arrows; circles
// are territories of mine, squares the enemy's.

import { waysOf } from "../core/plan.js";
import { ARROWS, draw, the } from "../shared/elements.js";
import { text } from "../shared/language.js";
import { boxAround, curve, landsOf } from "./land.js";
import { arrowAlong, bowed, meet, placedNames, tagOf } from "./marks.js";
import { standOn } from "./position.js";

/** @typedef {import("./position.js").World} World */
/** @typedef {import("./position.js").Turn} Turn */
/** @typedef {import("./land.js").Point} Point */
/** @typedef {import("./land.js").Box} Box */

/** Colours of continents. */
const HUES = 6;

/** The length of the head of a border that leads one way, where neighbours are some 100 apart. */
const HEAD = 16;

/** What is shown: what is in play, the world, or the continent of a number. */
/** @typedef {"play" | "world" | number} View */

/** An arrow of the plan, with its number, or of a battle that is asked about, with its chance. */
/** @typedef {{source: number, target: number, label: string, asked: boolean}} Arrow */

/**
 * @typedef {{
 *   view: View, chosen: number | null, take: number[], arrows: Arrow[], way: number[],
 *   moving: number | null,
 * }} Shown
 */

/** Sizes in pixels by the units of a pixel: up to how many, of a badge, of a name; 0 for none. */
const SIZES = [[0.95, 15, 12], [2.9, 12, 10.5], [5, 10.5, 9.5], [Infinity, 8.5, 0]];

/** Pixels around a badge that are its own; milliseconds until a press is a long one. */
const [TOUCHED, LONG] = [26, 450];

/** Units around what is shown. */
const AROUND = 64;

export class Board {
  /**
   * @param {World} world @param {{tapped: (territory: number) => void, pressed: (territory: number) => void,
   *   entered: (territory: number) => void, looked: (view: View) => void,
   *   typed: (territory: number, key: string) => boolean}} heard
   */
  constructor(world, heard) {
    this.world = world;
    this.heard = heard;
    this.lands = landsOf(world);
    this.focused = 0;
    this.held = false;
    this.px = 1;
    /** @type {Point[] | undefined} */
    this.onLanes = undefined;
    const { around, borders, size, territories } = world;
    /** @param {[number, number]} border */
    const isOver = ([t, u]) => around && Math.abs(territories[t].at[0] - territories[u].at[0]) > size[0] / 2;
    const over = borders.filter(isOver).flat();
    /** Every place of every territory, its own first, then those behind an edge. */
    this.places = [...territories.keys(), ...over].map((territory, n) => {
      const [x, y] = territories[territory].at;
      const shift = n < territories.length ? 0 : x < size[0] / 2 ? around : -around;
      return { territory, at: /** @type {Point} */ ([x + shift, y]), shift };
    });
    this.lanes = world.lanes.map(([t, u, ...steps]) => {
      const points = steps.flatMap((x, n) => (n % 2 ? [] : [/** @type {Point} */ ([x, steps[n + 1]])]));
      return { ends: [t, u], points };
    });
    for (const { territory, at } of this.places.slice(territories.length)) {
      const other = over.find((t) => t !== territory) ?? 0;
      this.lanes.push({ ends: [territory, other], points: [at, territories[other].at] });
    }
    this.routes = this.lanes.map(({ points }) => draw("path", { class: "lane", d: `M${points[0]}${curve(points)}` }));
    this.parts = this.places.map(({ territory, shift }) => {
      const hue = world.continents.findIndex((each) => each.territories.includes(territory));
      return draw("path", {
        d: this.lands[territory].path, "data-territory": territory, "data-hue": (hue + HUES) % HUES,
        ...(shift ? { class: "over", transform: `translate(${shift} 0)` } : {}),
      });
    });
    this.marks = draw("g", {});
    const coasts = this.lands.map(({ path }) => path).join("");
    this.svg = /** @type {SVGSVGElement} */ (draw(
      "svg",
      { role: "group", "aria-labelledby": "map-title", "aria-describedby": "keys" },
      ...["shoal", "coast"].map((kind) => draw("path", { class: kind, d: coasts })),
      ...this.routes,
      draw("g", { class: "lands" }, ...this.parts),
      ...this.oneWay(),
      this.marks,
    ));
    the("board").append(this.svg);
    this.listen();
  }

  /** Lines of borders that lead one way, each with its head in the middle. */
  oneWay() {
    const { oneWay = [], territories } = this.world;
    return oneWay.map(([t, u]) => {
      const [[x, y], [p, q]] = [t, u].map((each) => territories[each].at);
      const length = Math.hypot(p - x, q - y) || 1;
      const [a, b] = [(p - x) * HEAD / length, (q - y) * HEAD / length];
      const tip = [(x + p + a) / 2, (y + q + b) / 2];
      const sides = [1, -1].map((side) => [tip[0] - a - (side * b) / 2, tip[1] - b + (side * a) / 2]);
      return draw("path", { class: "one-way", d: `M${x} ${y}L${p} ${q}M${sides[0]}L${tip}L${sides[1]}` });
    });
  }

  listen() {
    const { svg, heard } = this;
    let timer = 0;
    // a drawing that listens itself would be a stop on the way of the keyboard
    the("board").addEventListener("focusin", ({ target }) => {
      this.focused = Number(/** @type {Element} */ (target).getAttribute("data-territory"));
    });
    svg.addEventListener("keydown", (event) => this.keyed(event));
    svg.addEventListener("pointerdown", (event) => {
      this.held = false;
      const territory = this.at(event);
      clearTimeout(timer);
      timer = setTimeout(() => {
        this.held = territory !== null;
        if (territory !== null) {
          heard.pressed(territory);
        }
      }, LONG);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      svg.addEventListener(end, () => clearTimeout(timer));
    }
    svg.addEventListener("contextmenu", (event) => {
      const territory = this.at(event);
      event.preventDefault();
      clearTimeout(timer);
      if (!this.held && territory !== null && event.button === 2) {
        heard.pressed(territory);
      }
    });
    svg.addEventListener("click", (event) => {
      const territory = this.held ? null : this.at(event);
      this.held = false;
      if (territory !== null) {
        this.tapped(territory);
      }
    });
  }

  /**
   * The territory that is meant: the nearest badge, or the land.
   * @param {MouseEvent} event
   * @returns {number | null}
   */
  at({ clientX, clientY, target }) {
    const on = target instanceof Element && target.closest("[data-territory]");
    const matrix = this.svg.getScreenCTM();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix?.inverse());
    const near = this.places
      .map(({ territory, at }) => ({ territory, away: Math.hypot(at[0] - x, at[1] - y) }))
      .sort((one, other) => one.away - other.away)[0];
    // a click that comes from no pointer has no place
    const isPointed = clientX || clientY;
    return isPointed && near.away < TOUCHED * this.px
      ? near.territory
      : on ? Number(on.getAttribute("data-territory")) : null;
  }

  /** @param {Turn} turn @param {Shown} shown */
  show(turn, shown) {
    const { svg, world } = this;
    const width = the("board").clientWidth || 320;
    const window = this.fit(this.box(turn, shown), width);
    const [left, top, right, bottom] = window;
    const px = (right - left) / width;
    this.px = px;
    const [, radius, font] = SIZES.find(([most]) => px <= most) ?? SIZES[0];
    const isRound = left < 0 || right > world.size[0];
    svg.classList.toggle("round", isRound);
    const hadFocus = svg.contains(document.activeElement);
    this.focused = shown.chosen ?? this.focused;
    svg.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
    svg.style.height = `${Math.round((bottom - top) / px)}px`;
    svg.style.setProperty("--px", `${px}px`);
    this.parts.forEach((part, n) => {
      const { territory, shift } = this.places[n];
      part.setAttribute("class", `${this.classOf(turn, shown, territory)}${shift ? " over" : ""}`);
    });
    this.lanes.forEach(({ ends }, n) => {
      this.routes[n].toggleAttribute("hidden", !turn.border && String(ends) === String(world.optional));
    });
    const arrows = shown.arrows.map((arrow) => ({ ...arrow, line: this.lineOf(arrow, turn, radius * px) }));
    const boxes = this.badgeBoxes(turn, radius * px);
    const points = [...this.lanePoints(), ...arrows.flatMap(({ line }) => line.points)];
    const how = { window, px, font, radius, points };
    // tags keep clear of the names as these lie best, and then names of the tags that found no room
    let names = this.names(turn, shown, { ...how, boxes });
    const named = names.map(({ box }) => box);
    let isCrowded = false;
    const drawn = arrows.map(({ line, asked, label }) => {
      const tag = tagOf(line, { px, asked, label, window }, [...boxes, ...named]);
      if (tag) {
        boxes.push(tag);
        isCrowded ||= named.some((box) => meet(box, tag));
      }
      return arrowAlong(line, tag, { px, asked, label });
    });
    names = isCrowded ? this.names(turn, shown, { ...how, boxes }) : names;
    this.marks.replaceChildren(
      ...drawn,
      ...this.places.filter(({ shift }) => isRound || !shift).map((place) => this.badge(turn, shown, place, radius * px)),
      ...names.map(({ name }) => name),
    );
    if (hadFocus) {
      this.focus(this.focused);
    }
  }

  /**
   * Where an arrow runs: to the side that is freer of badges.
   * @param {Arrow} arrow @param {Turn} turn @param {number} radius
   */
  lineOf({ source, target }, { mine, enemy }, radius) {
    const [from, to] = this.nearest(source, target);
    const others = [...mine.keys(), ...enemy.keys()].filter((t) => t !== source && t !== target);
    return bowed(from, to, radius, others.map((t) => this.world.territories[t].at));
  }

  /** @param {Turn} turn @param {Shown} shown @param {number} territory */
  classOf(turn, { take, chosen, way, moving }, territory) {
    const marks = [
      take.includes(territory) && "wanted",
      (territory === chosen || territory === moving || way.includes(territory)) && "chosen",
    ];
    return ["territory", standOn(turn, territory).side, ...marks.filter(Boolean)].join(" ");
  }

  /**
   * @param {Turn} turn @param {Shown} shown
   * @param {{territory: number, at: Point, shift: number}} place @param {number} radius
   */
  badge(turn, shown, { territory, at: [x, y], shift }, radius) {
    const { said = "" } = this.world.territories[territory];
    const { side, armies } = standOn(turn, territory);
    const size = side === "out" ? radius / 3 : radius;
    const round = side === "enemy" ? size / 2.6 : size;
    const group = draw(
      "g",
      { class: `${this.classOf(turn, shown, territory)} badge`, "data-territory": territory },
      draw("circle", { class: "touched", cx: x, cy: y, r: Math.min(22 * this.px, 36) }),
      draw("rect", { class: "place", x: x - size, y: y - size, width: 2 * size, height: 2 * size, rx: round }),
    );
    if (armies !== undefined) {
      const letters = String(armies);
      const font = radius * (letters.length > 2 ? 0.9 : 1.15);
      group.append(draw("text", { class: "number", x, y, "font-size": font, "aria-hidden": "true" }, letters));
    }
    if (shift) {
      group.setAttribute("aria-hidden", "true");
    } else {
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", this.focused === territory ? "0" : "-1");
      group.setAttribute("aria-pressed", String(shown.chosen === territory || shown.way.includes(territory)));
      group.setAttribute("aria-keyshortcuts", "M E Plus Minus Delete Enter Escape");
      group.setAttribute("aria-label", text(`map.${side}`, { territory: said, n: armies ?? 0 }));
    }
    return group;
  }

  /** @param {Turn} turn @param {number} radius of the badges */
  badgeBoxes({ mine, enemy }, radius) {
    return this.places.map(({ territory, at: [x, y] }) => {
      const around = mine.has(territory) || enemy.has(territory) ? radius : radius / 3;
      return /** @type {Box} */ ([x - around, y - around, x + around, y + around]);
    });
  }

  /**
   * The names that have room, those in play first.
   * @param {Turn} turn @param {Shown} shown
   * @param {{window: Box, px: number, font: number, radius: number, boxes: Box[], points: Point[]}} how
   */
  names({ mine, enemy }, { chosen, take, view }, { window, px, font, radius, boxes, points }) {
    const size = (font || 11) * px;
    /** @param {number} t */
    const isInPlay = (t) => mine.has(t) || enemy.has(t);
    const near = typeof view === "number" ? this.world.continents[view].territories : [];
    /** @param {number} t */
    const rank = (t) => (t === chosen ? 0 : take.includes(t) ? 1 : isInPlay(t) ? 2 : near.includes(t) ? 3 : 4);
    const wanted = this.places
      .filter(({ territory, at }) => (font || territory === chosen) && window[0] < at[0] && at[0] < window[2])
      .map(({ territory, at }) => ({
        territory, at, lines: (this.world.territories[territory].said ?? "").split(" "),
        radius: (isInPlay(territory) ? radius : radius / 3) * px,
      }))
      .sort((one, other) => rank(one.territory) - rank(other.territory));
    const found = placedNames(wanted, { boxes, points, window }, size);
    return found.flatMap((name, n) => {
      if (name === null) {
        return [];
      }
      const { territory } = wanted[n];
      const kind = isInPlay(territory) ? "name" : "name aside";
      const rows = name.lines.map((line, row) =>
        draw("tspan", { x: name.at[0], y: name.at[1] + 1.08 * row * size }, line),
      );
      const attributes = { class: kind, "font-size": size, "data-of": territory, "aria-hidden": "true" };
      return [{ name: draw("text", attributes, ...rows), box: name.box }];
    });
  }

  /** Points along all lanes, close to each other. */
  lanePoints() {
    this.onLanes ??= this.routes.flatMap((route) => {
      const path = /** @type {SVGPathElement} */ (route);
      const steps = Math.ceil(path.getTotalLength() / 5);
      return Array.from({ length: steps + 1 }, (_, n) => {
        const { x, y } = path.getPointAtLength(n * 5);
        return /** @type {Point} */ ([x, y]);
      });
    });
    return this.onLanes;
  }

  /** @param {number} territory */
  focus(territory) {
    const found = this.svg.querySelector(`[data-territory="${territory}"][tabindex]`);
    if (found instanceof SVGElement) {
      found.focus({ preventScroll: true });
    }
  }

  /**
   * What is to be seen of the map: a continent with its neighbours, or what is in play.
   * @param {Turn} turn @param {Shown} shown
   * @returns {Box}
   */
  box({ mine, enemy }, { view, chosen, take }) {
    const { size, continents, territories } = this.world;
    const inPlay = [...mine.keys(), ...enemy.keys(), ...(chosen === null ? [] : [chosen])];
    if (view === "world" || (view === "play" && !inPlay.length)) {
      return [0, 0, ...size];
    }
    const own = view === "play" ? inPlay : continents[view].territories;
    const around = view === "play" ? [] : own.flatMap((t) => this.neighbours(t));
    const middle = own.reduce((sum, t) => sum + territories[t].at[0], 0) / own.length;
    const badges = [...own, ...around].map((t) => this.placeNear(t, middle));
    /** @type {Point[]} */
    const lands = (view === "play" ? take : own).flatMap((t) => {
      const [left, top, right, bottom] = this.lands[t].box;
      return [[left + AROUND / 2, top + AROUND / 2], [right - AROUND / 2, bottom - AROUND / 2]];
    });
    const [left, top, right, bottom] = boxAround([...badges, ...lands]);
    return [left - AROUND, top - AROUND, right + AROUND, bottom + AROUND];
  }

  /** @param {Box} box @param {number} width in pixels @returns {Box} of the shape of the drawing */
  fit([left, top, right, bottom], width) {
    const { size } = this.world;
    const shape = Math.max(0.5, Math.min((bottom - top) / (right - left), (0.6 * innerHeight) / width, 1.1));
    const across = Math.max(right - left, (bottom - top) / shape, 300);
    const down = across * shape;
    /** @param {number} middle @param {number} length @param {number} most */
    const within = (middle, length, most) => Math.max(0, Math.min(middle - length / 2, most - length));
    const isOver = left < 0 || right > size[0];
    const x = isOver ? (left + right - across) / 2 : within((left + right) / 2, across, size[0]);
    const y = within((top + bottom) / 2, down, size[1]);
    return [x, y, x + across, y + down];
  }

  /** @param {number} territory */
  neighbours(territory) {
    return waysOf(this.world).flatMap(([from, to]) =>
      from === territory ? [to] : to === territory ? [from] : [],
    );
  }

  /** @param {number} territory @param {number} x @returns its place that is nearest to a point across */
  placeNear(territory, x) {
    const places = this.places.filter((each) => each.territory === territory);
    places.sort((one, other) => Math.abs(one.at[0] - x) - Math.abs(other.at[0] - x));
    return places[0].at;
  }

  /**
   * The places of two territories that are nearest to each other, and in sight.
   * @param {number} t @param {number} u
   * @returns {[Point, Point]}
   */
  nearest(t, u) {
    const { x, width } = this.svg.viewBox.baseVal;
    const from = this.placeNear(t, x + width / 2);
    const to = this.placeNear(u, from[0]);
    return [this.placeNear(t, to[0]), to];
  }

  /** Whether territories are too small to be touched. */
  get isSmall() {
    return this.px * TOUCHED > this.world.size[0] / 24 && matchMedia("(pointer: coarse)").matches;
  }

  /** @param {number} territory where it is too small, its continent is enlarged */
  tapped(territory) {
    const { continents } = this.world;
    const continent = continents.findIndex(({ territories }) => territories.includes(territory));
    if (continent >= 0 && this.isSmall) {
      this.heard.looked(continent);
    } else {
      this.heard.tapped(territory);
    }
  }

  /** @param {KeyboardEvent} event */
  keyed(event) {
    const isBack = event.key === "Tab" && event.shiftKey;
    const direction = ARROWS.get(event.key);
    if (direction) {
      event.preventDefault();
      this.move(direction);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.heard.entered(this.focused);
    } else if (!event.ctrlKey && !event.metaKey && !isBack && this.heard.typed(this.focused, event.key)) {
      event.preventDefault();
    }
  }

  /** @param {number[]} direction in which the nearest territory lies */
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
