"""Names as people type them: what two spellings of one name have in common."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

__all__ = ["halves", "key"]


@lru_cache(maxsize=8192)
def key(name: str) -> str:
    """A name without what spelling varies in: case, spaces, punctuation, accents; `/` between the names of faces.

    >>> key("Lim-Dûl's Paladin"), key("ÆTHER MEMBRANE"), key("Assault//Battery")
    ('limdulspaladin', 'aethermembrane', 'assault/battery')
    """
    plain = unicodedata.normalize("NFKD", name.casefold().replace("æ", "ae").replace("œ", "oe"))
    plain = unicodedata.normalize("NFC", re.sub("[\u0300-\u036f]", "", plain))
    parts = ("".join(letter for letter in part if letter.isalnum()) for part in re.split("/+", plain))
    return "/".join(part for part in parts if part) or name.strip()


def halves(name: str) -> tuple[str, ...]:
    """The names of a card's faces in the name of the whole card.

    >>> halves("Assault // Battery"), halves("Bear")
    (('Assault', 'Battery'), ('Bear',))
    """
    return tuple(re.split(r"\s*//\s*", name))
