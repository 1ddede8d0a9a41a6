"""All legal divisions as arrays: one row a division, one column a (source, recipient) pair.

The ways to put D points in k heaps are a first column over all ways for k - 1 heaps with 0 to D points, sum by sum; and
of these, those with one sum more start like those with one sum less. So each level is a few long copies of the level
below (`runs`). Sources that share nothing are multiplied by broadcasting; those of one group are joined one at a time,
and what the sources to come can't make legal any more is masked out on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .announcement import Announcement
from .counting import heaps
from .listing import Group, groups
from .ways import Plan, variants

__all__ = ["arrays", "columns"]

Points = npt.NDArray[np.signedinteger[Any]]


def columns(ann: Announcement) -> list[tuple[int, int]]:
    """The labels of the arrays' columns: for each source in order, its creature and each of its recipients."""
    return [(source.creature, recipient) for source in ann.sources for recipient in source.recipients]


def arrays(ann: Announcement, rows_per_chunk: int = 1 << 16) -> Iterator[Points]:
    """All legal divisions, each once, in the order of `divisions`, in arrays of at most `rows_per_chunk` rows.

    `columns` labels the columns, in points of damage. The type is the narrowest of int16, int32 and int64 that holds
    the damage of all sources together, so that sums over a row can't overflow. Each column is contiguous in memory.
    However many rows there are, what is held at a time is about a chunk for each source.

    Raises ValueError where `rows_per_chunk` is less than 1.

    >>> from optimizer.rules.damage.announcement import Source
    >>> from optimizer.model.terms import Side
    >>> elves = Source(0, 2, (0, 1), None, False, False, False, False, False, False)
    >>> [array.tolist() for array in arrays(Announcement(Side.ATTACKING, (elves,), (1, 1), ()))]
    [[[2, 0], [1, 1], [0, 2]]]
    """
    if rows_per_chunk < 1:
        raise ValueError(f"rows_per_chunk must be at least 1, not {rows_per_chunk}")
    return (chunk for variant in variants(ann) for chunk in chunks(variant, rows_per_chunk))


def chunks(ann: Announcement, limit: int) -> Iterator[Points]:
    """The work of `arrays`, once its arguments are checked."""
    most = sum(source.amount for source in ann.sources)
    dtype = np.dtype(np.int16 if most < 1 << 15 else np.int32 if most < 1 << 31 else np.int64)
    starts = [0, *accumulate(len(source.recipients) for source in ann.sources)]
    factors: list[Factor] = []
    places: list[int] = []
    for group in groups(ann):
        for index, number in enumerate(group.numbers):
            places += range(starts[number], starts[number + 1])
            factor = Factor(group, index, limit, dtype)
            if not (factors and factors[-1].absorbs(factor)):
                factors.append(factor)
    order = None if places == sorted(places) else np.argsort(places)
    for points in gathered(joined(factors, dtype), limit):
        yield points.T if order is None else points[order].T


class Block(NamedTuple):
    """Divisions of the sources so far, in columns. Within a group also, for each shared recipient and column, what is
    `left` until it is lethal, and whether it is `required` to be."""

    points: Points
    left: npt.NDArray[np.int64]
    required: npt.NDArray[np.bool_]


