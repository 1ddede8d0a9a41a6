"""Colours, light and dark. Attackers and blockers have Okabe and Ito's, which people tell apart whatever colours they
see; and nothing is told by colour alone."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

__all__ = ["FONTS", "Theme", "root_class", "stylesheet"]

FONTS: Final = (
    "Helvetica Neue, Helvetica, Arial, Segoe UI, Liberation Sans, DejaVu Sans, Noto Sans, Roboto, Ubuntu, Cantarell, "
    "Open Sans, FreeSans, Nimbus Sans, Verdana, sans-serif"
)
"""What systems have; some renderers know no `sans-serif`."""


class Theme(StrEnum):
    """The colours of a picture; `auto` leaves it to whoever shows it (prefers-color-scheme)."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


PALETTES: Final = {
    Theme.LIGHT: {
        "page": "#ffffff", "frame": "#f1f2f4", "card": "#ffffff", "pale": "#f8f8f9", "fallen": "#e2e3e6",
        "ink": "#16181b", "muted": "#55595f", "edge": "#7d828a", "attack": "#b84a00", "block": "#0072b2",
    },
    Theme.DARK: {
        "page": "#16181b", "frame": "#202327", "card": "#2b2f35", "pale": "#1c1f23", "fallen": "#3d4249",
        "ink": "#f2f3f5", "muted": "#b4b9c1", "edge": "#858b95", "attack": "#e69f00", "block": "#56b4e9",
    },
}  # fmt: skip
"""Vermillion (darkened, to be legible on white) and blue; orange and sky blue on dark."""

SHAPES: Final = """
text {font-family: FONTS}
.line {fill: none; stroke-width: 2}
.line.first {stroke-dasharray: 7 4}
.line.link {stroke-dasharray: 1.5 4.5; stroke-width: 1.8}
.chip {stroke-width: 1.5}
.chip.first {stroke-dasharray: 4 2.5}
.bar {stroke: none}
.cross {stroke-width: 3; stroke-linecap: round; stroke-opacity: 0.45}
.out {stroke-dasharray: 4 3}
.halo {stroke-width: 3.5; stroke-linejoin: round; paint-order: stroke}
.badge {stroke-width: 1.5}
"""
COLOURS: Final = """
.page {fill: page}
.frame {fill: frame}
.card, .chip, .target, .panel {fill: card; stroke: edge}
.out {fill: pale}
.fallen {fill: fallen}
.ink {fill: ink}
.note {fill: muted}
.line.attack, .chip.attack {stroke: attack}
.line.block, .chip.block {stroke: block}
.line.link {stroke: muted}
.bar.attack, .head.attack {fill: attack}
.bar.block, .head.block {fill: block}
.cross {stroke: ink}
.halo {stroke: fallen}
.badge {fill: card; stroke: ink}
.sign {fill: none; stroke: ink; stroke-width: 1.6}
"""


def root_class(theme: Theme) -> str:
    """The class of a picture's outermost element. Its rules name it, so that they touch nothing else on a page.

    >>> root_class(Theme.DARK)
    'optimizer-dark'
    """
    return f"optimizer-{theme}"


def stylesheet(theme: Theme) -> str:
    """The rules of a theme.

    >>> ".optimizer-light .page {fill: #ffffff}" in stylesheet(Theme.LIGHT)
    True
    >>> "@media (prefers-color-scheme: dark)" in stylesheet(Theme.AUTO)
    True
    """
    root = f".{root_class(theme)}"
    rules = scoped(SHAPES.replace("FONTS", FONTS), root)
    if theme is not Theme.AUTO:
        return rules + coloured(theme, root)
    dark = coloured(Theme.DARK, root)
    return f"{rules}{coloured(Theme.LIGHT, root)}@media (prefers-color-scheme: dark) {{\n{dark}}}\n"


def coloured(theme: Theme, root: str) -> str:
    """The rules that hold colours."""
    palette = PALETTES[theme]
    lines = []
    for rule in COLOURS.strip().splitlines():
        selectors, body = rule.split(" {")
        for name, colour in palette.items():
            body = body.replace(f": {name};", f": {colour};").replace(f": {name}}}", f": {colour}}}")
        lines.append(f"{selectors} {{{body}")
    return scoped("\n".join(lines), root)


def scoped(rules: str, root: str) -> str:
    """Rules for what is within the picture alone."""
    lines = []
    for rule in rules.strip().splitlines():
        selectors, body = rule.split(" {")
        lines.append(f"{', '.join(f'{root} {one}' for one in selectors.split(', '))} {{{body}\n")
    return "".join(lines)
