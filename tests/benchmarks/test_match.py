"""The matches: legal declarations, fair deals, games that are the same for the same seed."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks.__main__ import main
from benchmarks.match import boards
from benchmarks.match.anyone import Anyone
from benchmarks.match.draft import draft
from benchmarks.match.duels import Creature, duel, left_over
from benchmarks.match.forge import Forge
from benchmarks.match.game import Seat, Turn, play
from benchmarks.match.legal import attack_faults, block_faults
from benchmarks.match.orders import Orders
from benchmarks.match.ours import Ours
from benchmarks.match.policy import Policy
from benchmarks.match.results import Result, wilson
from benchmarks.match.xmage import XMage
from optimizer import Combat


def creature(name: str, power: int, toughness: int, *keywords: str) -> Creature:
    return Creature(name, power, toughness, frozenset(keywords), tapped=False, summoning_sick=False)


def one(name: str, power: int, toughness: int, *keywords: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "power": power, "toughness": toughness, "keywords": list(keywords), **more}


def attacks_board(mine: list[Any], theirs: list[Any], lives: tuple[int, int] = (20, 20)) -> dict[str, Any]:
    players = ({"life": life} for life in lives)
    return dict(zip(("attacking_player", "defending_player"), players, strict=True)) | {
        "creatures": mine, "defenders": theirs,
    }  # fmt: skip


def blocks_board(attackers: list[Any], defenders: list[Any], life: int = 20) -> dict[str, Any]:
    return {"defending_player": {"life": life}, "attackers": attackers, "defenders": defenders}


# Deals.


def test_deals_are_fair_and_the_same_for_a_seed() -> None:
    for seed in range(30):
        deal = draft(seed)
        assert deal == draft(seed)
        assert 3 <= deal.creatures == len(deal.halves[1]) <= 6
        assert 10 <= deal.life <= 20
    assert draft(1) != draft(2)
    assert set(draft(1, every=0).arrivals) == {(None, None)}
    assert [None not in pair for pair in draft(1, turns=6, every=3).arrivals] == [False, True, False] * 2
    assert [None not in pair for pair in draft(1, turns=3, every=1).arrivals] == [False, True, True]


# Policies.


@pytest.mark.parametrize("make", [Forge, XMage, lambda: Orders(budget=2000), lambda: Anyone(7)])
def test_declarations_are_legal_on_random_boards(make: Any) -> None:
    """`play` refuses what isn't legal, so these games are the test; everybody attacks and blocks in them."""
    policy: Policy = make()
    attacked = blocked = 0

    def seen(turn: Turn) -> None:
        nonlocal attacked, blocked
        attacked += bool(turn.attacks)
        blocked += bool(turn.blocks)

    for seed in range(12):
        play(draft(seed, turns=5), (policy, Anyone(seed)), seen)
    assert attacked > 10
    assert blocked > 5


@pytest.mark.parametrize("policy", [Forge(), XMage()])
def test_greedy_players_take_a_lethal_attack(policy: Policy) -> None:
    mine = [one("a", 3, 1), one("b", 3, 1), one("c", 3, 1)]
    board = attacks_board(mine, [one("wall", 9, 9)], (20, 6))
    assert set(policy.attacks(board)) == {"a", "b", "c"}


@pytest.mark.parametrize("policy", [Forge(), XMage()])
def test_greedy_players_keep_out_of_a_wall(policy: Policy) -> None:
    assert policy.attacks(attacks_board([one("a", 3, 1)], [one("wall", 9, 9)])) == {}


@pytest.mark.parametrize("policy", [Forge(), XMage()])
def test_greedy_players_block_with_the_weakest_that_kills_and_survives(policy: Policy) -> None:
    defenders = [one("large", 6, 6), one("small", 3, 3), one("chump", 1, 1)]
    assert policy.blocks(blocks_board([one("a", 2, 2)], defenders)) == {"small": ["a"]}


def test_forge_gangs_and_keeps_creatures_home() -> None:
    gang = Forge().blocks(blocks_board([one("a", 4, 4)], [one("x", 2, 3), one("y", 2, 3)]))
    assert gang == {"x": ["a"], "y": ["a"]}
    board = attacks_board([one("a", 2, 2, "flying")], [one("x", 5, 1)], (7, 20))
    assert Forge().attacks(board) == {}
    board["attacking_player"]["life"] = 20
    assert Forge().attacks(board) == {"a": "player"}


def test_forge_chumps_only_in_danger() -> None:
    board = blocks_board([one("a", 6, 6)], [one("x", 1, 1)], life=20)
    assert Forge().blocks(board) == {}
    assert Forge().blocks(blocks_board([one("a", 6, 6)], [one("x", 1, 1)], life=6)) == {"x": ["a"]}


def test_nobody_blocks_menace_alone() -> None:
    for policy in (Forge(), XMage(), Orders(), Anyone(1), Ours(None)):
        assert policy.blocks(blocks_board([one("a", 3, 3, "menace")], [one("x", 9, 9)], life=3)) == {}


def test_exhaustive_search_finds_what_greedy_misses() -> None:
    """Two 2/2 and a 3/3 in a gang: everything else loses a creature for nothing."""
    found = Orders().blocks(blocks_board([one("a", 6, 6)], [one("x", 2, 2), one("y", 4, 4)], life=20))
    assert found == {"x": ["a"], "y": ["a"]}


