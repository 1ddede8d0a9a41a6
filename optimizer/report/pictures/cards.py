"""The words on a card, and how much room they take."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from .letters import clean, shorten, width_of, wrap
from .scene import DrawnTarget, Figure

__all__ = ["CARD_WIDTH", "PAD", "CardRow", "Words", "card_words", "target_words"]

CARD_WIDTH: Final = 152
WIDEST: Final = 196
"""A card is no wider for its name's sake; a longer one is shortened."""

PAD: Final = 8.0

NAME: Final = 13.0
NUMBERS: Final = 17.0
SMALL: Final = 11.0


@dataclass(frozen=True, slots=True)
class CardRow:
    """Words on a card: their class, their size, where their baseline is below the card's upper edge; `last`: they end
    at the card's right edge."""

    words: str
    kind: str
    size: float
    down: float
    bold: bool = False
    last: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """The words on a card, the height they need, and all of it for a tooltip."""

    rows: tuple[CardRow, ...]
    height: float
    full: str


def least_width(figure: Figure) -> float:
    """How wide a card must be for its numbers, which are never shortened, and for a name that isn't too long.

    >>> ox = Figure(id="ox", name="Ox", power=2, toughness=3, side="attacking")
    >>> least_width(ox), least_width(Figure(id="x", name="X", power=10**6, toughness=10**6, side="attacking")) > 160
    (152, True)
    """
    width = width_of(numbers_of(figure), NUMBERS, bold=True)
    if figure.damage:
        width += width_of(f"  {figure.damage} damage", SMALL, bold=True)
    name = min(WIDEST, width_of(figure.name[:WIDEST], NAME, bold=True) + 2 * PAD + 1)
    return max(CARD_WIDTH, name, width + 2 * PAD, width_of(figure.told, SMALL, bold=True) + 2 * PAD)


def numbers_of(figure: Figure) -> str:
    """Power and toughness."""
    return f"{figure.power}/{figure.toughness}"


def card_words(figure: Figure, width: float) -> Words:
    """What stands on a creature's card of a width.

    >>> fish = Figure(id="fish", name="Fish", power=2, toughness=3, side="attacking", keywords=("flying", "trample"))
    >>> [row.words for row in card_words(fish, 152).rows]
    ['Fish', '2/3', 'flying, trample']
    """
    room = width - 2 * PAD
    rows = [CardRow(shorten(figure.name, room, NAME, bold=True), "name", NAME, 19, bold=True)]
    down = 19.0
    if figure.alike:
        down += 13
        rows.append(CardRow(shorten(clean(figure.id), room, SMALL), "note", SMALL, down))
    down += 20
    rows.append(CardRow(numbers_of(figure), "numbers", NUMBERS, down, bold=True))
    if figure.damage:
        rows.append(CardRow(f"{figure.damage} damage", "mark", SMALL, down, bold=True, last=True))
    for pieces, kind in ((figure.keywords, "note"), (figure.marks, "mark")):
        for line in wrap(pieces, room, SMALL, 2):
            down += 14
            rows.append(CardRow(line, kind, SMALL, down))
    if figure.told:
        down += 17
        rows.append(CardRow(figure.told, "fate", SMALL, down, bold=True))
    return Words(tuple(rows), down + 11, full_words(figure))


def full_words(figure: Figure) -> str:
    """All of a creature, for a tooltip."""
    told: Iterable[str] = (
        f"{figure.name} {numbers_of(figure)}" + (f" ({clean(figure.id)})" if figure.alike else ""),
        ", ".join(figure.keywords),
        f"{figure.damage} damage" if figure.damage else "",
        ", ".join(figure.marks),
        figure.told,
    )
    return "; ".join(part for part in told if part)


def target_words(target: DrawnTarget, width: float) -> Words:
    """What stands on what is attacked."""
    room = width - 4 * PAD
    name = shorten(target.name, room, NAME, bold=True)
    numbers = shorten(target.numbers, room, SMALL)
    rows = (CardRow(name, "name", NAME, 20, bold=True), CardRow(numbers, "note", SMALL, 36))
    return Words(rows, 46, f"{target.name}: {target.numbers}")
