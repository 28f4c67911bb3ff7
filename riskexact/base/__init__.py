"""The basis of everything else: errors, arguments, values, texts, fractions, tables of texts.

Nothing here knows of dice or of a battle; whatever does belongs in another room.
"""
