"""Which combat documents the engine `phase-python` can be asked about: what it knows, less its faults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

__all__ = [
    "COLORS",
    "COUNTERS",
    "PLAYER",
    "STRIKES",
    "TRIGGERS",
    "abilities",
    "amount",
    "counter_bonus",
    "in_reach",
    "name_of",
    "trigger_of",
]

PLAYER = "player"
STRIKES = {"first strike", "double strike"}
COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
COUNTERS = {"+1/+1": "P1P1", "-1/-1": "M1M1", "shield": "shield"}
EVERYDAY = {
    "deathtouch", "trample", "first strike", "double strike", "lifelink", "indestructible", "wither", "infect",
    "menace", "flying", "reach", "banding", "undying", "persist", "vigilance", "haste", "hexproof",
}  # fmt: skip
NUMBERED = {"toxic"}
TRIGGERS = {"bushido", "flanking", "rampage", "exalted", "battle cry", "melee", "frenzy", "afflict"}
DOCUMENT_FIELDS = {
    "rules", "attacking_player", "defending_player", "planeswalkers", "battles", "attackers", "blockers", "triggers",
    "step", "weights",
}  # fmt: skip
CREATURE_FIELDS = {
    "id", "name", "power", "toughness", "keywords", "colors", "damage", "counters", "prevent", "deals_no_damage",
    "damage_equal_to_toughness", "as_though_unblocked", "value", "attacking", "blocks", "order",
}  # fmt: skip


def in_reach(document: Mapping[str, Any]) -> tuple[bool, str]:
    """Whether the engine can be asked about a document, and if not, why."""
    reason = next(obstacles(document), "")
    return not reason, reason


def obstacles(document: Mapping[str, Any]) -> Iterator[str]:
    """Everything that keeps a document from the engine."""
    yield from (f"the field {field!r}" for field in document if field not in DOCUMENT_FIELDS)
    if document.get("rules", "foundations") != "foundations":
        yield "only the foundations edition"
    if "step" in document:
        yield "it starts at the beginning of combat damage, not in the middle"
    if document.get("planeswalkers") or document.get("battles"):
        yield "planeswalkers and battles"
    for side in ("attacking_player", "defending_player"):
        player = document.get(side, {})
        if set(player) - {"life", "poison"} or player.get("life", 20) <= 0 or player.get("poison", 0) >= 10:
            yield f"{side}: the game must still be on, and only life and poison are known"
    attackers, blockers = document["attackers"], document.get("blockers", [])
    if any("id" not in creature for creature in (*attackers, *blockers)):
        yield "a creature without an id"
        return
    if document.get("triggers", "applied") == "pending":
        afflict = sum(
            number_of(word)
            for creature in attackers
            for word in creature.get("keywords", ())
            if word.startswith("afflict ")
        )
        if afflict >= document.get("defending_player", {}).get("life", 20):
            yield "afflict ends the game, between triggers that we let resolve together"
    for creature in (*attackers, *blockers):
        yield from (f"{name_of(creature)}: {reason}" for reason in strangeness(creature, document))
    hidden = [attacker for attacker in attackers if attacker.get("deals_no_damage")]
    hidden += [blocker for blocker in blockers if blocker.get("prevent", 0)]
    yield from (f"{name_of(creature)}: what was assigned can't be read off prevented damage" for creature in hidden)
    strikes = any(abilities(creature) & STRIKES for creature in (*attackers, *blockers))
    if strikes and document.get("triggers", "applied") == "pending":
        for creature in (*attackers, *blockers):
            if abilities(creature) & {"undying", "persist"}:
                yield f"{name_of(creature)}: may return after two steps, and the second doesn't know of its triggers"
    for attacker in attackers:
        if attacker.get("attacking", PLAYER) != PLAYER:
            yield f"{name_of(attacker)}: attacks something else than the player"
    for attacker in attackers:
        yield from (f"{name_of(attacker)}: {reason}" for reason in misblocks(attacker, blockers))
    tramplers = {name_of(attacker) for attacker in attackers if "trample" in abilities(attacker)}
    for blocker in blockers:
        if len(blocker["blocks"]) > 1:
            if amount(blocker) > 0 or document.get("triggers") == "pending":
                yield f"{name_of(blocker)}: fault 1, a blocker of several attackers isn't asked (510.1d)"
            if tramplers.intersection(blocker["blocks"]):
                yield f"{name_of(blocker)}: fault 2, what other attackers assign isn't counted (702.19b)"


def strangeness(creature: Mapping[str, Any], document: Mapping[str, Any]) -> Iterator[str]:
    """What the engine can't be told about a creature."""
    yield from (f"the field {field!r}" for field, value in creature.items() if field not in CREATURE_FIELDS and value)
    for keyword in creature.get("keywords", ()):
        stem, _, number = keyword.rpartition(" ")
        numbered = stem in NUMBERED | TRIGGERS and number.isdecimal()
        shielded = stem == "protection from" and number in COLORS
        if not (keyword in EVERYDAY | TRIGGERS or numbered or shielded):
            yield f"the keyword {keyword!r}"
    if abilities(creature) & {"banding", "melee"} and any(word.startswith("toxic") for word in abilities(creature)):
        yield "fault 5, its card reader drops banding and melee beside toxic"
    if {"undying", "persist"} <= abilities(creature):
        yield "undying with persist, whose order is its owner's choice"
    if "deathtouch" in abilities(creature) and abilities(creature) & {"wither", "infect"}:
        yield "fault 4, wither and infect make it forget deathtouch (702.2b, 704.5h)"
    if creature.get("prevent", 0) not in (0, "all"):
        yield "a prevention of the next so many points"
    counters = creature.get("counters", {})
    yield from (f"{kind} counters" for kind in counters if kind not in COUNTERS)
    if creature["toughness"] <= 0 or creature["toughness"] - counter_bonus(counters) <= 0:
        yield "dies before damage (704.5f)"
    if creature.get("damage", 0) >= creature["toughness"] and "indestructible" not in abilities(creature):
        yield "dies before damage (704.5g)"
    if document.get("triggers", "applied") == "pending" and creature.get("damage", 0):
        yield "marked damage while triggers are pending"


