"""One number over everything the project answers on the ladder: every count and best score, and no time.

It changes where an answer changes, and only there. `SIGNATURE` has the numbers expected of the quick part and of all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from optimizer import solve

from .ladder import Instance, load

__all__ = ["Answers", "answer", "answers", "expected", "number_of", "strays"]

FILE = Path(__file__).parent / "SIGNATURE"


@dataclass(frozen=True)
class Answers:
    """What the project says of an instance now; None for what its file has no answer to, which isn't asked."""

    instance: Instance
    attacking: int | None
    defending: int | None
    score: float | None

    def __str__(self) -> str:
        return f"{self.instance.id} {self.attacking} {self.defending} {self.score}"


def answer(instance: Instance) -> Answers:
    """Counts both sides' assignments and solves, for as long as it takes."""
    combat = instance.fresh()
    attacking, defending = (
        None if known is None else combat.legal_assignments(side).count()
        for side, known in (("attacking", instance.attacking), ("defending", instance.defending))
    )
    return Answers(instance, attacking, defending, None if instance.score is None else solve(combat).score)


def answers(*, fast: bool = False, tick: Callable[[], object] = lambda: None) -> Iterator[Answers]:
    """The answers to the whole ladder, or to its quick part, in order."""
    for instance in load(fast=fast):
        yield answer(instance)
        tick()


def number_of(given: Iterable[object]) -> int:
    """The signature: the first 48 bits of a hash of the answers as text, as a number.

    >>> number_of([])
    250348346448124
    """
    text = "\n".join(map(str, given))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def expected() -> dict[str, int]:
    """The stored signatures: `fast` and `all` of the ladder, and `boards`."""
    return {name: int(number) for name, number in map(str.split, FILE.read_text(encoding="utf-8").splitlines())}


def strays(given: Iterable[Answers]) -> list[str]:
    """The answers that differ from those beside the instances, in words."""
    found = []
    for one in given:
        for name in ("attacking", "defending", "score"):
            now, known = getattr(one, name), getattr(one.instance, name)
            if now != known:
                found.append(f"{one.instance.id} ({one.instance.about}), {name}: {now}, but the file says {known}")
    return found
