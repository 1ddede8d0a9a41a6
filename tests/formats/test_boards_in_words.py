"""Boards in the notation: what people type is read as they mean it, or told; reading and writing are inverse."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from board_strategies import PROFILES, boards
from command_line import Optimizer
from hypothesis import given, settings
from hypothesis import strategies as st
from places import DATA
from word_cards import CARDS

from optimizer import Combat, CombatError, DeclareAttackers, DeclareBlockers, InvalidDocument, NotationError
from optimizer.apps.engine.methods import METHODS
from optimizer.apps.engine.protocol import Call
from optimizer.apps.requests import On, Stage, subject_of
from optimizer.formats.cards import import_file
from optimizer.formats.json.boards import board_from_document
from optimizer.formats.notation.tokens import most_creatures

BOARD = "Serra Angel, 2 Grizzly Bears, Hill Giant tapped vs Wall 0/3 defender, Centaur Courser"


def rows(name: str) -> list[str]:
    return [line for line in (DATA / name).read_text("utf-8").splitlines() if not line.startswith("#")]


@pytest.fixture(scope="module")
def more_cards(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A table of a few more cards."""
    folder = tmp_path_factory.mktemp("cards")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPTIMIZER_CARDS", str(folder / "cards.sqlite3"))
        (folder / "file.json").write_text(json.dumps(CARDS), "utf-8")
        import_file(folder / "file.json")
        yield folder


# What people type


@pytest.mark.parametrize("row", rows("boards_in_words.txt"), ids=lambda row: row.partition("\t")[0])
def test_what_people_type(row: str, more_cards: Path) -> None:
    text, _, whole = row.partition("\t")
    board = DeclareAttackers.parse(text.replace("\\n", "\n").replace("\\t", "\t"))
    assert str(board) == whole
    assert DeclareAttackers.parse(whole) == board
    document = board.to_document()
    assert DeclareBlockers.parse(whole.replace(" | crackback, max-attacking 1,", " |").replace("ordered, crackback, "
        "max-attacking 1, ", "ordered, ")).to_document()["attackers"] == document["creatures"]  # fmt: skip


@pytest.mark.parametrize("row", rows("board_word_errors.txt"), ids=lambda row: row.partition("\t")[0])
def test_what_is_wrong_is_told(row: str, more_cards: Path) -> None:
    text, _, told = row.partition("\t")
    with pytest.raises(NotationError) as found:
        DeclareAttackers.parse(text)
    assert str(found.value.faults[0]).startswith(told)


def test_a_board_as_its_document() -> None:
    board = DeclareAttackers.parse(f"{BOARD} | attacker 12, defender 8 poison 3")
    angel = {"name": "Serra Angel", "id": "serra-angel", "power": 4, "toughness": 4}
    bear = {"name": "Grizzly Bears", "power": 2, "toughness": 2, "colors": ["green"]}
    giant = {"name": "Hill Giant", "id": "hill-giant", "power": 3, "toughness": 3, "colors": ["red"], "tapped": True}
    courser = {"name": "Centaur Courser", "power": 3, "toughness": 3, "colors": ["green"]}
    assert board.to_document() == {
        "attacking_player": {"life": 12},
        "defending_player": {"life": 8, "poison": 3},
        "creatures": [
            angel | {"colors": ["white"], "keywords": ["flying", "vigilance"]},
            bear | {"id": "grizzly-bears"}, bear | {"id": "grizzly-bears-2"}, giant,
        ],
        "defenders": [
            {"name": "Wall", "id": "wall", "power": 0, "toughness": 3, "keywords": ["defender"]},
            courser | {"id": "centaur-courser"},
        ],
    }  # fmt: skip


def test_ten_goblins_are_ten() -> None:
    ids = ["goblin", *(f"goblin-{number}" for number in range(2, 11))]
    assert [one.id for one in DeclareAttackers.parse("10 Goblin 1/1 vs").creatures] == ids
    assert [one.id for one in Combat.parse("10 Goblin 1/1").attackers] == ids
    combat = Combat.parse("Wurm 6/4 <- 2 Bear 2/2 m1, 2 Grizzly Bears +1/+1")
    assert [(one.id, one.power, one.damage) for one in combat.blockers] == [
        ("bear", 2, 1), ("bear-2", 2, 1), ("grizzly-bears", 3, 0), ("grizzly-bears-2", 3, 0),
    ]  # fmt: skip
    (named,) = Combat.parse('"10 Goblin" 1/1').attackers
    assert named.name == "10 Goblin"


