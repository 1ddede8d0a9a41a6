"""What every command does on its way out: the exit codes, a line on standard error, answers line by line."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from typing import Final

from ...model.errors import Fault
from .. import lines
from ..requests import Options
from ..sources import open_source

__all__ = [
    "BROKEN_PIPE", "DONE", "FAILED", "ILLEGAL", "INTERNAL", "INTERRUPTED", "UNPROVEN", "WRONG", "abandon_output",
    "answer_lines", "complain", "complain_of_lines", "looking", "prepare_output",
]  # fmt: skip

DONE: Final = 0
FAILED: Final = 1  # outside: a full disk, say
WRONG: Final = 2
ILLEGAL: Final = 3
UNPROVEN: Final = 4
INTERNAL: Final = 70  # sysexits.h
INTERRUPTED: Final = 130  # as the shell reports SIGINT
BROKEN_PIPE: Final = 141  # as the shell reports SIGPIPE

LOOKING: Final = 1.0  # seconds at most for the runner-up and for temptations


def looking(options: Options, spent: float = 0.0) -> float:
    """How long to look for what else there is to say, in seconds, once so many have been spent on the answer."""
    return LOOKING if options.time_limit is None else min(LOOKING, max(0.0, options.time_limit - spent))


def complain(message: str) -> None:
    """One line on standard error."""
    shown = "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in message)
    if sys.stderr is not None:
        print(f"optimizer: {shown}", file=sys.stderr)


def complain_of_lines(lines: int, bad: int, first: int, fault: Fault | None) -> int:
    """Says how many lines were bad, where any was, and what was wrong with the first; the exit code."""
    if fault is None:
        return DONE
    complain(f"{bad:,} of {lines:,} lines bad, the first of them line {first:,}: {fault}")
    return WRONG


def answer_lines(file: str | None, answer: lines.Answer) -> int:
    """Answer a source line by line on standard output; the exit code."""
    with open_source(file) as source:
        bad = lines.stream(source, sys.stdout, answer)
    return DONE if bad is None else complain_of_lines(*bad)


def prepare_output() -> None:
    """Standard output that takes every name, and is there even where the caller closed it."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115  # for as long as the process lives
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def abandon_output() -> None:
    """Nobody can take what is still unwritten; it must not fail once more when Python ends."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
