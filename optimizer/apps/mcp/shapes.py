"""The schemas of the tools: those of `optimizer.apps.schema`, as short as a reader without a validator wants them."""

from __future__ import annotations

from typing import Any, Final

from ...model.terms import LIMIT
from ..schema import schema_of

__all__ = ["brief", "whole"]

Schema = dict[str, Any]

LEFT_OUT: Final = frozenset(["$schema", "$id", "version", "pattern", "propertyNames", "maxLength", "not"])
"""What only a validator needs; the readers say it better."""


def brief(name: str) -> Schema:
    """The schema of a name, for what is read: what is asked for in a few words, everything else left to the readers.

    >>> brief("attacks")["additionalProperties"]
    {'type': 'string'}
    """
    shortened: Schema = short(schema_of(name))
    return shortened


def short(part: Any) -> Any:
    """A part without what only a validator needs. A field may have one of those words as its name."""
    if isinstance(part, list):
        return [short(element) for element in part]
    if not isinstance(part, dict):
        return part
    return {
        key: {name: short(field) for name, field in value.items()} if key == "properties" else short(value)
        for key, value in part.items()
        if key not in LEFT_OUT and not said_anyway(key, value)
    }


def said_anyway(key: str, value: Any) -> bool:
    """What is the same everywhere, or what no field means."""
    return (
        (key in ("minimum", "maximum") and abs(value) in (0, LIMIT, 1e9))
        or (key == "default" and value is False)
        or (key == "required" and value == [])
    )


def whole(name: str) -> Schema:
    """The schema of an answer, always an object; the combat that is left is not spelled out again."""
    schema = brief(name) | {"type": "object"}
    if "combat" in schema.get("$defs", {}):
        schema["$defs"]["combat"] = {"type": "object", "description": "a combat document"}
    return schema
