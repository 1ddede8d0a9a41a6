"""Creatures by name alone, in documents and in the notation; what the table that comes with the package says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from optimizer import Combat
from optimizer.apps.cli import main as cli
from optimizer.formats import cards
from optimizer.formats.cards.known import known
from optimizer.formats.json.boards import board_from_document
from optimizer.model.errors import InvalidDocument, NotationError
from optimizer.model.keywords import COLORS, canonical

GUARD = {"name": "Palace Guard", "blocks": ["yavimaya-wurm"]}


@pytest.fixture(autouse=True)
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No table of the machine's own."""
    path = tmp_path / "cards.sqlite3"
    monkeypatch.setenv("OPTIMIZER_CARDS", str(path))
    return path


def read(*creatures: dict[str, Any], **more: Any) -> Combat:
    return Combat.from_document({"attackers": list(creatures), **more})


def faults(document: dict[str, Any]) -> list[str]:
    with pytest.raises(InvalidDocument) as caught:
        Combat.from_document(document)
    return [str(fault) for fault in caught.value.faults]


def told(text: str) -> list[str]:
    with pytest.raises(NotationError) as caught:
        Combat.parse(text)
    return [str(fault) for fault in caught.value.faults]


# The table that comes with the package


def test_about_a_hundred_cards_come_along() -> None:
    assert 100 <= len(known()) <= 150


@pytest.mark.parametrize("name", sorted(card.name for card in known().values()))
def test_each_is_a_creature_that_can_be_read(name: str) -> None:
    card = cards.find(name.upper())
    assert card is not None
    assert set(card.colors) <= set(COLORS)
    assert all(canonical(keyword) == (keyword,) for keyword in card.keywords)
    numbers = {"power": 1, "toughness": 1} if isinstance(card.power, str) else {}
    board = board_from_document({"creatures": [{"name": name, **numbers}], "defenders": []})
    if not numbers:
        written = board.to_document()["creatures"][0]
        assert {field: written[field] for field in card.fields()} == card.fields()


# Documents


def test_a_creature_by_its_name_alone() -> None:
    combat = read({"name": "Yavimaya Wurm"}, blockers=[GUARD])
    wurm, guard = combat.creatures
    assert (wurm.power, wurm.toughness, wurm.keywords, wurm.colors) == (6, 4, ("trample",), ("green",))
    assert (guard.id, guard.power, guard.toughness) == ("palace-guard", 1, 4)
    assert Combat.from_document(combat.to_document()) == combat


def test_what_the_document_says_goes_before_what_the_card_says() -> None:
    (wurm,) = read({"name": "Yavimaya Wurm", "power": 9, "keywords": [], "colors": ["red"]}).attackers
    assert (wurm.power, wurm.toughness, wurm.keywords, wurm.colors) == (9, 4, (), ("red",))


def test_a_document_with_numbers_has_nothing_from_a_card() -> None:
    (wurm,) = read({"name": "Yavimaya Wurm", "power": 6, "toughness": 4}).attackers
    assert (wurm.keywords, wurm.colors) == ((), ())


def test_counters_change_printed_numbers_only() -> None:
    counters = {"+1/+1": 2, "-0/-1": 1, "trample": 1}
    one, other = read(
        {"name": "Grizzly Bears", "counters": counters}, {"name": "Grizzly Bears", "power": 2, "counters": counters}
    ).attackers
    assert (one.power, one.toughness, one.abilities) == (4, 3, ("trample",))
    assert (other.power, other.toughness) == (2, 3)


