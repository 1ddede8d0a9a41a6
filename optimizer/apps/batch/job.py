"""What a worker is told, and what it says: values that travel between processes and machines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ... import __version__
from ...model.errors import Fault
from ...model.terms import Edition
from ..requests import Options

__all__ = ["Answered", "Chunk", "Job"]


@dataclass(frozen=True, slots=True)
class Job:
    """The same for all lines: the command, and what lines leave out.

    `rows` says that requests come as Arrow rows, not as lines, and `records` that answers go as Arrow records; with
    `times`, answers keep their `time_ms`. A worker of another `version` refuses the job.
    """

    command: str
    options: Options = field(default=Options())
    edition: Edition | None = None
    times: bool = False
    rows: bool = False
    records: bool = False
    version: str = __version__

    def to_dict(self) -> dict[str, Any]:
        """What decides the answers, as JSON values."""
        return {
            "version": self.version,
            "command": self.command,
            "side": self.options.side.value,
            "limit": self.options.limit,
            "time_limit": self.options.time_limit,
            "rules": None if self.edition is None else self.edition.value,
            "times": self.times,
        }


class Chunk(NamedTuple):
    """Some requests that follow each other: the number of the first line, and their bytes.

    `refused` says why they are not to be answered: they have ended the processes that tried.
    """

    number: int
    data: bytes
    refused: str = ""


class Answered(NamedTuple):
    """The answers to a chunk as they go into the output, how many, how many of them to bad lines, the first of those
    with their numbers, and how long it took, in seconds."""

    payload: bytes
    lines: int
    bad: int
    faults: tuple[tuple[int, Fault], ...]
    seconds: float
