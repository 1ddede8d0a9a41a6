"""Both players' ends: who has lost, what that does to combat and to the score, and who is told of it (704.5)."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import board_strategies
import bruteforce
import pytest
import strategies
from shares import large_share
from test_results import combat, creature, duel

from optimizer import DeclareAttackers, DeclareBlockers, best_attacks, best_blocks, board_from_document, solve
from optimizer.model.combat import Combat
from optimizer.report.advice import Advice, advise, advise_attacks
from optimizer.report.pictures import draw
from optimizer.rules.score import Prices
from optimizer.search.blocks.board_bounds import attacker_at_stake
from optimizer.search.blocks.lethality import Stakes
from optimizer.search.line.dispatch import optimistic
from optimizer.search.line.frontier import attacker_can_lose, attacker_must_lose, can_lose

Json = dict[str, Any]

EXAMPLES = int(os.environ.get("TRUTH_EXAMPLES", "350"))
SENDS: Json = {"excess_to_controller": True}


def low(life: int = 3, **fields: Any) -> Json:
    """A document's fields for an attacking player with so much life."""
    return {"attacking_player": {"life": life, **fields}}


# What ends it


def test_704_5a_the_attacking_player_loses_at_zero_life_and_combat_ends() -> None:
    """Giant 5/5 sends 5 - 2 = 3 on in the first step; the second, in which the bear would strike, is not played."""
    attacker, blocker = creature("bear", "2/2"), creature("giant", "5/5", "double strike", **SENDS)
    ended = duel(attacker, blocker, **low()).resolve()
    assert (ended.outcome.attacking_life, ended.outcome.loses, ended.next) == (0, "attacking", None)
    spared = duel(attacker, blocker, **low(4)).resolve()
    assert (spared.outcome.attacking_life, spared.outcome.loses) == (1, None)


def test_704_5a_a_second_attacker_has_no_second_step() -> None:
    """The ox, unblocked, would deal 3 in the regular step."""
    attackers = [creature("bear", "2/2"), creature("ox", "3/3")]
    giant = creature("giant", "5/5", "first strike", blocks=["bear"], **SENDS)
    best = solve(combat(attackers, [giant], **low()))
    assert best.score == -4 - 3 - 1000
    assert (best.outcome.loses, len(best.line), best.outcome.defending_life) == ("attacking", 1, 20)


@pytest.mark.parametrize(("keyword", "counters"), [("infect", 3), ("toxic 3", 3), ("poisonous 3", 3)])
def test_704_5c_the_attacking_player_loses_at_ten_poison(keyword: str, counters: int) -> None:
    giant = creature("giant", "5/5", keyword, **SENDS)
    ended = duel(creature("bear", "2/2"), giant, **low(20, poison=10 - counters)).resolve()
    assert (ended.outcome.attacking_poison, ended.outcome.loses) == (10, "attacking")
    spared = duel(creature("bear", "2/2"), giant, **low(20, poison=9 - counters)).resolve()
    assert (spared.outcome.attacking_poison, spared.outcome.loses) == (9, None)


def test_104_4a_both_at_once_is_a_draw_and_counts_for_nobody() -> None:
    """The ox takes the last 3, the giant sends on the last 3: 3 - 3 for life, 4 for the bear."""
    attackers = [creature("bear", "2/2"), creature("ox", "3/3")]
    giant = creature("giant", "5/5", blocks=["bear"], **SENDS)
    best = solve(combat(attackers, [giant], defending_player={"life": 3}, **low()))
    assert (best.score, best.outcome.loses) == (-4.0, "both")
    assert [str(side) for side in best.outcome.losers] == ["attacking", "defending"]


def test_702_15b_lifelink_saves_the_attacking_player_in_the_same_step() -> None:
    """3 life, 3 sent on, 2 gained by the bear: 2 left. Without lifelink it is lost."""
    giant = creature("giant", "5/5", **SENDS)
    saved = duel(creature("bear", "2/2", "lifelink"), giant, **low()).resolve()
    assert (saved.outcome.attacking_life, saved.outcome.loses) == (2, None)
    assert duel(creature("bear", "2/2"), giant, **low()).resolve().outcome.loses == "attacking"


def test_who_starts_at_zero_life_is_looked_at_after_the_first_step() -> None:
    """Either player alike: lost after damage, unless life is gained with it."""
    bear = creature("bear", "2/2")
    assert solve(combat([bear], **low(0))).score == 2 - 1000
    assert solve(combat([bear], defending_player={"life": 0})).score == 2 + 1000
    assert solve(combat([bear], defending_player={"life": 0}, **low(0))).score == 2
    assert solve(combat([creature("bear", "2/2", "lifelink")], **low(0))).score == 4
    board: Json = {"creatures": [bear], "defenders": []}
    for life in ({}, {"defending_player": {"life": 20}}):
        found = best_attacks(DeclareAttackers.from_document(board | life | low(0)))
        assert (found.score, dict(found.attacks)) == (0.0, {})


