"""The few colours of reports, shown on a terminal only: what dies, what is illegal, who wins. They tell nothing that
the words don't."""

from __future__ import annotations

from typing import Final

from rich.text import Text

__all__ = ["DIES", "ILLEGAL", "NUMBERS", "WINS", "marked"]

DIES: Final = "red"
ILLEGAL: Final = "bold red"
WINS: Final = "bold green"
NUMBERS: Final = "dim"


def marked(words: str, word: str, style: str) -> Text:
    """A text in which the first place of a word has a style.

    >>> marked("No legal blocks", "No legal", ILLEGAL).spans
    [Span(0, 8, 'bold red')]
    """
    text = Text(words)
    start = words.find(word)
    if start >= 0:
        text.stylize(style, start, start + len(word))
    return text
