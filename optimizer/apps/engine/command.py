"""The command `engine`. What it runs is loaded when it runs."""

from __future__ import annotations

import contextlib
import math
import sys

import click

from ..cli.options import memory_option

__all__ = ["engine"]


def milliseconds(context: click.Context, option: click.Parameter, value: float) -> float:
    """A time limit."""
    if not 0 <= value < math.inf:
        raise click.BadParameter("expected a number of milliseconds of 0 or more", context, option)
    return value


@click.command(
    epilog="\b\nExample:\n  echo '"
    """{"jsonrpc": "2.0", "id": 1, "method": "count", "params": {"document": "Bear 2/2 <- Ox 3/3"}}"""
    "' | optimizer engine"
)
@click.option(
    "--limit-ms",
    type=float,
    default=10_000.0,
    metavar="N",
    callback=milliseconds,
    help="The time limit of requests that give none, in milliseconds (default: 10000).",
)
@memory_option("it takes")
def engine(limit_ms: float, memory_mb: int) -> int:
    """Answer JSON-RPC 2.0 requests, one a line, until standard input ends (`optimizer help engine`)."""
    from ..sources import standard_input
    from .limits import memory_limit
    from .server import Engine, serve
    from .warm import warm

    source = standard_input(asked=True)
    out = sys.stdout
    # what else is printed mustn't get in among the answers
    with memory_limit(memory_mb * 1_000_000), contextlib.redirect_stdout(sys.stderr):
        warm()
        serve(source, out, Engine(limit_ms))
    return 0
