"""When to attack in the whole game on two territories."""

from riskexact.game.pictures.duel_policy import duel_policy

__all__ = ["duel_policy"]
