"""Blocks by branch and bound, and by components, against plain enumeration: every legal declaration played out."""

from __future__ import annotations

import os
import time
from random import Random
from typing import Any

import pytest
from board_strategies import random_board
from shares import large_share

from optimizer import DeclareBlockers, Limit, best_blocks
from optimizer.rules.declarations.pairs import Pairs
from optimizer.search.blocks.branch_and_bound import branch
from optimizer.search.blocks.choice import Chosen
from optimizer.search.blocks.components import Components
from optimizer.search.blocks.enumeration import every_block
from optimizer.search.blocks.play_out import Deadline, play_out

Json = dict[str, Any]

EXAMPLES = int(os.environ.get("TRUTH_EXAMPLES", "40"))
MOST = 400
"""So many declarations at most are played out for one board."""

PROFILES = (
    *("multiblock", "multiblock+stakes", "multiblock+strikes", "multiblock+targets", "multiblock+rules", "targets"),
    *("multiblock+bands", "multiblock+corners", "multiblock+weights", "multiblock+triggers", "multiblock+ordered"),
    *("multiblock+marks", "multiblock+stakes+strikes", "bands", "all"),
)
KEYWORDS = {
    **{"flying": 15, "first strike": 10, "double strike": 4, "trample": 25, "deathtouch": 15, "lifelink": 15},
    **{"menace": 8, "indestructible": 7},
}


def everyday_board(rng: Random) -> Json:
    """A board of everyday creatures, some of them equal, some blocking several, some attacking one planeswalker."""
    strikes = rng.random() < 0.4

    def creature(name: str) -> Json:
        words = [word for word, percent in KEYWORDS.items() if rng.randrange(100) < percent]
        words = [word for word in words if strikes or "strike" not in word]
        return {"id": name, "power": rng.randint(0, 5), "toughness": rng.randint(1, 5), "keywords": words}

    sides = [[creature(f"{side}{n}") for n in range(rng.randint(2, most))] for side, most in (("a", 4), ("d", 3))]
    for side in sides:
        for n in range(1, len(side)):
            if rng.random() < 0.3:
                side[n] = side[n - 1] | {"id": side[n]["id"]}
    attackers, defenders = sides
    for one in defenders:
        if rng.random() < 0.6:
            one["can_block"] = rng.choice([2, "any"])
    board: Json = {"attackers": attackers, "defenders": defenders}
    board["defending_player"] = {"life": rng.choice([20, 20, 3, 5, 8, 10])}
    if rng.random() < 0.4:
        board["planeswalkers"] = [{"id": "w", "loyalty": rng.randint(1, 6)}]
        for one in attackers:
            if rng.random() < 0.6:
                one["attacking"] = "w"
            if rng.random() < 0.15:
                one["keywords"] = [*one["keywords"], "trample over planeswalkers"]
    return board


def plainly(board: DeclareBlockers) -> tuple[float, int] | None:
    """The least score and the fewest that block for it, by playing out everything; None where that takes too long, or
    where there are too many damage assignment orders."""
    if board.legal_declarations().count() > MOST:
        return None
    keys = []
    for blocks in board.legal_declarations():
        whole = play_out(board, blocks, Deadline(None))
        if not whole.proven:
            return None
        keys.append((whole.score, len(blocks)))
    return min(keys)


def agrees(board: DeclareBlockers, found: Chosen, best: tuple[float, int]) -> None:
    """The same score, as few that block, legal and proven."""
    assert found.proven
    assert (found.score, found.bound) == pytest.approx((best[0], best[0]))
    assert len(found.blocks) == best[1]
    assert board.violations(found.blocks) == []
    assert play_out(board, found.blocks, Deadline(None)).score == pytest.approx(best[0])


def both_agree(document: Json) -> bool:
    """Both methods find what plain enumeration finds; whether there was a bound for branch and bound."""
    board = DeclareBlockers.from_document(document)
    best = plainly(board)
    if best is None:
        return False
    agrees(board, every_block(board, Deadline(None)), best)
    found = branch(board, Pairs(board), Deadline(None))
    if found is not None:
        agrees(board, found, best)
    return found is not None


@large_share(5)
@pytest.mark.parametrize("profile", PROFILES)
def test_random_boards(profile: str, times: int) -> None:
    for seed in range(times * EXAMPLES // 4):
        both_agree(random_board(Random(f"{profile} {seed}"), "blocks", profile))


@large_share(5)
def test_everyday_boards(times: int) -> None:
    bounded = sum(both_agree(everyday_board(Random(seed))) for seed in range(times * EXAMPLES))
    assert bounded > times * EXAMPLES // 3


def large_board(seed: int, ours: int, theirs: int, **fields: Any) -> DeclareBlockers:
    rng = Random(seed)
    attackers = [{"id": f"a{n}", "power": rng.randint(1, 5), "toughness": rng.randint(1, 5)} for n in range(ours)]
    defenders = [{"id": f"d{n}", "power": rng.randint(1, 5), "toughness": rng.randint(1, 5)} for n in range(theirs)]
    for one, number in zip(defenders, [2, "any"], strict=False):
        one["can_block"] = number
    return DeclareBlockers.from_document({"attackers": attackers, "defenders": defenders, **fields})


def test_six_by_six_with_two_that_block_several() -> None:
    """Some 1.3 million blocks; the answer holds against every change of one creature's block."""
    board = large_board(1, 6, 6)
    began = time.process_time()
    best = best_blocks(board)
    assert time.process_time() - began < 10
    assert (best.status, best.bound) == ("optimal", best.score)
    legal = board.legal_declarations()
    for place, one in enumerate(board.defenders):
        for targets in legal.options(place):
            names = tuple(board.attackers[at].id for at in targets)
            other = {name: chosen for name, chosen in best.blocks.items() if name != one.id}
            other |= {one.id: names} if names else {}
            assert (play_out(board, other, Deadline(None)).score, len(other)) >= (best.score, len(best.blocks))


@pytest.mark.parametrize("milliseconds", [1, 20, 100])
def test_the_bound_holds_under_a_limit(milliseconds: int) -> None:
    board = large_board(3, 5, 5, defending_player={"life": 8})
    best = best_blocks(board)
    early = best_blocks(board, limit=Limit(milliseconds / 1000))
    assert early.bound <= best.score <= early.score
    assert board.violations(early.blocks) == []


def test_components_add_up() -> None:
    """Fights that share nothing are worth the sum; equal ones are played once."""
    document = {
        "attackers": [{"id": f"a{n}", "power": 3, "toughness": 3} for n in range(4)],
        "defenders": [{"id": f"d{n}", "power": 2, "toughness": 2, "can_block": 2} for n in range(2)],
    }
    board = DeclareBlockers.from_document(document)
    components = Components(board, Deadline(None))
    blocks = {"d0": ("a0", "a1"), "d1": ("a2", "a3")}
    masks = components.masks(blocks)
    assert masks == [1, 1, 2, 2]
    assert components.split(masks) == [((0, 1), (1, 1)), ((2, 2), (3, 2))]
    value, proven = components.total(masks)
    assert proven
    assert value / components.scale == play_out(board, blocks, Deadline(None)).score
    assert len(components.memo) == 1
