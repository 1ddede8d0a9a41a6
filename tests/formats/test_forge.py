"""Forge's puzzles and saved states (docs/other-files.md): files of the format's shapes, made here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer import Combat, DeclareAttackers, DeclareBlockers
from optimizer.apps.cli.main import main
from optimizer.formats.forge import ForgeReading, read
from optimizer.model.errors import InvalidDocument

PUZZLE = """[metadata]
Name:Stand against the wurm
URL:http://example.org/
Goal:Survive
Description:It = hard; but | it can be done.
[state]
ActivePlayer=AI
ActivePhase=COMBAT_DECLARE_ATTACKERS
HumanLife=3
AILife=9
humanhand=Shock|Set:M19; Opt
humanlibrary=Plains|Set:ORI;
humanbattlefield=Plains|Set:ORI|Tapped; Palace Guard|Set:ORI|Counters:P1P1=1; Serra Angel|Tapped; \
Jace|Id:5|Counters:LOYALTY=3
aibattlefield=Forest; Craw Wurm|Set:M10|Attacking; t:Knight,P:2,T:2,Cost:no cost,Color:W,Types:Creature-Knight,\
Keywords:Vigilance-First Strike,Image:w_2_2_knight|Attacking:5; Acidic Slime|Damage:1|Attacking; Hill Giant|SummonSick
aigraveyard=
"""
SAVED = """turn=5
activeplayer=p0
activephase=MAIN1
p0life=17
p0landsplayed=1
p0counters=POISON=2,ENERGY=4
p0battlefield=Craw Wurm|Set:M10|Art:1|Damage:2;Runeclaw Bear+|SummonSick;T:w_1_1_bird_flying;Silvercoat Lion|Tapped
p0manapool=G G
p1life=-1
p1battlefield=Jace|Counters:LOYALTY=4;Typhoid Rats|Counters:Flying=1,CHARGE=3,M0M1=1
p1numringtemptedyou=0
"""


@pytest.fixture(autouse=True)
def shipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No table of cards but the shipped one."""
    monkeypatch.setenv("OPTIMIZER_CARDS", str(tmp_path / "none.sqlite3"))


def state(*lines: str) -> str:
    return "\n".join(("[state]", *lines))


def fight(human: str, ai: str, **options: Any) -> ForgeReading:
    return read(state("activeplayer=human", f"humanbattlefield={human}", f"aibattlefield={ai}"), **options)


def creatures(found: ForgeReading, side: str) -> dict[str, dict[str, Any]]:
    return {creature["id"]: creature for creature in found.document[side]}


def test_attackers_make_a_board_before_blocks() -> None:
    found = read(PUZZLE)
    assert isinstance(found.value, DeclareBlockers)
    assert found.warnings == ()
    assert found.document["attacking_player"] == {"life": 9}
    assert found.document["defending_player"] == {"life": 3}
    assert found.document["planeswalkers"] == [{"id": "jace", "loyalty": 3}]
    attackers, defenders = creatures(found, "attackers"), creatures(found, "defenders")
    assert list(attackers) == ["craw-wurm", "knight", "acidic-slime"]
    assert attackers["knight"]["attacking"] == "jace"
    assert attackers["knight"]["keywords"] == ["vigilance", "first strike"]
    assert attackers["acidic-slime"]["damage"] == 1
    assert list(defenders) == ["palace-guard", "serra-angel"]
    assert defenders["palace-guard"] | {"colors": ["white"]} == {
        "id": "palace-guard", "name": "Palace Guard", "power": 2, "toughness": 5, "colors": ["white"],
        "counters": {"+1/+1": 1}, "can_block": "any",
    }  # fmt: skip
    assert defenders["serra-angel"]["tapped"]


def test_no_attackers_make_a_board_before_attacks() -> None:
    found = read(SAVED)
    assert isinstance(found.value, DeclareAttackers)
    assert found.document["attacking_player"] == {"life": 17, "poison": 2}
    assert found.document["defending_player"] == {"life": -1}
    mine, theirs = creatures(found, "creatures"), creatures(found, "defenders")
    assert mine["bird"] == {"id": "bird", "name": "Bird", "power": 1, "toughness": 1, "keywords": ["flying"],
                            "colors": ["white"]}  # fmt: skip
    assert mine["runeclaw-bear"]["summoning_sick"] and mine["silvercoat-lion"]["tapped"]
    assert found.document["planeswalkers"] == [{"id": "jace", "loyalty": 4}]
    assert theirs["typhoid-rats"]["counters"] == {"flying": 1, "-0/-1": 1}
    assert theirs["typhoid-rats"]["toughness"] == 0


