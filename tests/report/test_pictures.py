"""Pictures: valid whatever the names hold, all of the line in them, nothing on top of anything else."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import pytest
import strategies
from combats import combats
from command_line import SLIME, Optimizer
from hypothesis import given, settings
from hypothesis import strategies as st
from places import ROOT

from optimizer import (
    AttackSolution,
    BlockSolution,
    Combat,
    DeclareAttackers,
    DeclareBlockers,
    Limit,
    Solution,
    best_attacks,
    best_blocks,
    solve,
)
from optimizer.apps.cli.main import main
from optimizer.report.advice.lines import played
from optimizer.report.pictures import draw, png, raster
from optimizer.report.pictures.letters import clean, shorten, width_of
from optimizer.report.pictures.staging import Drawable
from optimizer.search.line.solution import announced

SVG = "{http://www.w3.org/2000/svg}"
SHIPPED = ("palace-guard.json", "six-on-six.txt")
NASTY = (
    *("<&\"'>", "a\x00b\x1b[1m", "]]>", "&amp;", "-->", "\u202eRLO", "\ud800", "\ufffe", "\t\n", "x" * 5000),
    *("יצור גדול", "龍" * 30, "🐻\u200d❄\ufe0f bear", "e\u0301" * 40),
)
KEYWORDS = ("flying", "trample", "first strike", "double strike", "deathtouch", "lifelink", "persist", "undying",
            "indestructible", "trample over planeswalkers")  # fmt: skip

names = st.one_of(st.sampled_from(NASTY), st.text(st.characters(), min_size=1, max_size=30))


class Box(NamedTuple):
    """A rectangle on the page, and the tooltip of its group."""

    left: float
    top: float
    right: float
    bottom: float
    told: str

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def holds(self, x: float, y: float) -> bool:
        return self.left + 1 < x < self.right - 1 and self.top + 1 < y < self.bottom - 1


def read(found: Drawable, **options: Any) -> ET.Element:
    """A picture as XML, which it has to be."""
    return ET.fromstring(draw(found, **options))


def groups(root: ET.Element, kind: str) -> list[ET.Element]:
    """The groups of a kind."""
    return [one for one in root.iter(f"{SVG}g") if kind in one.attrib["class"].split()]


def told(group: ET.Element) -> str:
    """A group's tooltip."""
    return group.findtext(f"{SVG}title") or ""


