"""The extras of the package: what to install where something that it can do needs more than it brings."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec

__all__ = ["DISTRIBUTION", "lacking", "needs"]

DISTRIBUTION = "mtg-combat-optimizer"
"""What the package is called where it is installed from."""


def needs(extra: str) -> str:
    """What is said where an extra is missing.

    >>> print("Parquet", needs("parquet"))
    Parquet needs the extra `parquet`: pip install 'mtg-combat-optimizer[parquet]'
    """
    return f"needs the extra `{extra}`: pip install '{DISTRIBUTION}[{extra}]'"


def lacking(modules: Iterable[str]) -> bool:
    """Whether any of these modules isn't installed.

    >>> lacking(["json", "no_such_module"]), lacking(["json"])
    (True, False)
    """
    return any(find_spec(name) is None for name in modules)
