"""The odds of a battle, twice: the recursion, which defines them, and the closed form.

What is computed by definition or by theorem lives here, with the limits of size and the comparison
of the two methods.  Fast arithmetic belongs in `engine`, what a user asks in `battle`.
"""
