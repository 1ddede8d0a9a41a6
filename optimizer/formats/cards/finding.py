"""Cards by their names: in the imported table, then in the one that comes with the package."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from .card import Card
from .datafile import Stamp, stamp
from .known import known
from .names import key
from .store import opened

__all__ = ["absent", "ambiguous", "begins", "find", "missing", "nearest", "search"]

ALIKE: Final = 80.0
"""How much of two names has to agree, in percent, for the one to be a slip for the other."""

SHOWN: Final = 3
LONGEST: Final = 200  # letters: no card's name is longer
SHORTEST: Final = 4  # letters: of shorter names too many agree


def find(name: str) -> Card | None:
    """The creature of a name: of a face, of a whole card, or in another language where the imported file had it.

    The part before a comma will do where only one card's name begins so.

    >>> card = find("yavimaya wurm")
    >>> card.name, card.power, card.toughness, card.keywords
    ('Yavimaya Wurm', 6, 4, ('trample',))
    >>> find("Yavimaya Worm") is None
    True
    """
    word = key(name) if len(name) <= LONGEST else ""
    return found(word, stamp()) if word else None


@lru_cache(maxsize=4096)
def found(word: str, version: Stamp | None) -> Card | None:
    """The card of a key."""
    imported = opened(version).find(word) if version is not None else None
    card = imported or known().get(word)
    if card is not None:
        return card
    begun = begun_by(word, version)
    return begun[0] if len(begun) == 1 else None


def begun_by(head: str, version: Stamp | None) -> list[Card]:
    """The cards whose names begin with a part, given as a key, and a comma."""
    cards = (found(word, version) for word in heads(version).get(head, ()))
    return list({card.name: card for card in cards if card is not None}.values())


@lru_cache(maxsize=2)
def heads(version: Stamp | None) -> dict[str, tuple[str, ...]]:
    """From the part before a comma, as a key, to the keys of the names that begin so."""
    begun: dict[str, list[str]] = {}
    for word, name in names(version).items():
        head, comma, _ = name.partition(",")
        if comma:
            begun.setdefault(key(head), []).append(word)
    return {head: tuple(words) for head, words in begun.items()}


def begins(head: str) -> bool:
    """Whether names of cards begin with a part and a comma.

    >>> begins("Akroma"), begins("Wurm")
    (True, False)
    """
    return key(head) in heads(stamp())


def ambiguous(head: str) -> str:
    """What to say of a part before a comma with which several cards' names begin; nothing of any other."""
    begun = begun_by(key(head), stamp())
    if len(begun) < 2:
        return ""
    shown = ", ".join(card.name for card in begun[:SHOWN])
    return f"{len(begun)} cards' names begin so: {shown}" + (" …" if len(begun) > SHOWN else "")


def search(text: str, most: int = 20) -> list[Card]:
    """The creatures with a name that holds a text, or else those with names like it.

    >>> [card.name for card in search("wurmcoil")]
    ['Wurmcoil Engine']
    """
    word, version = key(text), stamp()
    if not word or most < 1:
        return []
    cards = {key(card.name): card for card in (opened(version).search(word, most) if version is not None else ())}
    for ident in sorted((name for name in known() if word in name), key=lambda name: (not name.startswith(word), name)):
        cards.setdefault(ident, known()[ident])
    if not cards:
        near = (found(other, version) for other in alike(word, version, most))
        cards = {key(card.name): card for card in near if card is not None}
    return list(cards.values())[:most]


def nearest(name: str) -> str | None:
    """The name that may have been meant.

    >>> nearest("Yavimaya Worm"), nearest("Ox")
    ('Yavimaya Wurm', None)
    """
    version = stamp()
    return next((names(version)[word] for word in alike(key(name[: LONGEST + 1]), version, 1)), None)


def absent(name: str) -> str:
    """What to say of a name that no card has."""
    near = nearest(name)
    return f"no card is called {name!r}" + (
        f": did you mean {near!r}?" if near else f" ({missing()})" if stamp() is None else ""
    )


def missing() -> str:
    """What to do where only the table is there that comes with the package."""
    return "`optimizer cards import FILE` reads in all cards"


@lru_cache(maxsize=1024)
def alike(word: str, version: Stamp | None, most: int) -> tuple[str, ...]:
    """The keys that are most like one."""
    if not SHORTEST <= len(word) <= LONGEST:
        return ()
    from rapidfuzz import fuzz, process

    found = process.extract(word, names(version).keys(), scorer=fuzz.ratio, score_cutoff=ALIKE, limit=most)
    return tuple(match[0] for match in found)


@lru_cache(maxsize=2)
def names(version: Stamp | None) -> dict[str, str]:
    """All names by their keys."""
    imported = opened(version).names() if version is not None else {}
    return {word: card.name for word, card in known().items()} | imported
