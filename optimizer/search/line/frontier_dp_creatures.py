"""A sweep over sources: the states are what the open victims still need.

When a victim opens, it is either let be or promised: its price counts at once, and it needs its points. A state holds
the best value where at most so many points are still needed of each open victim; each source pays some of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from .frontier_dp_arrays import Layout, deal, kind_for, repeated
from .frontier_dp_sources import Spent
from .route import CLOSE, OPEN, Route, route
from .shared import Shared

if TYPE_CHECKING:
    from .frontier_dp_arrays import Values

__all__ = ["owe", "owing_route"]


class Paid(NamedTuple):
    """A source that has paid: how many points it had, its victims by number, and the states before it."""

    place: int
    amount: int
    victims: tuple[int, ...]
    touched: tuple[bool, ...]
    values: Values
    strides: dict[int, int]


def victims_by_source(shared: Shared) -> list[tuple[int, ...]]:
    """By source, the numbers of the victims that it may kill or help to kill."""
    found: list[list[int]] = [[] for _ in shared.amounts]
    for number, one in enumerate(shared.victims):
        for place in dict.fromkeys((*one.hits, *one.touches)):
            found[place].append(number)
    return [tuple(one) for one in found]


def owing_route(shared: Shared) -> Route:
    """The order of this sweep, and its cost; for sources that trample nowhere."""
    links = victims_by_source(shared)
    work = [(n + 1) * (len(link) + 1) for n, link in zip(shared.amounts, links, strict=True)]
    return route(links, [one.need + 1 for one in shared.victims], work)


def owe(shared: Shared, moves: list[tuple[int, int]]) -> Spent:
    """The best division, by the moves of `owing_route`."""
    import numpy as np

    victims = shared.victims
    links = victims_by_source(shared)
    kind, _ = kind_for(sum(one.price for one in victims))
    values: Values = np.zeros(1, kind)
    layout = Layout()
    past: list[Paid | int] = []
    for what, at in moves:
        if what == OPEN:
            need = victims[at].need
            layout.open(at, need + 1)
            past.append(at)
            values = np.concatenate([repeated(values, need), values + kind(victims[at].price)])
        elif what == CLOSE:
            stride, width = layout.strides[at], victims[at].need + 1
            layout.close(at, width)
            values = values.reshape(-1, width, stride)[:, 0].copy().reshape(-1)
        else:
            amount, link = shared.amounts[at], links[at]
            touched = tuple([at in victims[number].touches for number in link])
            past.append(Paid(at, amount, link, touched, values, dict(layout.strides)))
            rows = repeated(values, amount + 1).reshape(amount + 1, -1)
            axes = [(victims[number].need + 1, layout.strides[number]) for number in link]
            values = deal(rows, axes, touched)
    return Spent(values.item(0), read_back(shared, past, values.item(0)), set())


def read_back(shared: Shared, past: list[Paid | int], value: int) -> dict[tuple[int, int], int]:
    """The points laid on the way to a value; a number in `past` is a victim that opened."""
    laid: dict[tuple[int, int], int] = {}
    needed: dict[int, int] = dict.fromkeys(range(len(shared.victims)), 0)
    for paid in reversed(past):
        if isinstance(paid, int):
            one = shared.victims[paid]
            if needed[paid] == one.need:  # it was promised
                value -= one.price
            continue
        at = sum([needed[number] * stride for number, stride in paid.strides.items()])
        strides = [paid.strides[number] for number in paid.victims]
        room = [shared.victims[number].need - needed[number] for number in paid.victims]
        for payment in payments(paid.amount, room, paid.touched):
            rise = sum([n * stride for (_, n), stride in zip(payment, strides, strict=True)])
            if paid.values.item(at + rise) == value:
                break
        else:
            raise AssertionError("a state that nothing led to")
        for number, (n, more) in zip(paid.victims, payment, strict=True):
            needed[number] += more
            if n:
                laid[paid.place, shared.victims[number].creature] = n
    return laid


def payments(amount: int, room: list[int], touched: tuple[bool, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """All ways to lay up to so many points on victims that have so much to be paid: for each, points and what they pay.

    >>> list(payments(1, [1, 5], (False, True)))
    [((0, 0), (0, 0)), ((0, 0), (1, 5)), ((1, 1), (0, 0))]
    """
    if not room:
        yield ()
        return
    most = min(amount, room[0])
    for n in range((min(most, 1) if touched[0] else most) + 1):
        mine = (n, room[0] if touched[0] and n else n)
        for rest in payments(amount - n, room[1:], touched[1:]):
            yield (mine, *rest)
