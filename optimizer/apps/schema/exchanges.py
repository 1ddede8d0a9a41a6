"""The schemas of what is asked and answered: for each command a line of `--lines`, the params of the engine's method of
that name, and the answer that both give."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final

from ...formats.schema.documents import titled
from ...formats.schema.shapes import AMOUNT, NUMBER, TEXT, array, either, mapping, nullable, record, ref, word
from ...model.terms import Edition, Side, Step
from ..commands import COMMANDS
from ..requests import On, Stage

__all__ = ["ANSWERS", "EXCHANGES", "OPTIONS", "params"]

Schema = dict[str, Any]

IDENT: Final[Schema] = {"type": ["string", "number", "null"], "description": "given back with the answer"}
SECONDS: Final[Schema] = NUMBER | {"minimum": 0}
LIMIT_MS: Final = nullable(
    NUMBER | {"minimum": 0, "description": "how many milliseconds it may take; the engine's default where left out"}
)

OPTIONS: Final[dict[str, Schema]] = {
    "side": word(*Side),
    "limit": AMOUNT | {"description": "how many of a list"},
    "time_limit": SECONDS | {"description": "after how many seconds the best found is answered"},
    "assignment": ref("assignment", "the assignment to judge"),
    "declaration": {"type": "object", "description": "the declaration to judge, on a board"},
    "stage": word(*Stage) | {"description": "what is to be declared on a board in words: attacks where left out"},
    "attacking": ref("assignment", "what the attacking side assigns"),
    "defending": ref("assignment", "what the defending side assigns"),
    "events": ref("events"),
}
"""The options of all commands, by name."""

NOT_COUNTED: Final[dict[str, Schema]] = {"not_counted": ref("not-counted", "empty where all that is known is counted")}
"""What every answer about a document says besides."""

TAKES: Final[dict[str, Iterable[str]]] = {
    **{name: (*command.takes, "rules") for name, command in COMMANDS.items()},
    "damage": ("events",),
}


COMBAT: Final = either(ref("combat"), TEXT)
DOCUMENT: Final = {
    On.COMBAT: COMBAT,
    On.ANY: ref("document"),
    On.BLOCKS: either(ref("blocks-board"), TEXT),
    On.ATTACKS: either(ref("attacks-board"), TEXT),
}
"""What commands are about."""


def document(command: str) -> Schema:
    """What a command is about."""
    return DOCUMENT[COMMANDS[command].on if command in COMMANDS else On.COMBAT]


def option(name: str) -> Schema:
    """An option; null leaves it at its default."""
    return nullable(word(*Edition) if name == "rules" else OPTIONS[name])


def request(command: str) -> Schema:
    """A line of `--lines` that is a request; dashes in an option's name are as good as underscores."""
    options = {spelt: option(name) for name in TAKES[command] for spelt in {name, name.replace("_", "-")}}
    fields = {"id": IDENT, "document": document(command), **dict(sorted(options.items()))}
    shape = record(fields, optional=set(fields) - {"document"})
    return titled(f"A line for `optimizer {command} --lines`", shape)


def params(command: str) -> Schema:
    """The params of the engine's method."""
    options = {name: option(name) for name in TAKES[command]}
    shape = record({"document": document(command), **options, "limit_ms": LIMIT_MS}, optional=[*options, "limit_ms"])
    return titled(f"The params of the engine's method `{command}`", shape)


def solved(**more: Schema) -> Schema:
    """What looking for the best answers; `more` says what was decided."""
    return record(
        {
            "status": word("optimal", "feasible") | {"description": "optimal: proven"},
            "score": NUMBER | {"description": "what is sure of the decision, for the attacking player"},
            "bound": NUMBER | {"description": "proven: whoever decides can't reach a better score than that"},
            "line_score": NUMBER | {"description": "what the line is worth to the attacking player"},
            **more,
            "line": ref("line"),
            "outcome": ref("outcome"),
            **NOT_COUNTED,
            "method": TEXT,
            "time_ms": SECONDS,
        },
        optional=["orders", "reply", "reply_loses"],
    )


def counted() -> Schema:
    """What `count` answers about a combat and about the boards."""
    return either(
        record({"step": word(*Step), "attacking": AMOUNT, "defending": AMOUNT, **NOT_COUNTED}),
        record({"step": {"const": "declare-blockers"}, "defending": AMOUNT, **NOT_COUNTED}),
        record({"step": {"const": "declare-attackers"}, "attacking": AMOUNT, **NOT_COUNTED}),
    )


def listed() -> Schema:
    """What `legal` answers; `complete` is the engine's."""
    complete = {"type": "boolean", "description": "whether these are all; only the engine's answers say so"}
    return either(
        record({"assignments": array(ref("assignment")), **NOT_COUNTED, "complete": complete}, ["complete"]),
        record(
            {"declarations": array(either(ref("blocks"), ref("attacks"))), **NOT_COUNTED, "complete": complete},
            ["complete"],
        ),
    )


def resolved() -> Schema:
    """What `resolve` and `damage` answer."""
    left = nullable(ref("combat")) | {"description": "the combat that is left, null where none is"}
    return record({"outcome": ref("outcome"), "next": left, **NOT_COUNTED})


ORDERS: Final = mapping(array(TEXT)) | {"description": "the damage assignment orders announced, in `ordered`"}
REPLY: Final = NUMBER | {"description": "with crackback, what the next turn's attack is worth to the other player"}

LOSES: Final = {
    "type": "boolean",
    "description": "without crackback: an attack of the other player next turn was found that wins whatever is blocked",
}

ANSWERS: Final[Mapping[str, Callable[[], Schema]]] = {
    "suggest": solved,
    "legal": listed,
    "count": counted,
    "check": lambda: record({"legal": {"type": "boolean"}, "violations": array(ref("violation")), **NOT_COUNTED}),
    "resolve": resolved,
    "damage": resolved,
    "blocks": lambda: solved(blocks=ref("blocks"), orders=ORDERS),
    "attacks": lambda: solved(
        attacks=ref("attacks"), blocks=ref("blocks"), reply=REPLY, reply_loses=LOSES, orders=ORDERS
    ),
}


def answer(command: str) -> Schema:
    """What a command answers."""
    body = ANSWERS[command]() if command in ANSWERS else mapping({})
    return titled(f"What `{command}` answers (with `--lines` beside the `id` that was given)", body)


EXCHANGES: Final[dict[str, Callable[[], Schema]]] = {
    f"{command}-{part}": partial(make, command)
    for command in TAKES
    for part, make in (("request", request), ("params", params), ("answer", answer))
    if (command, part) != ("damage", "params")  # the engine has no such method
}
