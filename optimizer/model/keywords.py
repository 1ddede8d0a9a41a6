"""The registry of keyword abilities: one printed form for each, and a clear answer to a word that is none."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from .errors import CombatError
from .keyword_names import EVASION, FIGHTING, GERMAN, INERT, NUMBERED
from .likeness import denies, likeliest, opposed
from .sentences import pointed
from .terms import LIMIT

__all__ = [
    "COLORS", "KNOWN", "LETTERS", "KeywordError", "canonical", "divided", "letters", "numbers", "recognized", "refusal",
    "squash",
]  # fmt: skip

COLORS: Final = ("white", "blue", "black", "red", "green")
"""The five colors, in the rules' order (105.1)."""

LETTERS: Final = dict(zip("WUBRG", COLORS, strict=True))
"""The letters that stand for them in mana costs."""

PROTECTIONS: Final = frozenset([*COLORS, "everything", "creatures", "monocolored", "multicolored", "colorless"])
HARMLESS: Final = frozenset(["instants", "sorceries", "instant spells", "sorcery spells", "auras"])
GERMAN_PROTECTIONS: Final = {
    "weiß": "white", "blau": "blue", "schwarz": "black", "rot": "red", "grün": "green", "allem": "everything",
    "kreaturen": "creatures", "einfarbig": "monocolored", "mehrfarbig": "multicolored", "farblos": "colorless",
    "allen farben": "all colors", "spontanzaubern": "instants", "hexereien": "sorceries",
}  # fmt: skip
LAND: Final = r"((snow|legendary|nonbasic|basic|artifact)[ -])?(plains|island|swamp|mountain|forest|desert|land)walk"
BREAK: Final = re.compile(r"[\s_{—–-]")
PLAIN: Final = re.compile(r"(?:from [a-z]+|(?:\{[^{}\s]*\})+|[0-9]+)?")
HAVING: Final = re.compile(r"^(?:(?:it|this creature) )?(?:with|has|have|having|gains) ", re.IGNORECASE)
LONGEST: Final = 200


class KeywordError(CombatError):
    """A word that is no keyword ability the project can keep; the message says what was meant or expected."""


@lru_cache(maxsize=8192)
def canonical(text: str) -> tuple[str, ...]:
    """A keyword as printed, in lower case: one, or several where one phrase prints several.

    Case, spaces, hyphens, reminder text in parentheses and German names don't matter.
    Raises `KeywordError` for a misspelt or unknown word, a missing number, and what the project refuses on purpose.

    >>> canonical("First-Strike"), canonical("Todesberührung"), canonical("Toxisch 2")
    (('first strike',), ('deathtouch',), ('toxic 2',))
    >>> canonical("protection from black and from red")
    ('protection from black', 'protection from red')
    >>> canonical("deathtuch")
    Traceback (most recent call last):
    optimizer.model.keywords.KeywordError: unknown keyword 'deathtuch': did you mean 'deathtouch'?
    """
    if len(text) > LONGEST or not text.isprintable():
        raise KeywordError(f"expected a keyword, not {text[:40]!r}")
    plain = " ".join(unicodedata.normalize("NFKC", text).split())
    plain = re.sub(r"\s*\(.*\)$", "", plain)
    refused = refusal(plain)
    if refused:
        raise KeywordError(refused)
    name, rest = divided(plain)
    if name == "protection":
        return protections(text, rest)
    if name in PRINTED:
        return (with_parameter(text, name, rest),)
    if name:
        return (f"{name} {rest}".rstrip(),)
    raise KeywordError(f"unknown keyword {text!r}: {advice(plain)}")


def numbers(keywords: Iterable[str], ability: str) -> tuple[int, ...]:
    """The N of each instance of a numbered keyword, among keywords in canonical form.

    >>> numbers(["toxic 2", "flying", "toxic 1"], "toxic")
    (2, 1)
    """
    prefix = ability + " "
    return tuple(int(keyword[len(prefix) :]) for keyword in keywords if keyword.startswith(prefix))


@lru_cache(maxsize=8192)
def recognized(phrase: str) -> bool:
    """Whether a phrase is a keyword with nothing after it but what it takes: a number, a cost, a quality.

    >>> recognized("ward {2}"), recognized("flash bear"), recognized("Schutz vor Rot"), recognized("toxic")
    (True, False, True, False)
    """
    name, rest = divided(" ".join(phrase.split()))
    if name in NUMBERED:
        return rest.isdecimal()
    if name == "protection":
        try:
            return bool(protections(phrase, rest))
        except KeywordError:
            return False
    if name in FIGHTING or name in EVASION or not name:
        return bool(name) and not rest
    return PLAIN.fullmatch(rest) is not None


