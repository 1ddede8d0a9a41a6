"""A small writer of SVG: elements with numbers as short as they can be, and words that are fit for XML."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from .letters import clean

__all__ = ["Canvas", "number"]


def number(value: float) -> str:
    """A number with one digit after the point at most.

    >>> number(3.0), number(-0.04), number(12.349)
    ('3', '0', '12.3')
    """
    return f"{round(value, 1) + 0.0:g}" if abs(value) < 1e5 else str(round(value))


class Canvas:
    """An element that is being filled.

    >>> canvas = Canvas(ET.Element("g"))
    >>> _ = canvas.rect(1, 2, 3.25, 4, "card", radius=2).words(1, 9, "<Bear>", "ink", 12)
    >>> ET.tostring(canvas.element, encoding="unicode")
    '<g><rect class="card" x="1" y="2" width="3.2" height="4" rx="2" />\
<text class="ink" x="1" y="9" font-size="12">&lt;Bear&gt;</text></g>'
    """

    def __init__(self, element: ET.Element) -> None:
        self.element = element

    def group(self, kind: str, told: str = "") -> Canvas:
        """A group, with a tooltip where there is something to tell."""
        element = ET.SubElement(self.element, "g", {"class": kind})
        if told:
            ET.SubElement(element, "title").text = clean(told)
        return Canvas(element)

    def rect(self, x: float, y: float, width: float, height: float, kind: str, radius: float = 0) -> Canvas:
        """A rectangle."""
        places = {"x": number(x), "y": number(y), "width": number(width), "height": number(height)}
        if radius:
            places["rx"] = number(radius)
        ET.SubElement(self.element, "rect", {"class": kind, **places})
        return self

    def words(
        self, x: float, y: float, words: str, kind: str, size: float, *, bold: bool = False, anchor: str = ""
    ) -> Canvas:
        """Words on one line; y is their baseline."""
        given = {"class": kind, "x": number(x), "y": number(y), "font-size": number(size)}
        if bold:
            given["font-weight"] = "700"
        if anchor:
            given["text-anchor"] = anchor
        ET.SubElement(self.element, "text", given).text = clean(words)
        return self

    def path(self, commands: Sequence[tuple[str, Sequence[tuple[float, float]]]], kind: str) -> Canvas:
        """A path of commands with their points."""
        drawn = " ".join(kind_ + " ".join(f"{number(x)},{number(y)}" for x, y in points) for kind_, points in commands)
        ET.SubElement(self.element, "path", {"class": kind, "d": drawn})
        return self

    def circle(self, x: float, y: float, radius: float, kind: str) -> Canvas:
        """A circle."""
        ET.SubElement(self.element, "circle", {"class": kind, "cx": number(x), "cy": number(y), "r": number(radius)})
        return self
