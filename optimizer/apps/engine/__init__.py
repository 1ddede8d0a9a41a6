"""The engine (docs/engine.md): a process that answers JSON-RPC 2.0 requests line by line, and its client."""

from .errors import (
    BadParams,
    BadRequest,
    EngineError,
    EngineGone,
    EngineTimeout,
    InternalError,
    LimitReached,
    OutOfMemory,
    UnknownMethod,
)

__all__ = [
    "BadParams",
    "BadRequest",
    "EngineError",
    "EngineGone",
    "EngineTimeout",
    "InternalError",
    "LimitReached",
    "OutOfMemory",
    "UnknownMethod",
]
