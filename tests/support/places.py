"""Where the project and the data of its tests are."""

from __future__ import annotations

from pathlib import Path
from typing import Final

__all__ = ["DATA", "ROOT"]

ROOT: Final = Path(__file__).resolve().parents[2]
"""The project's folder."""

DATA: Final = ROOT / "tests" / "data"
"""Cases and faults, as JSON and as lines of text."""
