"""The slow reference, first half: what a combat is and what happens to it, by definition from the rules.

This file reads a combat document into a `State`, applies the triggers that are pending, deals the damage of one step
and checks state-based actions; `bruteforce.py` says which announcements are legal and which are best.
Nothing here comes from the package `optimizer`, and nothing is clever: it is what the package is held against.
Rule numbers are those of the Comprehensive Rules of August 7, 2026; "semantics" is docs/semantics.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, NamedTuple

Json = dict[str, Any]
Assignment = Mapping[str, Mapping[str, int]]
Parts = list[tuple["Creature", int]]  # damage to one recipient: how much from each source, in document order

ATTACKING, DEFENDING, BOTH = "attacking", "defending", "both"
FIRST_STRIKE, REGULAR = "first-strike", "regular"
PLAYER = "player"  # as a recipient: the opponent of the source's controller
PLUS, MINUS, SHIELD = "+1/+1", "-1/-1", "shield"

# 122.1b: the counters that give the ability they are named after.
KEYWORD_COUNTERS = frozenset(
    {"flying", "first strike", "double strike", "deathtouch", "decayed", "exalted", "haste", "hexproof"}
    | {"indestructible", "lifelink", "menace", "reach", "shadow", "trample", "vigilance"}
)


class Creature(NamedTuple):
    """A creature on the battlefield. In `blocks`, `order` and `blocked` bands and defaults are worked in."""

    id: str
    side: str
    power: int
    toughness: int
    keywords: tuple[str, ...]
    colors: tuple[str, ...]
    damage: int
    counters: tuple[tuple[str, int], ...]
    regeneration: int
    prevent: int | str
    deals_no_damage: bool
    assigns_no_damage: bool
    damage_equal_to_toughness: bool
    excess_to_controller: bool
    commander: bool
    as_though_unblocked: bool
    band: str | None
    target: str | None  # what it attacks; None where that is gone
    blocked: bool
    blocks: tuple[str, ...]
    order: tuple[str, ...]
    struck_first: bool
    base: tuple[int, int]  # power and toughness without counters and effects that end
    in_combat: bool = True

    def counter(self, name: str) -> int:
        return next((n for key, n in self.counters if key == name), 0)

    def count(self, keyword: str) -> int:
        """How many instances of a keyword it has, those of keyword counters included (122.1b)."""
        return self.keywords.count(keyword) + (self.counter(keyword) if keyword in KEYWORD_COUNTERS else 0)

    def has(self, keyword: str) -> bool:
        return self.count(keyword) > 0

    def number(self, keyword: str) -> int:
        """The sum of N over all instances of "keyword N"."""
        return sum(int(k[len(keyword) + 1 :]) for k in self.keywords if k.startswith(keyword + " "))


class Player(NamedTuple):
    life: int
    poison: int


class State(NamedTuple):
    """A combat before a step, or after the last, with everything that has happened in it up to then."""

    rules: str
    step: str
    attacking: Player
    defending: Player
    commander_damage: tuple[tuple[str, int], ...]
    planeswalkers: tuple[tuple[str, int], ...]
    battles: tuple[tuple[str, int], ...]
    creatures: tuple[Creature, ...]  # all on the battlefield, in combat or not, in document order
    dies: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    excess: tuple[tuple[str, int], ...] = ()
    loses: str | None = None  # who: a side, or both
    over: bool = False

    def side(self, side: str) -> list[Creature]:
        """The creatures of one side that are in combat."""
        return [c for c in self.creatures if c.side == side and c.in_combat]


def paired(state: State, creature: Creature) -> list[Creature]:
    """The creatures that block it, or that it blocks, and that are still in combat."""
    if creature.side == ATTACKING:
        return [b for b in state.side(DEFENDING) if creature.id in b.blocks]
    return [a for a in state.side(ATTACKING) if a.id in creature.blocks]


# Reading and writing documents


def read(document: Json) -> State:
    """The state a document describes, after the triggers where they are pending."""
    attackers, blockers = document["attackers"], document.get("blockers", [])
    blocks = {b["id"]: _spread_over_bands(attackers, b["blocks"]) for b in blockers}
    creatures = []
    for json in attackers:
        blocked_by = tuple(b for b in blocks if json["id"] in blocks[b])
        creatures.append(_creature(json, ATTACKING, bool(json.get("blocked") or blocked_by), (), blocked_by))
    for json in blockers:
        creatures.append(_creature(json, DEFENDING, False, blocks[json["id"]], blocks[json["id"]]))
    attacking, defending = document.get("attacking_player", {}), document.get("defending_player", {})
    state = State(
        rules=document.get("rules", "foundations"),
        step="",
        attacking=Player(attacking.get("life", 20), attacking.get("poison", 0)),
        defending=Player(defending.get("life", 20), defending.get("poison", 0)),
        commander_damage=tuple(defending.get("commander_damage", {}).items()),
        planeswalkers=tuple((w["id"], w["loyalty"]) for w in document.get("planeswalkers", [])),
        battles=tuple((s["id"], s["defense"]) for s in document.get("battles", [])),
        creatures=tuple(creatures),
    )
    if document.get("triggers", "applied") == "pending":
        state = _after_triggers(state)
    # 506.1, 510.4: a first-strike step exists if anything has first or double strike as it would begin
    strikes = any(
        (c.has("first strike") or c.has("double strike")) and (c.in_combat or _blocks_nothing_left(state, c))
        for c in state.creatures
    )
    return state._replace(step=document.get("step") or (FIRST_STRIKE if strikes else REGULAR))


def _blocks_nothing_left(state: State, creature: Creature) -> bool:
    """It is still a blocking creature (509.1g), though what it blocked is gone and it no longer matters to damage."""
    return creature.side == DEFENDING and not paired(state, creature) and creature.id not in state.returned


def _spread_over_bands(attackers: list[Json], blocks: list[str]) -> tuple[str, ...]:
    """702.22h: what blocks one attacker of a band blocks them all."""
    bands = {a.get("band") for a in attackers if a["id"] in blocks} - {None}
    return tuple(a["id"] for a in attackers if a["id"] in blocks or a.get("band") in bands)


def _creature(json: Json, side: str, blocked: bool, blocks: tuple[str, ...], pairs: tuple[str, ...]) -> Creature:
    return Creature(
        id=json["id"],
        side=side,
        power=json["power"],
        toughness=json["toughness"],
        keywords=tuple(json.get("keywords", [])),
        colors=tuple(json.get("colors", [])),
        damage=json.get("damage", 0),
        counters=_counters(json.get("counters", {})),
        regeneration=json.get("regeneration", 0),
        prevent=json.get("prevent", 0),
        deals_no_damage=json.get("deals_no_damage", False),
        assigns_no_damage=json.get("assigns_no_damage", False),
        damage_equal_to_toughness=json.get("damage_equal_to_toughness", False),
        excess_to_controller=json.get("excess_to_controller", False),
        commander=json.get("commander", False),
        as_though_unblocked=json.get("as_though_unblocked", False),
        band=json.get("band"),
        target=json.get("attacking", PLAYER) if side == ATTACKING else None,
        blocked=blocked,
        blocks=blocks,
        order=tuple(json["order"]) if json.get("order") else pairs,
        struck_first=json.get("struck_first", False),
        base=_base(json),
    )


def _base(json: Json) -> tuple[int, int]:
    """What a creature is without counters and effects that end; where nothing is said, nothing ends."""
    if "base" in json:
        return json["base"]["power"], json["base"]["toughness"]
    power, toughness = from_counters(json.get("counters", {}))
    return json["power"] - power, json["toughness"] - toughness


def from_counters(counters: Mapping[str, int]) -> tuple[int, int]:
    """122.1a: what counters add to power and to toughness."""
    changes = [(*name.split("/"), n) for name, n in counters.items() if name.startswith(("+", "-"))]
    return sum(n * int(power) for power, _, n in changes), sum(n * int(toughness) for _, toughness, n in changes)


def _counters(counters: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((name, n) for name, n in counters.items() if n != 0))


def _changed(creature: Creature, **changes: int) -> tuple[tuple[str, int], ...]:
    """Its counters with `plus`, `minus` and `shield` more of those kinds."""
    names = {"plus": PLUS, "minus": MINUS, "shield": SHIELD}
    more = {names[key]: creature.counter(names[key]) + n for key, n in changes.items()}
    return _counters({**dict(creature.counters), **more})


def outcome(state: State) -> Json:
    """What has happened, in the shape of `resolve`'s outcome (`returned` always there; `excess` where there is any)."""
    return {
        "dies": list(state.dies),
        "returned": list(state.returned),
        "attacking_player": state.attacking._asdict(),
        "defending_player": state.defending._asdict(),
        "planeswalkers": dict(state.planeswalkers),
        "battles": dict(state.battles),
        "creatures": {
            c.id: {"damage": c.damage, "power": c.power, "toughness": c.toughness, "counters": dict(c.counters)}
            for c in state.creatures
        },
        "excess": dict(state.excess),
        "loses": state.loses,
    }


