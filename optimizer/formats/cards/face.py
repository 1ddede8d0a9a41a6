"""From what files say of a creature, each in its way, to a card."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from .card import Card
from .keyword_lines import keywords_of, printed_lines, without_label
from .statics import about_itself, statics_of

__all__ = ["Face", "card_of"]

TOUCHES: Final = re.compile(
    r"\b(?:all colors|attack|block|combat|damage|gets? [+-]|flying|reach|first strike|double strike|trample|deathtouch|"
    r"lifelink|menace|indestructible|wither|infect|protection|vigilance|defender|banding|absorb|bands with|landwalk)",
    re.IGNORECASE,
)
"""A line that may matter in combat."""

LETTERS: Final = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
CARD_TYPES: Final = ("artifact", "battle", "enchantment", "kindred", "land", "planeswalker", "tribal")


@dataclass(frozen=True, slots=True)
class Face:
    """A face of a card with power and toughness, as a file has it; `others`: its names in other languages."""

    name: str
    whole: str
    power: str
    toughness: str
    text: str
    types: tuple[str, ...]
    colors: tuple[str, ...]
    legendary: bool = False
    others: tuple[str, ...] = ()


def card_of(face: Face) -> Card:
    """The card: numbers, keywords that stand as keyword lines, and what its text says of itself in combat.

    >>> text = "Flying, first strike\\nThis creature can't block.\\nAs long as you have no cards, it has lifelink."
    >>> card = card_of(Face("Bat", "Bat", "1+*", "2", text, (), ("black",)))
    >>> card.power, card.toughness, card.keywords, card.statics
    ('1+*', 2, ('flying', 'first strike'), (('cant_block', True),))
    >>> card.unread
    ('As long as you have no cards, it has lifelink.',)
    """
    keywords: list[str] = []
    fields: dict[str, Any] = {}
    unread: list[str] = []
    for line in printed_lines(face.text):
        listed = keywords_of(without_label(line))
        if listed is not None:
            keywords += listed[0]
            unread += listed[1]
            continue
        if not TOUCHES.search(line):
            continue
        said, complete = statics_of(about_itself(line, own_names(face)))
        keywords += said.pop("keywords", [])
        fields |= said
        if not complete:
            unread.append(line)
    colors = tuple(fields.pop("colors", face.colors))
    return Card(
        face.name,
        number(face.power),
        number(face.toughness),
        tuple(keywords),
        tuple(color for color in LETTERS.values() if color in colors),
        face.types,
        tuple(sorted(fields.items())),
        "" if face.whole == face.name else face.whole,
        tuple(unread),
    )


def number(text: str) -> int | str:
    """A printed power or toughness: a number, or the text where it is none.

    >>> number("3"), number("-1"), number("*"), number("1+*"), number("2.5")
    (3, -1, '*', '1+*', '2.5')
    """
    return int(text) if re.fullmatch(r"-?[0-9]{1,7}", text) else text


def own_names(face: Face) -> set[str]:
    """The names that a card's text calls it by: a legend by the first part of its name too."""
    names = {face.name, face.whole}
    if face.legendary:
        names |= {re.split(part, face.name)[0] for part in (",", " the ", " of ", " ")}
    elif "," in face.name:
        names.add(face.name.split(",")[0])
    return names - {"The", "A"}
