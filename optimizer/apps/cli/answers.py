"""The best decision on a combat or board, whichever it is, and its report on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...model.board import DeclareBlockers, Subject
from ...model.combat import Combat
from .. import commands
from ..requests import Options
from .output import looking

if TYPE_CHECKING:
    from ...search.declaration_solution import AttackSolution, BlockSolution
    from ...search.line import Solution

__all__ = ["best", "print_answer"]


def best(subject: Subject, options: Options) -> Solution | BlockSolution | AttackSolution:
    """The best line of a combat, the best blocks or the best attacks of a board."""
    if isinstance(subject, Combat):
        return commands.solution(subject, options)
    if isinstance(subject, DeclareBlockers):
        return commands.blocks(subject, options)
    return commands.attacks(subject, options)


def print_answer(found: Solution | BlockSolution | AttackSolution, options: Options) -> None:
    """The whole report of what was found."""
    from ...report.advice import advise, advise_attacks, advise_blocks
    from ...search.declaration_solution import AttackSolution, BlockSolution
    from .console import print_report

    seconds = looking(options)
    if isinstance(found, AttackSolution):
        print_report(advise_attacks(found, seconds=seconds))
    elif isinstance(found, BlockSolution):
        print_report(advise_blocks(found, seconds=seconds))
    else:
        print_report(advise(found, seconds=seconds))
