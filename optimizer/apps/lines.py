"""`--lines`: a stream of requests, one a line, answered one a line in the same order, in flat memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from math import isfinite
from typing import Any, BinaryIO, Final, NamedTuple, TextIO

from ..formats.json.jsontext import pieces
from ..model.errors import Fault, InvalidDocument
from ..model.terms import Edition
from ..model.words import show
from .commands import Command
from .requests import (
    InvalidRequest,
    Options,
    in_edition,
    read_options,
    read_rules,
    request_of,
    subject_of,
    value_of,
)

__all__ = ["Answer", "BadLines", "answer_to", "answerer", "error_of", "fault_of", "refusal", "stream"]

CHUNK: Final = 1 << 16
PATIENCE: Final = 0.2  # seconds that an answer may wait for others to be written with it

Answer = Callable[[Any], dict[str, Any]]
"""From what a line holds (a JSON value, or a text in the notation) to its answer, or a `CombatError`."""


class BadLines(NamedTuple):
    """How many lines there were, how many of them bad, and the first of those."""

    lines: int
    bad: int
    first: int
    fault: Fault


def answerer(command: Command, defaults: Options, edition: Edition | None) -> Answer:
    """Answers lines as a command does; `defaults` are the options that a line leaves out."""

    def answer(value: Any) -> dict[str, Any]:
        document, given = request_of(value, (*command.takes, "rules"))
        rules = given.pop("rules", None)
        options = read_options(given, defaults) if given else defaults
        subject = subject_of(document, command.on, options.stage)
        return command.answer(in_edition(subject, edition if rules is None else read_rules(rules)), options)

    return answer


def stream(source: BinaryIO, out: TextIO, answer: Answer) -> BadLines | None:
    """Answer every line of a source; None where none was bad.

    What has been answered is written out whenever the source has no more to give for the moment, so that a program can
    wait for the answer to one line before it sends the next.
    """
    lines = bad = 0
    first: BadLines | None = None
    flushed = time.monotonic()
    for number, line in enumerate(lines_of(source, out), 1):
        if not line or line.isspace():
            continue
        lines += 1
        fault = answer_line(line, out, answer)
        if fault is not None:
            bad += 1
            first = first or BadLines(lines, bad, number, fault)
        now = time.monotonic()
        if now - flushed > PATIENCE:
            out.flush()
            flushed = now
    return first and first._replace(lines=lines, bad=bad)


def lines_of(source: BinaryIO, out: TextIO) -> Iterator[bytes]:
    """The lines of a source as they come in; before it waits for more, everything written goes out."""
    read = getattr(source, "read1", source.read)
    begun: list[bytes] = []
    while chunk := read(CHUNK):
        first, *others = chunk.split(b"\n")
        begun.append(first)
        if others:
            yield b"".join(begun)
            *whole, last = others
            yield from whole
            begun = [last]
        out.flush()
    yield b"".join(begun)


def answer_line(line: bytes, out: TextIO, answer: Answer) -> Fault | None:
    """Answer one line; what was wrong with it, or None."""
    answered, fault = answer_to(line, answer)
    out.writelines(pieces(answered))
    out.write("\n")
    return fault


def answer_to(held: Any, answer: Answer, read: Callable[[Any], Any] = value_of) -> tuple[dict[str, Any], Fault | None]:
    """The answer to one line, with what identifies it, and what was wrong with it; `read` finds the value in it."""
    ident: dict[str, Any] = {}
    try:
        value = read(held)
        ident = ident_of(value)
        return ident | answer(value), None
    except Exception as error:  # the rest goes on, whatever it is
        fault = fault_of(error)
        return ident | refusal(fault), fault


def refusal(fault: Fault) -> dict[str, Any]:
    """What a bad line is answered."""
    return {"error": {"field": fault.field, "message": fault.message}}


def fault_of(error: Exception) -> Fault:
    """What to say of an error that came instead of an answer."""
    if isinstance(error, InvalidDocument):
        return error_of(error)
    if isinstance(error, MemoryError):
        return Fault("document", "it takes more memory than there is")
    return Fault("", f"internal error, please report it: {type(error).__name__}: {error}")


def ident_of(value: Any) -> dict[str, Any]:
    """What identifies a request, to be given back with its answer."""
    if not isinstance(value, Mapping) or "id" not in value:
        return {}
    ident = value["id"]
    if isinstance(ident, str):
        if not writable(ident):
            raise InvalidRequest("id", f"expected a text that UTF-8 can hold, not {show(ident)}")
    elif isinstance(ident, bool) or not (isinstance(ident, (int, type(None))) or finite(ident)):
        raise InvalidRequest("id", f"expected a text or a number, not {show(ident)}")
    return {"id": ident}


def writable(text: str) -> bool:
    """Whether a text can be written in UTF-8: half a character, which JSON can spell, can't."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def finite(number: Any) -> bool:
    """Whether it is a number that is finite."""
    return isinstance(number, float) and isfinite(number)


def error_of(error: InvalidDocument) -> Fault:
    """All that is wrong as one fault: the first one's field, with the others in the message."""
    first, *others = error.faults
    return Fault(first.field or "document", "; ".join([first.message, *map(str, others)]))