def test_counters_count_where_the_numbers_are_a_cards() -> None:
    bears, bear = DeclareAttackers.parse("Grizzly Bears 2 +1/+1 -1/-1, Bear 2/2 +1/+1 vs").creatures
    assert (bears.power, bears.toughness, bears.counters) == (3, 3, (("+1/+1", 2), ("-1/-1", 1)))
    assert (bear.power, bear.toughness, bear.counters) == (2, 2, (("+1/+1", 1),))
    assert Combat.parse("Grizzly Bears +1/+1").attackers[0].power == 3


def test_boards_before_blocks() -> None:
    board = DeclareBlockers.parse("Ox 3/3 -> Jace, Elk 2/2 band(x), Cat 1/1 -> nothing vs Bear | planeswalker Jace 4"
                                  .replace("Bear", "Bear 2/2"))  # fmt: skip
    assert [one.attacking for one in board.attackers] == ["Jace", "player", None]
    assert DeclareBlockers.parse(str(board)) == board
    assert eval(repr(board), {"DeclareBlockers": DeclareBlockers}) == board


def test_printed_triggers_are_still_to_come_before_attacks() -> None:
    assert DeclareAttackers.parse("Noble Hierarch, Bear 2/2 vs").pending
    with pytest.raises(NotationError, match="say 'pending'"):
        DeclareBlockers.parse("Noble Hierarch, Bear 2/2 vs")


# Reading and writing


@pytest.mark.parametrize("kind", ["attacks", "crackback", "declared"])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_board_comes_back_as_it_was(kind: str, data: st.DataObject) -> None:
    board = board_from_document(data.draw(st.sampled_from(PROFILES).flatmap(lambda profile: boards(kind, profile))))
    text = str(board)
    assert "\n" not in text
    assert type(board).parse(text) == board
    assert str(type(board).parse(text)) == text


PIECES = (
    "Bear", "2/2", "-1/3", "-1/-1", "=-1/-1", "+1/+1", "10", "3x", "vs", "<-", "->", ",", ";", "|", "(", ")", "[", "]",
    "#2", '"', '"x"', "m1", "tapped", "sick", "lure", "types(artifact)", "provoked-by(Bear)", "can-block(any)", "R",
    "WU", "Grizzly Bears", "Akroma", "Akroma, Angel of Wrath", "(10E) 268", "with", "flying", "planeswalker", "Jace",
    "4", "defender", "attacker", "crackback", "max-blocking", "weights", "\n", "\t", "nobody", "0", "9" * 50,
)  # fmt: skip
TEXTS = st.one_of(st.text(), st.lists(st.sampled_from(PIECES)).map(" ".join))


@settings(max_examples=500, deadline=None)
@given(TEXTS, st.sampled_from([DeclareAttackers, DeclareBlockers]))
def test_any_text_is_a_board_or_an_error(text: str, kind: Any) -> None:
    try:
        board = kind.parse(text)
    except NotationError as error:
        assert "\n" not in str(error)
        assert all(fault.field.startswith(("column ", "line ")) for fault in error.faults)
    else:
        assert kind.parse(str(board)) == board
        acting = board.creatures if isinstance(board, DeclareAttackers) else board.attackers
        assert len(board.defenders) + len(acting) <= most_creatures(text)


@settings(max_examples=300, deadline=None)
@given(st.lists(TEXTS, max_size=3), st.sampled_from(["attacks", "blocks", "combat"]))
def test_any_texts_in_a_document_are_creatures_or_an_error(texts: list[str], kind: str) -> None:
    sides = {"attacks": ("creatures", "defenders"), "blocks": ("attackers", "defenders"), "combat": ("attackers",)}
    document: dict[str, Any] = dict.fromkeys(sides[kind], texts)
    try:
        subject = subject_of(document, On.ANY)
    except InvalidDocument as error:
        assert "\n" not in str(error)
    else:
        assert subject_of(subject.to_document(), On.ANY) == subject


# In documents


def test_texts_stand_for_creatures() -> None:
    document = {"creatures": ["Serra Angel", {"name": "Ox", "power": 3, "toughness": 3}, "2 Grizzly Bears tapped"]}
    board = board_from_document(document | {"defenders": ["Bear 2/2 +1/+1 WU", "Suntail Hawk first strike"]})
    assert [one.id for one in board.creatures] == ["serra-angel", "ox", "grizzly-bears", "grizzly-bears-2"]  # type: ignore[union-attr]
    assert board.defenders[0].colors == ("white", "blue")
    assert board.defenders[1].keywords == ("flying", "first strike")
    combat = Combat.from_document({"attackers": ["Ox 3/3 tapped"], "blockers": ["2 Bear 2/2 blocks(ox)"]})
    assert [one.blocks for one in combat.blockers] == [("ox",), ("ox",)]


