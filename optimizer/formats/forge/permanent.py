"""An entry of a battlefield: `Name|Attribute|Attribute:Value`, with what of it touches combat."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from ...model.creature import KEYWORD_COUNTERS
from ...model.errors import Fault, InvalidDocument
from ...model.terms import LIMIT
from ...model.words import close_to, show

__all__ = ["Entry", "entries_of"]

ACTING: Final = {
    "tapped": "Tapped", "summonsick": "SummonSick", "damage": "Damage", "counters": "Counters",
    "attacking": "Attacking", "id": "Id", "attachedto": "AttachedTo", "attaching": "AttachedTo",
    "phasedout": "PhasedOut", "facedown": "FaceDown", "transformed": "Back", "modal": "Back", "flipped": "Back",
    "meld": "Back", "iscommander": "IsCommander", "suspected": "Suspected",
}  # fmt: skip
"""Attributes that are read, old spellings too, and what they are called here."""

UNREAD: Final = {"executescript": "ExecuteScript", "mergedcards": "MergedCards", "ability": "Ability"}
"""Attributes that may change a creature in a way that isn't read."""

QUIET: Final = (
    "set", "art", "renowned", "solved", "saddled", "monstrous", "onadventure", "foretold", "foretoldthisturn",
    "isringbearer", "enchantingplayer", "owner", "chosencolor", "chosentype", "chosentype2", "chosencards",
    "namedcard", "rememberedcards", "imprinting", "exiledwith", "classlevel", "unlockedroom", "noetbtrigs",
)  # fmt: skip
LONGER: Final = ("tapped", "summonsick", "attacking")
"""Flags that are written with more letters too."""

CHANGE: Final = re.compile(r"([PM])([0-9]+)([PM])([0-9]+)")


@dataclass
class Entry:
    """A permanent as its entry tells it; `attacked` is the Id of what it attacks, None for the player."""

    line: int
    name: str
    tapped: bool = False
    sick: bool = False
    attacks: bool = False
    attacked: int | None = None
    there: bool = True
    face_down: bool = False
    back: bool = False
    commander: bool = False
    suspected: bool = False
    damage: int = 0
    ident: int | None = None
    host: int | None = None
    counters: dict[str, int] = field(default_factory=dict)

    @property
    def where(self) -> str:
        """Its line, as faults name it."""
        return f"line {self.line}"

    def fault(self, message: str) -> InvalidDocument:
        """An error about it."""
        return InvalidDocument([Fault(self.where, f"{self.shown}: {message}")])

    @property
    def shown(self) -> str:
        """Its name for a message; of a token described in full, the first part."""
        return self.name.split(",", 1)[0] if self.name.startswith("t:") else self.name


def entries_of(line: int, value: str, tell: Callable[[int, str], None]) -> list[Entry]:
    """The permanents of a battlefield; raises `InvalidDocument` with all that is wrong with them.

    >>> wurm, _ = entries_of(4, "Craw Wurm+|Set:LEA|Counters:P1P1=2|Attacking:7; Forest", print)
    >>> wurm.name, wurm.counters, wurm.attacks, wurm.attacked
    ('Craw Wurm', {'+1/+1': 2}, True, 7)
    """
    found, faults = [], []
    for text in filter(None, (part.strip() for part in value.split(";"))):
        name, *attributes = [part.strip() for part in text.split("|")]
        entry = Entry(line, name if name.startswith(("t:", "T:")) else name.rstrip("+"))
        if not entry.name:
            faults.append(Fault(entry.where, f"a card's name is missing before {show('|'.join(['', *attributes]))}"))
        for attribute in filter(None, attributes):
            try:
                read(entry, attribute, tell)
            except InvalidDocument as error:
                faults += error.faults
        found.append(entry)
    if faults:
        raise InvalidDocument(faults)
    return [entry for entry in found if entry.there]


def read(entry: Entry, text: str, tell: Callable[[int, str], None]) -> None:
    """Take in one attribute."""
    name, colon, value = text.partition(":")
    word = name.strip().lower()
    kind = ACTING.get(word) or next((ACTING[start] for start in LONGER if word.startswith(start) and not colon), "")
    if word in UNREAD:
        tell(entry.line, f"{entry.shown}: what {UNREAD[word]} does isn't read")
    elif kind:
        take(entry, kind, value.strip() if colon else None)
    elif word not in QUIET:
        tell(entry.line, f"{entry.shown}: unknown attribute {show(name)}{close_to(word, [*ACTING, *QUIET])}: left out")


def take(entry: Entry, kind: str, value: str | None) -> None:
    """Take in one attribute that is known."""
    match kind:
        case "Tapped":
            entry.tapped = True
        case "SummonSick":
            entry.sick = True
        case "PhasedOut":
            entry.there = False
        case "FaceDown":
            entry.face_down = True
        case "Back":
            entry.back = True
        case "IsCommander":
            entry.commander = True
        case "Suspected":
            entry.suspected = True
        case "Damage":
            entry.damage = number(entry, kind, value)
        case "Id":
            entry.ident = number(entry, kind, value)
        case "AttachedTo":
            entry.host = number(entry, kind, value)
        case "Attacking":
            entry.attacks = True
            entry.attacked = None if value is None else number(entry, kind, value)
        case _:
            entry.counters = counters(entry, value or "")


def counters(entry: Entry, value: str) -> dict[str, int]:
    """Those counters that combat knows of, and loyalty and defense, by the names that documents give them."""
    found = {}
    for pair in filter(None, (part.strip() for part in value.split(","))):
        kind, _, count = pair.partition("=")
        name = " ".join(kind.lower().replace("_", " ").split())
        change = CHANGE.fullmatch(kind.strip().upper())
        if change:
            signs = ["+" if sign == "P" else "-" for sign in change.group(1, 3)]
            name = f"{signs[0]}{change[2]}/{signs[1]}{change[4]}"
        if change or name in KEYWORD_COUNTERS or name in ("shield", "loyalty", "defense"):
            found[name] = number(entry, f"Counters:{kind.strip()}", count)
    return found


def number(entry: Entry, kind: str, value: str | None) -> int:
    """The number that an attribute holds."""
    if value is None or not re.fullmatch(r"[0-9]{1,9}", value.strip()) or int(value) > LIMIT:
        held = "nothing" if not value else show(value)
        raise entry.fault(f"{kind} must be a whole number of 0 or more, not {held}")
    return int(value)
