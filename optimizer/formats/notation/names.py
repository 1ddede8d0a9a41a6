"""From the names in a text to the ids of the document: who blocks whom, in which order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..json.naming import name_creatures
from .cursor import Mention
from .settings import SettingsReader
from .words import keyword_run

__all__ = ["Directory", "connect", "resolve"]


class Directory:
    """The creatures of one side by their names and ids, in the text's order."""

    def __init__(self, creatures: Sequence[dict[str, Any]]) -> None:
        self.creatures = creatures
        self.by_name: dict[str, list[int]] = {}
        self.by_id: dict[str, list[int]] = {}
        for index, creature in enumerate(creatures):
            self.by_name.setdefault(creature.get("name", ""), []).append(index)
            self.by_id.setdefault(creature["id"], []).append(index)

    def find(self, mention: Mention) -> list[int]:
        """The places of those that a mention may mean."""
        if mention.ident is not None:
            return self.by_id.get(mention.ident, [])[:1]
        found = self.by_name.get(mention.text) or self.by_id.get(mention.text, [])
        return found if mention.number is None else found[mention.number - 1 : mention.number] if mention.number else []


def connect(reader: SettingsReader, groups: list[list[tuple[Mention, int | None]]]) -> list[int]:
    """Put ids where the text has names; the new order of the blockers, as places in the text's.

    `groups` holds for each attacker the blockers it stands with, each with its place where it is described there.
    """
    document = reader.document
    name_creatures(document)
    attackers, blockers = Directory(document["attackers"]), Directory(document["blockers"])
    standing: list[list[str]] = [[] for _ in blockers.creatures]
    for attacker, group in zip(attackers.creatures, groups, strict=True):
        for mention, described in group:
            index = described if described is not None else found(reader, blockers, mention, "a blocker")
            if index is not None:
                standing[index].append(attacker["id"])
    put(reader, {"attackers": blockers, "blockers": attackers})
    for index, (blocker, stands) in enumerate(zip(blockers.creatures, standing, strict=True)):
        if sorted(blocker.setdefault("blocks", stands)) != sorted(stands):
            wanted = ", ".join(stands)
            reader.fault(
                reader.located(f"blockers[{index}].blocks"), f"expected each attacker it stands with once: {wanted}"
            )
    return arranged(reader, blockers)


def resolve(reader: SettingsReader, across: Mapping[str, str]) -> None:
    """Put ids where creatures name others, which stand on the side `across` from theirs."""
    directories = {other: Directory(reader.document[other]) for other in across.values()}
    put(reader, {side: directories[other] for side, other in across.items()})


def put(reader: SettingsReader, named: Mapping[str, Directory]) -> None:
    """Put ids where creatures of a side name others, which stand in its directory."""
    for path, creature, field, mentions in reader.references:
        side = named[path.partition("[")[0]]
        places = [found(reader, side, mention, "a creature") for mention in mentions]
        creature[field] = [side.creatures[place]["id"] for place in places if place is not None]


def found(reader: SettingsReader, side: Directory, mention: Mention, kind: str) -> int | None:
    """Where the creature stands that a mention means; a fault where it means none or several."""
    places = side.find(mention)
    if len(places) == 1:
        return places[0]
    if places:
        message = f"{len(places)} have that name: expected {mention.text}#1 or the like"
    elif keyword_run(mention.text.split(" ")):
        message = "this is a keyword: those follow a creature's power and toughness, separated by spaces"
    else:
        message = f"expected power and toughness after it, such as 2/2, or the name of {kind} described elsewhere"
    reader.fault(mention.token, message, mention.text)
    return None


def arranged(reader: SettingsReader, blockers: Directory) -> list[int]:
    """The order of the blockers in the document: the text's, unless the text announces another."""
    everybody = list(range(len(blockers.creatures)))
    if reader.arrangement is None:
        return everybody
    places = [found(reader, blockers, mention, "a blocker") for mention in reader.arrangement]
    order = [place for place in places if place is not None]
    if len(order) == len(places) and sorted(order) != everybody:
        reader.fault(reader.where["blockers"], "expected every blocker once")
    return order
