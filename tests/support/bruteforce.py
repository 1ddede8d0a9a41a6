"""The slow reference, second half: legal announcements and the best line, by definition from the rules.

Every function takes plain combat documents and returns plain JSON values. Legality is a literal
predicate on the whole announcement, listing filters all integer splits with it, and `best` tries everything.
The package `optimizer` is held against this file, so nothing of it is used here.
Rule numbers are those of the Comprehensive Rules of August 7, 2026; "semantics" is docs/semantics.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Any

from bruteforce_results import (
    ATTACKING,
    DEFENDING,
    FIRST_STRIKE,
    KEYWORD_COUNTERS,
    PLAYER,
    Assignment,
    Creature,
    Json,
    Player,
    State,
    after,
    next_document,
    outcome,
    paired,
    read,
)

__all__ = [
    "best",
    "best_score_of_line",
    "is_legal",
    "legal",
    "outcomes",
    "resolve",
    "score_of_outcome",
    "scores",
    "step_at_hand",
    "taken",
]

Split = dict[str, int]


# What the tests call


def step_at_hand(document: Json) -> str:
    """The step the document stands before: "first-strike" or "regular"."""
    return read(document).step


def legal(document: Json, side: str) -> list[dict[str, Split]]:
    """Every legal announcement of one side for the step at hand, each once, without zero entries."""
    return [{source: dict(split) for source, split in a.items()} for a in _legal(read(document), side)]


def is_legal(document: Json, side: str, assignment: Mapping[str, Any]) -> bool:
    """Whether this is a legal announcement of that side for the step at hand."""
    entries = [n for split in assignment.values() for n in split.values()]
    if not all(type(n) is int and n >= 0 for n in entries):  # 107.1
        return False
    return _is_legal(read(document), side, _without_zeros(assignment))


def resolve(document: Json, attacking: Assignment, defending: Assignment) -> tuple[Json, Json | None]:
    """What two legal announcements do: the outcome of this step, and the document of the next or None."""
    if not is_legal(document, ATTACKING, attacking) or not is_legal(document, DEFENDING, defending):
        raise ValueError(f"illegal: {attacking} against {defending} in {document}")
    state = read(document)
    if not state.over:  # triggers alone can end it
        state = after(state, _without_zeros(attacking), _without_zeros(defending))
    return outcome(state), next_document(document, state)


def best(document: Json, score: Callable[[Json], float] | None = None, attack: Assignment | None = None) -> float:
    """The score of the best line: both sides do the best they can, over every step left.

    `score` judges the outcome of the whole combat, for the attacking player, in the place of the score;
    `attack` is what the attackers assign in the step at hand, where that isn't to be chosen.
    """
    judge = score or (lambda final: score_of_outcome(document, final))
    known: dict[State, float] = {}

    def value(state: State) -> float:
        key = state if score else state._replace(excess=())  # excess has no part in the score
        if key not in known:
            known[key] = judge(outcome(state)) if state.over else best_announcements(state)
        return known[key]

    def best_announcements(state: State) -> float:
        """510.1 and 702.22j-k: the attacking player for its attackers, the defending player for those it divides,
        the defending player for its blockers, the attacking player for those it divides; each knowing the earlier."""
        attacks = _by_own_part(state, ATTACKING)
        return max(min(answered(state, attack) for attack in attack_group) for attack_group in attacks)

    def answered(state: State, attack: Mapping[str, Split]) -> float:
        """What an attack comes to with the best answer."""
        blocks = _by_own_part(state, DEFENDING)
        return min(max(value(after(state, attack, block)) for block in completed) for completed in blocks)

    start = read(document)
    return value(start) if attack is None or start.over else answered(start, _without_zeros(attack))


def outcomes(document: Json) -> Iterator[Json]:
    """The outcomes of all legal lines, those that are alike once."""
    ahead, seen = [read(document)], set()
    while ahead:
        state = ahead.pop()
        if state in seen:
            continue
        seen.add(state)
        if state.over:
            yield outcome(state)
            continue
        for ours in _legal(state, ATTACKING):
            ahead += [after(state, ours, theirs) for theirs in _legal(state, DEFENDING)]


def best_score_of_line(document: Json, line: list[Json]) -> float:
    """The score of a line, with an AssertionError where it is not a legal line to the end of combat."""
    state = read(document)
    for step in line:
        announced = {side: _without_zeros(step[side]) for side in (ATTACKING, DEFENDING)}
        if state.over:  # a step after the end of combat may be written where nothing is assigned in it
            assert not any(announced.values()), f"combat is over before {step} in {line}"
            continue
        assert step["step"] == state.step, f"{step} of {line} is the {state.step} one"
        for side, assignment in announced.items():
            assert _is_legal(state, side, assignment), f"illegal {side} assignment {assignment} in {line}"
        state = after(state, announced[ATTACKING], announced[DEFENDING])
    assert state.over, f"combat goes on after {line}"
    return score_of_outcome(document, outcome(state))


# The score

DEFAULT_WEIGHTS = {"creature": 1.0, "life": 1.0, "poison": 2.0, "loyalty": 1.0, "defense": 0.5, "win": 1000.0}
KEYWORD_VALUES = {
    **{"double strike": 2.0, "deathtouch": 2.0, "indestructible": 3.0, "flying": 1.0, "first strike": 1.0},
    **{"trample": 1.0, "lifelink": 1.0, "infect": 1.0, "wither": 1.0, "hexproof": 1.0},
    **{"menace": 0.5, "vigilance": 0.5, "reach": 0.5, "haste": 0.5},
}


def score_of_outcome(document: Json, final: Json) -> float:
    """The score of the outcome of a whole combat that began as this document."""
    weights = {**DEFAULT_WEIGHTS, **document.get("weights", {})}
    life = {side: document.get(f"{side}_player", {}).get("life", 20) for side in (ATTACKING, DEFENDING)}
    poison = document.get("defending_player", {}).get("poison", 0)
    lost_life = {side: life[side] - final[f"{side}_player"]["life"] for side in life}
    loyalty = sum(w["loyalty"] - final["planeswalkers"][w["id"]] for w in document.get("planeswalkers", []))
    defense = sum(s["defense"] - final["battles"][s["id"]] for s in document.get("battles", []))
    lost_value = {
        ATTACKING: sum(_value_lost(c, final) for c in document["attackers"]),
        DEFENDING: sum(_value_lost(c, final) for c in document.get("blockers", [])),
    }
    return float(
        weights["creature"] * (lost_value[DEFENDING] - lost_value[ATTACKING])
        + weights["life"] * (lost_life[DEFENDING] - lost_life[ATTACKING])
        + weights["poison"] * (final["defending_player"]["poison"] - poison)
        + weights["loyalty"] * loyalty
        + weights["defense"] * defense
        + weights["win"] * {DEFENDING: 1, ATTACKING: -1}.get(final["loses"], 0)
    )


def _value_lost(creature: Json, final: Json) -> float:
    printed = set(creature.get("keywords", []))
    counters = {name for name, n in creature.get("counters", {}).items() if n > 0 and name in KEYWORD_COUNTERS}
    before = _default_value(creature["power"], creature["toughness"], printed | counters)
    if creature["id"] in final["dies"]:
        return float(creature.get("value", before))
    if creature["id"] in final["returned"]:  # without its counters, those of undying and persist aside
        now = final["creatures"][creature["id"]]
        return before - _default_value(now["power"], now["toughness"], printed)
    return 0.0


def _default_value(power: int, toughness: int, keywords: set[str]) -> float:
    return max(0, power) + max(0, toughness) + sum(KEYWORD_VALUES.get(keyword, 0.0) for keyword in keywords)


# Listing: every split there is, filtered


def _legal(state: State, side: str) -> tuple[dict[str, Split], ...]:
    """The legal announcements; what has happened before and the players' numbers don't matter to them."""
    nobody = Player(0, 0)
    return _legal_in(
        state._replace(attacking=nobody, defending=nobody, commander_damage=(), dies=(), returned=(), excess=()), side
    )


@lru_cache(maxsize=4096)
def _legal_in(state: State, side: str) -> tuple[dict[str, Split], ...]:
    sources = _assigning(state, side)
    choices = [[split for split in _imaginable(state, c) if _one_may(state, c, split)] for c in sources]
    announcements = []
    for splits in product(*choices):
        announcement = {c.id: split for c, split in zip(sources, splits, strict=True) if split}
        if _is_legal(state, side, announcement):
            announcements.append(announcement)
    return tuple(announcements)


def _imaginable(state: State, source: Creature) -> Iterator[Split]:
    """No assignment at all, and every integer split of its damage over everything on the other side."""
    other_side = [c.id for c in state.side(DEFENDING if source.side == ATTACKING else ATTACKING)]
    permanents = [key for key, _ in state.planeswalkers + state.battles]
    yield {}
    yield from _splits(_damage(source), [*other_side, PLAYER, *permanents])


def _splits(total: int, recipients: list[str]) -> Iterator[Split]:
    if len(recipients) == 1:
        yield {recipients[0]: total} if total else {}
        return
    for n in range(total + 1):
        for rest in _splits(total - n, recipients[1:]):
            yield {recipients[0]: n, **rest} if n else rest


def _without_zeros(assignment: Assignment) -> dict[str, Split]:
    kept = {source: {r: n for r, n in split.items() if n != 0} for source, split in assignment.items()}
    return {source: split for source, split in kept.items() if split}


# The predicate


def _damage(creature: Creature) -> int:
    """510.1a: how much it assigns."""
    if creature.assigns_no_damage:
        return 0
    return max(0, creature.toughness if creature.damage_equal_to_toughness else creature.power)


def _assigning(state: State, side: str) -> list[Creature]:
    """510.4: the creatures of a side that assign damage in this step (those with none to assign left out)."""
    if state.over:
        return []
    return [c for c in state.side(side) if _in_this_step(state, c) and _damage(c) > 0]


def _in_this_step(state: State, creature: Creature) -> bool:
    if state.step == FIRST_STRIKE:
        return creature.has("first strike") or creature.has("double strike")  # 702.7b, 702.4b
    return not creature.struck_first or creature.has("double strike")


def _is_legal(state: State, side: str, announcement: Assignment) -> bool:
    """510.1e: the announcement of a side is judged as a whole; without zero entries."""
    sources = _assigning(state, side)
    return set(announcement) <= {c.id for c in sources} and all(
        any(
            _total_and_recipients(state, c, announcement.get(c.id, {}), way)
            and _shared_conditions(state, c, announcement, way)
            for way in _ways(c)
        )
        for c in sources
    )


def _one_may(state: State, source: Creature, split: Split) -> bool:
    """What can be told of one source alone."""
    return any(_total_and_recipients(state, source, split, way) for way in _ways(source))


def _ways(source: Creature) -> list[bool]:
    """Whether it assigns as a blocked creature: both where it may assign as though it weren't blocked."""
    if source.side == DEFENDING:
        return [True]
    return [True, False] if source.blocked and source.as_though_unblocked else [source.blocked]


