"""Events of damage that isn't combat damage, read from JSON and dealt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...model.combat import Combat
from ...model.creature import Attacker, Blocker
from ...model.errors import Fault, InvalidDocument
from ...model.terms import PLAYER, Side
from ...model.words import close_to, show, some
from ...rules.damage.noncombat import ATTACKING_PLAYER, TYPES, DamageSource, Event, dealt
from ...rules.damage.resolution import Resolution
from .kinds import Color, Flag, Identity, Integer, Keywords, Kind, ListOf, Misread, OneOf, Word, is_object
from .record import REQUIRED, Field, Records, Table

__all__ = ["EVENT", "SOURCE", "deal"]


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
        Field("types", ListOf(OneOf({word: word for word in TYPES})), (), "its card types, for protection"),
        Field("controller", OneOf({str(side): side for side in Side}), Side.ATTACKING, "the player whose it is"),
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
    return dealt(combat, read_events(combat, events))


def read_events(combat: Combat, raw: Any) -> list[Event]:
    """The events that are told of; raises `InvalidDocument` with every fault."""
    try:
        values = Records(EVENT).read("events", raw)
    except Misread as misread:
        raise InvalidDocument([Fault(f"events{path}", message) for path, message in misread.faults]) from None
    reader = EventReader(combat)
    events = [reader.event(f"events[{index}]", value) for index, value in enumerate(values)]
    if reader.faults:
        raise InvalidDocument(reader.faults)
    return events


class EventReader:
    """Finds what events name in a combat; `faults` is what it didn't find."""

    def __init__(self, combat: Combat) -> None:
        self.faults: list[Fault] = []
        self.sources = {creature.id: DamageSource(creature) for creature in combat.creatures}
        self.known = {*self.sources, *combat.table.permanent_ids}
        self.recipients = (*self.sources, *combat.table.permanent_ids, PLAYER, ATTACKING_PLAYER)
        self.described: dict[str, tuple[dict[str, Any], DamageSource]] = {}

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

    def elsewhere(self, path: str, described: dict[str, Any]) -> DamageSource:
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


def source_of(described: Mapping[str, Any]) -> DamageSource:
    """The source that was described."""
    of_creature = {name: value for name, value in described.items() if name not in ("id", "types", "controller")}
    make = Attacker if described.get("controller", Side.ATTACKING) is Side.ATTACKING else Blocker
    ident = described.get("id", described.get("name", ""))
    return DamageSource(make(id=ident, power=0, toughness=0, **of_creature), described.get("types", ()))
