"""How pictures look: colours, axes, bars and labels of numbers; nothing here knows of a battle.

- `picture`: pictures as values, and their common look, light and dark;
- `labels`: numbers in words, and ticks of an axis; `bars`: bar charts.
"""
