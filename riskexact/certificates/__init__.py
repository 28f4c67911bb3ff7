"""Beside the odds: simulations, logs of dice, test vectors, certificates."""
