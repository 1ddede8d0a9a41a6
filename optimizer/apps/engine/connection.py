"""A client's connection to one engine process: requests out, answers in, matched by id, from any thread."""

from __future__ import annotations

import contextlib
import json
import subprocess
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, InvalidStateError
from decimal import Decimal
from itertools import count
from typing import Any, Final

from ..workers import PIPES, command, end_of, refusal_of, request_line, surroundings
from .errors import BadParams, EngineGone, answered

__all__ = ["Connection", "Dropped", "command_of"]

GRACE: Final = 2.0  # seconds that an engine has to end by itself
DIGITS: Final = 4000  # fewer than Python's guard against long integers lets through


class Dropped(EngineGone):
    """The connection was given up by the client itself, for another request's sake."""


def command_of(limit_ms: float | None) -> list[str]:
    """The words that start an engine of this very package with this very Python."""
    limit = [] if limit_ms is None else ["--limit-ms", repr(float(limit_ms))]
    return command("optimizer", "engine", *limit)


class Connection:
    """An engine process. Once it is `gone`, nothing can be asked any more."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self.process = subprocess.Popen(list(command), env=surroundings(), **PIPES)
        except OSError as error:
            raise EngineGone(f"can't start an engine: {error}") from None
        self.gone = False
        self.dropped = False
        self.idents = count(1)
        self.pending: dict[int, Future[Any]] = {}
        self.lock = threading.Lock()
        self.writing = threading.Lock()
        self.reader = threading.Thread(target=self.read, name="optimizer engine", daemon=True)
        self.reader.start()

    def submit(self, method: str, params: Mapping[str, Any]) -> Future[Any]:
        """Sends a request; the future gets its result or its error. Raises `EngineGone` where nobody takes it."""
        future: Future[Any] = Future()
        with self.writing:  # the order of ids is that of the lines
            ident = next(self.idents)
            try:
                line = request_line(ident, method, params, plain)
            except (ValueError, RecursionError) as error:  # an infinite number, or nested too deeply
                raise BadParams(f"expected what JSON can hold: {str(error).lower()}") from None
            with self.lock:
                if self.gone:
                    raise self.farewell()
                self.pending[ident] = future
            stdin = self.process.stdin
            assert stdin is not None
            try:
                stdin.write(line)
                stdin.flush()
            except (OSError, ValueError):  # ValueError: closed
                with self.lock:
                    self.gone = True
                    self.pending.pop(ident, None)
                raise self.farewell() from None
        return future

    def read(self) -> None:
        """What the reading thread does, until the engine ends."""
        stdout = self.process.stdout
        assert stdout is not None
        with contextlib.suppress(Exception):  # what speaks there may be no engine
            for line in stdout:
                self.receive(json.loads(line, parse_int=integer))
        with contextlib.suppress(OSError):
            self.process.kill()
        with contextlib.suppress(OSError):
            self.process.wait()
        with self.lock:
            self.gone = True
            left, self.pending = list(self.pending.values()), {}
        for future in left:
            settle(future, error=self.farewell())

    def receive(self, answer: Any) -> None:
        """Hands an answer to whoever waits for it. One to nobody is to the first that waits: answers are in order."""
        ident = answer["id"]
        with self.lock:
            if ident is None and self.pending:
                ident = min(self.pending)
            future = self.pending.pop(ident, None)
        if future is None:
            return  # nobody waits for it any more
        if "error" in answer:
            settle(future, error=answered(refusal_of(answer["error"])))
        else:
            settle(future, result=answer["result"])

    def farewell(self) -> EngineGone:
        """Why nothing can be asked any more."""
        code = self.process.poll()
        ended = "" if code is None else f" ({end_of(code)})"
        return Dropped(f"the engine was stopped{ended}") if self.dropped else EngineGone(f"the engine ended{ended}")

    def drop(self) -> None:
        """Ends it at once; who still waits gets `Dropped`."""
        self.dropped = True
        with contextlib.suppress(OSError):
            self.process.kill()
        self.reader.join(GRACE)

    def close(self) -> None:
        """Lets it end by itself, or ends it where it takes too long."""
        self.dropped = True
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        free = self.writing.acquire(timeout=GRACE)  # else a thread waits for an engine that doesn't read
        if free:
            with contextlib.suppress(OSError, ValueError):
                stdin.close()
            self.reader.join(GRACE)
            self.writing.release()
        if self.reader.is_alive():
            self.drop()
        for stream in (stdin, stdout):
            with contextlib.suppress(OSError, ValueError):
                stream.close()


def settle(future: Future[Any], result: Any = None, error: Exception | None = None) -> None:
    """Gives a future what it waits for, unless it has it already."""
    with contextlib.suppress(InvalidStateError):
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)


def plain(value: Any) -> Any:
    """What `json` can't write by itself: combats and boards, and mappings of any kind."""
    if hasattr(value, "to_document"):
        return value.to_document()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"expected a document or an option that JSON can hold, not {type(value).__name__}")


def integer(text: str) -> int:
    """An integer of any size; a count may have more digits than Python reads without being told to."""
    return int(text) if len(text) < DIGITS else int(Decimal(text))
