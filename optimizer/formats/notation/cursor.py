"""A place in a text that is being read: its tokens, its faults, and where each part of the document stands."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ...model.errors import Fault
from ...model.words import show
from .tokens import Lines, Token, tokens
from .words import CHANGE, NUMBER, SPELT, STATS, amount, dashed

__all__ = ["MOST", "Cursor", "Mention", "Slip", "value"]

MOST: Final = 250_000
"""Creatures in one text, where numbers before them make many of one."""

LONGEST_NUMBER: Final = 40
STATEMENT_ENDS: Final = frozenset([";", "|", "end"])


class Slip(Exception):
    """What was expected at a token instead; reading goes on with the next statement."""

    def __init__(self, token: Token, message: str) -> None:
        self.token = token
        self.message = message


@dataclass(frozen=True, slots=True)
class Mention:
    """A creature as a text names it: a name, an id in brackets, or both; #2 is the second of a name."""

    token: Token
    text: str
    ident: str | None
    number: int | None


class Cursor:
    """The token at hand of a text, and what has been found so far."""

    def __init__(self, text: str, known: list[Token] | None = None) -> None:
        self.text = text
        self.tokens = tokens(text) if known is None else known
        self.lines = Lines(text)
        self.at = 0
        self.faults: list[Fault] = []
        self.where: dict[str, Token] = {}

    @property
    def token(self) -> Token:
        """The token at hand."""
        return self.tokens[self.at]

    @property
    def following(self) -> Token:
        """The one after it."""
        return self.tokens[min(self.at + 1, len(self.tokens) - 1)]

    @property
    def ended(self) -> bool:
        """Whether the statement ends here."""
        return self.token.kind in STATEMENT_ENDS

    def advance(self) -> Token:
        """The token at hand, and on to the next."""
        token = self.tokens[self.at]
        self.at += token.kind != "end"
        return token

    def skip(self, ends: Collection[str]) -> None:
        """On to the next sign of a kind, or to the end."""
        at = self.at
        while (kind := self.tokens[at].kind) not in ends and kind != "end":
            at += 1
        self.at = at

    def accept(self, kind: str) -> bool:
        """Whether the token at hand is of a kind; then on to the next."""
        if self.token.kind != kind:
            return False
        self.at += 1
        return True

    def expect(self, kind: str, wanted: str) -> None:
        """On past a sign, or a slip."""
        if not self.accept(kind):
            raise Slip(self.token, f"expected {wanted}")

    def fault(self, token: Token, message: str, phrase: str = "") -> None:
        """Note a fault at a token."""
        word = show(phrase or token.text) if token.kind != "end" else "the end"
        self.faults.append(Fault(self.lines.place(token.start), f"{word}: {message}"))

    def once(self, path: str, owner: dict[str, Any], field: str, token: Token, held: Any) -> None:
        """Set a field that can be given once; `path` is that of the owner."""
        if field in owner:
            self.fault(token, f"{dashed(field)} is given twice")
        owner[field] = held
        self.where[f"{path}.{field}" if path else field] = token

    def listed(self, path: str, owner: dict[str, Any], field: str, token: Token, held: str) -> None:
        """Add to a list."""
        values = owner.setdefault(field, [])
        self.where[f"{path}.{field}[{len(values)}]"] = token
        values.append(held)

    def run(self, most: int | None = None) -> list[str]:
        """The words from here on, without passing them."""
        end = self.at
        while self.tokens[end].kind == "word" and (most is None or end - self.at < most):
            end += 1
        return [token.text for token in self.tokens[self.at : end]]

    def texts(self) -> list[str]:
        """Texts up to a closing parenthesis."""
        found: list[str] = []
        while not self.accept(")"):
            first = self.token
            text = self.name()
            if not text:
                raise Slip(first, "expected a word")
            found.append(text)
            if self.token.kind != ")":
                self.expect(",", "',' or ')'")
        return found

    def name(self, until: re.Pattern[str] | None = None) -> str:
        """A name in quotation marks, or the words at hand as one."""
        if self.token.kind == "quoted":
            return self.advance().text
        held, start, end = self.tokens, self.at, self.at
        while held[end].kind == "word" and not (until and until.fullmatch(held[end].text)):
            end += 1
        self.at = end
        return " ".join([token.text for token in held[start:end]])

    def bracketed(self) -> str | None:
        """An id in brackets, or None where none stands here."""
        if not self.accept("["):
            return None
        ident = self.name()
        self.expect("]", "']' after an id")
        return ident

    def count(self) -> tuple[Token, int] | None:
        """The number before a creature, with its token; None where none stands here."""
        token = self.token
        many = amount(token.text) if token.kind == "word" else None
        after = self.tokens[min(self.at + 1, len(self.tokens) - 1)]
        times = many is not None and after.kind == "word" and after.text in ("x", "X", "×")
        if times:
            after = self.tokens[min(self.at + 2, len(self.tokens) - 1)]
        named = after.kind == "word" and not is_number(after.text)
        if many is None or not (named or (after.kind in ("quoted", "[") and token.text not in SPELT)):
            return None
        self.at += 2 if times else 1
        if not 0 < many <= MOST:
            self.fault(token, f"expected a number of creatures from 1 to {MOST:,}")
            return token, 1
        return token, many

    def mention(self, wanted: str) -> Mention:
        """A creature's name, its id in brackets, or both."""
        first = self.token
        text = self.name(until=NUMBERS)
        if first.kind == "word" and NUMBER.fullmatch(text) and self.token.kind == "word":
            raise Slip(self.token, f"expected a name after {text!r}, a number of creatures")
        ident = self.bracketed()
        if not text and ident is None:
            raise Slip(first, f"expected {wanted}")
        number = int(self.advance().text[1:]) if self.token.kind == "number" else None
        return Mention(first, text, ident, number)

    def mentions(self, wanted: str) -> list[Mention]:
        """Names up to a closing parenthesis."""
        found: list[Mention] = []
        while not self.accept(")"):
            found.append(self.mention(wanted))
            if self.token.kind != ")":
                self.expect(",", "',' or ')'")
        return found

    def number(self, token: Token, text: str) -> Any:
        """A number where the text is one, else the text, which the document's reader will judge."""
        if len(text) > LONGEST_NUMBER:
            self.fault(token, "expected a number of fewer digits")
            return 0
        return value(text)

    def pairs(self) -> Mapping[str, Any]:
        """Names with numbers, up to a closing parenthesis: `+1/+1 2, shield`; without a number it is one."""
        found: dict[str, Any] = {}
        while not self.accept(")"):
            token = self.token
            name = self.advance().text if token.kind == "quoted" else self.counted()
            if not name:
                raise Slip(token, "expected a name and a number")
            if name in found:
                self.fault(token, "given twice")
            number = self.token
            found[name] = self.number(number, self.advance().text) if number.kind == "word" else 1
            if self.token.kind != ")":
                self.expect(",", "',' or ')'")
        return found

    def sentences(self) -> list[str]:
        """Texts in quotation marks, up to a closing parenthesis."""
        found: list[str] = []
        while not self.accept(")"):
            if self.token.kind != "quoted":
                raise Slip(self.token, "expected quotation marks around each text")
            found.append(self.advance().text)
            if self.token.kind != ")":
                self.expect(",", "',' or ')'")
        return found

    def counted(self) -> str:
        """The words at hand as a name, without a number that ends them."""
        words = self.run()
        if len(words) > 1 and not isinstance(value(words[-1]), str):
            words.pop()
        self.at += len(words)
        return " ".join(words)

    def located(self, path: str) -> Token:
        """The token that a field of the document comes from, or that of what it belongs to."""
        while path not in self.where and path:
            path = path[: max(path.rfind("."), path.rfind("["), 0)]
        return self.where.get(path, self.tokens[0])


NUMBERS: Final = re.compile(f"(?:{STATS.pattern}|{CHANGE.pattern})")


def is_number(text: str) -> bool:
    """Whether a word is power and toughness, or a counter that changes them."""
    return NUMBERS.fullmatch(text) is not None


def value(text: str) -> Any:
    """A number where a text is one, else the text."""
    if len(text) > LONGEST_NUMBER:
        return text
    if re.fullmatch(r"[+-]?[0-9]+", text):
        return int(text)
    return float(text) if re.fullmatch(r"[+-]?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]{1,3})?", text) else text
