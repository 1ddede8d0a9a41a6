"""Tables of fields: what an object of a document may hold, read and written field by field."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ...model.sentences import pointed
from ...model.words import close_to, show
from .kinds import Kind, Misread, is_object, path_step

__all__ = ["REQUIRED", "Creatures", "Field", "Record", "Records", "Table"]

REQUIRED: Final = object()
"""As a default: the field can't be left out."""

LONGEST_LABEL: Final = 80


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its name in a document, what it may hold, what leaving it out means, and what it is for.

    `attribute` is its name in the value, where that is another; a `default` that can be called is taken of the value.
    """

    name: str
    kind: Kind
    default: Any
    meaning: str
    attribute: str = ""

    @property
    def inside(self) -> str:
        """Its name in the value."""
        return self.attribute or self.name

    def default_for(self, value: Any) -> Any:
        """What leaving it out means for this value."""
        return self.default(value) if callable(self.default) else self.default

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of what it may hold, with what it is for, and a default that is a plain value."""
        plain = {"default": self.kind.write(self.default)} if isinstance(self.default, (bool, int, float, str)) else {}
        return self.kind.schema() | {"description": self.meaning} | plain


@dataclass(frozen=True)
class Table:
    """The fields of one kind of object; `elsewhere` says of other objects' fields where they belong."""

    fields: tuple[Field, ...]
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    readers: dict[str, tuple[str, Callable[[str, Any], Any]]] = field(init=False, repr=False)
    required: tuple[str, ...] = field(init=False, repr=False)
    named: bool = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "readers", {entry.name: (entry.inside, entry.kind.read) for entry in self.fields})
        object.__setattr__(self, "required", tuple(entry.name for entry in self.fields if entry.default is REQUIRED))
        object.__setattr__(self, "named", "id" in self.readers)

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields)

    def read(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """The values by their names inside; `Misread`, with those that could be read, where anything is wrong."""
        values: dict[str, Any] = {}
        faults: list[tuple[str, str]] = []
        readers = self.readers
        for name, value in raw.items():
            reader = readers.get(name)
            if reader is None:
                faults.append((path_step(name), self.unknown(name)))
                continue
            try:
                values[reader[0]] = reader[1](name, value)
            except Misread as misread:
                faults += ((f".{name}{path}", message) for path, message in misread.faults)
                if misread.partial is not None:
                    values[reader[0]] = misread.partial
        for name in self.required:
            if name not in raw:
                faults.append((f".{name}", f"{name} is missing"))
        if faults:
            raise Misread(*self.labelled(raw, faults), partial=values)
        return values

    def write(self, value: Any) -> dict[str, Any]:
        """The document of a value, without what its defaults say."""
        document = {}
        for entry in self.fields:
            held = getattr(value, entry.inside)
            if entry.default is REQUIRED or held != entry.default_for(value):
                document[entry.name] = entry.kind.write(held)
        return document

    def unknown(self, name: Any) -> str:
        """What to say of a field that the table doesn't have."""
        where = self.elsewhere.get(name) if isinstance(name, str) else None
        if where:
            return f"{name!r} {where}"
        place = pointed(name.replace("_", " ")) if isinstance(name, str) else ""
        return f"unknown field {show(name)}" + (f": {place}" if place else close_to(name, list(self.readers)))

    def labelled(self, raw: Mapping[str, Any], faults: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """The faults, each with the id or name of the object that has it."""
        label = next((raw[key] for key in ("id", "name") if isinstance(raw.get(key), str)), "") if self.named else ""
        if not label.strip() or not label.isprintable() or len(label) > LONGEST_LABEL:
            return faults
        return [(path, f"{label}: {message}") for path, message in faults]

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of such an object; a creature has an id and its numbers, or a name, which may be a card's."""
        either = self.named and "id" not in self.required and "name" in self.readers
        numbers = [name for name in self.required if either and name in ("power", "toughness")]
        return {
            "type": "object",
            "properties": {entry.name: entry.schema() for entry in self.fields},
            "required": [name for name in self.required if name not in numbers],
            "additionalProperties": False,
        } | ({"anyOf": [{"required": ["id", *numbers]}, {"required": ["name"]}]} if either else {})


class Record(Kind):
    """An object with the fields of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def read(self, name: str, value: Any) -> dict[str, Any]:
        if not is_object(value):
            raise Misread(("", f"{name} must be an object, not {show(value)}"))
        return self.table.read(value)

    def write(self, value: Any) -> dict[str, Any]:
        return self.table.write(value)

    def schema(self) -> dict[str, Any]:
        return self.table.schema()


class Records(Kind):
    """A list of objects with the fields of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def read(self, name: str, value: Any) -> list[dict[str, Any]]:
        if not isinstance(value, (list, tuple)):
            raise Misread(("", f"{name} must be a list, not {show(value)}"))
        values: list[dict[str, Any]] = []
        faults: list[tuple[str, str]] = []
        for index, element in enumerate(value):
            if not is_object(element):
                faults.append((f"[{index}]", f"must be an object, not {show(element)}"))
                values.append({})
                continue
            try:
                values.append(self.table.read(element))
            except Misread as misread:
                faults += ((f"[{index}]{path}", message) for path, message in misread.faults)
                values.append(misread.partial)
        if faults:
            raise Misread(*faults, partial=values)
        return values

    def write(self, value: Any) -> list[dict[str, Any]]:
        return [self.table.write(element) for element in value]

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.table.schema()}


class Creatures(Records):
    """A list of creatures: objects with the fields of a table, or texts of the notation, which are objects by the time
    that they are read here (`optimizer.document`)."""

    def schema(self) -> dict[str, Any]:
        text = {"type": "string", "minLength": 1, "description": "a creature in the notation: '2 Grizzly Bears tapped'"}
        return {"type": "array", "items": {"anyOf": [self.table.schema(), text]}}