def test_faults_of_texts_in_documents_are_at_their_places() -> None:
    with pytest.raises(InvalidDocument) as found:
        board_from_document({
            "creatures": ["2 Bear 2/2", "Ox 3/3 fliyng", "Elk 1/1, Cat 2/2"],
            "defenders": ["3 Bear 2/2", "Ox 3/3 m9999999"], "max_blocking": -1,
        })  # fmt: skip
    assert [str(one) for one in found.value.faults] == [
        "creatures[1]: column 8: 'fliyng': unknown word: did you mean 'flying'?",
        "creatures[2]: expected one creature: the next one is a text of its own",
        "defenders[1].damage: Ox: damage must be an integer from 0 to 1000000, not 9999999",
        "max_blocking: max_blocking must be an integer from 0 to 1000000, not -1",
    ]


def test_letters_for_colors_and_names_for_permanents() -> None:
    bear = {"id": "bear", "power": 2, "toughness": 2, "colors": ["R", "green", "W"]}
    walkers = [{"name": "Jace, Mind Sculptor", "loyalty": 3}, {"id": "x", "name": "Jace", "loyalty": 2}]
    combat = Combat.from_document(
        {"attackers": [bear], "planeswalkers": walkers, "battles": [{"name": "Siege", "defense": 1}]}
    )
    assert combat.attackers[0].colors == ("red", "green", "white")
    assert [(one.id, one.name) for one in combat.planeswalkers] == [
        ("jace-mind-sculptor", "Jace, Mind Sculptor"), ("x", "Jace"),
    ]  # fmt: skip
    assert combat.battles[0].id == "siege"
    assert Combat.parse(str(combat)) == combat == Combat.from_document(combat.to_document())


# Wherever a document goes


def test_an_argument_can_be_the_text(optimizer: Optimizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert json.loads(optimizer(["count", f"{BOARD} | defender 8", "--json"]).out)["attacking"] == 8
    assert json.loads(optimizer(["count", "--blocks", "Ox 3/3 vs Bear 2/2", "--json"]).out) == {
        "step": "declare-blockers", "defending": 2, "not_counted": [],
    }  # fmt: skip
    assert json.loads(optimizer(["attacks", "Serra Angel vs Wall 0/3", "--json"]).out)["attacks"] == {
        "serra-angel": "player"
    }
    assert json.loads(optimizer(["blocks", "Ox 3/3 vs Wall 0/4", "--json"]).out)["blocks"] == {"wall": ["ox"]}
    legal = optimizer(["legal", "--blocks", "Ox 3/3 vs Wall 0/4", "--json"]).out.splitlines()
    assert [json.loads(line) for line in legal] == [{}, {"wall": ["ox"]}]
    words = ["check", "Ox 3/3 sick vs Wall 0/4", "--declaration", '{"ox": "player"}', "--json"]
    assert optimizer(words).code == 3
    (tmp_path / "Ox 3/3 vs".replace("/", "-")).write_text("Elk 1/1 vs")
    assert json.loads(optimizer(["count", "Ox 3-3 vs", "--json"]).out)["attacking"] == 2
    assert optimizer(["count"], "Ox 3/3\nElk 1/1\nvs\n").out == "Legal declarations of attackers: 4\n"
    assert json.loads(optimizer(["suggest", "Ox 3/3 <- Bear 2/2", "--json"]).out)["score"] == 4


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["attacks", "Ox 3/3 <- Bear 2/2"], "column 8: '<-': belongs to a combat"),
        (["suggest", "Ox 3/3 vs Bear 2/2"], "column 8: 'vs': 'vs' stands between the sides of a board: `optimizer att"),
        (["count", "--blocks", "Ox 3/3 <- Bear 2/2"], "column 8: '<-': belongs to a combat"),
        (
            ["Serra Angel vs Ox 3/3"],
            "No such command 'Serra Angel vs Ox 3/3'. A text goes to a command: optimizer attacks",
        ),
        (["attacks", "Serra Angel"], "FILE: expected a file's name, or a text with 'vs'"),
        (["attacks", "nothing.json"], "FILE: can't read 'nothing.json'"),
        (["count", "--blocks", '{"attackers": ["Ox 3/3"]}'], "--blocks: expected a board before blocks, and the "),
        (["attacks", "Ox 3/3 vs", "--watch"], "--watch: expected a FILE, which a text isn't"),
    ],
)
def test_the_wrong_stage_names_the_right_command(words: list[str], told: str, optimizer: Optimizer) -> None:
    code, out, err = optimizer(words)
    assert (code, out) == (2, "")
    assert err.startswith(f"optimizer: {told}")


