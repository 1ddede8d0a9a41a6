"""A file that is watched: answered anew whenever it changes."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Final, NoReturn

import click

from ...model.errors import CombatError, InvalidDocument
from .output import complain

__all__ = ["one_line", "watch"]

POLL: Final = 0.2
"""Seconds between two looks at the file."""

Stamp = tuple[int, int, int] | None


def watch(file: str, answer: Callable[[], int], *, quiet: bool, poll: float = POLL) -> NoReturn:
    """Answers now and whenever the file changes, until interrupted. What is wrong with the file is told in a line.

    `quiet`: nothing but answers is printed. Raises what `answer` raises where the file can't be opened to begin with.
    """
    seen = stamp(file)
    if seen is None:
        answer()  # says why it can't be read
    first = True
    while True:
        tell(file, answer, quiet=quiet, first=first)
        first = False
        seen = changed(file, seen, poll)


def changed(file: str, seen: Stamp, poll: float) -> Stamp:
    """Waits until a file isn't as it was; one that is gone for a moment only is being replaced."""
    gone = False
    while True:
        time.sleep(poll)
        now = stamp(file)
        if now == seen:
            gone = False
        elif now is not None or gone:
            return now
        else:
            gone = True


def stamp(file: str) -> Stamp:
    """What changes with a file; None where there is none."""
    try:
        held = os.stat(file)
    except (OSError, ValueError):
        return None
    return held.st_mtime_ns, held.st_size, held.st_ino


def tell(file: str, answer: Callable[[], int], *, quiet: bool, first: bool) -> None:
    """One answer: on a terminal on a clear screen, elsewhere after a blank line."""
    terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    if quiet:
        pass
    elif terminal:
        click.clear()
    elif not first:
        print()
    try:
        answer()
    except CombatError as error:
        sys.stdout.flush()
        complain(one_line(error))
    if terminal and not quiet:
        print(f"\nWatching {file}; Ctrl-C ends.")
    sys.stdout.flush()


def one_line(error: CombatError) -> str:
    """What is wrong, in one line.

    >>> from optimizer.model.errors import Fault
    >>> one_line(InvalidDocument([Fault("power", "is missing"), Fault("toughness", "is missing")]))
    'power: is missing (and 1 fault more)'
    """
    if not isinstance(error, InvalidDocument) or len(error.faults) == 1:
        return str(error)
    more = len(error.faults) - 1
    return f"{error.faults[0]} (and {more:,} fault{'s' if more > 1 else ''} more)"
