"""The commands: for each, which options it takes and what it answers about a combat.

Nothing is computed here: each asks the part of the package that knows, and puts the answer in the shape of its JSON.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..model.board import DeclareAttackers, DeclareBlockers, Subject
from ..model.combat import Assignment, Combat
from ..model.errors import IllegalAssignment
from ..model.terms import Side
from ..model.uncounted import listed
from ..rules.damage.legality import Violation
from .requests import DECLARED, SHAPE, InvalidRequest, On, Options

if TYPE_CHECKING:
    from ..rules.damage.resolution import Resolution
    from ..search.declaration_solution import AttackSolution, BlockSolution
    from ..search.line import Solution

__all__ = [
    "COMMANDS", "Command", "attacks", "blocks", "count", "legal", "resolution", "resolved", "solution", "to_judge",
]  # fmt: skip


class Command(NamedTuple):
    """What a command takes besides the document, by the names of `Options`, what it answers, as JSON values, and what
    kind of document it is about."""

    takes: tuple[str, ...]
    answer: Callable[[Any, Options], dict[str, Any]]
    on: On = On.COMBAT


def solution(combat: Combat, options: Options) -> Solution:
    """The best line."""
    from ..search.line import Limit, solve

    return solve(combat, limit=Limit(options.time_limit))


def blocks(board: DeclareBlockers, options: Options) -> BlockSolution:
    """The best blocks."""
    from ..search.blocks.best_blocks import best_blocks
    from ..search.line import Limit

    return best_blocks(board, limit=Limit(options.time_limit))


def attacks(board: DeclareAttackers, options: Options) -> AttackSolution:
    """The best attacks."""
    from ..search.attacks.best_attacks import best_attacks
    from ..search.line import Limit

    return best_attacks(board, limit=Limit(options.time_limit))


def legal(subject: Subject, options: Options) -> dict[str, Any]:
    """One side's legal assignments, or a board's legal declarations, as an iterator."""
    most = None if options.limit is None else min(options.limit, sys.maxsize)
    if isinstance(subject, Combat):
        return {"assignments": islice(subject.legal_assignments(options.side), most), **listed(subject.not_counted)}
    return {"declarations": islice(subject.legal_declarations(), most), **listed(subject.not_counted)}


def count(subject: Subject, options: Options) -> dict[str, Any]:
    """How many each side has, or how many declarations there are."""
    return numbers(subject) | listed(subject.not_counted)


def numbers(subject: Subject) -> dict[str, Any]:
    """The step, and the number of what can be announced or declared in it."""
    if isinstance(subject, Combat):
        counts = {side.value: subject.legal_assignments(side).count() for side in Side}
        return {"step": subject.step.value, **counts}
    number = subject.legal_declarations().count()
    if isinstance(subject, DeclareBlockers):
        return {"step": "declare-blockers", "defending": number}
    return {"step": "declare-attackers", "attacking": number}


def check(subject: Subject, options: Options) -> dict[str, Any]:
    """The verdict on an assignment or a declaration, with every clause it breaks."""
    broken = verdict(subject, options)
    judged = {"legal": not broken, "violations": [violation.to_dict() for violation in broken]}
    return judged | listed(subject.not_counted)


def verdict(subject: Subject, options: Options) -> list[Violation]:
    """The clauses broken by the assignment, or on a board by the declaration, that `check` can't do without."""
    if isinstance(subject, Combat):
        return subject.violations(to_judge(options), options.side)
    if options.assignment is not None:
        raise InvalidRequest("assignment", f"belongs to a combat; on a board, {DECLARED}")
    if options.declaration is None:
        raise InvalidRequest("declaration", f"is missing: {DECLARED}")
    return subject.violations(options.declaration)


def to_judge(options: Options) -> Assignment:
    """The assignment to judge in a combat."""
    if options.declaration is not None:
        raise InvalidRequest("declaration", f"belongs to a board; in a combat, {SHAPE}")
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
    return resolved(combat, resolution(combat, options))


def resolved(combat: Combat, found: Resolution) -> dict[str, Any]:
    """What came of a combat's creatures in JSON, whatever dealt the damage."""
    left = found.next
    next_document = None if left is None else left.to_document()
    return {"outcome": found.outcome.to_dict(), "next": next_document, **listed(combat.not_counted)}


COMMANDS: Final = {
    "suggest": Command(("time_limit",), lambda combat, options: solution(combat, options).to_dict()),
    "blocks": Command(("time_limit",), lambda board, options: blocks(board, options).to_dict(), On.BLOCKS),
    "attacks": Command(("time_limit",), lambda board, options: attacks(board, options).to_dict(), On.ATTACKS),
    "legal": Command(("side", "limit", "stage"), legal, On.ANY),
    "count": Command(("stage",), count, On.ANY),
    "check": Command(("side", "assignment", "declaration", "stage"), check, On.ANY),
    "resolve": Command(("attacking", "defending"), resolve),
}