def test_requests(optimizer: Optimizer) -> None:
    lines = [
        {"id": 1, "document": "Ox 3/3 vs Bear 2/2"},
        {"id": 2, "document": "Ox 3/3 vs Bear 2/2", "stage": "blocks"},
        {"id": 3, "document": "Ox 3/3 <- Bear 2/2", "stage": "blocks"},
        {"id": 4, "document": "Ox 3/3 vs Bear 2/2", "stage": "damage"},
        {"id": 5, "document": {"creatures": ["Ox 3/3"], "defenders": []}, "stage": "blocks"},
    ]
    code, out, _ = optimizer(["count", "--lines"], "".join(f"{json.dumps(line)}\n" for line in lines) + "Ox 3/3 vs\n")
    assert code == 2
    one, two, three, four, five, bare = map(json.loads, out.splitlines())
    assert (one["attacking"], two["defending"], bare["attacking"]) == (2, 2, 2)
    assert [answer["error"]["field"] for answer in (three, four, five)] == ["column 8", "stage", "stage"]


def test_the_engine_takes_them() -> None:
    ask: Callable[..., Any] = lambda name, **params: json.loads(METHODS[name](Call(name, params, 1, False), 5000.0))  # noqa: E731
    assert ask("attacks", document="Serra Angel vs Wall 0/3")["attacks"] == {"serra-angel": "player"}
    assert ask("blocks", document="Ox 3/3 vs Wall 0/4")["blocks"] == {"wall": ["ox"]}
    assert ask("legal", document="Ox 3/3 vs Wall 0/4", stage="blocks")["declarations"] == [{}, {"wall": ["ox"]}]
    assert subject_of("Ox 3/3 vs", On.ANY) == DeclareAttackers.parse("Ox 3/3 vs")
    assert subject_of("Ox 3/3 vs", On.ANY, Stage.BLOCKS) == DeclareBlockers.parse("Ox 3/3 vs")


# Large texts


@pytest.mark.parametrize(
    "text",
    ["(" * 900_000, "a " * 450_000, ", " * 450_000, '"' * 900_000, "Ox 3/3 " + "counters(a" * 90_000, "(a" * 450_000],
    ids=lambda text: text[:9],
)
@pytest.mark.parametrize("parse", [Combat.parse, DeclareAttackers.parse])
def test_large_nonsense_is_told_soon(text: str, parse: Callable[[str], object]) -> None:
    began = time.process_time()
    with pytest.raises(CombatError):
        parse(text)
    assert time.process_time() - began < 10  # a second on a machine of its own


def test_a_hundred_thousand_attackers() -> None:
    """Twice as many take twice as long, not four times."""
    number = 100_000
    texts = ["; ".join(["Bear 2/2"] * number), "; ".join(f"Bear{n} 2/2" for n in range(number)), f"{number} Bear 2/2"]
    for text in texts:
        assert len(Combat.parse(text).attackers) == number
    assert len(DeclareAttackers.parse(f"{number} Bear 2/2 vs {number} Elk 1/1").defenders) == number
    numbers = {"power": 2, "toughness": 2}
    wrong = {
        "attackers": [{"id": f"a{n}", **numbers} for n in range(number)],
        "blockers": [{"id": f"b{n}", **numbers, "blocks": [f"A{n}"]} for n in range(number)],
    }
    with pytest.raises(InvalidDocument) as found:
        Combat.from_document(wrong)
    assert len(found.value.faults) == number
    with pytest.raises(NotationError, match="expected at most 250,000 creatures"):
        DeclareAttackers.parse("200000 Bear 2/2 vs 200000 Elk 1/1")


def test_large_boards_are_counted_and_judged() -> None:
    board = DeclareBlockers.parse("5000 Bear 2/2 vs 5000 Elk 1/1")
    assert board.legal_declarations().count() == 5001**5000
    assert board.violations({"elk": ["bear"]}) == []
    assert next(iter(board.legal_declarations())) == {}
