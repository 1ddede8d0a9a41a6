"""A worker: an engine (optimizer/apps/engine) whose methods take the unread body of a request to the service.

So the process that serves reads no documents, and nothing that takes long or much memory happens there.

    python -P -m optimizer.apps.http.worker LIMIT_MS MEMORY_MB CREATURES ANSWER
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
from ..engine.methods import Method, by_command, run, told
from ..engine.protocol import INVALID_PARAMS, PARSE_ERROR, Call, Refusal
from ..engine.server import Engine
from ..engine.warm import DOCUMENTS, PATIENCE, warm
from ..lines import ident_of
from ..page.sheet import sheet_of
from ..requests import On, request_of, subject_of
from ..workers import work
from .bounds import check_answer, check_creatures, check_time, shortened

__all__ = ["PAGE", "methods"]

PAGE: Final = "page/"
"""What the names of the page's methods begin with."""


def methods(limit_ms: float, creatures: int, answer: int) -> dict[str, Method]:
    """The methods by name, each with a `body` as its only param, and with these bounds.

    >>> count = methods(1000.0, 3, 1000)["count"]
    >>> count(Call("count", {"body": '{"id": 7, "document": "Ox 3/3 <- Bear 2/2"}'}, 1, False), 1000.0)
    '{"id": 7, "step": "regular", "attacking": 1, "defending": 1, "not_counted": []}'
    """
    verbs = {verb: partial(by_verb, verb, limit_ms, creatures, answer) for verb in COMMANDS}
    pages = {f"{PAGE}{name}": partial(by_page, name, limit_ms, creatures) for name in page.METHODS}
    return {name: partial(bounded, method, answer) for name, method in {**verbs, **pages}.items()}


def bounded(method: Method, most: int, call: Call, limit_ms: float) -> str:
    """A method's answer, which has so many bytes at most, as has what is said where there is none."""
    try:
        text = method(call, limit_ms)
    except Refusal as refusal:
        raise shortened(refusal) from None
    except InvalidDocument as error:
        fault = told(error)
        raise shortened(Refusal(INVALID_PARAMS, fault.field, fault.message)) from None
    check_answer(text, most)
    return text


def value_of(call: Call) -> Any:
    """What the body holds."""
    try:
        return json_value(call.named["body"])
    except InvalidDocument as error:
        raise Refusal(PARSE_ERROR, "", str(error)) from None


def by_verb(verb: str, most_ms: float, creatures: int, longest: int, call: Call, limit_ms: float) -> str:
    """A verb's answer to what a line of `--lines` may hold, with `limit_ms`; a list leaves room for the rest."""
    value = value_of(call)
    document, given = request_of(value, (*COMMANDS[verb].takes, "rules", "limit_ms"))
    ident = ident_of(value)
    check_time(given, most_ms)
    check_creatures("document", document, creatures, limit_ms)
    text = by_command(Call(verb, {"document": document, **given}, None, False), limit_ms, longest=longest * 9 // 10)
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


def warm_all() -> None:
    """Loads what the first requests would have to wait for."""
    warm()
    warm_page()


def main(limit_ms: float, memory_mb: int, creatures: int, answer: int) -> None:
    """Answers until standard input ends."""
    if hasattr(signal, "SIGALRM"):  # the pool's way to break off what nobody waits for; it may come a moment late
        signal.signal(signal.SIGALRM, lambda number, frame: None)
    work(Engine(limit_ms, methods(limit_ms, creatures, answer)), memory_mb, warm_all)


if __name__ == "__main__":
    main(float(sys.argv[1]), *map(int, sys.argv[2:]))
