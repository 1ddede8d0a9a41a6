"""How combats, boards and answers show themselves in notebooks (docs/pictures.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

__all__ = ["REPRESENTATIONS", "Drawn", "DrawnWithTable"]

REPRESENTATIONS: Final[dict[str, Callable[[Any], str]]] = {}
"""What makes the `svg` and the `html` of something: `optimizer` fills it, for models don't know of reports."""


class Drawn:
    """Shows itself as a picture; drawing is loaded when it is asked for."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return REPRESENTATIONS["svg"](self)


class DrawnWithTable(Drawn):
    """Shows itself as a picture and a table of its line."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return REPRESENTATIONS["html"](self)
