"""The page for people: what it asks of a worker beyond the service's verbs, and the files it is made of.

>>> from optimizer.apps.page import STATIC
>>> (STATIC / "index.html").is_file()
True
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from .methods import METHODS

__all__ = ["METHODS", "STATIC"]

STATIC: Final = Path(__file__).parent / "static"
"""The files."""
