"""A part with shared creatures in bare numbers, and what of it is settled at sight.

Who dies is a matter of points that sources share out: a victim is lost once enough points reach it, or one from a
source with deathtouch. Where losing a victim never hurts whoever assigns, much is clear before any search: a source
that can kill all it may hit does so, what nobody can kill is let be, and with those gone others become clear.
"""

from __future__ import annotations

from typing import NamedTuple

from ...model.terms import Side
from ...rules.damage.announcement import Announcement
from ...rules.position import TO_PLAYER
from .cpsat import Onward
from .thresholds import NEVER, Fates

__all__ = ["Shared", "Victim", "settle_at_sight", "shared_of"]


class Victim(NamedTuple):
    """A creature: lost, for `price`, once `need` points come from `hits`, or one from a source among `touches`.

    `guards`: the sources that trample past it only once it is lost (for the rules: has been assigned lethal damage).
    """

    creature: int
    need: int
    price: int
    hits: tuple[int, ...]
    touches: tuple[int, ...]
    guards: tuple[int, ...]


class Shared(NamedTuple):
    """Sources, by place, with the points each has and what each is worth past its creatures; victims; and what is
    settled: points laid by (place, creature), all that the places in `over` have left, and what that comes to."""

    amounts: list[int]
    onward: list[int]
    victims: list[Victim]
    laid: dict[tuple[int, int], int]
    over: set[int]
    value: int


def shared_of(part: Announcement, fates: Fates, onward: dict[tuple[int, int], Onward]) -> Shared | None:
    """The part in numbers; None where it has more to it: an order, a planeswalker, something to lose by killing."""
    sign = 1 if part.side is Side.ATTACKING else -1
    past = [0] * len(part.sources)
    for place, source in enumerate(part.sources):
        if source.optional or source.over or (source.bound and len(source.creatures) > 1):
            return None
        beyond = source.recipients[len(source.creatures) :]
        if not beyond:
            continue
        if source.free or beyond != (TO_PLAYER,):
            return None
        worth = onward.get((place, TO_PLAYER))
        if worth is not None:
            if worth.once or sign * worth.price < 0:
                return None
            past[place] = sign * worth.price
    deadly = [place for place, source in enumerate(part.sources) if source.deathtouch]
    victims, value = [], 0
    for c, (fate, places) in fates.items():
        price, need = sign * fate.price, part.needs[c]
        guards = tuple([place for place in places if past[place]]) if need else ()
        touching = tuple([place for place in deadly if place in places]) if deadly else ()
        if not fate.amount:
            value += price
            price = 0
        if fate.amount >= NEVER or not price:
            if guards:
                victims.append(Victim(c, need, 0, tuple(places), touching, guards))
            continue
        if price < 0:
            return None
        hits = tuple([place for place, at in places.items() if fate.counts[at]])
        touches = tuple([place for place, at in places.items() if fate.touches[at]])
        if guards and (fate.amount, len(hits), touches) != (need, len(places), touching):
            return None  # lethal is one thing and lost another
        victims.append(Victim(c, fate.amount, price, hits, touches, guards))
    return Shared([source.amount for source in part.sources], past, victims, {}, set(), value)


def settle_at_sight(shared: Shared) -> Shared:
    """The same with all that is clear already worked in; what is left of it is smaller, and its best is the best."""
    amounts, onward, victims = shared.amounts, list(shared.onward), shared.victims
    laid, value = dict(shared.laid), shared.value
    while True:
        able = [not onward[place] and cost <= amounts[place] for place, cost in enumerate(costs(amounts, victims))]
        left: list[Victim] = []
        for one in victims:
            killer = next((place for place in (*one.touches, *one.hits) if able[place]), None)
            if killer is not None:
                value += one.price
                laid[killer, one.creature] = 1 if killer in one.touches else one.need
            elif not one.touches and sum([amounts[place] for place in one.hits]) < one.need:
                for place in one.guards:
                    onward[place] = 0
            elif one.price or any(onward[place] for place in one.guards):
                left.append(one)
        changed = len(left) < len(victims)
        victims = left
        for place, worth in enumerate(onward):
            if worth and toll(place, amounts, victims) >= amounts[place]:
                onward[place] = 0  # nothing is left to go past its creatures
                changed = True
        if not changed:
            break
    return finished(Shared(amounts, onward, victims, laid, shared.over, value))


def costs(amounts: list[int], victims: list[Victim]) -> list[int]:
    """By source, what it takes to kill all that it may hit."""
    found = [0] * len(amounts)
    for one in victims:
        for place in one.hits:
            if place not in one.touches:
                found[place] += one.need
        for place in one.touches:
            found[place] += 1
    return found


def toll(place: int, amounts: list[int], victims: list[Victim]) -> int:
    """The least that a source spends before it tramples past its creatures, whatever the others do for it."""
    least = 0
    for one in victims:
        if place in one.guards and not any(other != place for other in one.touches):
            short = one.need - sum([amounts[other] for other in one.hits if other != place])
            if short > 0:
                least += 1 if place in one.touches else short
    return least


def finished(shared: Shared) -> Shared:
    """Sources cut down to what they can use; those that have only the player left send everything there."""
    amounts, onward, victims, laid, over, value = shared
    cost = costs(amounts, victims)
    victims = [one._replace(guards=tuple([place for place in one.guards if onward[place]])) for one in victims]
    over = set(over)
    for place, worth in enumerate(onward):
        if worth and not cost[place]:
            over.add(place)
            value += worth * amounts[place]
    onward = [worth if cost[place] else 0 for place, worth in enumerate(onward)]
    amounts = [n if onward[place] else min(n, cost[place]) for place, n in enumerate(amounts)]
    return Shared(amounts, onward, victims, laid, over, value)
