"""A worker: an engine (optimizer/apps/engine) whose methods take the unread body of a request to the service.

So the process that serves reads no documents, and nothing that takes long or much memory happens there.

    python -P -m optimizer.apps.http.worker LIMIT_MS MEMORY_MB CREATURES
"""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from ...formats.json.jsontext import encode, json_value
from ...model.errors import InvalidDocument
from ...model.words import show
from .. import page
from ..commands import COMMANDS
from ..engine.limits import memory_limit
from ..engine.methods import METHODS, Method, run
from ..engine.protocol import INVALID_PARAMS, PARSE_ERROR, Call, Refusal
from ..engine.server import Engine, serve
from ..engine.warm import DOCUMENTS, PATIENCE, warm
from ..lines import ident_of
from ..page.sheet import sheet_of
from ..requests import On, request_of, subject_of
from .bounds import check_creatures, check_time

__all__ = ["PAGE", "methods"]

PAGE: Final = "page/"
"""What the names of the page's methods begin with."""


def methods(limit_ms: float, creatures: int) -> dict[str, Method]:
    """The methods by name, each with a `body` as its only param, and with these bounds.

    >>> count = methods(1000.0, 3)["count"]
    >>> count(Call("count", {"body": '{"id": 7, "document": "Ox 3/3 <- Bear 2/2"}'}, 1, False), 1000.0)
    '{"id": 7, "step": "regular", "attacking": 1, "defending": 1}'
    """
    verbs = {verb: partial(by_verb, verb, limit_ms, creatures) for verb in COMMANDS}
    return {**verbs, **{f"{PAGE}{name}": partial(by_page, name, limit_ms, creatures) for name in page.METHODS}}


def value_of(call: Call) -> Any:
    """What the body holds."""
    try:
        return json_value(call.named["body"])
    except InvalidDocument as error:
        raise Refusal(PARSE_ERROR, "", str(error)) from None


def by_verb(verb: str, most_ms: float, creatures: int, call: Call, limit_ms: float) -> str:
    """A verb's answer to what a line of `--lines` may hold, with `limit_ms` besides."""
    value = value_of(call)
    document, given = request_of(value, (*COMMANDS[verb].takes, "rules", "limit_ms"))
    ident = ident_of(value)
    check_time(given, most_ms)
    check_creatures("document", document, creatures, limit_ms)
    text = METHODS[verb](Call(verb, {"document": document, **given}, None, False), limit_ms)
    return f"{encode(ident)[:-1]}, {text[1:]}" if ident else text


def by_page(name: str, most_ms: float, creatures: int, call: Call, limit_ms: float) -> str:
    """The answer of one of the page's methods to its params."""
    params = value_of(call)
    if not isinstance(params, Mapping):
        raise Refusal(INVALID_PARAMS, "", f"expected an object of params, not {show(params)}")
    check_time(params, most_ms)
    check_creatures("sheet", params.get("sheet"), creatures, limit_ms)
    return page.METHODS[name](Call(name, params, None, False), limit_ms)


def warm_page() -> None:
    """Loads what the page's first requests would have to wait for."""
    for document in DOCUMENTS:
        sheet = sheet_of(subject_of(document, On.ANY))
        for name in page.METHODS:
            with contextlib.suppress(Refusal):  # not every method takes every sheet
                run(Call(name, {"sheet": sheet, "text": "bear", "assignment": {}}, None, True), PATIENCE, page.METHODS)


def main(limit_ms: float, memory_mb: int, creatures: int) -> None:
    """Answers until standard input ends."""
    if hasattr(signal, "SIGALRM"):  # the pool's way to break off what nobody waits for; it may come a moment late
        signal.signal(signal.SIGALRM, lambda number, frame: None)
    out = sys.stdout
    with memory_limit(memory_mb * 1_000_000), contextlib.redirect_stdout(sys.stderr):
        try:
            warm()
            warm_page()
        except MemoryError:  # the service says so
            sys.exit(1)
        serve(sys.stdin.buffer, out, Engine(limit_ms, methods(limit_ms, creatures)))


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
