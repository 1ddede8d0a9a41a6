"""In which order to sweep over a part: what is open at once decides what a dynamic programme costs.

Links tie points together (a victim ties the sources that may hit it). A sweep takes link by link; a point is open from
its first link to its last, and the states of all that is open multiply. Finding the best order is hard in itself; here
the next point to close is the one that leaves least open, which is good where each link has few points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["CLOSE", "OPEN", "STEP", "Route", "route"]

OPEN, STEP, CLOSE = range(3)


class Route(NamedTuple):
    """Moves as (OPEN, point), (STEP, link) or (CLOSE, point), and what they cost: states times work, added up."""

    moves: list[tuple[int, int]]
    cost: int


def route(links: Sequence[Sequence[int]], sizes: Sequence[int], work: Sequence[int]) -> Route:
    """A route over all links. `sizes`: how many states a point has while it is open; `work`: what a link takes a state.

    >>> route([(0, 1), (1, 2)], sizes=[3, 3, 3], work=[1, 1]).moves[:4]
    [(0, 0), (0, 1), (1, 0), (2, 0)]
    """
    left = [0] * len(sizes)  # by point, its links to come
    near = [0] * len(sizes)  # by point, all that its links tie it to, itself included
    masks = []
    for link, points in enumerate(links):
        mask = 0
        for point in points:
            mask |= 1 << point
            left[point] |= 1 << link
        masks.append(mask)
        for point in points:
            near[point] |= mask
    fresh = (1 << len(sizes)) - 1
    grown: dict[int, int] = {0: 1}

    def growth(mask: int) -> int:
        """The states that the points of a mask multiply by."""
        if mask not in grown:
            low = mask & -mask
            grown[mask] = sizes[low.bit_length() - 1] * growth(mask ^ low)
        return grown[mask]

    waiting = [point for point, those in enumerate(left) if those]
    moves: list[tuple[int, int]] = []
    states, cost = 1, 0
    while waiting:
        chosen = min(waiting, key=lambda point: growth(near[point] & fresh) / sizes[point])
        while left[chosen]:
            link, least = -1, 0
            rest = left[chosen]
            while rest:
                low = rest & -rest
                rest ^= low
                more = growth(masks[low.bit_length() - 1] & fresh)
                if link < 0 or more < least:
                    link, least = low.bit_length() - 1, more
            for point in links[link]:
                if fresh >> point & 1:
                    moves.append((OPEN, point))
            fresh &= ~masks[link]
            states *= least
            cost += states * work[link]
            moves.append((STEP, link))
            for point in links[link]:
                left[point] &= ~(1 << link)
                if not left[point]:
                    moves.append((CLOSE, point))
                    states //= sizes[point]
        waiting = [point for point in waiting if left[point]]
    return Route(moves, cost)