def test_blocks_make_a_combat() -> None:
    found = read(PUZZLE, blocks={"palace-guard": ["craw-wurm", "acidic-slime"]})
    assert isinstance(found.value, Combat)
    assert [(one.id, one.blocks) for one in found.value.blockers] == [("palace-guard", ("craw-wurm", "acidic-slime"))]
    assert found.warnings == ()
    assert read(PUZZLE, blocks="").value.blockers == ()  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "words",
    [
        "palace-guard=craw-wurm",
        "Palace Guard = Craw Wurm",
        "palace-guard=craw-wurm,palace-guard=knight",
        "Palace Guard=Craw Wurm+Knight;",
        '{"Palace Guard": "craw-wurm"}',
    ],
)
def test_blocks_in_words(words: str) -> None:
    value = read(PUZZLE, blocks=words).value
    assert isinstance(value, Combat)
    assert value.blockers[0].blocks[0] == "craw-wurm"


def test_blocks_by_forge_ids() -> None:
    found = fight("Craw Wurm|Id:7|Attacking;Craw Wurm|Id:8|Attacking", "Hill Giant|Id:12", blocks="#12=8")
    assert found.document["blockers"][0]["blocks"] == ["craw-wurm-2"]


def test_blocks_that_break_rules_are_warned_of() -> None:
    assert fight("Serra Angel|Attacking", "Hill Giant", blocks="hill-giant=serra-angel").warnings == (
        "these blocks break 702.9b: hill-giant can't block serra-angel, which has flying, without flying or reach",
    )


@pytest.mark.parametrize(
    ("blocks", "message"),
    [
        ("palace-gard=craw-wurm", "no blocker is called 'palace-gard': did you mean 'palace-guard'?"),
        ("palace-guard=craw-warm", "no attacker is called 'craw-warm': did you mean 'craw-wurm'?"),
        ("palace-guard", "expected blocks such as"),
        ('{"palace-guard": 3}', "expected blocks such as"),
        ('{"palace-guard": ', "not JSON"),
        ("palace-guard=hill-giant", "hill-giant doesn't attack"),
        ("plains=craw-wurm", "plains is left out: it is no creature"),
    ],
)
def test_blocks_that_cannot_be_read(blocks: str, message: str) -> None:
    with pytest.raises(InvalidDocument, match="--blocks") as error:
        read(PUZZLE, blocks=blocks)
    assert message in str(error.value)


@pytest.mark.parametrize(
    "lines",
    [
        ["HUMANLIFE=5", "HumanBattlefield=Craw Wurm", "activeplayer=HUMAN"],
        ["p0life=5", "P0Battlefield=Craw Wurm", "activeplayer=P0"],
        ["humanlife = 5", "HumanCardsInPlay=Craw Wurm", "ActivePlayer = human"],
        ["# a comment", "", "  humanlife=5", "humanplay= craw wurm ;;", "activeplayer=human"],
    ],
)
def test_old_and_new_spellings(lines: list[str]) -> None:
    found = read(state(*lines))
    assert found.warnings == ()
    assert found.document["attacking_player"] == {"life": 5}
    assert list(creatures(found, "creatures")) == ["craw-wurm"]