def test_the_attacking_player_divides_so_as_not_to_lose() -> None:
    """The giant strikes in the second step; 4 of first strike kill it, or the two bears, which are worth more."""
    knight = creature("knight", "4/9", "first strike")
    theirs = [creature("giant", "12/4", **SENDS, value=1), creature("elk", "2/2"), creature("elf", "2/2")]
    fight = duel(knight, *theirs, **low())
    best = solve(fight)
    assert best.line[0].attacking == {"knight": {"giant": 4}}
    assert (best.score, best.outcome.loses) == (1.0, None)
    assert solve(fight, weights=fight.weights.__class__(win=0)).score == 8 - 7


def test_blocks_that_end_the_game_for_the_attacking_player() -> None:
    """Alone the giant's block is worth 4 + 3; with the win it is the best by far, and the bear stays at home."""
    board: Json = {
        "attackers": [creature("bear", "2/2"), creature("wurm", "9/9")],
        "defenders": [creature("giant", "5/5", **SENDS)],
    }
    found = best_blocks(DeclareBlockers.from_document(board | low()))
    assert (found.score, found.blocks, found.outcome.loses) == (9 - 4 - 3 - 1000, {"giant": ("bear",)}, "attacking")
    attacks: Json = {"creatures": board["attackers"], "defenders": board["defenders"]}
    alone = best_attacks(DeclareAttackers.from_document(attacks | low()))
    assert dict(alone.attacks) == {"wurm": "player"}


def test_no_reply_after_a_loss() -> None:
    """The attack has to be made, and loses the game: nothing is left to reply to."""
    document: Json = {
        "creatures": [creature("bear", "2/2", must_attack=True)],
        "defenders": [creature("giant", "5/5", **SENDS)],
        "crackback": True,
    }
    found = best_attacks(DeclareAttackers.from_document(document | low()))
    assert (found.score, found.reply, found.outcome.loses) == (-4 - 3 - 1000, 0.0, "attacking")
    assert "No reply next turn: the attacking player has lost." in str(advise_attacks(found))


# What is told of it


def told(document: Combat) -> Advice:
    """The advice on a combat."""
    advice = advise(solve(document))
    assert isinstance(advice, Advice)
    return advice


def test_texts_and_pictures_name_who_loses() -> None:
    attackers = [creature("bear", "2/2"), creature("ox", "3/3")]
    giant = creature("giant", "5/5", blocks=["bear"], **SENDS)
    lost = told(combat(attackers, [giant], **low()))
    assert "the attacking player  life 3 -> 0, loses the game" in str(lost)
    assert "winning    -1000.0" in str(lost)
    assert "The attacking player loses the game." in draw(lost.solution)
    drawn = told(combat(attackers, [giant], defending_player={"life": 3}, **low()))
    assert str(drawn).count("loses the game") == 2
    assert "Both players lose the game." in draw(drawn.solution)


# Bounds, each held alone against everything that can happen


def test_120_4a_excess_is_sent_on_in_both_steps() -> None:
    """5 - 2 = 3 in the first step, with 2 marked on the bear; then all 5 are excess."""
    giant = creature("giant", "5/5", "double strike", **SENDS)
    fight = duel(creature("bear", "2/2", "indestructible"), giant, **low(8))
    assert attacker_can_lose(fight.table, fight.table.start)
    assert (solve(fight).outcome.attacking_life, solve(fight).outcome.loses) == (0, "attacking")
    spared = duel(creature("bear", "2/2", "indestructible"), giant, **low(11))
    assert not attacker_can_lose(spared.table, spared.table.start)


@large_share(5)
@pytest.mark.parametrize("profile", ["ends", "ends+triggers", "ends+banding", "all"])
def test_who_can_t_lose_never_does_and_no_line_is_better_than_the_bound(profile: str, times: int) -> None:
    for seed in range(times * EXAMPLES // 7):
        document = strategies.random_document(Random(seed), profile)
        read = Combat.from_document(document)
        table, prices = read.table, Prices(read)
        losing = {end["loses"] for end in bruteforce.outcomes(document)}
        if not attacker_can_lose(table, table.start):
            assert losing.isdisjoint({"attacking", "both"}), document
        if attacker_must_lose(table, table.start):
            assert losing <= {"attacking", "both"}, document
        if not can_lose(table, table.start):
            assert losing.isdisjoint({"defending", "both"}), document
        most = prices.score(table, table.start) + optimistic(prices, table, table.start)
        assert prices.points(most) >= bruteforce.best(document), document


@large_share(5)
@pytest.mark.parametrize("profile", ["ends", "ends+triggers", "ends+stakes+strikes", "ends+multiblock"])
def test_blocks_after_which_the_attacking_player_can_t_lose(profile: str, times: int) -> None:
    for seed in range(times * EXAMPLES // 7):
        board = board_from_document(board_strategies.random_board(Random(seed), "blocks", profile))
        assert isinstance(board, DeclareBlockers)
        stakes = Stakes(board)
        for blocks in board.legal_declarations():
            numbers = {one.id: place for place, one in enumerate(board.defenders)}
            masks = [
                sum(1 << numbers[name] for name, chosen in blocks.items() if one.id in chosen)
                for one in board.attackers
            ]
            table = board.combat(blocks).table
            if attacker_can_lose(table, table.start):
                assert stakes.attacker_can_lose(masks)
                assert attacker_at_stake(board)
