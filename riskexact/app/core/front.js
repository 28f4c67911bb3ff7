// The state space of one turn on a map: the territories in play are nodes, first those of the enemy,
// then the attacker's.  A state is one array: the defenders left on each node of the enemy, 0 where
// it is taken, and then the free armies on every node: all but the one that stays.
//
// The units of a state are its free armies and its defenders, less one for each node of the enemy
// that is left.  Values are whole numbers over base^units, so two choices compare as whole numbers.
// Original: riskexact/turn/front.py; test of both: tests/app/test_map_plans.py.

import { dice } from "./rules.js";

/** @typedef {number[]} FrontState Defenders on the nodes of the enemy, then free armies on all. */

export const MOVE_RULES = /** @type {const} */ (["any", "dice", "all"]);
export const DICE_RULES = /** @type {const} */ (["free", "most"]);

/** @typedef {typeof MOVE_RULES[number] | number} MoveRule A number: 1 to that many. */
/** @typedef {typeof DICE_RULES[number]} DiceRule */

/** @typedef {{source: number, target: number, dice: number}} Attack */

/**
 * Nodes of a state that have to do with one another: those of the enemy, and those with free armies,
 * as sets of bits; `needed`: how many to take, Infinity where too few may ever move in; `keep` is 1 for
 * each number of the state that belongs to it, else 0.
 * @typedef {{left: number, armies: number, needed: number, keep: number[]}} Sector
 */

/** The most nodes: sets of them are bits of one number. */
export const MAX_NODES = 30;

/** The nodes in play, and what can be done with them. */
export class Front {
  /**
   * @param {import("./rules.js").FightRules} rules on each node of the enemy
   * @param {number} enemies the number of nodes of the enemy @param {number} nodes of all nodes
   * @param {number} needed of those of the enemy that must be taken, the first; others may be
   * @param {[number, number][]} ways pairs of nodes: the second can be attacked from the first
   * @param {MoveRule} move @param {DiceRule} diceRule
   */
  constructor(rules, enemies, nodes, needed, ways, move, diceRule) {
    this.rules = rules;
    this.enemies = enemies;
    this.nodes = nodes;
    this.needed = 2 ** needed - 1;
    this.move = move;
    this.isCapped = typeof move === "number";
    this.mostMoving = typeof move === "number" ? move : Infinity;
    this.diceRule = diceRule;
    /** Of each node, those of the enemy that can be attacked from it, which it borders, as a set of bits. */
    this.borders = Array(nodes).fill(0);
    for (const [i, j] of ways) {
      if (j < enemies) {
        this.borders[i] |= 1 << j;
      }
    }
    this.powers = [1n];
    /** @type {Map<number, Map<number, Sector[]>>} */
    this.sectorsOf = new Map();
    /** @type {Map<string, boolean>} */
    this.joined = new Map();
    /** @type {Map<string, number[]>} */
    this.troubles = new Map();
  }

  /** @param {number} exponent @returns a power of the base */
  power(exponent) {
    while (this.powers.length <= exponent) {
      this.powers.push(this.powers[this.powers.length - 1] * this.rules.base.value);
    }
    return this.powers[exponent];
  }

  /** @param {FrontState} state @returns the exponent of the base over which its value is whole */
  units(state) {
    let units = 0;
    for (let k = 0; k < state.length; k += 1) {
      units += state[k] - Number(k < this.enemies && state[k] > 0);
    }
    return units;
  }

  /** @param {FrontState} state @returns how many free armies there are in all */
  free(state) {
    let free = 0;
    for (let k = this.enemies; k < state.length; k += 1) {
      free += state[k];
    }
    return free;
  }

  /** @param {FrontState} state @returns the nodes of the enemy that are left */
  left(state) {
    return bitsOf(state, 0, this.enemies);
  }

  /** @param {FrontState} state @returns the nodes with free armies */
  live(state) {
    return bitsOf(state, this.enemies, this.nodes);
  }

