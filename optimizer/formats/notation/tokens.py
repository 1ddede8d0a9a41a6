"""The signs and words of a text in the one-line notation, each with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ...model.errors import Fault, NotationError
from .words import WORD

__all__ = ["Token", "place", "tokens"]

LEXEME: Final = re.compile(
    rf'(?P<space>[^\S\n]+)|(?P<line>\n)|(?P<sign><-|->|←|→|[,;|()\[\]])|(?P<quoted>"(?:[^"\\\n]|\\.)*")'
    rf"|(?P<number>\#[0-9]{{1,6}}(?![^\s,;|()\[\]<>]))|(?P<word>{WORD})"
)
COMMENT: Final = re.compile(r"^[^\S\n]*#.*$", re.MULTILINE)
SIGNS: Final = {"←": "<-", "→": "->"}
LEADING: Final = frozenset(["<-", "->", ",", "(", "[", "|", ";"])
TRAILING: Final = frozenset(["<-", "->", ",", ")", "]", "|", ";"])


@dataclass(frozen=True, slots=True)
class Token:
    """A sign (its own `kind`), a `word`, a `quoted` text, a `number` (#2) or the `end`."""

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
    while at < len(blanked):
        match = LEXEME.match(blanked, at)
        if match is None:
            wanted = "a closing quotation mark" if blanked[at] == '"' else "quotation marks around a name that holds it"
            raise NotationError([Fault(place(text, at), f"{blanked[at]!r}: expected {wanted}")])
        kind, lexeme = match.lastgroup or "", match[0]
        if kind == "sign":
            sign = SIGNS.get(lexeme, lexeme)
            found.append(Token(sign, sign, at))
        elif kind == "quoted":
            found.append(Token(kind, re.sub(r"\\(.)", r"\1", lexeme[1:-1]), at))
        elif kind != "space":
            found.append(Token(kind, lexeme, at))
        at = match.end()
    found.append(Token("end", "", len(text)))
    return separated(found)


def separated(found: list[Token]) -> list[Token]:
    """Line breaks as `;`, those within a statement left out."""
    kept: list[Token] = []
    following = ";"
    for token in reversed(found):
        if token.kind != "line":
            following = token.kind
            kept.append(token)
        elif following not in TRAILING:
            following = ";"
            kept.append(Token("line", ";", token.start))
    result: list[Token] = []
    for token in reversed(kept):
        if token.kind != "line":
            result.append(token)
        elif result and result[-1].kind not in LEADING:
            result.append(Token(";", ";", token.start))
    return result


def place(text: str, offset: int) -> str:
    """Where in a text, for a person.

    >>> place("Bear 2/2 <- Wall", 12), place("Bear 2/2\\nWall", 9)
    ('column 13', 'line 2, column 1')
    """
    line = text.count("\n", 0, offset)
    column = offset - text.rfind("\n", 0, offset)
    return f"line {line + 1}, column {column}" if line else f"column {column}"
