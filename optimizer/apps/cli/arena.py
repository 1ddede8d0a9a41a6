"""The command `arena`. It reads; nothing here sends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import click

from ...formats.json.document import json_value
from ...model.errors import Fault, InvalidDocument
from ...model.terms import Edition
from ..sources import named, open_source
from .output import DONE, UNPROVEN, complain

__all__ = ["arena"]

EDITIONS: Final = [edition.value for edition in Edition]


def tell_option(context: click.Context, option: click.Parameter, text: str | None) -> Any:
    """What a person tells: JSON, or a file of it."""
    if text is None:
        return None
    try:
        return json_value(text if text.lstrip().startswith("{") else Path(text).read_bytes())
    except (OSError, ValueError) as error:
        problem = (isinstance(error, OSError) and error.strerror) or str(error)
        raise click.BadParameter(f"{problem[:1].lower()}{problem[1:]}", context, option) from None


@click.command(epilog="\b\nExample:\n  optimizer arena docs/files/damage-request.json --answer")
@click.argument("file", required=False)
@click.option("--answer", is_flag=True, help="Print the response with the best assignment instead.")
@click.option(
    "--tell", callback=tell_option, metavar="JSON|FILE", help="What the log doesn't say (`optimizer help other-files`)."
)
@click.option("--rules", type=click.Choice(EDITIONS), metavar="|".join(EDITIONS), help="The edition.")
@click.option("--time-limit", type=float, metavar="SECONDS", help="Stop there; exit code 4 if unproven.")
def arena(file: str | None, answer: bool, tell: Any, rules: str | None, time_limit: float | None) -> int:
    """The combat of the last damage request in a log of MTG Arena, or with --answer the response to it."""
    from ...formats.arena.reading import read
    from ...search.line import Limit
    from ..arena_choice import choose
    from ..requests import Options, read_options

    limit = Limit(read_options({"time_limit": time_limit}, Options(), prefix="--").time_limit)
    try:
        with open_source(file) as source:
            reading = read(source, tell=tell, rules=Edition(rules or Edition.FOUNDATIONS))
    except InvalidDocument as error:
        faults = [fault if fault.field.startswith("--") else named(file, fault) for fault in error.faults]
        raise InvalidDocument(faults) from None
    for warning in reading.warnings:
        complain(str(named(file, Fault("", warning))))
    if not answer:
        print(json.dumps(reading.document, indent=2))
        return DONE
    for it in reading.combat.not_counted:
        complain(f"not counted: {it.id}: {it.text}")
    choice = choose(reading.request, reading.combat, limit)
    if choice.narrowed:
        complain("the best assignment by the rules isn't what the request allows: this is the best that it does")
    print(json.dumps(reading.answer(choice.assignment), indent=2))
    return DONE if choice.proven else UNPROVEN
