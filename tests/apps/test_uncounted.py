"""What isn't counted is said: in every answer, by every way to ask, and as the combat goes on."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from command_line import Optimizer

from optimizer import Combat, best_attacks, best_blocks, board_from_document, deal, solve
from optimizer.apps.commands import COMMANDS
from optimizer.apps.engine import methods
from optimizer.apps.engine.protocol import Call
from optimizer.apps.page.methods import METHODS
from optimizer.apps.page.sheet import sheet_of
from optimizer.formats.cards import find
from optimizer.formats.forge.reading import read as read_forge
from optimizer.model.board import DeclareAttackers, DeclareBlockers
from optimizer.report.pictures import draw

Json = dict[str, Any]

LINE = "It dies at end of combat after a fight with a creature of power 1 or less."
LORD = {"name": "Arrogant Bloodlord"}
OX = {"id": "ox", "power": 3, "toughness": 3}
COMBAT: Json = {"attackers": [LORD], "blockers": [OX | {"blocks": ["arrogant-bloodlord"]}]}
BLOCKS: Json = {"attackers": [LORD], "defenders": [OX]}
ATTACKS: Json = {"creatures": [LORD], "defenders": [OX]}
TOLD = [{"id": "arrogant-bloodlord", "text": LINE}]
ASKED: list[tuple[str, Json, Json]] = [
    ("suggest", COMBAT, {}), ("blocks", BLOCKS, {}), ("attacks", ATTACKS, {}),
    ("attacks", ATTACKS | {"crackback": True}, {}),
    *[(name, document, {}) for name in ("legal", "count") for document in (COMBAT, BLOCKS, ATTACKS)],
    ("check", COMBAT, {"assignment": {}}), ("check", BLOCKS, {"declaration": {}}),
    ("check", ATTACKS, {"declaration": {}}),
    ("resolve", COMBAT, {}),
]  # fmt: skip


def plain(document: Json) -> Json:
    """The same, with the card's numbers in place of its name."""
    numbers = {"id": "arrogant-bloodlord", "power": 4, "toughness": 4}
    return {
        field: [numbers if one == LORD else one for one in held] if isinstance(held, list) else held
        for field, held in document.items()
    }


@pytest.mark.parametrize(("command", "document", "options"), ASKED)
def test_every_answer_has_it(optimizer: Optimizer, command: str, document: Json, options: Json) -> None:
    for asked, told in ((document, TOLD), (plain(document), [])):
        line = json.dumps({"id": 1, "document": asked, **options})
        assert json.loads(optimizer(f"{command} --lines", line).out)["not_counted"] == told
        params = {"document": asked, **options}
        assert json.loads(methods.run(Call(command, params, 1, False), 10_000))["not_counted"] == told
        if command != "legal":
            words = [command, "--json", *(f"--{name}={json.dumps(held)}" for name, held in options.items())]
            answer = json.loads(optimizer(words, json.dumps(asked)).out)
            assert answer["not_counted"] == told


def test_there_is_no_command_that_is_not_asked() -> None:
    assert {command for command, _, _ in ASKED} == set(COMMANDS)


@pytest.mark.parametrize(("command", "document", "options"), ASKED)
def test_people_read_it_too(optimizer: Optimizer, command: str, document: Json, options: Json) -> None:
    words = [command, *(f"--{name}={json.dumps(held)}" for name, held in options.items())]
    said = optimizer(words, json.dumps(document))
    assert LINE in " ".join((said.err if command == "legal" else said.out).split())
    assert not re.search(r"proven best(?! of what is counted)", said.out)
    said = optimizer(words, json.dumps(plain(document)))
    assert "ot counted" not in said.out + said.err


def test_legal_says_it_beside_its_list(optimizer: Optimizer) -> None:
    said = optimizer("legal --json", json.dumps(COMBAT))
    assert said.out.splitlines() == ['{"arrogant-bloodlord": {"ox": 4}}']
    assert said.err == f"optimizer: not counted: arrogant-bloodlord: {LINE}\n"


def test_damage_outside_combat(optimizer: Optimizer) -> None:
    events = [{"source": {"name": "Shock"}, "recipient": "ox", "amount": 2}]
    for asked, told in ((COMBAT, TOLD), (plain(COMBAT), [])):
        answer = json.loads(optimizer(["damage", "--json", "--events", json.dumps(events)], json.dumps(asked)).out)
        assert answer["not_counted"] == told
        assert ("not_counted" in answer["next"]["attackers"][0]) == bool(told)
    assert LINE in " ".join(optimizer(["damage", "--events", json.dumps(events)], json.dumps(COMBAT)).out.split())


def test_solutions_have_it() -> None:
    line = solve(Combat.from_document(COMBAT))
    blocks = best_blocks(board_from_document(BLOCKS))  # type: ignore[arg-type]
    attacks = best_attacks(board_from_document(ATTACKS))  # type: ignore[arg-type]
    for found in (line, blocks, attacks, blocks.play, attacks.defence):
        assert [one.to_dict() for one in found.not_counted] == TOLD
        picture = " ".join(draw(found).split())
        assert LINE in picture
        assert "proven best of what is counted" in picture and "something of Arrogant Bloodlord" in picture


def test_the_page_says_it() -> None:
    sheet = sheet_of(board_from_document(ATTACKS))
    answer = json.loads(METHODS["advise"](Call("advise", {"sheet": sheet}, 1, False), 10_000))
    assert answer["answer"]["not_counted"] == TOLD
    told = json.dumps(answer["sections"])
    assert LINE in told and "proven best of what is counted" in told
    added = json.loads(
        METHODS["add"](Call("add", {"sheet": sheet, "text": "Arrogant Bloodlord", "side": "theirs"}, 1, False), 1000)
    )
    assert LINE in json.dumps(added)


