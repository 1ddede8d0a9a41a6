"""Documents with creatures by name alone: what they leave out comes from the cards.

A document that gives every power and toughness is never looked at here.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any, Final

from ...model.creature import changed_by
from ..json.kinds import Counters, Misread, is_object
from ..json.record import Records, Table
from .card import Card, CardError
from .finding import absent, find

__all__ = ["NUMBERS", "complete", "read_by_name", "trigger_fault", "triggering"]

NUMBERS: Final = ("power", "toughness")
TRIGGERS: Final = frozenset(
    ["exalted", "battle cry", "melee", "flanking", "bushido", "rampage", "frenzy", "afflict"]
)  # fmt: skip
"""Keywords that change power, toughness or life on attack and block, by their first words."""

COUNTERS: Final = Counters()
MOST_HINTS: Final = 20  # looking for a likeness takes a millisecond


def read_by_name(table: Table, sides: Iterable[str], document: Mapping[str, Any], misread: Misread) -> dict[str, Any]:
    """The values of a document in which something was missing, with what the cards say of creatures by name alone.

    Raises `Misread` with all that is still wrong.
    """
    filled = Filled(table, document)
    for side in sides:
        filled.side(side)
    if not filled.cards and not filled.told:
        raise misread
    filled.triggers()
    try:
        values = table.read(filled.document)
    except Misread as other:
        faults = [(path, filled.message(path, message)) for path, message in other.faults]
        kept = [(path, message) for path, message in faults if message]
        raise Misread(*kept, *filled.faults, partial=other.partial) from None
    if filled.faults:
        raise Misread(*filled.faults, partial=values)
    return values


class Filled:
    """A document that is being filled in; `told` holds, by the path of what is missing, what to say instead."""

    def __init__(self, table: Table, document: Mapping[str, Any]) -> None:
        self.table = table
        self.document = dict(document)
        self.cards: list[Card] = []
        self.told: dict[str, str] = {}
        self.faults: list[tuple[str, str]] = []
        self.creatures = 0

    def side(self, side: str) -> None:
        """Fill in the creatures of a list."""
        held = self.document.get(side)
        kind = next((entry.kind for entry in self.table if entry.name == side), None)
        if not isinstance(held, (list, tuple)) or not isinstance(kind, Records):
            return
        self.creatures += len(held)
        known = kind.table.readers
        self.document[side] = [
            self.creature(f".{side}[{index}]", creature, known) if is_object(creature) else creature
            for index, creature in enumerate(held)
        ]

    def creature(self, path: str, creature: Mapping[str, Any], known: Container[str]) -> Mapping[str, Any]:
        """A creature with what its card says; as it is where it has its numbers, or no card."""
        name = creature.get("name")
        absentees = [number for number in NUMBERS if number not in creature]
        if not absentees or type(name) is not str or not name.strip():
            return creature
        try:
            card = find(name)
            hint = "" if card else absent(name) if len(self.told) < MOST_HINTS else f"no card is called {name!r}"
        except CardError as error:
            card, hint = None, str(error)
        if card is None:
            both = len(absentees) > 1
            what = "power and toughness are missing" if both else f"{absentees[0]} is missing"
            self.told[f"{path}.{absentees[0]}"] = f"{what}, and {hint}"
            if both:
                self.told[f"{path}.toughness"] = ""
            return creature
        self.cards.append(card)
        starred = [number for number in absentees if isinstance(getattr(card, number), str)]
        for number in starred:
            printed = f"{getattr(card, number)} is printed on {card.name}"
            more = f", and {also(card, known)}" if len(starred) > 1 and also(card, known) else ""
            self.told[f"{path}.{number}"] = f"{number} is missing: {printed}, so say the number{more}"
        return complete(creature, card, known)

    def message(self, path: str, message: str) -> str:
        """What to say of a fault; nothing where another says it too."""
        label, _, what = message.rpartition(": ")
        if path not in self.told or not what.endswith(" is missing"):
            return message
        told = self.told[path]
        return f"{label}: {told}" if label and told else told

    def triggers(self) -> None:
        """Printed numbers hold nothing of what triggers on attack and block gave: they are still to come."""
        if "triggers" in self.document:
            return
        card = next((card for card in self.cards if triggering(card.keywords)), None)
        if card is None:
            return
        if len(self.cards) == self.creatures and "step" not in self.document:
            self.document["triggers"] = "pending"
        else:
            self.faults.append((".triggers", trigger_fault(card)))


def complete(creature: Mapping[str, Any], card: Card, known: Container[str]) -> dict[str, Any]:
    """A creature with the fields of its card that it doesn't give itself and that its table has; what the card says of
    combat besides is told as not counted.

    Printed power and toughness change by the +1/+1 counters and the like that are on it.

    >>> bear = Card("Bear", 2, 2, keywords=("trample",), statics=(("can_block", "any"),))
    >>> complete({"name": "Bear", "counters": {"+1/+1": 2, "shield": 1}}, bear, ["power", "toughness", "keywords"])
    {'name': 'Bear', 'counters': {'+1/+1': 2, 'shield': 1}, 'power': 4, 'toughness': 4, 'keywords': ['trample']}
    """
    filled = dict(creature)
    more = dict(zip(NUMBERS, changes(creature.get("counters")), strict=True))
    for field, held in card.fields().items():
        if field in creature or field not in known:
            continue
        if field not in NUMBERS:
            filled[field] = held
        elif isinstance(held, int):
            filled[field] = held + more[field]
    if card.unread and "not_counted" in known:
        filled.setdefault("not_counted", list(card.unread))
    return filled


def also(card: Card, known: Container[str]) -> str:
    """The fields that a document has to give too where it gives both numbers.

    >>> also(Card("Drake", "*", "*", keywords=("flying", "haste"), colors=("blue",)), ["keywords"])
    'keywords flying, haste'
    """
    more = [(field, held) for field, held in card.fields().items() if field in known and field not in NUMBERS]
    return " and ".join(
        f"{field} {', '.join(map(str, held))}" if isinstance(held, list) else f"{field} {held}" for field, held in more
    )


def changes(counters: Any) -> tuple[int, int]:
    """What counters that nobody has read yet add to power and to toughness.

    >>> changes({"+1/+1": 2, "-0/-1": 1, "flying": 1})
    (2, 1)
    """
    try:
        return changed_by(COUNTERS.read("counters", {} if counters is None else counters))
    except Misread:  # which the document's reader will say
        return 0, 0


def triggering(keywords: Iterable[str]) -> bool:
    """Whether one of the keywords does something on attack or block.

    >>> triggering(["trample", "bushido 1"]), triggering(["trample"])
    (True, False)
    """
    return any(keyword.rstrip("0123456789 ") in TRIGGERS for keyword in keywords)


def trigger_fault(card: Card) -> str:
    """What to ask where it can't be known whether triggers have resolved."""
    keyword = next(keyword for keyword in card.keywords if triggering([keyword]))
    return (
        f"{card.name} by its name alone has its printed power and toughness, without what {keyword} gives: "
        "say 'pending' where that is still to come, 'applied' where it isn't"
    )
