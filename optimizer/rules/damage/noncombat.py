"""Damage that isn't combat damage: events from any source to any recipient, dealt at once (120.2b, 120.3).

It has the same consequences as combat damage, without what speaks of combat damage only: toxic (702.164c), poisonous
(702.70a), commander damage (903.10a), `deals_no_damage`, and the rules of assignment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from ...model.combat import Combat
from ...model.creature import Creature
from ...model.terms import PLAYER
from ..position import DEAD, FIGHTING, Traits, decided
from .outcome import outcome_of
from .resolution import Hits, Resolution, excess_of, inflict, next_combat

__all__ = ["ATTACKING_PLAYER", "TYPES", "DamageSource", "Event", "dealt"]

ATTACKING_PLAYER: Final = "attacking player"
"""As a recipient: the attacking player; `player` is the defending one, as everywhere."""

CREATURE: Final = "creature"
QUALITIES: Final = {
    CREATURE: ("creatures",),
    "instant": ("instants", "instant spells"),
    "sorcery": ("sorceries", "sorcery spells"),
    "aura": ("auras",),
}
"""What protection calls objects of a type."""
TYPES: Final = ("artifact", "battle", "enchantment", "land", "planeswalker", *QUALITIES)


class DamageSource(Traits):
    """A source of damage that isn't combat damage, with what speaks of combat damage only left out."""

    def __init__(self, creature: Creature, types: Sequence[str] = (CREATURE,)) -> None:
        super().__init__(replace(creature, deals_no_damage=False), -1)
        self.qualities = frozenset(quality for kind in types for quality in QUALITIES.get(kind, ()))
        self.toxic = self.poisonous = 0
        self.commander = False


class Recipient(Traits):
    """A creature that any object may deal damage to: its protection looks at types too (702.16a)."""

    def __init__(self, creature: Creature, index: int) -> None:
        super().__init__(creature, index)
        by_type = {quality for qualities in QUALITIES.values() for quality in qualities}
        self.shunned = by_type.intersection(self.protections)
        self.protections = tuple(quality for quality in self.protections if quality not in by_type)

    def shrugs(self, source: Traits) -> bool:
        """All damage from that source to this creature is prevented by protection (702.16e)."""
        return super().shrugs(source) or (
            isinstance(source, DamageSource) and not self.shunned.isdisjoint(source.qualities)
        )


class Event(NamedTuple):
    """Damage from a source to a recipient by its id."""

    source: DamageSource
    recipient: str
    amount: int


def dealt(combat: Combat, events: Sequence[Event]) -> Resolution:
    """What damage that isn't combat damage does, all of it dealt at once; `next` stands at the same step."""
    table, start = combat.table, combat.table.start
    if start.over and decided(start):
        events = ()  # the game ended before, by triggers that were pending
    attackers = [Recipient(creature, index) for index, creature in enumerate(combat.attackers)]
    blockers = [Recipient(creature, index) for index, creature in enumerate(combat.blockers)]
    struck = inflict(attackers, blockers, start, arrivals(combat, events))
    after = struck.position
    over = decided(after) or all(body.place != FIGHTING for body in after.attackers)
    struck = struck._replace(position=after._replace(over=over))
    return Resolution(outcome_of(table, struck.position, excess_of(table, struck)), next_combat(table, struck.position))


def arrivals(combat: Combat, events: Sequence[Event]) -> Hits:
    """The events by recipient, those of one source to one recipient as one."""
    hits = Hits({}, {}, [], {}, {})
    players = {PLAYER: hits.defending, ATTACKING_PLAYER: hits.attacking}
    table, start = combat.table, combat.table.start
    sides = ((hits.attackers, table.attackers, start.attackers), (hits.blockers, table.blockers, start.blockers))
    creatures = {
        traits.id: (side, traits.index, body.place < DEAD)
        for side, those, bodies in sides
        for traits, body in zip(those, bodies, strict=True)
    }
    places = {name: place for place, name in enumerate(table.permanent_ids)}
    together: dict[tuple[DamageSource, str], int] = {}
    for source, recipient, amount in events:
        if amount:  # 120.8
            together[source, recipient] = together.get((source, recipient), 0) + amount
    for (source, recipient), amount in together.items():
        if recipient in creatures:
            side, index, there = creatures[recipient]
            if there:  # triggers that were pending didn't kill it
                side.setdefault(index, []).append((source, amount))
        elif recipient in places:
            hits.permanents.append((places[recipient], source, amount))
        else:
            players[recipient][source] = amount
    return hits
