"""A report as sections for a page: the words that the command line prints, without its columns."""

from __future__ import annotations

from typing import Any, Final

from rich.text import Text

from ...report.advice import Advice, report_on
from ...report.advice.declared import AttackAdvice, BlockAdvice
from ...report.styles import DIES, ILLEGAL, WINS

__all__ = ["sections"]

KINDS: Final = {DIES: "dies", WINS: "wins", ILLEGAL: "illegal"}
"""What a style says, by its name for the page's own style sheet."""

Cell = list[dict[str, str]]


def sections(advice: Advice | BlockAdvice | AttackAdvice) -> list[dict[str, Any]]:
    """The sections of a report: each with a heading (the first with none) and rows of cells; a row of one cell is a
    sentence. A cell is a list of runs of text, those with a meaning named.

    >>> from optimizer import Combat, solve
    >>> from optimizer.report.advice import advise
    >>> found = sections(advise(solve(Combat.parse("Ox 3/3 <- Bear 2/2"))))
    >>> [one["heading"] for one in found][:3]
    ['', 'Combat damage', 'Afterwards']
    >>> found[2]["rows"][1]
    [[{'text': 'Bear'}], [{'text': 'dies', 'kind': 'dies'}]]
    """
    return [
        {
            "heading": str(section.heading),
            "rows": [[cell(words) for words in row] for part in section.parts for row in part.rows],
        }
        for section in report_on(advice).sections
    ]


def cell(words: str | Text) -> Cell:
    """A cell's runs of text.

    >>> cell(Text.assemble("Bear ", ("dies", DIES)))
    [{'text': 'Bear '}, {'text': 'dies', 'kind': 'dies'}]
    """
    if isinstance(words, str):
        return [{"text": words}]
    runs: Cell = []
    at = 0
    for span in sorted(words.spans, key=lambda span: span.start):
        kind = KINDS.get(str(span.style))
        if kind is None or span.start < at:
            continue
        if span.start > at:
            runs.append({"text": words.plain[at : span.start]})
        runs.append({"text": words.plain[span.start : span.end], "kind": kind})
        at = span.end
    if at < len(words.plain) or not runs:
        runs.append({"text": words.plain[at:]})
    return runs
