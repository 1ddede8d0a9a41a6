"""Cards of a fight in rows, before they have a place: how wide each is, and which lines end at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from .cards import CARD_WIDTH, PAD, Words, card_words, least_width, target_words
from .letters import width_of
from .scene import Arrow, DrawnFight, DrawnTarget, Figure, Link

__all__ = ["CHIP", "CHIP_SIZE", "FigureNode", "Grid", "Line", "Port", "chip_width", "lines_of", "node_of"]

CHIP: Final = 19.0
"""How high a label is."""

CHIP_SIZE: Final = 12.0
TAIL: Final = 13.0
"""How much room a line takes at the end that has no label."""

LANE: Final = 9.0
"""How far apart lines are that pass a row."""

GAP: Final = 26.0
"""How far apart cards are."""

TOO_WIDE: Final = 1.5
"""Where no number of rows is narrow enough, so many times the narrowest will do."""


BLANK: Final = Words((), 0.0, "")


@dataclass(slots=True, eq=False)
class Line:
    """An arrow or a link from one card to another."""

    what: Arrow | Link
    source: FigureNode
    recipient: FigureNode


@dataclass(slots=True, eq=False)
class Port:
    """Where a line meets a card; `lane` is where it passes the rows before the card's own."""

    line: Line
    node: FigureNode
    width: float
    x: float = 0.0
    lane: float = 0.0

    @property
    def other(self) -> FigureNode:
        """The card at the line's other end."""
        return self.line.recipient if self.line.source is self.node else self.line.source


@dataclass(slots=True, eq=False)
class FigureNode:
    """A card; `row` counts from the middle of the fight outwards, `depth` is how far from there its near edge is.

    `entry` is where its lines come into the middle: below it, or in the lanes beside its column.
    """

    what: Figure | DrawnTarget
    least: float
    ports: list[Port] = field(default_factory=list)
    row: int = 0
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0
    depth: float = 0.0
    entry: float = 0.0
    words: Words = BLANK

    @property
    def need(self) -> float:
        """How wide it has to be, for its words and its lines."""
        return max(self.least, sum(port.width for port in self.ports) + 2 * PAD)

    @property
    def center(self) -> float:
        """The middle of its near edge."""
        return self.x + self.width / 2

    def write(self) -> None:
        """Puts the words on it, when its width is known."""
        what = self.what
        self.words = card_words(what, self.width) if isinstance(what, Figure) else target_words(what, self.width)


def node_of(what: Figure | DrawnTarget) -> FigureNode:
    """A card for a creature or for what is attacked."""
    if isinstance(what, Figure):
        return FigureNode(what, least_width(what))
    return FigureNode(what, max(CARD_WIDTH - 22, width_of(what.numbers, 11) + 4 * PAD))


def chip_width(label: str) -> float:
    """How wide an arrow's label is."""
    return max(CHIP, width_of(label, CHIP_SIZE, bold=True) + 10)


def lines_of(fight: DrawnFight, nodes: dict[str, FigureNode]) -> list[Line]:
    """The lines of a fight, each with a port at both ends."""
    lines = []
    for arrow in fight.arrows:
        line = Line(arrow, nodes[arrow.source], nodes[arrow.recipient])
        line.source.ports.append(Port(line, line.source, TAIL))
        line.recipient.ports.append(Port(line, line.recipient, chip_width(arrow.label) + 6))
        lines.append(line)
    for link in fight.links:
        line = Line(link, nodes[link.attacker], nodes[link.other])
        line.source.ports.append(Port(line, line.source, TAIL))
        line.recipient.ports.append(Port(line, line.recipient, TAIL))
        lines.append(line)
    return lines


class Grid:
    """Cards of one side of a fight in columns, in as few rows as a width allows.

    Lines to a card behind the first row pass the rows before it in lanes at the left of its column.

    >>> ox = Figure(id="ox", name="Ox", power=2, toughness=3, side="attacking")
    >>> grid = Grid([node_of(ox) for _ in range(5)], 600)
    >>> [node.row for node in grid.nodes], round(grid.width)
    ([0, 0, 0, 1, 1], 508)
    """

    def __init__(self, nodes: Sequence[FigureNode], most: float) -> None:
        self.nodes = nodes
        self.count = 1
        self.columns: list[list[FigureNode]] = []
        self.widths: list[float] = []
        self.lanes: list[float] = []
        tried = []
        for rows in range(1, len(nodes) + 1):
            self.arrange(rows)
            tried.append(self.width)
            if self.width <= most:
                break
        if self.width > most and nodes:  # lanes are wide too: as few rows as will do
            room = TOO_WIDE * min(tried)
            self.arrange(next(rows for rows, width in enumerate(tried, 1) if width <= room))
        for place, node in enumerate(nodes):
            node.row = place // self.count

    def arrange(self, rows: int) -> None:
        """Puts the cards into columns of so many rows at most."""
        self.count = ceil(len(self.nodes) / rows)
        self.columns = [list(self.nodes[place :: self.count]) for place in range(self.count)]
        self.widths = [max(node.need for node in column) for column in self.columns]
        self.lanes = [LANE * sum(len(node.ports) for node in column[1:]) for column in self.columns]

    @property
    def width(self) -> float:
        """How wide it is."""
        return sum(self.widths) + sum(self.lanes) + GAP * max(0, len(self.widths) - 1)

    def place(self, x: float) -> None:
        """Gives every card its place from left to right, beginning at x."""
        for column, width, lanes in zip(self.columns, self.widths, self.lanes, strict=True):
            x += lanes
            for node in column:
                node.width = min(width, max(node.need, CARD_WIDTH))
                node.x = x + (width - node.width) / 2
                node.write()
            left = x - LANE / 2
            for node in column[1:]:
                left -= LANE * len(node.ports)
                node.entry = left + LANE * (len(node.ports) + 1) / 2
            column[0].entry = column[0].center
            x += width + GAP

    def place_ports(self) -> None:
        """Gives every line its place at its cards, when all cards have theirs."""
        for node in self.nodes:
            node.ports.sort(key=lambda port: port.other.entry)
            x = node.center - sum(port.width for port in node.ports) / 2
            lane = node.entry - LANE * (len(node.ports) - 1) / 2
            for port in node.ports:
                port.x = x + port.width / 2
                port.lane = lane
                x += port.width
                lane += LANE

    def place_down(self, strip: float, mini: float, gap: float) -> float:
        """Gives every card its distance from the middle; the whole depth. `strip` is for labels, `mini` for turning."""
        depth = 0.0
        for row in range(max((node.row for node in self.nodes), default=-1) + 1):
            those = [node for node in self.nodes if node.row == row]
            depth += strip + (mini if row else 0.0)
            for node in those:
                node.depth = depth
            depth += max(node.words.height for node in those) + gap
        return depth - gap if depth else 0.0