def next_document(document: Json, state: State) -> Json | None:
    """The document of the step that follows, or None where combat is over."""
    if state.over:
        return None
    now = {c.id: c for c in state.creatures if c.in_combat}
    defending = {**document.get("defending_player", {}), **state.defending._asdict()}
    if state.commander_damage:
        defending["commander_damage"] = dict(state.commander_damage)
    changes = {
        "step": state.step,
        "attacking_player": state.attacking._asdict(),
        "defending_player": defending,
        "attackers": [_next_creature(a, now[a["id"]], state) for a in document["attackers"] if a["id"] in now],
        "blockers": [_next_creature(b, now[b["id"]], state) for b in document.get("blockers", []) if b["id"] in now],
    }
    # A planeswalker with loyalty 0 (704.5i) or a battle with defense 0 (704.5v) is gone.
    for key, field, left in (("planeswalkers", "loyalty", state.planeswalkers), ("battles", "defense", state.battles)):
        if key in document:
            changes[key] = [{**w, field: dict(left)[w["id"]]} for w in document[key] if dict(left)[w["id"]] > 0]
    return {**{key: value for key, value in document.items() if key != "triggers"}, **changes}


def _next_creature(json: Json, creature: Creature, state: State) -> Json:
    pairs = [other.id for other in paired(state, creature)]
    json = {**json, "power": creature.power, "toughness": creature.toughness}
    optional = {
        "damage": creature.damage,
        "counters": dict(creature.counters),
        "regeneration": creature.regeneration,
        "prevent": creature.prevent,
        "struck_first": creature.struck_first,
        "order": [other for other in creature.order if other in pairs] if "order" in json else [],
        "blocked": creature.blocked and not pairs,
        "blocks": pairs if creature.side == DEFENDING else [],
    }
    for field, value in optional.items():
        json.pop(field, None)
        if value:
            json[field] = value
    json.pop("base", None)
    if _base(json) != creature.base:
        json["base"] = dict(zip(("power", "toughness"), creature.base, strict=True))
    if creature.side == ATTACKING and creature.target is None:
        json["attacking"] = None
    return json


