"""What errors propose: the field that says what was typed, never the opposite of it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from optimizer import Combat, NotationError
from optimizer.formats.json.board_fields import ATTACKS, BLOCKS
from optimizer.formats.json.fields import ATTACKER, BLOCKER
from optimizer.formats.json.record import Records, Table
from optimizer.model.keyword_names import EVASION, FIGHTING, INERT, NUMBERED
from optimizer.model.keywords import KeywordError, canonical
from optimizer.model.likeness import opposed
from optimizer.model.sentences import RULES, SPOKEN, plainly, pointed

TEXTS: list[tuple[str, dict[str, Any]]] = [
    ("can block any number of creatures", {"can_block": "any"}),
    ("Can block an additional creature each combat.", {"can_block": 2}),
    ("can block up to two additional creatures", {"can_block": 3}),
    ("can block only creatures with flying", {"can_block_only": ["flying"]}),
    ("can't be blocked", {"unblockable": True}),
    ("can't block and can't be blocked", {"cant_block": True, "unblockable": True}),
    ("can't be blocked except by two or more creatures", {"min_blockers": 2}),
    ("can't be blocked by more than one creature", {"max_blockers": 1}),
    ("can't be blocked by creatures with power 2 or less", {"min_blocker_power": 3}),
    ("can't be blocked by creatures with power 3 or greater", {"max_blocker_power": 2}),
    ("can't be blocked by creatures with greater power", {}),
    ("attacks each combat if able", {"must_attack": True}),
    ("blocks each turn if able", {"must_block": True}),
    ("attacks or blocks each combat if able", {"must_attack": True, "must_block": True}),
    ("must be blocked if able", {"must_be_blocked": True}),
    ("must be blocked by two or more creatures if able", {"must_be_blocked_by": 2}),
    ("must be blocked if able, and it must be blocked by two or more creatures if able",
     {"must_be_blocked": True, "must_be_blocked_by": 2}),
    ("all creatures able to block this creature do so", {"lure": True}),
    ("can't attack", {"cant_attack": True}),
    ("cannot block", {"cant_block": True}),
    ("cant attack or block", {"cant_attack": True, "cant_block": True}),
    ("can\u2019t attack alone", {"cant_attack_alone": True}),
    ("can't block alone", {"cant_block_alone": True}),
    ("can't attack or block alone", {"cant_attack_alone": True, "cant_block_alone": True}),
    ("you may have it assign its combat damage as though it weren't blocked", {"as_though_unblocked": True}),
    ("assigns combat damage equal to its toughness rather than its power", {"damage_equal_to_toughness": True}),
    ("assigns no combat damage", {"assigns_no_damage": True}),
    ("prevent all combat damage that would be dealt to it", {"prevent": "all"}),
    ("prevent all damage that would be dealt by this creature", {"deals_no_damage": True}),
    ("prevent all damage that would be dealt to and dealt by it", {"prevent": "all", "deals_no_damage": True}),
    ("is all colors", {"colors": ["white", "blue", "black", "red", "green"]}),
    ("must attack", {"must_attack": True}),
    ("must block if able", {"must_block": True}),
    ("must be blocked", {"must_be_blocked": True}),
    ("must be blocked by three or more creatures", {"must_be_blocked_by": 3}),
    ("lure", {"lure": True}),
    ("all creatures must block it", {"lure": True}),
    ("can block two attackers", {"can_block": 2}),
    ("doesn't deal combat damage", {"deals_no_damage": True}),
    ("assigns no damage", {"assigns_no_damage": True}),
    ("tapped", {"tapped": True}),
    ("summoning sick", {"summoning_sick": True}),
    ("goaded", {"goaded_by": ["player"]}),
]  # fmt: skip


def told(keyword: str) -> str:
    """What is said of a keyword that there isn't."""
    with pytest.raises(KeywordError) as caught:
        canonical(keyword)
    return str(caught.value)


@pytest.mark.parametrize(("text", "fields"), TEXTS)
def test_a_text_typed_as_a_keyword_is_pointed_to_what_says_it(text: str, fields: dict[str, Any]) -> None:
    message = told(text)
    assert re.findall(r'"(\w+)":', message) == list(fields)
    assert fields or "the keyword 'skulk' says it" in message
    assert "left out" not in message and "did you mean" not in message


@pytest.mark.parametrize(
    ("text", "fields"), [one for one in TEXTS if "," not in one[0] and one[0] not in {"tapped", "lure"}]
)
def test_the_notation_proposes_its_words_for_a_text(text: str, fields: dict[str, Any]) -> None:
    with pytest.raises(NotationError) as caught:
        Combat.parse(f"Ox 3/3 {text.removesuffix('.')}")
    (fault,) = caught.value.faults
    proposed = re.search(r": write '([^']+)'$", str(fault))
    assert proposed is not None, str(fault)
    words = [word.partition("(")[0].replace("-", "_") for word in proposed[1].split()]
    names = {"colors": ["white", "blue", "black", "red", "green"], "summoning_sick": ["sick"]}
    expected = [word for field in fields for word in names.get(field, [field])]
    assert words == (expected or ["skulk"])