class Factor:
    """One source to join to those before it; `rows` are its own divisions, where they fit in a chunk."""

    def __init__(self, group: Group, index: int, limit: int, dtype: np.dtype[Any]) -> None:
        self.group = group
        self.index = index
        self.limit = limit
        self.dtype = dtype
        self.joint = len(group.sources) > 1
        source, self.plans = group.sources[index], group.plans[index]
        self.width = len(source.recipients)
        self.spare = [source.amount - sum(plan.least) for plan in self.plans]
        sizes = [heaps(spare, len(plan.parts)) for plan, spare in zip(self.plans, self.spare, strict=True)]
        self.rows: Block | None = None
        if sum(sizes) <= limit:
            points: Points = np.empty((self.width, sum(sizes)), dtype)
            at = 0
            for plan, spare, size in zip(self.plans, self.spare, sizes, strict=True):
                fill(points[:, at : at + size], plan, spare)
                at += size
            self.rows = Block(points, NO_LEFT, self.bits(self.plans, sizes))

    def bits(self, plans: list[Plan], sizes: list[int]) -> npt.NDArray[np.bool_]:
        """What the divisions of plans require of the shared recipients."""
        if not self.joint:
            return NO_REQUIRED
        shared = range(len(self.group.shared))
        asked = np.array([[plan.required >> pile & 1 for plan in plans] for pile in shared], np.bool_)
        return np.repeat(asked, sizes, axis=1)

    def absorbs(self, other: Factor) -> bool:
        """Multiplied with the next one, where neither shares anything and the product is still small."""
        if self.joint or other.joint or self.rows is None or other.rows is None:
            return False
        if self.rows.points.shape[1] * other.rows.points.shape[1] > self.limit:
            return False
        self.rows = self.rows._replace(points=product(self.rows.points, other.rows.points))
        return True

    def pieces(self) -> Iterator[Block]:
        """The divisions, where they don't fit in a chunk, a few at a time."""
        for plan, spare in zip(self.plans, self.spare, strict=True):
            least = np.array(plan.least, self.dtype)[:, None]
            for piece in slices(spare, len(plan.parts), self.limit, self.dtype):
                points: Points = np.zeros((self.width, piece.shape[1]), self.dtype)
                points[list(plan.parts)] = piece + least
                yield Block(points, NO_LEFT, self.bits([plan], [piece.shape[1]]))

    def join(self, block: Block) -> Iterator[Block]:
        """All that a block grows to with this source's divisions, in order."""
        size = block.points.shape[1]
        if self.joint and self.index == 0:
            needs = np.array(self.group.needs, np.int64)[:, None]
            nothing = np.zeros((len(needs), size), np.bool_)
            block = Block(block.points, np.broadcast_to(needs, nothing.shape), nothing)
        own = self.rows
        step = max(1, self.limit // max(1, own.points.shape[1])) if own else 1
        for start in range(0, size, step):
            end = start + step
            for rows in (own,) if own else self.pieces():
                if self.joint:
                    some = Block(block.points[:, start:end], block.left[:, start:end], block.required[:, start:end])
                    yield self.matched(some, rows)
                else:
                    yield Block(product(block.points[:, start:end], rows.points), NO_LEFT, NO_REQUIRED)

    def matched(self, block: Block, rows: Block) -> Block:
        """The pairs of a division so far and one of this source that can still become legal (510.1e)."""
        spots = self.group.spots[self.index]
        bad = np.zeros((block.points.shape[1], rows.points.shape[1]), np.bool_)
        for pile, place in spots:
            given, later = rows.points[place], self.group.later[self.index][pile]
            lacks = block.left[pile][:, None]
            short = (lacks > later) & (given == 0) if self.touches(pile) else lacks - given > later
            bad |= short & (block.required[pile][:, None] | rows.required[pile])
        before, after = np.nonzero(~bad)
        left = block.left[:, before]
        for pile, place in spots:
            given = rows.points[place, after]
            left[pile] = np.where(given > 0, 0, left[pile]) if self.touches(pile) else np.maximum(left[pile] - given, 0)
        points = np.concatenate((block.points[:, before], rows.points[:, after]))
        return Block(points, left, block.required[:, before] | rows.required[:, after])

    def touches(self, pile: int) -> bool:
        """One point of this source makes that shared recipient lethal (702.2c)."""
        return self.group.touches(self.group.sources[self.index], pile)


NO_LEFT = np.zeros((0, 0), np.int64)
NO_REQUIRED = np.zeros((0, 0), np.bool_)


def joined(factors: list[Factor], dtype: np.dtype[Any]) -> Iterator[Points]:
    """The divisions of all factors: depth first, a block at a time."""
    start = Block(np.zeros((0, 1), dtype), NO_LEFT, NO_REQUIRED)
    path = [iter((start,))]
    while path:
        block = next(path[-1], None)
        if block is None:
            path.pop()
        elif len(path) > len(factors):
            yield block.points
        elif block.points.shape[1]:
            path.append(factors[len(path) - 1].join(block))


def gathered(blocks: Iterator[Points], limit: int) -> Iterator[Points]:
    """Small blocks put together, up to the limit of a chunk."""
    waiting: list[Points] = []
    size = 0
    for block in blocks:
        if size + block.shape[1] > limit:
            yield waiting[0] if len(waiting) == 1 else np.concatenate(waiting, axis=1)
            waiting, size = [], 0
        if block.shape[1]:
            waiting.append(block)
            size += block.shape[1]
    if waiting:
        yield waiting[0] if len(waiting) == 1 else np.concatenate(waiting, axis=1)


def product(first: Points, second: Points) -> Points:
    """Each column of the first over each of the second, those of the second fastest."""
    if not len(first) and first.shape[1] == 1:
        return second
    rows, many, each = len(first), first.shape[1], second.shape[1]
    both: Points = np.empty((rows + len(second), many, each), first.dtype)
    both[:rows] = first[:, :, None]
    both[rows:] = second[:, None, :]
    return both.reshape(len(both), many * each)


def fill(out: Points, plan: Plan, spare: int) -> None:
    """All divisions that follow a plan, into columns that are just as many."""
    parts = plan.parts
    if not out.shape[1]:
        return
    if not parts:
        out[:] = 0
        return
    first, size = parts[0], len(parts)
    together = parts == tuple(range(first, first + size))  # then they are filled in place
    heap: Points = out[first : first + size] if together else np.empty((size, out.shape[1]), out.dtype)
    if size > 1:
        runs(0, spare + 1, heap)
        np.subtract(spare, heap[0], out=heap[0])
    else:
        heap[0] = spare
    for row, place in enumerate(parts):
        if plan.least[row]:
            heap[row] += plan.least[row]
        if not together:
            out[place] = heap[row]
    for place in set(range(len(out))).difference(parts):
        out[place] = 0


def runs(low: int, high: int, out: Points) -> None:
    """All ways to put `low` to `high - 1` points in heaps, sum by sum, most in the first heap first. The first row of
    `out` gets the sums, the others the heaps."""
    dtype = out.dtype
    sums = np.arange(high, dtype=dtype)
    if len(out) == 2:
        out[:] = sums[low:]
        return
    level = np.stack((sums, sums))
    sizes = [1] * high
    for heap in range(3, len(out) + 1):
        sizes = list(accumulate(sizes))
        last = heap == len(out)
        start = low if last else 0
        above: Points = out if last else np.empty((heap, sum(sizes)), dtype)
        # the sums of the level below go where the new heap comes
        np.concatenate([level[:, :size] for size in sizes[start:]], axis=1, out=above[1:])
        above[0] = np.repeat(sums[start:], sizes[start:])
        np.subtract(above[0], above[1], out=above[1])
        level = above


def slices(points: int, parts: int, limit: int, dtype: np.dtype[Any]) -> Iterator[Points]:
    """All ways to put points in heaps, in order, in arrays of at most `limit` columns."""
    if parts == 1:
        yield np.full((1, 1), points, dtype)
        return
    path: list[tuple[tuple[int, ...], int, int]] = [((), points, 0)]
    while path:
        prefix, points, low = path.pop()
        rest = parts - len(prefix) - 1  # heaps after the next one, which get `low` and more together
        high, size = low, 0
        if rest == 1:
            high = min(points + 1, low + limit)
            size = high - low
        while rest > 1 and high <= points and size + heaps(high, rest) <= limit:
            size += heaps(high, rest)
            high += 1
        if low > points:
            continue
        if high == low:  # with the next heap fixed there are too many still
            path += [(prefix, points, low + 1), ((*prefix, points - low), low, 0)]
            continue
        out: Points = np.empty((parts, size), dtype)
        out[: len(prefix)] = np.array(prefix, dtype)[:, None]
        heap = out[len(prefix) :]
        runs(low, high, heap)
        np.subtract(points, heap[0], out=heap[0])
        yield out
        path.append((prefix, points, high))