# Triggers


def _after_triggers(state: State) -> State:
    """Attack and block triggers, all resolved, then state-based actions (semantics, "Triggers")."""
    attackers, lost_life = state.side(ATTACKING), 0
    gained = {c.id: (0, 0) for c in state.creatures}

    def gain(creature: Creature, power: int, toughness: int) -> None:
        gained[creature.id] = (gained[creature.id][0] + power, gained[creature.id][1] + toughness)

    exalted = sum(a.count("exalted") for a in attackers) if len(attackers) == 1 else 0  # 702.83b
    attacks_player = any(a.target == PLAYER for a in attackers)
    for attacker in attackers:
        blockers = paired(state, attacker)
        gain(attacker, exalted, exalted)
        gain(attacker, sum(a.count("battle cry") for a in attackers if a.id != attacker.id), 0)  # 702.91a
        if attacks_player:
            gain(attacker, attacker.count("melee"), attacker.count("melee"))  # 702.121a
        if attacker.blocked:
            gain(attacker, attacker.number("bushido"), attacker.number("bushido"))  # 702.45a
            for keyword in attacker.keywords:
                if keyword.startswith("afflict ") and state.defending.life - lost_life > 0:  # 702.130a, 704.5a
                    lost_life += int(keyword.removeprefix("afflict "))
        else:
            gain(attacker, attacker.number("frenzy"), 0)  # 702.68a
        rampage = attacker.number("rampage") * max(0, len(blockers) - 1)  # 702.23a
        gain(attacker, rampage, rampage)
        for blocker in blockers:
            if not blocker.has("flanking"):
                gain(blocker, -attacker.count("flanking"), -attacker.count("flanking"))  # 702.25a
    for blocker in state.side(DEFENDING):
        gain(blocker, blocker.number("bushido"), blocker.number("bushido"))  # 702.45a

    grown = [
        c._replace(power=c.power + power, toughness=c.toughness + toughness)
        for c, (power, toughness) in ((c, gained[c.id]) for c in state.creatures)
    ]
    defending = state.defending._replace(life=state.defending.life - lost_life)
    return _checked(state._replace(creatures=tuple(grown), defending=defending), frozenset())


