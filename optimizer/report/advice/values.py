"""Advice as values: what a person wants to hear of a solution, in ids and points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from ...model.terms import Side, Step
from ...rules.damage.outcome import Outcome
from ...search.line import Solution
from .temptations import Temptation

__all__ = [
    "Advice", "Change", "Fate", "Fortune", "Lethal", "Move", "Past", "RunnerUp", "Share", "StepAdvice", "Term",
]  # fmt: skip


class Lethal(StrEnum):
    """Why an amount is lethal damage for the rules (702.19b); prevention and indestructible are not looked at there."""

    ALONE = "lethal"
    DEATHTOUCH = "lethal: deathtouch"
    TOGETHER = "lethal together"


class Past(StrEnum):
    """How a blocked attacker's damage comes to what it attacks."""

    TRAMPLES = "tramples over"
    AS_UNBLOCKED = "as though unblocked"


class Fortune(StrEnum):
    """What becomes of a creature."""

    DIES = "dies"
    RETURNS = "returns"
    SURVIVES = "survives"
    REGENERATES = "regenerates"


@dataclass(frozen=True, slots=True)
class Share:
    """What a creature assigns to one recipient."""

    recipient: str
    amount: int
    lethal: Lethal | None = None
    past: Past | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """What a creature assigns in a step; `chosen_by` is who had a choice in it, None where it was forced."""

    creature: str
    side: Side
    shares: tuple[Share, ...]
    chosen_by: Side | None


@dataclass(frozen=True, slots=True)
class StepAdvice:
    """A damage step of the line, creature by creature, attackers first."""

    step: Step
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of a creature; the numbers are those at the end of combat, as far as it is there."""

    creature: str
    side: Side
    fortune: Fortune
    power: int
    toughness: int
    damage: int


@dataclass(frozen=True, slots=True)
class Change:
    """A number before and after: life, poison, loyalty or defense of a player or permanent."""

    owner: str
    what: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the score in points; `losses` says of each creature lost what it comes to."""

    name: str
    points: float
    losses: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class RunnerUp:
    """The best line in which `side` makes something else happen, `worse` by so many points for that side.

    `exact`: it is the second best of all; else the best among those tried. `differs` says in words what is different,
    and `moves` what that side would divide otherwise in `step`, the first in which it does.
    """

    side: Side
    score: float
    worse: float
    exact: bool
    differs: tuple[str, ...]
    step: Step
    moves: tuple[Move, ...]
    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """Everything about a solution that a person wants to hear, in points and ids; `names` has what to call each id.

    `runner_up` None: nobody can make anything else happen, or, unless `exhausted`, nothing else was found in time.
    `terms` is empty where the solution's score is the caller's own, of which nothing is known here.
    """

    solution: Solution
    names: Mapping[str, str]
    steps: tuple[StepAdvice, ...]
    fates: tuple[Fate, ...]
    changes: tuple[Change, ...]
    terms: tuple[Term, ...]
    runner_up: RunnerUp | None
    exhausted: bool
    temptations: tuple[Temptation, ...]

    def __str__(self) -> str:
        from . import text

        return text(self)
