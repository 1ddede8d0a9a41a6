"""Every way in which a request can fail, as RFC 9457 problem details."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from ...formats.json.jsontext import encode
from ..engine.protocol import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    OUT_OF_MEMORY,
    PARSE_ERROR,
    TIME_IS_UP,
    Refusal,
)

__all__ = ["KINDS", "MEDIA_TYPE", "Cause", "Problem", "problem_of"]

MEDIA_TYPE: Final = "application/problem+json"


class Cause(NamedTuple):
    """A kind of problem: the status, the title, and what whoever meets it can do."""

    status: int
    title: str
    advice: str


# What takes too much time or memory gets a status of the client's: the same again would take as much again, and
# programs and proxies between ask again of their own accord where a server says that it failed.
KINDS: Final[Mapping[str, Cause]] = {
    "invalid-json": Cause(
        400, "Invalid JSON", "Send one JSON value in UTF-8: no field twice, no NaN, not nested deeply."
    ),
    "invalid-http": Cause(400, "Invalid HTTP", "Send HTTP/1.1, with heads of at most 64 KiB."),
    "unauthorized": Cause(401, "Token needed", "Send the header Authorization: Bearer TOKEN with the service's token."),
    "not-found": Cause(404, "Not found", "See /openapi.json for what there is."),
    "method-not-allowed": Cause(405, "Method not allowed", "The header Allow says which methods there are."),
    "body-too-slow": Cause(408, "Body too slow", "Send the whole body at once."),
    "body-too-large": Cause(413, "Body too large", "Send less, or raise optimizer serve --max-body."),
    "unsupported-media-type": Cause(415, "Unsupported media type", "Send Content-Type: application/json."),
    "misdirected": Cause(421, "Unknown host", "Use one of the service's own names, or optimizer serve --allow-host."),
    "invalid-request": Cause(422, "Invalid request", "Correct the field that is named; detail says what was expected."),
    "too-many-requests": Cause(429, "Too many requests", "Ask again after as many seconds as Retry-After says."),
    "internal-error": Cause(500, "Internal error", "A fault of ours: please report it with the request."),
    "worker-lost": Cause(500, "Worker lost", "The process that worked on the request ended. Others aren't affected."),
    "no-worker": Cause(
        503, "No worker", "No worker process could be started yet: ask again after Retry-After seconds."
    ),
    "shutting-down": Cause(503, "Shutting down", "Ask another instance, or again after Retry-After seconds."),
    "time-up": Cause(422, "Time limit reached", "Give more milliseconds in limit_ms, or ask for less."),
    "out-of-memory": Cause(422, "Out of memory", "Ask for less, or raise optimizer serve --memory-mb."),
}
"""By the last part of their `type`."""


class Problem(Exception):
    """Why a request gets no answer; `field` says which part of it is wrong, if one is.

    >>> problem = Problem("invalid-request", "power is missing", field="attackers[0].power")
    >>> problem.status, problem.body()
    (422, b'{"type": "/problems/invalid-request", "title": "Invalid request", "status": 422, "detail": \
"power is missing", "field": "attackers[0].power"}')
    """

    def __init__(self, kind: str, detail: str, *, field: str = "", headers: Mapping[str, str] | None = None) -> None:
        super().__init__(f"{field}: {detail}" if field else detail)
        self.kind = kind
        self.detail = detail
        self.field = field
        self.headers = dict(headers or {})

    @property
    def status(self) -> int:
        """The status."""
        return KINDS[self.kind].status

    def body(self) -> bytes:
        """The problem details."""
        told: dict[str, object] = {
            "type": f"/problems/{self.kind}",
            "title": KINDS[self.kind].title,
            "status": self.status,
            "detail": self.detail,
        }
        if self.field:
            told["field"] = self.field
        return encode(told).encode()


BY_CODE: Final = {
    PARSE_ERROR: "invalid-json",
    INVALID_REQUEST: "internal-error",  # the service itself words the requests to its workers
    METHOD_NOT_FOUND: "not-found",
    INVALID_PARAMS: "invalid-request",
    INTERNAL_ERROR: "internal-error",
    TIME_IS_UP: "time-up",
    OUT_OF_MEMORY: "out-of-memory",
}


def problem_of(refusal: Refusal) -> Problem:
    """The problem that a worker's refusal is."""
    return Problem(BY_CODE.get(refusal.code, "internal-error"), refusal.message, field=refusal.field)
