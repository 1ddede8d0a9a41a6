"""Where the imported card table is."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

__all__ = ["VARIABLE", "Stamp", "location", "stamp"]

VARIABLE: Final = "OPTIMIZER_CARDS"
"""The environment variable that names another file."""

Stamp = tuple[str, int, int, int]


def location() -> Path:
    """The imported table's file, there or not: `OPTIMIZER_CARDS`, else `cards.sqlite3` in the user's data folder."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser()
    from platformdirs import user_data_path

    return user_data_path("optimizer", appauthor=False) / "cards.sqlite3"


def stamp() -> Stamp | None:
    """What changes when the imported table does; None where there is none."""
    path = location()
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return str(path), found.st_ino, found.st_mtime_ns, found.st_size
