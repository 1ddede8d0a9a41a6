"""The lines of a Forge state: who has how much life, and what is on whose battlefield. Names are looked up later."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from ...model.errors import Fault, InvalidDocument
from ...model.terms import LIMIT
from ...model.words import close_to, show
from .permanent import Entry, entries_of

__all__ = ["HUMAN", "ForgeState", "Tell", "parse", "whole"]

HUMAN: Final = ("human", "ai")
"""What the format calls the two players, in its order: also p0 and p1."""

IGNORED: Final = (
    "hand", "graveyard", "library", "exile", "command", "sideboard", "landsplayed", "landsplayedlastturn",
    "numringtemptedyou", "speed", "manapool", "persistentmana",
)  # fmt: skip
CAST: Final = ("precast", "putonstack")
KNOWN: Final = ("life", "counters", "battlefield", "play", *IGNORED, *CAST)
KEY: Final = re.compile(r"(human|ai|p[0-9])(.*)")
SECTION: Final = re.compile(r"\[\s*(.*?)\s*\]")

Tell = Callable[[int, str], None]
"""Takes what is warned of, with the number of its line."""


@dataclass
class PlayerState:
    """What is told of one player; `life` is None where the format leaves it at what it was."""

    life: int | None = None
    poison: int = 0
    battlefield: list[Entry] = field(default_factory=list)


@dataclass
class ForgeState:
    """A state as the file tells it: the human's side, then the AI's."""

    sides: tuple[PlayerState, PlayerState] = field(default_factory=lambda: (PlayerState(), PlayerState()))
    active: int | None = None
    phase: str = ""
    refreshed: bool = False

    @property
    def attackers(self) -> list[tuple[int, Entry]]:
        """The declared attackers, each with the number of its side."""
        return [(at, entry) for at, side in enumerate(self.sides) for entry in side.battlefield if entry.attacks]


def parse(text: str, tell: Tell) -> ForgeState:
    """The state of a text; what doesn't matter is told, what does raises `InvalidDocument` with the line.

    >>> state = parse("[state]\\nActivePlayer=Human\\nHumanLife=7\\nhumanbattlefield=Craw Wurm|Tapped; Forest", print)
    >>> state.active, state.sides[0].life, [entry.name for entry in state.sides[0].battlefield]
    (0, 7, ['Craw Wurm', 'Forest'])
    >>> parse("[state]\\nhumanlife=seven", print)
    Traceback (most recent call last):
    optimizer.model.errors.InvalidDocument: line 2: humanlife must be a whole number, not 'seven'
    """
    lines = state_lines(text)
    state, faults, seen = ForgeState(), list[Fault](), set[str]()
    for number, line in lines:
        key, equals, value = line.partition("=")
        name = "".join(key.lower().split())
        if not equals:
            tell(number, f"expected key=value, found {show(line)}: left out")
            continue
        if name in seen:
            tell(number, f"{key.strip()} stands twice: the later one counts")
        seen.add(name)
        try:
            one_line(state, number, name, value.strip(), tell)
        except InvalidDocument as error:
            faults += error.faults
    if faults:
        raise InvalidDocument(faults)
    if not any(KEY.fullmatch(name) for name in seen):
        raise InvalidDocument([Fault("", "this is no Forge state: expected lines such as humanbattlefield=Craw Wurm")])
    return state


def state_lines(text: str) -> list[tuple[int, str]]:
    """The lines that tell of the state, numbered: those of the section [state], or all where there are no sections."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    section, found = "", {"": [(0, "")]}
    for number, line in lines:
        head = SECTION.fullmatch(line)
        if head:
            section = head[1].lower()
            found.setdefault(section, [])
        elif line and not line.startswith("#"):
            found[section].append((number, line))
    if "state" in found:
        return found["state"]
    if len(found) > 1:
        names = ", ".join(f"[{name}]" for name in found if name)
        raise InvalidDocument([Fault("", f"there is no section [state], only {names}")])
    return found[""][1:]


def one_line(state: ForgeState, number: int, name: str, value: str, tell: Tell) -> None:
    """Take in one line."""
    where = f"line {number}"
    if name == "activeplayer":
        state.active = player(where, name, value)
    elif name == "activephase":
        state.phase = re.sub(r"[\s_]+", "_", value.upper())
    elif name == "removesummoningsickness":
        state.refreshed = value.lower() == "true"
    elif name in ("turn", "activephaseadvance") or name.startswith("ability"):
        pass
    else:
        match = KEY.fullmatch(name)
        what = next((word for word in sorted(KNOWN, key=len, reverse=True) if name.endswith(word)), "")
        if match is None or not what:
            hint = close_to(match[2], KNOWN) if match else ""
            tell(number, f"unknown key {show(name)}{hint}: left out")
        else:
            side = state.sides[player(where, name, match[1])]
            one_key(side, number, (name, what), value, tell)


def one_key(side: PlayerState, number: int, key: tuple[str, str], value: str, tell: Tell) -> None:
    """Take in what a line says of a player."""
    name, what = key
    if what == "life":
        side.life = whole(f"line {number}", name, value)
    elif what == "counters":
        for pair in filter(None, value.split(",")):
            kind, _, count = pair.partition("=")
            if kind.strip().lower() == "poison":
                side.poison = whole(f"line {number}", f"{name}: {kind.strip()}", count, least=0)
    elif what in ("battlefield", "play"):
        side.battlefield = entries_of(number, value, tell)
    elif what in CAST and value:
        tell(number, f"what {name} does isn't read")


def player(where: str, name: str, value: str) -> int:
    """The number of a player."""
    word = value.lower()
    if word in HUMAN:
        return HUMAN.index(word)
    if word in ("p0", "p1"):
        return int(word[1])
    if re.fullmatch(r"p[2-9]", word):
        raise InvalidDocument([Fault(where, f"{name} tells of a third player: a combat here has two")])
    raise InvalidDocument([Fault(where, f"{name} must be human, ai, p0 or p1, not {show(value)}")])


def whole(where: str, name: str, value: str, least: int = -LIMIT) -> int:
    """A whole number.

    >>> whole("line 3", "Damage", "2"), whole("line 3", "humanlife", "-1")
    (2, -1)
    """
    if not re.fullmatch(r"\s*[-+]?[0-9]{1,9}\s*", value):
        raise InvalidDocument([Fault(where, f"{name} must be a whole number, not {show(value)}")])
    if not least <= int(value) <= LIMIT:
        raise InvalidDocument([Fault(where, f"{name} must be from {least:,} to {LIMIT:,}, not {int(value):,}")])
    return int(value)