# One step's damage


def after(state: State, attacking: Assignment, defending: Assignment) -> State:
    """What one step leaves: damage of both sides at once (510.2), then state-based actions, then the next step."""
    state = _checked(*_dealt(state, {**attacking, **defending}))
    if state.step == REGULAR:
        return state._replace(over=True)
    # 510.4: what had first or double strike as the first step began has struck first
    creatures = tuple(
        c._replace(struck_first=True) if c.has("first strike") or c.has("double strike") else c for c in state.creatures
    )
    return state._replace(creatures=creatures, step=REGULAR)


def lethal_damage(creature: Creature, sources: list[Creature]) -> int:
    """120.4a, 120.10: beyond this much, damage from these sources is excess."""
    lethal = max(0, creature.toughness - creature.damage)
    return min(1, lethal) if any(s.has("deathtouch") for s in sources) else lethal


def _dealt(state: State, assignment: Assignment) -> tuple[State, frozenset[str]]:
    """The state with the damage dealt, and which creatures a source with deathtouch damaged."""
    creatures = {c.id: c for c in state.creatures}
    hits: dict[str, Parts] = {}  # recipient: its parts; a player as "player of SIDE"
    for source in state.creatures:
        for recipient, n in assignment.get(source.id, {}).items():
            key = _player_of(_opponent(source.side)) if recipient == PLAYER else recipient
            hits.setdefault(key, []).append((source, n))

    for creature in state.creatures:
        if creature.id in hits:
            hits[creature.id] = _excess_redirected(creature, hits)
    for parts in hits.values():  # 615.6: what is prevented never happens
        parts[:] = [(s, n) for s, n in parts if n > 0 and not s.deals_no_damage]
    for creature in state.creatures:
        if hits.get(creature.id):
            creatures[creature.id], hits[creature.id] = _prevented(creature, hits[creature.id])

    excess = dict(state.excess)
    touched = set()
    for creature in state.creatures:
        if dealt := hits.get(creature.id):
            over = sum(n for _, n in dealt) - lethal_damage(creature, [s for s, _ in dealt])
            _add(excess, creature.id, max(0, over))
            creatures[creature.id] = _hurt(creatures[creature.id], dealt)
            if any(s.has("deathtouch") for s, _ in dealt):
                touched.add(creature.id)
    left = {}
    for recipient, there in state.planeswalkers + state.battles:  # 120.3c, 120.3h
        damage = sum(n for _, n in hits.get(recipient, []))
        _add(excess, recipient, max(0, damage - max(0, there)))
        left[recipient] = there - min(max(0, there), damage)

    commander_damage = dict(state.commander_damage)
    for source, n in hits.get(_player_of(DEFENDING), []):
        if source.commander:
            _add(commander_damage, source.id, n)
    state = state._replace(
        creatures=tuple(creatures.values()),
        planeswalkers=tuple((w, left[w]) for w, _ in state.planeswalkers),
        battles=tuple((s, left[s]) for s, _ in state.battles),
        attacking=_player_after(state.attacking, ATTACKING, hits),
        defending=_player_after(state.defending, DEFENDING, hits),
        commander_damage=tuple(commander_damage.items()),
        excess=tuple(excess.items()),
    )
    return state, frozenset(touched)


