"""Best blocks of boards with crowds, against the dynamic programme over sets and against every block."""

from __future__ import annotations

import os
import time
from random import Random
from typing import Any

import adversarial
import bruteforce_boards as truth
import pytest

from benchmarks.constructed import tokens
from benchmarks.families import drawn
from optimizer import DeclareBlockers, Limit, best_blocks
from optimizer.rules.declarations.pairs import Pairs
from optimizer.search.blocks.choice import Chosen
from optimizer.search.blocks.column_generation import crowd
from optimizer.search.blocks.enumeration import every_block
from optimizer.search.blocks.method import separable
from optimizer.search.blocks.play_out import Deadline, play_out
from optimizer.search.blocks.separate import separate

Json = dict[str, Any]

BOARDS = int(os.environ.get("CROWD_BOARDS", "30"))
"""For each sort."""

ORDINARY = {
    "flying": 15, "reach": 10, "first strike": 20, "double strike": 7, "trample": 25, "deathtouch": 15, "lifelink": 15,
    "menace": 10, "indestructible": 7,
}  # fmt: skip
UNUSUAL = {
    "infect": 8, "wither": 6, "undying": 6, "persist": 6, "toxic 1": 10, "skulk": 5, "bushido 1": 8, "flanking": 8,
    "afflict 1": 8, "exalted": 8,
}  # fmt: skip


def often(rng: Random, percent: int) -> bool:
    return rng.randrange(100) < percent


def creature(rng: Random, identity: str, unusual: bool) -> Json:
    words = ORDINARY | UNUSUAL if unusual else ORDINARY
    one: Json = {"id": identity, "power": rng.randint(0, 5), "toughness": rng.randint(1, 5)}
    one["keywords"] = [word for word, percent in words.items() if often(rng, percent)]
    if often(rng, 15):
        one["value"] = rng.choice([0, 1, 0.5, 7])
    if unusual:
        one |= {"damage": rng.randint(1, 4)} if often(rng, 10) else {}
        one |= {"regeneration": 1} if often(rng, 6) else {}
        one |= {"prevent": rng.choice([1, 2, "all"])} if often(rng, 6) else {}
        one |= {"excess_to_controller": True} if often(rng, 4) else {}
        one |= {"as_though_unblocked": True} if often(rng, 4) else {}
    return one


def restrict(rng: Random, board: Json) -> None:
    for one in board["attackers"]:
        for field, values in {
            "must_be_blocked": [True], "lure": [True], "max_blockers": [1, 2], "min_blockers": [2, 3],
            "must_be_blocked_by": [1, 2, 3],
        }.items():  # fmt: skip
            if often(rng, 12):
                one[field] = rng.choice(values)
    names = [one["id"] for one in board["attackers"]]
    for one in board["defenders"]:
        for field in ("must_block", "cant_block_alone"):
            if often(rng, 15):
                one[field] = True
        if names and often(rng, 15):
            one["provoked_by"] = [rng.choice(names)]
    if often(rng, 20):
        board["max_blocking"] = rng.choice([0, 1, 2, 3])


def random_board(rng: Random, sort: str, attackers: int, defenders: int) -> Json:
    unusual = sort == "unusual"
    board: Json = {
        "attackers": [creature(rng, f"a{n}", unusual) for n in range(rng.randint(1, attackers))],
        "defenders": [creature(rng, f"d{n}", unusual) for n in range(rng.randint(0, defenders))],
        "defending_player": {"life": rng.choice([1, 2, 3, 4, 5, 6, 8, 10, 20, 20])},
    }
    for side, name in (("attackers", "x"), ("defenders", "y")):
        if board[side] and often(rng, 50):
            one = rng.choice(board[side])
            board[side] += [one | {"id": f"{name}{n}"} for n in range(rng.randint(1, 2))]
    if sort == "restricted":
        restrict(rng, board)
    if unusual:
        board["defending_player"]["poison"] = rng.choice([0, 0, 7, 8, 9])
        if often(rng, 15):
            board["triggers"] = "pending"
    if often(rng, 25):
        board["rules"] = "ordered"
    return board


