"""The options `--watch` and `--interactive` of the commands that find an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import click

from ...model.board import Subject
from ..requests import InvalidRequest, Options
from .picture_options import asked as pictures

__all__ = ["INTERACTIVE", "WATCH", "answered", "check_terminal"]

KEY: Final = "optimizer.apps.cli"


def kept(context: click.Context, option: click.Parameter, value: bool) -> None:
    """Keeps an option for when the command runs; the command itself isn't handed it."""
    context.meta.setdefault(KEY, {})[option.name] = value


def flag(name: str, meaning: str) -> Callable[[Any], Any]:
    """An option that is there or not."""
    return click.option(name, is_flag=True, expose_value=False, callback=kept, help=meaning)


WATCH: Final = flag("--watch", "Answer again whenever FILE changes, until Ctrl-C.")
INTERACTIVE: Final = flag("--interactive", "Change numbers of FILE by hand, and see what that changes.")


def wanted() -> list[str]:
    """Which of the options were given, by name."""
    held: dict[str, bool] = click.get_current_context().meta.get(KEY, {})
    return [f"--{name}" for name, given in held.items() if given]


def check_terminal(file: str | None, *, as_json: bool, as_lines: bool) -> None:
    """Finds out before anything is read whether what is asked for goes together; raises `InvalidRequest` where not."""
    names = wanted()
    if not names:
        return
    if len(names) > 1:
        raise InvalidRequest("--watch", "leave out one of --watch and --interactive")
    (name,) = names
    if as_lines:
        raise InvalidRequest(name, "is for one answer: leave out --lines")
    if file is None or file == "-":
        raise InvalidRequest(name, "expected a FILE, which standard input isn't")
    if name == "--interactive" and (as_json or any(pictures().values())):
        raise InvalidRequest(name, "is for text: leave out --json and pictures")
    settled(as_json=as_json)


def settled(*, as_json: bool) -> None:
    """Keeps whether standard output is for machines."""
    click.get_current_context().meta[f"{KEY}.machine"] = as_json or pictures().get("svg") == "-"


def answered(file: str | None, read: Callable[[], Subject], answer: Callable[[Subject], int], options: Options) -> int:
    """Answers as the options want it: once, whenever the file changes, or at a prompt; the exit code."""
    names = wanted()
    if not names:
        return answer(read())
    if names == ["--watch"]:
        from .watch import watch

        assert file is not None
        return watch(file, lambda: answer(read()), quiet=click.get_current_context().meta[f"{KEY}.machine"])
    from .session import converse

    return converse(read(), options)
