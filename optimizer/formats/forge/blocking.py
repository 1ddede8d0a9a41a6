"""Blocks, which a Forge state can't hold: JSON, or `blocker=attacker` words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...model.errors import Fault, InvalidDocument
from ...model.words import close_to, show
from ..json.document import json_value
from ..json.naming import slug

__all__ = ["Names", "blocks_of"]

SHAPE = 'expected blocks such as {"palace-guard": ["craw-wurm"]} or palace-guard=craw-wurm'


class Names:
    """The creatures of one side by what they may be called: id, name, Forge's Id; and those left out, with why."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.ids: dict[str, str] = {}
        self.absent: dict[str, str] = {}

    def add(self, ident: str, name: str, number: int | None) -> None:
        """A creature."""
        self.ids.setdefault(slug(name), ident)
        self.ids[ident] = ident
        if number is not None:
            self.ids.setdefault(str(number), ident)

    def find(self, word: str) -> str:
        """The id of the creature that a word means; raises `InvalidDocument`."""
        plain = word.strip()
        for said in (plain, plain.lstrip("#"), slug(plain)):
            if said in self.ids:
                return self.ids[said]
        if slug(plain) in self.absent:
            raise InvalidDocument([Fault("--blocks", f"{plain} is left out: {self.absent[slug(plain)]}")])
        near = close_to(plain, list(self.ids))
        raise InvalidDocument([Fault("--blocks", f"no {self.what} is called {show(plain)}{near}")])


def blocks_of(told: str | Mapping[str, Any], blockers: Names, attackers: Names) -> dict[str, list[str]]:
    """The blocks that are told, by id.

    >>> blockers, attackers = Names("blocker"), Names("attacker")
    >>> blockers.add("bear", "Bear", 7), attackers.add("craw-wurm", "Craw Wurm", None)
    (None, None)
    >>> blocks_of("7=craw-wurm", blockers, attackers), blocks_of({"Bear": "Craw Wurm"}, blockers, attackers)
    ({'bear': ['craw-wurm']}, {'bear': ['craw-wurm']})
    >>> blocks_of("Bear=Craw Wurm; ", blockers, attackers), blocks_of("", blockers, attackers)
    ({'bear': ['craw-wurm']}, {})
    """
    found: dict[str, list[str]] = {}
    for blocker, blocked in pairs(told) if isinstance(told, str) else list(told.items()):
        several = [blocked] if isinstance(blocked, str) else blocked
        if not isinstance(several, (list, tuple)) or not all(isinstance(word, str) for word in several):
            raise InvalidDocument([Fault("--blocks", f"{SHAPE}, not {show(blocked)}")])
        found.setdefault(blockers.find(blocker), []).extend(map(attackers.find, several))
    return {blocker: list(dict.fromkeys(blocked)) for blocker, blocked in found.items() if blocked}


def pairs(text: str) -> list[tuple[str, Any]]:
    """Blockers and what each blocks, in a text."""
    if text.lstrip().startswith("{"):
        try:
            value = json_value(text)
        except InvalidDocument as error:
            raise InvalidDocument([Fault("--blocks", fault.message) for fault in error.faults]) from None
        return list(value.items())
    words = text.replace(",", " ").split()
    if not all(word.count("=") == 1 for word in words):
        words = [part for part in text.split(";") if part.strip()]
    found = []
    for word in words:
        blocker, equals, attackers = word.strip(" ;").partition("=")
        if not (blocker.strip() and equals and attackers.strip()):
            raise InvalidDocument([Fault("--blocks", f"{SHAPE}, not {show(word.strip())}")])
        found.append((blocker, attackers.split("+")))
    return found
