"""The command `forge`."""

from __future__ import annotations

import json

import click

from ...model.errors import Fault, InvalidDocument
from ..sources import named, text_of
from .output import DONE, complain

__all__ = ["forge"]


@click.command(epilog="\b\nExample:\n  optimizer forge docs/files/giant.pzl | optimizer blocks")
@click.argument("file", required=False)
@click.option("--blocks", metavar="BLOCKS", help="The blocks: {blocker: [attackers]}, or blocker=attacker words.")
@click.option("--side", type=click.Choice(["human", "ai"]), metavar="human|ai", help="Who attacks.")
def forge(file: str | None, blocks: str | None, side: str | None) -> int:
    """The document of a Forge puzzle or saved state: before attacks, before blocks, or with --blocks the combat."""
    from ...formats.forge.reading import read

    text = text_of(file)
    try:
        reading = read(text, blocks=blocks, side=side)
    except InvalidDocument as error:
        raise InvalidDocument([in_file(file, fault) for fault in error.faults]) from None
    for warning in reading.warnings:
        complain(str(named(file, Fault("", warning))))
    print(json.dumps(reading.document, indent=2))
    return DONE


def in_file(file: str | None, fault: Fault) -> Fault:
    """A fault with the file's name, unless it is one of an option."""
    return fault if fault.field.startswith("--") else named(file, fault)
