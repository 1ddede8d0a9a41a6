"""Writes a combat in the one-line notation, as short as it can be read again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from ...model.combat import Combat
from ..json.document import write_combat
from ..json.naming import name_creatures
from .settings import LIMITS, PERMANENTS, SIDES
from .words import (
    ARGUMENTS,
    COMBAT_FLAGS,
    FLAGS,
    NOBODY,
    NOTHING,
    SHORT,
    STATS,
    bare,
    dashed,
    in_quotes,
    keyword_run,
    spelled,
)

__all__ = ["creature_text", "labelled", "named", "settings_text", "target", "write"]

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
    named(document, {"attackers": attackers, "blockers": described})
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


def named(document: Mapping[str, Any], sides: Mapping[str, Sequence[Creature]]) -> None:
    """Settle which creatures show an id (`shown`): those whose name alone would be read as another one."""
    creatures = [creature for side in sides.values() for creature in side]
    permanents = {kind: document.get(kind, ()) for kind, _ in PERMANENTS.values()}
    shown: set[int] = set()
    while True:
        drafts = [
            {"id": creature["id"]} if index in shown else {"name": creature.get("name", creature["id"])}
            for index, creature in enumerate(creatures)
        ]
        left = iter(drafts)
        lists = {side: list(islice(left, len(held))) for side, held in sides.items()}
        name_creatures({**permanents, **lists}, [*sides])
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


def creature_text(creature: Creature, labels: Mapping[str, str], flags: frozenset[str] = COMBAT_FLAGS) -> str:
    """A creature: name, id where it needs one, power and toughness, and the rest; `flags` are those of the document."""
    words: list[str] = []
    if "name" in creature or not creature["shown"]:
        words.append(spelled(str(creature.get("name", creature["id"]))))
    if creature["shown"]:
        words.append(f"[{spelled(creature['id'])}]")
    words.append(stats_text(creature))
    words += creature.get("colors", ())
    words += (keyword_text(keyword, flags) for keyword in creature.get("keywords", ()))
    for field, held in creature.items():
        if field == "damage":
            words.append(f"m{held}")
        elif ARGUMENTS.get(field) == "several":
            words.append(f"{dashed(field)}({', '.join(labels[ident] for ident in held)})")
        elif ARGUMENTS.get(field) == "texts":
            words.append(f"{dashed(field)}({', '.join(map(spelled, held))})")
        elif ARGUMENTS.get(field) == "pairs":
            words.append(f"{dashed(field)}({pairs_text(held)})")
        elif ARGUMENTS.get(field) == "sentences":
            words.append(f"{dashed(field)}({', '.join(map(in_quotes, held))})")
        elif field == "base":
            words.append(f"base {stats_text(held)}")
        elif field == "band":
            words.append(f"{field}({spelled(held)})")
        elif field in ARGUMENTS:
            words.append(f"{dashed(field)}({number_text(held)})")
    words += [SHORTER.get(field, dashed(field)) for field in creature if field in FLAGS]
    return " ".join(words)


def stats_text(numbers: Mapping[str, Any]) -> str:
    """Power and toughness, with `=` before them where they would be read as a counter."""
    text = f"{numbers['power']}/{numbers['toughness']}"
    return text if STATS.fullmatch(text) else f"={text}"


SHORTER = {field: word for word, field in SHORT.items()}


def keyword_text(keyword: str, flags: frozenset[str] = COMBAT_FLAGS) -> str:
    """A keyword, in quotation marks where free text follows its name, or where the word alone is a flag."""
    words = keyword.split(" ")
    plain = bare(keyword) and keyword_run(words) == len(words) and keyword.replace("-", "_") not in flags
    return keyword if plain else in_quotes(keyword)


def target(attacking: str | None) -> str:
    """What is attacked."""
    if attacking is None:
        return NOTHING
    return f"[{NOTHING}]" if attacking == NOTHING else spelled(attacking)


def settings_text(document: Mapping[str, Any]) -> list[str]:
    """The settings that differ from the defaults."""
    settings = [document[field] for field in ("rules", "step", "triggers") if field in document]
    settings += ["crackback"] if document.get("crackback") else []
    settings += [f"{word} {document[field]}" for word, field in LIMITS.items() if field in document]
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
        settings += [f"{word} {permanent_text(thing)} {thing[counted]}" for thing in document.get(kind, ())]
    if "weights" in document:
        settings.append(f"weights({pairs_text(document['weights'])})")
    return settings


def permanent_text(thing: Mapping[str, Any]) -> str:
    """What can be attacked: its name and its id, or the id where that is its name."""
    return f"{spelled(thing['name'])} [{spelled(thing['id'])}]" if "name" in thing else spelled(thing["id"])


def pairs_text(pairs: Mapping[str, float]) -> str:
    """Names with numbers."""
    return ", ".join(f"{pair_name(name)} {number_text(number)}" for name, number in pairs.items())


def pair_name(name: str) -> str:
    """A name before a number; a kind of counter such as +1/+1 needs no quotation marks here."""
    return name if bare(name.replace("/", "")) else spelled(name)


def number_text(number: float | str) -> str:
    """A number without a needless fraction."""
    return str(int(number)) if isinstance(number, float) and number.is_integer() and abs(number) < 1e15 else str(number)