def misblocks(attacker: Mapping[str, Any], blockers: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Why the engine would refuse these blocks of an attacker (509.1b), or misjudge them."""
    has = abilities(attacker)
    blocking = [blocker for blocker in blockers if name_of(attacker) in blocker["blocks"]]
    if "menace" in has and len(blocking) == 1:
        yield "menace (702.111b)"
    if "flying" in has and any(not abilities(blocker) & {"flying", "reach"} for blocker in blocking):
        yield "flying (702.9b)"
    colors = {color for blocker in blocking for color in blocker.get("colors", ())}
    if any(f"protection from {color}" in has for color in colors):
        yield "protection (702.16f)"
    if {"trample", "deathtouch"} <= has:
        for blocker in blocking:
            again = "double strike" in has or blocker.get("damage", 0) >= blocker["toughness"]
            if again and "indestructible" in abilities(blocker):
                yield "fault 3, a deathtouch source owes 1 point where marked damage is lethal already (702.19b)"


def name_of(creature: Mapping[str, Any]) -> str:
    """The id; documents that leave it out are out of reach."""
    name: str = creature["id"]
    return name


def number_of(keyword: str) -> int:
    """The number at the end of a keyword."""
    return int(keyword.rpartition(" ")[2])


def abilities(creature: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(creature.get("keywords", ()))


def amount(creature: Mapping[str, Any]) -> int:
    """How much damage it assigns (510.1a)."""
    of = "toughness" if creature.get("damage_equal_to_toughness") else "power"
    return max(0, int(creature[of]))


def counter_bonus(counters: Mapping[str, int]) -> int:
    return counters.get("+1/+1", 0) - counters.get("-1/-1", 0)


def trigger_of(keyword: str) -> str:
    """A keyword without what follows it: "toxic 2" is toxic, "protection from red" is protection."""
    if keyword.startswith("protection from"):
        return "protection"
    stem, _, number = keyword.rpartition(" ")
    return stem if stem and number.isdecimal() else keyword