def test_exhaustive_search_decides_greedily_beyond_its_budget() -> None:
    policy = Orders(budget=3)
    board = attacks_board([one("a", 3, 1), one("b", 3, 1)], [one("x", 1, 1), one("y", 1, 1)])
    assert policy.attacks(board) == Forge().attacks(board)
    assert (policy.decided, policy.unfinished) == (1, 1)


def test_one_against_one_over_both_steps() -> None:
    bear = creature("bear", 2, 2)
    assert duel(bear, creature("x", 1, 4, "deathtouch")) == (True, False)
    assert duel(creature("a", 2, 2, "double strike"), creature("x", 2, 4)) == (True, True)
    assert duel(creature("a", 2, 2, "double strike"), creature("x", 5, 2)) == (False, True)
    assert duel(creature("a", 9, 9), creature("x", 1, 1, "indestructible")) == (False, False)


def test_left_over() -> None:
    flier, bear = creature("a", 3, 3, "flying"), creature("b", 2, 2)
    assert left_over([flier, bear], [creature("x", 1, 1)]) == 3
    assert left_over([creature("m", 4, 4, "menace"), bear], [creature("x", 1, 1)]) == 4


# Games.


def test_games_are_the_same_for_a_seed() -> None:
    def game() -> list[Turn]:
        turns: list[Turn] = []
        play(draft(3, least=3, most=3, turns=4), (Ours(None), Anyone(3)), turns.append)
        return turns

    assert game() == game()


def test_what_a_turn_carries_over() -> None:
    """Attackers tap without vigilance and untap, arrivals can't attack, damage wears off, counters stay."""
    deal = draft(1, least=3, most=3, turns=2, every=1)
    mine = (one("x1", 2, 2, "vigilance"), one("x2", 2, 3), one("x3", 1, 1, "haste"))
    theirs = (one("y1", 1, 4, "wither"), one("y2", 0, 1), one("y3", 0, 1))
    deal = replace(
        deal,
        life=20,
        halves=(mine, theirs),
        arrivals=(({"power": 5, "toughness": 5, "keywords": []}, None), (None, None)),
    )

    class Script(Anyone):
        def attacks(self, board: Any) -> Any:
            assert all(each["id"] in ("x4", "y4") for each in board["creatures"] if each.get("summoning_sick"))
            return {"x1": "player", "x2": "player"} if board["creatures"][0]["id"] == "x1" else {}

        def blocks(self, board: Any) -> Any:
            return {"y1": ["x2"]}

    turns: list[Turn] = []
    play(deal, (Script(1), Script(1)), turns.append)
    ours, other = turns[0].after
    by_name = {each["id"]: each for each in ours.creatures}
    assert "tapped" not in by_name["x1"]
    assert by_name["x2"]["tapped"]
    assert (by_name["x2"]["toughness"], by_name["x2"]["counters"]) == (2, {"-1/-1": 1})
    assert other.life == 18
    assert all("damage" not in each for each in (*ours.creatures, *other.creatures))
    assert not any(each.get("tapped") for each in turns[2].before[0].creatures)
    assert Seat(0, ()).lost
    assert Seat(3, (), poison=10).lost


def test_an_illegal_declaration_stops_the_game() -> None:
    class Cheat(Anyone):
        name = "cheat"

        def attacks(self, board: Any) -> Any:
            return {each["id"]: "player" for each in board["defenders"]}

    with pytest.raises(ValueError, match="cheat"):
        play(draft(1), (Cheat(1), Forge()))


# Our player.


def test_ours_is_legal_and_beats_random() -> None:
    contest = replace(boards.CONTESTS[-1], boards=lambda seed: draft(seed, least=3, most=3, turns=8))
    found = boards.contest(contest, 3, seed=2, limit=0.05)
    assert found.count("lost") <= 1
    assert len(found.seconds["ours"]["attacks"]) > 6


def test_ours_divides_as_the_best_line_does() -> None:
    combat = Combat.parse("Seven 7/7 <- One 1/2, Two 2/3, Five 5/4")
    assert Ours(None).damage(combat) == {"seven": {"two": 3, "five": 4}}


# Results.


def test_wilson_intervals() -> None:
    """Known values: E. B. Wilson's interval without continuity correction."""
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(15, 20) == pytest.approx((0.5313, 0.8881), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_result_counts_games_and_boards() -> None:
    found = Result("anyone", aim=0.7, pairs=[("won", "won"), ("won", "lost"), ("lost", "lost"), ("won", "undecided")])
    assert (found.decided, found.count("won"), found.rate) == (7, 4, 4 / 7)
    assert found.swept == (1, 2, 1)
    assert found.missed == ["boards against anyone: 57.1% of the decided games, aim 70%"]
    assert not replace(found, aim=0.5).missed


def test_a_tiny_match_runs(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    said = CliRunner().invoke(main, ["match", "boards", "--games", "2", "--limit", "20", "--json", str(file)])
    assert said.exception is None or isinstance(said.exception, SystemExit), said.output
    found = json.loads(file.read_text())["match"]["boards"]
    assert [each["games"] for each in found["opponents"]] == [2, 2, 2, 2]
    assert "greedy as Forge" in said.output
    times = found["opponents"][0]["times"]["ours"]["attacks"]
    assert times["decisions"] > 0
    assert times["most"] >= times["percentile_99"] >= times["median"] > 0


def test_faults_come_from_the_board() -> None:
    board = attacks_board([one("a", 2, 2, "defender")], [])
    assert [each.rule for each in attack_faults(board, {"a": "player"})]
    assert block_faults(blocks_board([one("a", 2, 2, "flying")], [one("x", 2, 2)]), {"x": ["a"]})
