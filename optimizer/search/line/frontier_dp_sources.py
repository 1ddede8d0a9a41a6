"""A sweep over victims: the states are what the open sources have left to spend.

A state holds the best value with at least so many points left of each open source, so that it never falls where less is
asked for. A source that tramples has a second half of its digits: those states in which every creature it had to
kill first is dead so far; when it closes, what it has left there goes to the player.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from .frontier_dp_arrays import Layout, deal, kind_for, repeated
from .route import CLOSE, OPEN, Route, route
from .shared import Shared, Victim

if TYPE_CHECKING:
    from .frontier_dp_arrays import Values

__all__ = ["Spent", "spend", "spending_route"]


class Spent(NamedTuple):
    """A best division: points laid by (place, creature), the places that send all they have left to the player."""

    value: int
    laid: dict[tuple[int, int], int]
    over: set[int]


class Past(NamedTuple):
    """A move that was made: the victim killed or not, or the source closed, and the states before it."""

    at: int
    step: bool
    values: Values
    strides: dict[int, int]


def spending_route(shared: Shared) -> Route:
    """The order of this sweep, and its cost."""
    links = [tuple(dict.fromkeys((*one.hits, *one.touches, *one.guards))) for one in shared.victims]
    work = [one.need * len(one.hits) + 2 for one in shared.victims]
    return route(links, [digits(shared, place) for place in range(len(shared.amounts))], work)


def digits(shared: Shared, place: int) -> int:
    """How many states a source has."""
    return (shared.amounts[place] + 1) * (2 if shared.onward[place] else 1)


def spend(shared: Shared, moves: list[tuple[int, int]], lives: int = 0) -> dict[int, Spent]:
    """The best by how many points reach the player, up to `lives`, most first, but for what is worth no more than
    something by which more reach the player; with 0 the best of all, under 0."""
    return Spending(shared, lives).follow(moves)


class Spending:
    """One sweep."""

    def __init__(self, shared: Shared, lives: int) -> None:
        import numpy as np

        self.shared, self.lives = shared, lives
        total = sum(one.price for one in shared.victims)
        total += sum(n * worth for n, worth in zip(shared.amounts, shared.onward, strict=True))
        self.kind, self.impossible = kind_for(total)
        self.layout = Layout(lives + 1)
        self.values: Values = np.full(lives + 1, self.impossible, self.kind)
        self.values[0] = 0
        self.past: list[Past] = []

    def follow(self, moves: list[tuple[int, int]]) -> dict[int, Spent]:
        """Makes the moves, and reads what they led to."""
        for what, at in moves:
            if what == OPEN:
                size = digits(self.shared, at)
                self.layout.open(at, size)
                self.values = repeated(self.values, size)
                continue
            self.past.append(Past(at, what != CLOSE, self.values, dict(self.layout.strides)))
            if what == CLOSE:
                self.close(at)
            else:
                self.step(self.shared.victims[at])
        found: dict[int, Spent] = {}
        highest = -1
        for life in range(self.lives, -1, -1):
            value = self.values.item(life)
            if value > highest:
                highest = value
                found[life] = Reader(self, life, value).spent()
        return found

    def step(self, one: Victim) -> None:
        """The victim is spared, or killed in some way."""
        import numpy as np

        strides, amounts = self.layout.strides, self.shared.amounts
        before = self.values
        after = before.copy()
        for place in one.guards:  # spared, nothing goes past it
            after.reshape(-1, 2, (amounts[place] + 1) * strides[place])[:, 1] = self.impossible
        for place in one.touches:
            width = amounts[place] + 1
            spared = after.reshape(-1, width, strides[place])[:, :-1]
            np.maximum(spared, before.reshape(-1, width, strides[place])[:, 1:] + one.price, out=spared)
        payers = payers_of(one)
        if sum([amounts[place] for place in payers]) >= one.need:
            rows = np.full((one.need + 1, len(before)), self.impossible, self.kind)
            rows[0] = before
            axes = [(amounts[place] + 1, strides[place]) for place in payers]
            killed = deal(rows, axes, (False,) * len(axes))
            killed += one.price
            np.maximum(after, killed, out=after)
        self.values = after

    def close(self, place: int) -> None:
        """Nothing asks for the source's points any more: what is left of them is lost, or goes to the player."""
        import numpy as np

        width, worth = self.shared.amounts[place] + 1, self.shared.onward[place]
        stride = self.layout.strides[place]
        self.layout.close(place, digits(self.shared, place))
        if not worth:
            self.values = self.values.reshape(-1, width, stride)[:, 0].copy().reshape(-1)
            return
        views = self.values.reshape(-1, 2, width, stride)
        after = views[:, 0, 0].copy()
        if not self.lives:
            past = views[:, 1] + (np.arange(width, dtype=self.kind) * worth)[:, None]
            np.maximum(after, past.max(axis=1), out=after)
        else:
            size = self.lives + 1
            split = after.reshape(-1, stride // size, size)
            for n in range(min(width, size)):
                sent = views[:, 1, n].reshape(-1, stride // size, size)[:, :, : size - n]
                np.maximum(split[:, :, n:], sent + self.kind(n * worth), out=split[:, :, n:])
        self.values = after.reshape(-1)


def payers_of(one: Victim) -> tuple[int, ...]:
    """The sources that kill a victim by the sum of their points: one that kills by a touch has no need to."""
    return tuple([place for place in one.hits if place not in one.touches])


class Reader:
    """Goes back from a final state to the division that led to it."""

    def __init__(self, sweep: Spending, life: int, value: int) -> None:
        self.sweep, self.shared = sweep, sweep.shared
        self.life, self.total, self.value = life, value, value
        self.left: dict[int, int] = {}
        self.laid: dict[tuple[int, int], int] = {}
        self.over: set[int] = set()

    def spent(self) -> Spent:
        """The division."""
        for past in reversed(self.sweep.past):
            if past.step:
                self.unstep(past, self.shared.victims[past.at])
            else:
                self.unclose(past, past.at)
        return Spent(self.total, self.laid, self.over)

    def index(self, past: Past) -> int:
        """The state's place before a move."""
        return self.life + sum([self.left[place] * stride for place, stride in past.strides.items()])

    def unclose(self, past: Past, place: int) -> None:
        """What the source had left when it closed."""
        self.left[place] = 0
        worth, width = self.shared.onward[place], self.shared.amounts[place] + 1
        start, stride = self.index(past), past.strides[place]
        if not worth or past.values.item(start) == self.value:
            return
        for n in range(width):
            back = n if self.sweep.lives else 0
            if back <= self.life and past.values.item(start + (width + n) * stride - back) == self.value - n * worth:
                self.left[place] = width + n
                self.over.add(place)
                self.life -= back
                self.value -= n * worth
                return
        raise AssertionError("a state that nothing led to")

    def unstep(self, past: Past, one: Victim) -> None:
        """Whether the victim was killed, and by whom."""
        at = self.index(past)
        passed = any(self.left[place] > self.shared.amounts[place] for place in one.guards)
        if not passed and past.values.item(at) == self.value:
            return
        before = self.value - one.price
        for place, amounts in self.ways(past, one, at, before):
            self.laid.update({(giver, one.creature): n for giver, n in zip(place, amounts, strict=True) if n})
            for giver, n in zip(place, amounts, strict=True):
                self.left[giver] += n
            self.value = before
            return
        raise AssertionError("a state that nothing led to")

    def ways(self, past: Past, one: Victim, at: int, before: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The sources and points that killed a victim, whichever may have."""
        for place in one.touches:
            if self.spare(place) and past.values.item(at + past.strides[place]) == before:
                yield (place,), (1,)
        payers = payers_of(one)
        strides = [past.strides[place] for place in payers]
        room = [self.spare(place) for place in payers]
        if sum(room) >= one.need:
            for amounts in splits(one.need, room):
                shift = sum([n * stride for n, stride in zip(amounts, strides, strict=True)])
                if past.values.item(at + shift) == before:
                    yield payers, amounts

    def spare(self, place: int) -> int:
        """How many points more a source may have had."""
        width = self.shared.amounts[place] + 1
        return width - 1 - self.left[place] % width


def splits(total: int, room: list[int]) -> Iterator[tuple[int, ...]]:
    """All ways to split a total over places that hold so many each.

    >>> list(splits(2, [1, 2]))
    [(0, 2), (1, 1)]
    """
    if len(room) == 1:
        if total <= room[0]:
            yield (total,)
        return
    for n in range(max(0, total - sum(room[1:])), min(total, room[0]) + 1):
        for rest in splits(total - n, room[1:]):
            yield (n, *rest)
