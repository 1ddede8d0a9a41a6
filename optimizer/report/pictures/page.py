"""The whole page: title, players, those who stay home, the fights in bands, those who don't block, the legend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .cards import PAD
from .layout import Laid
from .legend import Legend
from .letters import shorten, width_of, wrap
from .nodes import Grid, node_of
from .painting import paint_card, paint_fight, side_class
from .scene import Figure, Panel, Scene
from .svg import Canvas

__all__ = ["PicturePage"]

MARGIN: Final = 24.0
LEAST: Final = 660
MOST: Final = 1240
"""The page is no wider, unless a single fight has to be."""

APART: Final = 18.0
TITLE: Final = 18.0
PANEL: Final = 48.0
LONGEST: Final = 260


class Band:
    """Fights side by side; the places where attackers and blockers meet are on one height.

    >>> from optimizer import Combat
    >>> from optimizer.report.pictures.staging import stage
    >>> fights = stage(Combat.parse("Ox 3/3 <- Bear 2/2; Rat 1/1 <- Elf 1/1; Orc 2/2 <- Imp 1/1")).fights
    >>> [len(band.fights) for band in bands_of([Laid(fight, 900) for fight in fights], 420)]
    [2, 1]
    """

    def __init__(self, fights: Sequence[Laid]) -> None:
        self.fights = fights
        self.high = max(one.high for one in fights)
        self.middle = max(one.middle for one in fights)
        self.low = max(one.low for one in fights)

    @property
    def width(self) -> float:
        """How wide it is."""
        return sum(framed(one) for one in self.fights) + APART * (len(self.fights) - 1)

    @property
    def height(self) -> float:
        """How high it is."""
        return self.high + self.middle + self.low + 2 * PAD

    def paint(self, canvas: Canvas, x: float, y: float) -> None:
        """Draws it."""
        for one in self.fights:
            one.put(x + (framed(one) - one.width) / 2, y + PAD + self.high, self.middle)
            canvas.rect(x, y, framed(one), self.height, "frame", 6)
            paint_fight(canvas.group("fight"), one)
            x += framed(one) + APART


def framed(fight: Laid) -> float:
    """How wide a fight is with its frame."""
    return fight.width + 3 * PAD


def bands_of(fights: Sequence[Laid], most: float) -> list[Band]:
    """Fights in bands no wider than so much, unless a single one is; each in the first that has room for it."""
    rows: list[list[Laid]] = []
    left: list[float] = []
    for one in fights:
        place = next((place for place, room in enumerate(left) if room >= framed(one)), len(rows))
        if place == len(rows):
            rows.append([])
            left.append(most)
        rows[place].append(one)
        left[place] -= framed(one) + APART
    return [Band(row) for row in rows]


class PicturePage:
    """A scene with a place for everything; `paint` draws it from above to below."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.bands = bands_of([Laid(fight, MOST - 2 * MARGIN - 3 * PAD) for fight in scene.fights], MOST - 2 * MARGIN)
        resting = [Grid([node_of(one) for one in group], MOST - 2 * MARGIN) for group in (scene.home, scene.idle)]
        inner = max([LEAST - 2 * MARGIN, *(band.width for band in self.bands), *(grid.width for grid in resting)])
        self.width = inner + 2 * MARGIN
        self.legend = Legend(scene, inner)
        self.titles = wrap([scene.title], inner, TITLE, 3)

    def paint(self, canvas: Canvas) -> float:
        """Draws it, and says how high it is."""
        y = MARGIN
        for line in self.titles:
            canvas.words(MARGIN, y + TITLE - 2, line, "ink", TITLE, bold=True)
            y += TITLE + 6
        y = self.panels(canvas, y + 6) + APART
        before, after = self.scene.out_words
        y = self.resting(canvas, self.scene.home, before, y)
        for band in self.bands:
            band.paint(canvas, MARGIN + (self.width - 2 * MARGIN - band.width) / 2, y)
            y += band.height + APART
        y = self.resting(canvas, self.scene.idle, after, y)
        self.legend.paint(canvas, MARGIN, y)
        return y + self.legend.height + MARGIN / 2

    def panels(self, canvas: Canvas, y: float) -> float:
        """The players and permanents, and where they end."""
        x = MARGIN
        for panel in self.scene.panels:
            name = shorten(panel.name, LONGEST, 13, bold=True)
            numbers = f"{panel.numbers}, {panel.lost}" if panel.lost else panel.numbers
            width = max(width_of(name, 13, bold=True), width_of(numbers, 12, bold=True)) + 3 * PAD
            if x > MARGIN and x + width > self.width - MARGIN:
                x, y = MARGIN, y + PANEL + 8
            paint_panel(canvas, panel, name, numbers, (x, y, width))
            x += width + 12
        return y + PANEL

    def resting(self, canvas: Canvas, figures: Sequence[Figure], words: str, y: float) -> float:
        """Those who stay out, in rows, and where they end."""
        if not figures:
            return y
        canvas.words(MARGIN, y + 11, f"{words[:1].upper()}{words[1:]} ({len(figures)})", "note", 12, bold=True)
        y += 20
        grid = Grid([node_of(one) for one in figures], self.width - 2 * MARGIN)
        grid.place(MARGIN)
        for row in range(max(node.row for node in grid.nodes) + 1):
            those = [node for node in grid.nodes if node.row == row]
            for node in those:
                assert isinstance(node.what, Figure)
                paint_card(canvas, node.what, node.words, node.x, y, node.width)
            y += max(node.words.height for node in those) + 12
        return y + APART - 12


def paint_panel(canvas: Canvas, panel: Panel, name: str, numbers: str, place: tuple[float, float, float]) -> None:
    """A player or permanent with its numbers."""
    x, y, width = place
    group = canvas.group("owner", f"{panel.name}: {numbers}")
    group.rect(x, y, width, PANEL, "panel", 4)
    group.rect(x, y + 6, 4, PANEL - 12, f"bar {side_class(panel.side)}")
    group.words(x + 1.5 * PAD, y + 19, name, "note", 13, bold=True)
    group.words(x + 1.5 * PAD, y + 37, numbers, "ink", 12, bold=True)
