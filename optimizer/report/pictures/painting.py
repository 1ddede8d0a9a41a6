"""The shapes of a picture: cards, what is attacked, arrows with their labels, marks of what becomes of a creature."""

from __future__ import annotations

from typing import Final

from ...model.terms import Side
from ..advice import Fortune
from .cards import PAD, Words
from .layout import HEAD, Laid, Point
from .nodes import CHIP, CHIP_SIZE, FigureNode, Line, Port, chip_width
from .scene import Arrow, Figure
from .svg import Canvas

__all__ = ["ROUND", "paint_arrow", "paint_card", "paint_fight", "side_class"]

ROUND: Final = 9.0
"""The corners of a blocker's card; an attacker's has none."""

BAR: Final = 4.0


def side_class(side: Side) -> str:
    """The class of what belongs to a side."""
    return "attack" if side is Side.ATTACKING else "block"


def paint_fight(canvas: Canvas, laid: Laid) -> None:
    """A fight: the lines, then the cards, then the labels, which lie on the lines."""
    for line in laid.lines:
        paint_line(canvas, laid, line)
    for node in laid.nodes:
        if isinstance(node.what, Figure):
            paint_card(canvas, node.what, node.words, node.x, node.y, node.width)
        else:
            paint_target(canvas, node)
    for node in laid.nodes:
        for port in node.ports:
            what = port.line.what
            if isinstance(what, Arrow) and port.line.recipient is node:
                paint_label(canvas, what, laid.label(port))


def paint_line(canvas: Canvas, laid: Laid, line: Line) -> None:
    """An arrow, or the dotted line of a link."""
    what = line.what
    commands = laid.route(line)
    if not isinstance(what, Arrow):
        canvas.group("link", what.words).path(commands, "line link")
        return
    end = next(port for port in line.recipient.ports if port.line is line)
    paint_arrow(canvas.group("arrow", what.words), what, commands, inward(laid, end))


def inward(laid: Laid, port: Port) -> float:
    """Whether an arrow comes to a card from below (-1) or from above (1)."""
    return -1.0 if id(port.node) in laid.upper else 1.0


def paint_arrow(canvas: Canvas, arrow: Arrow, commands: list[tuple[str, tuple[Point, ...]]], inward: float) -> None:
    """An arrow: its line, and its head at the end."""
    kind = f"{side_class(arrow.side)} first" if arrow.first else side_class(arrow.side)
    x, y = commands[-1][1][-1]
    back = y - inward * HEAD
    canvas.path([*commands[:-1], ("L", ((x, back),))], f"line {kind}")
    corners = ("M", ((x, y - inward),)), ("L", ((x - 5, back),)), ("L", ((x + 5, back),)), ("Z", ())
    canvas.path(corners, f"head {kind}")


def paint_label(canvas: Canvas, arrow: Arrow, at: Point) -> None:
    """The damage at an arrow's head: with corners by an attacker, round by a blocker."""
    x, y = at
    width = chip_width(arrow.label)
    kind = f"chip {side_class(arrow.side)}" + (" first" if arrow.first else "")
    radius = 2 if arrow.side is Side.ATTACKING else CHIP / 2
    group = canvas.group("label", arrow.words)
    group.rect(x - width / 2, y - CHIP / 2, width, CHIP, kind, radius)
    group.words(x, y + 4.3, arrow.label, "ink", CHIP_SIZE, bold=True, anchor="middle")


def paint_card(canvas: Canvas, figure: Figure, words: Words, x: float, y: float, width: float) -> None:
    """A creature's card."""
    attacks = figure.side is Side.ATTACKING
    height = words.height
    fortune = figure.fortune
    called = " ".join(["creature", *([str(fortune)] if fortune else []), *(["resting"] if figure.out else [])])
    group = canvas.group(called, words.full)
    kind = "card out" if figure.out else "card fallen" if fortune is Fortune.DIES else "card"
    group.rect(x, y, width, height, kind, 0 if attacks else ROUND)
    if not figure.out:
        edge = y if attacks else y + height - BAR
        inset = 0.0 if attacks else ROUND
        group.rect(x + inset, edge, width - 2 * inset, BAR, f"bar {side_class(figure.side)}")
    if fortune is Fortune.DIES:
        paint_cross(group, x, y, width, height)
    for row in words.rows:
        ink = "note" if figure.out or row.kind == "note" else "ink"
        if fortune is Fortune.DIES:
            ink += " halo"
        place = x + width - PAD if row.last else x + PAD
        group.words(place, y + row.down, row.words, ink, row.size, bold=row.bold, anchor="end" if row.last else "")
    if fortune in (Fortune.RETURNS, Fortune.REGENERATES):
        paint_return(group, x + width - 5, y + 3 if attacks else y + height - 3)


def paint_cross(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    """What is crossed out."""
    left, right, top, low = x + 3, x + width - 3, y + 3, y + height - 3
    canvas.path([("M", ((left, top),)), ("L", ((right, low),)), ("M", ((right, top),)), ("L", ((left, low),))], "cross")


def paint_return(canvas: Canvas, x: float, y: float) -> None:
    """The mark of a creature that comes back: an arrow round a circle."""
    canvas.circle(x, y, 9, "badge")
    canvas.path(
        [
            ("M", ((x + 4.5, y - 0.5),)),
            ("C", ((x + 4.5, y - 6), (x - 4.5, y - 6), (x - 4.5, y))),
            ("C", ((x - 4.5, y + 5), (x + 2, y + 6), (x + 4, y + 2.5))),
        ],
        "sign",
    )
    canvas.path([("M", ((x + 1.5, y - 2),)), ("L", ((x + 4.5, y + 0.5),)), ("L", ((x + 6.8, y - 2.8),))], "sign")


def paint_target(canvas: Canvas, node: FigureNode) -> None:
    """What is attacked: twice outlined, with round ends."""
    x, y, width, height = node.x, node.y, node.width, node.words.height
    group = canvas.group("attacked", node.words.full)
    group.rect(x, y, width, height, "target", height / 2)
    group.rect(x + 3, y + 3, width - 6, height - 6, "target inner", height / 2 - 3)
    for row in node.words.rows:
        kind = "ink" if row.bold else "note"
        group.words(x + width / 2, y + row.down, row.words, kind, row.size, bold=row.bold, anchor="middle")
