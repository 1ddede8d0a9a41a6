"""The command `mcp`. What it runs is loaded when it runs."""

from __future__ import annotations

import click

from ...model.extras import lacking, needs
from ..cli.options import memory_option

__all__ = ["mcp"]


@click.command(epilog="\b\nExample:\n  optimizer mcp --list")
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, max=50),
    default=5.0,
    metavar="SECONDS",
    help="The time of calls that ask for none, at most 50 (default: 5).",
)
@click.option(
    "--processes",
    type=click.IntRange(min=1, max=64),
    default=2,
    metavar="N",
    help="How many calls are worked on at once (default: 2).",
)
@memory_option("each of these processes takes")
@click.option("--list", "only_list", is_flag=True, help="Print the tools in JSON, as clients list them, and end.")
def mcp(time_limit: float, processes: int, memory_mb: int, only_list: bool) -> int:
    """Tools for an assistant over the Model Context Protocol, on standard input and output (`help assistants`)."""
    if lacking(["mcp"]):
        raise click.ClickException(f"mcp {needs('mcp')}")
    from .server import listed, serve

    if only_list:
        print(listed())
        return 0
    serve(time_limit, processes, memory_mb)
    return 0
