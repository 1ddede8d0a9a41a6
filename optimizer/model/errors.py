"""What can go wrong for a user, each told in one line that names the creature and the field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["CombatError", "Fault", "IllegalAssignment", "InvalidDocument", "NotationError"]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a document: the field's path, and what was expected there.

    >>> print(Fault("blockers[0].power", "wurm: power must be an integer, not '5'"))
    blockers[0].power: wurm: power must be an integer, not '5'
    """

    field: str
    message: str

    def __str__(self) -> str:
        return f"{self.field}: {self.message}" if self.field else self.message


class CombatError(ValueError):
    """The base of all errors that a caller's input can cause."""


class InvalidDocument(CombatError):
    """A document that is no combat; `faults` holds everything that is wrong with it, not only the first thing."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(map(str, self.faults)))


class NotationError(InvalidDocument):
    """A one-line text that can't be read."""


class IllegalAssignment(CombatError):
    """An assignment that breaks the rules; the message says which creature and which rule, and shows the combat."""
