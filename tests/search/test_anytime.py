"""Blocks and attacks under a limit: what is claimed is true, and the clock is looked at often enough."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from types import FrameType
from typing import Any

import bruteforce_boards
import numpy as np
import pytest
from board_strategies import PROFILES, random_board, small_enough
from shares import large_share

from optimizer import DeclareAttackers, DeclareBlockers, Limit, best_attacks, best_blocks
from optimizer.formats.json.boards import board_from_document
from optimizer.rules.declarations.pairs import Pairs
from optimizer.search.attacks import counter_attack
from optimizer.search.blocks.fights import Fights
from optimizer.search.blocks.limited_blocks import least_worth
from optimizer.search.blocks.local_search import LocalSearch
from optimizer.search.blocks.play_out import Deadline, play_out
from optimizer.search.blocks.price_bound import PriceBound
from optimizer.search.blocks.single_fights import SingleFights

WORDS = (
    "flying", "trample", "first strike", "double strike", "lifelink", "deathtouch", "indestructible", "menace",
    "infect", "undying", "persist",
)  # fmt: skip


def creature(rng: Random, ident: str, words: tuple[str, ...] = WORDS) -> dict[str, Any]:
    """Any creature; often without value, or with one of its own."""
    found: dict[str, Any] = {
        "id": ident, "power": rng.randint(0, 6), "toughness": rng.randint(1, 6),
        "keywords": [word for word in words if rng.random() < 0.15],
    }  # fmt: skip
    if rng.random() < 0.3:
        found["value"] = rng.choice([0, 1, 3, 9])
    return found


def board(seed: int, attackers: int, defenders: int, words: tuple[str, ...] = WORDS, **top: Any) -> dict[str, Any]:
    """A random board document, before blocks."""
    rng = Random(seed)
    found = {
        "attackers": [creature(rng, f"a{n}", words) for n in range(attackers)],
        "defenders": [creature(rng, f"b{n}", words) for n in range(defenders)],
        "defending_player": {"life": rng.choice([1, 3, 5, 20])},
        **top,
    }
    for one in found["defenders"]:
        if rng.random() < 0.15:
            one["can_block"] = 2
    return found


def before_blocks(document: dict[str, Any]) -> DeclareBlockers:
    """The board in which all attackers attack."""
    return DeclareBlockers.from_document(document)


def before_attacks(document: dict[str, Any]) -> DeclareAttackers:
    """The board in which none has been declared yet."""
    rest = {name: value for name, value in document.items() if name != "attackers"}
    return DeclareAttackers.from_document({"creatures": document["attackers"], **rest})


def least(subject: DeclareBlockers) -> float:
    """The best blocks by definition: each legal declaration played out."""
    return min(play_out(subject, blocks, Deadline(None)).score for blocks in subject.legal_declarations())


def test_single_fights_are_those_of_the_solver() -> None:
    words = ("trample", "first strike", "double strike", "lifelink", "deathtouch", "indestructible")
    for seed in range(60):
        rng = Random(seed)
        subject = before_blocks({
            "attackers": [creature(rng, f"a{n}", words * 2) for n in range(2)],
            "defenders": [creature(rng, f"b{n}", words * 2) for n in range(4)],
        })  # fmt: skip
        fights = Fights(subject, Pairs(subject), Deadline(None), at_stake=False)
        singles = SingleFights(fights)
        for attacker in range(2):
            for chosen in range(16):
                assert singles.fight(attacker, chosen).value == fights.worth(attacker, chosen).value, (seed, chosen)


@pytest.mark.parametrize(("words", "exact"), [(WORDS, 0), (("flying", "trample", "lifelink", "deathtouch"), 15)])
def test_no_blocks_lead_to_less_than_the_prices_prove(words: tuple[str, ...], exact: int) -> None:
    """With ordinary creatures the bound is mostly the best blocks' score itself."""
    reached = 0
    for seed in range(30):
        subject = before_blocks(board(seed, 3, 3, words))
        fights = Fights(subject, Pairs(subject), Deadline(None), at_stake=True)
        bounding = PriceBound(fights, SingleFights(fights))
        found = bounding.bounds(np.ones(3, dtype=bool), Deadline(None)).least / fights.scale
        truth = least(subject)
        assert found <= truth, seed
        reached += found == truth
    assert reached >= exact


@pytest.mark.parametrize("seconds", [0.0, 0.002, 0.02])
def test_what_is_claimed_of_blocks_is_true(seconds: float) -> None:
    for seed in range(15):
        subject = before_blocks(board(seed, 3, 4))
        found = best_blocks(subject, limit=Limit(seconds))
        assert not subject.violations(found.blocks)
        truth = play_out(subject, found.blocks, Deadline(None)).score
        assert found.score >= truth
        assert truth <= play_out(subject, {}, Deadline(None)).score
        assert found.bound <= least(subject)
        assert found.line_score == found.play.score


