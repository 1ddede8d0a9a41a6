"""Entries of a battlefield as creatures of a document: by the card table, as tokens, face down."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any, Final, NamedTuple

from ..cards import Card
from ..cards.filling import complete
from ..cards.finding import absent
from ..cards.names import halves, key
from .permanent import Entry
from .token import Tell, token_of

__all__ = ["EntryCard", "Find", "creature_of"]

Find = Callable[[str], Card | None]
"""Looks a creature card up by its name."""

LANDS: Final = frozenset(["plains", "island", "swamp", "mountain", "forest", "wastes"])


class EntryCard(NamedTuple):
    """What became of an entry: a creature, or none, and why; no reason where it is known to be no creature."""

    card: Card | None
    reason: str = ""

    def document(self, entry: Entry, ident: str, known: Container[str]) -> dict[str, Any]:
        """The creature in the fields that a table knows. Its numbers hold what counters on it give."""
        card = self.card
        assert card is not None
        counters = {kind: number for kind, number in entry.counters.items() if number}
        told = {"counters": counters, "damage": entry.damage, "tapped": entry.tapped and not entry.attacks,
                "summoning_sick": entry.sick and not entry.attacks, "commander": entry.commander}  # fmt: skip
        base = {"id": ident, "name": card.name} | {name: held for name, held in told.items() if held and name in known}
        if entry.suspected:
            base["keywords"] = [*card.keywords, *({"menace"} - set(card.keywords))]
            base |= {"cant_block": True} if "cant_block" in known else {}
        return complete(base, card, [name for name in FIELDS if name in known])


FIELDS: Final = (
    "power", "toughness", "not_counted", "keywords", "colors", "types", "can_block", "cant_attack", "cant_block",
    "cant_attack_alone", "cant_block_alone", "can_block_only", "unblockable", "min_blockers", "max_blockers",
    "min_blocker_power", "max_blocker_power", "must_attack", "must_block", "must_be_blocked", "must_be_blocked_by",
    "lure", "landwalk", "as_though_unblocked", "damage_equal_to_toughness", "assigns_no_damage", "deals_no_damage",
    "prevent", "excess_to_controller",
)  # fmt: skip
"""What a card may say."""


def creature_of(entry: Entry, find: Find, tell: Tell) -> EntryCard:
    """The creature of an entry.

    >>> from optimizer.formats.cards import find
    >>> creature_of(Entry(3, "craw wurm"), find, print).card.power
    6
    >>> creature_of(Entry(3, "Craw Worm"), find, print).reason
    "no creature card is called 'Craw Worm': did you mean 'Craw Wurm'?"
    """
    if entry.face_down:
        return EntryCard(Card("face-down creature", 2, 2))
    if entry.name.startswith(("t:", "T:")):
        token = token_of(entry, tell)
        if token is None:
            return EntryCard(None, f"{entry.name} tells no power and toughness" if entry.name.startswith("T:") else "")
        name = token.pop("name")
        return EntryCard(Card.of(name, token, "token"))
    if "loyalty" in entry.counters or "defense" in entry.counters or entry.host is not None:
        return EntryCard(None)
    if key(entry.name).removeprefix("snowcovered") in LANDS:
        return EntryCard(None)
    return by_name(entry, find)


def by_name(entry: Entry, find: Find) -> EntryCard:
    """The creature of an entry's name, or of the other face of that card."""
    card = find(entry.name)
    if entry.back:
        faces = halves(card.whole) if card is not None else halves(entry.name)
        other = next((face for face in faces if card is None or key(face) != key(card.name)), None)
        card = None if other is None else find(other)
        if card is None:
            return EntryCard(None, f"the other face of {entry.name} is no creature that is known")
    if card is None:
        return EntryCard(None, absent(entry.name).replace("no card", "no creature card", 1))
    for number in ("power", "toughness"):
        if isinstance(getattr(card, number), str):
            return EntryCard(None, f"{getattr(card, number)} is printed as the {number} of {card.name}")
    return EntryCard(card)
