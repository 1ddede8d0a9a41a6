"""What a client of the engine can meet, a class for each; all are `EngineError`s."""

from __future__ import annotations

from typing import Final

from ...model.errors import CombatError
from .protocol import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    OUT_OF_MEMORY,
    PARSE_ERROR,
    TIME_IS_UP,
    Refusal,
)

__all__ = [
    "BadParams", "BadRequest", "EngineError", "EngineGone", "EngineTimeout", "InternalError", "LimitReached",
    "OutOfMemory", "UnknownMethod", "answered",
]  # fmt: skip


class EngineError(CombatError):
    """Why there is no result. `code` is the engine's (0 where none came), `field` the field that is wrong, if one is.

    >>> error = answered(Refusal(-32602, "side", "expected 'attacking' or 'defending', not 'both'"))
    >>> type(error).__name__, error.field, str(error)
    ('BadParams', 'side', "side: expected 'attacking' or 'defending', not 'both'")
    """

    def __init__(self, message: str, code: int = 0, field: str = "") -> None:
        super().__init__(f"{field}: {message}" if field else message)
        self.message = message
        self.code = code
        self.field = field


class EngineGone(EngineError):
    """The engine ended, or couldn't be started, or the client is closed."""


class EngineTimeout(EngineError, TimeoutError):
    """No answer came in the client's own time."""


class BadRequest(EngineError):
    """The engine couldn't read what was sent, or it was no request."""


class UnknownMethod(EngineError):
    """The engine has no such method."""


class BadParams(EngineError):
    """The document or an option is wrong; `field` says which."""


class LimitReached(EngineError):
    """The time limit came before any answer that would be true."""


class OutOfMemory(EngineError):
    """The answer takes more memory than the engine may have."""


class InternalError(EngineError):
    """A fault of the engine's own."""


BY_CODE: Final = {
    PARSE_ERROR: BadRequest,
    INVALID_REQUEST: BadRequest,
    METHOD_NOT_FOUND: UnknownMethod,
    INVALID_PARAMS: BadParams,
    INTERNAL_ERROR: InternalError,
    TIME_IS_UP: LimitReached,
    OUT_OF_MEMORY: OutOfMemory,
}


def answered(refusal: Refusal) -> EngineError:
    """The error that a refusal is to a client."""
    return BY_CODE.get(refusal.code, EngineError)(refusal.message, refusal.code, refusal.field)
