"""What a field of a document may hold: each kind reads a JSON value into the value inside, and writes it back."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ...model.creature import ACTING
from ...model.keywords import COLORS, LETTERS, LONGEST, KeywordError, canonical
from ...model.terms import ALL, LIMIT, PLAYER
from ...model.words import LONGEST_NAME, close_to, one_line, show

__all__ = [
    "Amount", "Base", "Color", "Counted", "Counters", "Flag", "Identity", "Integer", "Keywords", "Kind", "ListOf",
    "Maybe", "Misread", "Number", "OneOf", "Target", "Word", "is_object", "path_step",
]  # fmt: skip

PAIR: Final = ("power", "toughness")
HUGE: Final = 1e9
"""The largest size of a weight or a value."""

INSIDE: Final = r"[^\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]*"
ONE_LINE: Final = rf"^{INSIDE}[^\s\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]{INSIDE}$"
CHANGE: Final = r"^\s*[-+−][0-9]+/[-+−][0-9]+\s*$"
"""As patterns of a JSON Schema: a text that `Word` takes, and a counter that changes power and toughness."""


class Misread(Exception):
    """Why a value is not of its kind: pairs of a path below the field and a message; `partial`: what could be read."""

    def __init__(self, *faults: tuple[str, str], partial: Any = None) -> None:
        self.faults = faults
        self.partial = partial


class Kind:
    """A kind of value. `read` raises `Misread`, its messages naming the field; `write` is its inverse."""

    def read(self, name: str, value: Any) -> Any:
        """The value inside, of what a document holds under a name."""
        raise NotImplementedError

    def write(self, value: Any) -> Any:
        """What a document holds of it."""
        return value

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of what a document may hold."""
        raise NotImplementedError


class Integer(Kind):
    """An integer, no bool, from `low` to the limit."""

    def __init__(self, low: int = -LIMIT) -> None:
        self.low = low

    def read(self, name: str, value: Any) -> int:
        if type(value) is int and self.low <= value <= LIMIT:
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            if self.low <= value <= LIMIT:
                return int(value)
            raise Misread(("", f"{name} must be an integer from {self.low} to {LIMIT}, not {show(value)}"))
        raise Misread(("", f"{name} must be an integer, not {show(value)}"))

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": LIMIT}


class Amount(Integer):
    """How much: an integer of zero or more, or a word for as much as there is."""

    def __init__(self, word: str = ALL) -> None:
        super().__init__(0)
        self.word = word

    def read(self, name: str, value: Any) -> Any:
        if value == self.word:
            return value
        if isinstance(value, str):
            raise Misread(("", f"{name} must be an integer or {self.word!r}, not {show(value)}"))
        return super().read(name, value)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [super().schema(), {"const": self.word}]}


class Base(Kind):
    """A power and a toughness, held as a pair."""

    def read(self, name: str, value: Any) -> tuple[int, int]:
        wanted = f"{name} must be an object of power and toughness, not"
        if not is_object(value):
            raise Misread(("", f"{wanted} {show(value)}"))
        faults = [(path_step(other), f"{name} has no {show(other)}") for other in value if other not in PAIR]
        numbers: list[int] = []
        for part in PAIR:
            try:
                if part not in value:
                    raise Misread(("", f"{part} of {name} is needed"))
                numbers.append(Integer().read(f"{part} of {name}", value[part]))
            except Misread as misread:
                faults += ((f".{part}", message) for _, message in misread.faults)
        if faults:
            raise Misread(*faults)
        return numbers[0], numbers[1]

    def write(self, value: Any) -> dict[str, int]:
        return dict(zip(PAIR, value, strict=True))

    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {part: Integer().schema() for part in PAIR},
            "required": list(PAIR),
            "additionalProperties": False,
        }