def _total_and_recipients(state: State, source: Creature, split: Mapping[str, int], blocked: bool) -> bool:
    """510.1a-d: all of its damage among those that may get some, and none where there is nobody."""
    recipients = set(_overflow(state, source, blocked))
    if blocked:
        recipients |= {c.id for c in paired(state, source)}
    return set(split) <= recipients and sum(split.values()) == (_damage(source) if recipients else 0)


def _overflow(state: State, source: Creature, blocked: bool) -> list[str]:
    """What it may give damage to besides creatures: what it attacks, and the player over a planeswalker."""
    over_planeswalkers = source.has("trample over planeswalkers")
    if source.side == DEFENDING:  # 702.19a: trample does nothing for a blocker
        return []
    if blocked and not (source.has("trample") or over_planeswalkers):  # 510.1c
        return []
    if source.target is None:  # 506.4c, 702.19e
        return [PLAYER] if over_planeswalkers else []
    if over_planeswalkers and source.target in dict(state.planeswalkers):  # 702.19c
        return [source.target, PLAYER]
    return [source.target]  # 510.1b, 702.19b, 702.19f


def _shared_conditions(state: State, source: Creature, announcement: Assignment, blocked: bool) -> bool:
    """The conditions on one source that the damage of the others can fulfil."""
    split = announcement.get(source.id, {})
    overflows = blocked and any(split.get(recipient) for recipient in _overflow(state, source, blocked))
    if overflows and not all(_lethal(state, b, announcement, source.side) for b in paired(state, source)):
        return False  # 702.19b: lethal damage to every creature blocking it comes first
    if source.target and source.target in dict(state.planeswalkers) and split.get(PLAYER):
        # 702.19c: at least as much to the planeswalker as its loyalty, all sources together
        given = sum(other.get(source.target, 0) for other in announcement.values())
        if given < dict(state.planeswalkers)[source.target]:
            return False
    if blocked and state.rules == "ordered" and _divider(state, source) == source.side:
        return _order_kept(state, source, announcement)
    return True


