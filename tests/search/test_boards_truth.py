"""Boards against the brute force by definition: which declarations are legal, which are best, and what they come to."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import board_strategies
import bruteforce_boards as truth
import pytest
from board_strategies import PROFILES, random_declaration
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from places import DATA
from shares import large_share

from optimizer import DeclareAttackers, DeclareBlockers, Limit, best_attacks, best_blocks, board_from_document
from optimizer.rules.declarations.next_turn import board_after

Json = dict[str, Any]

EXAMPLES = int(os.environ.get("TRUTH_EXAMPLES", "10"))
"""For each profile; with 1000 it is some 120,000 boards, in half an hour or so."""


# Random boards


def holds(check: Callable[[Json, Random], None], kind: str, profile: str, share: float) -> None:
    """Runs a check on random boards of that kind and profile, the same ones every time; `share` of `EXAMPLES`."""

    @settings(
        max_examples=max(1, int(EXAMPLES * share)),
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(board_strategies.boards(kind, profile), st.integers(0, 1 << 32).map(Random))
    def run(document: Json, rng: Random) -> None:
        check(document, rng)

    run()


def frozen(declaration: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """A declaration as a value that a set can hold; whom a creature blocks is in no order."""
    return tuple(sorted((c, t if isinstance(t, str) else tuple(sorted(t))) for c, t in declaration.items() if t))


def declarations_agree(document: Json, rng: Random) -> None:
    """Listing, count, `in` and violations are what the definition says, also of declarations that are illegal."""
    board = board_from_document(document)
    before_blocks = "attackers" in document
    view = board.legal_declarations()
    true = [frozen(one) for one in (truth.legal_blocks if before_blocks else truth.legal_attacks)(document)]
    assert sorted(frozen(one) for one in view) == sorted(true)
    assert view.count() == len(true)
    there = {one["id"] for one in document["defenders" if before_blocks else "creatures"]}
    for _ in range(8):
        declaration = random_declaration(rng, document)
        legal = frozen(declaration) in true and set(declaration) <= there
        assert (declaration in view) == legal, declaration
        assert (board.violations(declaration) == []) == legal, declaration


def blocks_agree(document: Json, rng: Random) -> None:
    """The best blocks come to what the definition says, and as few creatures block as do in any that come to it."""
    best, ways = truth.best_blocks(document)
    found = best_blocks(board_from_document(document))
    assert (found.status, found.score, found.bound) == ("optimal", best, best)
    assert frozen(found.blocks) in [frozen(way) for way in ways]


def attacks_agree(document: Json, rng: Random) -> None:
    """The same of the best attacks, and of the blocks that meet them."""
    best, ways = truth.best_attacks(document)
    found = best_attacks(board_from_document(document))
    if found.status == "feasible":  # the counter-attack is estimated in `ordered`; the bound holds all the same
        assert document.get("crackback")
        assert document["rules"] == "ordered"
        assert found.bound >= best
        return
    assert (found.status, found.score, found.bound) == ("optimal", best, best)
    assert frozen(found.attacks) in [frozen(way) for way in ways]
    if found.attacks:
        _, blocks = truth.best_blocks_against(document, dict(found.attacks))
        assert frozen(found.blocks) in [frozen(way) for way in blocks]


def bounds_hold(document: Json, rng: Random) -> None:
    """With next to no time the answer is legal all the same, and the truth within the bound."""
    limit = Limit(seconds=rng.choice([0.0001, 0.001, 0.004]))
    board = board_from_document(document)
    if "attackers" in document:
        blocks = best_blocks(board, limit=limit)
        assert truth.is_legal_block(document, blocks.blocks)
        assert blocks.bound <= truth.best_blocks(document)[0]
    else:
        attacks = best_attacks(board, limit=limit)
        assert truth.is_legal_attack(document, dict(attacks.attacks))
        assert attacks.bound >= truth.best_attacks(document)[0]


@large_share(5)
@pytest.mark.parametrize("profile", PROFILES)
def test_legal_declarations(profile: str, times: int) -> None:
    holds(declarations_agree, "declared", profile, times)
    holds(declarations_agree, "attacks", profile, times)


@large_share(5)
@pytest.mark.parametrize("profile", PROFILES)
def test_best_blocks(profile: str, times: int) -> None:
    holds(blocks_agree, "blocks", profile, times)


@large_share(5)
@pytest.mark.parametrize("profile", PROFILES)
def test_best_attacks(profile: str, times: int) -> None:
    holds(attacks_agree, "attacks", profile, times)


@large_share(5)
@pytest.mark.parametrize("profile", PROFILES)
def test_best_attacks_with_the_counter_attack(profile: str, times: int) -> None:
    holds(attacks_agree, "crackback", profile, times / 2)


@large_share(5)
@pytest.mark.parametrize("profile", ["all", "ends"])
@pytest.mark.parametrize("kind", ["blocks", "attacks", "crackback"])
def test_bounds_under_a_limit(kind: str, profile: str, times: int) -> None:
    holds(bounds_hold, kind, profile, times)


# The shared declaration cases

CASES = json.loads((DATA / "declarations.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_declaration_cases(case: Json) -> None:
    defenders = [{field: v for field, v in one.items() if field != "blocks"} for one in case["blockers"]]
    document = {"attackers": case["attackers"], "defenders": defenders}
    declaration = {one["id"]: one["blocks"] for one in case["blockers"]}
    board = board_from_document(document)
    assert truth.is_legal_block(document, declaration) == case["legal"]
    assert (declaration in board.legal_declarations()) == case["legal"]
    assert (board.violations(declaration) == []) == case["legal"]


# The rows of the rules digest (5.3): legal, restriction-abiding, and the most requirements that can be met


def creature(name: str, size: str = "2/2", *keywords: str, **fields: Any) -> Json:
    power, toughness = map(int, size.split("/"))
    return {"id": name, "power": power, "toughness": toughness, "keywords": list(keywords), **fields}


def some(name: str, number: int, size: str = "2/2", *keywords: str, **fields: Any) -> list[Json]:
    return [creature(f"{name}{n + 1}", size, *keywords, **fields) for n in range(number)]


def blocks_row(attackers: list[Json], defenders: list[Json]) -> tuple[int, int, int]:
    document = {"attackers": attackers, "defenders": defenders}
    legal = truth.legal_blocks(document)
    view = board_from_document(document).legal_declarations()
    assert sorted(map(frozen, view)) == sorted(map(frozen, legal))
    assert view.count() == len(legal)
    return len(legal), len(truth.unrestricted_blocks(document)), truth.most_block_requirements(document)


def attacks_row(creatures: list[Json], **fields: Any) -> tuple[int, int, int]:
    document = {"creatures": creatures, "defenders": [], **fields}
    legal = truth.legal_attacks(document)
    view = board_from_document(document).legal_declarations()
    assert sorted(map(frozen, view)) == sorted(map(frozen, legal))
    assert view.count() == len(legal)
    return len(legal), len(truth.unrestricted_attacks(document)), truth.most_attack_requirements(document)


def test_b1_509_1c_a_requirement_and_menace_force_a_helper() -> None:
    row = blocks_row([creature("a", "2/2", "menace")], [creature("x", must_block=True), creature("y")])
    assert row == (1, 2, 1)


def test_b2_one_lure_and_three_that_must_be_blocked() -> None:
    bear = creature("bear", lure=True, must_be_blocked=True)
    attackers = [bear, *some("zombie", 2, must_be_blocked=True)]
    assert blocks_row(attackers, some("soldier", 4)) == (21, 256, 5)
    legal = truth.legal_blocks({"attackers": attackers, "defenders": some("soldier", 4)})
    on_the_bear = [sum(chosen == ("bear",) for chosen in blocks.values()) for blocks in legal]
    assert [on_the_bear.count(n) for n in (4, 3, 2)] == [1, 8, 12]


def test_b3_two_lures() -> None:
    assert blocks_row(some("a", 2, lure=True), some("b", 3)) == (8, 27, 3)


def test_b4_two_lures_and_one_that_may_block_two() -> None:
    defenders = [creature("b1", can_block=2), creature("b2"), creature("b3")]
    assert blocks_row(some("a", 2, lure=True), defenders) == (4, 36, 4)
    legal = board_from_document({"attackers": some("a", 2, lure=True), "defenders": defenders}).legal_declarations()
    assert all(set(blocks["b1"]) == {"a1", "a2"} for blocks in legal)


def test_b5_one_blocker_is_enough_for_what_must_be_blocked() -> None:
    assert blocks_row([creature("a", must_be_blocked=True), creature("b")], some("c", 2)) == (5, 9, 1)


def test_b6_two_that_must_be_blocked() -> None:
    assert blocks_row(some("a", 2, must_be_blocked=True), some("b", 2)) == (2, 9, 2)


def test_b7_a_requirement_suspends_no_restriction() -> None:
    assert blocks_row([creature("a", "2/2", "menace", lure=True)], [creature("x")]) == (1, 1, 0)


def test_b8_either_of_two_requirements() -> None:
    attackers = [creature("a"), creature("b", must_be_blocked=True)]
    assert blocks_row(attackers, [creature("x", provoked_by=["a"])]) == (2, 3, 1)


def test_b9_menace_alone() -> None:
    assert blocks_row([creature("a", "2/2", "menace"), creature("b")], some("x", 3)) == (15, 15, 0)


def test_b10_a_lure_that_one_may_block() -> None:
    assert blocks_row([creature("a", lure=True, max_blockers=1)], some("x", 3)) == (3, 4, 1)


def test_b11_509_1b_evasion_is_cumulative() -> None:
    attacker, blocker = creature("a", "2/2", "flying", "shadow"), creature("x", "2/2", "flying")
    assert not truth.can_block(attacker, blocker)
    assert blocks_row([attacker], [blocker]) == (1, 1, 0)


def test_b12_508_1d_no_more_than_one_may_attack() -> None:
    row = attacks_row([creature("x", must_attack=True), creature("y")], max_attacking=1)
    assert row == (1, 3, 1)


def test_b13_508_1c_two_that_cannot_attack_alone() -> None:
    assert attacks_row(some("x", 2, cant_attack_alone=True)) == (2, 2, 0)


def test_b14_a_requirement_forces_a_companion() -> None:
    row = attacks_row([creature("x", must_attack=True, cant_attack_alone=True), creature("y")])
    assert row == (1, 3, 1)


def test_b15_goaded_by_two_players() -> None:
    """The row has two opposing players, each of which goaded it; a document has one, who is `player`.

    The brute force counts the row whole. Of a document, what is left is that attacking the one is forced, that it meets
    the same 3 of 4, and that a planeswalker, which is no player, would meet 2.
    """
    goaded = creature("x", goaded_by=["1", "2"])
    whole = {"creatures": [goaded], "defenders": []}
    unrestricted = truth.unrestricted_attacks(whole, ["1", "2"])
    assert (len(truth.legal_attacks(whole, ("1", "2"))), len(unrestricted)) == (2, 3)
    assert max(truth.attack_requirements(whole, attacks, ("1", "2")) for attacks in unrestricted) == 3

    goaded = creature("x", goaded_by=["player", "the other"])
    assert attacks_row([goaded]) == (1, 2, 3)
    walker = {"planeswalkers": [{"id": "jace", "loyalty": 3}]}
    assert attacks_row([goaded], **walker) == (1, 3, 3)
    document = {"creatures": [goaded], "defenders": [], **walker}
    assert truth.attack_requirements(document, {"x": "jace"}) == 2


# Boards of which the answer is known


def against(attackers: list[Json], defenders: list[Json], **fields: Any) -> tuple[float, dict[str, tuple[str, ...]]]:
    """The best blocks of the package, held against the definition."""
    document = {"attackers": attackers, "defenders": defenders, **fields}
    blocks_agree(document, Random(0))
    found = best_blocks(board_from_document(document))
    return found.score, {blocker: tuple(chosen) for blocker, chosen in found.blocks.items()}


def with_these(creatures: list[Json], defenders: list[Json], **fields: Any) -> tuple[float, dict[str, str]]:
    """The best attacks of the package, held against the definition."""
    document = {"creatures": creatures, "defenders": defenders, **fields}
    attacks_agree(document, Random(0))
    found = best_attacks(board_from_document(document))
    return found.score, dict(found.attacks)


def test_no_chump_block_for_nothing() -> None:
    """A 1/1 is worth the 2 points of life that it would save, so it is kept."""
    assert against([creature("a")], [creature("b", "1/1")]) == (2, {})
    assert against([creature("a", "5/5")], [creature("b", "1/1")]) == (2, {"b": ("a",)})
    assert against([creature("a", "5/5", "trample")], [creature("b", "1/1")]) == (5, {})


def test_a_gang_block() -> None:
    """The 3/3 (6) dies and kills one of the two (4)."""
    assert against([creature("a", "3/3")], some("b", 2)) == (4 - 6, {"b1": ("a",), "b2": ("a",)})


def test_menace_needs_two() -> None:
    rat = creature("a", "2/2", "menace")
    assert against([rat], [creature("b", "5/5")]) == (2, {})
    blocks = {"b": ("a",), "c": ("a",)}
    assert against([rat], [creature("b", "5/5"), creature("c", "1/1")]) == (2 - 4.5, blocks)


def test_a_lure_draws_all_blockers_off() -> None:
    attackers = [creature("a", "1/1", lure=True), creature("c", "4/4")]
    assert against(attackers, some("b", 2)) == (4 - 2, {"b1": ("a",), "b2": ("a",)})


def test_life_at_stake_forces_the_worse_block() -> None:
    """Blocking the Bears kills them, and is death by the 3/3; so the blocker dies."""
    attackers = [creature("bears"), creature("a", "3/1", "first strike")]
    defenders = [creature("b")]
    assert against(attackers, defenders) == (3 + 4 - 4, {"b": ("bears",)})
    assert against(attackers, defenders, defending_player={"life": 3}) == (2 + 4, {"b": ("a",)})


def test_two_tramplers_against_eight_life() -> None:
    """Forge #4360: blockers absorb 5 of the tramplers' 12, or less with one of the others blocked, so 8 get through.

    The brute force, which takes a minute, says the same: the three that are 2/2 or less and block a 6/4 kill it.
    """
    creatures = [*some("wurm", 2, "6/4", "trample"), creature("ogre", "3/4"), creature("bear")]
    defenders = [creature("b1"), *some("c", 2, "1/1"), creature("wall", "0/1")]
    found = best_attacks(
        board_from_document({"creatures": creatures, "defenders": defenders, "defending_player": {"life": 8}})
    )
    assert (found.status, found.score, len(found.attacks)) == ("optimal", 1008, 4)


def test_no_attack_into_two_first_strikers() -> None:
    """XMage #6697: either alone kills nothing, both together kill the 3/2 before it deals damage."""
    strikers = some("b", 2, "1/2", "first strike")
    assert with_these([creature("a", "3/2")], strikers) == (0, {})
    assert against([creature("a", "3/2")], strikers) == (-5, {"b1": ("a",), "b2": ("a",)})


