"""JSON-RPC 2.0 (https://www.jsonrpc.org/specification): what a request is, and the text of an answer."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, Final, NamedTuple

from ...formats.json.jsontext import encode
from ...model.words import short, show

__all__ = [
    "INTERNAL_ERROR", "INVALID_PARAMS", "INVALID_REQUEST", "MESSAGES", "METHOD_NOT_FOUND", "OUT_OF_MEMORY",
    "PARSE_ERROR", "TIME_IS_UP", "Call", "Refusal", "error_text", "ident_of", "read_call", "result_text",
]  # fmt: skip

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603
TIME_IS_UP: Final = -32000
OUT_OF_MEMORY: Final = -32001

MESSAGES: Final = {
    PARSE_ERROR: "Parse error",
    INVALID_REQUEST: "Invalid Request",
    METHOD_NOT_FOUND: "Method not found",
    INVALID_PARAMS: "Invalid params",
    INTERNAL_ERROR: "Internal error",
    TIME_IS_UP: "Time limit reached",
    OUT_OF_MEMORY: "Out of memory",
}
"""The codes of the specification with its words for them, then the engine's own."""

MEMBERS: Final = ("jsonrpc", "id", "method", "params")


class Refusal(Exception):
    """Why a request gets an error instead of a result."""

    def __init__(self, code: int, field: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.field = field
        self.message = message


class Call(NamedTuple):
    """A request that can be read; one without an id is a notification, which gets no answer, not even an error."""

    method: str
    params: Mapping[str, Any] | list[Any]
    ident: Any
    notification: bool

    @property
    def named(self) -> Mapping[str, Any]:
        """The params by name; `Refusal` where they go by place."""
        if isinstance(self.params, list):
            if self.params:
                raise Refusal(INVALID_PARAMS, "params", "expected an object of params by name, not a list")
            return {}
        return self.params


def is_ident(value: Any) -> bool:
    """Whether a value can be an id: a text, a number, or null."""
    if isinstance(value, float):
        return isfinite(value)
    return value is None or (isinstance(value, (str, int)) and not isinstance(value, bool))


def ident_of(value: Any) -> Any:
    """The id to answer with: null where none can be made out."""
    ident = value.get("id") if isinstance(value, Mapping) else None
    return ident if is_ident(ident) else None


def read_call(value: Any) -> Call:
    """The request in a JSON value, or a `Refusal`.

    >>> read_call({"jsonrpc": "2.0", "method": "version", "id": 7})
    Call(method='version', params={}, ident=7, notification=False)
    >>> read_call({"jsonrpc": "2.0", "method": "version", "id": [7]})
    Traceback (most recent call last):
    optimizer.apps.engine.protocol.Refusal: expected a text, a number or null, not a list
    """
    if not isinstance(value, Mapping):
        raise Refusal(INVALID_REQUEST, "", f"expected a request object, not {show(value)}")
    if "id" in value and not is_ident(value["id"]):
        raise Refusal(INVALID_REQUEST, "id", f"expected a text, a number or null, not {show(value['id'])}")
    if value.get("jsonrpc") != "2.0":
        problem = f"not {show(value['jsonrpc'])}" if "jsonrpc" in value else "and it is missing"
        raise Refusal(INVALID_REQUEST, "jsonrpc", f"expected '2.0', {problem}")
    for name in value:
        if name not in MEMBERS:
            problem = f"unknown member {show(name)} of a request: expected {', '.join(MEMBERS)}"
            raise Refusal(INVALID_REQUEST, short(name), problem)
    method = value.get("method")
    if not isinstance(method, str):
        raise Refusal(INVALID_REQUEST, "method", f"expected the name of a method, not {show(method)}")
    params = value.get("params", {})
    if not isinstance(params, (Mapping, list)):
        raise Refusal(INVALID_REQUEST, "params", f"expected an object of params by name, not {show(params)}")
    return Call(method, params, value.get("id"), "id" not in value)


def result_text(ident: Any, result: str) -> str:
    """The answer that holds a result, which is JSON text already.

    >>> result_text(7, '{"legal": true}')
    '{"jsonrpc": "2.0", "id": 7, "result": {"legal": true}}'
    """
    return f'{{"jsonrpc": "2.0", "id": {encode(ident)}, "result": {result}}}'


def error_text(ident: Any, refusal: Refusal) -> str:
    """The answer that holds an error.

    >>> error_text(None, Refusal(-32600, "id", "expected a number"))
    '{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid Request", "data": \
{"field": "id", "message": "expected a number"}}}'
    """
    data = {"field": refusal.field, "message": refusal.message}
    error = {"code": refusal.code, "message": MESSAGES[refusal.code], "data": data}
    return f'{{"jsonrpc": "2.0", "id": {encode(ident)}, "error": {encode(error)}}}'
