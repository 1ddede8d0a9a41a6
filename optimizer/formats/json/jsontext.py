"""JSON text in and out, strictly: nothing is lost in reading, and integers of any size can be written."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .document import json_value

__all__ = ["encode", "grouped", "json_value", "pieces"]


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
