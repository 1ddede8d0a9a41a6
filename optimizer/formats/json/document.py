"""Combat documents: JSON to a combat, with every fault at once, and back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NoReturn, TypeVar

from ...model.combat import Battle, Combat, Planeswalker, Player, Weights
from ...model.creature import Attacker, Blocker
from ...model.errors import Fault, InvalidDocument
from ...model.words import show
from .fields import COMBAT
from .kinds import Misread
from .naming import name_creatures
from .record import Table

__all__ = ["Document", "Shape", "json_value", "read_as", "read_combat", "read_json", "write_combat"]

Value = TypeVar("Value")


@dataclass(frozen=True)
class Shape(Generic[Value]):
    """A kind of document: its fields, its lists of creatures with what each becomes, and the value it all makes."""

    table: Table
    sides: Mapping[str, Callable[..., Any]]
    make: Callable[..., Value]


@dataclass(frozen=True)
class Document:
    """A combat document that nobody has checked yet; a `Combat` is what comes of it where it has no faults.

    >>> document = Document({"attackers": [{"id": "bear", "power": "2", "toughness": 2, "blocks": ["wurm"]}]})
    >>> for fault in document.faults():
    ...     print(fault)
    attackers[0].power: bear: power must be an integer, not '2'
    attackers[0].blocks: bear: 'blocks' belongs to blockers: an attacker is blocked where a blocker names it
    """

    raw: Mapping[str, Any]

    @classmethod
    def from_json(cls, text: str | bytes) -> Document:
        """The document in a JSON text; raises `InvalidDocument` where it is no JSON object."""
        return cls(read_json(text))

    def faults(self) -> tuple[Fault, ...]:
        """Everything that is wrong with it; nothing where it is a combat."""
        try:
            read_combat(self.raw)
        except InvalidDocument as error:
            return error.faults
        return ()

    def combat(self) -> Combat:
        """The combat; raises `InvalidDocument` with all the faults where it is none."""
        return read_combat(self.raw)


def json_value(text: str | bytes) -> Any:
    """The value in a JSON text: no field twice, no NaN, no integer of thousands of digits.

    Raises `InvalidDocument` with one fault.

    >>> json_value('{"slime": {"wurm": 2}}')
    {'slime': {'wurm': 2}}
    >>> json_value("{slime: 2}")
    Traceback (most recent call last):
    optimizer.model.errors.InvalidDocument: not JSON: expecting property name enclosed in double quotes at column 2
    """
    try:
        return json.loads(decoded(text), object_pairs_hook=without_repeats, parse_constant=refuse_constant)
    except InvalidDocument:
        raise
    except json.JSONDecodeError as error:
        said = f"{error.msg[0].lower()}{error.msg[1:]}".removesuffix(" at")
        where = f"line {error.lineno}, column {error.colno}" if error.lineno > 1 else f"column {error.colno}"
        problem = f"not JSON: {said} at {where}"
    except RecursionError:
        problem = "nested too deeply"
    except ValueError:
        problem = "it holds an integer of thousands of digits"
    raise InvalidDocument([Fault("", problem)])


def read_json(text: str | bytes) -> dict[str, Any]:
    """The JSON object in a text, read strictly: no field twice, no NaN, no integer of thousands of digits.

    Raises `InvalidDocument` with one fault.

    >>> read_json('{"attackers": [], "attackers": []}')
    Traceback (most recent call last):
    optimizer.model.errors.InvalidDocument: 'attackers' stands twice in one JSON object
    """
    document = json_value(text)
    if not isinstance(document, dict):
        raise InvalidDocument([Fault("", f"a combat document must be a JSON object, not {show(document)}")])
    return document


def decoded(text: str | bytes) -> str:
    """The text of bytes in UTF-8, a byte order mark dropped."""
    if isinstance(text, str):
        return text.removeprefix("\ufeff")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        where = f"byte {error.start} is {text[error.start]:#04x}"
        raise InvalidDocument([Fault("", f"not text in UTF-8: {where}")]) from None


def without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, unless it names a field twice: then one of the two would be lost silently."""
    document = dict(pairs)
    if len(document) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise InvalidDocument([Fault("", f"{show(name)} stands twice in one JSON object")])
            seen.add(name)
    return document


def refuse_constant(word: str) -> NoReturn:
    """NaN and the infinities, which Python's reader knows and JSON doesn't."""
    raise InvalidDocument([Fault("", f"not JSON: {word} is no number")])


def read_combat(document: Mapping[str, Any]) -> Combat:
    """The combat of a document.

    Raises `InvalidDocument` with every fault, each with the field's path and the creature it is about.

    >>> slime = {"name": "Acidic Slime", "power": 2, "toughness": 2, "keywords": ["deathtouch"]}
    >>> wurm = {"id": "wurm", "power": 5, "toughness": 4, "blocks": ["acidic-slime"]}
    >>> read_combat({"attackers": [slime], "blockers": [wurm]}).attackers[0].id
    'acidic-slime'
    """
    return read_as(COMBAT_SHAPE, document)


