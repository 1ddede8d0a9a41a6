"""Each bound alone, against the brute force: no line and no fight is outside what it says."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import adversarial
import bruteforce
import bruteforce_boards as truth
import pytest
from shares import large_share

from optimizer import Combat, DeclareAttackers, DeclareBlockers
from optimizer.rules.declarations.pairs import Pairs
from optimizer.rules.score import Prices
from optimizer.search.attacks.attack_search import Onslaught
from optimizer.search.attacks.shared_subset_sums import Together
from optimizer.search.blocks.board_bounds import BoardBounds
from optimizer.search.blocks.branch_and_bound_costs import RelaxedCosts
from optimizer.search.blocks.components import Components
from optimizer.search.blocks.fights import Fights
from optimizer.search.blocks.lethality import Stakes
from optimizer.search.blocks.lower_bounds import floors
from optimizer.search.blocks.method import separable
from optimizer.search.blocks.play_out import Deadline
from optimizer.search.line.dispatch import optimistic

Json = dict[str, Any]

EXAMPLES = int(os.environ.get("BOUNDS_EXAMPLES", "10"))
"""Boards or combats of each profile."""

SAFE = {"attacking_player": {"life": 1000}, "defending_player": {"life": 1000}}


def cases(kind: str, profile: str, number: int) -> Iterator[Json]:
    for seed in range(number):
        yield adversarial.random_case(Random(f"bounds {kind} {profile} {seed}"), kind, profile)


def win(document: Json) -> float:
    return float({**bruteforce.DEFAULT_WEIGHTS, **document.get("weights", {})}["win"])


@large_share(8)
@pytest.mark.parametrize("profile", adversarial.PROFILES)
def test_no_line_is_outside_the_ranges(profile: str, times: int) -> None:
    """Whatever anybody assigns, the best or not, and after either step."""
    for board in cases("blocks", profile, times * EXAMPLES):
        bounds = BoardBounds.of(DeclareBlockers.from_document(board))
        low, high = (end / bounds.scale for end in bounds.anything)
        for blocks in truth.legal_blocks(board):
            document = truth.combat(board, blocks)
            for score, lost in bruteforce.scores(document):
                without = score - win(document) * lost
                assert low <= without <= high
                assert bounds.lowest <= score <= bounds.highest


@large_share(8)
@pytest.mark.parametrize("profile", adversarial.PROFILES)
def test_no_line_is_better_than_optimistic(profile: str, times: int) -> None:
    for document in cases("combat", profile, times * EXAMPLES):
        combat = Combat.from_document(document)
        table, prices = combat.table, Prices(combat)
        start = prices.score(table, table.start)
        most = prices.points(start + optimistic(prices, table, table.start))
        assert max((score for score, _ in bruteforce.scores(document)), default=0) <= most


@large_share(8)
@pytest.mark.parametrize("profile", adversarial.PROFILES)
def test_who_can_lose_and_who_must(profile: str, times: int) -> None:
    number = 0
    for board in cases("blocks", profile, times * EXAMPLES):
        before = DeclareBlockers.from_document(board)
        stakes, masks = Stakes(before), Components(before, Deadline(None)).masks
        for blocks in truth.legal_blocks(board):
            lost = {lost for _, lost in bruteforce.scores(truth.combat(board, blocks), whole=True)}
            number += stakes.can_lose(masks(blocks))
            assert stakes.can_lose(masks(blocks)) or True not in lost
            assert not stakes.must_lose(masks(blocks)) or False not in lost
    assert number


def alone(board: Json, attacker: str, blockers: list[str], first: bool) -> Json:
    """The combat of one attacker and some blockers, in which nobody can lose."""
    fight = truth.combat(board, dict.fromkeys(blockers, (attacker,)))
    fight["attackers"] = [one for one in fight["attackers"] if one["id"] == attacker]
    return fight | SAFE | ({"step": "first-strike"} if first else {})


@large_share(8)
@pytest.mark.parametrize("profile", adversarial.PROFILES)
def test_no_fight_falls_short_of_its_floor(profile: str, times: int) -> None:
    """The floor's value of every set of blockers, and its push whenever combat ends; also of creatures all of whose
    fights are known otherwise. None takes more life or poison than it says."""
    number = 0
    for board in cases("blocks", profile, 2 * times * EXAMPLES):
        before = DeclareBlockers.from_document(board)
        pairs = Pairs(before)
        if board.get("rules") == "ordered" or not separable(before, pairs):
            continue
        fights = Fights(before, pairs, Deadline(None), at_stake=True)
        for place, one in enumerate(before.attackers):
            floor, worths = floors(fights, place), fights.worths(place)
            for chosen in range(1 << len(fights.bits)):
                if not worths.legal[chosen]:
                    continue
                names = [b.id for bit, b in enumerate(fights.blockers) if chosen >> bit & 1]
                document = alone(board, one.id, names, first=fights.strikes_first)
                best = bruteforce.best(document) * fights.scale
                assert floor.value[chosen] <= best
                assert worths.value[chosen] <= best
                assert worths.open[chosen] or worths.value[chosen] == best
                assert floor.push[chosen] <= min(score for score, _ in bruteforce.scores(document)) * fights.scale
                for taken in bruteforce.taken(document):
                    assert floor.life[chosen] >= taken[0] and worths.life[chosen] >= taken[0]
                    assert floor.poison[chosen] >= taken[1] and worths.poison[chosen] >= taken[1]
                number += 1
    assert number > 2 * times * EXAMPLES or "several" in profile or "weights" in profile


@large_share(8)
@pytest.mark.parametrize("profile", [profile for profile in adversarial.PROFILES if "several" in profile])
def test_no_blocks_cost_less_than_relaxed(profile: str, times: int) -> None:
    """The fights of full-damage copies, added up, for all blocks by creatures that may block several."""
    number = 0
    for board in cases("blocks", profile, times * EXAMPLES):
        board |= SAFE
        before = DeclareBlockers.from_document(board)
        components = Components(before, Deadline(None))
        pairs, stakes = Pairs(before), Stakes(before)
        weights = before.weights
        values = [one.value for one in (*before.attackers, *before.defenders)]
        if components.touchy or min(weights.creature, weights.life, 0, *values) < 0 or not any(pairs.capacity):
            continue
        costs = RelaxedCosts(before, pairs, stakes, components.shared, Deadline(None))
        if costs.fights.scale != components.scale or board.get("rules") == "ordered":
            continue
        for blocks in truth.legal_blocks(board):
            used = set(blocks)
            total = -sum(costs.gains(bit) for bit in costs.copies if costs.blockers[bit].id in used)
            for place, one in enumerate(before.attackers):
                chosen = sum(1 << bit for bit, b in enumerate(costs.blockers) if one.id in blocks.get(b.id, ()))
                total += int(costs.value[0][place][chosen])
            assert total <= truth.block_value(board, blocks) * components.scale
            number += 1
    assert number > times * EXAMPLES


@large_share(8)
@pytest.mark.parametrize("profile", ["race+strikes", "race+excess", "race+returns", "race+brink", "mixed", "weights"])
def test_no_more_attackers_come_to_more_than_the_ceiling(profile: str, times: int) -> None:
    """Whoever attacks besides those chosen so far."""
    number = 0
    for board in cases("attacks", profile, times * EXAMPLES // 2):
        search = Onslaught(DeclareAttackers.from_document(board), Deadline(None))
        sums = None if search.fights is None else Together.of(search, search.fights)
        values = {frozenset(one.items()): truth.attack_value(board, one) for one in truth.legal_attacks(board)}
        assert max(values.values()) <= search.ceiling
        if sums is None or len(search.board.targets) > 1:
            continue
        names = [one["id"] for one in board["creatures"]]
        frames = [sums.start()]
        for place in range(len(names)):
            frames += [sums.then(frame, place, "player") for frame in frames if search.legal.able[place]]
            for frame in frames:
                so_far = set(frame.attacks)
                later = [v for key, v in values.items() if {one for one, _ in key} & set(names[: place + 1]) == so_far]
                assert all(value <= sums.ceiling(frame, place + 1) for value in later)
                number += len(later)
    assert number


@large_share(8)
@pytest.mark.parametrize("profile", ["near", "race+strikes", "race+excess", "race+returns", "race+brink", "mixed"])
def test_shared_fights_say_what_every_attack_comes_to(profile: str, times: int) -> None:
    """Not the best attack alone, whose blocks are worked out again on their own."""
    number = 0
    for board in cases("attacks", profile, times * EXAMPLES):
        search = Onslaught(DeclareAttackers.from_document(board), Deadline(None))
        if search.fights is None:
            continue
        for attacks in truth.legal_attacks(board):
            found = search.weigh(attacks)
            if found.proven:
                assert found.score == truth.attack_value(board, attacks)
                number += 1
    assert number
