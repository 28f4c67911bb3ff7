// Arguments as the package takes them: what is unusable is refused in one line.
// Original: riskexact/base/arguments.py; test of both: tests/app/test_package_arguments.py.

/** Unusable input: one line that names the value and says what is allowed. */
export class RiskError extends RangeError {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "RiskError";
  }
}

/** @param {unknown} value @param {string} name @param {number} [least] @param {number} [most] */
export function whole(value, name, least = 0, most = Infinity) {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < least || value > most) {
    const range = most === Infinity ? `at least ${least}` : `from ${least} to ${most}`;
    throw new RiskError(`${name} must be a whole number, ${range}, not ${shown(value)}`);
  }
  return value;
}

/** @param {number} attackers @param {number} defenders units, 0 or more, and not 0 on both sides */
export function checkForces(attackers, defenders) {
  if (whole(attackers, "attackers") + whole(defenders, "defenders") === 0) {
    throw new RiskError("attackers or defenders must be at least 1, not both 0");
  }
}

/** What is meant by options that other calls and versions have. */
const MEANT = new Map([
  ["reserve", "retreatAt"], ["stopAt", "retreatAt"], ["blitz", "new Battle(8, 6, { blitz: true })"],
]);

/**
 * The options of a call, with the defaults of those left out: where a default is a number or a truth
 * value, so is the option.
 * @example
 * optionsOf({ rules: "risiko" }, { rules: "standard", digits: 10 }) // { rules: "risiko", digits: 10 }
 * @template {Record<string, any>} T
 * @param {any} given @param {T} defaults @param {string} [what] it is called
 * @returns {T}
 */
export function optionsOf(given = {}, defaults, what = "options") {
  const known = Object.keys(defaults);
  if (Object.prototype.toString.call(given) !== "[object Object]") {
    throw new RiskError(`${what} must be an object such as { ${known[0] ?? "Siam"}: … }, not ${shown(given)}`);
  }
  for (const name in given) { // inherited ones are meant, too
    if (!known.includes(name)) {
      const meant = MEANT.get(name) ?? "";
      const isHere = known.includes(meant) || meant.startsWith("new");
      const hint = isHere ? `; did you mean ${meant}?` : didYouMean(name, known);
      throw new RiskError(`${what} must be among ${known.join(", ")}, not ${shown(name)}${hint}`);
    }
  }
  return /** @type {T} */ (Object.fromEntries(known.map((name) => {
    const value = given[name] === undefined ? defaults[name] : given[name];
    if (typeof defaults[name] === "boolean" && typeof value !== "boolean") {
      throw new RiskError(`${name} must be true or false, not ${shown(value)}`);
    }
    return [name, typeof defaults[name] === "number" ? whole(value, name) : value];
  })));
}

/**
 * The name that is meant, whatever its case, spaces and signs; a refusal begins with what it must be.
 * @example
 * named("RisiKo!", ["standard", "risiko"], "rules must be known") // "risiko"
 * @template {string} T
 * @param {unknown} said @param {readonly T[]} names @param {string} must
 */
export function named(said, names, must) {
  const isMeant = (/** @type {T} */ name) => typeof said === "string" && letters(name) === letters(said);
  const found = names.find((name) => name === said) ?? names.find(isMeant);
  if (found === undefined) {
    throw new RiskError(`${must}, not ${shown(said)}${didYouMean(said, names)}`);
  }
  return found;
}

/**
 * The end of a message that suggests the nearest name, by pairs of letters; empty if none is near.
 * @param {unknown} said @param {readonly string[]} names
 */
function didYouMean(said, names) {
  const [ours, ...theirs] = [typeof said === "string" ? said.slice(0, 60) : "", ...names].map(
    (name) => new Set(Array.from(letters(name), (_, n) => letters(name).slice(n, n + 2))),
  );
  const near = theirs.map((pairs, n) => {
    const common = [...pairs].filter((pair) => ours.has(pair)).length;
    return { name: names[n], share: (2 * common) / (ours.size + pairs.size) };
  });
  const [best] = near.filter(({ share }) => share >= 0.5).sort((one, other) => other.share - one.share);
  return best ? `; did you mean ${best.name}?` : "";
}

/** @param {string} name */
function letters(name) {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** @param {unknown} value to be said in one line, shortened */
export function shown(value) {
  let text = Object.prototype.toString.call(value);
  try {
    text = (/str|obj/.test(typeof value) ? JSON.stringify(value) : String(value)).replace(/\s+/g, " ");
  } catch {} // it holds itself, or a BigInt
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** @param {Function[]} classes whose values say themselves in a console, too */
export function showThemselves(...classes) {
  for (const { prototype } of classes) {
    prototype[Symbol.for("nodejs.util.inspect.custom")] = /** @this {unknown} */ function () {
      return `${this}`;
    };
  }
}
