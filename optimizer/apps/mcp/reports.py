"""What the tools answer: the commands' answers, each with the report that the command line prints of it.

An engine's process has these methods; nobody else loads this module.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from rich.console import RenderableType

from ...formats.json.jsontext import encode, grouped, json_value
from ...model.combat import Combat
from ...model.words import show
from ...report.advice import advise, advise_attacks, advise_blocks
from ...report.advice.page import plain
from ...report.pictures import Theme, draw, png
from ...report.pictures.raster import NoRaster
from ...report.pictures.staging import Drawable
from ...report.tables import in_words, resolution
from .. import commands, reports
from ..cli.console import IN_A_PIPE
from ..commands import COMMANDS
from ..engine.methods import METHODS, Method, Methods, by_command
from ..engine.protocol import INVALID_PARAMS, Call, Refusal
from ..requests import Options
from .lookups import cards, explain

__all__ = ["LISTED", "REPORTS"]

LOOKING: Final = 1.0
"""Seconds at most for the runner-up and for temptations."""

DOUBLE: Final = 2**53

LISTED: Final = 50
"""How many of a list are given where the call doesn't say."""


def solved(name: str, solve: Callable[[Any, Options], Any], advise: Callable[..., object]) -> Method:
    """A tool that looks for the best, and draws it where the call wants a `picture`."""

    def answer(subject: Any, options: Options, *, picture: bool) -> dict[str, Any]:
        found = solve(subject, options)
        report = str(advise(found, seconds=min(LOOKING, max(0.0, (options.time_limit or 0) - found.seconds))))
        return {"answer": found.to_dict(), "report": report} | ({"picture": drawn(found)} if picture else {})

    def method(call: Call, limit_ms: float) -> str:
        params = dict(call.named)
        picture = params.pop("picture", None)
        if picture is not None and not isinstance(picture, bool):
            raise Refusal(INVALID_PARAMS, "picture", f"expected true or false, not {show(picture)}")
        command = COMMANDS[name]._replace(answer=partial(answer, picture=bool(picture)))
        return by_command(call._replace(params=params), limit_ms, command)

    return method


def drawn(found: Drawable) -> str:
    """The picture of an answer: a PNG in base64."""
    try:
        return base64.b64encode(png(draw(found, theme=Theme.LIGHT), scale=1.0)).decode()
    except NoRaster as error:
        raise Refusal(INVALID_PARAMS, "picture", str(error)) from None


def reported(name: str, report: Callable[[Any, Options, dict[str, Any]], Iterable[RenderableType]]) -> Method:
    """A command of which `report` tells what the command line prints."""
    command = COMMANDS[name]

    def answer(subject: Any, options: Options) -> dict[str, Any]:
        found = command.answer(subject, options)
        said = plain(report(subject, options, found), IN_A_PIPE)
        return {"answer": {field: readable(value) for field, value in found.items()}, "report": said}

    return partial(by_command, command=command._replace(answer=answer))


def readable(value: Any) -> Any:
    """A value of an answer; an integer that no double holds is a text, as readers of JSON lose its digits or refuse it.

    >>> readable(6), readable(10**18)
    (6, '1000000000000000000')
    """
    return grouped(value).replace(",", "") if isinstance(value, int) and abs(value) > DOUBLE else value


def resolve(combat: Combat, options: Options, answer: dict[str, Any]) -> Iterator[RenderableType]:
    """What became of everything."""
    return resolution(combat, commands.resolution(combat, options))


def legal(call: Call, limit_ms: float) -> str:
    """The first of a list, one a line, and whether these are all."""
    params = {"limit": LISTED} | {name: value for name, value in call.named.items() if value is not None}
    answer = json_value(METHODS["legal"](call._replace(params=params), limit_ms))
    declared = "declarations" in answer
    listed = answer["declarations" if declared else "assignments"]
    what = f"legal {'declarations' if declared else 'assignments'}"
    told = [f"{number:>4}  {(declaration if declared else in_words)(one)}" for number, one in enumerate(listed, 1)]
    last = f"All {len(listed):,} {what}." if answer["complete"] else f"{len(listed):,} {what}; there are more."
    return encode({"answer": answer, "report": "\n".join([*told, last])})


def declaration(held: Mapping[str, Any]) -> str:
    """A declaration on one line.

    >>> declaration({"bear": ["ox", "rat"]}), declaration({"ox": "player"}), declaration({})
    ('bear blocks ox, rat', 'ox attacks player', 'nobody')
    """
    told = [
        f"{name} attacks {it}" if isinstance(it, str) else f"{name} blocks {', '.join(it)}" for name, it in held.items()
    ]
    return "; ".join(told) or "nobody"


REPORTS: Final[Methods] = {
    "suggest": solved("suggest", commands.solution, advise),
    "blocks": solved("blocks", commands.blocks, advise_blocks),
    "attacks": solved("attacks", commands.attacks, advise_attacks),
    "check": reported("check", reports.check),
    "count": reported("count", reports.count),
    "legal": legal,
    "resolve": reported("resolve", resolve),
    "cards": cards,
    "explain": explain,
}
"""The methods of an engine that works for an assistant; each result is `{"answer": …, "report": …}`."""
