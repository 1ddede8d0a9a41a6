"""The last damage step: what one side assigns and what the other does touch different creatures.

So each side's announcement is solved on its own, part by part, each by the cheapest exact method that fits it. The two
meet only in whether the defending player loses: where that is open, a part hands over its best value for each amount of
life and poison it can take, and the amounts are combined at the end.
"""

from __future__ import annotations

from dataclasses import replace

from ...model.terms import Side
from ...rules.damage.announcement import Announcement, announcement
from ...rules.damage.resolution import Event, strike
from ...rules.position import Position, Table
from ..context import Context, LineStep, Plan
from ..parts import parts_of
from .cp_model import fates_of, model_part, race_model
from .division_enumeration import listed_part
from .frontier import Effect, Frontier, NeedsSearch, best, can_lose, combine, gains_life, merge, nowhere, only
from .frontier_dp import swept_part
from .single_source import knapsack_part
from .thresholds import Fates

__all__ = ["attackers_best", "last_step"]


def last_step(context: Context, table: Table, position: Position, *, valued: bool = True) -> Plan:
    """The best play of the last step from a position; without `valued` its value is left at 0."""
    attack = announcement(table, position, Side.ATTACKING)
    defend = announcement(table, position, Side.DEFENDING)
    races = can_lose(table, position)
    ours = solve_side(context, table, position, attack, races)
    theirs = solve_side(context, table, position, defend, races)
    if races and context.prices.win:
        assert theirs is not None
        if ours is None:
            gains = only(theirs)
            if gains is None:
                raise NeedsSearch
            chosen = race_model(context, table, position, attack, gains)
            reply = next(iter(theirs.values()))
        else:
            chosen, reply = combine(context, position, ours, theirs)
    else:
        assert ours is not None and theirs is not None
        chosen = best(ours.values())
        reply = best(theirs.values(), sign=-1)
    step = LineStep(position.first, chosen.events, reply.events)
    if not valued:
        return Plan(0, (step,))
    end = strike(table, position, step.attacking, step.defending).position
    return Plan(context.change(table, position, end), (step,))


def attackers_best(context: Context, table: Table, position: Position) -> int:
    """The most that the attacking player can get from the last step if the defending player assigns nothing.

    Raises `NeedsSearch` where that takes more than the quick methods.
    """
    inner = replace(context, methods={})
    attack = announcement(table, position, Side.ATTACKING)
    races = can_lose(table, position)
    ours = solve_side(inner, table, position, attack, races)
    if ours is None or not inner.proven:
        raise NeedsSearch
    nobody: Frontier = {nowhere(table): Effect(0, ())}
    chosen = combine(context, position, ours, nobody)[0] if races and context.prices.win else best(ours.values())
    end = strike(table, position, chosen.events, ()).position
    return context.change(table, position, end)


def solve_side(context: Context, table: Table, position: Position, ann: Announcement, races: bool) -> Frontier | None:
    """One side's best value for all coordinates it can reach (one entry where they don't matter).

    None where a part is too large to list and the coordinates matter.
    """
    nothing = nowhere(table)
    total: Frontier = {nothing: Effect(0, ())}
    races = races and bool(context.prices.win)
    if not races and forced(ann):
        return {nothing: Effect(0, forced_events(ann))}
    for part in parts_of(ann):
        if not races and forced(part):
            total = {nothing: Effect(0, total[nothing].events + forced_events(part))}
            continue
        frontier = solve_part(context, table, position, part, races)
        if frontier is None:
            return None
        total = merge(total, frontier, keep=races, sign=1 if ann.side is Side.ATTACKING else -1)
    return total


def forced(part: Announcement) -> bool:
    """Nobody has a choice: each source has one recipient."""
    for source in part.sources:
        if source.optional or len(source.creatures) > 1 or len(source.recipients) > 1:
            return False
    return True


def forced_events(part: Announcement) -> tuple[Event, ...]:
    """The one way to divide a part that is forced."""
    return tuple([(source.creature, source.recipients[0], source.amount) for source in part.sources])


def solve_part(context: Context, table: Table, position: Position, part: Announcement, races: bool) -> Frontier | None:
    """A part's frontier by the quickest method that fits it; None where the coordinates matter and it needs a model."""
    if len(part.sources) == 1 and context.method in (None, "knapsack"):
        frontier = knapsack_part(context, table, position, part, part.sources[0])
        if frontier is not None:
            return frontier
    if context.method in (None, "cp-sat") and not any(source.substitute for source in part.sources):
        fates = fates_of(context, table, position, part)
        if fates is not None:
            return by_thresholds(context, table, position, part, fates, races)
    return listed_part(context, table, position, part, races)


def by_thresholds(
    context: Context, table: Table, position: Position, part: Announcement, fates: Fates, races: bool
) -> Frontier | None:
    """The same for a part in which every fate is a threshold."""
    if context.method is None:
        frontier = swept_part(context, table, position, part, fates, races)
        if frontier is not None:
            return frontier
    gain = 0
    if part.side is Side.DEFENDING:
        # thresholds mean that all lifelink comes through, so one amount of life is gained
        gain = sum(source.amount for source in part.sources if gains_life(table.blockers[source.creature]))
    elif races:
        return None
    return {(-gain, 0, nowhere(table)[2]): model_part(context, table, position, part, fates)}
