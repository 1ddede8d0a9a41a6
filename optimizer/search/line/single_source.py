"""A single source in the last step: a knapsack, and what goes on past its creatures."""

from __future__ import annotations

from ...model.terms import Side
from ...rules.damage.announcement import Announcement, Source
from ...rules.damage.resolution import Event
from ...rules.position import TO_PLAYER, Position, Table, Traits
from ..context import Context
from .frontier import Effect, Frontier, gains_life, permanent_price, player_hit
from .knapsack import Item, Way, item_of, ways
from .thresholds import threshold

__all__ = ["knapsack_part"]


def knapsack_part(
    context: Context, table: Table, position: Position, part: Announcement, source: Source
) -> Frontier | None:
    """The frontier of a single source; None where a creature's fate is no threshold."""
    attacking = part.side is Side.ATTACKING
    me = (table.attackers if attacking else table.blockers)[source.creature]
    theirs = table.blockers if attacking else table.attackers
    bodies = position.blockers if attacking else position.attackers
    if source.optional or source.substitute or me.excess:
        return None
    items = []
    needs, prices = part.needs, context.prices
    worth_of = prices.blockers if attacking else prices.attackers
    deathtouch = source.deathtouch
    for c in source.creatures:
        foe, body = theirs[c], bodies[c]
        need = needs[c]
        least = 1 if deathtouch and need else need
        if (
            foe.simple
            and me.ordinary
            and need
            and body.toughness > 0
            and not body.shield | body.regeneration | body.prevent
        ):
            items.append(Item(least, least, worth_of[c]))
            continue
        fate = threshold(prices, foe, body, [me])
        if fate is None:
            return None
        item = item_of(fate, 0, least)
        items.append(item if attacking else item._replace(price=-item.price))
    every = min(prices.player, prices.life, prices.poison, prices.loyalty, prices.defense, prices.win) < 0
    found = ways(
        source.amount, tuple(items), bound=source.bound, tramples=source.tramples, free=source.free, every=every
    )
    context.used("knapsack")
    frontier: Frontier = {}
    gained = 0
    if gains_life(me):
        gained = prices.life * source.amount if attacking else -prices.player * source.amount
    sign = 1 if attacking else -1
    for way in found:
        for value, life, poison, events in onward_ways(context, table, position, part, source, me, way):
            worth = sign * way.value + value + gained
            dealt = [0] * len(position.attackers)
            if me.commander and not me.silent:
                dealt[source.creature] = sum(n for _, recipient, n in events if recipient == TO_PLAYER)
            back = source.amount if not attacking and gains_life(me) else 0
            key = (life - back, poison, tuple(dealt))
            laid = tuple((source.creature, c, n) for c, n in zip(source.creatures, way.amounts, strict=True) if n)
            if key not in frontier or sign * worth > sign * frontier[key].value:
                frontier[key] = Effect(worth, laid + events)
    return frontier


def onward_ways(
    context: Context, table: Table, position: Position, part: Announcement, source: Source, me: Traits, way: Way
) -> list[tuple[int, int, int, tuple[Event, ...]]]:
    """What goes on, as (value, life, poison, events): to the target, or past a planeswalker to the player."""
    if not way.onward or source.target is None:
        return [(0, 0, 0, ())]
    found = []
    splits = [(way.onward, 0)]
    if source.over:
        loyalty = part.loyalty[-2 - source.target]
        prices = context.prices
        # the player gets all that the planeswalker needn't
        more = min(prices.player, prices.poison, prices.loyalty, prices.win) >= 0
        splits += [(n, way.onward - n) for n in range(loyalty, loyalty + 1 if more else way.onward) if n < way.onward]
    for first, past in splits:
        value = life = poison = 0
        for recipient, n in ((source.target, first), (TO_PLAYER, past)):
            if not n or me.silent:
                continue
            if recipient == TO_PLAYER:
                life1, poison1 = player_hit(me, n)
                life, poison = life + life1, poison + poison1
                value += context.prices.player * life1 + context.prices.poison * poison1
            else:
                value += permanent_price(context, table, recipient) * min(n, position.permanents[-2 - recipient])
        events = tuple((source.creature, r, n) for r, n in ((source.target, first), (TO_PLAYER, past)) if n)
        found.append((value, life, poison, events))
    return found
