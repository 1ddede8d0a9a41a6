"""What the log doesn't say and a person does: names of cards, keywords of abilities, fields of creatures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ...model.errors import Fault, InvalidDocument
from ...model.keywords import KeywordError, canonical
from ...model.words import close_to, show

__all__ = ["Told", "told_of"]

SHAPE: Final = 'expected {"cards": {"79545": "Craw Wurm"}, "objects": {"351": {…}}, "abilities": {"147916": "toxic 1"}}'
PARTS: Final = ("cards", "objects", "abilities")


@dataclass(frozen=True)
class Told:
    """Fields by grpId of a card and by instanceId of an object, keywords by grpId of an ability."""

    cards: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    objects: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    abilities: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    def of(self, ident: int, card: int | None) -> dict[str, Any]:
        """What is told of an object."""
        return {**self.cards.get(str(card), {}), **self.objects.get(str(ident), {})}


def told_of(value: Any) -> Told:
    """What a person tells, read from JSON; raises `InvalidDocument`.

    >>> told = told_of({"cards": {"79545": "Craw Wurm"}, "abilities": {"147916": "toxic 1", "150": ""}})
    >>> told.of(351, 79545), told.abilities
    ({'name': 'Craw Wurm'}, {147916: ('toxic 1',), 150: ()})
    """
    if not isinstance(value, Mapping) or not all(isinstance(part, Mapping) for part in value.values()):
        raise fault(f"{SHAPE}, not {show(value)}")
    for part in value:
        if part not in PARTS:
            expected = close_to(part, PARTS) or f": expected {', '.join(PARTS)}"
            raise fault(f"unknown part {show(part)}{expected}")
    cards, objects = (
        {str(name): named(str(name), held) for name, held in value.get(part, {}).items()} for part in PARTS[:2]
    )
    return Told(cards, objects, dict(ability(str(name), held) for name, held in value.get("abilities", {}).items()))


def named(name: str, held: Any) -> dict[str, Any]:
    """The fields told of a thing; a text is its name."""
    if isinstance(held, str):
        return {"name": held}
    if isinstance(held, Mapping):
        return dict(held)
    raise fault(f"{name}: expected a name or fields of a creature, not {show(held)}")


def ability(name: str, held: Any) -> tuple[int, tuple[str, ...]]:
    """The keywords of an ability; an empty text says that it doesn't touch combat."""
    if not name.isdecimal() or not isinstance(held, str):
        raise fault(f"abilities: expected an ability's number and its keyword, not {show(name)}: {show(held)}")
    try:
        return int(name), canonical(held) if held.strip() else ()
    except KeywordError as error:
        raise fault(f"abilities: {name}: {error}") from None


def fault(problem: str) -> InvalidDocument:
    """An error about what was told."""
    return InvalidDocument([Fault("--tell", problem)])
