"""The basis of everything else: errors, arguments, values, texts, fractions, reports.

Nothing here knows of dice or of the odds of a battle; whatever does belongs in another room.
"""
