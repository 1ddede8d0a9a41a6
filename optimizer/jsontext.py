"""JSON text in and out, strictly: nothing is lost in reading, and integers of any size can be written."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .document import decoded, refuse_constant, without_repeats
from .errors import Fault, InvalidDocument

__all__ = ["encode", "grouped", "json_value", "pieces"]


def json_value(text: str | bytes) -> Any:
    """The value in a JSON text: no field twice, no NaN, no integer of thousands of digits.

    Raises `InvalidDocument` with one fault.

    >>> json_value('{"slime": {"wurm": 2}}')
    {'slime': {'wurm': 2}}
    >>> json_value("{slime: 2}")
    Traceback (most recent call last):
    optimizer.errors.InvalidDocument: not JSON: expecting property name enclosed in double quotes at column 2
    """
    try:
        return json.loads(decoded(text), object_pairs_hook=without_repeats, parse_constant=refuse_constant)
    except InvalidDocument:
        raise
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}" if error.lineno > 1 else f"column {error.colno}"
        problem = f"not JSON: {error.msg[0].lower()}{error.msg[1:].removesuffix(" at")} at {where}"
    except RecursionError:
        problem = "nested too deeply"
    except ValueError:
        problem = "it holds an integer of thousands of digits"
    raise InvalidDocument([Fault("", problem)])


def encode(value: Any) -> str:
    """A value as JSON on one line, in ASCII, so that every terminal and every pipe can take it."""
    try:
        return json.dumps(value)
    except ValueError:
        with long_integers():
            return json.dumps(value)


def grouped(number: int) -> str:
    """An integer of any size for a person: 53,130."""
    with long_integers():
        return f"{number:,}"


@contextmanager
def long_integers() -> Iterator[None]:
    """Lifts Python's guard against integers of more than 4300 digits, which a count may have, while one is written."""
    guard = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(guard)


def pieces(answer: dict[str, Any]) -> Iterator[str]:
    """An object as JSON in pieces, so that an iterator in it becomes a list that is never held as a whole.

    >>> "".join(pieces({"id": 7, "assignments": iter([{"a": 1}, {}])}))
    '{"id": 7, "assignments": [{"a": 1}, {}]}'
    """
    if not any(isinstance(value, Iterator) for value in answer.values()):
        yield encode(answer)
        return
    before = "{"
    for name, value in answer.items():
        yield f"{before}{encode(name)}: "
        before = ", "
        if not isinstance(value, Iterator):
            yield encode(value)
            continue
        between = "["
        for element in value:
            yield between + encode(element)
            between = ", "
        yield "[]" if between == "[" else "]"
    yield "}"
