"""The options `--watch` and `--interactive` of the commands that find an answer."""

from __future__ import annotations

import os
from collections.abc import Callable, MutableMapping
from typing import Any, Final, NamedTuple

import click

from ...model.board import Subject
from ..requests import InvalidRequest, Options
from ..sources import is_text

__all__ = ["INTERACTIVE", "STANDARD", "WATCH", "Display", "answered", "check_terminal", "memory_option"]

STANDARD: Final = "-"
"""As a file: standard input or output."""

WATCH: Final = click.option("--watch", is_flag=True, help="Answer again whenever FILE changes, until Ctrl-C.")
INTERACTIVE: Final = click.option(
    "--interactive", is_flag=True, help="Change numbers of FILE by hand, and see what that changes."
)


def memory_option(taker: str) -> Callable[[Any], Any]:
    """The option `--memory-mb`; `taker` says what takes the memory."""
    return click.option(
        "--memory-mb", type=click.IntRange(min=0), default=2000, metavar="N",
        help=f"The most memory {taker}, in megabytes, 0 for no limit (default: 2000).",
    )  # fmt: skip


class Display(NamedTuple):
    """How an answer is shown: in JSON or to people, the files of its pictures and their theme, and whether again and
    again."""

    as_json: bool = False
    as_lines: bool = False
    svg: str | None = None
    png: str | None = None
    theme: str | None = None
    watch: bool = False
    interactive: bool = False

    @classmethod
    def taken(cls, given: MutableMapping[str, Any]) -> Display:
        """What a command was given of all this; it is taken out of the rest."""
        return cls(**{name: given.pop(name) for name in cls._fields if name in given})


def check_terminal(file: str | None, display: Display) -> None:
    """Finds out before anything is read whether what is asked for goes together; raises `InvalidRequest` where not."""
    if not (display.watch or display.interactive):
        return
    if display.watch and display.interactive:
        raise InvalidRequest("--watch", "leave out one of --watch and --interactive")
    name = "--watch" if display.watch else "--interactive"
    if display.as_lines:
        raise InvalidRequest(name, "is for one answer: leave out --lines")
    if file is None or file == STANDARD:
        raise InvalidRequest(name, "expected a FILE, which standard input isn't")
    if display.watch and is_text(file) and not os.path.exists(file):
        raise InvalidRequest(name, "expected a FILE, which a text isn't")
    if display.interactive and (display.as_json or display.svg or display.png or display.theme):
        raise InvalidRequest(name, "is for text: leave out --json and pictures")


def answered(
    file: str | None, read: Callable[[], Subject], answer: Callable[[Subject], int], options: Options, display: Display
) -> int:
    """Answers as it is to be shown: once, whenever the file changes, or at a prompt; the exit code."""
    if display.watch:
        from .watch import watch

        assert file is not None
        return watch(file, lambda: answer(read()), quiet=display.as_json or display.svg == STANDARD)
    if not display.interactive:
        return answer(read())
    from .session import converse

    return converse(read(), options)
