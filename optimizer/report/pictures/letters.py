"""Words in a picture: what may stand in XML, how wide it is about, and how it is made to fit.

No font is read. The widths are those of a wide sans serif (DejaVu Sans, bold), so that other fonts fit as well.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

__all__ = ["clean", "shorten", "width_of", "wrap"]

WIDTHS: Final = {
    sign: width
    for width, signs in (
        (0.33, "'"), (0.36, " ijl"), (0.4, "/\\|,.IJ:;"), (0.46, "-f!()[]"), (0.52, "tr_`"), (0.6, '"*?zcs'),
        (0.7, "Lxvykae$0123456789EFTo"), (0.74, "bdghnpqu{}SYZCP"), (0.8, "BAKRVX"), (0.88, "UG#+<=>DHN^~OQ&"),
        (0.94, "w"), (1.02, "@M%"), (1.11, "Wm"),
    )
    for sign in signs
}  # fmt: skip
REGULAR: Final = 0.95
"""Letters that aren't bold are narrower by so much at least."""

ELLIPSIS: Final = "…"
JOINERS: Final = "\u200d\ufe0e\ufe0f"


@lru_cache(maxsize=4096)
def letter_width(sign: str) -> float:
    """A letter's width, bold, in parts of the font's size."""
    if sign in WIDTHS:
        return WIDTHS[sign]
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(sign) in "WF":
        return 1.1
    return 0.8 if ord(sign) < 0x2000 else 1.0


def width_of(words: str, size: float, bold: bool = False) -> float:
    """About how wide words are, rather too much than too little.

    >>> width_of("Bear", 10) < width_of("Bear", 10, bold=True) < width_of("Bears", 10, bold=True)
    True
    """
    return sum(map(letter_width, words)) * size * (1 if bold else REGULAR)


def clean(words: str) -> str:
    """Words without what can't stand in XML, and on one line; marks that turn the direction of others are left out.

    >>> clean("a\\x00b\\nc\\ud800 \\u202ed"), clean('<&"\\'>')
    ('a b c\ufffd d', '<&"\\'>')
    """
    return "".join(map(cleaned, words)).strip() or "\ufffd" if words else words


@lru_cache(maxsize=4096)
def cleaned(sign: str) -> str:
    """What stands for a letter."""
    category = unicodedata.category(sign)
    if category in ("Cc", "Zl", "Zp"):
        return " "
    if category == "Cs" or ord(sign) & 0xFFFE == 0xFFFE:
        return "\ufffd"
    return "" if "\u202a" <= sign <= "\u202e" or "\u2066" <= sign <= "\u2069" else sign


def shorten(words: str, width: float, size: float, bold: bool = False) -> str:
    """Words that fit: as they are, or their beginning and an ellipsis.

    >>> shorten("Jhoira, Weatherlight Captain", 90, 12), shorten("Ox", 90, 12)
    ('Jhoira, Wea…', 'Ox')
    """
    scale = size * (1 if bold else REGULAR)
    left, room, keep = width, width - letter_width(ELLIPSIS) * scale, 0
    for place, sign in enumerate(words):
        left -= letter_width(sign) * scale
        room -= letter_width(sign) * scale
        if room >= 0:
            keep = place + 1
        if left < 0:
            break
    else:
        return words
    while 0 < keep < len(words) and (letter_width(words[keep]) == 0 or words[keep - 1] in JOINERS):
        keep -= 1  # what belongs to the letter before isn't torn off it
    return words[:keep].rstrip() + ELLIPSIS


def wrap(pieces: Iterable[str], width: float, size: float, lines: int, between: str = ", ") -> list[str]:
    """Pieces on lines; the last line is shortened where there are too many.

    >>> wrap(["flying", "first strike", "trample"], 100, 11, 2), wrap(["flying"] * 9, 60, 11, 2)
    (['flying, first', 'strike, trample'], ['flying,', 'flying, f…'])
    """
    words = [word for piece in joined_pieces(list(pieces), between) for word in piece.split(" ") if word]
    found: list[str] = []
    for place, word in enumerate(words):
        if found and width_of(f"{found[-1]} {word}", size) <= width:
            found[-1] += f" {word}"
        elif len(found) < lines:
            found.append(word)
        else:
            found[-1] = f"{found[-1]} {' '.join(words[place : place + 40])}"
            break
    return [shorten(line, width, size) for line in found]


def joined_pieces(pieces: Sequence[str], between: str) -> list[str]:
    """The pieces, each but the last with what stands between."""
    return [piece + between for piece in pieces[:-1]] + list(pieces[-1:])
