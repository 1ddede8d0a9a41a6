"""Documents in which texts stand for creatures: `{"creatures": ["Serra Angel", "2 Grizzly Bears tapped"]}`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from ...model.errors import Fault, InvalidDocument, NotationError
from ..json.record import Records, Table
from .cursor import MOST
from .list_reader import as_fields

__all__ = ["read_words"]

Value = TypeVar("Value")


def read_words(
    table: Table, sides: Iterable[str], document: Mapping[str, Any], read: Callable[[Mapping[str, Any]], Value]
) -> Value:
    """The value of a document in which texts stand for creatures (docs/notation.md); faults have the texts' places.

    `table` has its fields, `sides` are its lists of creatures, and `read` takes the document with objects instead.
    """
    tables = {entry.name: entry.kind.table for entry in table if isinstance(entry.kind, Records)}
    faults: list[Fault] = []
    told = dict(document)
    places: dict[str, list[int]] = {}
    for side in sides:
        if not isinstance(document.get(side), (list, tuple)):
            continue
        objects: list[Any] = []
        places[side] = []
        for place, one in enumerate(document[side]):
            try:
                found = as_fields(one, tables[side]) if isinstance(one, str) else [one]
            except NotationError as error:
                faults += [Fault(f"{side}[{place}]", str(fault)) for fault in error.faults]
                continue
            objects += found
            places[side] += [place] * len(found)
            if len(objects) > MOST:
                raise InvalidDocument([Fault(side, f"expected at most {MOST:,} creatures where texts stand for them")])
        told[side] = objects

    def moved(match: re.Match[str]) -> str:
        held = places.get(match[1], ())
        return f"{match[1]}[{held[int(match[2])] if int(match[2]) < len(held) else match[2]}]"

    try:
        value = read(told)
    except InvalidDocument as error:
        faults += [Fault(re.sub(r"^(\w+)\[(\d+)\]", moved, one.field), one.message) for one in error.faults]
    if faults:
        raise InvalidDocument(faults)
    return value