@pytest.mark.parametrize("seconds", [0.0, 0.005, 0.05])
def test_what_is_claimed_of_attacks_is_true(seconds: float) -> None:
    for seed in range(15):
        subject = before_attacks(board(seed, 3, 3))
        found = best_attacks(subject, limit=Limit(seconds))
        assert not subject.violations(found.attacks)
        truth = least(subject.attacked(found.attacks)) if found.attacks else 0.0
        assert 0.0 <= found.score <= truth, seed
        best = max(least(subject.attacked(one)) if one else 0.0 for one in subject.legal_declarations())
        assert found.bound >= best, seed


def test_local_search_adds_up_what_the_line_comes_to() -> None:
    exact = 0
    for seed in range(30):
        subject = before_blocks(board(seed, 5, 5, defending_player={"life": 100}))
        single = DeclareBlockers.from_document(subject.to_document() | {
            "defenders": [{k: v for k, v in one.items() if k != "can_block"}
                          for one in subject.to_document()["defenders"]]
        })  # fmt: skip
        fights = Fights(single, Pairs(single), Deadline(None), at_stake=True)
        search = LocalSearch(fights, Deadline(None))
        search.greedy()
        search.settle()
        assert search.total == search.sum_up()
        if search.safe:
            exact += 1
            assert search.score == least_worth(single, play_out(single, search.blocks(), Deadline(None)))
    assert exact > 20


class Work:
    """A clock that goes by the calls of functions: what a machine's speed and its other jobs don't change."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> float:
        return float(self.calls)

    def count(self, frame: FrameType, event: str, argument: object) -> None:
        """A profile function."""
        self.calls += event in ("call", "c_call")

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count while it lasts."""
        before = sys.getprofile()
        sys.setprofile(self.count)
        try:
            yield
        finally:
            sys.setprofile(before)


OVER = 40_000
"""Calls that an answer may come late: what is put together once the limit has come, a few milliseconds' worth."""


@pytest.mark.parametrize("limit", [5_000, 50_000, 300_000])
@pytest.mark.parametrize(("read", "ask"), [(before_blocks, best_blocks), (before_attacks, best_attacks)])
def test_an_answer_comes_in_time(read: Callable[..., Any], ask: Callable[..., Any], limit: int) -> None:
    for seed, size in ((1, 6), (2, 12), (3, 20)):
        subject = read(board(seed, size, size))
        work = Work()
        with work.counted():
            ask(subject, limit=Limit(limit, work))
        assert work.calls <= limit * 1.1 + OVER, (seed, size)


def test_requirements_are_counted_in_time() -> None:
    document = board(4, 12, 12)
    for number, one in enumerate(document["defenders"]):
        one["can_block"] = 1 + number % 3
        one["must_block"] = True
    for number, one in enumerate(document["attackers"]):
        one["must_be_blocked_by"] = 1 + number % 4
    subject = before_blocks(document)
    work = Work()
    with work.counted():
        best_blocks(subject, limit=Limit(50_000, work))
    assert work.calls <= 55_000 + OVER


def test_a_win_is_claimed_only_where_all_blocks_lose() -> None:
    """Two attackers for 2 each at 4 life: one blocker is enough to live."""
    bears = [{"id": f"a{n}", "power": 2, "toughness": 2} for n in range(2)]
    one = {"creatures": bears, "defenders": [{"id": "b", "power": 0, "toughness": 9}], "defending_player": {"life": 4}}
    assert best_attacks(DeclareAttackers.from_document(one), limit=Limit(0.05)).score < 100
    two = one | {"defending_player": {"life": 2}}
    assert best_attacks(DeclareAttackers.from_document(two), limit=Limit(60)).score > 900


@large_share(5)
@pytest.mark.parametrize("profile", PROFILES)
def test_what_is_claimed_with_the_counter_attack_is_true(
    profile: str, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on large boards: by the estimate of the reply, with a limit and without."""
    monkeypatch.setattr(counter_attack, "is_small", lambda board: False)
    for seed in range(4 * times):
        document = random_board(Random(f"{profile}{seed}"), "crackback", profile)
        if not small_enough(document):
            continue
        found = best_attacks(board_from_document(document), limit=Limit(20) if seed % 2 else None)
        assert found.score <= bruteforce_boards.attack_value(document, dict(found.attacks))
        assert found.bound >= bruteforce_boards.best_attacks(document)[0]


def test_what_comes_back_larger_is_no_surprise_to_the_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Wolf blocks, dies and comes back as a 2/2 that strikes for 2: no claim says more than -4."""
    monkeypatch.setattr(counter_attack, "is_small", lambda board: False)
    found = best_attacks(DeclareAttackers.parse("Ox 3/3 must-attack vs Wolf 1/1 undying | crackback"))
    assert (found.attacks, found.line_score) == ({"ox": "player"}, -4)
    assert found.score <= -4
    assert counter_attack.Reply(found.board, Deadline(None)).most(found.attacks, Deadline(None)) >= 2
