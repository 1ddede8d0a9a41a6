"""The best decision on a combat or board, whichever it is, and its report on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...model.board import DeclareBlockers, Subject
from ...model.combat import Combat
from .. import commands
from ..requests import Options
from .output import looking

if TYPE_CHECKING:
    from ...report.advice import Advice
    from ...report.advice.declared import AttackAdvice, BlockAdvice
    from ...search.declaration_solution import AttackSolution, BlockSolution
    from ...search.line import Solution

__all__ = ["advised", "best"]


def best(subject: Subject, options: Options) -> Solution | BlockSolution | AttackSolution:
    """The best line of a combat, the best blocks or the best attacks of a board."""
    if isinstance(subject, Combat):
        return commands.solution(subject, options)
    if isinstance(subject, DeclareBlockers):
        return commands.blocks(subject, options)
    return commands.attacks(subject, options)


def advised(found: Solution | BlockSolution | AttackSolution, options: Options) -> Advice | BlockAdvice | AttackAdvice:
    """The whole report of what was found, within what is left of the time limit.

    Where advice comes upon something better, its `solution` is that.
    """
    from ...report.advice import advise, advise_attacks, advise_blocks
    from ...search.declaration_solution import AttackSolution, BlockSolution

    seconds = looking(options, found.seconds)
    if isinstance(found, AttackSolution):
        return advise_attacks(found, seconds=seconds)
    if isinstance(found, BlockSolution):
        return advise_blocks(found, seconds=seconds)
    return advise(found, seconds=seconds)
