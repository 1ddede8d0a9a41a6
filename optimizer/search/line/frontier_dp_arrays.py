"""The arrays of a sweep: the best value for every state of what is open, and how points are dealt out from it.

The states of all open points are one flat array; a point lies in it as digits do in a number, with a stride. Points of
damage are dealt from a link's points one after the other: `deal` keeps, for each number of points dealt so far, the
best value for each state, and lets each point give one more, as often as it has more to give.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Values = npt.NDArray[np.signedinteger[Any]]

__all__ = ["Layout", "deal", "kind_for", "repeated"]


NARROW, WIDE = 64, 1000
"""Runs of states that are short, and arrays in which there are many of them."""


class Layout:
    """Where the digit of each open point is: its stride, and how many digits it has."""

    def __init__(self, base: int = 1) -> None:
        self.size = base
        self.strides: dict[int, int] = {}

    def open(self, point: int, digits: int) -> None:
        """The point becomes the first digit."""
        self.strides[point] = self.size
        self.size *= digits

    def close(self, point: int, digits: int) -> None:
        """The point's digit is taken out."""
        stride = self.strides.pop(point)
        self.size //= digits
        for other, one in self.strides.items():
            if one > stride:
                self.strides[other] = one // digits


def kind_for(total: int) -> tuple[Any, int]:
    """The narrowest type that holds sums up to `total`, and what stands for impossible in it: it may be added to."""
    import numpy as np

    for kind, bits in ((np.int16, 14), (np.int32, 30)):
        if total < 1 << bits - 1:
            return kind, -(1 << bits)
    return np.int64, -(1 << 61)


def repeated(values: Values, times: int) -> Values:
    """The array so many times, one after the other."""
    import numpy as np

    return np.concatenate([values] * times)


def deal(rows: Values, axes: Sequence[tuple[int, int]], touched: Sequence[bool]) -> Values:
    """`rows`: by points dealt so far, the values of all states. Lets each of the axes, (digits, stride), give more
    points, a digit each, and returns the last row. A `touched` axis gives all that it has for one point."""
    import numpy as np

    for (digits, stride), whole in zip(axes, touched, strict=True):
        views = rows.reshape(len(rows), -1, digits, stride)
        if whole:
            for n in range(len(rows) - 1, 0, -1):
                np.maximum(views[n, :, 0], views[n - 1, :, digits - 1], out=views[n, :, 0])
        elif stride * digits < NARROW and rows.shape[1] > WIDE:
            # Short runs are slow. So the whole row is moved by the stride, and where the digit was the last, which has
            # no more to give, what stood there is put back.
            for n in range(1, len(rows)):
                kept = views[n, :, digits - 1].copy()
                np.maximum(rows[n, :-stride], rows[n - 1, stride:], out=rows[n, :-stride])
                views[n, :, digits - 1] = kept
        else:
            into, source = views[:, :, : digits - 1], views[:, :, 1:]
            for n in range(1, len(rows)):
                np.maximum(into[n], source[n - 1], out=into[n])
    last: Values = rows[-1]
    return last