def boxes(root: ET.Element) -> Iterator[Box]:
    """Cards, what is attacked, panels and labels, without the legend's samples."""
    for group in root.iter(f"{SVG}g"):
        for rect in group.findall(f"{SVG}rect"):
            kinds = set(rect.attrib["class"].split())
            if kinds & {"card", "target", "panel", "chip"} and not kinds & {"sample", "inner"}:
                x, y, width, height = (float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
                yield Box(x, y, x + width, y + height, told(group))


def points(path: str) -> Iterator[tuple[float, float]]:
    """Points along a path of lines and curves."""
    at = (0.0, 0.0)
    for kind, held in re.findall(r"([MLC])([-\d., ]+)", path):
        ends = [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", held)]
        corners = [at, *ends] if kind == "C" else [at, at, ends[0], ends[0]]
        for step in range(0 if kind == "M" else 25):
            t = step / 24
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            yield (
                sum(weight * x for weight, (x, _) in zip(weights, corners, strict=True)),
                sum(weight * y for weight, (_, y) in zip(weights, corners, strict=True)),
            )
        at = ends[-1]


def assert_nothing_overlaps(root: ET.Element) -> None:
    """Cards and labels lie beside each other on the page, lines pass beside them, and words stay on their cards."""
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    found = list(boxes(root))
    for number, one in enumerate(found):
        assert one.left >= 0 and one.top >= 0 and one.right <= width and one.bottom <= height
        for other in found[number + 1 :]:
            assert not one.meets(other), (one, other)
    for kind in ("arrow", "link"):
        for group in groups(root, kind):
            path = next(one for one in group.iter(f"{SVG}path") if "line" in one.attrib["class"].split())
            for x, y in points(path.attrib["d"]):
                across = [box for box in found if box.holds(x, y) and box.told != told(group)]
                assert not across, (told(group), across)
    for group in groups(root, "creature"):
        rect = group.find(f"{SVG}rect")
        assert rect is not None
        for words in group.findall(f"{SVG}text"):
            size, bold = float(words.attrib["font-size"]), "font-weight" in words.attrib
            assert width_of(words.text or "", size, bold) <= float(rect.attrib["width"]) - 15


def assert_tells(root: ET.Element, play: Solution) -> None:
    """Every amount of the line is there once, and exactly the dead are crossed out."""
    labels = Counter(label.findtext(f"{SVG}text") for label in groups(root, "label"))
    line = [announced(play.combat, step) for step in played(play.combat.table, play.steps)]
    assert labels == Counter(
        f"1st {n}" if one.step.value == "first-strike" else str(n)
        for one in line
        for side in (one.attacking, one.defending)
        for division in side.values()
        for n in division.values()
        if n
    )
    assert len(groups(root, "arrow")) == labels.total()
    dead = [one for one in groups(root, "creature") if any(part.get("class") == "cross" for part in one)]
    assert dead == groups(root, "dies")
    assert len(dead) == len(play.outcome.dies)
    assert len(groups(root, "returns")) == len(play.outcome.returned)
    by_id = {one.id: clean(one.name) for one in play.combat.creatures}
    assert Counter(by_id[name] for name in play.outcome.dies) == Counter(
        re.sub(r" -?\d+/-?\d+( \(.*\))?(;.*|$)", "", told(one), flags=re.S) for one in dead
    )


@settings(max_examples=40, deadline=None)
@given(strategies.documents("all"), st.lists(names, min_size=8, max_size=8))
def test_random_combats(document: dict[str, Any], called: list[str]) -> None:
    combat = Combat.from_document(document)
    given_names = iter(called * 3)
    combat = replace(
        combat,
        step=None if combat.at_beginning else combat.step,  # type: ignore[arg-type]
        attackers=tuple(replace(one, name=next(given_names)) for one in combat.attackers),
        blockers=tuple(replace(one, name=next(given_names)) for one in combat.blockers),
    )
    found = solve(combat)
    root = read(found)
    assert_nothing_overlaps(root)
    labels = Counter(label.findtext(f"{SVG}text") for label in groups(root, "label"))
    assert labels.total() == len(groups(root, "arrow"))
    assert len(groups(root, "dies")) == len(found.outcome.dies)
    ET.fromstring(found._repr_html_().replace("<bdi>", "").replace("</bdi>", ""))


@settings(max_examples=40, deadline=None)
@given(strategies.documents("all"))
def test_the_line_is_told(document: dict[str, Any]) -> None:
    found = solve(Combat.from_document(document))
    assert_tells(read(found), found)


@settings(max_examples=30, deadline=None)
@given(combats())
def test_any_combat_can_be_drawn(combat: Combat) -> None:
    assert_nothing_overlaps(ET.fromstring(combat._repr_svg_()))


def crowd(rng: Random, number: int, most: int) -> dict[str, Any]:
    """Creatures to a side, up to so many blocking up to so many."""

    def creature(name: str) -> dict[str, Any]:
        held: dict[str, Any] = {"id": name, "name": rng.choice(("Ox", "Jhoira, Weatherlight Captain", "Serra Angel"))}
        held |= {"power": rng.choice((0, 1, 2, 3, 7, 1000)), "toughness": rng.randint(1, 9)}
        held["keywords"] = rng.sample(KEYWORDS, rng.choice((0, 1, 3)))
        return held | rng.choice(({}, {"damage": 1}, {"counters": {"+1/+1": 2, "shield": 1}}))

    attackers = [creature(f"a{place}") | {"attacking": rng.choice(("player", "jace"))} for place in range(number)]
    names_of = [one["id"] for one in attackers]
    blockers = [
        creature(f"b{place}") | {"blocks": rng.sample(names_of, rng.randint(1, min(most, number)))}
        for place in range(rng.randint(0, number))
    ]
    return {"attackers": attackers, "blockers": blockers, "planeswalkers": [{"id": "jace", "loyalty": 5}]}


@pytest.mark.parametrize(("number", "most"), [(1, 1), (4, 4), (8, 2), (12, 1), (20, 1), (20, 2), (20, 20)])
def test_crowds(number: int, most: int) -> None:
    for seed in range(2):
        found = solve(Combat.from_document(crowd(Random(seed), number, most)), limit=Limit(1.0))
        root = read(found)
        assert_nothing_overlaps(root)
        assert_tells(root, found)


@pytest.mark.parametrize("number", [1, 8, 20])
def test_a_gang_on_one(number: int) -> None:
    gang = ", ".join(f"Bear {place}/{place + 1}" for place in range(number))
    found = solve(Combat.parse(f"Wurm {number}/9 double strike trample <- {gang}"))
    root = read(found)
    assert_nothing_overlaps(root)
    assert_tells(root, found)


BOARD = {
    "attackers": [{"id": "ox", "power": 3, "toughness": 3}, {"id": "rat", "power": 1, "toughness": 1}],
    "defenders": [{"id": f"bear-{place}", "name": "Bear", "power": 2, "toughness": 2, "tapped": place > 2}
                  for place in range(9)],
}  # fmt: skip


def answers() -> tuple[Solution, BlockSolution, AttackSolution]:
    """One of each."""
    attack = {"creatures": BOARD["attackers"], "defenders": BOARD["defenders"]}
    return (
        solve(Combat.parse("Wurm 6/4 trample <- Bear 2/2; Knight 2/2 first strike <- Finks 3/2 persist | defender 12")),
        best_blocks(DeclareBlockers.from_document(BOARD)),
        best_attacks(DeclareAttackers.from_document(attack)),
    )


def test_those_who_stay_out_are_aside_and_paler() -> None:
    line, blocks, attacks = answers()
    assert not groups(read(line), "resting")
    assert len(groups(read(blocks), "resting")) == 9 - len(blocks.blocks)
    resting = groups(read(attacks), "resting")
    assert len(resting) == 11 - len(attacks.attacks) - len(attacks.blocks)
    for group in resting:
        rect = group.find(f"{SVG}rect")
        assert rect is not None and "out" in rect.attrib["class"].split()


def test_titles_panels_and_the_story() -> None:
    line, blocks, attacks = answers()
    root = read(line)
    assert root.attrib["role"] == "img"
    ids = [root.findtext(f"{SVG}{kind}") for kind in ("title", "desc")]
    assert root.attrib["aria-labelledby"].split() == [root[0].attrib["id"], root[1].attrib["id"]]
    assert ids[0] == "Best line: score 12.0 for the attacking player, proven best".replace("12.0", str(line.score))
    assert ids[1] is not None
    assert "First-strike combat damage: Knight deals 2 to Finks." in ids[1]
    assert "Finks returns." in ids[1]
    assert "The defending player: life 12 → " in ids[1]
    owners = [told(group) for group in groups(root, "owner")]
    assert owners[0] == "The attacking player: life 20"
    assert owners[1].startswith("The defending player: life 12 → ")
    titles = [read(one).findtext(f"{SVG}title") or "" for one in (blocks, attacks)]
    assert titles[0].startswith("Best blocks: score ")
    assert titles[1].startswith("Best attacks: score ")
    unproven = replace(line, status="feasible", bound=99.0)
    assert "not proven (no line scores more than 99.0)" in (read(unproven).findtext(f"{SVG}title") or "")


def test_only_the_legend_that_is_needed() -> None:
    line, blocks, _ = answers()

    def meanings(found: Drawable) -> list[str | None]:
        (legend,) = groups(read(found), "legend")
        return [words.text for words in legend.iter(f"{SVG}text") if words.attrib["class"] == "note"]

    assert "an attacker's first-strike damage" in meanings(line)
    assert "returns or regenerates" in meanings(line)
    assert "stays out of combat" in meanings(blocks)
    assert "stays out of combat" not in meanings(line)


def test_themes() -> None:
    found = solve(Combat.parse(SLIME))
    light, dark, auto = (draw(found, theme=theme) for theme in ("light", "dark", "auto"))
    assert draw(found) == auto
    assert "@media (prefers-color-scheme: dark)" in auto
    assert "@media" not in light + dark
    assert light != dark
    with pytest.raises(ValueError, match="pink"):
        draw(found, theme="pink")


def test_the_file_needs_nothing_else() -> None:
    for found in answers():
        picture = draw(found)
        assert not re.search(r"url\(|@import|href|<script|<image|<foreignObject| on\w+=", picture)
        assert picture.count("http") == 1  # the namespace


def test_steps_are_told_apart_without_colour() -> None:
    root = read(solve(Combat.parse("Knight 3/3 double strike <- Ox 2/9")))
    labels = [label.findtext(f"{SVG}text") for label in groups(root, "label")]
    assert labels == ["2", "1st 3", "3"]
    paths = [one[1].attrib["class"] for one in groups(root, "arrow")]
    assert paths == ["line attack first", "line attack", "line block"]


def test_a_long_name_is_whole_in_the_tooltip() -> None:
    name = "Asmoranomardicadaistinaculdacar"
    root = read(Combat.parse(f"{name} 3/3 <- Bear 2/2"))
    first = groups(root, "creature")[0]
    assert told(first).startswith(f"{name} 3/3")
    assert (first.findtext(f"{SVG}text") or "").endswith("…")
    assert shorten("e\u0301" * 9, 30, 12).removesuffix("…").endswith("\u0301")


def test_the_same_picture_every_time() -> None:
    script = f"from optimizer import Combat, solve; print(solve(Combat.parse({SLIME!r}))._repr_svg_(), end='')"
    printed = {
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, check=True, cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"},
        ).stdout.decode()
        for seed in ("1", "2")
    }  # fmt: skip
    assert printed == {draw(solve(Combat.parse(SLIME)))}


def test_notebooks() -> None:
    line, blocks, attacks = answers()
    for found in (line, blocks, attacks):
        assert found._repr_svg_() == draw(found)
        assert found._repr_svg_() in found._repr_html_()
    assert "<td>first-strike damage</td><td><bdi>Knight</bdi></td><td>2</td><td><bdi>Finks</bdi></td>" in (
        line._repr_html_()
    )
    for board in (blocks.board, attacks.board, line.combat):
        root = ET.fromstring(board._repr_svg_())
        assert len(groups(root, "creature")) == (4 if isinstance(board, Combat) else 11)
        assert_nothing_overlaps(root)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_pictures_are_those_of_the_code(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = ROOT / "examples" / "pictures" / f"{Path(name).stem}.svg"
    drawn = tmp_path / "drawn.svg"
    assert main(["suggest", str(ROOT / "examples" / name), "--svg", str(drawn)]) == 0
    assert drawn.read_text("utf-8") == shipped.read_text("utf-8")
    assert {path.name for path in shipped.parent.iterdir()} == {f"{Path(one).stem}.svg" for one in SHIPPED}
    assert capsys.readouterr().out.startswith("Score ")


# The command line


def test_a_picture_beside_the_report(optimizer: Optimizer, tmp_path: Path) -> None:
    file = tmp_path / "slime.svg"
    code, out, err = optimizer(["suggest", "--svg", str(file)], SLIME)
    assert (code, err) == (0, "")
    assert out.startswith("Score 7.0")
    assert file.read_bytes() == draw(solve(Combat.parse(SLIME))).encode()
    code, out, _ = optimizer(["suggest", "--svg", str(file), "--json", "--theme", "dark"], SLIME)
    assert json.loads(out)["score"] == 7.0
    assert 'class="optimizer-dark"' in file.read_text("utf-8")


def test_a_picture_on_standard_output_alone(optimizer: Optimizer) -> None:
    assert optimizer(["suggest", "--svg", "-"], SLIME) == (0, draw(solve(Combat.parse(SLIME))), "")


@pytest.mark.parametrize("command", ["blocks", "attacks"])
def test_pictures_of_boards(optimizer: Optimizer, tmp_path: Path, command: str) -> None:
    file = tmp_path / "board.svg"
    board = BOARD if command == "blocks" else {"creatures": BOARD["attackers"], "defenders": BOARD["defenders"]}
    assert optimizer([command, "--svg", str(file)], json.dumps(board)).code == 0
    assert len(groups(ET.fromstring(file.read_text("utf-8")), "creature")) == 11


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("--svg - --json", "--svg: expected a file: standard output has the JSON"),
        ("--png -", "--png: expected a file: standard output is for text"),
        ("--svg nowhere/x.svg", "--svg: can't write 'nowhere/x.svg': there is no such folder"),
        ("--svg .", "--svg: can't write '.': it is a folder"),
        ("--svg x.svg --lines", "--svg: is for one answer: leave out --lines"),
        ("--theme dark", "--theme: is for pictures: name a file with --svg or --png"),
        ("--svg x\0y", "--svg: can't write 'x\\x00y': embedded null byte"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(
    optimizer: Optimizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, problem: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = optimizer(["suggest", *words.split(" ")], SLIME)
    assert (code, out) == (2, "")
    assert err.startswith(f"optimizer: {problem}") and err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
def test_a_full_disk(optimizer: Optimizer) -> None:
    code, _, err = optimizer(["suggest", "--svg", "/dev/full"], SLIME)
    assert code == 1
    assert err.startswith("optimizer: can't go on: ") and err.count("\n") == 1


def test_without_the_library(optimizer: Optimizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    raster.has_fonts.cache_clear()
    code, out, err = optimizer(["suggest", "--png", str(tmp_path / "x.png")], SLIME)
    assert (code, out) == (2, "")
    assert err == "optimizer: --png: needs the extra `pictures`: pip install 'mtg-combat-optimizer[pictures]'\n"
    with pytest.raises(raster.NoRaster, match="pip install"):
        png(draw(solve(Combat.parse(SLIME))))


def test_png(optimizer: Optimizer, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    raster.has_fonts.cache_clear()
    if not raster.has_fonts():
        pytest.skip("no fonts")
    file = tmp_path / "slime.png"
    assert optimizer(["suggest", "--png", str(file), "--theme", "dark"], SLIME).code == 0
    picture = draw(solve(Combat.parse(SLIME)), theme="dark")
    root = ET.fromstring(picture)
    drawn = file.read_bytes()
    assert drawn == png(picture)
    assert drawn[:8] == b"\x89PNG\r\n\x1a\n"
    size = tuple(int.from_bytes(drawn[place : place + 4], "big") for place in (16, 20))
    assert size == tuple(pytest.approx(2 * float(root.attrib[name]), abs=2) for name in ("width", "height"))
    assert png(picture, scale=1.0) != drawn
