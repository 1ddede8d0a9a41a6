"""How combats, boards and answers show themselves in notebooks (docs/pictures.md)."""

from __future__ import annotations

from typing import Any, cast

__all__ = ["Drawn", "Told"]


class Drawn:
    """Shows itself as a picture; drawing is loaded when it is asked for."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        from ..report.pictures import draw

        return draw(cast(Any, self))


class Told(Drawn):
    """Shows itself as a picture and a table of its line."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from ..report.pictures.html import html_of

        return html_of(cast(Any, self))
