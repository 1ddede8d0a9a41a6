"""Where a batch reads and writes: what may be opened, what is in the way, and whether a run can be continued."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ..requests import InvalidRequest
from ..sources import open_source, unreadable
from .formats import STANDARD, Format, format_of
from .job import Job
from .journal import Journal, Reached
from .reading import LineSource, RowSource, identity, open_file
from .writing import Output, output

__all__ = ["Places"]


@dataclass(frozen=True, slots=True)
class Places:
    """The names of a batch's input and output, checked; nothing has been written yet."""

    source: str
    out: str
    source_form: Format
    out_form: Format

    @classmethod
    def named(cls, source: str, out: str) -> Places:
        """The places with these names. Raises `InvalidRequest` where they can't be used together."""
        places = cls(source, out, format_of("IN", source), format_of("OUT", out))
        if not places.direct:
            if not places.path.parent.is_dir():
                raise InvalidRequest("OUT", f"can't write {out!r}: there is no such folder")
            for taken in (places.path, places.part, places.journal):
                if source != STANDARD and same(Path(source), taken):
                    raise InvalidRequest("OUT", f"{out!r} would be written over IN: expected another name")
        elif places.out_form is Format.PARQUET:
            raise InvalidRequest("OUT", f"can't write Parquet to {out!r}: expected a file")
        return places

    @property
    def path(self) -> Path:
        """The output's final name; where a link leads, for the link is to stay."""
        return Path(os.path.realpath(self.out)) if os.path.islink(self.out) else Path(self.out)

    @property
    def part(self) -> Path:
        """What holds the answers until all are there."""
        return self.path.with_name(f"{self.path.name}.part")

    @property
    def journal(self) -> Path:
        """What says how far they are."""
        return self.path.with_name(f"{self.path.name}.journal")

    @property
    def direct(self) -> bool:
        """The output is no file that could be kept: standard output, a pipe, a device."""
        return self.out == STANDARD or (self.path.exists() and not self.path.is_file()) or self.path.is_dir()

    @property
    def resumable(self) -> bool:
        """A run can be continued: both are files."""
        return not self.direct and self.source != STANDARD and Path(self.source).is_file()

    def open_input(self, stack: ExitStack) -> LineSource | RowSource:
        """The input. Raises `InvalidRequest` where it can't be read."""
        try:
            file = stack.enter_context(open_source(self.source))
        except InvalidRequest as error:
            raise InvalidRequest("IN", error.faults[0].message) from None
        known = self.source != STANDARD and Path(self.source).is_file()
        if self.source_form is Format.PARQUET and not known:
            raise InvalidRequest("IN", f"can't read Parquet from {self.source!r}: expected a file")
        return open_file(self.source, file, self.source_form, os.fstat(file.fileno()).st_size if known else None)

    def journal_of(self, job: Job) -> Journal | None:
        """The journal of a job, where there can be one. Raises `InvalidRequest` where the input can't be read."""
        if not self.resumable:
            return None
        forms = {"input-format": self.source_form.value, "output-format": self.out_form.value}
        try:
            return Journal(self.journal, {**job.to_dict(), **forms, "input": identity(Path(self.source))})
        except OSError as error:
            raise InvalidRequest("IN", unreadable(self.source, error).faults[0].message) from None

    def begun(self, journal: Journal | None, *, force: bool, restart: bool) -> Reached:
        """How far an earlier run came. Raises `InvalidRequest` where what it left, or another file, is in the way."""
        if self.direct:
            return Reached()
        reached = None
        if not restart:
            reached = journal.read() if journal is not None else None
            for left in (self.journal, self.part) if reached is None else ():
                if left.exists() and left.stat().st_size:
                    raise InvalidRequest("OUT", f"{str(left)!r} is in the way; --restart begins anew")
        if self.path.exists() and not force and not (reached and reached.finished):
            raise InvalidRequest("OUT", f"{self.out!r} is there already: expected another name, or --force")
        return reached or Reached()

    def open_output(self, stack: ExitStack, reached: Reached) -> Output:
        """The output, where it was left. Raises `InvalidRequest` where it can't be written."""
        if self.out == STANDARD:
            return output(self.out_form, sys.stdout.buffer, reached.mark)
        path = self.path if self.direct else self.part
        try:
            if self.direct:
                return output(self.out_form, stack.enter_context(path.open("wb")), reached.mark)
            file = stack.enter_context(os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b"))
            lock(file, path)
            if os.fstat(file.fileno()).st_size < reached.mark.offset:
                raise InvalidRequest("OUT", f"{str(path)!r} is shorter than its journal says; --restart begins anew")
            file.truncate(reached.mark.offset)
            file.seek(reached.mark.offset)
        except OSError as error:
            problem = error.strerror or str(error)
            raise InvalidRequest("OUT", f"can't write {str(path)!r}: {problem[:1].lower()}{problem[1:]}") from None
        return output(self.out_form, file, reached.mark)

    def ended(self, reached: Reached) -> bool:
        """An earlier run did everything, and was killed before it could tell."""
        return reached.finished and self.path.exists() and not self.part.exists()

    def abandon(self) -> None:
        """Removes what was written, where no run can continue it."""
        if not self.resumable:
            self.clear()

    def clear(self) -> None:
        """Removes what a run needs only while it is under way."""
        if not self.direct:
            self.part.unlink(missing_ok=True)
            self.journal.unlink(missing_ok=True)


def same(one: Path, other: Path) -> bool:
    """Whether two names are of one file."""
    try:
        return os.path.samefile(one, other)
    except OSError:
        return one.absolute() == other.absolute()


def lock(file: BinaryIO, path: Path) -> None:
    """Keeps other runs away, where the system can."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InvalidRequest("OUT", f"another run is writing {str(path)!r}") from None
    except OSError:  # a file system without locks
        pass
