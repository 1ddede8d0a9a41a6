"""The line in which one side announces what somebody else decided, and everything else is as good as it can be."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import islice

from ...model.combat import Assignment
from ...model.terms import Side
from ...rules.damage.announcement import announcement
from ...rules.damage.listing import divisions
from ...rules.damage.resolution import checked, events_of, strike
from ...rules.position import Position
from ...rules.score import Prices
from ...search.context import Context, LineStep, Plan, TimeUp, replay
from ...search.line import Solution
from ...search.line.dispatch import play_on
from ...search.line.frontier import attacker_can_lose, can_lose
from ...search.line.search import Group, choices, worst_reply
from .alternatives import LISTED

__all__ = ["given"]


def given(
    best: Solution, assignment: Assignment, side: Side | str = Side.ATTACKING, *, seconds: float = 1.0
) -> Solution:
    """The best line in which a side's announcement for the step at hand is `assignment`.

    The defending player answers an attacking announcement as well as possible; a defending one answers that of `best`.
    `status` is "optimal" where that is proven, "feasible" where not all answers could be tried in `seconds`.

    >>> from optimizer import Combat, solve
    >>> best = solve(Combat.parse("Wurm 6/4 trample <- Bear 2/2, Wall 0/3"))
    >>> own = given(best, {"wurm": {"bear": 3, "wall": 3}})
    >>> best.score, own.score, own.status
    (8.0, 7.0, 'optimal')

    Raises `IllegalAssignment` where the rules don't allow it (510.1e).
    """
    began = time.perf_counter()
    side = Side(side)
    combat, table = best.combat, best.combat.table
    mine = tuple(sorted(events_of(table, checked(combat, assignment, side), side)))
    if table.start.over:
        return best
    choice = BestBeside(best, side, began + seconds)
    steps = choice.line(mine)
    value = choice.context.prices.points(choice.context.prices.score(table, replay(table, table.start, steps)))
    return replace(
        best,
        score=value,
        bound=value if choice.proven else max(value, best.bound),
        status="optimal" if choice.proven else "feasible",
        method="as announced",
        seconds=time.perf_counter() - began,
        steps=steps,
    )


class BestBeside:
    """Looks for what goes best with an announcement; `proven`: nothing goes better, to be asked once `line` is."""

    def __init__(self, best: Solution, side: Side, deadline: float) -> None:
        self.best, self.side, self.table = best, side, best.combat.table
        self.context = Context(Prices(best.combat), deadline)
        self.complete = True

    @property
    def proven(self) -> bool:
        """Whether everything was tried."""
        return self.complete and self.context.proven and (self.side is Side.ATTACKING or self.best.status == "optimal")

    def line(self, mine: tuple[tuple[int, int, int], ...]) -> tuple[LineStep, ...]:
        """The line."""
        start = self.table.start
        usual = self.best.steps[0]
        if self.side is Side.DEFENDING:
            return self.after(usual._replace(defending=mine))
        somebody = can_lose(self.table, start) or attacker_can_lose(self.table, start)
        if not start.first and not somebody:
            # nothing that either player gains or loses depends on the answer
            self.complete = self.best.status == "optimal"
            return self.after(usual._replace(attacking=mine))
        try:
            plan = self.answered(mine)
        except TimeUp:
            plan = None
        if plan is None:
            self.complete = False
            return self.after(usual._replace(attacking=mine))
        return plan.steps

    def answered(self, mine: tuple[tuple[int, int, int], ...]) -> Plan | None:
        """With the defending player's best answer; None where there are too many."""
        start = self.table.start
        if sum(1 for _ in islice(divisions(announcement(self.table, start, Side.DEFENDING)), LISTED + 1)) > LISTED:
            return None
        answers, complete = choices(self.context, self.table, start, Side.DEFENDING)
        if not complete:
            return None
        return worst_reply(self.context, self.table, start, self.rest, Group([mine], 0), answers, None)

    def after(self, step: LineStep) -> tuple[LineStep, ...]:
        """A first step and the best play after it."""
        return (step, *self.rest(strike(self.table, self.table.start, step.attacking, step.defending).position).steps)

    def rest(self, position: Position) -> Plan:
        """The best play from a position on."""
        return play_on(self.context, self.table, position)
