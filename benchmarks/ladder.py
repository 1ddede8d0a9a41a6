"""The instance ladder: combats as text, one a line, their answers beside them (benchmarks/instances)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from optimizer import Combat

__all__ = ["FOLDER", "RUNGS", "Instance", "load", "read", "write"]

FOLDER = Path(__file__).parent / "instances"
RUNGS = ("small", "typical", "large", "shared", "strikes", "constructed", "random")


@dataclass(frozen=True)
class Instance:
    """A combat and what is known of it. An answer that nobody has is None.

    `proofs` names for each answer (attacking, defending, score) the methods that found it; `fast`: it is in the
    signature's quick part.
    """

    id: str
    about: str
    document: dict[str, Any]
    attacking: int | None = None
    defending: int | None = None
    score: float | None = None
    proofs: dict[str, list[str]] = field(default_factory=dict)
    fast: bool = False

    @property
    def rung(self) -> str:
        """The file it is in."""
        return self.id.rpartition("-")[0]

    @cached_property
    def combat(self) -> Combat:
        """The combat."""
        return Combat.from_document(self.document)

    def fresh(self) -> Combat:
        """The combat, with nothing computed yet."""
        return Combat.from_document(self.document)


def read(path: Path) -> Iterator[Instance]:
    """The instances of a file, in order. Lines that begin with # are for people."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield Instance(**json.loads(line))


def write(path: Path, comment: str, instances: Iterable[Instance]) -> None:
    """Writes a file of instances."""
    names = ("id", "about", "document", "attacking", "defending", "score", "proofs", "fast")
    lines = [f"# {line}".rstrip() for line in comment.splitlines()]
    for one in instances:
        lines.append(json.dumps({name: getattr(one, name) for name in names}, separators=(", ", ": ")))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def load(*rungs: str, fast: bool = False) -> list[Instance]:
    """The instances of some rungs, of all where none is named."""
    found = [one for rung in rungs or RUNGS for one in read(FOLDER / f"{rung}.jsonl")]
    return [one for one in found if one.fast or not fast]
