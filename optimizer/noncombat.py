"""Damage that isn't combat damage: events from any source to any recipient, dealt at once (120.2b, 120.3).

It has the same consequences as combat damage, without what speaks of combat damage only: toxic (702.164c), poisonous
(702.70a), commander damage (903.10a), `deals_no_damage`, and the rules of assignment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from .combat import Combat
from .creature import Attacker, Blocker, Creature
from .errors import Fault, InvalidDocument
from .kinds import (
    Choice, Color, Flag, Identity, Integer, Keywords, Kind, ListOf, Misread, Word, close_to, is_object, show, some,
)  # fmt: skip
from .outcome import outcome_of
from .record import REQUIRED, Field, Records, Table
from .resolution import Hits, Resolution, excess_of, inflict, lost, next_combat
from .table import DEAD, FIGHTING, Traits
from .terms import PLAYER, Side

__all__ = ["ATTACKING_PLAYER", "EVENT", "SOURCE", "deal"]

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


class Named(Kind):
    """The id of a creature of the document, or an object that is described."""

    def read(self, name: str, value: Any) -> Any:
        if is_object(value):
            return SOURCE.read(value)
        if isinstance(value, str):
            return Word().read(name, value)
        raise Misread(("", f"{name} must be the id of a creature or an object such as {{'name': 'Shock'}}"))

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [Word().schema(), SOURCE.schema()]}


SOURCE: Final = Table(
    (
        Field("id", Identity(), None, "not one of the document's; events that name it have the same source"),
        Field("name", Word(), None, "what a person reads"),
        Field("keywords", Keywords(), (), "its keyword abilities, or the last it had (702.2e, 702.15c)"),
        Field("colors", ListOf(Color()), (), "its colors"),
        Field("types", ListOf(Choice({word: word for word in TYPES})), (), "its card types, for protection"),
        Field("controller", Choice({str(side): side for side in Side}), Side.ATTACKING, "the player whose it is"),
        Field("excess_to_controller", Flag(), False, "excess it deals goes to the creature's controller (120.4a)"),
    )
)
EVENT: Final = Table(
    (
        Field("source", Named(), REQUIRED, "the id of a creature of the document, or an object wherever it is"),
        Field(
            "recipient",
            Word(),
            REQUIRED,
            f"the id of a creature, planeswalker or battle, '{PLAYER}' or '{ATTACKING_PLAYER}'",
        ),
        Field("amount", Integer(0), REQUIRED, "how much damage; 0 is none (120.8)"),
    )
)


class Source(Traits):
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
        return super().shrugs(source) or (isinstance(source, Source) and not self.shunned.isdisjoint(source.qualities))


class Event(NamedTuple):
    """Damage from a source to a recipient by its id."""

    source: Source
    recipient: str
    amount: int


def deal(combat: Combat, events: Sequence[Mapping[str, Any]]) -> Resolution:
    """What damage that isn't combat damage does, all of it dealt at once; `next` stands at the same step.

    An event is `{"source": …, "recipient": …, "amount": …}`. A source is the id of a creature of the combat, or an
    object `{"id" or "name", "keywords", "colors", "types", "controller", "excess_to_controller"}` wherever it is. A
    recipient is an id, `player` for the defending player, or `attacking player`.

    Raises `InvalidDocument` with every fault.

    >>> from optimizer import Combat
    >>> combat = Combat.from_document({"attackers": [{"id": "wurm", "power": 5, "toughness": 4}]})
    >>> shock = {"name": "Shock", "types": ["instant"], "controller": "defending"}
    >>> dealt = deal(combat, [{"source": shock, "recipient": "wurm", "amount": 2}])
    >>> dealt.outcome.creatures["wurm"].damage, dealt.next.attackers[0].damage
    (2, 2)
    """
    table, start = combat.table, combat.table.start
    read = read_events(combat, events)
    if start.over and lost(start):
        read = []  # the game ended before, by triggers that were pending
    attackers = [Recipient(creature, index) for index, creature in enumerate(combat.attackers)]
    blockers = [Recipient(creature, index) for index, creature in enumerate(combat.blockers)]
    struck = inflict(attackers, blockers, start, arrivals(combat, read))
    after = struck.position
    over = lost(after) or all(body.place != FIGHTING for body in after.attackers)
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
    together: dict[tuple[Source, str], int] = {}
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


def read_events(combat: Combat, raw: Any) -> list[Event]:
    """The events that are told of; raises `InvalidDocument` with every fault."""
    try:
        values = Records(EVENT).read("events", raw)
    except Misread as misread:
        raise InvalidDocument([Fault(f"events{path}", message) for path, message in misread.faults]) from None
    reader = Reader(combat)
    events = [reader.event(f"events[{index}]", value) for index, value in enumerate(values)]
    if reader.faults:
        raise InvalidDocument(reader.faults)
    return events


class Reader:
    """Finds what events name in a combat; `faults` is what it didn't find."""

    def __init__(self, combat: Combat) -> None:
        self.faults: list[Fault] = []
        self.sources = {creature.id: Source(creature) for creature in combat.creatures}
        self.known = {*self.sources, *combat.table.permanent_ids}
        self.recipients = (*self.sources, *combat.table.permanent_ids, PLAYER, ATTACKING_PLAYER)
        self.described: dict[str, tuple[dict[str, Any], Source]] = {}

    def event(self, path: str, value: dict[str, Any]) -> Event:
        """The event that was read from a place in the document."""
        source, recipient = value["source"], value["recipient"]
        if self.recipients.count(recipient) != 1:
            what = "names a creature and a player" if recipient in self.known else "is nothing that can be dealt damage"
            self.fault(f"{path}.recipient", recipient, what, self.recipients)
        if isinstance(source, str):
            if source not in self.sources:
                self.fault(f"{path}.source", source, "is no creature of the document", tuple(self.sources))
                self.sources[source] = source_of({"id": source})
            return Event(self.sources[source], recipient, value["amount"])
        return Event(self.elsewhere(f"{path}.source", source), recipient, value["amount"])

    def elsewhere(self, path: str, described: dict[str, Any]) -> Source:
        """A source that is described where it is named; the same id is the same object."""
        ident = described.get("id")
        if ident is None:
            if "name" not in described:
                self.faults.append(Fault(f"{path}.id", "a source needs an id or a name"))
            return source_of(described)
        first, source = self.described.setdefault(ident, (described, source_of(described)))
        if ident in self.known:
            self.faults.append(Fault(f"{path}.id", f"{show(ident)} is in the document, so the id alone names it"))
        elif first != described:
            self.faults.append(Fault(f"{path}.id", f"{show(ident)} is described in two ways"))
        return source

    def fault(self, path: str, word: str, what: str, known: Sequence[str]) -> None:
        """An id that names nothing, with what it may have been meant for."""
        meant = close_to(word, known) or (f"; expected {some(known)}" if known else "")
        self.faults.append(Fault(path, f"{show(word)} {what}{meant}"))


def source_of(described: Mapping[str, Any]) -> Source:
    """The source that was described."""
    of_creature = {name: value for name, value in described.items() if name not in ("id", "types", "controller")}
    make = Attacker if described.get("controller", Side.ATTACKING) is Side.ATTACKING else Blocker
    ident = described.get("id", described.get("name", ""))
    return Source(make(id=ident, power=0, toughness=0, **of_creature), described.get("types", ()))
