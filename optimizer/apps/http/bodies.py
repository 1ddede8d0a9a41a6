"""The body of a request, read no further than it may be long."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.requests import ClientDisconnect, Request

from ...formats.json.document import decoded
from ...model.errors import InvalidDocument
from ...model.words import show
from .problems import Problem
from .room import Take

__all__ = ["body_of"]

PATIENCE: Final = 30.0
"""Seconds that a body may take to come in."""

CLOSE: Final = {"Connection": "close"}
"""For a body that wasn't read to its end."""


async def body_of(request: Request, most: int, take: Take) -> bytes:
    """A body in JSON, which is text in UTF-8, of so many bytes at most; `take` makes room for it as it comes in.

    Raises `Problem`.
    """
    check_type(request.headers.get("content-type", ""))
    told = request.headers.get("content-length", "")
    if told.isdecimal() and int(told[:20]) > most:
        raise too_large(most)
    body = bytearray()  # not a list of its pieces, which may be a byte each
    try:
        async with asyncio.timeout(PATIENCE):
            async for piece in request.stream():
                if len(body) + len(piece) > most:
                    raise too_large(most)
                take(len(piece))
                body += piece
    except TimeoutError:
        raise Problem("body-too-slow", f"the body wasn't here after {PATIENCE:g} s", headers=CLOSE) from None
    except ClientDisconnect:
        raise Problem("body-too-slow", "the client went before the body was here", headers=CLOSE) from None
    whole = bytes(body)
    try:
        decoded(whole)
    except InvalidDocument as error:
        raise Problem("invalid-json", str(error)) from None
    return whole


def check_type(given: str) -> None:
    """No other type than JSON: a form that another site sends in a visitor's name has another."""
    kind = given.partition(";")[0].strip().lower()
    if kind != "application/json":
        problem = f"expected Content-Type: application/json, not {show(given)}" if given else "Content-Type is missing"
        raise Problem("unsupported-media-type", problem, headers=CLOSE | {"Accept-Post": "application/json"})


def too_large(most: int) -> Problem:
    """What is said of a body that is too long."""
    return Problem("body-too-large", f"expected a body of at most {most:,} bytes", headers=CLOSE)
