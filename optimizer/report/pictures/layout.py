"""One fight on the page: attackers above, blockers and what is attacked below, the lines between them.

No label lies on another, on a card or on a line that isn't its own: every line has a place of its own at both cards,
with a strip before them as high as the labels, and behind the first row of cards lines pass in lanes beside them.
"""

from __future__ import annotations

from typing import Final

from .nodes import CHIP, FigureNode, Grid, Line, Port, lines_of, node_of
from .scene import DrawnFight

__all__ = ["HEAD", "LABEL", "STRIP", "Laid", "Point"]

Point = tuple[float, float]

HEAD: Final = 11.0
"""How long the head of an arrow is; it lies between the card and the label."""

LABEL: Final = HEAD + 2 + CHIP / 2
"""How far from the card the middle of a label is."""

STRIP: Final = HEAD + CHIP + 6
MINI: Final = 26.0
ROWS: Final = 16.0


class Laid:
    """A fight whose cards have places from left to right; `put` says where it is on the page.

    >>> from optimizer import Combat
    >>> from optimizer.report.pictures.staging import stage
    >>> laid = Laid(stage(Combat.parse("Wurm 6/4 <- Bear 2/2, Elf 1/1")).fights[0], 1000)
    >>> laid.put(0, 200, 50)
    >>> [(node.what.name, round(node.x)) for node in laid.nodes]
    [('Wurm', 89), ('Bear', 0), ('Elf', 178)]
    """

    def __init__(self, fight: DrawnFight, most: float) -> None:
        self.fight = fight
        above = [node_of(one) for one in fight.attackers]
        below = [*map(node_of, fight.blockers), *map(node_of, fight.targets)]
        self.nodes: list[FigureNode] = above + below
        self.lines: list[Line] = lines_of(fight, {node.what.id: node for node in self.nodes})
        self.above, self.below = Grid(above, most), Grid(below, most)
        self.width = max(self.above.width, self.below.width)
        for grid in (self.above, self.below):
            grid.place((self.width - grid.width) / 2)
        self.high = self.above.place_down(STRIP, MINI, ROWS)
        self.low = self.below.place_down(STRIP, MINI, ROWS)
        self.upper = set(map(id, above))

    @property
    def middle(self) -> float:
        """How much room the lines need between the two sides, so that they aren't too flat."""
        span = max((abs(line.source.center - line.recipient.center) for line in self.lines), default=0.0)
        return min(150, 26 + 0.12 * span)

    def put(self, x: float, y: float, middle: float) -> None:
        """Puts it on the page: x is its left edge, y where the attackers' strip ends."""
        self.y, self.room = y, middle
        for node in self.nodes:
            node.x += x
            node.entry += x
            node.y = self.down(node, node.depth)
            if id(node) in self.upper:
                node.y -= node.words.height
        self.above.place_ports()
        self.below.place_ports()

    def down(self, node: FigureNode, depth: float) -> float:
        """Where on the page a distance from the middle is."""
        return self.y - depth if id(node) in self.upper else self.y + self.room + depth

    def edge(self, port: Port) -> Point:
        """Where a line meets a card."""
        return port.x, self.down(port.node, port.node.depth)

    def label(self, port: Port) -> Point:
        """The middle of a line's label at a card."""
        return port.x, self.down(port.node, port.node.depth - LABEL)

    def path(self, port: Port) -> list[tuple[str, tuple[Point, ...]]]:
        """A line's part from the card to the middle of the fight, as SVG's commands."""
        node, x = port.node, port.x
        near = self.down(node, node.depth - STRIP)
        if not node.row:
            return [("L", ((x, near),))]
        far = self.down(node, node.depth - STRIP - MINI)
        half = (near + far) / 2
        return [
            ("L", ((x, near),)),
            ("C", ((x, half), (port.lane, half), (port.lane, far))),
            ("L", ((port.lane, self.down(node, 0.0)),)),
        ]

    def route(self, line: Line) -> list[tuple[str, tuple[Point, ...]]]:
        """A line from its source to its recipient, as SVG's commands; it ends where the arrow's head begins."""
        start, end = (next(port for port in node.ports if port.line is line) for node in (line.source, line.recipient))
        there, back = self.path(start), self.path(end)
        (x1, y1), (x2, y2) = there[-1][1][-1], back[-1][1][-1]
        half = (y1 + y2) / 2
        commands = [("M", (self.edge(start),)), *there, ("C", ((x1, half), (x2, half), (x2, y2)))]
        points = [self.edge(end), *(point for _, held in back for point in held)]
        at = len(points) - 1
        for kind, held in reversed(back):  # the way back, from its last point to the card
            at -= len(held)
            commands.append((kind, tuple(reversed(points[at : at + len(held)]))))
        return commands
