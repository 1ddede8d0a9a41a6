"""Writes a combat in the one-line notation, as short as it can be read again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ...model.combat import Combat
from ..json.document import name_creatures, write_combat
from .settings import PERMANENTS, SIDES
from .words import ARGUMENTS, FLAGS, NOBODY, NOTHING, bare, dashed, in_quotes, keyword_run, spelled

__all__ = ["write"]

Creature = dict[str, Any]


def write(combat: Combat) -> str:
    """The combat as one line of text; `parse` is its inverse.

    >>> from optimizer.formats.notation import parse
    >>> print(write(parse("Slime  2/2 Todesberührung <- Wurm 5/4 , Bear 2/2 m1;Guard 3/3 <- Bear | defender 12")))
    Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2 m1; Guard 3/3 <- Bear | defender 12
    """
    document = write_combat(combat)
    attackers: list[Creature] = document["attackers"]
    blockers: list[Creature] = document.get("blockers", [])
    standing = stands(attackers, blockers)
    described = list({id(blocker): blocker for group in standing for blocker in group}.values())
    named(document, attackers, described)
    labels = {creature["id"]: label for side in (attackers, described) for creature, label in labelled(side)}
    mentioned: dict[str, list[str]] = {blocker["id"]: [] for blocker in blockers}
    for attacker, group in zip(attackers, standing, strict=True):
        for blocker in group:
            mentioned[blocker["id"]].append(attacker["id"])
    for blocker in blockers:
        if blocker["blocks"] == mentioned[blocker["id"]]:
            del blocker["blocks"]
    groups = []
    seen: set[str] = set()
    for attacker, group in zip(attackers, standing, strict=True):
        text = creature_text(attacker, labels)
        if "attacking" in attacker:
            text += f" -> {target(attacker['attacking'])}"
        if group:
            parts = []
            for blocker in group:
                ident = blocker["id"]
                parts.append(labels[ident] if ident in seen else creature_text(blocker, labels))
                seen.add(ident)
            text += f" <- {', '.join(parts)}"
        groups.append(text)
    arrangement = [] if described == blockers else [labels[blocker["id"]] for blocker in blockers]
    settings = [*settings_text(document), *([f"blockers({', '.join(arrangement)})"] if arrangement else [])]
    line = "; ".join(groups) or NOBODY
    return f"{line} | {', '.join(settings)}" if settings else line


def stands(attackers: Sequence[Creature], blockers: Sequence[Creature]) -> list[list[Creature]]:
    """For each attacker the blockers it stands with, in the document's order."""
    groups: dict[str, list[Creature]] = {attacker["id"]: [] for attacker in attackers}
    for blocker in blockers:
        for attacker in blocker["blocks"]:
            groups[attacker].append(blocker)
    return list(groups.values())


def named(document: Mapping[str, Any], attackers: Sequence[Creature], blockers: Sequence[Creature]) -> None:
    """Settle which creatures show an id (`shown`): those whose name alone would be read as another one."""
    creatures = [*attackers, *blockers]
    shown: set[int] = set()
    while True:
        drafts = [
            {"id": creature["id"]} if index in shown else {"name": creature.get("name", creature["id"])}
            for index, creature in enumerate(creatures)
        ]
        name_creatures(
            {
                "planeswalkers": document.get("planeswalkers", ()),
                "battles": document.get("battles", ()),
                "attackers": drafts[: len(attackers)],
                "blockers": drafts[len(attackers) :],
            }
        )
        wrong = {index for index, draft in enumerate(drafts) if draft["id"] != creatures[index]["id"]}
        if not wrong:
            break
        shown |= wrong
    for index, creature in enumerate(creatures):
        creature["shown"] = index in shown


def labelled(side: Sequence[Creature]) -> list[tuple[Creature, str]]:
    """How a text names each creature of a side where it is described elsewhere: #2 for the second of a name."""
    names: list[str] = [str(creature.get("name", "" if creature["shown"] else creature["id"])) for creature in side]
    total = Counter(names)
    so_far: Counter[str] = Counter()
    labels = []
    for creature, name in zip(side, names, strict=True):
        so_far[name] += 1
        if not name:
            labels.append((creature, f"[{spelled(creature['id'])}]"))
        else:
            labels.append((creature, spelled(name) + (f"#{so_far[name]}" if total[name] > 1 else "")))
    return labels


def creature_text(creature: Creature, labels: Mapping[str, str]) -> str:
    """A creature: name, id where it needs one, power and toughness, and the rest."""
    words: list[str] = []
    if "name" in creature or not creature["shown"]:
        words.append(spelled(str(creature.get("name", creature["id"]))))
    if creature["shown"]:
        words.append(f"[{spelled(creature['id'])}]")
    words.append(f"{creature['power']}/{creature['toughness']}")
    words += creature.get("colors", ())
    words += map(keyword_text, creature.get("keywords", ()))
    for field, held in creature.items():
        if field == "damage":
            words.append(f"m{held}")
        elif ARGUMENTS.get(field) == "several":
            words.append(f"{dashed(field)}({', '.join(labels[ident] for ident in held)})")
        elif ARGUMENTS.get(field) == "pairs":
            words.append(f"{dashed(field)}({pairs_text(held)})")
        elif field == "band":
            words.append(f"{field}({spelled(held)})")
        elif field in ARGUMENTS:
            words.append(f"{dashed(field)}({number_text(held)})")
    words += [dashed(field) for field in creature if field in FLAGS]
    return " ".join(words)


def keyword_text(keyword: str) -> str:
    """A keyword, in quotation marks where free text follows its name."""
    words = keyword.split(" ")
    return keyword if bare(keyword) and keyword_run(words) == len(words) else in_quotes(keyword)


def target(attacking: str | None) -> str:
    """What is attacked."""
    if attacking is None:
        return NOTHING
    return f"[{NOTHING}]" if attacking == NOTHING else spelled(attacking)


def settings_text(document: Mapping[str, Any]) -> list[str]:
    """The settings that differ from the defaults."""
    settings = [document[field] for field in ("rules", "step", "triggers") if field in document]
    for word, field in SIDES.items():
        if field in document:
            player = document[field]
            parts = [word]
            if "life" in player:
                parts.append(str(player["life"]))
            if "poison" in player:
                parts.append(f"poison {player['poison']}")
            if "commander_damage" in player:
                parts.append(f"commander-damage({pairs_text(player['commander_damage'])})")
            settings.append(" ".join(parts))
    for word, (kind, counted) in PERMANENTS.items():
        settings += [f"{word} {spelled(thing['id'])} {thing[counted]}" for thing in document.get(kind, ())]
    if "weights" in document:
        settings.append(f"weights({pairs_text(document['weights'])})")
    return settings


def pairs_text(pairs: Mapping[str, float]) -> str:
    """Names with numbers."""
    return ", ".join(f"{pair_name(name)} {number_text(number)}" for name, number in pairs.items())


def pair_name(name: str) -> str:
    """A name before a number; a kind of counter such as +1/+1 needs no quotation marks here."""
    return name if bare(name.replace("/", "")) else spelled(name)


def number_text(number: float | str) -> str:
    """A number without a needless fraction."""
    return str(int(number)) if isinstance(number, float) and number.is_integer() and abs(number) < 1e15 else str(number)
