"""Damage requests of MTG Arena's log, read into combats, and answers to them (docs/other-files.md). Reading only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .reading import ArenaReading, read

__all__ = ["ArenaReading", "read"]


def __getattr__(name: str) -> Any:
    """What `reading` holds, on first use: the command line starts no slower for it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import reading

    return getattr(reading, name)
