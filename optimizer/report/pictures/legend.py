"""The legend: what the shapes of a picture mean, as far as it has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ...model.terms import Side
from ..advice import Fortune
from .letters import width_of
from .painting import BAR, paint_arrow, paint_cross, paint_return, side_class
from .scene import Arrow, Scene
from .svg import Canvas

__all__ = ["Legend"]

SAMPLE: Final = 34.0
SIZE: Final = 11.0
HIGH: Final = 30.0
APART: Final = 20.0

Draw = Callable[[Canvas, float, float], None]
"""Draws a sample whose left edge and middle are given."""


class Legend:
    """Samples with their meanings, side by side on lines of a width."""

    def __init__(self, scene: Scene, width: float) -> None:
        self.rows: list[list[tuple[Draw, str]]] = [[]]
        left = width
        for draw, meaning in entries(scene):
            need = SAMPLE + 8 + width_of(meaning, SIZE) + APART
            if left < need and self.rows[-1]:
                self.rows.append([])
                left = width
            self.rows[-1].append((draw, meaning))
            left -= need

    @property
    def height(self) -> float:
        """How much room it takes."""
        return HIGH * len(self.rows)

    def paint(self, canvas: Canvas, x: float, y: float) -> None:
        """Draws it."""
        group = canvas.group("legend")
        for number, row in enumerate(self.rows):
            at, middle = x, y + HIGH * (number + 0.5)
            for draw, meaning in row:
                draw(group, at, middle)
                group.words(at + SAMPLE + 8, middle + 4, meaning, "note", SIZE)
                at += SAMPLE + 8 + width_of(meaning, SIZE) + APART


def entries(scene: Scene) -> Iterator[tuple[Draw, str]]:
    """What there is to explain."""
    arrows, figures = scene.arrows, scene.figures
    sides = {figure.side for figure in figures if not figure.out}
    fortunes = {figure.fortune for figure in figures}
    for side in Side:
        if side in sides:
            plain = "attacks" if side is Side.ATTACKING else "blocks"
            might = "attacks or may attack" if side is Side.ATTACKING else "blocks or may block"
            yield sample_card(side), f"{plain if scene.answered else might}"
    if any(fight.targets for fight in scene.fights):
        yield sample_target, "is attacked"
    several = any(arrow.first for arrow in arrows)
    for side in Side:
        for first in (True, False):
            if any(arrow.side is side and arrow.first is first for arrow in arrows):
                who = "an attacker's" if side is Side.ATTACKING else "a blocker's"
                step = " first-strike" if first else " regular" if several else ""
                yield sample_arrow(side, first), f"{who}{step} damage"
    if any(fight.links for fight in scene.fights):
        yield sample_link, "blocks or attacks, without damage"
    if Fortune.DIES in fortunes:
        yield sample_dead, "dies"
    if Fortune.RETURNS in fortunes or Fortune.REGENERATES in fortunes:
        yield sample_return, "returns or regenerates"
    if any(figure.out for figure in figures):
        yield sample_out, "stays out of combat"


def sample_card(side: Side) -> Draw:
    """A card of a side."""
    attacks = side is Side.ATTACKING

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.rect(x + 4, y - 9, 26, 18, "sample card", 0 if attacks else 5)
        canvas.rect(x + (4 if attacks else 8), y - 9 if attacks else y + 9 - BAR, 26 if attacks else 18, BAR,
                    f"bar {side_class(side)}")  # fmt: skip

    return draw


def sample_arrow(side: Side, first: bool) -> Draw:
    """An arrow of a side in a step, with its label."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        down = 1.0 if side is Side.ATTACKING else -1.0
        arrow = Arrow("", "", 0, first, side, "")
        paint_arrow(canvas, arrow, [("M", ((x + 9, y - 13 * down),)), ("L", ((x + 9, y + 13 * down),))], down)
        kind = f"sample chip {side_class(side)}" + (" first" if first else "")
        canvas.rect(x + 16, y - 8, 18, 16, kind, 2 if side is Side.ATTACKING else 8)
        canvas.words(x + 25, y + 3.5, "1st" if first else "n", "ink", 8 if first else 10, bold=True, anchor="middle")

    return draw


def sample_target(canvas: Canvas, x: float, y: float) -> None:
    """What is attacked."""
    canvas.rect(x + 2, y - 9, 30, 18, "sample target", 9)
    canvas.rect(x + 4.5, y - 6.5, 25, 13, "sample target inner", 6.5)


def sample_link(canvas: Canvas, x: float, y: float) -> None:
    """A dotted line."""
    canvas.path([("M", ((x + 2, y),)), ("L", ((x + SAMPLE - 2, y),))], "line link")


def sample_dead(canvas: Canvas, x: float, y: float) -> None:
    """A card crossed out."""
    canvas.rect(x + 4, y - 9, 26, 18, "sample card fallen")
    paint_cross(canvas, x + 4, y - 9, 26, 18)


def sample_return(canvas: Canvas, x: float, y: float) -> None:
    """The mark of what returns."""
    paint_return(canvas, x + SAMPLE / 2, y)


def sample_out(canvas: Canvas, x: float, y: float) -> None:
    """A card that stays out."""
    canvas.rect(x + 4, y - 9, 26, 18, "sample card out", 3)