  /** @param {number} target @param {number} free @returns the most dice that are thrown at it */
  mostDice(target, free) {
    return dice(this.rules.on(target).attack, free);
  }

  /**
   * The rounds that an attack on this many defenders may have, with their weights.
   * @param {number} target @param {number} defenders @param {number} thrown
   */
  rounds(target, defenders, thrown) {
    const { ways, defence } = this.rules.on(target);
    return ways[thrown - 1][dice(defence, defenders) - 1];
  }

  /** @param {FrontState} state @returns every attack, in the order of the nodes */
  attacks(state) {
    const left = this.left(state);
    /** @type {Attack[]} */
    const found = [];
    for (let t = 0; t < this.nodes; t += 1) {
      const free = state[this.enemies + t];
      for (const u of free ? bits(this.borders[t] & left) : []) {
        const most = this.mostDice(u, free);
        for (let x = this.diceRule === "most" ? most : 1; x <= most; x += 1) {
          found.push({ source: t, target: u, dice: x });
        }
      }
    }
    return found;
  }

  /** @param {FrontState} state @param {Attack} attack @returns whether the target may fall at once */
  mayFall(state, { target, dice: thrown }) {
    const defenders = state[target];
    return this.rounds(target, defenders, thrown).some(([, fallen]) => fallen === defenders);
  }

  /**
   * How many armies may move in, of the state in which the target falls, in ascending order.  Where
   * the number of dice is free, more armies are no worse, for they can do as fewer do: so the most
   * move in if the source borders nothing left, else the fewest if the target does not.
   * @param {FrontState} state @param {Attack} attack
   */
  movesIn(state, attack) {
    const { source, target } = attack;
    const numbers = this.numbersMovingIn(state, attack);
    if (this.diceRule === "free") {
      const left = this.left(state);
      if (!(this.borders[source] & left)) {
        return numbers.slice(-1);
      }
      if (!(this.borders[target] & left)) {
        return numbers.slice(0, 1);
      }
    }
    return numbers;
  }

  /** @param {FrontState} state @param {Attack} attack @returns all that the rules let move in, ascending */
  numbersMovingIn(state, { source, dice }) {
    const [fewest, most] = mayMoveIn(this.move, dice, state[this.enemies + source]);
    return Array.from({ length: most - fewest + 1 }, (_, n) => fewest + n);
  }

  /** @param {FrontState} state @param {Attack} attack @param {number} armies @returns that many moved in */
  moved(state, { source, target }, armies) {
    const after = state.slice();
    after[target] = 0;
    after[this.enemies + source] -= armies;
    after[this.enemies + target] = armies - 1;
    return after;
  }

  /**
   * The state after a round with these losses.
   * @param {FrontState} state @param {Attack} attack @param {number} attackers @param {number} defenders
   */
  fought(state, { source, target }, attackers, defenders) {
    const after = state.slice();
    after[this.enemies + source] -= attackers;
    after[target] -= defenders;
    return after;
  }

  /**
   * The sectors of a state, by its nodes of the enemy and those with free armies.  Nodes of the enemy
   * belong together if one borders the other, or a node with free armies borders both.  Sectors share no army, now or later.
   * @param {number} left @param {number} live
   */
  sectors(left, live) {
    let known = this.sectorsOf.get(left);
    if (known === undefined) {
      known = new Map();
      this.sectorsOf.set(left, known);
    }
    let found = known.get(live);
    if (found === undefined) {
      found = this.foundSectors(left, live);
      known.set(live, found);
    }
    return found;
  }