def test_only_fields_that_belong() -> None:
    combat = read({"name": "Thorn Elemental"}, blockers=[{"name": "Rhox", "blocks": ["thorn-elemental"]}])
    assert combat.attackers[0].as_though_unblocked
    board = board_from_document(
        {
            "attackers": [{"name": "Underworld Cerberus"}],
            "defenders": [{"name": "Palace Guard"}, {"name": "Memnite"}, {"name": "Foriysian Brigade", "can_block": 1}],
        }
    )
    creatures = [*board.attackers, *board.defenders]  # type: ignore[union-attr]
    assert [(one.min_blockers, one.can_block, one.types) for one in creatures] == [
        (3, 1, ()), (1, "any", ()), (1, 1, ("artifact",)), (1, 1, ()),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("creature", "fault"),
    [
        (
            {"name": "Yavimaya Worm"},
            "attackers[0].power: Yavimaya Worm: power and toughness are missing, and no card is called "
            "'Yavimaya Worm': did you mean 'Yavimaya Wurm'?",
        ),
        (
            {"name": "Xyzzy", "power": 1},
            "attackers[0].toughness: Xyzzy: toughness is missing, and no card is called 'Xyzzy' "
            "(`optimizer cards import FILE` reads in all cards)",
        ),
        (
            {"id": "goyf", "name": "Tarmogoyf", "power": 3},
            "attackers[0].toughness: goyf: toughness is missing: 1+* is printed on Tarmogoyf, so say the number",
        ),
        (
            {"name": "Memnite", "kewords": []},
            "attackers[0].kewords: Memnite: unknown field 'kewords': did you mean 'keywords'?",
        ),
        (
            {"name": "Memnite", "counters": {"+1/1": 1}},
            "attackers[0].counters.+1/1: Memnite: unknown counter '+1/1': expected '+1/+1', '-1/-1' or the like",
        ),
        ({"name": 5}, "attackers[0].name: name must be a text that is not empty, not 5"),
        ({"name": "Memnite", "power": None}, "attackers[0].power: Memnite: power must be an integer, not null"),
    ],
)  # fmt: skip
def test_faults(creature: dict[str, Any], fault: str) -> None:
    assert faults({"attackers": [creature]})[0] == fault


def test_an_id_is_no_name() -> None:
    assert faults({"attackers": [{"id": "memnite"}]}) == [
        "attackers[0].power: memnite: power is missing", "attackers[0].toughness: memnite: toughness is missing",
    ]  # fmt: skip


def test_every_fault_is_told() -> None:
    document = {"attackers": [{"name": "Tarmogoyf"}, {"name": "Memnite", "zzz": 1}, {"name": "Memnit"}, {"id": "a"}]}
    assert len(faults(document)) == 6


def test_triggers_are_still_to_come_where_all_numbers_are_printed() -> None:
    assert read({"name": "Konda's Hatamoto"}).pending
    assert not read({"name": "Konda's Hatamoto"}, triggers="applied").pending
    assert not read({"name": "Palace Guard"}).pending
    known_bear = {"id": "bear", "power": 2, "toughness": 2}
    (fault,) = faults({"attackers": [{"name": "Konda's Hatamoto"}, known_bear]})
    assert fault.startswith("triggers: Konda's Hatamoto by its name alone has its printed power and toughness")
    assert read({"name": "Konda's Hatamoto"}, known_bear, triggers="pending").pending


def test_many_unknown_names_are_told_in_no_time() -> None:
    assert len(faults({"attackers": [{"name": f"Nobody {number}"} for number in range(3000)]})) == 3000


