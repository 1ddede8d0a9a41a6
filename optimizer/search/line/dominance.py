"""What game search may leave out: choices that another choice is at least as good as, and the most one can come to.

Both rest on monotony. In a combat where nothing unusual happens (`kindly`), damage marked on a creature, or its death,
never helps its controller: each division that is legal with less marked has one that is as good with more marked,
attackers that die assign no more, and blockers that die strike no more. So a choice that marks at least as much on
every creature, and takes as much from the player, is at least as good; and the attacking player can't get more from a
position than if nobody struck its creatures at all.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from fractions import Fraction

from ...model.terms import Side
from ...rules.damage.announcement import Announcement, announcement
from ...rules.damage.resolution import Event, strike
from ...rules.position import FIGHTING, Body, Position, Table, Traits
from ..context import Context, TimeUp
from .frontier import NeedsSearch, can_lose
from .last_step import attackers_best

__all__ = ["Effects", "kindly", "most_after", "rough_after"]


def kindly(context: Context, table: Table, position: Position) -> bool:
    """More damage to a creature is never good for its controller, now or later. Nothing of what happens then saves the
    attacking player or makes them lose: no creature sends damage on or has lifelink."""
    prices = context.prices
    if min(prices.life, prices.poison, prices.loyalty, prices.defense, prices.win, 0) < 0 or table.banded:
        return False
    if min([*prices.attackers, *prices.blockers, 0]) < 0:
        return False
    return all(
        plain(traits, body)
        for traits, body in zip(
            (*table.attackers, *table.blockers), (*position.attackers, *position.blockers), strict=True
        )
        if body.place == FIGHTING
    )


def plain(traits: Traits, body: Body) -> bool:
    """Damage to it is marked until it dies, and its own gains nobody life."""
    return (
        traits.ordinary
        and not (traits.lifelink or traits.wither or traits.undying or traits.persist)
        and not (traits.free or traits.over or traits.by_toughness)
        and not (traits.toxic or traits.poisonous or traits.commander)  # for whom it matters who hits the player
        and not (body.prevent or body.shield or body.regeneration)
        and body.toughness > 0
    )


class Effects:
    """The choices of one side that no other is as good as, as a front of vectors.

    A vector has an entry for each opposing creature, damage marked or 1 more than can be where it dies, and one for the
    life taken. Where the player may lose, combat may end early by it, so only equal amounts of life are compared.
    """

    def __init__(self, table: Table, position: Position, ann: Announcement) -> None:
        self.ann = ann
        bodies = position.blockers if ann.side is Side.ATTACKING else position.attackers
        theirs = table.blockers if ann.side is Side.ATTACKING else table.attackers
        self.hit = sorted({c for source in ann.sources for c in source.creatures})
        self.place = {c: at for at, c in enumerate(self.hit)}
        # marks past lethal change nothing; a creature that can die is dead there
        self.lethal = [bodies[c].toughness - bodies[c].damage for c in self.hit]
        self.immortal = [theirs[c].indestructible for c in self.hit]
        self.exact = can_lose(table, position) or any(r < -1 for source in ann.sources for r in source.recipients)
        self.found: dict[tuple[int, ...], tuple[Event, ...]] = {}

    def vector(self, events: Iterable[Event]) -> tuple[int, ...]:
        """What a choice does."""
        marks = [0] * len(self.hit)
        taken: dict[int, int] = {}
        for source, recipient, n in events:
            if recipient < 0:
                taken[recipient] = taken.get(recipient, 0) + n
                continue
            at = self.place[recipient]
            if self.deadly(source) and not self.immortal[at]:
                marks[at] = self.lethal[at]
            else:
                marks[at] += n
        top = [max(0, lethal) for lethal in self.lethal]
        goes = sorted(taken.items(), reverse=True)
        return (*(min(n, most) for n, most in zip(marks, top, strict=True)), *(n for entry in goes for n in entry))

    def deadly(self, creature: int) -> bool:
        """A source has deathtouch."""
        return any(source.creature == creature and source.deathtouch for source in self.ann.sources)

    def add(self, events: tuple[Event, ...]) -> None:
        """Takes a choice in, unless one just like it is there."""
        self.found.setdefault(self.vector(events), events)

    def front(
        self, until: float | None = None, clock: Callable[[], float] = time.perf_counter
    ) -> tuple[list[tuple[Event, ...]], bool]:
        """The choices that none of the others is at least as good as, and whether all are there: those that would be
        found after `until` (of the clock) are left out, but for the first."""
        import numpy as np

        size = len(self.hit)
        rows = sorted(self.found, key=lambda vector: -sum(vector[:size]) - sum(vector[size + 1 :: 2]))
        kept: dict[tuple[int, ...], np.ndarray] = {}
        result: list[tuple[Event, ...]] = []
        for number, row in enumerate(rows):
            if not number & 63 and number and until is not None and clock() > until:
                return result, False
            rest = row[size:]
            key = rest if self.exact else ()
            point = np.array(row[:size] if self.exact else (*row[:size], sum(rest[1::2])), dtype=np.int64)
            known = kept.get(key)
            if known is not None and bool((known >= point).all(axis=1).any()):
                continue
            kept[key] = point[None, :] if known is None else np.vstack([known, point])
            result.append(self.found[row])
        return result, True


def rough_after(context: Context, table: Table, position: Position, events: tuple[Event, ...]) -> int:
    """A quick bound on the same: as if every point of the second step could go to any creature in its reach, which it
    may also kill in part, or to the player where its source tramples (a fractional knapsack)."""
    after = strike(table, position, events, ()).position
    value = context.change(table, position, after)
    if after.over:
        return value
    prices = context.prices
    attack = announcement(table, after, Side.ATTACKING)
    points = sum(source.amount for source in attack.sources)
    deadly = {c for source in attack.sources if source.deathtouch for c in source.creatures}
    offers: list[tuple[int, int]] = []
    for c in {c for source in attack.sources for c in source.creatures}:
        need = min(1, attack.needs[c]) if c in deadly else attack.needs[c]
        if prices.blockers[c] and not table.blockers[c].indestructible:
            if not need:
                value += prices.blockers[c]
            else:
                offers.append((prices.blockers[c], need))
    past = sum(source.amount for source in attack.sources if source.target is not None)
    dealt = max(prices.player, prices.poison, prices.loyalty, prices.defense)
    once = prices.poison * sum(one.toxic + one.poisonous for one in table.attackers)
    if past:
        offers.append((dealt * past, past))
    for worth, most in sorted(offers, key=lambda offer: Fraction(*offer), reverse=True):
        spent = min(most, points)
        value -= -worth * spent // most  # rounded up
        points -= spent
    if can_lose(table, after):
        value += prices.win
    return value + once


def most_after(context: Context, table: Table, position: Position, events: tuple[Event, ...]) -> int | None:
    """The most that a choice of the attacking player in the first step can come to; None where that isn't known.

    It is what comes if the defending player assigns no damage at all, neither now nor later.
    """
    after = strike(table, position, events, ()).position
    value = context.change(table, position, after)
    if after.over:
        return value
    try:
        return value + attackers_best(context, table, after)
    except (NeedsSearch, TimeUp):
        return None
