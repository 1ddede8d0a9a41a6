"""What a solve carries along: prices, time, and whether everything was proven."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from ..rules.damage.resolution import Event, strike
from ..rules.position import Position, Table
from ..rules.score import Prices

__all__ = ["LOADING", "Context", "LineStep", "Plan", "TimeUp"]


LOADING = 1.5
"""Seconds that loading OR-tools may take."""


class TimeUp(Exception):
    """The limit came before the proof; private to the solver."""


class LineStep(NamedTuple):
    """One damage step of a line, as events."""

    first: bool
    attacking: tuple[Event, ...]
    defending: tuple[Event, ...]


class Plan(NamedTuple):
    """The best play from a position: what it changes of the score (as prices), and the steps."""

    value: int
    steps: tuple[LineStep, ...]


@dataclass
class Context:
    """Prices and time for one solve. `gap`: by how much the parts' values may at most fall short of
    the true ones; `loose`: for some part nothing is known of that."""

    prices: Prices
    deadline: float | None = None
    method: str | None = None
    methods: dict[str, None] = field(default_factory=dict)
    proven: bool = True
    gap: int = 0
    loose: bool = False
    clock: Callable[[], float] = time.perf_counter

    def out_of_time(self) -> bool:
        """The limit has passed."""
        return self.deadline is not None and self.clock() > self.deadline

    def check(self) -> None:
        """Raises `TimeUp` once the limit has passed."""
        if self.out_of_time():
            raise TimeUp

    def check_loaded(self) -> None:
        """Raises `TimeUp` where there is no time to load OR-tools, which takes longer than most limits."""
        left = self.left()
        if left is not None and left < LOADING and "ortools.sat.python.cp_model" not in sys.modules:
            raise TimeUp

    def share(self, part: float) -> float | None:
        """When a part of the time that is left will have passed."""
        left = self.left()
        return None if left is None else self.clock() + part * left

    def left(self) -> float | None:
        """Seconds that are left."""
        return None if self.deadline is None else max(0.0, self.deadline - self.clock())

    def used(self, method: str) -> None:
        """Notes a method for the answer."""
        self.methods[method] = None

    def change(self, table: Table, before: Position, after: Position) -> int:
        """What of the score lies between two positions."""
        return self.prices.score(table, after) - self.prices.score(table, before)


def replay(table: Table, position: Position, steps: tuple[LineStep, ...]) -> Position:
    """The position at the end of a line."""
    for step in steps:
        position = strike(table, position, step.attacking, step.defending).position
    return position
