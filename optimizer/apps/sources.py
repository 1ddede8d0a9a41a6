"""Where a command's input comes from: a file, standard input, or the argument itself."""

from __future__ import annotations

import errno
import io
import re
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import BinaryIO, Final

from ..model.board import Subject
from ..model.errors import Fault, InvalidDocument
from ..model.words import show
from .requests import InvalidRequest, On, Stage, subject_of, value_of

__all__ = ["is_text", "named", "open_source", "read_source", "text_of"]


def open_source(file: str | None) -> AbstractContextManager[BinaryIO]:
    """The input of a command as bytes: a file, standard input for `-` or nothing, or the text that the argument is.

    Raises `InvalidRequest` where it can't be opened.
    """
    if file is None or file == "-":
        return nullcontext(standard_input(asked=file is not None))
    try:
        return open(file, "rb")
    except (OSError, ValueError) as error:
        if is_text(file) and (isinstance(error, ValueError) or error.errno in NO_FILE):
            return io.BytesIO(file.encode("utf-8", "surrogateescape"))
        if not isinstance(error, ValueError) and error.errno in NO_FILE and " " in file.strip():
            wanted = "expected a file's name, or a text with 'vs', '<-' or numbers such as 2/2 in it"
            raise InvalidRequest("FILE", f"{wanted}, not {show(file)}") from None
        raise unreadable(file, error) from None


NO_FILE: Final = (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG)
"""Why an argument may name no file: it can be a text then."""

TEXT: Final = re.compile(
    r"(?i)<-|←|(?:^|\s)(?:vs\.?|versus|v\.)(?:\s|$)|(?:^|[\s\"'])=?[+-]?[0-9]+/[+-]?[0-9]+(?=$|[\s,;|\"'])"
)
"""What only a combat or a board in words holds: `<-`, `vs`, or power and toughness."""


def is_text(file: str | None) -> bool:
    """Whether an argument that names no file is a combat or a board in words, or a document.

    >>> is_text("Serra Angel vs Wall 0/3"), is_text("Slime <- Wurm"), is_text("Ox 3/3"), is_text("combats/3.json")
    (True, True, True, False)
    """
    return file is not None and TEXT.search(file) is not None


def text_of(file: str | None) -> bytes:
    """All that a file or standard input holds."""
    with open_source(file) as source:
        try:
            return source.read()
        except OSError as error:
            raise unreadable(file, error) from None


def read_source(file: str | None, on: On = On.COMBAT, stage: Stage | None = None) -> Subject:
    """The combat or board that a file or standard input holds; its faults have the source's name before the field."""
    text = text_of(file)
    try:
        return subject_of(value_of(text), on, stage)
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
    """A fault with its source's name before the field; of a text that stands in the words nothing is said."""
    if fault.field == "stage":
        return Fault("--blocks", fault.message)
    if is_text(file):
        return fault
    name = "standard input" if file is None or file == "-" else file
    return Fault(f"{name}: {fault.field}" if fault.field else name, fault.message)
