"""The imported table: an SQLite file of cards, and of the names that find them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from .card import Card, CardError
from .datafile import Stamp

__all__ = ["FACE", "OTHER", "SCHEMA", "VERSION", "WHOLE", "Store", "opened", "row"]

VERSION: Final = 1
FACE, WHOLE, OTHER = 0, 1, 2
"""Whose name it is: a face's, a whole card's, a face's in another language. The lower goes before the higher."""

SCHEMA: Final = f"""
    CREATE TABLE cards (id INTEGER PRIMARY KEY, name TEXT, whole TEXT, fields TEXT, unread TEXT);
    CREATE TABLE names (key TEXT PRIMARY KEY, card INTEGER, name TEXT, kind INTEGER) WITHOUT ROWID;
    PRAGMA user_version = {VERSION};
"""
SELECT: Final = "SELECT cards.name, whole, fields, unread FROM names JOIN cards ON cards.id = card"


def row(card: Card) -> tuple[str, str, str, str]:
    """What is kept of a card."""
    return card.name, card.whole, json.dumps(card.fields()), json.dumps(card.unread) if card.unread else ""


class Store:
    """An open table, for reading only."""

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            self.connection = sqlite3.connect(
                f"{Path(path).absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False
            )
            version = self.connection.execute("PRAGMA user_version").fetchone()[0]
        except sqlite3.Error as error:
            raise self.unusable(error) from None
        if version != VERSION:
            raise self.unusable(f"it is of version {version}, not {VERSION}")

    def find(self, key: str) -> Card | None:
        """The card that a key names."""
        return next(iter(self.cards(f"{SELECT} WHERE key = ?", [key])), None)

    def search(self, key: str, most: int) -> list[Card]:
        """Cards with a name that holds a key, those that begin with it and the short ones first."""
        query = f"{SELECT} WHERE instr(key, ?) GROUP BY card ORDER BY min(instr(key, ?) > 1), length(key), key LIMIT ?"
        return self.cards(query, [key, key, most])

    def names(self) -> dict[str, str]:
        """The names by their keys."""
        return dict(self.rows("SELECT key, name FROM names", []))

    def cards(self, query: str, values: Iterable[Any]) -> list[Card]:
        """The cards of a query."""
        return [
            Card.of(name, json.loads(fields), "imported", whole, json.loads(unread) if unread else ())
            for name, whole, fields, unread in self.rows(query, values)
        ]

    def rows(self, query: str, values: Iterable[Any]) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        try:
            return self.connection.execute(query, tuple(values)).fetchall()
        except sqlite3.Error as error:
            raise self.unusable(error) from None

    def unusable(self, why: object) -> CardError:
        """Why it can't be used, and what to do."""
        return CardError(f"{self.path} is no card table ({why}): import again, or remove it")


@lru_cache(maxsize=2)
def opened(stamp: Stamp) -> Store:
    """The table in a file as it is now."""
    return Store(stamp[0])
