"""The input of a batch, taken a few lines or rows at a time, from the beginning or from where a run stopped."""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple, Protocol

from ..requests import InvalidRequest
from ..sources import unreadable
from .formats import Format
from .work import LONGEST

__all__ = ["LineSource", "RequestSource", "Taken", "identity", "open_file"]

SIZE: Final = 1 << 20
"""Bytes of a chunk at which it ends, however many lines were asked for."""

BROKEN: Final = (OSError, EOFError, zlib.error)
"""What reading a damaged file raises."""


class Taken(NamedTuple):
    """A part of the input: the number of its first line, its bytes, how many lines, and where the next one begins, for
    the journal and as a share of `Source.total`."""

    number: int
    data: bytes
    lines: int
    position: int
    place: int


class RequestSource(Protocol):
    """Where requests come from."""

    total: int | None

    def take(self, lines: int) -> Taken | None:
        """The next lines, at most so many; None at the end."""

    def split(self, data: bytes) -> list[bytes]:
        """Each line of a part by itself."""


class LineSource:
    """Lines of text, or of compressed text: then `raw` is the file that is compressed."""

    def __init__(self, name: str, file: BinaryIO, raw: BinaryIO, total: int | None) -> None:
        self.name, self.file, self.raw, self.total = name, file, raw, total
        self.number, self.position = 1, 0

    @property
    def place(self) -> int:
        """How much has been read, as a share of `total`."""
        return self.raw.tell() if self.total else 0

    def go_to(self, position: int, number: int) -> None:
        """To where a run stopped; in compressed text, by reading up to there."""
        if not position:
            return
        try:
            self.file.seek(position)
        except BROKEN as error:
            raise self.wrong(error) from None
        self.position, self.number = position, number

    def take(self, lines: int) -> Taken | None:
        taken: list[bytes] = []
        number, size = self.number, 0
        while len(taken) < lines and size < SIZE and (line := self.line()):
            taken.append(line)
            size += len(line)
        if not taken:
            return None
        self.number += len(taken)
        return Taken(number, b"".join(taken), len(taken), self.position, self.place)

    def line(self) -> bytes:
        """The next line; of one that is too long, so much that this can be seen."""
        most = LONGEST + 2
        try:
            line = self.file.readline(most)
            self.position += len(line)
            if len(line) == most and not line.endswith(b"\n"):
                rest = line
                while rest and not rest.endswith(b"\n"):
                    rest = self.file.readline(SIZE)
                    self.position += len(rest)
                line += b"\n"
        except BROKEN as error:
            raise self.wrong(error) from None
        return line

    def split(self, data: bytes) -> list[bytes]:
        return [line + b"\n" for line in data.removesuffix(b"\n").split(b"\n")]

    def wrong(self, error: Exception) -> InvalidRequest:
        """What to say of a damaged file."""
        said = unreadable(self.name, error).faults[0].message
        return InvalidRequest("IN", f"{said} (after line {self.number - 1:,})")


class RowSource:
    """Rows of a Parquet file (extra `parquet`); positions are numbers of rows."""

    def __init__(self, name: str, file: BinaryIO) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        from .columns import COLUMNS

        self.name = name
        self.errors = (*BROKEN, pa.ArrowException)
        try:
            self.file = pq.ParquetFile(file)
        except self.errors as error:
            raise self.wrong(error) from None
        self.schema = self.file.schema_arrow
        for column in self.schema.names:
            if column not in COLUMNS:
                raise InvalidRequest("IN", f"unknown column {column!r}: expected {', '.join(COLUMNS)}")
        if len(set(self.schema.names)) < len(self.schema.names) or "document" not in self.schema.names:
            raise InvalidRequest("IN", "expected a column `document`, and no column twice")
        self.total: int | None = self.file.metadata.num_rows
        self.position = 0
        self.batches: Iterator[Any] = iter(())
        self.go_to(0, 1)

    @property
    def place(self) -> int:
        """How much has been read, as a share of `total`."""
        return self.position

    def go_to(self, position: int, number: int) -> None:
        """To where a run stopped, past the row groups before."""
        groups = self.file.metadata
        first, before = 0, 0
        while first < groups.num_row_groups and before + groups.row_group(first).num_rows <= position:
            before += groups.row_group(first).num_rows
            first += 1
        self.position = position
        self.batches = self.rows(range(first, groups.num_row_groups), position - before)
        self.held = next(self.batches, None)

    def rows(self, groups: range, skipped: int) -> Iterator[Any]:
        """The rows of some row groups, a few at a time, without the first ones."""
        try:
            for batch in self.file.iter_batches(batch_size=1024, row_groups=list(groups), use_threads=False):
                if batch.num_rows > skipped:
                    yield batch.slice(skipped)
                skipped = max(0, skipped - batch.num_rows)
        except self.errors as error:
            raise self.wrong(error) from None

    def take(self, lines: int) -> Taken | None:
        from .columns import bytes_of

        taken, many, size = [], 0, 0
        while self.held is not None and many < lines and size < SIZE:
            few = min(lines - many, max(1, int((SIZE - size) * self.held.num_rows / max(1, self.held.nbytes))))
            part = self.held.slice(0, few)
            taken.append(part)
            many, size = many + part.num_rows, size + part.nbytes
            left = self.held.slice(part.num_rows)
            self.held = left if left.num_rows else next(self.batches, None)
        if not taken:
            return None
        number = self.position + 1
        self.position += many
        return Taken(number, bytes_of(taken, self.schema), many, self.position, self.position)

    def split(self, data: bytes) -> list[bytes]:
        from .columns import split_rows

        return split_rows(data)

    def wrong(self, error: Exception) -> InvalidRequest:
        """What to say of a damaged file, in one line."""
        return InvalidRequest("IN", f"can't read {self.name!r} as Parquet: {str(error).partition(chr(10))[0]}")


def open_file(name: str, file: BinaryIO, form: Format, size: int | None) -> LineSource | RowSource:
    """The source in an open file; None for a size that nobody knows."""
    if form is Format.PARQUET:
        return RowSource(name, file)
    text: Any = gzip.GzipFile(fileobj=file) if form is Format.GZIP else file
    return LineSource(name, text, file, size)


def identity(path: Path) -> dict[str, Any]:
    """What tells a file from a changed one."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16))
        return {"size": file.tell(), "blake2b": digest.hexdigest()}