def test_a_word_of_boards_in_a_combat_is_sent_to_their_commands() -> None:
    with pytest.raises(NotationError, match="'lure' belongs to a board"):
        Combat.parse("Ox 3/3 lure")


def test_the_texts_are_of_every_kind_there_is() -> None:
    plain = [
        re.sub(r"\b(?:this creature|it)\b", "~", text.lower().replace("\u2019", "'").rstrip(".")) for text, _ in TEXTS
    ]
    plain = [plainly(text) for text, _ in TEXTS]
    for pattern, _ in (*RULES, *SPOKEN):
        assert any(re.fullmatch(pattern, one, re.I) for text in plain for one in (text, f"~ {text}")), pattern


def test_every_field_of_boards_that_a_text_says_is_a_field() -> None:
    known = {entry.name for table in creature_tables() for entry in table}
    assert {field for _, fields in TEXTS for field in fields} <= known


def creature_tables() -> list[Table]:
    """The tables of creatures' fields."""
    of_boards = [entry.kind for table in (ATTACKS, BLOCKS) for entry in table if isinstance(entry.kind, Records)]
    return [ATTACKER, BLOCKER, *(kind.table for kind in of_boards if "power" in kind.table.readers)]


NEGATIONS = ("can't {}", "cannot {}", "cant_{}", "can't have {}", "doesn't have {}", "no {}", "no_{}", "not {}",
             "without {}", "loses {}", "non-{}", "non{}", "un{}", "not_{}", "isn't {}")  # fmt: skip
KEYWORDS = sorted(FIGHTING | EVASION | INERT | NUMBERED)


@pytest.mark.parametrize("negation", NEGATIONS)
def test_what_denies_a_keyword_never_proposes_it(negation: str) -> None:
    for keyword in KEYWORDS:
        if keyword.startswith("un") and negation == "un{}":
            continue  # no word
        try:
            message = str(canonical(negation.format(keyword)))
        except KeywordError as error:
            message = str(error)
        assert f"did you mean {keyword!r}" not in message, message
        assert f"the keyword {keyword!r} says it" not in message, message


OPPOSITES = {
    "tapped": ["untapped", "not_tapped"],
    "cant_attack": ["can_attack", "must_attack_", "attacks", "attack"],
    "cant_block": ["can_be_blocked", "blocks_", "may_block", "must_be_block"],
    "unblockable": ["blockable", "is_blockable"],
    "must_be_blocked": ["can_be_blocked", "cant_be_blocked", "cannot_be_blocked", "not_be_blocked"],
    "must_attack": ["cant_attak", "can_attack", "mustnt_attack", "may_attack"],
    "must_block": ["can_blok", "may_block", "mustnt_block"],
    "deals_no_damage": ["deals_damage", "deals_combat_damage"],
    "assigns_no_damage": ["assigns_damage"],
    "blocked": ["unblocked", "not_blocked"],
    "as_though_unblocked": ["as_though_blocked"],
    "struck_first": ["not_struck_first", "unstruck_first"],
    "not_counted": ["counted", "is_counted"],
    "can_block": ["cannot_blok", "cant_blok", "no_block"],
}


@pytest.mark.parametrize("field", OPPOSITES)
def test_what_denies_a_field_never_proposes_it(field: str) -> None:
    for table in creature_tables():
        for typed in OPPOSITES[field]:
            assert f"did you mean {field!r}" not in table.unknown(typed), (typed, table.unknown(typed))


def test_no_field_is_proposed_for_its_denial() -> None:
    for table in creature_tables():
        for name in table.readers:
            for negation in NEGATIONS:
                if name.startswith(("un", "not", "can", "must", "as_")) and negation in ("un{}", "non{}"):
                    continue  # no word
                message = table.unknown(negation.format(name).replace(" ", "_"))
                assert f"did you mean {name!r}" not in message, (negation, message)


@pytest.mark.parametrize("word", ["with", "and", "has", "able", "it", "without", "can", "by"])
def test_words_of_sentences_are_no_slips(word: str) -> None:
    assert "did you mean" not in told(word)
    with pytest.raises(NotationError) as caught:
        Combat.parse(f"Ox 3/3 {word}")
    assert "did you mean" not in str(caught.value)


def test_slips_are_still_mended() -> None:
    (table,) = [one for one in creature_tables() if "provoked_by" in one.readers][:1]
    for typed, meant in (("cant_atack", "cant_attack"), ("cnat_block", "cant_block"), ("taped", "tapped"),
                         ("unblokable", "unblockable"), ("must_be_bloked", "must_be_blocked"),
                         ("keyword", "keywords"), ("toughnes", "toughness"), ("counter", "counters")):  # fmt: skip
        assert f"did you mean {meant!r}" in table.unknown(typed)
    assert "did you mean 'flying'" in told("with flying")
    assert "did you mean 'wither'" in told("wiither")
    assert "did you mean 'indestructible'" in told("indestructable")
    assert "did you mean 'undying'" in told("undyin")


def test_what_is_opposed() -> None:
    assert opposed("can't be blocked", "must-be-blocked")
    assert opposed("cant_be_blocked", "cant_block")
    assert not opposed("first strik", "first strike")
    assert pointed("flying") == ""
