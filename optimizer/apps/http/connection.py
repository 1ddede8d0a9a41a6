"""HTTP/1.1 on one connection: heads no longer than they may be, and what is said where there is no request."""

from __future__ import annotations

import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from .gate import SAFE
from .problems import MEDIA_TYPE, Problem

__all__ = ["LONGEST_HEAD", "Heads", "Protocol"]

LONGEST_HEAD: Final = 1 << 16
"""Bytes of a request's head."""


LINGERING: Final = 2.0
"""Seconds for which a client that has been refused may go on sending."""


class Heads(h11.Connection):
    """A connection as h11 has it, which looks at the length only of what is incomplete: a head may come at once."""

    def next_event(self) -> Any:
        """The next event; raises `h11.RemoteProtocolError` where a head is too long too."""
        event = super().next_event()
        if isinstance(event, h11.Request) and length_of(event) > LONGEST_HEAD:
            raise h11.RemoteProtocolError("the head is too long", error_status_hint=431)
        return event


def length_of(request: h11.Request) -> int:
    """How many bytes a request's head has, without blanks that may be left out.

    >>> length_of(h11.Request(method="GET", target="/", headers=[("Host", "a")]))
    27
    """
    line = len(request.method) + len(request.target) + len(" " + " HTTP/1.1" + "\r\n")
    return line + sum(len(name) + len(value) + len(": " + "\r\n") for name, value in request.headers) + len("\r\n")


class Protocol(H11Protocol):
    """A connection, which knows since when nothing is asked on it; `ended` is called once it is no more."""

    def __init__(
        self, config: uvicorn.Config, server_state: ServerState, app_state: dict[str, Any], *,
        ended: Callable[[], object] = lambda: None,
    ) -> None:  # fmt: skip
        super().__init__(config, server_state, app_state)
        self.conn = Heads(h11.SERVER, LONGEST_HEAD)
        self.ended = ended
        self.refused = False
        self.since = time.monotonic()

    @property
    def quiet_since(self) -> float | None:
        """Since when no request is here whole, by the monotonic clock; None while one is answered."""
        return None if self.cycle is not None and not self.cycle.response_complete else self.since

    def on_response_complete(self) -> None:
        """An answer is out; the next request may come."""
        self.since = time.monotonic()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is no more."""
        super().connection_lost(exc)
        self.ended()

    def drop(self) -> None:
        """Ends the connection at once."""
        if not self.transport.is_closing():
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """What came; of nobody who has been refused."""
        if not self.refused:
            super().data_received(data)

    def send_400_response(self, msg: str) -> None:
        """What is said where there is no request in what came.

        What else is under way is thrown away for a moment: a connection that is closed over it is reset, and the client
        may never see what was said.
        """
        self.refused = True
        problem = Problem("invalid-http", "what came is no HTTP request, or its head is too long")
        self.transport.write(bytes_of(problem))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(LINGERING, self.transport.close)

    def shutdown(self) -> None:
        """The service ends."""
        if self.refused:
            self.transport.close()
        else:
            super().shutdown()


def bytes_of(problem: Problem) -> bytes:
    """A problem as a whole answer, where there is no application to send it."""
    body = problem.body()
    head = {**SAFE, "Content-Type": MEDIA_TYPE, "Content-Length": str(len(body)), "Connection": "close"}
    lines = [f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}", *(f"{k}: {v}" for k, v in head.items())]
    return "\r\n".join([*lines, "", ""]).encode() + body