def test_what_is_warned_of() -> None:
    text = state(
        "activeplayer=human",
        "humanlive=4",
        "weather=rain",
        "just words",
        "humanprecast=Giant Growth",
        "humanbattlefield=Craw Wurm|Id:3|Tappd; Sol Ring; Sol Ring; Craw Worm; Tarmogoyf; Rancor|AttachedTo:3",
        "aibattlefield=t:Wall,P:0,T:4,Types:Creature-Wall,Keywords:Defender-Sings,Image:x",
        "humanlife=3",
        "humanlife=4",
    )
    found = read(text)
    assert found.warnings == (
        "line 3: unknown key 'humanlive': did you mean 'life'?: left out",
        "line 4: unknown key 'weather': left out",
        "line 5: expected key=value, found 'just words': left out",
        "line 6: what humanprecast does isn't read",
        "line 7: Craw Wurm: unknown attribute 'Tappd': did you mean 'tapped'?: left out",
        "line 10: humanlife stands twice: the later one counts",
        "line 7: no creature card is called 'Sol Ring' (`optimizer cards import FILE` reads in all cards); left out",
        "line 7: no creature card is called 'Craw Worm': did you mean 'Craw Wurm'; left out",
        "line 7: * is printed as the power of Tarmogoyf; left out",
        "line 8: t:Wall: the token's ability 'Sings' isn't read",
        "line 7: Rancor on Craw Wurm: what it gives isn't read",
    )
    assert found.document["attacking_player"] == {"life": 4}


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["humanlife=seven"], "line 2: humanlife must be a whole number, not 'seven'"),
        (["humanlife=9999999"], "line 2: humanlife must be from -1,000,000 to 1,000,000, not 9,999,999"),
        (["activeplayer=nobody"], "line 2: activeplayer must be human, ai, p0 or p1, not 'nobody'"),
        (["p2battlefield=Craw Wurm"], "line 2: p2battlefield tells of a third player: a combat here has two"),
        (["humanbattlefield=Craw Wurm|Damage"], "line 2: Craw Wurm: Damage must be a whole number of 0 or more"),
        (["humanbattlefield=Craw Wurm|Damage:-1"], "Damage must be a whole number of 0 or more, not '-1'"),
        (["", "humanbattlefield=Craw Wurm|Counters:P1P1"], "line 3: Craw Wurm: Counters:P1P1 must be a whole number"),
        (["humanbattlefield=|Tapped"], "line 2: a card's name is missing before '|Tapped'"),
        (["humanbattlefield=t:Elf,P:x,T:1,Types:Creature"], "line 2: t:Elf: P must be a whole number, not 'x'"),
        (["humanbattlefield=Nobody's Wurm|Attacking"], "line 2: Nobody's Wurm: it attacks, and no creature card"),
        (["humanbattlefield=Sol Ring;Plains|Attacking"], "line 2: Plains: it attacks, and it is no creature"),
        (["humanbattlefield=Craw Wurm|Attacking:4"], "line 2: Craw Wurm: it attacks Id 4, and nothing has that Id"),
        (
            ["humanbattlefield=Craw Wurm|Attacking:4", "aibattlefield=Jace|Id:4"],
            "line 3: Jace: it is attacked, and its loyalty isn't told",
        ),
        (
            ["humanbattlefield=Craw Wurm|Attacking", "aibattlefield=Hill Giant|Attacking"],
            "line 3: Hill Giant: it attacks for ai, and Craw Wurm says that human attacks",
        ),
        (["turn=3"], "this is no Forge state: expected lines such as humanbattlefield=Craw Wurm"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(lines: list[str], message: str) -> None:
    with pytest.raises(InvalidDocument) as error:
        read(state(*lines))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(InvalidDocument) as error:
        read(state("humanlife=x", "ailife=y", "aibattlefield=Craw Wurm|Damage:z|Id:w"))
    assert [fault.field for fault in error.value.faults] == ["line 2", "line 3", "line 4", "line 4"]
    with pytest.raises(InvalidDocument) as error:
        read(state("activeplayer=ai", "aibattlefield=No Wurm|Attacking;No Bear|Attacking;Craw Wurm|Attacking"))
    assert [fault.message.partition(":")[0] for fault in error.value.faults] == ["No Wurm", "No Bear"]


def test_a_file_without_a_state() -> None:
    with pytest.raises(InvalidDocument, match=r"there is no section \[state\], only \[metadata\]"):
        read("[metadata]\nName:Nothing")
    with pytest.raises(InvalidDocument, match="this is no Forge state"):
        read(b"\x89PNG\r\n\x1a\n\xff\xfe")


def test_who_attacks() -> None:
    quiet = "humanbattlefield=Craw Wurm", "aibattlefield=Hill Giant"
    assert read(state(*quiet)).warnings == ("no activeplayer: taken for human",)
    assert list(creatures(read(state(*quiet), side="ai"), "creatures")) == ["hill-giant"]
    with pytest.raises(InvalidDocument, match="--side: expected human or ai"):
        read(state(*quiet), side="me")
    with pytest.raises(InvalidDocument, match="--blocks: no creature attacks"):
        read(state(*quiet), blocks="hill-giant=craw-wurm")
    declared = state("activeplayer=ai", "humanbattlefield=Craw Wurm|Attacking", "aibattlefield=Hill Giant")
    assert read(declared).warnings == ("line 3: Craw Wurm attacks for human, whatever activeplayer says",)
    with pytest.raises(InvalidDocument, match="it attacks for human, and --side says that ai attacks"):
        read(declared, side="ai")


def test_a_late_phase_is_warned_of() -> None:
    text = state("activeplayer=human", "activephase=Combat_Damage", "humanbattlefield=Craw Wurm|Attacking")
    assert read(text).warnings == (
        "activephase=COMBAT_DAMAGE: whether damage has been dealt isn't known; read as before it",
    )


def test_battles_and_sickness() -> None:
    lines = ("activeplayer=human", "RemoveSummoningSickness=true",
             "humanbattlefield=Craw Wurm|SummonSick;Invasion of Zendikar|Id:9|Counters:DEFENSE=3")  # fmt: skip
    found = read(state(*lines, "aibattlefield=Hill Giant"))
    assert found.document["battles"] == [{"id": "invasion-of-zendikar", "defense": 3}]
    assert "summoning_sick" not in creatures(found, "creatures")["craw-wurm"]
    attacked = fight("Craw Wurm|Attacking:9;Invasion of Zendikar|Id:9|Counters:DEFENSE=3", "Hill Giant")
    assert creatures(attacked, "attackers")["craw-wurm"]["attacking"] == "invasion-of-zendikar"


def test_creatures_that_are_not_as_printed() -> None:
    human = "Serra Angel|FaceDown:Manifested;Hill Giant|PhasedOut;Craw Wurm|Suspected;Gray Ogre|IsCommander"
    mine = creatures(fight(human, "Hill Giant"), "creatures")
    assert list(mine) == ["face-down-creature", "craw-wurm", "gray-ogre"]
    assert (mine["face-down-creature"]["power"], mine["face-down-creature"].get("keywords")) == (2, None)
    assert mine["craw-wurm"]["keywords"] == ["menace"] and mine["craw-wurm"]["cant_block"]
    assert mine["gray-ogre"]["commander"]
    assert fight("Serra Angel|Transformed", "").warnings == (
        "line 3: the other face of Serra Angel is no creature that is known; left out",
    )


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("b_1_1_bird_flying_noblock", {"keywords": ["flying"], "colors": ["black"], "cant_block": True}),
        ("c_1_1_a_thopter_flying", {"keywords": ["flying"], "types": ["artifact"]}),
        ("b_2_2_a_alien_angel_firststrike_vigilance",
         {"keywords": ["first strike", "vigilance"], "colors": ["black"], "types": ["artifact"]}),
        ("b_2_2_knight_flanking_pro_white_haste",
         {"keywords": ["flanking", "protection from white", "haste"], "colors": ["black"]}),
        ("wu_3_4_spirit", {"colors": ["white", "blue"]}),
    ],
)  # fmt: skip
def test_tokens_by_script(script: str, expected: dict[str, Any]) -> None:
    (token,) = fight(f"T:{script}", "Hill Giant").document["creatures"]
    assert {name: held for name, held in token.items() if name not in ("id", "name", "power", "toughness")} == expected


