"""A part of the last step by listing: every division, each judged by what it does."""

from __future__ import annotations

from ...model.terms import Side
from ...rules.damage.announcement import Announcement
from ...rules.damage.listing import divisions
from ...rules.damage.resolution import strike
from ...rules.position import Position, Table, wins
from ..context import Context, TimeUp
from .frontier import Coordinates, Division, Effect, Frontier, NeedsSearch, best, events_from

__all__ = ["listed_part"]


def listed_part(context: Context, table: Table, position: Position, part: Announcement, races: bool) -> Frontier:
    """The frontier by trying every legal division of the part."""
    context.used("listing")
    choices: dict[Division, Frontier] = {}
    mine = [place for place, source in enumerate(part.sources) if not source.substitute]
    sign = 1 if part.side is Side.ATTACKING else -1
    for number, division in enumerate(divisions(part)):
        if not number & 63 and context.out_of_time():
            if not choices or races or len(mine) < len(part.sources):
                raise TimeUp
            context.proven, context.loose = False, True
            break
        events = events_from(part, division)
        attacking, defending = (events, ()) if part.side is Side.ATTACKING else ((), events)
        end = strike(table, position, attacking, defending).position
        life = position.defender_life - end.defender_life
        poison = end.defender_poison - position.defender_poison
        dealt = tuple(b - a for a, b in zip(position.dealt, end.dealt, strict=True))
        value = context.change(table, position, end)
        value += context.prices.win * (wins(position) - wins(end))
        key: Coordinates = (life, poison, dealt) if races else (0, 0, (0,) * len(dealt))
        frontier = choices.setdefault(tuple(division[place] for place in mine), {})
        # the substitute chooses among what goes with the same choice of the side's own player
        if key not in frontier or -sign * value > -sign * frontier[key].value:
            frontier[key] = Effect(value, events)
    if len(mine) == len(part.sources) or not races or not context.prices.win:
        total: Frontier = {}
        for frontier in choices.values():
            if len(mine) < len(part.sources):
                reply = best(frontier.values(), sign=-sign)
                frontier = {(0, 0, (0,) * len(table.attackers)): reply}
            for key, effect in frontier.items():
                if key not in total or sign * effect.value > sign * total[key].value:
                    total[key] = effect
        return rebase(context, table, position, total)
    raise NeedsSearch  # banding with the game at stake


def rebase(context: Context, table: Table, position: Position, frontier: Frontier) -> Frontier:
    """The frontier less what happens whatever is assigned, so that parts may be added up."""
    base = strike(table, position, (), ()).position
    value = context.change(table, position, base) + context.prices.win * (wins(position) - wins(base))
    return {key: Effect(effect.value - value, effect.events) for key, effect in frontier.items()}
