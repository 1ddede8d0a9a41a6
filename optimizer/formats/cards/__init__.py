"""Creature cards by name: a small table that comes with the package, and a large one imported from a file of cards.

`find(name)` and `search(text)` answer with `Card`s, `import_file(path)` makes the large table, which is kept where
`location()` says. Nothing is imported or opened before it is asked for (docs/cards.md).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .card import Card, CardError
    from .datafile import location
    from .finding import find, nearest, search
    from .importing import Report, import_file

__all__ = ["Card", "CardError", "Report", "find", "import_file", "location", "nearest", "search"]

MODULES = {
    "Card": "card", "CardError": "card", "Report": "importing", "find": "finding", "import_file": "importing",
    "location": "datafile", "nearest": "finding", "search": "finding",
}  # fmt: skip
"""Where each is; the command line starts no slower for what it doesn't use."""


def __getattr__(name: str) -> Any:
    """What another module holds, on first use."""
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{MODULES[name]}", __name__), name)
