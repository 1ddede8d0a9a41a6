"""`python -m benchmarks COMMAND`: the measurements of this project."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import click

from .ladder import RUNGS
from .match import ARENAS

RESULTS = Path(__file__).parent / "results"

json_option = click.option(
    "--json", "file", type=click.Path(dir_okay=False, path_type=Path), help="Also write everything there."
)
plots_option = click.option(
    "--plots", type=click.Path(file_okay=False, path_type=Path), default=RESULTS, show_default=True,
    help="Where plots go.",
)  # fmt: skip


def console() -> Any:
    """The terminal; wide where it is no terminal, so that tables stay whole."""
    from rich.console import Console

    return Console() if sys.stdout.isatty() else Console(width=200)


def new_run(*, smoke: bool = False) -> Any:
    """An empty run."""
    from .runs import Run

    return Run(console(), smoke=smoke)


def end(run: Any, file: Path | None, faults: list[str]) -> None:
    """Writes a run and exits: 1 where an answer was not what it should be."""
    if file is not None:
        run.write(file)
    for fault in faults:
        click.echo(fault, err=True)
    sys.exit(bool(faults))


@click.group()
def main() -> None:
    """Measures the optimizer. Ratios are taken within one run; absolute times depend on the machine.

    \b
    python -m benchmarks all --json today.json
    python -m benchmarks compare yesterday.json today.json
    """


@main.command("all")
@json_option
@plots_option
@click.option("--combats", default=1000, show_default=True, help="Of each family, for the greedy fillers.")
def everything(file: Path | None, plots: Path, combats: int) -> None:
    """Signature, measures, peers, growth, greedy fillers, plots: a quarter of an hour.

    \b
    Example: python -m benchmarks all --json today.json
    """
    run = new_run()
    faults = run.sign(fast=True) + run.sign(fast=False)
    run.measure()
    run.compare_peers()
    run.grow()
    run.taste(combats)
    run.plot(plots)
    end(run, file, faults)


@main.command()
@json_option
def smoke(file: Path | None) -> None:
    """A little of everything in under 30 seconds, for CI. Exit status 1 where an answer is wrong.

    \b
    Example: python -m benchmarks smoke
    """
    began = time.perf_counter()
    run = new_run(smoke=True)
    faults = run.sign(fast=True)
    run.measure()
    run.compare_peers()
    run.grow()
    run.taste(20)
    click.echo(f"{time.perf_counter() - began:.0f} s")
    end(run, file, faults)


@main.command()
@click.option("--fast", is_flag=True, help="Only the quick part.")
@click.option("--write", is_flag=True, help="Store the number as the expected one (with a reason in the commit).")
@click.option("--list", "listed", is_flag=True, help="Print the answers as well, one instance a line.")
def signature(*, fast: bool, write: bool, listed: bool) -> None:
    """One number over all counts and best scores, and whether it is the expected one. Exit status 1 where it isn't.

    \b
    Example: python -m benchmarks signature --fast
    """
    from . import signature as signatures

    faults: list[str] = []
    numbers: dict[str, int] = {}
    quick, given = [], []
    for one in signatures.answers(fast=fast):
        given.append(one)
        if one.instance.fast:
            quick.append(one)
        if listed:
            click.echo(one)
    numbers["fast"] = signatures.number_of(quick)
    if not fast:
        numbers["all"] = signatures.number_of(given)
    from .decisions import answers

    said = list(answers())
    numbers["boards"] = signatures.number_of(said)
    if listed:
        click.echo("\n".join(said))
    faults += signatures.strays(given)
    if write and not fast and not faults:
        signatures.FILE.write_text("".join(f"{name} {number}\n" for name, number in numbers.items()), encoding="utf-8")
    known = signatures.expected()
    for name, number in numbers.items():
        click.echo(f"{name} {number}")
        if number != known[name]:
            faults.append(f"{name}: expected {known[name]}")
    for fault in faults:
        click.echo(fault, err=True)
    sys.exit(bool(faults))


@main.command()
@click.argument("only", default="")
@json_option
def measure(only: str, file: Path | None) -> None:
    """The project itself: rates, times, memory, start-up. ONLY: the measures whose names begin like that.

    \b
    Examples: python -m benchmarks measure --json today.json
              python -m benchmarks measure solve.typical
    """
    run = new_run()
    run.measure(only)
    end(run, file, [])


@main.command()
@click.option("--markdown", is_flag=True, help="Also as the table of benchmarks/README.md.")
@json_option
@plots_option
def side(*, markdown: bool, file: Path | None, plots: Path) -> None:
    """The project and its peers side by side on the ladder.

    \b
    Example: python -m benchmarks side
    """
    run = new_run()
    run.compare_peers()
    if markdown:
        from .tables import side_markdown

        click.echo(side_markdown(run.side))
    run.plot(plots)
    end(run, file, [])


@main.command()
@json_option
@plots_option
def growth(file: Path | None, plots: Path) -> None:
    """How cost grows with attackers, blockers, power and sharing.

    \b
    Example: python -m benchmarks growth --plots .
    """
    run = new_run()
    run.grow()
    run.plot(plots)
    end(run, file, [])


@main.command()
@click.option("--combats", default=1000, show_default=True, help="Of each family.")
@click.option("--markdown", is_flag=True, help="Also as the table of benchmarks/README.md.")
@json_option
def greedy(combats: int, *, markdown: bool, file: Path | None) -> None:
    """How much score greedy fillers leave on the table, and how often.

    \b
    Example: python -m benchmarks greedy --combats 200
    """
    run = new_run()
    run.taste(combats)
    if markdown:
        from .tables import greedy_markdown

        click.echo(greedy_markdown(run.greedy))
    end(run, file, [])


@main.command()
@click.argument("old", type=click.File(encoding="utf-8"))
@click.argument("new", type=click.File(encoding="utf-8"))
@click.option("--everything", is_flag=True, help="Also what did not change.")
def compare(old: Any, new: Any, *, everything: bool) -> None:
    """What changed beyond noise between two files of --json, as ratios. Exit status 1 where something got worse.

    \b
    Example: python -m benchmarks compare old.json new.json
    """
    from .compare import changes, signature_changes
    from .tables import compared

    before, after = json.load(old), json.load(new)
    found = changes(before, after)
    shown = [one for one in found if everything or one.verdict != "same"]
    terminal = console()
    for name in ("processor", "python", "versions"):
        if before["machine"][name] != after["machine"][name]:
            terminal.print(f"not the same {name}: {before['machine'][name]}, then {after['machine'][name]}")
    for line in signature_changes(before, after):
        terminal.print(f"the answers changed: signature {line}")
    if shown:
        terminal.print(compared(shown))
    terminal.print(f"{sum(one.verdict == 'same' for one in found)} of {len(found)} did not change beyond noise")
    sys.exit(any(one.verdict == "worse" for one in found))


@main.command()
@click.argument("rungs", nargs=-1, type=click.Choice(RUNGS))
@click.option("--seconds", default=30.0, show_default=True, help="What each method gets for each answer.")
def build(rungs: tuple[str, ...], seconds: float) -> None:
    """Draws the instances again and proves their answers by every method: an hour for all rungs.

    \b
    Example: python -m benchmarks build small typical
    """
    from .build import build as make

    for rung in rungs or RUNGS:
        make(rung, seconds, click.echo)


@main.command()
def core() -> None:
    """What the main job must reach, each figure beside its aim. Exit status 1 where one is missed.

    \b
    Example: python -m benchmarks core
    """
    from rich.table import Table

    from .core import core as rows

    table = Table("what", "measured", "aim", "")
    missed = False
    for what, figure, aim, reached in rows():
        missed |= not reached
        table.add_row(what, figure, aim, "reached" if reached else "MISSED")
    console().print(table)
    sys.exit(missed)


@main.command()
@json_option
def page(file: Path | None) -> None:
    """How soon the page answers in real Chromium. Exit status 1 where a first answer takes more than 100 ms.

    \b
    Example: python -m benchmarks page
    """
    from rich.table import Table

    from .page import AIM, measure

    run = new_run()
    table = Table("combat or board", "first answer", "at most", "last answer", "")
    found = run.found["page"] = {}
    late = []
    for one in measure():
        found[one.name] = one._asdict()
        table.add_row(one.name, *(f"{1000 * seconds:.0f} ms" for seconds in (one.first, one.most, one.last)), one.told)
        if one.first > AIM:
            late.append(f"{one.name}: the first answer took {1000 * one.first:.0f} ms")
    run.console.print(table)
    end(run, file, late)


@main.command()
@click.option("--lines", default=20_000, show_default=True, help="Combats to solve each time.")
@click.option("--repeat", default=5, show_default=True, help="Turns, after one that doesn't count.")
def batch(lines: int, repeat: int) -> None:
    """Throughput of `optimizer batch` on one process, on two, and on Dask. Exit status 1 where the aim is missed.

    \b
    Example: python -m benchmarks batch --lines 3000
    """
    from rich.table import Table

    from .batch import AIM, machine
    from .batch import batch as measured
    from .runs import ticking

    with ticking(console(), "batch", 5 * repeat + 4) as tick:
        possible = machine(repeat, tick)
        rows, times, share = measured(lines, repeat, tick)
    heads = ("who", "time", "lines a second", "times one process", "the best of each")
    table = Table(*heads, title=f"{lines:,} typical combats")
    for row in rows:
        table.add_row(*row)
    console().print(table)
    click.echo(f"two processes: {times:.2f} times one, aim {AIM}: {'reached' if times >= AIM else 'MISSED'}")
    click.echo(f"a loop in Python, the most that the machine gives two processes: {possible:.2f} times one")
    click.echo(f"the best turn has {share:.2f} of the throughput of the best turn by hand")
    sys.exit(times < AIM)


@main.command()
@click.option("--size", "sizes", type=int, multiple=True, help="Creatures a side; 10, 20, 30 and 40 without it.")
@click.option("--much", default=4.0, show_default=True, help="Seconds for the best that is to be known of a board.")
@click.option("--markdown", is_flag=True, help="Also as the table of benchmarks/README.md.")
@json_option
def anytime(sizes: tuple[int, ...], much: float, *, markdown: bool, file: Path | None) -> None:
    """Blocks and attacks under limits: how good, how true, how late. Exit status 1 where an aim is missed.

    \b
    Example: python -m benchmarks anytime --size 20
    """
    from dataclasses import asdict

    from rich.table import Table

    from . import anytime as limits
    from .runs import ticking
    from .tables import markdown as as_markdown

    some = limits.instances(sizes or limits.SIZES)
    run = new_run()
    with ticking(run.console, "anytime", len(some)) as tick:
        found = list(limits.measured(some, limits.LIMITS, much, tick))
    table = Table(*limits.HEADS)
    cells = [row.cells for row in limits.rows(found)]
    for row in cells:
        table.add_row(*row)
    run.console.print(table)
    if markdown:
        click.echo(as_markdown(limits.HEADS, cells))
    run.found["anytime"] = [asdict(one) for one in found]
    end(run, file, limits.faults(found))


@main.command()
@click.argument("arena", type=click.Choice([*ARENAS, "all"]))
@click.option("--games", default=400, show_default=True, help="Against each opponent; against some a part of it.")
@click.option("--seed", default=1, show_default=True, help="Other seeds draw other boards and decks.")
@click.option("--limit", default=200, show_default=True, help="Milliseconds for each of our decisions; 0 for no limit.")
@json_option
def match(arena: str, games: int, seed: int, limit: int, file: Path | None) -> None:
    """Whether it plays well: games of ours against other ways to decide. Exit status 1 where an aim is missed.

    \b
    Examples: python -m benchmarks match boards --games 100
              python -m benchmarks match all --json today.json
    """
    from importlib import import_module

    run = new_run()
    found = run.found["match"] = {}
    for name in ARENAS if arena == "all" else (arena,):
        play = import_module(f".match.{name}", __package__).play
        found[name] = play(run.console, games, seed, limit / 1000 or None)
    end(run, file, [fault for one in found.values() for fault in one["missed"]])


@main.command()
@click.option("--seconds", default=60.0, show_default=True, help="How long the load lasts.")
@click.option("--clients", default=64, show_default=True, help="How many ask at once.")
@json_option
def load(seconds: float, clients: int, file: Path | None) -> None:
    """The service under load, beside what its workers do alone. Exit status 1 where a request met an error.

    \b
    Example: python -m benchmarks load --seconds 10
    """
    from .load.run import load as measured

    run = new_run()
    run.found["load"] = found = measured(seconds, clients, click.echo)
    end(run, file, found["errors"])


if __name__ == "__main__":
    main()
