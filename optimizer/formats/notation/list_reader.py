"""Creatures in words where a document or a page takes a list of them: `Serra Angel, 2 Grizzly Bears tapped`."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from ...model.errors import Fault, NotationError
from ..cards.filling import triggering
from ..json.kinds import Misread
from ..json.naming import name_creatures
from ..json.record import Table
from .board_reader import CREATURE, MemberReader
from .cursor import Slip
from .words import COMBAT_FLAGS, FLAGS

__all__ = ["Creatures", "as_fields", "creatures"]

SEPARATORS = (",", ";", "end")


class Creatures(NamedTuple):
    """Creatures as fields of a document, and whether triggers of theirs are still to come."""

    found: list[dict[str, Any]]
    pending: bool


class ListReader(MemberReader):
    """A reader of one list, whose creatures have the fields of a table."""

    sides: tuple[str, ...] = ("creatures", "")

    def __init__(self, text: str, table: Table, *, completes: bool) -> None:
        super().__init__(text)
        self.completes = completes
        self.members = 0
        self.tables = {"creatures": table}
        self.flags = FLAGS if "tapped" in table.readers else COMBAT_FLAGS
        self.targets = "attacking" in table.readers

    def statements(self) -> None:
        """Every creature, those after a slip too."""
        while self.token.kind != "end":
            if self.token.kind in SEPARATORS:
                self.advance()
                continue
            try:
                self.members += 1
                self.member("creatures")
                if self.token.kind not in SEPARATORS:
                    raise Slip(self.token, "expected ',' before another creature")
            except Slip as slip:
                self.fault(slip.token, slip.message)
                self.skip(SEPARATORS)
        for _, creature, field, mentions in self.references:
            creature[field] = [mention.text if mention.ident is None else mention.ident for mention in mentions]
        if not self.document["creatures"] and not self.faults:
            self.fault(self.token, CREATURE)
        if self.faults:
            raise NotationError(self.faults)

    def as_written(self, place: int, creature: dict[str, Any]) -> dict[str, Any]:
        """A creature as a document has it; what is wrong with its fields is noted."""
        table = self.tables["creatures"]
        try:
            values = table.read(creature)
        except Misread as misread:
            for path, message in misread.faults:
                self.fault(self.located(f"creatures[{place}]{path}"), message)
            return {}
        return {entry.name: entry.kind.write(values[entry.inside]) for entry in table if entry.inside in values}


def as_fields(text: str, table: Table) -> list[dict[str, Any]]:
    """The creatures that a text in a list of a document stands for, as objects for the document's reader.

    Of a card stands there only what isn't read off it by the name alone. Raises `NotationError`.

    >>> from optimizer.formats.json.board_fields import ATTACKS
    >>> from optimizer.formats.notation.words import creature_tables
    >>> as_fields("2 Suntail Hawk tapped", creature_tables(ATTACKS)["creatures"])[1]
    {'name': 'Suntail Hawk', 'keywords': ['flying'], 'colors': ['white'], 'tapped': True}
    """
    reader = ListReader(text, table, completes=False)
    reader.statements()
    found: list[dict[str, Any]] = reader.document["creatures"]
    if reader.members > 1:
        raise NotationError([Fault("", "expected one creature: the next one is a text of its own")])
    return found


def creatures(text: str, table: Table, taken: Collection[str] = ()) -> Creatures:
    """The creatures that a text names, with all that their cards say, and with ids that aren't taken.

    >>> from optimizer.formats.json.board_fields import ATTACKS
    >>> from optimizer.formats.notation.words import creature_tables
    >>> found, pending = creatures("2 Bear 2/2; Palace Guard", creature_tables(ATTACKS)["creatures"], {"bear"})
    >>> [one["id"] for one in found], found[2]["can_block"], pending
    (['bear-2', 'bear-3', 'palace-guard'], 'any', False)

    Raises `NotationError` with every fault.
    """
    reader = ListReader(text, table, completes=True)
    reader.statements()
    found = [reader.as_written(place, creature) for place, creature in enumerate(reader.document["creatures"])]
    if reader.faults:
        raise NotationError(reader.faults)
    for creature in found:
        if creature.get("id") in taken:
            del creature["id"]
    name_creatures({"creatures": found}, ["creatures"], taken)
    ordered = [{"id": creature.pop("id"), **creature} for creature in found]
    return Creatures(ordered, any(triggering(card.keywords) for _, card in reader.cards))