def agrees(board: DeclareBlockers, found: Chosen, other: Chosen) -> None:
    """What is proven is as good as the other method's, with as few blockers; and no bound is too high."""
    assert not board.violations(found.blocks)
    whole = play_out(board, found.blocks, Deadline(None))
    assert found.bound <= other.score + 1e-9
    if found.proven:
        assert found.bound == pytest.approx(found.score)
        assert whole.score == pytest.approx(found.score)
        assert found.score == pytest.approx(other.score)
        assert len(found.blocks) == len(other.blocks)
    else:
        assert whole.score >= other.score - 1e-9


@pytest.mark.parametrize("sort", ["ordinary", "restricted", "unusual"])
def test_agrees_with_separate(sort: str) -> None:
    """Where sets of blockers can all be listed; most answers are proven."""
    proven = number = 0
    for seed in (*range(BOARDS), 5466):  # where a set was left out though only larger ones meet all requirements
        rng = Random(f"{sort}{seed}")
        board = DeclareBlockers.from_document(random_board(rng, sort, 4, 5))
        pairs = Pairs(board)
        if not separable(board, pairs):
            continue
        other = separate(board, pairs, Deadline(None))
        found = crowd(board, pairs, Deadline(None))
        if other is None or found is None or not other.proven:
            continue
        number += 1
        proven += found.proven
        agrees(board, found, other)
    assert number > BOARDS / 3
    assert proven > 0.6 * number