def _order_kept(state: State, source: Creature, announcement: Assignment) -> bool:
    """510.1c-d before November 2024: nothing to a creature unless every earlier one in the order is lethal."""
    split = announcement.get(source.id, {})
    there = {c.id: c for c in paired(state, source)}
    order = [there[c] for c in source.order if c in there]
    return all(
        _lethal(state, earlier, announcement, source.side)
        for place, creature in enumerate(order)
        if split.get(creature.id)
        for earlier in order[:place]
    )


def _lethal(state: State, creature: Creature, announcement: Assignment, side: str) -> bool:
    """702.19b, 702.2c: marked and assigned damage up to toughness, or any of it from a source with deathtouch."""
    assigned = sum(split.get(creature.id, 0) for split in announcement.values())
    deathtouch = any(announcement.get(c.id, {}).get(creature.id) for c in state.side(side) if c.has("deathtouch"))
    return deathtouch or creature.damage + assigned >= creature.toughness


# Who divides


def _divider(state: State, source: Creature) -> str:
    """702.22j-k: the other player divides the damage of what a creature with banding blocks or is blocked by."""
    other = DEFENDING if source.side == ATTACKING else ATTACKING
    return other if any(c.has("banding") for c in paired(state, source)) else source.side


def _by_own_part(state: State, side: str) -> list[list[dict[str, Split]]]:
    """The legal announcements, those together that agree in the sources their own player divides."""
    own = {c.id for c in state.side(side) if _divider(state, c) == side}
    groups: dict[frozenset[tuple[str, frozenset[tuple[str, int]]]], list[dict[str, Split]]] = {}
    for announcement in _legal(state, side):
        part = frozenset((c, frozenset(split.items())) for c, split in announcement.items() if c in own)
        groups.setdefault(part, []).append(announcement)
    return list(groups.values())


# Everything that can happen, whoever likes it


def scores(document: Json, *, whole: bool = False) -> Iterator[tuple[float, bool]]:
    """The score after each step of every line that both sides' legal announcements make, and whether the
    defending player has lost by then; `whole`: only where combat is over."""
    for state in _reached(read(document)):
        if state.over or not whole:
            final = outcome(state)
            yield score_of_outcome(document, final), final["loses"] == DEFENDING


def taken(document: Json) -> set[tuple[int, int]]:
    """The life that the defending player has lost, and the poison it has got, after each step of every line."""
    before = read(document).defending
    return {
        (before.life - state.defending.life, state.defending.poison - before.poison)
        for state in _reached(read(document))
    }


def _reached(state: State) -> set[State]:
    """Every state from this one on, itself included, each once."""
    found = {state}
    left = [state]
    while left:
        now = left.pop()
        if now.over:
            continue
        for attack in _legal(now, ATTACKING):
            for block in _legal(now, DEFENDING):
                then = after(now, attack, block)
                if then not in found:
                    found.add(then)
                    left.append(then)
    return found
