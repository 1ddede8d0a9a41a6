"""The schemas of the engine's own lines (docs/engine.md): JSON-RPC 2.0 requests and answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...formats.schema.documents import titled
from ...formats.schema.shapes import INTEGER, TEXT, array, either, nullable, record, ref, word
from ..commands import COMMANDS
from ..engine.protocol import MESSAGES
from .exchanges import LIMIT_MS

__all__ = ["RPC"]

Schema = dict[str, Any]

IDENT: Final[Schema] = {"type": ["string", "number", "null"]}


def params() -> dict[str, Schema]:
    """The params of every method."""
    of_schema = record({"name": nullable(TEXT), "limit_ms": LIMIT_MS}, ["name", "limit_ms"])
    return {
        **{command: ref(f"{command}-params") for command in COMMANDS},
        "schema": of_schema,
        "version": record({"limit_ms": LIMIT_MS}, ["limit_ms"]),
    }


def request() -> Schema:
    """A request or a notification."""
    none = {"type": "array", "maxItems": 0}
    return either(
        *(
            record(
                {
                    "jsonrpc": {"const": "2.0"},
                    "id": IDENT | {"description": "left out: a notification, which gets no answer"},
                    "method": {"const": method},
                    "params": shape if method in COMMANDS else either(shape, none),
                },
                optional=["id"] if method in COMMANDS else ["id", "params"],
            )
            for method, shape in params().items()
        )
    )


def response() -> Schema:
    """An answer: a result or an error."""
    error = record({"code": word_of_codes(), "message": word(*MESSAGES.values()), "data": ref("fault")})
    results = [
        *(ref(f"{command}-answer") for command in COMMANDS),
        record({"version": TEXT, "protocol": INTEGER, "methods": array(TEXT)}),
        {"type": "object", "required": ["$schema", "$id"], "description": "what the method `schema` answers"},
    ]
    said = {"jsonrpc": {"const": "2.0"}, "id": IDENT}
    return either(record({**said, "result": either(*results)}), record({**said, "error": error}))


def word_of_codes() -> Schema:
    """The codes of errors."""
    return {"enum": list(MESSAGES)}


def line(name: str) -> Schema:
    """One of something, or a batch of it."""
    return either(ref(name), array(ref(name)) | {"minItems": 1})


RPC: Final[dict[str, Callable[[], Schema]]] = {
    "rpc-request": lambda: titled("A request to the engine", request()),
    "rpc-response": lambda: titled("The engine's answer to a request", response()),
    "rpc-line": lambda: titled("A line to the engine: a request or a batch", line("rpc-request")),
    "rpc-answer": lambda: titled("A line from the engine: an answer or those to a batch", line("rpc-response")),
}