def test_it_survives_what_becomes_of_a_combat() -> None:
    lord = find("Arrogant Bloodlord")
    assert lord is not None and lord.unread == (LINE,)
    board = board_from_document(ATTACKS)
    assert isinstance(board, DeclareAttackers)
    before = board.attacked({"arrogant-bloodlord": "player"})
    twice = OX | {"keywords": ["double strike"], "toughness": 9}
    combat = Combat.from_document({**COMBAT, "blockers": [twice | {"blocks": ["arrogant-bloodlord"]}]})
    following = combat.resolve().next
    shocked = deal(combat, [{"source": {"name": "Shock"}, "recipient": "ox", "amount": 1}]).next
    assert following is not None and shocked is not None
    every = (board, before, before.combat({"ox": ["arrogant-bloodlord"]}), combat, following, shocked)
    for subject in every:
        assert [one.to_dict() for one in subject.not_counted] == TOLD
        again = type(subject).from_document(json.loads(json.dumps(subject.to_document())))
        assert again.not_counted == subject.not_counted
    assert Combat.parse(str(following)).not_counted == following.not_counted
    assert isinstance(before, DeclareBlockers)


def test_by_name_in_the_notation_and_with_words_of_ones_own() -> None:
    combat = Combat.parse("Arrogant Bloodlord <- Ox 3/3")
    assert [one.to_dict() for one in combat.not_counted] == TOLD
    assert "not-counted(" in str(combat)
    own = Combat.parse('Ox 3/3 not-counted("It draws \\"a card\\", (maybe).", "It sings.")')
    assert [one.text for one in own.not_counted] == ['It draws "a card", (maybe).', "It sings."]
    assert Combat.parse(str(own)).not_counted == own.not_counted
    assert Combat.from_document({"attackers": [LORD | {"not_counted": []}]}).not_counted == ()


def test_a_saved_game_keeps_it() -> None:
    text = (
        "[state]\nhumanlife=20\nailife=20\nhumanbattlefield=Arrogant Bloodlord\nactiveplayer=human\nactivephase=MAIN1\n"
    )
    document = read_forge(text).document
    assert LINE in json.dumps(document)


@pytest.mark.parametrize("counters", [{}, {"+1/+1": 1, "-1/-1": 2, "+0/+2": 1, "shield": 1, "finality": 1, "stun": 1},
                                      {"flying": 1, "decayed": 0, "charge": 0}])  # fmt: skip
def test_122_1_known_counters_are_counted(counters: dict[str, int]) -> None:
    assert Combat.from_document({"attackers": [OX | {"counters": counters}]}).not_counted == ()


def test_122_1_other_counters_are_told() -> None:
    combat = Combat.from_document({"attackers": [OX | {"counters": {"charge": 2, "Oil": 1, "shield": 1}}]})
    assert [one.text for one in combat.not_counted] == ["2 charge counters", "1 oil counter"]
    assert solve(combat).outcome.creatures["ox"].counters == {"charge": 2, "oil": 1, "shield": 1}


def test_keywords_that_nothing_acts_on_are_told_while_they_matter() -> None:
    mentor = OX | {"keywords": ["mentor", "annihilator 2", "flying", "flash", "renown 1"]}
    board = board_from_document({"creatures": [mentor], "defenders": []})
    assert [one.text for one in board.not_counted] == ["mentor", "annihilator 2", "renown 1"]
    attacking = {"attackers": [mentor], "defenders": []}
    assert [one.text for one in board_from_document(attacking).not_counted] == ["renown 1"]
    pending = board_from_document(attacking | {"triggers": "pending"})
    assert [one.text for one in pending.not_counted] == ["mentor", "annihilator 2", "renown 1"]


def band(*keywords: str) -> Combat:
    """Attackers in one band, one for each keyword."""
    attackers = [
        OX | {"id": f"ox{n}", "band": "b", "keywords": [word] if word else []} for n, word in enumerate(keywords)
    ]
    return Combat.from_document({"attackers": attackers})


def test_702_22c_702_22e_a_band_without_banding_is_told_of() -> None:
    assert band("banding", "banding", "").not_counted == band("banding", "").not_counted == band("").not_counted == ()
    for combat in (band("", ""), band("banding", "", "flying")):
        (told,) = combat.not_counted
        assert "702.22c" in told.text and "702.22e" in told.text
    assert band("", "").not_counted[0].id == "ox0"
    counter = {"attackers": [OX | {"band": "b"}, OX | {"id": "elk", "band": "b"}], "defenders": []}
    assert len(board_from_document(counter).not_counted) == 1


def test_702_22d_a_band_attacks_one_thing(optimizer: Optimizer) -> None:
    attackers = [OX | {"band": "b", "keywords": ["banding"]}, OX | {"id": "elk", "band": "b", "attacking": None}]
    said = optimizer("suggest", json.dumps({"attackers": attackers}))
    assert said.code == 2
    assert "(702.22d)" in said.err


def test_creatures_that_differ_in_nothing_else_are_equal() -> None:
    one, other = Combat.parse("Ox 3/3"), Combat.parse('Ox 3/3 not-counted("It sings.")')
    assert one == other and hash(one.attackers[0]) == hash(other.attackers[0])
