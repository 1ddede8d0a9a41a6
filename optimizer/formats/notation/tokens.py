"""The signs and words of a text in the one-line notation, each with its place."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final, NamedTuple

from ...model.errors import Fault, NotationError
from .words import SPELT, VERSUS, WORD

__all__ = ["Lines", "Token", "is_board", "is_list", "most_creatures", "tokens"]

LEXEME: Final = re.compile(
    rf'(?P<space>[^\S\n]+)|(?P<line>\n)|(?P<sign><-|->|←|→|[,;|()\[\]])|(?P<quoted>"(?:[^"\\\n]|\\.)*")'
    rf"|(?P<number>\#[0-9]{{1,6}}(?![^\s,;|()\[\]<>]))|(?P<word>{WORD})"
)
COMMENT: Final = re.compile(r"^[^\S\n]*#.*$", re.MULTILINE)
SIGNS: Final = {"←": "<-", "→": "->"}
LEADING: Final = frozenset(["<-", "->", ",", "(", "[", "|", ";", "vs"])
TRAILING: Final = frozenset(["<-", "->", ",", ")", "]", "|", ";", "vs"])


class Token(NamedTuple):
    """A sign (its own `kind`, and `vs` is one), a `word`, a `quoted` text, a `number` (#2) or the `end`."""

    kind: str
    text: str
    start: int


def tokens(text: str) -> list[Token]:
    """The tokens of a text; a line break separates as `;` does, unless a sign before or after it says it goes on.

    Raises `NotationError` at a character that can't stand there.

    >>> [token.text for token in tokens('Bear 2/2 <- "Wall of Wood"')]
    ['Bear', '2/2', '<-', 'Wall of Wood', '']
    """
    blanked = COMMENT.sub(lambda match: " " * len(match[0]), text.replace("\r\n", " \n").replace("\r", "\n"))
    found: list[Token] = []
    at = 0
    broken: int | None = None  # where the last line break stands since the last token
    for match in LEXEME.finditer(blanked):
        start = match.start()
        if start != at:
            break
        at = match.end()
        kind, lexeme = match.lastgroup or "", match[0]
        if kind == "space":
            continue
        if kind == "line":
            broken = start
            continue
        if kind == "sign":
            kind = lexeme = SIGNS.get(lexeme, lexeme)
        elif kind == "quoted":
            lexeme = re.sub(r"\\(.)", r"\1", lexeme[1:-1])
        elif lexeme.lower() in VERSUS:
            kind = "vs"
        if broken is not None:
            if kind not in TRAILING and found and found[-1].kind not in LEADING:
                found.append(Token(";", ";", broken))
            broken = None
        if kind == "(" and found and found[-1].kind == "(":
            raise NotationError([Fault(Lines(text).place(start), "'(': expected a word before another '('")])
        found.append(Token(kind, lexeme, start))
    if at < len(blanked):
        wanted = "a closing quotation mark" if blanked[at] == '"' else "quotation marks around a name that holds it"
        raise NotationError([Fault(Lines(text).place(at), f"{blanked[at]!r}: expected {wanted}")])
    found.append(Token("end", "", len(text)))
    return found


def is_board(text: str) -> bool:
    """Whether a text means a board: `vs` stands in it, and not in a name.

    >>> is_board("Ox 3/3 vs Bear 2/2"), is_board("Ox 3/3 <- Bear 2/2"), is_board('"Ox vs Elk" 3/3')
    (True, False, False)
    """
    return VERSUS_IN.search(text) is not None and any(token.kind == "vs" for token in tokens(text))


VERSUS_IN: Final = re.compile("(?i)vs|versus|v[.]")


def is_list(text: str) -> bool:
    """Whether a text is a list of creatures rather than a combat or a board.

    >>> is_list("Ox 3/3, Bear 2/2"), is_list("Ox 3/3 <- Bear 2/2"), is_list("Ox 3/3 vs"), is_list("Ox 3/3 | defender 8")
    (True, False, False, False)
    """
    return not any(token.kind in ("<-", "->", "|", "vs") for token in tokens(text))


def most_creatures(text: str) -> int:
    """How many creatures a text can have at most, found without reading it.

    >>> most_creatures("2 Ox 3/3 <- Bear 2/2, 10x Elf 1/1")
    13
    """
    said = (SPELT[match[2].lower()] if match[2] else int(match[1]) for match in COUNTED.finditer(text))
    counted = sum(number - 1 for number in said if number)
    return 1 + sum(text.count(sign) for sign in BETWEEN) + len(BOARD.findall(text)) + counted


BETWEEN: Final = (";", ",", "<-", "←", "\n", "\r")
BOARD: Final = re.compile(r"(?i)\b(?:vs|versus|v\.)")
COUNTED: Final = re.compile(rf"(?:^|[;,\s←-])(?i:([0-9]{{1,9}})(?=[x×\s])|({'|'.join(SPELT)})(?=\s))")


class Lines:
    """Where the lines of a text begin.

    >>> Lines("Bear 2/2 <- Wall").place(12), Lines("Bear 2/2\\nWall").place(9)
    ('column 13', 'line 2, column 1')
    """

    def __init__(self, text: str) -> None:
        self.breaks = [match.start() for match in re.finditer("\n", text)]

    def place(self, offset: int) -> str:
        """A place in the text, for a person."""
        line = bisect_left(self.breaks, offset)
        column = offset - (self.breaks[line - 1] if line else -1)
        return f"line {line + 1}, column {column}" if line else f"column {column}"
