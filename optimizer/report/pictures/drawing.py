"""A scene as SVG text."""

from __future__ import annotations

from hashlib import sha256
from xml.etree import ElementTree as ET

from .page import PicturePage
from .scene import Scene
from .svg import Canvas, number
from .themes import Theme, root_class, stylesheet

__all__ = ["picture_of"]


def picture_of(scene: Scene, theme: Theme) -> str:
    """The picture: what it tells first in words, for those who can't see it."""
    page = PicturePage(scene)
    mark = sha256(f"{scene.title}\n{scene.story}".encode()).hexdigest()[:12]
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg"})
    ET.SubElement(root, "title", {"id": f"title-{mark}"}).text = scene.title
    ET.SubElement(root, "desc", {"id": f"desc-{mark}"}).text = scene.story
    ET.SubElement(root, "style").text = "\n" + stylesheet(theme)
    canvas = Canvas(root)
    canvas.rect(0, 0, 1, 1, "page")
    background = root[-1]
    width, height = number(page.width), number(page.paint(canvas))
    background.attrib |= {"width": width, "height": height}
    root.attrib |= {
        "width": width, "height": height, "viewBox": f"0 0 {width} {height}", "class": root_class(theme),
        "role": "img", "aria-labelledby": f"title-{mark} desc-{mark}",
    }  # fmt: skip
    ET.indent(root, " ")
    return ET.tostring(root, encoding="unicode") + "\n"
