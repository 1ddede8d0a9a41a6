"""The arena of whole games: states as documents, and a game in which every answer of ours is accepted."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.match import phase

if not phase.available():
    pytest.skip(f"needs phase-python {phase.VERSION}", allow_module_level=True)

from phase import Engine

from benchmarks.match.mean_attacks import MeanAttacks, candidates
from benchmarks.match.phase_decks import CARDS, DECKS, deck, faces
from benchmarks.match.phase_game import play_game, whose
from benchmarks.match.phase_state import (
    attack_answer,
    attack_board,
    block_answer,
    block_board,
    combat,
    damage_answer,
)
from optimizer import Combat, DeclareAttackers, DeclareBlockers

Json = dict[str, Any]
ENGINE = Engine.from_json(faces())
BEARS = ["Grizzly Bears", "Centaur Courser", "Trained Armodon", "Spined Wurm", "Hill Giant"]


def act(kind: str, **data: Any) -> Json:
    return {"type": kind, "data": data}


def stand(mine: list[str], theirs: list[str], rested: bool = True) -> tuple[Any, dict[str, str]]:
    """The first player about to declare attackers, with these creatures on the battlefield; their ids by name."""
    game = ENGINE.new_game(
        player=[*mine, "Forest"], opponent=[*theirs, "Forest"], seed=1, first_player=0, format="Limited"
    )
    for seat in (0, 1):
        game.apply(seat, act("MulliganDecision", choice={"type": "Keep"}))
    saved = game.state()
    saved["state"] |= {"debug_mode": True, "debug_permitted": [0, 1]}
    game = ENGINE.load_game(saved)
    ids = {}
    for number, thing in saved["state"]["objects"].items():
        if thing["name"] in CARDS:
            ids[thing["name"]] = number
            game.apply(0, debug("MoveToZone", object_id=int(number), to_zone="Battlefield"))
            if rested:
                game.apply(0, debug("SetSummoningSickness", object_id=int(number), sick=False))
    pass_to(game, "DeclareAttackers")
    return game, ids


def debug(kind: str, **data: Any) -> Json:
    return act("Debug", type=kind, data=data)


def pass_to(game: Any, kind: str) -> None:
    while game.waiting_for()["type"] == "Priority":
        game.apply(whose(game.waiting_for()), {"type": "PassPriority"})
    assert game.waiting_for()["type"] == kind


def names(documents: list[Json]) -> set[str]:
    return {document["name"] for document in documents}


def test_decks_are_of_forty_cards() -> None:
    assert {len(deck(name)) for name in DECKS} == {40}


def test_a_combat_from_attacks_to_damage() -> None:
    game, ids = stand(
        ["Colossal Dreadmaw", "Alley Strangler", "Outland Boar"], ["Deadly Recluse", "Youthful Knight", "Horned Turtle"]
    )
    board = attack_board(game, 0)
    assert DeclareAttackers.from_document(board).legal_declarations().count() == 8
    assert next(one for one in board["creatures"] if one["name"] == "Outland Boar") == {
        "id": ids["Outland Boar"], "name": "Outland Boar", "power": 4, "toughness": 4, "keywords": [],
        "colors": ["red", "green"], "min_blocker_power": 3,
    }  # fmt: skip
    assert next(one for one in board["defenders"] if one["name"] == "Deadly Recluse")["keywords"] == [
        "deathtouch",
        "reach",
    ]
    attacks = {ids[name]: "player" for name in ("Colossal Dreadmaw", "Alley Strangler")}
    game.apply(0, attack_answer(attacks, 0))
    pass_to(game, "DeclareBlockers")

    board = block_board(game, 1)
    assert names(board["attackers"]) == {"Colossal Dreadmaw", "Alley Strangler"}
    assert names(board["defenders"]) == {"Deadly Recluse", "Youthful Knight", "Horned Turtle"}
    DeclareBlockers.from_document(board)
    blocks = {ids["Youthful Knight"]: [ids["Colossal Dreadmaw"]], ids["Horned Turtle"]: [ids["Colossal Dreadmaw"]]}
    game.apply(1, block_answer(blocks))
    pass_to(game, "AssignCombatDamage")

    document = combat(game)
    assert document["step"] == "regular"  # the knight struck first
    fight = Combat.from_document(document)
    assert {one.id: one.damage for one in fight.attackers} == {
        ids["Colossal Dreadmaw"]: 2,
        ids["Alley Strangler"]: 0,
    }
    assert [one.struck_first for one in fight.blockers if one.id == ids["Youthful Knight"]] == [True]
    assignment = {
        ids["Colossal Dreadmaw"]: {ids["Youthful Knight"]: 1, ids["Horned Turtle"]: 4, "player": 1},
        ids["Alley Strangler"]: {"player": 2},
    }
    assert assignment in fight.legal_assignments("attacking")
    game.apply(0, damage_answer(game.waiting_for()["data"], assignment))
    assert game.player(1)["life"] == 17
    assert names(game.graveyard(1)) == {"Youthful Knight", "Horned Turtle"}


def test_who_just_came_is_summoning_sick() -> None:
    game, _ = stand(["Grizzly Bears", "Raging Goblin"], ["Prized Unicorn"], rested=False)
    board = attack_board(game, 0)
    assert all(one["summoning_sick"] for one in board["creatures"])
    assert DeclareAttackers.from_document(board).legal_declarations().count() == 2  # the goblin has haste
    assert board["defenders"][0]["lure"]


def test_attacks_looked_at_are_legal_and_each_once() -> None:
    game, ids = stand(["Valley Dasher", *BEARS], ["Prized Unicorn"])
    position = DeclareAttackers.from_document(attack_board(game, 0))
    looked = list(candidates(position, {ids["Valley Dasher"]: "player"}))
    assert all(attacks in position.legal_declarations() for attacks in looked)
    assert all(ids["Valley Dasher"] in attacks for attacks in looked)  # it attacks each combat if able
    assert len({frozenset(attacks) for attacks in looked}) == len(looked)
    assert {len(attacks) for attacks in looked} >= {1, 2, 5, 6}


def test_it_takes_a_win_and_keeps_a_blocker_at_home() -> None:
    bear = {"power": 2, "toughness": 2}
    board = {"creatures": [bear | {"id": "a"}, bear | {"id": "b"}], "defenders": [bear | {"id": "c"}]}
    assert set(MeanAttacks(None).attacks(board | {"defending_player": {"life": 2}})) == {"a", "b"}
    threatened = {"attacking_player": {"life": 2}, "defending_player": {"life": 20}}
    assert len(MeanAttacks(None).attacks(board | threatened)) < 2


def test_a_game_without_a_refused_answer() -> None:
    result = play_game(ENGINE, ("Stampede", "Vampires"), 5, {0: MeanAttacks(0.1)}, "Easy")
    assert result.winner in (0, 1)
    assert {decision.kind for decision in result.decisions} >= {"attacks", "blocks"}
    assert not [decision for decision in result.decisions if decision.refused]


def test_against_itself_it_wins_one_game_of_each_pair() -> None:
    found = phase.run(1, 3, None, "Easy")
    assert (found.count("won"), found.count("lost"), found.refused.total()) == (1, 1, 0)
    assert found.to_dict()["rate"] == 0.5
    assert phase.table([found]).row_count == 1
