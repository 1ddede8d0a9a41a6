"""JSON Schema (draft 2020-12) of every document, request and answer, built from the tables that read them.

What a reader accepts, its schema accepts; what a schema refuses, its reader refuses. Readers refuse more, which no
schema can say or none should repeat: ids that are used twice or name nothing, unknown keywords and counters, an integer
written `2.0`, a field that stands twice, and how parts fit together.

>>> schema_of("assignment")["$id"]
'urn:optimizer:schema:1:assignment'
>>> sorted(schema_of("line")["$defs"])
['assignment']
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ...formats.schema.documents import DOCUMENTS
from .exchanges import EXCHANGES
from .rpc import RPC

__all__ = ["NAMES", "VERSION", "schema_of"]

VERSION: Final = 1
"""The version of the schemas and of the engine's protocol; what is read or written otherwise raises it."""

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
ALL: Final = {**DOCUMENTS, **EXCHANGES, **RPC}

NAMES: Final = tuple(ALL)
"""What there are schemas of."""


def schema_of(name: str | None) -> dict[str, Any]:
    """The schema of a name, whole in itself; None: of everything, each under `$defs`. KeyError for another name."""
    body = {} if name is None else ALL[name]()
    needed = {one: ALL[one]() for one in (NAMES if name is None else needed_by(name))}
    title = body.pop("title", "Every document, request and answer")
    definitions = {"$defs": needed} if needed else {}
    return {
        "$schema": DIALECT,
        "$id": f"urn:optimizer:schema:{VERSION}{f':{name}' if name else ''}",
        "title": title,
        "version": VERSION,
        **body,
        **definitions,
    }


def needed_by(name: str) -> list[str]:
    """The names that a schema refers to, and those that these refer to, in the order of `NAMES`."""
    found: set[str] = set()
    look = [name]
    while look:
        for one in references(ALL[look.pop()]()):
            if one not in found:
                found.add(one)
                look.append(one)
    return [one for one in NAMES if one in found]


def references(part: Any) -> Iterator[str]:
    """The names that a part of a schema refers to."""
    if isinstance(part, list):
        for element in part:
            yield from references(element)
    elif isinstance(part, dict):
        for key, value in part.items():
            if key == "$ref" and isinstance(value, str):
                yield value.rpartition("/")[2]
            else:
                yield from references(value)
