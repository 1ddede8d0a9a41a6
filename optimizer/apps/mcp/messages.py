"""Messages before the SDK has them: what it would leave without an answer, or lets pass though JSON doesn't have it."""

from __future__ import annotations

import json
import re
from typing import Final

from mcp.types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError, jsonrpc_message_adapter

from ...formats.json.jsontext import json_value
from ...model.errors import InvalidDocument
from ..lines import writable

__all__ = ["refused"]

HALF: Final = r"it holds half a character, such as \ud800 alone"

TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')
"""A text, a sign, or anything else in JSON."""

REQUEST: Final = 'expected a request {"jsonrpc": "2.0", "id": ..., "method": "...", "params": {...}}'


def refused(line: bytes) -> JSONRPCError | bool | None:
    """What to answer a line that is no message: an error with its id, or True where none can be made out.

    None where it is a message, which is the SDK's to answer.

    >>> refused(b'{"jsonrpc": "2.0", "id": 7, "method": "ping"}')
    >>> error = refused(b'{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": {"x": NaN}}')
    >>> error.id, error.error.code, error.error.message
    (7, -32700, 'not JSON: NaN is no number')
    >>> refused(b"7")
    True
    """
    try:
        value = json_value(line)
    except InvalidDocument as error:
        return told(line, PARSE_ERROR, str(error))
    try:
        jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError:
        whole = writable(json.dumps(value, ensure_ascii=False))
        return told(line, INVALID_REQUEST, REQUEST) if whole else told(line, PARSE_ERROR, HALF)
    return None


def told(line: bytes, code: int, message: str) -> JSONRPCError | bool:
    """The error that answers a line, if it has an id. An answer isn't answered."""
    found = members(line.decode("utf-8", "replace"))
    ident = found.get("id")
    if ident is None or ("method" not in found and not {"result", "error"}.isdisjoint(found)):
        return True
    return JSONRPCError(jsonrpc="2.0", id=ident, error=ErrorData(code=code, message=message))


def members(text: str) -> dict[str, str | int | None]:
    """The members of the object that a text holds or was to hold, whatever is wrong with it: texts and integers that
    can be an id, None for everything else.

    >>> members('{"id": 7, "x": {"id": 8}, "y": [[[NaN, "method": 1')
    {'id': 7, 'x': None, 'y': None}
    """
    found: dict[str, str | int | None] = {}
    depth = 0
    before: list[str] = []  # the tokens since the last comma, outside of what is nested
    for match in TOKEN.finditer(text):
        token = match[0]
        depth -= token in ("}", "]")
        if depth == 1 and token == ",":
            before = []
        elif depth == 1 or (depth == 0 and token == "{"):
            before = [] if depth == 0 else [*before, token]
            if len(before) == 3 and before[1] == ":":
                found[str(scalar(before[0]))] = scalar(before[2])
        depth += token in ("{", "[")
    return found


def scalar(token: str) -> str | int | None:
    """The text or the integer that a token stands for."""
    if re.fullmatch("-?[0-9]{1,100}", token):
        return int(token)
    try:
        value = json.loads(token) if token.startswith('"') else None
    except ValueError:
        return None
    return value if isinstance(value, str) and writable(value) else None
