"""A whole run, part by part, with a progress bar: what `all` and `smoke` do."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from . import growth, side, signature, tables, taste
from .clock import pin
from .ladder import RUNGS, load
from .machine import machine
from .measures import MEASURES
from .reading import Reading
from .worker import take

__all__ = ["Run", "ticking"]

Tick = Callable[[], object]


@contextmanager
def ticking(console: Console, what: str, total: int) -> Iterator[Tick]:
    """A progress bar; what it gives moves it on by one."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda: progress.advance(task)


def apart(function: Callable[..., Any], *arguments: Any, tick: Tick) -> Any:
    """Runs a function in a pinned process of its own; it sends None for each tick, then its result."""
    context = multiprocessing.get_context("spawn")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=within, args=(sending, function, arguments))
    process.start()
    sending.close()
    try:
        while (message := receiving.recv()) is None:
            tick()
    except EOFError:
        raise RuntimeError(f"{function.__name__} failed: see above") from None
    finally:
        process.join()
    return message[0]


def within(pipe: Any, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """The other end of `apart`."""
    pin()
    pipe.send((function(*arguments, tick=lambda: pipe.send(None)),))


def solving(
    rungs: tuple[str, ...], most: int | None, repeat: int, patience: float, *, tick: Tick
) -> dict[str, dict[str, side.Cell]]:
    """`side.solving`, for `apart`."""
    return side.solving(rungs, most=most, repeat=repeat, patience=patience, tick=tick)


def limits(*, tick: Tick) -> list[Any]:
    """`side.limits`, for `apart`."""
    tick()
    return list(side.limits())


def curves(smoke: bool, *, tick: Tick) -> list[growth.Curve]:
    """`growth.curve` of all series, for `apart`."""
    found = []
    for series in growth.SERIES:
        found.append(growth.curve(series, smoke=smoke))
        tick()
    return found


class Run:
    """The parts of a run, and what they found."""

    def __init__(self, console: Console, *, smoke: bool = False) -> None:
        self.console, self.smoke = console, smoke
        self.found: dict[str, Any] = {"machine": machine(), "smoke": smoke}
        self.readings: list[Reading] = []
        self.side: dict[str, dict[str, side.Cell]] = {}
        self.curves: list[growth.Curve] = []
        self.greedy: list[taste.Left] = []

    def sign(self, *, fast: bool) -> list[str]:
        """Takes the signature; what it should not be, in words."""
        name = "fast" if fast else "all"
        with ticking(self.console, "signature", len(load(fast=fast))) as tick:
            given = list(signature.answers(fast=fast, tick=tick))
        number = signature.number_of(given)
        self.found.setdefault("signature", {})[name] = number
        faults = signature.strays(given)
        known = signature.expected()[name]
        if number != known:
            faults.append(f"signature {name}: {number}, expected {known}")
        self.console.print(f"signature {name} of {len(given)} instances: {number}", "" if faults else "as expected")
        return faults

    def measure(self, only: str = "") -> None:
        """Takes the measures whose names begin like that."""
        chosen = [one for one in MEASURES if one.name.startswith(only) and (one.smoke or not self.smoke)]
        with ticking(self.console, "measures", len(chosen)) as tick:
            for one in chosen:
                self.readings.append(take(one, 4 if self.smoke else None))
                tick()
        self.found["readings"] = [one.to_dict() for one in self.readings]
        self.console.print(tables.readings(self.readings))

    def compare_peers(self) -> None:
        """The project and its peers side by side."""
        rungs: tuple[str, ...] = ("small", "typical", "shared", "strikes") if self.smoke else RUNGS
        most, repeat, patience = (2, 2, 0.5) if self.smoke else (None, 7, side.PATIENCE)
        total = sum(len(side.chosen(rung, most)) for rung in rungs)
        with ticking(self.console, "side by side", total) as tick:
            self.side = apart(solving, rungs, most, repeat, patience, tick=tick)
        self.found["side"] = {
            rung: {name: asdict(cell) for name, cell in cells.items()} for rung, cells in self.side.items()
        }
        self.console.print(tables.side_by_side(self.side))
        with ticking(self.console, "limits", 1) as tick:
            found = apart(limits, tick=tick)
        self.found["limits"] = [
            {"name": name, "work": work, "seconds": sample.median, "spread": sample.spread}
            for name, work, sample in found
        ]
        self.console.print(tables.limits(found))

    def grow(self) -> None:
        """How cost grows."""
        with ticking(self.console, "growth", len(growth.SERIES)) as tick:
            self.curves = apart(curves, self.smoke, tick=tick)
        self.found["growth"] = [asdict(one) for one in self.curves]
        self.console.print(tables.curves(self.curves))

    def taste(self, combats: int) -> None:
        """What greedy fillers leave on the table."""
        with ticking(self.console, "greedy fillers", combats * len(taste.FAMILIES)) as tick:
            self.greedy = list(taste.left_on_the_table(combats, tick=tick))
        self.found["greedy"] = [asdict(one) for one in self.greedy]
        self.console.print(tables.greedy(self.greedy))

    def plot(self, folder: Path) -> None:
        """Draws what there is to draw."""
        from . import plots

        if not plots.available():
            self.console.print("no plots: pip install 'mtg-combat-optimizer[bench]'")
            return
        for path in plots.plot(folder, self.curves, self.side):
            self.console.print(f"drew {path}")

    def write(self, path: Path) -> None:
        """Writes everything as JSON."""
        path.write_text(json.dumps(self.found, indent=1) + "\n", encoding="utf-8")
        self.console.print(f"wrote {path}")
