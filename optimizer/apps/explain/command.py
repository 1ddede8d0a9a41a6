"""The command `explain`. What it needs is loaded when it runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

    from . import Explanation, Rule

__all__ = ["explain"]


def numbers(context: click.Context, option: click.Parameter, incomplete: str) -> list[Any]:
    """Lets the shell complete rule numbers, with what they mean."""
    from click.shell_completion import CompletionItem

    from . import rules

    return [CompletionItem(rule.number, help=rule.says) for rule in rules() if rule.number.startswith(incomplete)]


@click.command(epilog="\b\nExample:\n  optimizer explain 702.19b")
@click.argument("rule", nargs=-1, required=True, shell_complete=numbers)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def explain(rule: tuple[str, ...], as_json: bool) -> int:
    """What a rule number means, in our words.

    RULE is a number such as 702.19b, a chapter such as 702, or words such as trample.
    """
    from ...formats.json.jsontext import encode
    from . import explain as look_up

    found = look_up(" ".join(rule))
    if as_json:
        print(encode(found.to_dict()))
    else:
        show(found)
    return 0


def show(found: Explanation) -> None:
    """What was found, for a person: one rule whole, more of them in a table."""
    from ...report.tables import console_for_people

    console = console_for_people()
    if len(found.rules) == 1:
        (rule,) = found.rules
        indented(console, [(f"{rule.number}  ", rule.says)])
        facts = [("part of", rule.section), ("in the code", rule.code), ("shown by", rule.shown)]
        indented(console, [(f"  {title:<11}  ", words) for title, words in facts])
    else:
        listed(console, found.rules)
    if found.around:
        if found.rules:
            console.print("\nSee also")
        listed(console, found.around)
    for place, note in enumerate(found.notes):
        if place or found.rules or found.around:
            console.print()
        indented(console, [("", f"{note.section}: {note.says}")])


def listed(console: Console, rules: Sequence[Rule]) -> None:
    """Rules, one a row."""
    width = max((len(rule.number) for rule in rules), default=0)
    indented(console, [(f"{rule.number:<{width}}  ", rule.says) for rule in rules])


def indented(console: Console, rows: Sequence[tuple[str, str]]) -> None:
    """Words after what stands before them, wrapped beneath themselves at 80 columns, or 120 on a terminal that wide."""
    import textwrap

    from ...report.tables import report_width

    for before, words in rows:
        width = max(report_width(console) - len(before), 20)
        lines = textwrap.wrap(words, width, break_on_hyphens=False) or [""]
        for place, line in enumerate(lines):
            console.print(f"{before if not place else ' ' * len(before)}{line}", soft_wrap=True)