class Maybe(Kind):
    """A value of some kind, or null for none."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def read(self, name: str, value: Any) -> Any:
        return None if value is None else self.kind.read(name, value)

    def write(self, value: Any) -> Any:
        return None if value is None else self.kind.write(value)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.kind.schema(), {"type": "null"}]}


class Number(Kind):
    """A finite number, no bool."""

    def read(self, name: str, value: Any) -> float:
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            if -HUGE <= value <= HUGE:
                return float(value)
            wanted = "finite number" if isinstance(value, float) and not math.isfinite(value) else "number"
            raise Misread(("", f"{name} must be a {wanted} of at most {HUGE:g} in size, not {show(value)}"))
        raise Misread(("", f"{name} must be a number, not {show(value)}"))

    def schema(self) -> dict[str, Any]:
        return {"type": "number", "minimum": -HUGE, "maximum": HUGE}


class Flag(Kind):
    """True or false."""

    def read(self, name: str, value: Any) -> bool:
        if value is True or value is False:
            return value
        raise Misread(("", f"{name} must be true or false, not {show(value)}"))

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


class OneOf(Kind):
    """One of a few words, each with the value it stands for."""

    def __init__(self, meanings: Mapping[str, Any]) -> None:
        self.meanings = dict(meanings)
        self.words = {meaning: word for word, meaning in self.meanings.items()}

    def read(self, name: str, value: Any) -> Any:
        if isinstance(value, str) and value in self.meanings:
            return self.meanings[value]
        raise Misread(("", f"{name} must be {' or '.join(map(repr, self.meanings))}, not {show(value)}"))

    def write(self, value: Any) -> str:
        return self.words[value]

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.meanings)}


class Word(Kind):
    """A name: text that is not empty nor too long, and holds nothing that can't be printed on one line."""

    def read(self, name: str, value: Any) -> str:
        if isinstance(value, str) and len(value) > LONGEST_NAME:
            raise Misread(("", f"{name} must have at most {LONGEST_NAME} characters, not {len(value):,}"))
        if isinstance(value, str) and value and not value.isspace() and (value.isprintable() or one_line(value)):
            return value
        if isinstance(value, str) and value and not value.isspace():
            raise Misread(("", f"{name} must not hold control characters, as {show(value)} does"))
        raise Misread(("", f"{name} must be a text that is not empty, not {show(value)}"))

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": ONE_LINE, "maxLength": LONGEST_NAME}


class Identity(Word):
    """An id of the document's own."""

    def read(self, name: str, value: Any) -> str:
        if value == PLAYER:
            raise Misread(("", f"{name} must not be {PLAYER!r}, which is reserved for the defending player"))
        return super().read(name, value)

    def schema(self) -> dict[str, Any]:
        return super().schema() | {"not": {"const": PLAYER}}


class Target(Word):
    """`player`, an id, or null where what was attacked is gone."""

    def read(self, name: str, value: Any) -> Any:
        return None if value is None else super().read(name, value)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [super().schema(), {"type": "null"}]}


class ListOf(Kind):
    """A list of values of one kind, held as a tuple."""

    def __init__(self, kind: Kind, least: int = 0) -> None:
        self.kind = kind
        self.least = least

    def read(self, name: str, value: Any) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)):
            raise Misread(("", f"{name} must be a list, not {show(value)}"))
        if len(value) < self.least:
            raise Misread(("", f"{name} must be a list of at least {self.least}, not an empty one"))
        return tuple(each(self.kind.read, name, value))

    def write(self, value: Any) -> list[Any]:
        return [self.kind.write(element) for element in value]

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.kind.schema()} | ({"minItems": self.least} if self.least else {})


class Color(Kind):
    """One of the five colors: its word, or its letter as other programs' files have it."""

    def read(self, name: str, value: Any) -> str:
        if isinstance(value, str):
            if value in COLORS:
                return value
            if value in LETTERS:
                return LETTERS[value]
        raise Misread(("", f"{name} must be of {', '.join(COLORS)}, not {show(value)}{close_to(value, COLORS)}"))

    def schema(self) -> dict[str, Any]:
        return {"enum": [*COLORS, *LETTERS]}


