"""The output of a batch: answers in order, in a form that a later run can continue, and then in its final form.

What a file holds in the end depends on the answers alone, not on how they came in chunks or how often a run was killed.
"""

from __future__ import annotations

import gzip
import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from .formats import Format

__all__ = ["Mark", "Output", "output"]

MEMBER: Final = 1 << 18
"""Bytes of answers in each member of a gzip file; what is left over waits in memory and in the journal."""

LEVEL: Final = 6


class Mark(NamedTuple):
    """How far the output is: bytes in the file, and what is to follow them."""

    offset: int
    tail: bytes


class Output:
    """Answers as they are, one after another."""

    def __init__(self, file: BinaryIO, mark: Mark) -> None:
        self.file, self.offset, self.tail = file, mark.offset, bytearray(mark.tail)

    def add(self, payload: bytes) -> None:
        """The next answers."""
        self.write(payload)

    def write(self, held: bytes) -> None:
        """Bytes of the file."""
        self.file.write(held)
        self.offset += len(held)

    def settle(self) -> Mark:
        """Everything on the disk, as far as the mark says."""
        self.file.flush()
        with suppress(OSError, ValueError):  # no disk: a pipe
            os.fsync(self.file.fileno())
        return Mark(self.offset, bytes(self.tail))

    def end(self) -> None:
        """No answers follow."""
        self.settle()

    def publish(self, part: Path, out: Path) -> None:
        """The file under its name."""
        os.replace(part, out)


class GzipOutput(Output):
    """Answers in gzip members of one length."""

    def add(self, payload: bytes) -> None:
        self.tail += payload
        start = 0
        while len(self.tail) - start >= MEMBER:
            self.member(bytes(self.tail[start : start + MEMBER]))
            start += MEMBER
        del self.tail[:start]

    def member(self, held: bytes) -> None:
        """One member, which says nothing of the time or the file."""
        self.write(gzip.compress(held, LEVEL, mtime=0))

    def end(self) -> None:
        if self.tail or not self.offset:
            self.member(bytes(self.tail))
            self.tail.clear()
        super().end()


class RecordOutput(Output):
    """Answers in Arrow streams, one after another, of which a Parquet file is made in the end."""

    def publish(self, part: Path, out: Path) -> None:
        from .columns import write_parquet

        made = out.with_name(f"{out.name}.made")
        with part.open("rb") as file, made.open("wb") as whole:
            write_parquet(file, whole)
            whole.flush()
            os.fsync(whole.fileno())
        os.replace(made, out)
        part.unlink()


def output(form: Format, file: BinaryIO, mark: Mark) -> Output:
    """The output of a format in an open file."""
    kinds = {Format.LINES: Output, Format.GZIP: GzipOutput, Format.PARQUET: RecordOutput}
    return kinds[form](file, mark)
