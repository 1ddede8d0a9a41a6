"""Declarations by rule number: who can attack and block, restrictions, requirements; answers worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from optimizer import DeclareAttackers, DeclareBlockers, best_blocks, solve

Json = dict[str, Any]


def one(identity: str, *keywords: str, **fields: Any) -> Json:
    """A 2/2."""
    return {"id": identity, "power": 2, "toughness": 2, "keywords": list(keywords)} | fields


def blocking(attackers: list[Json], defenders: list[Json], **fields: Any) -> DeclareBlockers:
    return DeclareBlockers.from_document({"attackers": attackers, "defenders": defenders} | fields)


def attacking(creatures: list[Json], **fields: Any) -> DeclareAttackers:
    return DeclareAttackers.from_document({"creatures": creatures, "defenders": []} | fields)


def rules(board: DeclareBlockers | DeclareAttackers, declaration: Any) -> list[str]:
    """The rules that a declaration breaks."""
    return [violation.rule for violation in board.violations(declaration)]


@pytest.mark.parametrize(
    ("creature", "rule"),
    [
        (one("x", tapped=True), "508.1a"),
        (one("x", summoning_sick=True), "508.1a"),
        (one("x", "defender"), "702.3b"),
        (one("x", cant_attack=True), "508.1c"),
    ],
)
def test_508_1a_who_can_attack(creature: Json, rule: str) -> None:
    board = attacking([creature])
    assert rules(board, {"x": "player"}) == [rule]
    assert list(board.legal_declarations()) == [{}]


def test_302_6_haste_attacks_at_once() -> None:
    assert rules(attacking([one("x", "haste", summoning_sick=True)]), {"x": "player"}) == []


def test_508_1b_what_can_be_attacked() -> None:
    board = attacking([one("x")], planeswalkers=[{"id": "jace", "loyalty": 3}], battles=[{"id": "siege", "defense": 4}])
    assert board.legal_declarations().count() == 4
    assert rules(board, {"x": "siege"}) == []
    assert rules(board, {"x": "chandra"}) == ["508.1b"]


def test_508_1c_alone_and_how_many() -> None:
    assert rules(attacking([one("x", cant_attack_alone=True), one("y")]), {"x": "player"}) == ["508.1c"]
    board = attacking([one("x"), one("y"), one("z")], max_attacking=2)
    assert rules(board, dict.fromkeys("xyz", "player")) == ["508.1c"]
    assert board.legal_declarations().count() == 7


def test_508_1d_as_many_requirements_as_can_be_met() -> None:
    board = attacking([one("x", must_attack=True), one("y")])
    assert rules(board, {"y": "player"}) == ["508.1d"]
    assert board.legal_declarations().count() == 2


def test_701_15b_goaded_by_another_player_it_attacks_this_one() -> None:
    board = attacking([one("x", goaded_by=["third"])], planeswalkers=[{"id": "jace", "loyalty": 3}])
    assert list(board.legal_declarations()) == [{"x": "player"}]
    assert rules(board, {"x": "jace"}) == ["701.15b"]
    # goaded by the defending player it attacks if able, and there is no other player to attack
    mine = attacking([one("x", goaded_by=["player"])], planeswalkers=[{"id": "jace", "loyalty": 3}])
    assert list(mine.legal_declarations()) == [{"x": "player"}, {"x": "jace"}]


def test_701_15d_goaded_twice_by_one_player_is_goaded_once() -> None:
    board = attacking([one("x", goaded_by=["player", "player"])])
    assert board.legal_declarations().layers.total.met == 1


@pytest.mark.parametrize(
    ("attacker", "blocker", "rule"),
    [
        (one("a", "flying"), one("b"), "702.9b"),
        (one("a", "shadow"), one("b"), "702.28b"),
        (one("a"), one("b", "shadow"), "702.28b"),
        (one("a", "horsemanship"), one("b"), "702.31b"),
        (one("a", "fear"), one("b", colors=["red"]), "702.36b"),
        (one("a", "intimidate", colors=["red"]), one("b", colors=["blue"]), "702.13b"),
        (one("a", "intimidate"), one("b", colors=["blue"]), "702.13b"),
        (one("a", "skulk"), one("b", power=3), "702.118b"),
        (one("a", landwalk=True), one("b"), "702.14c"),
        (one("a", "protection from red"), one("b", colors=["red"]), "702.16f"),
        (one("a", "protection from creatures"), one("b"), "702.16f"),
        (one("a", "daunt"), one("b"), "509.1b"),
        (one("a", "unblockable"), one("b"), "509.1b"),
        (one("a", unblockable=True), one("b"), "509.1b"),
        (one("a", min_blocker_power=3), one("b"), "509.1b"),
        (one("a", max_blocker_power=1), one("b"), "509.1b"),
        (one("a"), one("b", can_block_only=["flying"]), "509.1b"),
        (one("a"), one("b", cant_block=True), "509.1b"),
        (one("a"), one("b", tapped=True), "509.1a"),
        (one("a"), one("b", "decayed"), "702.147a"),
        (one("a"), one("b", can_block=0), "509.1a"),
    ],
)
def test_509_1b_who_can_block_whom(attacker: Json, blocker: Json, rule: str) -> None:
    board = blocking([attacker], [blocker])
    assert rules(board, {"b": ["a"]}) == [rule]
    assert list(board.legal_declarations()) == [{}]


@pytest.mark.parametrize(
    ("attacker", "blocker"),
    [
        (one("a", "flying"), one("b", "reach")),
        (one("a", "shadow"), one("b", "shadow")),
        (one("a", "fear"), one("b", types=["Artifact"])),
        (one("a", "fear"), one("b", colors=["black"])),
        (one("a", "intimidate", colors=["red", "blue"]), one("b", colors=["blue"])),
        (one("a", "skulk"), one("b")),
        (one("a"), one("b", "protection from red", colors=["red"])),  # 702.16e: no limit on what it blocks
        (one("a", "flying"), one("b", "flying", can_block_only=["flying"])),
        (one("a", counters={"flying": 1}), one("b", counters={"reach": 1})),  # 122.1b
    ],
)
def test_509_1b_evasion_that_does_not_help(attacker: Json, blocker: Json) -> None:
    assert rules(blocking([attacker], [blocker]), {"b": ["a"]}) == []


def test_509_1a_how_many_it_can_block() -> None:
    attackers = [one("a"), one("b"), one("c")]
    assert rules(blocking(attackers, [one("x")]), {"x": ["a", "b"]}) == ["509.1a"]
    assert rules(blocking(attackers, [one("x", can_block=2)]), {"x": ["a", "b"]}) == []
    assert rules(blocking(attackers, [one("x", can_block="any")]), {"x": ["a", "b", "c"]}) == []


def test_702_111b_menace() -> None:
    board = blocking([one("a", "menace")], [one("x"), one("y")])
    assert rules(board, {"x": ["a"]}) == ["702.111b"]
    assert board.legal_declarations().count() == 2


def test_509_1b_how_many_block_it() -> None:
    three = [one("x"), one("y"), one("z")]
    assert blocking([one("a", min_blockers=3)], three).legal_declarations().count() == 2
    assert blocking([one("a", max_blockers=1)], three).legal_declarations().count() == 4
    assert blocking([one("a", "menace", max_blockers=1)], three).legal_declarations().count() == 1
    assert blocking([one("a")], three, max_blocking=1).legal_declarations().count() == 4
    assert rules(blocking([one("a")], [one("x", cant_block_alone=True), *three[1:]]), {"x": ["a"]}) == ["509.1b"]


def test_509_1c_must_be_blocked_by_two() -> None:
    board = blocking([one("a", must_be_blocked_by=2), one("b")], [one("x"), one("y")])
    assert list(board.legal_declarations()) == [{"x": ("a",), "y": ("a",)}]
    assert rules(board, {"x": ["a"]}) == ["509.1c"]


def test_702_39a_provoked() -> None:
    board = blocking([one("a"), one("b")], [one("x", provoked_by=["b"])])
    assert list(board.legal_declarations()) == [{"x": ("b",)}]
    assert rules(board, {}) == ["702.39a"]


def test_xmage_9881_menace_that_must_be_blocked_takes_two() -> None:
    board = blocking([one("a", "menace", must_be_blocked=True)], [one("x"), one("y")])
    assert best_blocks(board).blocks == {"x": ("a",), "y": ("a",)}


def test_702_22h_blocking_one_of_a_band_blocks_all_of_it() -> None:
    board = blocking([one("a", "banding", band="one"), one("b", band="one")], [one("x")])
    combat = board.combat({"x": ["a"]})
    assert combat.table.blocked == [True, True]


@pytest.mark.parametrize(
    ("board", "score", "number"),
    [
        # who is doomed by its marks, and 702.22j: the defending player divides
        (blocking([one("a")], [one("x", toughness=1, power=1, damage=1), one("y", "banding", toughness=1)]), -2, 2),
        # 702.22j with two: the 2 damage are divided, and nobody of theirs dies
        (blocking([one("a", toughness=1)], [one("x", power=1, toughness=1), one("y", "banding"), one("z", "banding")]),
         -3, 2),
        # 120.3f: both lifelinkers gain in the event that takes the last life
        (blocking(
            [one("a", power=1, toughness=1), one("b")],
            [one("x", "lifelink", power=1, toughness=4, damage=3),
             one("y", "lifelink", power=1, toughness=4, damage=3, value=7)],
            defending_player={"life": 1},
         ), 5, 2),
        # 702.130a: afflict ends the game before damage
        (blocking([one("a", "afflict 2", power=3)], [one("x", power=1)], triggers="pending",
                  defending_player={"life": 1}), 1002, 1),
    ],
)  # fmt: skip
def test_best_blocks_once_got_wrong(board: DeclareBlockers, score: float, number: int) -> None:
    best = best_blocks(board)
    assert (best.status, best.score, len(best.blocks)) == ("optimal", score, number)


def test_a_player_at_no_life_may_be_saved_by_lifelink() -> None:
    """120.3f: gained in the event of the first step, before state-based actions look."""
    board = blocking(
        [one("a", "trample over planeswalkers", power=3, toughness=1, attacking="s"), one("b", attacking="s")],
        [one("x", "lifelink", power=4, toughness=1)],
        battles=[{"id": "s", "defense": 4}],
        defending_player={"life": -2},
    )
    plain = min(solve(board.combat(blocks)).score for blocks in board.legal_declarations())
    assert best_blocks(board).score == plain
