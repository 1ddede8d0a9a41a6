"""The command `damage`: what damage that isn't combat damage does to a combat (rules/damage/noncombat.py)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import click

from ...formats.json.events import deal
from ...formats.json.jsontext import encode, json_value
from ...model.combat import Combat
from ...model.errors import InvalidDocument
from ...model.words import show
from ...rules.damage.resolution import Resolution
from ..commands import resolved
from ..requests import InvalidRequest, combat_of, value_of
from ..sources import named, text_of
from .output import DONE, answer_lines

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["damage", "run_damage"]

SHAPE: Final = 'expected events such as [{"source": {"name": "Shock"}, "recipient": "bear", "amount": 2}]'
REQUEST: Final = ("id", "document", "events")


def run_damage(request: Any, events: Any = None) -> dict[str, Any]:
    """The answer to a request `{"document": …, "events": […]}`, or to a document that holds its events itself.

    `events` are those of a request that tells of none. Raises `InvalidDocument` with every fault.

    >>> fire = {"name": "Bonfire", "controller": "defending"}
    >>> document = {"attackers": [{"id": "bear", "power": 2, "toughness": 2}]}
    >>> answer = run_damage({"document": document, "events": [{"source": fire, "recipient": "bear", "amount": 3}]})
    >>> answer["outcome"]["dies"], answer["outcome"]["excess"], answer["next"]
    (['bear'], {'bear': 1}, None)
    """
    combat, told = read_request(request, events)
    return resolved(combat, deal(combat, told))


def read_request(request: Any, events: Any = None) -> tuple[Combat, Any]:
    """The combat of a request and its events, still unread; `events` are those of a request that tells of none."""
    document, told = request, None
    if isinstance(request, Mapping) and "document" in request:
        for name in request:
            if name not in REQUEST:
                raise InvalidRequest(name, f"unknown field of a request: expected {', '.join(REQUEST)}")
        document, told = request["document"], request.get("events")
    if isinstance(document, Mapping) and "events" in document:
        if told is not None:
            raise InvalidRequest("events", "stands beside the document and in it")
        told = document["events"]
        document = {name: value for name, value in document.items() if name != "events"}
    combat = combat_of(document)
    if told is None:
        told = events
    if told is None:
        raise InvalidRequest("events", f"is missing: {SHAPE}")
    return combat, told


def events_option(context: click.Context, option: click.Parameter, text: str | None) -> Any:
    """The value of `--events`, which is JSON."""
    try:
        value = None if text is None else json_value(text)
    except InvalidDocument as error:
        raise click.BadParameter(str(error), context, option) from None
    if text is not None and not isinstance(value, list):
        raise click.BadParameter(f"{SHAPE}, not {show(value)}", context, option)
    return value


@click.command(
    epilog="\b\nExample:\n  echo 'Wurm 5/4' | optimizer damage --events"
    """ '[{"source": {"name": "Shock"}, "recipient": "wurm", "amount": 2}]'"""
)
@click.argument("file", required=False)
@click.option("--events", callback=events_option, metavar="JSON", help="The events (default: the document's `events`).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--lines", "as_lines", is_flag=True, help="Answer each line, a request or a document, in JSON.")
def damage(file: str | None, events: Any, as_json: bool, as_lines: bool) -> int:
    """What damage that isn't combat damage does, all of it dealt at once."""
    if as_lines:
        return answer_lines(file, lambda value: run_damage(value, events))
    text = text_of(file)
    try:
        combat, told = read_request({"document": value_of(text), "events": events})
        dealt = deal(combat, told)
    except InvalidDocument as error:
        ours = events is not None  # then they don't stand in the file
        faults = [it if ours and it.field.startswith("events") else named(file, it) for it in error.faults]
        raise InvalidDocument(faults) from None
    if as_json:
        print(encode(resolved(combat, dealt)))
    else:
        from .console import tell

        tell(damage_report(combat, dealt))
    return DONE


def damage_report(combat: Combat, dealt: Resolution) -> Iterator[RenderableType]:
    """What became of everything, and the combat that is left, for people."""
    from rich.text import Text

    from ...report.tables import end_of, outcome_tables, uncounted_table, unwrapped

    yield from outcome_tables(combat, dealt.outcome)
    if dealt.next is not None:
        yield Text(f"Before the {dealt.next.step.value} damage step of:")
        yield unwrapped(f"  {dealt.next}")
    else:
        yield end_of(dealt.outcome, "No attacker is left in combat.")
    yield from uncounted_table(combat)
