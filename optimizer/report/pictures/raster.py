"""From SVG to PNG, by resvg: one wheel, which needs no library of the system."""

from __future__ import annotations

import re
from functools import cache
from math import sqrt
from typing import Any, Final

from ...model.extras import needs
from .themes import FONTS

__all__ = ["NoRaster", "check_raster", "png_of"]

MOST: Final = 40_000_000
"""Pixels of a picture at most."""

EMPTY: Final = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">%s</svg>'


class NoRaster(RuntimeError):
    """This system can't make a PNG; the message says what to install."""


def renderer() -> Any:
    """The library, if it is there."""
    try:
        import resvg_py
    except ImportError:
        raise NoRaster(needs("pictures")) from None
    return resvg_py


@cache
def has_fonts() -> bool:
    """Whether the library finds any font. Without one it would leave out all words."""
    letter = EMPTY % f'<text x="2" y="16" font-family="{FONTS}">M</text>'
    draw = renderer().svg_to_bytes
    return bool(bytes(draw(svg_string=letter)) != bytes(draw(svg_string=EMPTY % "")))


def check_raster() -> None:
    """Raises `NoRaster` where this system can't make a PNG."""
    if not has_fonts():
        raise NoRaster("finds no font on this system: install one, such as the package fonts-dejavu")


def png_of(svg: str, scale: float) -> bytes:
    """The picture in pixels."""
    check_raster()
    size = re.search(r'width="([\d.]+)" height="([\d.]+)" viewBox', svg)
    area = float(size[1]) * float(size[2]) if size else 1.0
    return bytes(renderer().svg_to_bytes(svg_string=svg, zoom=min(scale, sqrt(MOST / area))))
