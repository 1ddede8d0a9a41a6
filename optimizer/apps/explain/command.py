"""The command `explain`. What it needs is loaded when it runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Group, RenderableType

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
    from ..cli.console import console_for_people, report_width, tell
    from . import explain as look_up

    found = look_up(" ".join(rule))
    if as_json:
        print(encode(found.to_dict()))
    else:
        tell(explanation(found, report_width(console_for_people())))
    return 0


def explanation(found: Explanation, width: int) -> Iterator[RenderableType]:
    """What was found, for a person: one rule whole, more of them in a table."""
    if len(found.rules) == 1:
        (rule,) = found.rules
        yield indented([(f"{rule.number}  ", rule.says)], width)
        facts = [("part of", rule.section), ("in the code", rule.code), ("shown by", rule.shown)]
        yield indented([(f"  {title:<11}  ", words) for title, words in facts], width)
    elif found.rules:
        yield listed(found.rules, width)
    if found.around:
        if found.rules:
            yield "\nSee also"
        yield listed(found.around, width)
    for place, note in enumerate(found.notes):
        if place or found.rules or found.around:
            yield ""
        yield indented([("", f"{note.section}: {note.says}")], width)


def listed(rules: Sequence[Rule], width: int) -> Group:
    """Rules, one a row."""
    longest = max(len(rule.number) for rule in rules)
    return indented([(f"{rule.number:<{longest}}  ", rule.says) for rule in rules], width)


def indented(rows: Sequence[tuple[str, str]], width: int) -> Group:
    """Words after what stands before them, wrapped beneath themselves."""
    import textwrap

    from ...report.tables import unwrapped

    found = []
    for before, words in rows:
        lines = textwrap.wrap(words, max(width - len(before), 20), break_on_hyphens=False) or [""]
        found += [f"{before if not place else ' ' * len(before)}{line}" for place, line in enumerate(lines)]
    return unwrapped("\n".join(found))