def read_as(shape: Shape[Value], document: Mapping[str, Any]) -> Value:
    """The value of a document of some kind; raises `InvalidDocument` with every fault."""
    if not isinstance(document, Mapping):
        raise InvalidDocument([Fault("", f"a combat document must be an object, not {show(document)}")])
    if any(isinstance(one, str) for side in shape.sides for one in listed(document.get(side))):
        from ..notation.documents import read_words

        return read_words(shape.table, shape.sides, document, lambda told: read_as(shape, told))
    faults: list[Fault] = []
    try:
        values = read_fields(shape, document)
    except Misread as misread:
        faults = [Fault(path.removeprefix("."), message) for path, message in misread.faults]
        values = patched(misread.partial, shape)
    unnamed = name_creatures(values, (*PERMANENTS, *shape.sides))
    if unnamed:
        faults += news(unnamed, faults)
    try:
        value = built(values, shape)
    except InvalidDocument as error:
        if not faults:
            raise
        faults += news(error.faults, faults)
    if faults:
        raise InvalidDocument(faults)
    return value


def listed(held: Any) -> Sequence[Any]:
    """A list as it is, and nothing for what is none."""
    return held if isinstance(held, (list, tuple)) else ()


def read_fields(shape: Shape[Any], document: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a document's fields; where numbers are missing, a creature's name may say them (docs/cards.md)."""
    try:
        return shape.table.read(document)
    except Misread as misread:
        if not any(message.endswith(("power is missing", "toughness is missing")) for _, message in misread.faults):
            raise
        from ..cards.filling import read_by_name

        return read_by_name(shape.table, shape.sides, document, misread)


def write_combat(combat: Combat) -> dict[str, Any]:
    """The document of a combat, defaults left out; `read_combat` is its inverse.

    >>> write_combat(Combat(attackers=(Attacker(id="bear", power=2, toughness=2),)))
    {'attackers': [{'id': 'bear', 'power': 2, 'toughness': 2}]}
    """
    return COMBAT.write(combat)


def built(values: dict[str, Any], shape: Shape[Value]) -> Value:
    """The value of what was read."""
    for name, make in SINGLE.items():
        if name in values:
            values[name] = make(**values[name])
    for several in (PERMANENTS, shape.sides):
        for name, make in several.items():
            if name in values:
                values[name] = tuple([make(**part) for part in values[name]])
    return shape.make(**values)


SINGLE: dict[str, Callable[..., Any]] = {"attacking_player": Player, "defending_player": Player, "weights": Weights}
PERMANENTS: dict[str, Callable[..., Any]] = {"planeswalkers": Planeswalker, "battles": Battle}
COMBAT_SHAPE = Shape(COMBAT, {"attackers": Attacker, "blockers": Blocker}, Combat)


def patched(values: dict[str, Any], shape: Shape[Any]) -> dict[str, Any]:
    """What was read, with something in the place of what is required and couldn't be, to look for further faults."""
    for name in shape.table.required:
        values.setdefault(name, [])
    for name in PERMANENTS:
        for thing in values.get(name, ()):
            thing.setdefault("loyalty" if name == "planeswalkers" else "defense", 0)
    for name in shape.sides:
        for creature in values.get(name, ()):
            creature.setdefault("power", 0)
            creature.setdefault("toughness", 0)
    return values


FOLLOWS_FROM = {
    "attacking": r"planeswalkers|battles|(planeswalkers|battles)\[\d+\](\.id)?",
    "blocks": r"attackers(\[\d+\])?",
    "order": r"(attackers|blockers)(\[\d+\](\.id|\.name|\.band|\.blocks.*|\.attacking)?)?",
    "band": r"attackers\[\d+\]\.attacking",
    "step": r"attackers|blockers|(attackers|blockers)\[\d+\](\.keywords.*|\.counters.*)?",
    "struck_first": r"step",
    "provoked_by": r"(attackers|creatures)(\[\d+\](\.id|\.name)?)?",
}
"""What a fault in how the parts fit together may merely follow from: fields that couldn't be read."""


def news(found: Iterable[Fault], earlier: Sequence[Fault]) -> list[Fault]:
    """Of the faults in how the parts fit together, those that don't merely follow from earlier ones."""
    known = {fault.field for fault in earlier}
    known |= {field.rpartition("[")[0] for field in known if "." in field and field.endswith("]")}
    caused = {last: any(re.fullmatch(cause, field) for field in known) for last, cause in FOLLOWS_FROM.items()}
    fresh = []
    for fault in found:
        place, _, last = fault.field.rpartition(".")
        same = (fault.field, place, f"{place}.name" if last == "id" else place)
        if not caused.get(last) and known.isdisjoint(same):
            fresh.append(fault)
    return fresh
