"""The one-line notation: reading and writing are inverse of each other, and errors say where and what."""

from __future__ import annotations

import doctest
from itertools import product

import pytest
from combats import NAMES, combats
from hypothesis import example, given, settings
from hypothesis import strategies as st
from places import DATA, ROOT
from shares import large_share

from optimizer.formats.notation import parse, write
from optimizer.formats.notation.words import keyword_run
from optimizer.model.combat import Combat
from optimizer.model.creature import Attacker, Blocker
from optimizer.model.errors import NotationError
from optimizer.model.keyword_names import EVASION, FIGHTING, GERMAN, INERT, NUMBERED
from optimizer.model.keywords import canonical
from optimizer.model.terms import Edition, Step

ERRORS = [line for line in (DATA / "notation_errors.txt").read_text().splitlines() if not line.startswith("#")]


@large_share(20)
def test_a_combat_comes_back_as_it_was(times: int) -> None:
    @settings(max_examples=60 * times, deadline=None)
    @given(combats())
    def check(combat: Combat) -> None:
        text = write(combat)
        assert "\n" not in text
        assert parse(text) == combat
        assert write(parse(text)) == text

    check()


@given(combats())
@settings(max_examples=30, deadline=None)
def test_repr_is_the_text(combat: Combat) -> None:
    assert eval(repr(combat), {"Combat": Combat}) == combat


@settings(max_examples=1000, deadline=None)
@given(
    st.one_of(
        st.text(),
        st.text(st.sampled_from('ab 12/;,|<->()[]#"\\\n')),
        st.lists(
            st.sampled_from(
                [
                    "Bear",
                    "2/2",
                    "-1/3",
                    "<-",
                    "->",
                    ",",
                    ";",
                    "|",
                    "(",
                    ")",
                    "[",
                    "]",
                    "#2",
                    '"',
                    '"x"',
                    "m1",
                    "blocked",
                    "order",
                    "blocks",
                    "counters",
                    "value",
                    "toxic",
                    "ward",
                    "protection",
                    "from",
                    "red",
                    "planeswalker",
                    "defender",
                    "4",
                    "weights",
                    "blockers",
                    "ordered",
                    "band",
                    "\n",
                    "nobody",
                    "nothing",
                    "1e999",
                    "9" * 5000,
                    "x" * 300,
                ]
            )
        ).map(" ".join),
    )
)
@example("")
@example("Bear 2/2 <- Bear 2/2, Bear#9")
@example("Bear 2/2 counters(a[b -1)")
def test_any_text_is_a_combat_or_a_notation_error(text: str) -> None:
    try:
        combat = parse(text)
    except NotationError as error:
        assert "\n" not in str(error)
        assert all(fault.field.startswith(("column ", "line ")) for fault in error.faults)
    else:
        assert parse(write(combat)) == combat


def test_the_example() -> None:
    combat = parse(
        "Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2 m1; Guard 3/3 trample <- Wall 0/4 | defender 12 poison 3"
    )
    assert [attacker.id for attacker in combat.attackers] == ["slime", "guard"]
    assert [(blocker.name, blocker.blocks) for blocker in combat.blockers] == [
        ("Wurm", ("slime",)), ("Bear", ("slime",)), ("Wall", ("guard",)),
    ]  # fmt: skip
    assert combat.blockers[1].damage == 1
    assert (combat.defending_player.life, combat.defending_player.poison) == (12, 3)


def test_a_shared_blocker_is_repeated_by_name() -> None:
    combat = parse("A 1/1 <- Guard 1/4; B 2/2 <- Guard; C 3/3")
    assert [blocker.blocks for blocker in combat.blockers] == [("a", "b")]


def test_equal_names_are_told_apart_by_number() -> None:
    text = "Bear 2/2 <- Ox 2/4, Ox 2/4; Bear 2/2 <- Ox#2"
    combat = parse(text)
    assert [creature.id for creature in combat.creatures] == ["bear", "bear-2", "ox", "ox-2"]
    assert combat.blockers[1].blocks == ("bear", "bear-2")
    assert write(combat) == text
    assert parse("Bear#1 2/2; Bear#2 2/2") == parse("Bear 2/2; Bear 2/2")


def test_both_orders_of_blocks_and_blockers_survive() -> None:
    combat = Combat(
        attackers=(Attacker(id="a", power=1, toughness=1), Attacker(id="b", power=1, toughness=1)),
        blockers=(
            Blocker(id="x", power=1, toughness=1, blocks=("b", "a")),
            Blocker(id="y", power=1, toughness=1, blocks=("a",)),
            Blocker(id="z", power=1, toughness=1, blocks=("b",)),
            Blocker(id="w", power=1, toughness=1, blocks=("a",)),
        ),
    )
    assert write(combat) == "a 1/1 <- x 1/1 blocks(b, a), y 1/1, w 1/1; b 1/1 <- x, z 1/1 | blockers(x, y, z, w)"
    assert parse(write(combat)) == combat