  /** @param {number} left @param {number} live */
  foundSectors(left, live) {
    /** @type {Sector[]} */
    const sectors = [];
    while (left) {
      let nodes = left & -left;
      let armies = 0;
      for (let grown = 0; grown !== nodes; ) {
        grown = nodes;
        for (const u of bits(left)) {
          const own = (this.borders[u] & left) | (1 << u);
          nodes |= own & nodes ? own : 0;
        }
        for (const t of bits(live & ~armies)) {
          if (this.borders[t] & nodes) {
            armies |= 1 << t;
            nodes |= this.borders[t] & left;
          }
        }
      }
      left &= ~nodes;
      const keep = Array.from({ length: this.enemies }, (_, u) => (nodes >> u) & 1);
      keep.push(...Array.from({ length: this.nodes }, (_, t) => (armies >> t) & 1));
      const isHopeless = this.behind(nodes, armies, nodes & this.needed)
        .some(([part, most]) => bits(part).length > most);
      const needed = isHopeless ? Infinity : bits(nodes & this.needed).length;
      sectors.push({ left: nodes, armies, needed, keep });
    }
    return sectors;
  }

  /** @param {number} nodes a set of bits @returns all that they border */
  around(nodes) {
    return bits(nodes).reduce((set, t) => set | this.borders[t], 0);
  }

  /**
   * The parts of wanted nodes that border no army now, with the most that reach each: those that move
   * into what falls before it, where no more than a number may.
   * @param {number} left @param {number} live @param {number} wanted
   * @returns {[number, number][]}
   */
  behind(left, live, wanted) {
    return (this.isCapped ? this.components(wanted & ~this.around(live), []) : []).map((part) => {
      const around = bits(left & ~part).filter((t) => this.borders[t] & part).length;
      return [part, around * (this.mostMoving - 1)];
    });
  }

  /** @param {number} left @param {number[]} reaches sets of nodes left @returns those with something to take */
  components(left, reaches) {
    /** @type {number[]} */
    let parts = [];
    for (let nodes of [...reaches, ...bits(left).map((u) => (1 << u) | (this.borders[u] & left))]) {
      for (const part of parts) {
        nodes |= part & nodes ? part : 0;
      }
      parts = [...parts.filter((part) => !(part & nodes)), nodes];
    }
    return parts.filter((part) => part & this.needed).sort((one, other) => one - other);
  }

  /** @param {number} target @param {number} left @returns whether anything is behind, pieces, ways on */
  trouble(target, left) {
    const key = `${target},${left}`;
    let found = this.troubles.get(key);
    if (found === undefined) {
      const rest = left & ~(1 << target);
      const onward = bits(this.borders[target] & rest).length;
      found = [Number(onward > 0), this.sectors(rest, 0).length, onward];
      this.troubles.set(key, found);
    }
    return found;
  }

  /**
   * Whether what two nodes of the attacker border belongs together without them.
   * @param {number} source @param {number} target @param {number} left @param {number} live
   */
  areJoined(source, target, left, live) {
    const key = `${source},${target},${left},${live}`;
    let found = this.joined.get(key);
    if (found === undefined) {
      const others = live & ~((1 << source) | (1 << target));
      found = this.sectors(left, others).some(
        (sector) => sector.left & this.borders[source] && sector.left & this.borders[target],
      );
      this.joined.set(key, found);
    }
    return found;
  }
}

/**
 * The fewest and the most of the free armies that may move in after a throw of this many dice.
 * @param {MoveRule} move @param {number} dice @param {number} free
 * @returns {[number, number]}
 */
export function mayMoveIn(move, dice, free) {
  return typeof move === "number"
    ? [1, Math.min(move, free)]
    : [{ any: 1, dice: Math.min(dice, free), all: free }[move], free];
}

/** @param {number} set @returns the numbers in a set of bits, in ascending order */
export function bits(set) {
  const numbers = [];
  for (; set; set &= set - 1) {
    numbers.push(31 - Math.clz32(set & -set));
  }
  return numbers;
}

/** @param {number[]} one @param {number[]} other @returns the first difference of numbers, 0 for none */
export function firstDifference(one, other) {
  return one.map((each, n) => each - other[n]).find(Boolean) ?? 0;
}

/**
 * Which of some numbers of a state are not 0, as a set of bits.
 * @param {FrontState} state @param {number} from @param {number} length
 */
function bitsOf(state, from, length) {
  let set = 0;
  for (let k = 0; k < length; k += 1) {
    if (state[from + k]) {
      set |= 1 << k;
    }
  }
  return set;
}
