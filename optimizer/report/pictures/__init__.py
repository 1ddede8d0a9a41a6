"""Pictures of answers: the board with its creatures as cards, the damage as arrows, and what comes of it, as SVG.

>>> from optimizer import Combat, solve
>>> picture = draw(solve(Combat.parse("Wurm 6/4 trample <- Bear 2/2")))
>>> picture[:43], "Wurm deals 2 to Bear" in picture
('<svg xmlns="http://www.w3.org/2000/svg" wid', True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .themes import Theme

if TYPE_CHECKING:
    from .staging import Drawable

__all__ = ["Theme", "draw", "png"]


def draw(found: Drawable, *, theme: Theme | str = Theme.AUTO) -> str:
    """The picture of an answer, or of a combat or board that nothing is known of yet, as SVG.

    It needs nothing else: no fonts, no scripts, no other files. The same answer is drawn the same, byte by byte.

    Raises ValueError where the theme is none of `auto`, `light` and `dark`.
    """
    from .drawing import picture_of
    from .staging import stage

    return picture_of(stage(found), Theme(theme))


def png(svg: str, *, scale: float = 2.0) -> bytes:
    """A picture that `draw` made as PNG, `scale` pixels to its unit, less where it is very large.

    Raises `NoRaster` with what to install where this system can't.
    """
    from .raster import png_of

    return png_of(svg, scale)