# The notation


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (
            "Yavimaya Wurm <- Palace Guard",
            "Yavimaya Wurm 6/4 green trample <- Palace Guard 1/4 white",
        ),
        (
            "Acidic Slime <- Palace Guard m1; Bear 2/2 <- Palace Guard",
            "Acidic Slime 2/2 green deathtouch <- Palace Guard 1/4 white m1; Bear 2/2 <- Palace Guard",
        ),
        (
            "Craw Wurm counters(+1/+1 1) flying <- Hill Giant, Grizzly Bears [b] 3/3",
            "Craw Wurm 7/5 green flying counters(+1/+1 1) <- Hill Giant 3/3 red, Grizzly Bears [b] 3/3",
        ),
        (
            "Memnite <- Grizzly Bears, Grizzly Bears; Craw Wurm <- Grizzly Bears#3",
            "Memnite 1/1 <- Grizzly Bears 2/2 green, Grizzly Bears 2/2 green; "
            "Craw Wurm 6/4 green <- Grizzly Bears 2/2 green",
        ),
        ('"Alesha, Who Smiles at Death" m1', '"Alesha, Who Smiles at Death" 3/2 red first strike m1'),
        ("Thorn Elemental -> nothing", "Thorn Elemental 7/7 green as-though-unblocked -> nothing"),
        ("serra angel [s] | defender 3", "serra angel [s] 4/4 white flying vigilance | defender 3"),
        ("Rhox War Monk <- Konda's Hatamoto",
         "Rhox War Monk 3/4 white blue green lifelink <- Konda's Hatamoto 1/2 white bushido 1 "
         'not-counted("Beside a legendary Samurai it has +1/+2 and vigilance.") | pending'),
    ],
)  # fmt: skip
def test_notation(text: str, plain: str) -> None:
    combat = Combat.parse(text)
    assert str(combat) == plain
    assert Combat.parse(plain) == combat


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "Yavimaya Worm <- Palace Guard",
            "column 1: 'Yavimaya': expected an attacker's name, then power and toughness, such as 'Bear 2/2'; "
            "did you mean 'Yavimaya Wurm'?",
        ),
        (
            "Bear 2/2 <- Palace Gard",
            "column 13: 'Palace Gard': expected power and toughness after it, such as 2/2, or the name of a blocker "
            "described elsewhere; did you mean 'Palace Guard'?",
        ),
        (
            "Memnite <- Tarmogoyf",
            "column 12: 'Tarmogoyf': * is its printed power: expected power and toughness after it, such as 2/2",
        ),
        ("Memnite fliyng", "column 9: 'fliyng': unknown word: did you mean 'flying'?"),
        (
            "Memnite <- Grizzly Bears; Craw Wurm <- Grizzly Bears",
            "column 40: 'Grizzly Bears': it can block 1 at once: expected Grizzly Bears#2 for another of that name",
        ),
        ("Memnite <- Squire#2", "column 12: 'Squire': this is #1 of that name, not #2"),
        ("Bear 2/2 <- Ox", "column 13: 'Ox': expected power and toughness after it, such as 2/2, or the name of a "
         "blocker described elsewhere"),
    ],
)  # fmt: skip
def test_notation_faults(text: str, fault: str) -> None:
    assert told(text)[0] == fault


def test_a_name_described_elsewhere_is_no_card() -> None:
    combat = Combat.parse("Memnite 3/3 <- Palace Guard; Craw Wurm <- Palace Guard 9/9")
    assert [(one.name, one.power) for one in combat.creatures] == [
        ("Memnite", 3),
        ("Craw Wurm", 6),
        ("Palace Guard", 9),
    ]


def test_a_bad_table_is_told(table: Path) -> None:
    table.write_text("this is no table")
    assert "is no card table" in told("Memnite <- Bear 2/2")[0]
    assert "is no card table" in faults({"attackers": [{"name": "Memnite"}]})[0]
    assert read({"name": "Memnite", "power": 1, "toughness": 1})


def test_long_texts_of_unknown_names() -> None:
    assert len(told("; ".join(f"Nobody {number}" for number in range(2000)))) == 2000
    assert told(" ".join(["nobody"] * 5000))


# What costs nothing where it isn't used


def test_numbers_need_no_cards() -> None:
    script = (
        "import sys; from optimizer import Combat; import optimizer.apps.cli.main\n"
        "Combat.parse('Bear 2/2 <- Ox 3/3; Elk 1/1 <- Ox')\n"
        "Combat.from_document({'attackers': [{'name': 'Memnite', 'power': 1, 'toughness': 1}]})\n"
        "late = {'sqlite3', 'rapidfuzz', 'ijson', 'platformdirs', 'optimizer.formats.cards.finding'}\n"
        "print(sorted(late & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_names_on_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "combat.txt"
    path.write_text("Yavimaya Wurm <- Palace Guard")
    assert cli.main(["count", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["attacking"] == 3
    assert cli.main(["cards", "show", "palace", "guard", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "name": "Palace Guard", "power": 1, "toughness": 4, "colors": ["white"], "can_block": "any", "table": "shipped",
    }  # fmt: skip
