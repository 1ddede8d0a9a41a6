"""The page for people: what it asks of a worker beyond the service's verbs, and the files it is made of.

>>> from optimizer.page import STATIC
>>> (STATIC / "index.html").is_file()
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from ..rpc.protocol import Call

__all__ = ["METHODS", "STATIC"]

STATIC: Final = Path(__file__).parent / "static"
"""The files."""

METHODS: Final[Mapping[str, Callable[[Call, float], str]]] = {}
"""The page's own methods: from a call and its time limit in milliseconds to the result as JSON text."""
