"""Plots of a run, each as PNG and SVG. matplotlib is an extra: pip install 'mtg-combat-optimizer[bench]'."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .growth import Curve
from .side import Cell

__all__ = ["available", "plot"]


def available() -> bool:
    """matplotlib is there."""
    from importlib.util import find_spec

    return find_spec("matplotlib") is not None


def plot(folder: Path, curves: Sequence[Curve], side: Mapping[str, Mapping[str, Cell]]) -> list[Path]:
    """Draws growth and peers into a folder; the files made."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "optimizer"  # the same picture is the same file
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    if curves:
        made += save(growth(curves), folder / "growth")
    if side:
        made += save(peers(side), folder / "peers")
    return made


def save(figure: Any, path: Path) -> list[Path]:
    """Writes a figure in both forms."""
    files = [path.with_suffix(".png"), path.with_suffix(".svg")]
    figure.savefig(files[0], dpi=150)
    figure.savefig(files[1], metadata={"Date": None})
    return files


def growth(curves: Sequence[Curve]) -> Any:
    """One panel an axis, a line for counting and one for solving."""
    from matplotlib.figure import Figure

    axes_names = list(dict.fromkeys(one.axis for one in curves))
    rows = -(-len(axes_names) // 2)
    figure = Figure(figsize=(11, 3.2 * rows), layout="constrained")
    panels = figure.subplots(rows, 2, squeeze=False).flat
    for panel, axis in zip(panels, axes_names, strict=False):
        for one in (one for one in curves if one.axis == axis):
            sizes, seconds = zip(*one.points, strict=True)
            panel.loglog(sizes, seconds, marker="o", label=f"{one.act}: size^{one.exponent:.1f}")
        every = sorted({size for one in curves if one.axis == axis for size, _ in one.points})
        panel.set_xticks(every, [str(size) for size in every])
        panel.set_xticks([], minor=True)
        panel.set_xlabel(axis, fontsize=8)
        panel.set_ylabel("seconds")
        panel.grid(visible=True, which="both", alpha=0.2)
        panel.legend(fontsize=8)
    for panel in list(panels):
        panel.remove()
    return figure


def peers(side: Mapping[str, Mapping[str, Cell]]) -> Any:
    """A box a method and rung."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 2.6 * len(side)), layout="constrained")
    panels = figure.subplots(len(side), 1, squeeze=False).flat
    for panel, (rung, cells) in zip(panels, side.items(), strict=True):
        there = [(name, cell) for name, cell in cells.items() if cell.seconds][::-1]
        panel.boxplot(
            [list(cell.seconds.values()) for _, cell in there],
            orientation="horizontal",
            tick_labels=[f"{name} ({len(cell.seconds)})" for name, cell in there],
            whis=(5, 95),
            showfliers=False,
        )
        panel.set_xscale("log")
        panel.set_title(f"{rung}: seconds an instance", fontsize=9)
        panel.tick_params(labelsize=7)
        panel.grid(visible=True, axis="x", alpha=0.3)
    return figure
