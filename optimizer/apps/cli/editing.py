"""What a person types to change a combat or a board: a creature and its numbers, life, poison. Each change makes a new
one, so what it may be is said where documents are read."""

from __future__ import annotations

import copy
import re
from typing import Any, Final

from ...formats.json.board_fields import ATTACKS, BLOCKS
from ...formats.json.document import json_value
from ...formats.json.fields import BATTLE, BLOCKER, PLANESWALKER
from ...formats.json.kinds import Flag
from ...formats.notation.words import SHORT, creature_tables
from ...model.board import Subject
from ...model.errors import CombatError, Fault, InvalidDocument
from ...model.words import close_to

__all__ = ["WORDS", "changed", "found"]


NUMBERS: Final = re.compile(r"(?!-\d+/-)(-?\d+)/(-?\d+)|=(-?\d+)/(-?\d+)")
SIDES: Final = {
    "attacker": "attacking_player", "attacking": "attacking_player",
    "defender": "defending_player", "defending": "defending_player",
}  # fmt: skip
COUNTER: Final = re.compile(r"[+-]\d+/[+-]\d+")
TURNS: Final = {"tap": True, "untap": False}
WORDS: Final = ("life", "poison", "rules", "remove", *TURNS)
LISTS: Final = ("attackers", "blockers", "creatures", "defenders", "planeswalkers", "battles")
ON_BOARDS: Final = (*creature_tables(ATTACKS).values(), *creature_tables(BLOCKS).values())
TABLES: Final = (BLOCKER, PLANESWALKER, BATTLE, *ON_BOARDS)
FIELDS: Final = tuple(dict.fromkeys(entry.name for table in TABLES for entry in table))
FLAGS: Final = frozenset(entry.name for table in TABLES for entry in table if isinstance(entry.kind, Flag))


class Misunderstood(CombatError):
    """Words that are no change of a combat or board."""


def changed(subject: Subject, words: str) -> Subject:
    """The combat or board with a change in words.

    >>> from optimizer import Combat, DeclareAttackers
    >>> combat = Combat.parse("Yavimaya Wurm 6/4 trample <- Runeclaw Bear 2/2 | defender 12")
    >>> for words in ("wurm 7/5", "bear damage 1", "wurm -trample", "wurm +first strike", "life 9", "life attacker 3"):
    ...     print(changed(combat, words))
    Yavimaya Wurm 7/5 trample <- Runeclaw Bear 2/2 | defender 12
    Yavimaya Wurm 6/4 trample <- Runeclaw Bear 2/2 m1 | defender 12
    Yavimaya Wurm 6/4 <- Runeclaw Bear 2/2 | defender 12
    Yavimaya Wurm 6/4 trample first strike <- Runeclaw Bear 2/2 | defender 12
    Yavimaya Wurm 6/4 trample <- Runeclaw Bear 2/2 | defender 9
    Yavimaya Wurm 6/4 trample <- Runeclaw Bear 2/2 | attacker 3, defender 12
    >>> board = DeclareAttackers.parse("Serra Angel 4/4 flying, Bear 2/2 vs Wall 0/3")
    >>> for words in ("tap angel", "bear 2 +1/+1", "remove wall", "bear sick"):
    ...     print(changed(board, words))
    Serra Angel 4/4 flying tapped, Bear 2/2 vs Wall 0/3
    Serra Angel 4/4 flying, Bear 4/4 counters(+1/+1 2) vs Wall 0/3
    Serra Angel 4/4 flying, Bear 2/2 vs
    Serra Angel 4/4 flying, Bear 2/2 sick vs Wall 0/3

    Raises `CombatError` where the words can't be understood, or say what can't be.
    """
    document = copy.deepcopy(subject.to_document())
    parts = words.split()
    head = parts[0].lower()
    if head in ("life", "poison"):
        change_player(document, head, parts[1:])
    elif head == "rules" and len(parts) == 2:
        document["rules"] = parts[1]
    elif head in TURNS or head == "remove":
        if len(parts) == 1:
            raise Misunderstood(f"expected a creature's name after {head!r}")
        thing, rest = found(document, parts[1:])
        if rest:
            raise Misunderstood(f"expected only a name after {head!r}, not {' '.join(rest)!r}")
        if head == "remove":
            remove(document, thing)
        else:
            thing["tapped"] = TURNS[head]
    else:
        thing, rest = found(document, parts)
        change(thing, rest, words)
    try:
        return type(subject).from_document(document)
    except InvalidDocument as error:  # what the lists' places are says nothing here
        raise InvalidDocument([Fault(*shortened(fault)) for fault in error.faults]) from None


def shortened(fault: Fault) -> tuple[str, str]:
    """A fault without its place in the document, where its message names the creature.

    >>> shortened(Fault("attackers[0].dmage", "wurm: unknown field 'dmage'"))
    ('', "wurm: unknown field 'dmage'")
    """
    return ("" if re.match(r"\w+\[\d+\]", fault.field) else fault.field), fault.message