@pytest.mark.parametrize("sort", ["ordinary", "restricted", "unusual"])
def test_agrees_with_every_block(sort: str) -> None:
    """On boards so small that every legal block can be tried."""
    for seed in range(BOARDS // 2):
        rng = Random(f"every{sort}{seed}")
        board = DeclareBlockers.from_document(random_board(rng, sort, 2, 2))
        pairs = Pairs(board)
        if separable(board, pairs) and board.legal_declarations().count() <= 200:
            found = crowd(board, pairs, Deadline(None))
            if found is not None:
                agrees(board, found, every_block(board, Deadline(None)))


@pytest.mark.parametrize("sort", ["ordinary", "restricted"])
def test_agrees_with_the_definition(sort: str) -> None:
    """An independent brute force by the rules' definition of best blocks."""
    for seed in range(BOARDS // 4):
        rng = Random(f"truth{sort}{seed}")
        document = random_board(rng, sort, 2, 2) | {"rules": "foundations"}
        document["attackers"], document["defenders"] = document["attackers"][:2], document["defenders"][:3]
        board = DeclareBlockers.from_document(document)
        pairs = Pairs(board)
        if not separable(board, pairs):
            continue
        found = crowd(board, pairs, Deadline(None))
        assert found is not None
        if found.proven:
            score, blocks = truth.best_blocks(document)
            assert found.score == pytest.approx(score)
            assert found.blocks in [{one: tuple(others) for one, others in each.items() if others} for each in blocks]


@pytest.mark.parametrize(
    "profile", ["race+strikes", "race+excess", "race+returns", "race+brink", "excess+returns", "near"]
)
def test_agrees_with_the_definition_where_bounds_go_wrong(profile: str) -> None:
    """The same at the corners: the game lost in the first step, excess sent on, what returns, poison."""
    number = 0
    for seed in range(2 * BOARDS):
        document = adversarial.random_case(Random(f"crowd{profile}{seed}"), "blocks", profile)
        board = DeclareBlockers.from_document(document)
        pairs = Pairs(board)
        if document.get("rules") == "ordered" or not separable(board, pairs):
            continue
        found = crowd(board, pairs, Deadline(None))
        if found is None:
            continue
        score, _ = truth.best_blocks(document)
        assert found.bound <= score
        assert not found.proven or (found.score, found.bound) == (score, score)
        number += 1
    assert number > BOARDS / 2


def token_board(seed: int, blockers: int, life: int) -> DeclareBlockers:
    """The attackers of Forge #11810 against as many blockers as that."""
    rng = Random(seed)
    defenders = []
    for number in range(blockers):
        one = drawn(rng, f"b{number}", marks=False)
        if rng.random() < 0.2 and not {"flying", "reach"} & set(one["keywords"]):
            one["keywords"] = [*one["keywords"], "reach"]
        defenders.append(one)
    attackers = tokens()["attackers"]
    return DeclareBlockers.from_document(
        {"attackers": attackers, "defenders": defenders, "defending_player": {"life": life}}
    )


@pytest.mark.parametrize("life", [1000, 75, 60, 50, 20, 5])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_tokens(seed: int, life: int) -> None:
    """70 attackers, 66 of them equal, against 20 blockers: proven well within a second, whatever the life total."""
    best_blocks(token_board(9, 20, 60))  # OR-tools comes in once
    board = token_board(seed, 20, life)
    began = time.process_time()
    best = best_blocks(board)
    seconds = time.process_time() - began
    assert best.status == "optimal"
    assert best.score == best.bound
    assert not board.violations(best.blocks)
    assert seconds < 3  # some 0.1 to 0.4 alone on a core


def test_alive_if_possible() -> None:
    """With life for it the player lives, and blocks with more creatures than the value of the fights asks for."""
    calm, pressed = best_blocks(token_board(0, 20, 1000)), best_blocks(token_board(0, 20, 60))
    assert pressed.score < 500
    assert len(pressed.blocks) > len(calm.blocks)
    assert pressed.score > calm.score


def test_fifty_blockers() -> None:
    """Still proven."""
    board = token_board(1, 50, 1000)
    best = best_blocks(board)
    assert best.status == "optimal"
    assert not board.violations(best.blocks)


def test_under_a_limit() -> None:
    """Legal blocks and a bound, however little time there is."""
    board = token_board(1, 20, 50)
    exact = best_blocks(board)
    for seconds in (0.001, 0.05, 0.3):
        best = best_blocks(board, limit=Limit(seconds))
        assert not board.violations(best.blocks)
        assert best.bound <= exact.score <= best.score or best.status == "feasible"
        assert best.bound <= exact.score


def test_the_same_every_time() -> None:
    """One worker and a fixed seed: the same answer."""
    board = token_board(2, 20, 60)
    assert best_blocks(board).blocks == best_blocks(board).blocks


def test_lifelink_in_the_first_strike_step() -> None:
    """10 damage in the first-strike step don't win against 8 life and 3 gained in the same step."""
    first = {"power": 5, "toughness": 1, "keywords": ["first strike"]}
    board = DeclareBlockers.from_document(
        {
            "attackers": [
                *({"id": f"a{n}", **first} for n in range(3)),
                {"id": "b", "power": 2, "toughness": 1},
            ],
            "defenders": [
                {"id": "x", "power": 3, "toughness": 4, "value": 1, "keywords": ["double strike", "lifelink"]},
                {"id": "y", "power": 2, "toughness": 2, "keywords": ["lifelink"]},
            ],
            "defending_player": {"life": 8},
        }
    )
    agrees(board, exact := crowd_of(board), every_block(board, Deadline(None)))
    assert exact.score < 500


def crowd_of(board: DeclareBlockers) -> Chosen:
    found = crowd(board, Pairs(board), Deadline(None))
    assert found is not None
    return found


def test_702_22j_with_banding_the_other_player_divides() -> None:
    """The floor that stops larger sets is that of `floors`: no kill is sure where the defending player divides."""
    board = DeclareBlockers.from_document({
        "attackers": [{"id": "a", "power": 2, "toughness": 1}],
        "defenders": [
            {"id": "x", "power": 1, "toughness": 1},
            {"id": "y", "power": 1, "toughness": 2, "keywords": ["banding"]},
            {"id": "z", "power": 1, "toughness": 2, "keywords": ["banding"]},
        ],
    })  # fmt: skip
    found = crowd(board, Pairs(board), Deadline(None))
    assert found is not None
    agrees(board, found, every_block(board, Deadline(None)))
    assert (found.proven, found.score) == (True, -3.0)


def test_floors_of_the_odd() -> None:
    """Banding, what is doomed, what returns better, and double strike, mixed; some of each proven."""
    proven = 0
    for seed in range(4 * BOARDS):
        rng = Random(f"odd{seed}")
        document = random_board(rng, "unusual", 2, 3) | {"defending_player": {"life": 1000}, "rules": "foundations"}
        document.pop("triggers", None)
        for side, words in (("attackers", ["double strike"]), ("defenders", ["banding", "undying"])):
            for one in document[side]:
                one["keywords"] = [*one["keywords"], *(word for word in words if often(rng, 35))]
                if often(rng, 30):
                    one["damage"] = rng.randint(1, 5)
        board = DeclareBlockers.from_document(document)
        if separable(board, Pairs(board)) and (found := crowd(board, Pairs(board), Deadline(None))) is not None:
            agrees(board, found, every_block(board, Deadline(None)))
            proven += found.proven
    assert proven > BOARDS
