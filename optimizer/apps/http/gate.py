"""What every request passes: headers on every answer, a host that is the service's own, the token, and its room."""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable, Mapping
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...model.words import show
from .problems import MEDIA_TYPE, Problem
from .room import Room
from .saying import say
from .settings import Settings

__all__ = ["PROTECTED", "SAFE", "Door", "Gate", "answer_to", "ours"]

PROTECTED: Final = ("/v1/", "/page/", "/metrics")
"""What paths begin with that need the token, where there is one."""

SAFE: Final[Mapping[str, str]] = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
"""On every answer that doesn't say otherwise."""


def answer_to(problem: Problem) -> Response:
    """The answer that tells a problem."""
    return Response(problem.body(), problem.status, problem.headers, MEDIA_TYPE)


def ours(error: Exception) -> Problem:
    """What is told of a fault of ours."""
    return Problem("internal-error", f"please report it: {type(error).__name__}: {error}")


class Gate:
    """An ASGI application around another; `seen` is told the path, the status and the seconds of every answer.

    HEAD is GET without the body.
    """

    def __init__(self, app: ASGIApp, seen: Callable[[str, int, float], None]) -> None:
        self.app = app
        self.seen = seen

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Has a request answered, and puts on the answer what every answer has."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        head = scope["method"] == "HEAD"

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.seen(scope["path"], message["status"], time.perf_counter() - began)
                told = MutableHeaders(scope=message)
                for name, value in SAFE.items():
                    told.setdefault(name, value)
            elif head:
                message = {**message, "body": b""}
            await send(message)

        # files are served whole: a part that isn't there would be an error without problem details
        headers = [pair for pair in scope["headers"] if pair[0] != b"range"]
        inner = {**scope, "headers": headers, "method": "GET" if head else scope["method"]}
        await self.app(inner, receive, answer)


class Door:
    """An ASGI application around another, which lets in who may ask, with room for what is asked (`scope["take"]`).

    It stands inside what allows other sites to ask, so that their scripts can read why they were turned away. Nobody's
    body is read before.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.room = Room(settings.held_mb * 1_000_000)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request through, or tells what is wrong with it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def answer(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            self.check(scope)
            with self.room.share() as take:
                await self.app({**scope, "take": take}, receive, answer)
        except Problem as problem:
            await answer_to(problem)(scope, receive, answer)
        except Exception as error:
            say(type(error).__name__, f"internal error, please report it: {type(error).__name__}: {error}")
            if not started:  # else the server ends the connection, unless the answer is whole
                await answer_to(ours(error))(scope, receive, answer)

    def check(self, scope: Scope) -> None:
        """Raises `Problem` where a request may not come in."""
        headers = Headers(scope=scope)
        hosts = self.settings.hosts
        host = headers.get("host", "")
        if hosts is not None and name_of(host) not in hosts:
            raise Problem("misdirected", f"expected one of the service's own names in Host, not {show(host)}")
        token = self.settings.token
        preflight = scope["method"] == "OPTIONS"  # it can't bring one
        if token is not None and not preflight and scope["path"].startswith(PROTECTED):
            check_token(headers.get("authorization"), token)


def name_of(host: str) -> str:
    """The name in a Host header, without the port.

    >>> name_of("localhost:8017"), name_of("[::1]:8017"), name_of("[::1]")
    ('localhost', '[::1]', '[::1]')
    """
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdecimal() and not name.endswith(":") else host).lower().rstrip(".")


def check_token(given: str | None, token: str) -> None:
    """Whether the token came with a request."""
    scheme, _, brought = (given or "").partition(" ")
    if scheme.lower() == "bearer" and hmac.compare_digest(brought.strip().encode(), token.encode()):
        return
    if given is None:
        problem, challenge = "expected the header Authorization: Bearer TOKEN", "Bearer"
    else:
        problem, challenge = "the token isn't the service's", 'Bearer error="invalid_token"'
    raise Problem("unauthorized", problem, headers={"WWW-Authenticate": challenge})
