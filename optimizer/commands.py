"""The commands: for each, which options it takes and what it answers about a combat (contract, section 4).

Nothing is computed here: each asks the part of the package that knows, and puts the answer in the contract's shape.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .combat import Assignment, Combat
from .errors import IllegalAssignment
from .requests import SHAPE, InvalidRequest, Options
from .terms import Side

if TYPE_CHECKING:
    from .resolution import Resolution
    from .solver import Solution

__all__ = ["COMMANDS", "Command", "count", "legal", "resolution", "solution", "to_judge"]


class Command(NamedTuple):
    """What a command takes besides the document, by the names of `Options`, and what it answers, as JSON values."""

    takes: tuple[str, ...]
    answer: Callable[[Combat, Options], dict[str, Any]]


def solution(combat: Combat, options: Options) -> Solution:
    """The best line."""
    from .solver import Limit, solve

    return solve(combat, limit=Limit(options.time_limit))


def legal(combat: Combat, options: Options) -> dict[str, Any]:
    """One side's legal assignments, as an iterator."""
    assignments = iter(combat.legal_assignments(options.side))
    return {"assignments": islice(assignments, None if options.limit is None else min(options.limit, sys.maxsize))}


def count(combat: Combat, options: Options) -> dict[str, Any]:
    """How many each side has."""
    counts = {side.value: combat.legal_assignments(side).count() for side in Side}
    return {"step": combat.step.value, **counts}


def check(combat: Combat, options: Options) -> dict[str, Any]:
    """The verdict on an assignment, with every clause it breaks."""
    broken = combat.violations(to_judge(options), options.side)
    return {"legal": not broken, "violations": [violation.to_dict() for violation in broken]}


def to_judge(options: Options) -> Assignment:
    """The assignment that `check` can't do without."""
    if options.assignment is None:
        raise InvalidRequest("assignment", f"is missing: {SHAPE}")
    return options.assignment


def resolution(combat: Combat, options: Options) -> Resolution:
    """What one step's two assignments do."""
    try:
        return combat.resolve(options.attacking, options.defending)
    except IllegalAssignment as error:
        side, _, problem = str(error).partition(": ")  # it starts with the side, which is the option's name
        raise InvalidRequest(side, problem) from None


def resolve(combat: Combat, options: Options) -> dict[str, Any]:
    """The outcome of the step and the document of the combat that is left."""
    resolved = resolution(combat, options)
    left = resolved.next
    return {"outcome": resolved.outcome.to_dict(), "next": None if left is None else left.to_document()}


COMMANDS: Final = {
    "suggest": Command(("time_limit",), lambda combat, options: solution(combat, options).to_dict()),
    "legal": Command(("side", "limit"), legal),
    "count": Command((), count),
    "check": Command(("side", "assignment"), check),
    "resolve": Command(("attacking", "defending"), resolve),
}
