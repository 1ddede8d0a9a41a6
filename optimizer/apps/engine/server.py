"""The engine's end of the line: requests in, answers out, each written out before the next is read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO, Final, TextIO

from ...formats.json.jsontext import json_value
from ...model.errors import InvalidDocument
from .methods import METHODS, Methods, run
from .protocol import (
    INVALID_REQUEST,
    OUT_OF_MEMORY,
    PARSE_ERROR,
    Refusal,
    error_text,
    ident_of,
    read_call,
    result_text,
)

__all__ = ["LIMIT_MS", "LONGEST_LINE", "Engine", "serve"]

LIMIT_MS: Final = 10_000.0
"""The time limit of a request that doesn't say."""

LONGEST_LINE: Final = 1 << 26
"""How many bytes a line may have."""


class Engine:
    """Answers lines, by the methods that it is given. It keeps nothing from one to the next.

    >>> engine = Engine()
    >>> "".join(engine.answer(b'{"jsonrpc": "2.0", "id": 1, "method": "count", "params": {"document": "Bear 2/2"}}'))
    '{"jsonrpc": "2.0", "id": 1, "result": {"step": "regular", "attacking": 1, "defending": 1, "not_counted": []}}'
    >>> "".join(engine.answer(b'{"jsonrpc": "2.0", "method": "count"}'))  # a notification
    ''
    """

    def __init__(self, limit_ms: float = LIMIT_MS, methods: Methods = METHODS) -> None:
        self.limit_ms = limit_ms
        self.methods = methods

    def answer(self, line: bytes) -> Iterator[str]:
        """The answer to a line, in pieces; nothing where it holds only notifications."""
        try:
            value = json_value(line)
        except InvalidDocument as error:
            yield error_text(None, Refusal(PARSE_ERROR, "", str(error)))
            return
        except MemoryError:
            yield error_text(None, Refusal(OUT_OF_MEMORY, "", "the line takes more memory than the engine may have"))
            return
        if not isinstance(value, list):
            yield self.one(value) or ""
            return
        if not value:
            yield error_text(None, Refusal(INVALID_REQUEST, "", "expected a batch of at least one request"))
            return
        before = "["
        for element in value:
            text = self.one(element)
            if text is not None:
                yield before + text
                before = ", "
        if before != "[":
            yield "]"

    def one(self, value: Any) -> str | None:
        """The answer to one request; None to a notification."""
        ident = ident_of(value)
        try:
            call = read_call(value)
        except Refusal as refusal:
            return error_text(ident, refusal)
        try:
            text = result_text(ident, run(call, self.limit_ms, self.methods))
        except Refusal as refusal:
            text = error_text(ident, refusal)
        except MemoryError:
            text = error_text(ident, Refusal(OUT_OF_MEMORY, "", "it takes more memory than the engine may have"))
        return None if call.notification else text


def serve(source: BinaryIO, out: TextIO, engine: Engine) -> None:
    """Answers every line of a source until it ends."""
    for line in lines_of(source):
        if line is None:
            problem = f"expected a line of at most {LONGEST_LINE:,} bytes"
            out.write(error_text(None, Refusal(INVALID_REQUEST, "", problem)) + "\n")
        elif not line.isspace():
            said = False
            for piece in engine.answer(line):
                out.write(piece)
                said = said or bool(piece)
            if said:
                out.write("\n")
        out.flush()


def lines_of(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a source; None for one that is too long, which is never held as a whole."""
    while line := source.readline(LONGEST_LINE):
        if line.endswith(b"\n") or len(line) < LONGEST_LINE:
            yield line
            continue
        rest = b"more"
        while rest and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST_LINE)
        yield None
