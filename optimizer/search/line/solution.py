"""What a solve answers: the line, its score, a bound, and how it was found."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...model.repr import DrawnWithTable
from ...model.terms import PLAYER, Side, Step
from ...model.uncounted import Uncounted, listed
from ...rules.damage.outcome import Outcome, outcome_of
from ...rules.damage.resolution import excess_of, strike
from ...rules.position import TO_PLAYER
from ..context import LineStep

if TYPE_CHECKING:
    from ...model.combat import Combat

__all__ = ["Announced", "Limit", "Solution"]


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a solve may take; None for as long as the proof needs. `clock` tells the time, in seconds."""

    seconds: float | None = None
    clock: Callable[[], float] = field(default=time.perf_counter, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds >= 0:
            raise ValueError(f"Limit: seconds must be a number of 0 or more, not {self.seconds!r}")

    @staticmethod
    def check(limit: object) -> None:
        """Raises TypeError for what is neither a limit nor None."""
        if limit is not None and not isinstance(limit, Limit):
            raise TypeError(f"limit: expected Limit, such as Limit(seconds=1), not {limit!r}")


@dataclass(frozen=True, slots=True)
class Announced:
    """What both sides assign in one step of a line."""

    step: Step
    attacking: Mapping[str, Mapping[str, int]]
    defending: Mapping[str, Mapping[str, int]]

    def to_dict(self) -> dict[str, Any]:
        """A step of the line in JSON."""
        return {"step": self.step.value, "attacking": plain(self.attacking), "defending": plain(self.defending)}


@dataclass(frozen=True, eq=False)
class Solution(DrawnWithTable):
    """The best line of a combat for both sides.

    `score` is the line's score, from the attacking player's side; `bound` is proven: best play scores no more. They are
    equal where `status` is "optimal". `method` names the methods that found it, `seconds` the time it took.
    """

    combat: Combat
    score: float
    bound: float
    status: str
    method: str
    seconds: float
    steps: tuple[LineStep, ...] = field(repr=False)

    @cached_property
    def line(self) -> tuple[Announced, ...]:
        """The announcements of every step, by id."""
        return tuple(announced(self.combat, step) for step in self.steps)

    @cached_property
    def outcome(self) -> Outcome:
        """What the line comes to at the end of combat; excess damage is that of all its steps."""
        table = self.combat.table
        position = table.start
        excess: dict[str, int] = {}
        for step in self.steps:
            struck = strike(table, position, step.attacking, step.defending)
            for name, n in excess_of(table, struck).items():
                excess[name] = excess.get(name, 0) + n
            position = struck.position
        return outcome_of(table, position, excess)

    @property
    def not_counted(self) -> tuple[Uncounted, ...]:
        """What the combat's creatures have that touches combat and isn't in the numbers."""
        return self.combat.not_counted

    def to_dict(self) -> dict[str, Any]:
        """What the command `suggest` answers in JSON."""
        return {
            "status": self.status,
            "score": self.score,
            "bound": self.bound,
            "line": [one.to_dict() for one in self.line],
            "outcome": self.outcome.to_dict(),
            "line_score": self.score,
            **listed(self.not_counted),
            "method": self.method,
            "time_ms": round(self.seconds * 1000, 3),
        }


def plain(assignment: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """An assignment as dictionaries of its own."""
    return {source: dict(division) for source, division in assignment.items()}


def announced(combat: Combat, step: LineStep) -> Announced:
    """A line's step by id."""
    table = combat.table

    def name(recipient: int) -> str:
        return PLAYER if recipient == TO_PLAYER else table.permanent_ids[-2 - recipient]

    sides: dict[Side, dict[str, dict[str, int]]] = {Side.ATTACKING: {}, Side.DEFENDING: {}}
    for source, recipient, n in step.attacking:
        division = sides[Side.ATTACKING].setdefault(table.attackers[source].id, {})
        division[table.blockers[recipient].id if recipient >= 0 else name(recipient)] = n
    for source, recipient, n in step.defending:
        sides[Side.DEFENDING].setdefault(table.blockers[source].id, {})[table.attackers[recipient].id] = n
    return Announced(Step.FIRST_STRIKE if step.first else Step.REGULAR, sides[Side.ATTACKING], sides[Side.DEFENDING])
