"""Answers on their way to clients: in pieces, so that no more of one waits in a connection than its client takes."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

__all__ = ["JSON", "PIECE", "TAKING", "JsonAnswer"]

JSON: Final = "application/json"

PIECE: Final = 1 << 16
"""Bytes that are handed to a connection at a time; the next once these are nearly gone."""

TAKING: Final = 60.0
"""Seconds in which a client must have taken its answer."""


class JsonAnswer(Response):
    """An answer in JSON. A client that takes too long gets no more of it, and its connection is ended."""

    media_type = JSON

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends it."""
        body = memoryview(self.body)
        try:
            async with asyncio.timeout(TAKING):
                await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
                for start in range(0, max(1, len(body)), PIECE):
                    piece = bytes(body[start : start + PIECE])
                    more = start + PIECE < len(body)
                    await send({"type": "http.response.body", "body": piece, "more_body": more})
        except TimeoutError:
            return  # the server closes what isn't whole
