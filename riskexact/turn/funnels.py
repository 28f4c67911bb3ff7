"""Funnels: territories through which all help must come.

Let stacks border one node u, and nothing else that is left.  Only one that takes u goes on, and one
army stays there; if another stack takes it, none of them does.  So where borders do not matter the
attacker is never worse off if u and all of them but the largest are taken away, and that one pays
an army: it has as many as any of them when u has fallen, and whoever else takes u has one more.
Borders that lead one way change nothing: what counts is where the stacks can go.
"""

from collections.abc import Iterable, Iterator, Sequence

from riskexact.turn.front import Front, FrontState, bits


def funnels(front: Front, state: FrontState) -> Iterator[tuple[int, list[int]]]:
    """Yield each node that all ways of several stacks lead through, and their nodes.

    That is where the others have more armies than the node has defenders.
    """
    n, left, through = front.enemies, front.left(state), dict[int, list[int]]()
    for t in bits(front.live(state)):
        through.setdefault(front.borders[t] & left, []).append(t)
    for borders, nodes in through.items():
        armies = [state[n + t] for t in nodes]
        if borders.bit_count() == 1 and sum(armies) - max(armies) >= state[u := min(bits(borders))]:
            yield u, nodes


def without_funnels(
    front: Front, state: FrontState, found: Iterable[tuple[int, Sequence[int]]]
) -> FrontState:
    """Return a state of no lower value where borders do not matter."""
    n, after = front.enemies, list(state)
    for u, nodes in found:
        most = max(state[n + t] for t in nodes)
        after[u] = 0
        for t in nodes:
            after[n + t] = 0
        after[n + nodes[0]] = max(0, most - 1)
    return tuple(after)