def test_everything_once() -> None:
    combat = parse(
        "Hydra [h] 5/-1 red green trample over planeswalkers toxic 2 m2 counters(+1/+1 2, shield) value(7.5) band(x)"
        " blocked as-though-unblocked commander struck-first -> jace <- "
        "Wall [w] 0/4 prevent(all) regeneration(1) deals-no-damage assigns-no-damage damage-equal-to-toughness"
        " excess-to-controller order(Hydra)\n"
        "Bear 2/2 -> nothing | ordered, regular, pending, attacker 15 poison 1, defender -3 commander-damage(h 12)"
        " | planeswalker jace 3, battle Invasion of Zendikar 4, weights(life 2, win 50)"
    )
    hydra, bear = combat.attackers
    (wall,) = combat.blockers
    assert (hydra.id, hydra.name, hydra.power, hydra.toughness, hydra.colors) == ("h", "Hydra", 5, -1, ("red", "green"))
    assert hydra.keywords == ("trample over planeswalkers", "toxic 2")
    assert (hydra.damage, hydra.counters, hydra.value, hydra.band) == (2, (("+1/+1", 2), ("shield", 1)), 7.5, "x")
    assert hydra.blocked and hydra.as_though_unblocked and hydra.commander and hydra.struck_first
    assert (hydra.attacking, bear.attacking) == ("jace", None)
    assert (wall.prevent, wall.regeneration, wall.order) == ("all", 1, ("h",))
    assert (
        wall.deals_no_damage and wall.assigns_no_damage and wall.damage_equal_to_toughness and wall.excess_to_controller
    )
    assert (combat.edition, combat.step, combat.pending) == (Edition.ORDERED, Step.REGULAR, True)
    assert (combat.attacking_player.life, combat.attacking_player.poison) == (15, 1)
    assert (combat.defending_player.life, combat.defending_player.commander_damage) == (-3, (("h", 12),))
    assert (combat.planeswalkers[0].loyalty, combat.battles[0].id) == (3, "Invasion of Zendikar")
    assert (combat.weights.life, combat.weights.win, combat.weights.creature) == (2, 50, 1)
    assert parse(write(combat)) == combat


@pytest.mark.parametrize(
    "text",
    [
        "Slime 2/2 deathtouch\n    <- Wurm 5/4,\n       Bear 2/2\n\nGuard 3/3\n| defender 12\n",
        "# a comment\r\nSlime 2/2 Todesberührung ← Wurm 5/4, Bear 2/2; Guard 3/3 | defender 12",
        "Slime 2/2 DEATHTOUCH<-Wurm 5/4,Bear 2/2;Guard 3/3|defender 12;",
        "| defender 12; Slime =+2/+2 deathtouch <- Wurm 5/4, Bear 2/2; Guard 3/3",
    ],
)
def test_layout_and_language_are_free(text: str) -> None:
    assert write(parse(text)) == "Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2; Guard 3/3 | defender 12"


@pytest.mark.parametrize("german", sorted(GERMAN))
def test_german_keywords(german: str) -> None:
    phrase = f"{german} 2" if GERMAN[german] in NUMBERED else german
    assert parse(f"Bär 2/2 {phrase}").attackers[0].keywords == canonical(phrase)


@pytest.mark.parametrize("name", NAMES)
def test_awkward_names_as_ids_and_names(name: str) -> None:
    for ident in {name, "x"} - {"player"}:
        combat = Combat(
            attackers=(Attacker(id=ident, name=name, power=1, toughness=1), Attacker(id="y", power=1, toughness=1)),
            blockers=(Blocker(id="z", name=name, power=1, toughness=1, blocks=(ident, "y"), order=("y", ident)),),
        )
        assert parse(write(combat)) == combat


def test_no_two_keywords_run_together() -> None:
    known = sorted(FIGHTING | EVASION | INERT | {f"{name} 1" for name in NUMBERED})
    assert [pair for pair in product(known, known) if keyword_run(" ".join(pair).split()) > len(pair[0].split())] == []


@pytest.mark.parametrize("line", ERRORS)
def test_errors_say_where_and_what(line: str) -> None:
    text, _, message = line.partition("\t")
    with pytest.raises(NotationError) as caught:
        parse(text.replace("\\n", "\n"))
    assert str(caught.value.faults[0]).startswith(message)


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(NotationError) as caught:
        parse("Slime 2/2 deathtuch; Bear; Ox 1/1 m1 m1 | orderd")
    assert [fault.field for fault in caught.value.faults] == ["column 11", "column 22", "column 38", "column 43"]


def test_the_page_is_true() -> None:
    assert doctest.testfile(str(ROOT / "docs" / "notation.md"), module_relative=False).failed == 0


def test_nobody_attacks() -> None:
    assert parse("nobody") == Combat(attackers=())
    assert write(Combat(attackers=())) == "nobody"
