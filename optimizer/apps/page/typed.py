"""Creatures as a person types them: `Wurm 6/4 trample, 3 Bear 2/2, Palace Guard`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any, Final

from ...formats.cards import CardError, find
from ...formats.cards.filling import complete
from ...formats.json.board_fields import ATTACKS
from ...formats.json.document import slug
from ...formats.notation.words import STATS
from ...model.combat import Combat
from ..requests import InvalidRequest
from .sheet import creature_table

__all__ = ["creatures", "is_whole"]

MOST: Final = 200
"""Creatures from one text."""

NUMBER: Final = re.compile(r"\s*(\d{1,4})\s*[x×]?\s+(?=[^\s\d/])")
TOGETHER: Final = re.compile(r'"(?:\\.|[^"\\])*"|\([^)]*\)|\[[^\]]*\]')
APART: Final = re.compile(r"[,;\n]")
ON_A_BOARD: Final = creature_table(ATTACKS, "defenders").readers


def is_whole(text: str) -> bool:
    """Whether a text is a combat or a document rather than a list of creatures.

    >>> is_whole("Ox 3/3 <- Bear 2/2"), is_whole('{"attackers": []}'), is_whole("Ox 3/3, Bear 2/2")
    (True, True, False)
    """
    if text.lstrip().startswith("{"):
        return True
    bare = TOGETHER.sub(" ", text)
    return any(sign in bare for sign in ("<-", "←", "|", "->", "→"))


def creatures(text: str, taken: Collection[str]) -> tuple[list[dict[str, Any]], bool]:
    """The creatures that a text names, with ids that aren't taken, and whether triggers of theirs are still to come.

    >>> found, pending = creatures("2 Bear 2/2, Palace Guard", {"bear"})
    >>> [one["id"] for one in found], found[2]["can_block"], pending
    (['bear-2', 'bear-3', 'palace-guard'], 'any', False)

    Raises `NotationError` and `InvalidRequest` with what is wrong.
    """
    ids = set(taken) | {"player"}
    found: list[dict[str, Any]] = []
    pending = False
    for part in parts(text):
        number = NUMBER.match(part)
        times = int(number.group(1)) if number else 1
        if number:  # blanks in its place, so that errors name the right column
            part = " " * number.end() + part[number.end() :]
        if not 0 < len(found) + times <= MOST:
            raise InvalidRequest("text", f"expected 1 to {MOST} creatures")
        combat = Combat.parse(part)
        if len(combat.attackers) != 1:
            raise InvalidRequest("text", "expected creatures, such as Bear 2/2 or a card's name")
        pending = pending or combat.pending
        (creature,) = combat.to_document()["attackers"]
        creature = with_card(creature, part)
        name = slug(creature.get("name", creature["id"]))
        for _ in range(times):
            ident = free(name if times > 1 or creature["id"] in ids else creature["id"], ids)
            ids.add(ident)
            found.append({**creature, "id": ident})
    if not found:
        raise InvalidRequest("text", "expected a creature, such as Bear 2/2 or a card's name")
    return found, pending


def parts(text: str) -> Iterator[str]:
    """The texts of single creatures, each where it stands in the whole; what stands before it is blank."""
    closed = TOGETHER.sub(lambda match: "x" * len(match.group()), text)
    start = 0
    for end in [*(match.start() for match in APART.finditer(closed)), len(text)]:
        if text[start:end].strip():
            yield " " * start + text[start:end]
        start = end + 1


def with_card(creature: dict[str, Any], text: str) -> dict[str, Any]:
    """A creature that was given by name alone with what its card says for boards as well."""
    if any(STATS.fullmatch(word) for word in text.split()):
        return creature
    try:
        card = find(creature.get("name", ""))
    except CardError:
        return creature
    return complete(creature, card, ON_A_BOARD) if card else creature


def free(name: str, taken: Collection[str]) -> str:
    """An id that isn't taken.

    >>> free("bear", {"bear", "bear-2"})
    'bear-3'
    """
    number = 2
    ident = name
    while ident in taken:
        ident, number = f"{name}-{number}", number + 1
    return ident
