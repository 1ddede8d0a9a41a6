"""What answers chunks: processes of this machine, or a cluster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from .job import Answered, Chunk
from .reading import Taken

__all__ = ["BatchEngine", "Died", "Failed", "Outcome", "Task"]


@dataclass(frozen=True, slots=True)
class Died:
    """The process that had the task ended without an answer; `how` says what is known of it."""

    how: str


@dataclass(frozen=True, slots=True)
class Failed:
    """It can't be done, and no other task can: why."""

    why: str


Outcome = Answered | Died | Failed


@dataclass(eq=False, slots=True)
class Task:
    """A part of the input on its way, and what came of it."""

    taken: Taken
    refused: str = ""
    deaths: int = 0
    answered: Answered | None = None

    @property
    def chunk(self) -> Chunk:
        """What the worker gets."""
        return Chunk(self.taken.number, self.taken.data, self.refused)


class BatchEngine(Protocol):
    """Answers tasks in any order."""

    seconds: float
    """How long a chunk should take: long enough that handing it over doesn't show."""

    patience: int
    """How many processes a chunk may end before it is taken line by line."""

    @property
    def slots(self) -> int:
        """How many tasks to have under way at once."""

    def submit(self, task: Task) -> None:
        """Begins a task."""

    def next(self, timeout: float) -> tuple[Task, Outcome]:
        """A task that has an outcome; `queue.Empty` where there is none in so many seconds."""

    def trouble(self) -> str:
        """What is wrong for the moment, asked now and then; nothing where all is well."""

    def close(self) -> None:
        """Ends everything at once."""
