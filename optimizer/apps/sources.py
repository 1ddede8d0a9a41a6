"""Where a command's input comes from: a file, or standard input."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from typing import BinaryIO

from ..model.board import Subject
from ..model.errors import Fault, InvalidDocument
from .requests import InvalidRequest, On, subject_of, value_of

__all__ = ["named", "open_source", "read_source", "text_of"]


def open_source(file: str | None) -> AbstractContextManager[BinaryIO]:
    """The input of a command as bytes: a file, or standard input for `-` or nothing.

    Raises `InvalidRequest` where it can't be opened.
    """
    if file is None or file == "-":
        return nullcontext(standard_input(asked=file is not None))
    try:
        return open(file, "rb")
    except (OSError, ValueError) as error:
        raise unreadable(file, error) from None


def text_of(file: str | None) -> bytes:
    """All that a file or standard input holds."""
    with open_source(file) as source:
        try:
            return source.read()
        except OSError as error:
            raise unreadable(file, error) from None


def read_source(file: str | None, on: On = On.COMBAT) -> Subject:
    """The combat or board that a file or standard input holds; its faults have the source's name before the field."""
    text = text_of(file)
    try:
        return subject_of(value_of(text), on)
    except InvalidDocument as error:
        raise InvalidDocument([named(file, fault) for fault in error.faults]) from None


def standard_input(*, asked: bool) -> BinaryIO:
    """Standard input; nobody is left waiting at a keyboard who didn't ask for it."""
    if sys.stdin is None:
        raise InvalidRequest("FILE", "expected a file: standard input is closed")
    if not asked and sys.stdin.isatty():
        raise InvalidRequest("FILE", "expected a file, or - for standard input")
    return sys.stdin.buffer


def unreadable(file: str | None, error: Exception) -> InvalidRequest:
    """Why a source can't be read, in the system's words; ValueError: a name that no file can have."""
    problem = (isinstance(error, OSError) and error.strerror) or str(error)
    return InvalidRequest("FILE", f"can't read {'-' if file is None else file!r}: {problem[:1].lower()}{problem[1:]}")


def named(file: str | None, fault: Fault) -> Fault:
    """A fault with its source's name before the field."""
    name = "standard input" if file is None or file == "-" else file
    return Fault(f"{name}: {fault.field}" if fault.field else name, fault.message)