def _player_of(side: str) -> str:
    return f"player of {side}"


def _opponent(side: str) -> str:
    return DEFENDING if side == ATTACKING else ATTACKING


def _add(numbers: dict[str, int], key: str, n: int) -> None:
    if n:
        numbers[key] = numbers.get(key, 0) + n


def _excess_redirected(creature: Creature, hits: dict[str, Parts]) -> Parts:
    """120.4a: what excess_to_controller leaves on the creature; the rest is added to what its controller is dealt."""
    parts = hits[creature.id]
    unsent = max(0, sum(n for _, n in parts) - lethal_damage(creature, [s for s, _ in parts]))
    stays: Parts = []
    for source, n in parts:
        sent = min(n, unsent) if source.excess_to_controller else 0
        unsent -= sent
        stays.append((source, n - sent))
        _add_part(hits.setdefault(_player_of(creature.side), []), source, sent)
    return stays


def _add_part(parts: Parts, source: Creature, n: int) -> None:
    """More damage from a source to a recipient: one hit with what it deals it already."""
    for i, (other, m) in enumerate(parts):
        if other.id == source.id:
            parts[i] = (other, m + n)
            return
    parts.append((source, n))


def _prevented(creature: Creature, parts: Parts) -> tuple[Creature, Parts]:
    """120.4b: the creature with what prevention used up taken from it, and the damage that is left."""
    parts = [(s, n) for s, n in parts if not _protected(creature, s)]
    if creature.prevent == "all" or not parts:
        return creature, []
    total, shield = sum(n for _, n in parts), int(creature.prevent)
    if shield >= total:
        return creature._replace(prevent=shield - total), []
    if creature.counter(SHIELD) > 0:  # 122.1c: one counter, however many the sources
        return creature._replace(counters=_changed(creature, shield=-1)), []
    creature = creature._replace(prevent=0)
    # 615.7: the controller of the creature chooses which points; how, semantics says ("Prevention").
    ways = [way for way in product(*(range(n + 1) for _, n in parts)) if sum(way) == shield]
    lefts = [[(s, n - off) for (s, n), off in zip(parts, way, strict=True) if n > off] for way in ways]
    best = min(range(len(ways)), key=lambda i: (*_regret(creature, lefts[i]), [-off for off in ways[i]]))
    return creature, lefts[best]


def _regret(creature: Creature, parts: Parts) -> tuple[bool, int, int, bool]:
    """What its controller likes less in this damage to a creature, the most important first."""
    touched = any(s.has("deathtouch") for s, _ in parts)
    fate = _fate(_hurt(creature, parts), touched)
    linked = sum(n for s, n in parts if s.has("lifelink"))
    withering = sum(n for s, n in parts if _withers(s))
    return fate.creature is None, linked, withering, fate.died


def _protected(creature: Creature, source: Creature) -> bool:
    """702.16e."""
    qualities = {"everything", "creatures", *source.colors}
    qualities |= {"colorless"} if not source.colors else set()
    qualities |= {"monocolored"} if len(set(source.colors)) == 1 else set()
    qualities |= {"multicolored"} if len(set(source.colors)) > 1 else set()
    return any(creature.has(f"protection from {quality}") for quality in qualities)


def _withers(source: Creature) -> bool:
    return source.has("wither") or source.has("infect")


def _hurt(creature: Creature, parts: Parts) -> Creature:
    """120.3d, 120.3e: -1/-1 counters from wither and infect, marked damage from the others."""
    shrink = sum(n for s, n in parts if _withers(s))
    return creature._replace(
        damage=creature.damage + sum(n for s, n in parts if not _withers(s)),
        power=creature.power - shrink,
        toughness=creature.toughness - shrink,
        counters=_changed(creature, minus=shrink),
    )


def _player_after(player: Player, side: str, hits: dict[str, Parts]) -> Player:
    life, poison = player
    for source, n in hits.get(_player_of(side), []):
        if source.has("infect"):
            poison += n  # 120.3b
        else:
            life -= n  # 120.3a
        poison += source.number("toxic") + source.number("poisonous")  # 120.3g, 702.70a: once a hit
    for parts in hits.values():  # 120.3f
        life += sum(n for source, n in parts if source.side == side and source.has("lifelink"))
    return Player(life, poison)


