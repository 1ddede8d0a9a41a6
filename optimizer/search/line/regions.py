"""Sets of damage over two steps: x1 in the first, x2 in the second, bounds on each and on their sum.

Where the bounds are tight such a set is a generalised polymatroid, and the sums of points of two of them are exactly
the points within the summed bounds (Frank, "Connections in Combinatorial Optimization", 2011, chapter 14). So a whole
fight over two steps is feasible where the attacker's damage lies within the sums of its blockers' regions.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["INFINITE", "Region", "lay", "region"]

INFINITE = 1 << 40


class Region(NamedTuple):
    """Bounds on x1, on x2 and on x1 + x2, all tight and inclusive."""

    low1: int
    high1: int
    low2: int
    high2: int
    low: int
    high: int

    def __add__(self, other: tuple[int, ...]) -> Region:  # type: ignore[override]
        """The sums of points of both."""
        a, b, c, d, e, f = self
        u, v, w, x, y, z = other
        return Region(a + u, b + v, c + w, d + x, e + y, f + z)

    def clip(self, one: int, two: int) -> Region:
        """The same for a source that assigns `one` and `two`: higher bounds make no difference."""
        both = one + two
        a, b, c, d, e, f = self
        return Region(a, min(b, one + 1), c, min(d, two + 1), e, min(f, both + 1))

    def holds(self, one: int, two: int) -> bool:
        """The point (one, two) lies in it."""
        a, b, c, d, e, f = self
        return a <= one <= b and c <= two <= d and e <= one + two <= f


def region(
    low1: int = 0, high1: int = INFINITE, low2: int = 0, high2: int = INFINITE, low: int = 0, high: int = 2 * INFINITE
) -> Region | None:
    """The region of these bounds made tight; None where it is empty.

    >>> region(high1=4, low=5)
    Region(low1=0, high1=4, low2=1, high2=1099511627776, low=5, high=1099511627780)
    """
    low, high = max(low, low1 + low2), min(high, high1 + high2)
    low1, high1 = max(low1, low - high2), min(high1, high - low2)
    low2, high2 = max(low2, low - high1), min(high2, high - low1)
    low, high = max(low, low1 + low2), min(high, high1 + high2)
    if low1 > high1 or low2 > high2 or low > high:
        return None
    return Region(low1, high1, low2, high2, low, high)


def lay(one: int, two: int, regions: list[Region]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Points of the regions, one of each, that add up to (one, two), which their sum holds.

    Each in turn takes as little as leaves the rest within what the others hold.
    """
    rest = [Region(0, 0, 0, 0, 0, 0)]
    for part in reversed(regions):
        rest.append(rest[-1] + part)
    firsts, seconds = [], []
    for place, part in enumerate(regions):
        others = rest[len(regions) - place - 1]
        mine = region(
            max(part.low1, one - others.high1),
            min(part.high1, one - others.low1),
            max(part.low2, two - others.high2),
            min(part.high2, two - others.low2),
            max(part.low, one + two - others.high),
            min(part.high, one + two - others.low),
        )
        assert mine is not None
        first = mine.low1
        second = max(mine.low2, mine.low - first)
        firsts.append(first)
        seconds.append(second)
        one, two = one - first, two - second
    return tuple(firsts), tuple(seconds)
