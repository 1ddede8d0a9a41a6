"""The game's messages in a log: JSON on one line behind a prefix, or on lines of its own, among much else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, Final

__all__ = ["Message", "messages"]

Message = dict[str, Any]

MARKS: Final = ("GREMessageType_", "greToClient")
"""A line without one of these holds no message."""

PREFIXES: Final = ("[UnityCrossThreadLogger]", "[Client GRE]")
"""What a new entry of the log begins with."""


def messages(lines: Iterable[str | bytes], tell: Callable[[int, str], None]) -> Iterator[tuple[int, Message]]:
    """The messages in the lines of a log or of a JSON text, each with the number of its line.

    >>> log = ['[UnityCrossThreadLogger]GreToClientEvent', '{ "greToClientEvent": { "greToClientMessages": [',
    ...        'noise {', '{ "type": "GREMessageType_UIMessage" }']
    >>> list(messages(log, lambda line, problem: print(line, problem)))
    2 not JSON: expecting value at its end
    [(4, {'type': 'GREMessageType_UIMessage'})]
    """
    texts = (raw.decode("utf-8-sig", errors="replace") if isinstance(raw, bytes) else raw for raw in lines)
    head = next(texts, "")
    if head.startswith(("{", "[")) and not head.startswith(PREFIXES) and not is_json(head):
        everything = [head, *texts]
        if is_json("\n".join(everything)):
            yield from parsed(1, "\n".join(everything), tell)
            return
        texts = (line for line in everything[1:])
    yield from logged(chain([head], texts), tell)


def is_json(text: str) -> bool:
    """Whether a text is JSON from its beginning to its end."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def logged(lines: Iterable[str], tell: Callable[[int, str], None]) -> Iterator[tuple[int, Message]]:
    """The messages in the lines of a log."""
    block: list[str] = []
    start = 0
    for number, line in enumerate(lines, 1):
        if block and not line.startswith(PREFIXES):
            block.append(line)
            if line.startswith(("}", "]")):
                yield from parsed(start, "".join(block), tell)
                block = []
            continue
        block = []
        if line.strip() in ("{", "["):
            block, start = [line], number
        elif any(mark in line for mark in MARKS):
            at = 0 if line.lstrip().startswith("[{") else line.find("{")
            if at >= 0:
                yield from parsed(number, line[at:], tell)
    if block:
        yield from parsed(start, "".join(block), tell)


def parsed(number: int, text: str, tell: Callable[[int, str], None]) -> Iterator[tuple[int, Message]]:
    """The messages in a JSON text; what is none is told."""
    if not any(mark in text for mark in MARKS):
        return
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        said = f"{error.msg[:1].lower()}{error.msg[1:]}" if isinstance(error, json.JSONDecodeError) else "too deep"
        cut = isinstance(error, json.JSONDecodeError) and error.pos >= len(text.rstrip())
        tell(number, f"not JSON: {said}{' at its end' if cut else ''}")
        return
    for message in within(value):
        yield number, message


def within(value: Any) -> Iterator[Message]:
    """The messages in a value: one, a list of them, or an event that holds them."""
    if isinstance(value, list):
        for part in value:
            yield from within(part)
    elif isinstance(value, dict):
        if str(value.get("type", "")).startswith("GREMessageType_"):
            yield value
        for name in ("greToClientEvent", "greToClientMessages"):
            if name in value:
                yield from within(value[name])