def change_player(document: dict[str, Any], what: str, rest: list[str]) -> None:
    """Sets a player's life or poison: the defending player's, unless the words say whose."""
    sides = [word.lower() for word in rest if word.lower() in SIDES]
    values = [word for word in rest if word.lower() not in SIDES]
    if len(values) != 1 or len(sides) > 1:
        raise Misunderstood(f"expected a number, such as {what} 3, or {what} attacker 3")
    player = SIDES[sides[0]] if sides else "defending_player"
    document.setdefault(player, {})[what] = value_of(values[0])


def remove(document: dict[str, Any], thing: dict[str, Any]) -> None:
    """Takes something out of a document; who blocked only that blocks nothing any more, and isn't in a combat."""
    ident = thing["id"]
    for name in LISTS:
        if name in document:
            document[name] = [one for one in document[name] if one is not thing]
    for one in document.get("blockers", ()):
        one["blocks"] = [name for name in one["blocks"] if name != ident]
    if "blockers" in document:
        document["blockers"] = [one for one in document["blockers"] if one["blocks"]]
    for one in document.get("attackers", ()):
        if one.get("attacking") == ident:
            one["attacking"] = None
    for name in LISTS[:4]:
        for one in document.get(name, ()):
            for field in ("order", "provoked_by"):
                if field in one:
                    one[field] = [other for other in one[field] if other != ident]


def found(document: dict[str, Any], parts: list[str]) -> tuple[dict[str, Any], list[str]]:
    """What in a document the first words name, as many of them as can, and the words after them."""
    things = [thing for name in LISTS for thing in document.get(name, ())]
    names = [(str(thing["id"]).casefold(), str(thing.get("name", thing["id"])).casefold()) for thing in things]
    for length in range(len(parts), 0, -1):
        named = " ".join(parts[:length]).strip('"').casefold()
        whole = [place for place, known in enumerate(names) if named in known]
        close = [place for place, known in enumerate(names) if any(starts(named, one) for one in known)]
        places = [place for place in whole if names[place][0] == named] or whole or close
        if len(places) == 1:
            return things[places[0]], parts[length:]
        if places:
            raise Misunderstood(f"{named!r} may be {' or '.join(str(things[place]['id']) for place in places)}")
    known = [one for both in names for one in both]
    hint = close_to(parts[0].casefold(), [*known, *WORDS, "undo", "show", "save", "help", "quit"])
    raise Misunderstood(f"nothing here is called {parts[0]!r}{hint or ': help says what can be typed'}")


def starts(named: str, known: str) -> bool:
    """A name is meant by some words of it.

    >>> starts("wurm", "yavimaya wurm"), starts("wurm", "yavimaya-wurm"), starts("urm", "yavimaya wurm")
    (True, True, False)
    """
    return f" {named}" in f" {known.replace('-', ' ')}" or f" {named}" in f" {known}"


def change(thing: dict[str, Any], rest: list[str], words: str) -> None:
    """Changes something as the rest of the words say."""
    numbers = NUMBERS.fullmatch(rest[0]) if len(rest) == 1 else None
    if numbers and "power" in thing:
        thing["power"], thing["toughness"] = (int(number) for number in numbers.groups() if number is not None)
    elif rest and COUNTER.fullmatch(rest[-1]) and (len(rest) == 1 or (len(rest) == 2 and rest[0].isdecimal())):
        add_counters(thing, rest[-1], int(rest[0]) if len(rest) == 2 else 1)
    elif rest and rest[0][0] in "+-" and not rest[0][1:2].isdigit():
        keyword = " ".join(rest)[1:].strip().lower()
        held = thing.setdefault("keywords", [])
        if rest[0][0] == "+":
            held.append(keyword)
        elif keyword in held:
            held.remove(keyword)
        else:
            raise Misunderstood(f"{thing['id']} has no {keyword!r}")
    elif len(rest) == 1 and field_of(rest[0]) in FLAGS:
        thing[field_of(rest[0])] = True
    elif len(rest) == 1 and rest[0].lower() in ("loyalty", "defense", *FIELDS):
        raise Misunderstood(f"expected a value after {rest[0]!r}, such as {thing['id']} {rest[0]} 1")
    elif len(rest) >= 2:
        thing[field_of(rest[0])] = value_of(" ".join(rest[1:]))
    else:
        raise Misunderstood(f"expected what to change, such as {thing['id']} 3/3 or {thing['id']} damage 1: {words!r}")


def field_of(word: str) -> str:
    """The field that a word names, as a document or as the notation has it.

    >>> field_of("cant-block"), field_of("Sick")
    ('cant_block', 'summoning_sick')
    """
    field = word.lower().replace("-", "_")
    return SHORT.get(field, field)


def add_counters(thing: dict[str, Any], kind: str, number: int) -> None:
    """Puts counters on a creature that change its power and toughness."""
    tally = thing.setdefault("counters", {})
    tally[kind] = tally.get(kind, 0) + number
    for field, more in zip(("power", "toughness"), kind.split("/"), strict=True):
        if field in thing:
            thing[field] += number * int(more)


def value_of(words: str) -> Any:
    """A value: JSON, or else the words themselves.

    >>> value_of("3"), value_of("all"), value_of('{"shield": 1}'), value_of("yes")
    (3, 'all', {'shield': 1}, True)
    """
    if words.lower() in ("yes", "no"):
        return words.lower() == "yes"
    try:
        return json_value(words)
    except InvalidDocument:
        return words