def test_nine_against_eight_life_and_one_blocker() -> None:
    """XMage #4486: eight get through, so all nine attack."""
    life = {"defending_player": {"life": 8}}
    board = board_from_document({"creatures": some("a", 9, "1/1"), "defenders": [creature("b")], **life})
    assert (best_attacks(board).score, len(best_attacks(board).attacks)) == (8 + 1000 - 2, 9)
    assert against(some("a", 9, "1/1"), [creature("b")], **life)[0] == 8 + 1000 - 2


def test_122_1h_finality_blocks_nothing_for_nothing() -> None:
    """Persist would bring it back for 2 points; with a finality counter it is lost."""
    finks = creature("finks", "3/2", "persist", counters={"finality": 1})
    assert against([creature("ape", "4/4")], [finks]) == (4, {})
    board = board_from_document({"attackers": [creature("ape", "4/4")], "defenders": [finks]})
    assert isinstance(board, DeclareBlockers)
    outcome = board.combat({"finks": ["ape"]}).resolve().outcome
    assert (outcome.dies, outcome.returned) == (("finks",), ())
    again = creature("finks", "3/2", "persist")
    assert against([creature("ape", "4/4")], [again]) == (2, {"finks": ("ape",)})


def test_122_1d_what_is_stunned_does_not_come_back() -> None:
    """The tapped 5/5 would win the game on its next attack, unless a stun counter keeps it tapped."""
    ours, low = [creature("bear"), creature("elf", "1/1")], {"attacking_player": {"life": 5}, "crackback": True}
    stunned = creature("x", "5/5", tapped=True, counters={"stun": 1})
    assert with_these(ours, [stunned], **low) == (3, {"bear": "player", "elf": "player"})
    board = board_from_document({"creatures": ours, "defenders": [stunned], **low})
    assert isinstance(board, DeclareAttackers)
    assert best_attacks(board).reply == 0
    assert with_these(ours, [creature("x", "5/5", tapped=True)], **low)[0] < 3
    awake = creature("x", "5/5", counters={"stun": 1})  # untapped: the counter does nothing
    assert with_these(ours, [awake], **low)[0] < 3
    outcome = board.attacked({}).combat({}).resolve().outcome
    left = board_after(board, set(), outcome).creatures[0]
    assert (left.tapped, left.counters) == (True, ())


def test_702_93a_a_pump_is_over_by_the_next_turn() -> None:
    """3/3 until end of turn, 1/1 then: its attack next turn is worth 1."""
    pumped = creature("x", "3/3", base={"power": 1, "toughness": 1})
    board = {"creatures": [], "defenders": [pumped], "crackback": True}
    assert with_these([], [pumped], crackback=True) == (-1, {})
    counted = creature("x", "4/4", base={"power": 1, "toughness": 1}, counters={"+1/+1": 1})
    assert with_these([], [counted], crackback=True) == (-2, {})
    assert best_attacks(board_from_document(board)).reply == 1


def test_crackback_keeps_the_blocker_home() -> None:
    """At 3 life the 2/2 has to stay against the 3/3, or attack with vigilance (and is then worth half a point more)."""
    giant = creature("b", "3/3", tapped=True)
    low = {"attacking_player": {"life": 3}}
    assert with_these([creature("a")], [giant], **low) == (2, {"a": "player"})
    assert with_these([creature("a")], [giant], crackback=True, **low) == (-4, {})
    vigilant = creature("a", "2/2", "vigilance")
    assert with_these([vigilant], [giant], crackback=True, **low) == (2 - 4.5, {"a": "player"})
