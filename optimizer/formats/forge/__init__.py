"""Forge's puzzles and saved game states, read into boards and combats (docs/other-files.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .reading import ForgeReading, read

__all__ = ["ForgeReading", "read"]


def __getattr__(name: str) -> Any:
    """What `reading` holds, on first use: the command line starts no slower for it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import reading

    return getattr(reading, name)
