"""A creature card as a value: what it says in the fields of a document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ...model.errors import CombatError

__all__ = ["Card", "CardError"]

LISTS: Final = ("keywords", "colors", "types")


class CardError(CombatError):
    """What is wrong with a card table, or with a file that is to become one."""


@dataclass(frozen=True, slots=True)
class Card:
    """A creature, or one face of it. `power` and `toughness` are texts where no number is printed, such as `*`.

    `statics` are further fields of a document and what they hold; `whole` is the name of the whole card where it has
    several; `unread` are lines of its text that touch combat and are not in the fields; `source` says which table.

    >>> guard = Card("Palace Guard", 1, 4, colors=("white",), statics=(("can_block", "any"),))
    >>> guard.fields()
    {'power': 1, 'toughness': 4, 'colors': ['white'], 'can_block': 'any'}
    >>> Card.of("Palace Guard", guard.fields(), "shipped").statics
    (('can_block', 'any'),)
    """

    name: str
    power: int | str
    toughness: int | str
    keywords: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    statics: tuple[tuple[str, Any], ...] = ()
    whole: str = ""
    unread: tuple[str, ...] = ()
    source: str = ""

    def fields(self) -> dict[str, Any]:
        """What a document says of it; power and toughness may be texts."""
        lists = {name: list(getattr(self, name)) for name in LISTS if getattr(self, name)}
        return {"power": self.power, "toughness": self.toughness} | lists | dict(self.statics)

    def to_dict(self) -> dict[str, Any]:
        """All of it, as `optimizer cards show --json` prints it."""
        more = {"card": self.whole, "unread": list(self.unread), "table": self.source}
        return {"name": self.name} | self.fields() | {name: held for name, held in more.items() if held}

    @classmethod
    def of(cls, name: str, fields: Mapping[str, Any], source: str, whole: str = "", unread: Any = ()) -> Card:
        """The card of fields as `fields()` gives them."""
        keywords, colors, types = (tuple(fields.get(field, ())) for field in LISTS)
        return cls(
            name,
            fields["power"],
            fields["toughness"],
            keywords,
            colors,
            types,
            tuple((field, held) for field, held in fields.items() if field not in ("power", "toughness", *LISTS)),
            whole,
            tuple(unread),
            source,
        )
