"""An object of the game as a creature of a document."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

from ...model.errors import Fault, InvalidDocument
from ..cards import find
from .abilities import COLORS, COUNTERS, KEYWORDS
from .game import Object, listed, number
from .request import Assigner, Request
from .told import Told

__all__ = ["ability_ids", "creature_of", "deadly", "keywords_of", "needed"]


def creature_of(request: Request, ident: int, thing: Object, told: Told, known: Container[str]) -> dict[str, Any]:
    """The creature of an object in the fields that a table knows: its numbers as they are now, counters included."""
    where = f"{request.where}: object {ident}"
    creature: dict[str, Any] = {
        "id": str(ident),
        "power": needed(where, thing, "power"),
        "toughness": needed(where, thing, "toughness"),
        "keywords": keywords_of(thing, told),
        "colors": [COLORS[color] for color in map(str, listed(thing, "color")) if color in COLORS],
        "damage": number(thing, "damage", where) or 0,
        "counters": {COUNTERS[kind]: n for kind, n in request.game.counters(ident).items() if kind in COUNTERS and n},
    }
    creature = {name: held for name, held in creature.items() if held or name in ("power", "toughness")}
    said = told.of(ident, number(thing, "grpId"))
    if said.get("name"):
        add_card(creature, said["name"], known)
    creature["keywords"] = union(creature.get("keywords", ()), said.pop("keywords", ()))
    creature |= said
    return creature if creature["keywords"] else {name: creature[name] for name in creature if name != "keywords"}


def add_card(creature: dict[str, Any], name: str, known: Container[str]) -> None:
    """Add what a card says that the game's messages have no number for: keywords with a number, other abilities."""
    card = find(name)
    if card is None:
        return
    numbered = [keyword for keyword in card.keywords if keyword not in KEYWORDS.values()]
    creature["keywords"] = union(creature.get("keywords", ()), numbered)
    creature |= {field: held for field, held in card.statics if field in known}
    if card.unread:
        creature["not_counted"] = list(card.unread)


def union(first: Iterable[str], second: Any) -> list[Any]:
    """Two lists as one, nothing twice; what is no list stays for the document's reader to refuse."""
    return list(dict.fromkeys([*first, *(second if isinstance(second, (list, tuple)) else [second])]))


def ability_ids(thing: Object) -> list[int]:
    """The numbers of an object's abilities, in the old form and in the new."""
    found = []
    for one in (*listed(thing, "uniqueAbilities"), *listed(thing, "abilities")):
        ident = number(one, "grpId") if isinstance(one, dict) else one
        if isinstance(ident, int):
            found.append(ident)
    return list(dict.fromkeys(found))


def keywords_of(thing: Object, told: Told) -> list[str]:
    """The keywords of an object whose numbers are known or told."""
    found: list[str] = []
    for ident in ability_ids(thing):
        if ident in told.abilities:
            found += told.abilities[ident]
        elif ident in KEYWORDS:
            found.append(KEYWORDS[ident])
    return list(dict.fromkeys(found))


def deadly(assigner: Assigner, left: dict[int, int]) -> bool:
    """Whether a request shows that 1 damage is lethal to everyone though more is left of someone: deathtouch.

    `left` is what is left of the creatures among the receivers: toughness less damage.
    """
    lethal = [(receiver.least, left[receiver.ident]) for receiver in assigner.receivers if receiver.ident in left]
    return any(n > 1 for _, n in lethal) and all(least == min(1, max(n, 0)) for least, n in lethal)


def needed(where: str, thing: Object, name: str) -> int:
    """A number of an object that must be there."""
    value = number(thing, name, where)
    if value is None:
        raise InvalidDocument([Fault(where, f"its {name} is missing")])
    return value
