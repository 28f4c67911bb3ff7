// The named rule sets.  `python -m tests.calculator.package` writes this file.

/** @typedef {{title: string, group: string, parts: import("./parts.js").Parts}} NamedRules */

/** @type {Readonly<Record<string, NamedRules>>} */
export const RULES = Object.freeze({
  "standard": {"title": "Standard", "group": "Classic editions", "parts": {"attack_dice": 3, "defence_dice": 2, "faces": 6, "pairs": 2, "ties": "defender"}},
  "single-loss": {"title": "Single loss: only the highest dice count", "group": "House rules", "parts": {"attack_dice": 3, "defence_dice": 2, "faces": 6, "pairs": 1, "ties": "defender"}},
  "risiko": {"title": "RisiKo!: three defence dice", "group": "Classic editions", "parts": {"attack_dice": 3, "defence_dice": 3, "faces": 6, "pairs": 3, "ties": "defender"}},
  "capital": {"title": "Capital", "group": "Digital game", "parts": {"attack_dice": 3, "defence_dice": 3, "faces": 6, "pairs": 3, "ties": "defender"}},
  "wall": {"title": "Behind a wall", "group": "Digital game", "parts": {"attack_dice": 3, "defence_dice": 3, "faces": 6, "pairs": 3, "ties": "defender"}},
  "capital-behind-a-wall": {"title": "Capital behind a wall", "group": "Digital game", "parts": {"attack_dice": 3, "defence_dice": 4, "faces": 6, "pairs": 3, "ties": "defender"}},
  "four-dice": {"title": "Cannon: four attack dice", "group": "House rules", "parts": {"attack_dice": 4, "defence_dice": 2, "faces": 6, "pairs": 2, "ties": "defender"}},
  "bonus-die": {"title": "Bonus defence die", "group": "Revised edition of 2008", "parts": {"attack_dice": 3, "defence_dice": {"dice": 2, "extra": 1}, "faces": 6, "pairs": 2, "ties": "defender"}},
  "bonus-attack-die": {"title": "Bonus attack die", "group": "Revised edition of 2008", "parts": {"attack_dice": {"dice": 3, "extra": 1}, "defence_dice": 2, "faces": 6, "pairs": 2, "ties": "defender"}},
  "ties-to-attacker": {"title": "Zombies defend: ties to the attacker", "group": "Digital game", "parts": {"attack_dice": 3, "defence_dice": 2, "faces": 6, "pairs": 2, "ties": "attacker"}},
  "two-dice-attack": {"title": "Zombies attack: two attack dice", "group": "Digital game", "parts": {"attack_dice": 2, "defence_dice": 2, "faces": 6, "pairs": 2, "ties": "defender"}},
  "zombies-attack-a-wall": {"title": "Zombies attack a wall or a capital", "group": "Digital game", "parts": {"attack_dice": 2, "defence_dice": 3, "faces": 6, "pairs": 2, "ties": "defender"}},
  "zombies-behind-a-wall": {"title": "Zombies defend a wall or a capital", "group": "Digital game", "parts": {"attack_dice": 3, "defence_dice": 3, "faces": 6, "pairs": 3, "ties": "attacker"}},
  "two-defenders-need-three": {"title": "New Zealand and UK, about 1990", "group": "Classic editions", "parts": {"attack_dice": 3, "defence_dice": {"dice": 2, "needs": [1, 3]}, "faces": 6, "pairs": 2, "ties": "defender"}},
  "legacy-bunker": {"title": "Risk Legacy: bunker", "group": "Risk Legacy", "parts": {"attack_dice": 3, "defence_dice": {"dice": 2, "to_highest": 1, "clamped": true}, "faces": 6, "pairs": 2, "ties": "defender"}},
  "legacy-ammo-shortage": {"title": "Risk Legacy: ammo shortage", "group": "Risk Legacy", "parts": {"attack_dice": 3, "defence_dice": {"dice": 2, "to_highest": -1, "clamped": true}, "faces": 6, "pairs": 2, "ties": "defender"}},
  "legacy-fortification": {"title": "Risk Legacy: fortification", "group": "Risk Legacy", "parts": {"attack_dice": 3, "defence_dice": {"dice": 2, "to_all": 1, "clamped": true}, "faces": 6, "pairs": 2, "ties": "defender"}},
  "legacy-bear": {"title": "Risk Legacy: Enclave of the Bear attacks", "group": "Risk Legacy", "parts": {"attack_dice": 3, "defence_dice": {"dice": 2, "clamped": true, "to_lowest": -1}, "faces": 6, "pairs": 2, "ties": "defender"}},
  "legacy-bear-against-bunker": {"title": "Risk Legacy: Enclave of the Bear against a bunker", "group": "Risk Legacy", "parts": {"attack_dice": 3, "defence_dice": {"dice": 2, "to_highest": 1, "clamped": true, "to_lowest": -1}, "faces": 6, "pairs": 2, "ties": "defender"}},
  "legacy-lowest-raised": {"title": "Risk Legacy: lowest die raised", "group": "Risk Legacy", "parts": {"attack_dice": 3, "defence_dice": {"dice": 2, "clamped": true, "to_lowest": 1}, "faces": 6, "pairs": 2, "ties": "defender"}},
  "legacy-ammo-shortage-lowest-raised": {"title": "Risk Legacy: ammo shortage, lowest +1", "group": "Risk Legacy", "parts": {"attack_dice": 3, "defence_dice": {"dice": 2, "to_highest": -1, "clamped": true, "to_lowest": 1}, "faces": 6, "pairs": 2, "ties": "defender"}},
  "lotr-leader": {"title": "The Lord of the Rings: leader attacks", "group": "The Lord of the Rings", "parts": {"attack_dice": {"dice": 3, "to_highest": 1}, "defence_dice": 2, "faces": 6, "pairs": 2, "ties": "defender"}},
  "lotr-stronghold": {"title": "The Lord of the Rings: stronghold", "group": "The Lord of the Rings", "parts": {"attack_dice": 3, "defence_dice": {"dice": 2, "to_highest": 1}, "faces": 6, "pairs": 2, "ties": "defender"}},
  "lotr-leader-defends": {"title": "The Lord of the Rings: leader defends", "group": "The Lord of the Rings", "parts": {"attack_dice": 3, "defence_dice": {"dice": 2, "to_highest": 1}, "faces": 6, "pairs": 2, "ties": "defender"}},
  "lotr-leader-against-stronghold": {"title": "The Lord of the Rings: leader against stronghold", "group": "The Lord of the Rings", "parts": {"attack_dice": {"dice": 3, "to_highest": 1}, "defence_dice": {"dice": 2, "to_highest": 1}, "faces": 6, "pairs": 2, "ties": "defender"}},
  "2210-commander": {"title": "Risk 2210 A.D.: commander attacks", "group": "Risk 2210 A.D.", "parts": {"attack_dice": [8, 6, 6], "defence_dice": 2, "faces": 6, "pairs": 2, "ties": "defender"}},
  "2210-commander-defends": {"title": "Risk 2210 A.D.: commander defends", "group": "Risk 2210 A.D.", "parts": {"attack_dice": 3, "defence_dice": [8, 6], "faces": 6, "pairs": 2, "ties": "defender"}},
  "2210-space-station": {"title": "Risk 2210 A.D.: space station", "group": "Risk 2210 A.D.", "parts": {"attack_dice": 3, "defence_dice": [8, 8], "faces": 6, "pairs": 2, "ties": "defender"}},
  "2210-commander-against-station": {"title": "Risk 2210 A.D.: commander against a station", "group": "Risk 2210 A.D.", "parts": {"attack_dice": [8, 6, 6], "defence_dice": [8, 8], "faces": 6, "pairs": 2, "ties": "defender"}},
  "2210-two-commanders": {"title": "Risk 2210 A.D.: two commanders attack", "group": "Risk 2210 A.D.", "parts": {"attack_dice": [8, 8, 6], "defence_dice": 2, "faces": 6, "pairs": 2, "ties": "defender"}},
  "godstorm-magic": {"title": "Risk Godstorm: goddess of magic attacks", "group": "Risk Godstorm", "parts": {"attack_dice": 3, "defence_dice": [6, 6], "faces": "1-2x7-3x7-4x7-5x7-6x7", "pairs": 2, "ties": "defender"}},
  "godstorm-magic-defends": {"title": "Risk Godstorm: goddess of magic defends", "group": "Risk Godstorm", "parts": {"attack_dice": 3, "defence_dice": ["1-2x7-3x7-4x7-5x7-6x7", "1-2x7-3x7-4x7-5x7-6x7"], "faces": 6, "pairs": 2, "ties": "defender"}},
});