class Keywords(Kind):
    """A list of keyword abilities, kept in printed form."""

    def read(self, name: str, value: Any) -> tuple[str, ...]:
        if not isinstance(value, (list, tuple)):
            raise Misread(("", f"{name} must be a list, not {show(value)}"))
        if not value:
            return ()
        return tuple(keyword for phrase in each(keyword_phrase, name, value) for keyword in phrase)

    def write(self, value: Any) -> list[str]:
        return list(value)

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": WORD.schema() | {"maxLength": LONGEST}}


class Counted(Kind):
    """An object from names to integers of zero or more, held as pairs."""

    def read(self, name: str, value: Any) -> tuple[tuple[str, int], ...]:
        if not is_object(value):
            raise Misread(("", f"{name} must be an object, not {show(value)}"))
        found: dict[str, int] = {}
        faults: list[tuple[str, str]] = []
        for key, number in value.items():
            try:
                word = self.key(name, key)
                if word in found:
                    faults.append((path_step(key), f"{name} has {word!r} twice"))
                found[word] = COUNT.read(f"{name} of {word!r}", number)
            except Misread as misread:
                faults += ((path_step(key), message) for _, message in misread.faults)
        if faults:
            raise Misread(*faults)
        return tuple(found.items())

    def key(self, name: str, key: Any) -> str:
        """The name inside."""
        return WORD.read(f"a name in {name}", key)

    def write(self, value: Any) -> dict[str, int]:
        return dict(value)

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "propertyNames": WORD.schema(), "additionalProperties": COUNT.schema()}


class Counters(Counted):
    """Kinds of counters and how many; a kind that is nearly one the rules act on is taken for a slip."""

    def key(self, name: str, key: Any) -> str:
        word = " ".join(WORD.read(f"a kind in {name}", key).lower().replace("−", "-").split())
        if word in ACTING:
            return word
        if re.match(r"[-+0-9]", word):
            if re.fullmatch(r"[-+][0-9]+/[-+][0-9]+", word):
                return word
            raise Misread(("", f"unknown counter {show(key)}: expected '+1/+1', '-1/-1' or the like"))
        near = close_to(word, ACTING, 0.8)
        if near:
            raise Misread(("", f"unknown counter {show(key)}{near}"))
        return word

    def schema(self) -> dict[str, Any]:
        kinds = [{"pattern": CHANGE}, {"not": {"pattern": r"^\s*[-+−0-9]"}}]
        return super().schema() | {"propertyNames": WORD.schema() | {"anyOf": kinds}}


COUNT = Integer(0)
WORD = Word()


def each(read: Callable[[str, Any], Any], name: str, values: Sequence[Any]) -> list[Any]:
    """Every element of a list read, or all that is wrong with any."""
    try:
        return [read(name, value) for value in values]
    except Misread:
        faults: list[tuple[str, str]] = []
        for index, value in enumerate(values):
            try:
                read(name, value)
            except Misread as misread:
                faults += ((f"[{index}]{path}", message) for path, message in misread.faults)
        raise Misread(*faults) from None


def is_object(value: Any) -> bool:
    """Whether a value is a JSON object; the plain dict first, since asking for a mapping takes longer."""
    return type(value) is dict or isinstance(value, Mapping)


def keyword_phrase(name: str, value: Any) -> tuple[str, ...]:
    """One entry of a list of keywords."""
    if not isinstance(value, str):
        raise Misread(("", f"{name} must be a list of texts, not of {show(value)}"))
    try:
        return canonical(value)
    except KeywordError as error:
        raise Misread(("", str(error))) from None


def path_step(name: Any) -> str:
    """A field's name as a step of a path: after a dot where it can be read there, else in brackets."""
    plain = isinstance(name, str) and name.isprintable() and name and " " not in name and len(name) <= 60
    return f".{name}" if plain else f"[{show(name)}]"
