"""A part with shared creatures by a dynamic programme over which sources are open at once (route.py)."""

from __future__ import annotations

from ...model.terms import Side
from ...rules.damage.announcement import Announcement
from ...rules.position import TO_PLAYER, Position, Table
from ..context import Context
from .cp_model import onward_of
from .frontier import Effect, Frontier, gains_life, nowhere
from .frontier_dp_sources import Spent, spend, spending_route
from .shared import Shared, settle_at_sight, shared_of
from .thresholds import Fates

__all__ = ["swept_part"]

COST = 8_000_000
"""States times work: up to here a sweep is quicker than CP-SAT."""


def swept_part(
    context: Context, table: Table, position: Position, part: Announcement, fates: Fates, races: bool
) -> Frontier | None:
    """The part's best value, for each amount of life taken where the player may lose (`races`), amounts left out that
    are worth no more than a greater one; None where the part has another shape, or where a sweep would take long."""
    attacking = part.side is Side.ATTACKING
    mine = table.attackers if attacking else table.blockers
    traits = [mine[source.creature] for source in part.sources]
    races = races and attacking
    if races and (
        context.prices.win < 0 or any(one.infect or one.toxic or one.poisonous or one.silent for one in traits)
    ):
        return None
    shared = shared_of(part, fates, onward_of(context, table, part))
    if shared is None:
        return None
    shared = settle_at_sight(shared)
    found = solve_shared(shared, races)
    if found is None:
        return None
    context.used("sweep")
    sign = 1 if attacking else -1
    gain = 0 if attacking else sum(s.amount for s, one in zip(part.sources, traits, strict=True) if gains_life(one))
    zeros = nowhere(table)[2]
    sure = sum([shared.amounts[place] for place in shared.over]) if races else 0
    return {
        (life + sure - gain, 0, zeros): Effect(sign * (shared.value + one.value), events_of(part, shared, one))
        for life, one in found.items()
    }


def solve_shared(shared: Shared, races: bool) -> dict[int, Spent] | None:
    """The best by points that reach the player, or under 0 where they don't matter; None where that takes long."""
    if not shared.victims:
        return {0: Spent(0, {}, set())}
    lives = sum([n for n, worth in zip(shared.amounts, shared.onward, strict=True) if worth]) if races else 0
    spending = spending_route(shared)
    if spending.cost * (lives + 1) > COST:
        return None
    return spend(shared, spending.moves, lives)


def events_of(part: Announcement, shared: Shared, spent: Spent) -> tuple[tuple[int, int, int], ...]:
    """The division as events: what is left of a source's points goes on, or onto the first of its creatures."""
    laid = {**shared.laid, **spent.laid}
    over = shared.over | spent.over
    events = []
    for place, source in enumerate(part.sources):
        given = {c: laid.get((place, c), 0) for c in source.creatures}
        left = source.amount - sum(given.values())
        if place in over:
            given[TO_PLAYER] = left
        else:
            given[source.creatures[0]] += left
        events += [(source.creature, recipient, n) for recipient, n in given.items() if n]
    return tuple(events)