def test_tokens_that_are_no_creatures() -> None:
    human = "t:Treasure,P:0,T:0,Types:Artifact-Treasure,Keywords:,Image:x;T:c_a_food_sac"
    found = fight(human, "Hill Giant")
    assert found.document["creatures"] == []
    assert found.warnings == ("line 3: T:c_a_food_sac tells no power and toughness; left out",)


def test_triggers_are_still_to_come() -> None:
    assert fight("Craw Giant|Attacking", "Hill Giant").document["triggers"] == "pending"


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "wurm.pzl"
    file.write_text(PUZZLE.replace("Plains|Set:ORI|Tapped", "Sol Ring"), "utf-8")
    assert main(["forge", str(file), "--blocks", "palace-guard=craw-wurm"]) == 0
    out, err = capsys.readouterr()
    assert Combat.from_document(json.loads(out)).blockers[0].id == "palace-guard"
    assert err == (
        f"optimizer: {file}: line 13: no creature card is called 'Sol Ring' "
        "(`optimizer cards import FILE` reads in all cards); left out\n"
    )
    assert main(["forge", str(file), "--blocks", "x=y"]) == 2
    assert capsys.readouterr().err == "optimizer: --blocks: no blocker is called 'x'\n"
    file.write_text(state("humanlife=x"), "utf-8")
    assert main(["forge", str(file)]) == 2
    assert capsys.readouterr().err == f"optimizer: {file}: line 2: humanlife must be a whole number, not 'x'\n"


WORDS = st.sampled_from(
    ["human", "ai", "p0", "p3", "life", "battlefield", "=", "|", ";", ":", "\n", "Craw Wurm", "t:", "T:", "w_1_1_bird",
     "Attacking", "Damage", "Counters:P1P1=1", "LOYALTY=2", "Id:3", ",P:1,T:1,Types:Creature", "[state]", "7", "-", " ",
     "Flipped", "activeplayer=human", "FaceDown", "AttachedTo:3", "Keywords:Flying-Toxic:1"]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.lists(WORDS, max_size=30).map("".join), st.text(max_size=60)), st.sampled_from([None, "", "a=b"]))
def test_any_text_is_a_board_or_an_error(text: str, blocks: str | None) -> None:
    try:
        found = read(text, blocks=blocks)
    except InvalidDocument:
        return
    assert found.document and all("\n" not in warning for warning in found.warnings)
