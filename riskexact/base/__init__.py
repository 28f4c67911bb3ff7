"""What everything else is built on: errors, arguments, immutable values, text, sums, reports.

Nothing here knows of dice, of rules or of how a battle goes; what does belongs in another folder.
"""
