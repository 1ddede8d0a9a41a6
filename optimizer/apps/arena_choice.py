"""The best assignment that a damage request of MTG Arena allows.

By the rules, damage of another attacker that is lethal to a blocker counts for trample (702.19b). A request says for
each creature alone what is lethal to it, and the game takes no answer that goes on with less.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from ..formats.arena.request import Assigner, Request
from ..model.combat import Assignment, Combat
from ..model.terms import PLAYER, Side
from ..rules.damage.resolution import events_of, next_combat, strike
from ..rules.score import Prices
from ..search.line import Limit, Solution, solve

__all__ = ["ChosenAssignment", "choose", "fits"]

MOST: Final = 20_000
"""How many assignments are tried where the best of all isn't allowed; where another step follows, far fewer."""

MOST_BEFORE: Final = 200


@dataclass(frozen=True)
class ChosenAssignment:
    """What both sides assign in the step at hand, whether it is proven best of what is allowed; `narrowed` where the
    best by the rules isn't allowed."""

    assignment: Assignment
    proven: bool
    narrowed: bool = False


def choose(request: Request, combat: Combat, limit: Limit | None = None) -> ChosenAssignment:
    """The best assignment that a request allows."""
    limit = limit or Limit()
    solution = solve(combat, limit=limit)
    step = solution.line[0]
    sides = {Side.ATTACKING: step.attacking, Side.DEFENDING: step.defending}
    best: Assignment = {**step.attacking, **step.defending}
    if fits(request, best):
        return ChosenAssignment(best, solution.status == "optimal")
    asked = str(request.assigners[0].ident)
    side = Side.ATTACKING if any(one.id == asked for one in combat.attackers) else Side.DEFENDING
    most = MOST_BEFORE if len(solution.steps) > 1 else MOST
    found: tuple[float, Assignment] | None = None
    tried = list(islice(combat.legal_assignments(side), most + 1))
    for assignment in tried[:most]:
        if fits(request, assignment):
            value = worth(combat, sides | {side: assignment}, limit) * (1 if side is Side.ATTACKING else -1)
            if found is None or value > found[0]:
                found = (value, assignment)
    if found is None:
        return ChosenAssignment(best, False, True)
    other = sides[Side.DEFENDING if side is Side.ATTACKING else Side.ATTACKING]
    return ChosenAssignment({**found[1], **other}, len(tried) <= most and solution.status == "optimal", True)


def worth(combat: Combat, sides: Mapping[Side, Assignment], limit: Limit) -> float:
    """The score of what both sides assign, with the best line from there."""
    table, prices = combat.table, Prices(combat)
    events = [events_of(table, sides[side], side) for side in (Side.ATTACKING, Side.DEFENDING)]
    position = strike(table, table.start, *events).position
    left = next_combat(table, position)
    rest: Solution | None = None if left is None else solve(left, limit=limit)
    return prices.score(table, position) / prices.scale + (rest.score if rest else 0)


def fits(request: Request, assignment: Assignment) -> bool:
    """Whether a request allows what an assignment says of its creatures."""
    return all(allowed(request, one, assignment.get(str(one.ident), {})) for one in request.assigners)


def allowed(request: Request, assigner: Assigner, division: Mapping[str, int]) -> bool:
    """Whether a request allows one creature's division."""
    points = {
        receiver: division.get(PLAYER if request.seated(receiver.ident) else str(receiver.ident), 0)
        for receiver in assigner.receivers
    }
    if sum(points.values()) != sum(division.values()) or sum(points.values()) != assigner.total:
        return False
    if any(receiver.most and n > receiver.most for receiver, n in points.items()):
        return False
    beyond = [receiver for receiver in points if request.beyond(assigner, receiver)]
    if not any(points[receiver] for receiver in beyond):
        return True
    if assigner.ignores and not any(n for receiver, n in points.items() if receiver not in beyond):
        return True
    return all(n >= receiver.least for receiver, n in points.items() if receiver not in beyond)
