"""What follows a declaration of blockers: the fights, and what comes of each."""

from __future__ import annotations

import time

from ....model.combat import expand_bands
from ....model.terms import Edition
from ....search.declaration_solution import BlockSolution
from ..adviser import Adviser
from ..values import Change, StepAdvice, Term
from .values import FightAdvice
from .words import through

__all__ = ["Following"]


class Following:
    """Blocks with the line after them, told fight by fight."""

    def __init__(self, solution: BlockSolution) -> None:
        self.board = solution.board
        self.line = solution.play
        self.combat = solution.play.combat
        self.adviser = Adviser(self.line, time.perf_counter(), 0.0)

    @property
    def fights(self) -> tuple[FightAdvice, ...]:
        """The fights, by the first attacker in each."""
        fates = {fate.creature: fate for fate in self.adviser.fates()}
        found = []
        for attackers in self.groups():
            blockers = tuple(
                name for name, targets in expand_bands(self.combat).items() if not attackers.isdisjoint(targets)
            )
            names = tuple(one.id for one in self.combat.attackers if one.id in attackers)
            found.append(
                FightAdvice(
                    names, blockers, tuple(fates[name] for name in names + blockers), through(self.line, attackers)
                )
            )
        return tuple(found)

    def groups(self) -> list[set[str]]:
        """The attackers, those together that one creature blocks."""
        found = [{one.id} for one in self.combat.attackers]
        for targets in expand_bands(self.combat).values():
            together = [group for group in found if not group.isdisjoint(targets)]
            for group in together[1:]:
                together[0].update(group)
                found.remove(group)
        return found

    @property
    def idle(self) -> tuple[str, ...]:
        """The defending player's creatures that don't block."""
        blocking = {one.id for one in self.combat.blockers}
        return tuple(one.id for one in self.board.defenders if one.id not in blocking)

    @property
    def steps(self) -> tuple[StepAdvice, ...]:
        """The damage that somebody chose how to divide."""
        found = []
        for step in self.adviser.line():
            moves = tuple(move for move in step.moves if move.chosen_by is not None)
            if moves:
                found.append(StepAdvice(step.step, moves))
        return tuple(found)

    @property
    def orders(self) -> dict[str, tuple[str, ...]]:
        """The damage assignment orders announced, where there was more than one."""
        if self.board.edition is not Edition.ORDERED:
            return {}
        return {one.id: one.order for one in self.combat.creatures if one.order is not None and len(one.order) > 1}

    @property
    def changes(self) -> tuple[Change, ...]:
        """Life and poison of both players, loyalty and defense."""
        return self.adviser.changes()

    @property
    def terms(self) -> tuple[Term, ...]:
        """What the score of the combat is made of."""
        return self.adviser.terms()
