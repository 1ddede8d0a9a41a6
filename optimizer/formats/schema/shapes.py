"""The few shapes that schemas are put together from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from ...model.terms import LIMIT
from ..json.kinds import Word

__all__ = [
    "AMOUNT", "INTEGER", "NAME", "NUMBER", "POINTS", "TEXT", "array", "either", "mapping", "nullable", "record", "ref",
    "word",
]  # fmt: skip

Schema = dict[str, Any]

TEXT: Final[Schema] = {"type": "string"}
NAME: Final[Schema] = Word().schema()
NUMBER: Final[Schema] = {"type": "number"}
INTEGER: Final[Schema] = {"type": "integer"}
AMOUNT: Final[Schema] = {"type": "integer", "minimum": 0}
POINTS: Final[Schema] = {"type": "integer", "minimum": -LIMIT, "maximum": LIMIT}


def record(fields: dict[str, Schema], optional: Iterable[str] = (), description: str = "") -> Schema:
    """An object with these fields and no others."""
    left_out = set(optional)
    said = {"description": description} if description else {}
    return {
        "type": "object",
        **said,
        "properties": fields,
        "required": [name for name in fields if name not in left_out],
        "additionalProperties": False,
    }


def mapping(values: Schema) -> Schema:
    """An object from names to values of one kind."""
    return {"type": "object", "additionalProperties": values}


def array(elements: Schema) -> Schema:
    """A list of one kind."""
    return {"type": "array", "items": elements}


def word(*words: str) -> Schema:
    """One of a few words."""
    return {"enum": list(words)}


def nullable(schema: Schema) -> Schema:
    """Something, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def either(*schemas: Schema) -> Schema:
    """One thing or another."""
    return {"anyOf": list(schemas)}


def ref(name: str, description: str = "") -> Schema:
    """What another schema says."""
    return {"$ref": f"#/$defs/{name}"} | ({"description": description} if description else {})