def letters(text: str) -> tuple[str, ...]:
    """The colors that letters stand for; none where the text is anything else.

    >>> letters("WU"), letters("R"), letters("Red"), letters("RR")
    (('white', 'blue'), ('red',), (), ())
    """
    if not text or len(set(text)) < len(text) or any(letter not in LETTERS for letter in text):
        return ()
    return tuple(LETTERS[letter] for letter in text)


def squash(text: str) -> str:
    """A word without what spelling varies in: case, spaces and punctuation."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def refusal(plain: str) -> str:
    """Why a keyword is refused on purpose: it would change combat damage and isn't handled. Empty for any other."""
    word = squash(plain)
    if word.startswith("bandswithother"):
        return "'bands with other' is not supported (702.22); plain banding is"
    if re.fullmatch(r"absorb\d*", word):
        return 'absorb is not supported (702.64): write the damage it prevents as "prevent"'
    return ""


def with_parameter(text: str, name: str, rest: str) -> str:
    """A known keyword and what follows it."""
    if name == "gift" and rest.isdecimal():
        name = "poisonous"  # the German name; the English gift takes no number
    if name in NUMBERED:
        if not re.fullmatch(r"[0-9]{1,7}", rest) or int(rest) > LIMIT:
            raise KeywordError(f"expected a number after {name!r}, such as '{name} 1', not {text!r}")
        return f"{name} {int(rest)}"
    if rest and name not in INERT:
        raise KeywordError(f"expected {name!r} alone, not {text!r}")
    if any(KNOWN.get(squash(part), "ward") not in INERT for part in re.split(r"[,;]", rest)):
        raise KeywordError(f"expected one keyword, not {text!r}")
    return f"{name} {rest}".rstrip().replace(" —", "—")


def protections(text: str, rest: str) -> tuple[str, ...]:
    """Protection from one quality or from several in a row (702.16g)."""
    quality = re.sub(r"^(from|vor)\b\s*", "", rest, flags=re.IGNORECASE)
    if not quality:
        raise KeywordError("expected what it protects from, such as 'protection from red'")
    found: list[str] = []
    for part in re.split(r",?\s+(?:and|und|or|oder)\s+(?:from\s+|vor\s+)?|,\s*(?:from\s+|vor\s+)?", quality.lower()):
        word = GERMAN_PROTECTIONS.get(part, part)
        if word in ("all colors", "each color", "every color", "all colours"):
            found += COLORS
        elif word in PROTECTIONS or word in HARMLESS:
            found.append(word)
        else:
            raise KeywordError(
                f"protection from {part!r} is not supported: expected {', '.join(sorted(PROTECTIONS))} "
                '(for another quality, say what it prevents with "prevent")'
            )
    return tuple(f"protection from {word}" for word in found)


def divided(plain: str) -> tuple[str, str]:
    """The printed name at the head of a phrase and the rest; an empty name where it is no keyword.

    >>> divided("Cycling {2}"), divided("Todesberührung"), divided("snow forestwalk"), divided("bear")
    (('cycling', '{2}'), ('deathtouch', ''), ('snow forestwalk', ''), ('', 'bear'))
    """
    for cut in (len(plain), *(match.start() for match in reversed(list(BREAK.finditer(plain))))):
        name = KNOWN.get(squash(plain[:cut]))
        if name is not None:
            return name, plain[cut:].strip(" _")
    lower = plain.lower()
    if re.fullmatch(LAND, lower):  # the families that form new words: landwalk (702.14) and typecycling (702.29e)
        return lower.replace("-", " "), ""
    match = re.fullmatch(r"([a-z]+cycling)\b(.*)", lower)
    return (match[1], plain[len(match[1]) :].strip()) if match else ("", plain)


@lru_cache(maxsize=1024)
def advice(plain: str) -> str:
    """What may have been meant."""
    place = pointed(plain)
    if place:
        return place
    held = HAVING.sub("", plain)
    if held != plain and divided(held)[0]:
        return f"did you mean {held!r}?"
    first = re.split(r"[\s{—]", plain)[0]
    near = likeliest(squash(plain), KNOWN, 0.75, plain) or likeliest(squash(first), KNOWN, 0.75, first)
    if near and not opposed(plain, near):
        return f"did you mean {near!r}?"
    if denies(plain):
        return "expected only the keywords that it has"
    return 'expected a keyword as printed; a line of text that isn\'t counted can stand under "not_counted"'


def umlauts(word: str) -> str:
    """As a keyboard without umlauts spells it."""
    for letter, letters in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")):
        word = word.replace(letter, letters)
    return word


PRINTED: Final = FIGHTING | NUMBERED | EVASION | INERT | {"protection"}
KNOWN: Final[dict[str, str]] = {
    **{squash(umlauts(german.lower())): english for german, english in GERMAN.items()},
    **{squash(german): english for german, english in GERMAN.items()},
    "schutz": "protection",
    **{squash(name): name for name in sorted(PRINTED)},
}
"""From each spelling, squashed, to the printed English form."""
