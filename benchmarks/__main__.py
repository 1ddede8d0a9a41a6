"""`python -m benchmarks COMMAND`: the measurements of this project."""

from __future__ import annotations

import sys

import click


@click.group()
def main() -> None:
    """Measures the optimizer. Ratios are taken within one run; absolute times depend on the machine."""


@main.command()
def core() -> None:
    """What the main job must reach, each figure beside its aim. Exit status 1 where one is missed.

    Example: python -m benchmarks core
    """
    from rich.console import Console
    from rich.table import Table

    from .core import core as rows

    table = Table("what", "measured", "aim", "")
    missed = False
    for what, figure, aim, reached in rows():
        missed |= not reached
        table.add_row(what, figure, aim, "reached" if reached else "MISSED")
    Console().print(table)
    sys.exit(missed)


if __name__ == "__main__":
    main()