# State-based actions


class Fate(NamedTuple):
    creature: Creature | None  # what is on the battlefield afterwards
    died: bool


def _checked(state: State, touched: frozenset[str]) -> State:
    """State-based actions, once, and what follows from them for the combat."""
    fates = {c.id: _fate(c, c.id in touched) for c in state.creatures}
    gone = {key for key, n in state.planeswalkers + state.battles if n <= 0}  # 704.5i, 704.5v
    creatures = [f.creature for f in fates.values() if f.creature is not None]
    creatures = [_attacking_nothing(c, state) if c.target in gone else c for c in creatures]  # 506.4c
    lost = [side for side in (ATTACKING, DEFENDING) if _has_lost(state, side)]
    loses = BOTH if len(lost) == 2 else lost[0] if lost else None  # 104.4a
    state = state._replace(
        creatures=tuple(creatures),
        dies=state.dies + tuple(c for c, fate in fates.items() if fate.creature is None),
        returned=state.returned + tuple(c for c, fate in fates.items() if fate.creature is not None and fate.died),
        loses=loses,
    )
    # A blocker that blocks nothing any more is out of combat; without attackers there is none (semantics).
    creatures = [c._replace(in_combat=False) if c.side == DEFENDING and not paired(state, c) else c for c in creatures]
    return state._replace(creatures=tuple(creatures), over=bool(lost) or not state.side(ATTACKING))


def _has_lost(state: State, side: str) -> bool:
    player = state.attacking if side == ATTACKING else state.defending
    commanders = state.commander_damage if side == DEFENDING else ()
    return (
        player.life <= 0  # 704.5a
        or player.poison >= 10  # 704.5c
        or any(n >= 21 for _, n in commanders)  # 704.6c
    )


def _attacking_nothing(creature: Creature, state: State) -> Creature:
    """702.19e is about a planeswalker that is gone: on a battle, trample over planeswalkers was plain trample."""
    if creature.target in dict(state.battles):
        plain = tuple("trample" if k == "trample over planeswalkers" else k for k in creature.keywords)
        creature = creature._replace(keywords=plain)
    return creature._replace(target=None)


def _fate(creature: Creature, touched: bool) -> Fate:
    """What state-based actions do to one creature; `touched`: damaged by a source with deathtouch."""
    if creature.toughness <= 0:  # 704.5f
        return _dead(creature)
    lethal = creature.damage >= 1 and creature.damage >= creature.toughness  # 704.5g
    if (lethal or touched) and not creature.has("indestructible"):  # 704.5h, 702.12b
        if creature.regeneration == 0:
            return _dead(creature)
        shields = creature.regeneration - 1  # 701.19a
        creature = creature._replace(regeneration=shields, damage=0, in_combat=False)
    pairs = min(creature.counter(PLUS), creature.counter(MINUS))  # 704.5q
    return Fate(creature._replace(counters=_changed(creature, plus=-pairs, minus=-pairs)) if pairs else creature, False)


def _dead(creature: Creature) -> Fate:
    """702.93a, 702.79a: undying, then persist, each at most once; judged by the counters it had (704.8)."""
    if creature.counter("finality") > 0:  # 122.1h: exiled, so it never was put into a graveyard
        return Fate(None, True)
    plus, minus = creature.counter(PLUS), creature.counter(MINUS)
    power, toughness = creature.base
    left = [keyword for keyword in ("undying", "persist") if creature.has(keyword)]
    while True:
        if "undying" in left and plus == 0:
            left.remove("undying")
            plus, minus = 1, 0
        elif "persist" in left and minus == 0:
            left.remove("persist")
            plus, minus = 0, 1
        else:
            return Fate(None, True)
        if toughness + plus - minus > 0:
            new = creature._replace(
                power=power + plus - minus,
                toughness=toughness + plus - minus,
                counters=_counters({PLUS: plus, MINUS: minus}),
                damage=0,
                regeneration=0,
                prevent=0,
                in_combat=False,
            )
            return Fate(new, True)
