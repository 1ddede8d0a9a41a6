"""An answer for a notebook: its picture, and its line as a table."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ...search.declaration_solution import AttackSolution, BlockSolution
from ...search.line.solution import Solution
from .drawing import picture_of
from .letters import clean
from .scene import Scene
from .staging import stage
from .story import step_words
from .themes import Theme

__all__ = ["html_of"]


def html_of(found: Solution | BlockSolution | AttackSolution) -> str:
    """A picture and a table, for a page that has its own style.

    >>> from optimizer import Combat, solve
    >>> page = html_of(solve(Combat.parse("Ox 3/3 <- Bear 2/2")))
    >>> "<td><bdi>Ox</bdi></td><td>3</td><td><bdi>Bear</bdi></td>" in page
    True
    """
    scene = stage(found)
    return f"<div>\n{picture_of(scene, Theme.AUTO)}{''.join(table_of(scene))}</div>\n"


def table_of(scene: Scene) -> Iterator[str]:
    """The line, one row for each source, recipient and step."""
    yield "<table>\n<tr><th>step</th><th>creature</th><th>damage</th><th>to</th></tr>\n"
    names = {figure.id: figure.name + (f" ({clean(figure.id)})" if figure.alike else "") for figure in scene.figures}
    names |= {target.id: target.name for fight in scene.fights for target in fight.targets}
    for arrow in sorted(scene.arrows, key=lambda arrow: not arrow.first):
        source, recipient = (f"<bdi>{escape(names[one])}</bdi>" for one in (arrow.source, arrow.recipient))
        cells = (step_words(arrow.first), source, arrow.amount, recipient)
        yield f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>\n"
    yield "</table>\n"
