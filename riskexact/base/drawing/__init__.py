"""How pictures look: colours, axes, bars and maps of numbers; nothing here knows of a battle.

- `picture`: pictures as values, and their common look, light and dark;
- `labels`: numbers in words, and ticks of an axis; `bars`: bar charts, also of what is left on two
  sides; `heat`: tables as heat maps;
- `canvas`: circles, boxes, arrows and texts, at positions in inches.
"""
