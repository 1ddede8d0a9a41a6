"""Damage that isn't combat damage (`deal`, `optimizer damage`): answers worked out by hand from the rules cited."""

from __future__ import annotations

import io
import json
import random
from typing import Any

import bruteforce
import pytest
from strategies import random_document, small_enough

from optimizer import Combat, InvalidDocument
from optimizer.apps.cli.damage import run_damage
from optimizer.apps.cli.main import main
from optimizer.formats.json.events import deal
from optimizer.model.terms import Step
from optimizer.rules.damage.noncombat import ATTACKING_PLAYER
from optimizer.rules.damage.resolution import Resolution

Json = dict[str, Any]


def creature(ident: str, size: str, *keywords: str, **fields: Any) -> Json:
    """A creature of a document, its size as printed."""
    power, toughness = size.split("/")
    return {"id": ident, "power": int(power), "toughness": int(toughness), "keywords": list(keywords), **fields}


def source(*keywords: str, **fields: Any) -> Json:
    """An object somewhere that deals damage; the attacking player's where nothing else is said."""
    return {"name": "spell", "keywords": list(keywords), **fields}


def dealt(document: Json, *events: tuple[Any, str, int]) -> Resolution:
    """What comes of events."""
    document.setdefault("attackers", [creature("ape", "4/4")])
    told = [{"source": origin, "recipient": recipient, "amount": amount} for origin, recipient, amount in events]
    return deal(Combat.from_document(document), told)


def state(resolution: Resolution, ident: str) -> tuple[int, int, int, Json]:
    """A creature's power, toughness, marked damage and counters afterwards."""
    left = resolution.outcome.creatures[ident]
    return left.power, left.toughness, left.damage, dict(left.counters)


# 120.3: what damage does


def test_120_3a_a_player_loses_that_much_life() -> None:
    after = dealt({}, (source(), "player", 2), (source(), ATTACKING_PLAYER, 3)).outcome
    assert (after.defending_life, after.attacking_life) == (20 - 2, 20 - 3)
    assert (after.defending_poison, after.attacking_poison) == (0, 0)


def test_120_3b_702_90b_infect_gives_a_player_poison_instead() -> None:
    after = dealt({}, (source("infect"), "player", 3)).outcome
    assert (after.defending_life, after.defending_poison) == (20, 3)


def test_120_3c_a_planeswalker_loses_loyalty_whatever_the_source() -> None:
    document = {"planeswalkers": [{"id": "jace", "loyalty": 7}]}
    after = dealt(document, (source(), "jace", 2), (source("wither"), "jace", 1), (source("infect"), "jace", 1)).outcome
    assert after.planeswalkers == {"jace": 7 - 2 - 1 - 1}


def test_120_3d_702_80a_wither_puts_counters_and_marks_nothing() -> None:
    assert state(dealt({}, (source("wither"), "ape", 3)), "ape") == (1, 1, 0, {"-1/-1": 3})


def test_120_3d_702_90c_infect_does_so_too() -> None:
    assert state(dealt({}, (source("infect"), "ape", 1)), "ape") == (3, 3, 0, {"-1/-1": 1})


def test_120_3e_else_damage_is_marked() -> None:
    document = {"attackers": [creature("ape", "4/4", damage=1)]}
    assert state(dealt(document, (source(), "ape", 2)), "ape") == (4, 4, 1 + 2, {})


def test_120_3f_702_15b_lifelink_is_its_controllers() -> None:
    document = {"blockers": [creature("wall", "0/9", blocks=["ape"])], "battles": [{"id": "siege", "defense": 6}]}
    after = dealt(
        document,
        (source("lifelink"), "wall", 1),
        (source("lifelink"), "siege", 2),
        (source("lifelink", controller="defending"), "ape", 3),
        (source("lifelink", controller="defending"), "siege", 4),
    ).outcome
    assert (after.attacking_life, after.defending_life) == (20 + 1 + 2, 20 + 3 + 4)


def test_120_3g_702_164c_toxic_is_about_combat_damage() -> None:
    document = {"attackers": [creature("rat", "1/1", "toxic 2", "poisonous 3")]}
    after = dealt(document, ("rat", "player", 1), (source("toxic 5"), "player", 1)).outcome
    assert (after.defending_life, after.defending_poison) == (18, 0)  # 702.70a: neither is poisonous


def test_120_3h_a_battle_loses_defense() -> None:
    assert dealt({"battles": [{"id": "siege", "defense": 5}]}, (source(), "siege", 2)).outcome.battles == {"siege": 3}


# 120.4, 120.8, 120.10: how much of it


def test_120_4a_excess_goes_to_the_creatures_controller() -> None:
    bear = creature("bear", "2/2", blocks=["ape"])
    after = dealt({"blockers": [bear]}, (source(excess_to_controller=True), "bear", 5)).outcome
    assert after.dies == ("bear",)
    assert after.defending_life == 20 - (5 - 2)
    assert after.excess == {}  # what was redirected wasn't dealt to the creature
    back = dealt({}, (source(excess_to_controller=True, controller="defending"), "ape", 6)).outcome
    assert back.attacking_life == 20 - (6 - 4)


def test_120_4a_all_but_one_is_excess_with_deathtouch() -> None:
    after = dealt({}, (source("deathtouch", excess_to_controller=True), "ape", 6)).outcome
    assert (after.dies, after.attacking_life) == (("ape",), 20 - (6 - 1))


def test_120_4a_redirected_infect_and_lifelink() -> None:
    # ape 4/4: 4 become counters, 2 go on as poison; all 6 are damage dealt, so 6 life
    spell = source("infect", "lifelink", excess_to_controller=True, controller="defending")
    after = dealt({}, (spell, "ape", 6)).outcome
    assert (after.attacking_life, after.attacking_poison, after.defending_life) == (20, 2, 20 + 6)


def test_120_4b_r3_prevention_comes_before_results() -> None:
    # the example of 120.4: a 3/3 with wither and lifelink against a 2/2 whose next 2 damage is prevented
    document = {
        "attackers": [creature("elemental", "3/3", "wither", "lifelink")],
        "blockers": [creature("bear", "2/2", blocks=["elemental"], prevent=2)],
    }
    after = dealt(document, ("elemental", "bear", 3), ("bear", "elemental", 2))
    assert state(after, "bear") == (1, 1, 0, {"-1/-1": 1})
    assert state(after, "elemental") == (3, 3, 2, {})
    assert after.outcome.attacking_life == 20 + 1
    assert after.next is not None
    assert after.next.blockers[0].prevent == 0


def test_120_8_zero_damage_is_none() -> None:
    after = dealt({}, (source("deathtouch", "lifelink"), "ape", 0), (source("infect"), "player", 0))
    assert state(after, "ape") == (4, 4, 0, {})
    assert (after.outcome.attacking_life, after.outcome.defending_poison) == (20, 0)


def test_120_10_excess_is_what_passes_lethal_damage() -> None:
    document = {
        "attackers": [creature("ape", "4/4", damage=1)],
        "planeswalkers": [{"id": "jace", "loyalty": 3}],
        "battles": [{"id": "siege", "defense": 2}],
    }
    after = dealt(document, (source(), "ape", 3), (source(), "ape", 2), (source(), "jace", 5), (source(), "siege", 2))
    assert after.outcome.excess == {"ape": 3 + 2 - (4 - 1), "jace": 5 - 3}


def test_120_10_r8_aegar_all_past_one_is_excess_with_deathtouch() -> None:
    wall = creature("wall", "0/5", blocks=["ape"])
    assert dealt({"blockers": [wall]}, (source("deathtouch"), "wall", 4)).outcome.excess == {"wall": 3}


def test_120_10_no_deathtouch_for_planeswalkers() -> None:
    document = {"planeswalkers": [{"id": "jace", "loyalty": 3}]}
    after = dealt(document, (source("deathtouch"), "jace", 2)).outcome
    assert (after.planeswalkers, after.excess) == ({"jace": 1}, {})


def test_120_10_prevented_damage_is_no_excess() -> None:
    document = {"attackers": [creature("ape", "4/4", prevent=3)]}
    assert dealt(document, (source(), "ape", 6)).outcome.excess == {}  # 3 of 6 dealt, 4 lethal


# 122, 615, 701.19: what keeps damage away


def test_122_1b_a_keyword_counter_gives_its_keyword() -> None:
    document = {
        "attackers": [creature("ape", "4/4", counters={"deathtouch": 1, "lifelink": 2})],
        "blockers": [creature("wall", "0/9", blocks=["ape"])],
    }
    after = dealt(document, ("ape", "wall", 1)).outcome
    assert (after.dies, after.attacking_life) == (("wall",), 21)


def test_122_1c_r6_one_shield_counter_for_all_damage_at_once() -> None:
    document = {"attackers": [creature("ape", "4/4", counters={"shield": 2})]}
    after = dealt(document, (source("deathtouch"), "ape", 3), (source("lifelink"), "ape", 9))
    assert state(after, "ape") == (4, 4, 0, {"shield": 1})
    assert after.outcome.attacking_life == 20
    assert after.outcome.excess == {}


def test_122_1c_each_event_takes_its_own_counter() -> None:
    first = dealt({"attackers": [creature("ape", "4/4", counters={"shield": 1})]}, (source(), "ape", 9)).next
    assert first is not None
    assert deal(first, [{"source": source(), "recipient": "ape", "amount": 9}]).outcome.dies == ("ape",)


def test_122_1c_a_shield_counter_is_no_help_against_marks_made_before() -> None:
    document = {"attackers": [creature("ape", "4/4", damage=4, counters={"shield": 1})]}
    assert dealt(document, (source(), "ape", 1)).outcome.dies == ("ape",)  # 704.5g is no effect


def test_122_1c_zero_damage_takes_no_shield_counter() -> None:
    document = {"attackers": [creature("ape", "4/4", counters={"shield": 1})]}
    assert state(dealt(document, (source(), "ape", 0)), "ape") == (4, 4, 0, {"shield": 1})


def test_615_6_prevented_damage_never_happens() -> None:
    document = {"attackers": [creature("ape", "4/4", prevent="all")]}
    after = dealt(document, (source("deathtouch", "lifelink", "wither"), "ape", 9))
    assert state(after, "ape") == (4, 4, 0, {})
    assert after.outcome.attacking_life == 20


def test_615_7_the_controller_chooses_what_is_prevented() -> None:
    # 1 of deathtouch and 3 others: with the 1 prevented the ape survives with 3 marked
    document = {"attackers": [creature("ape", "4/4", prevent=1)]}
    after = dealt(document, (source(), "ape", 3), (source("deathtouch"), "ape", 1))
    assert state(after, "ape") == (4, 4, 3, {})


def test_615_7_what_is_left_of_a_prevention_stays() -> None:
    after = dealt({"attackers": [creature("ape", "4/4", prevent=5)]}, (source(), "ape", 2), (source(), "ape", 1)).next
    assert after is not None
    assert after.attackers[0].prevent == 5 - 2 - 1


def test_701_19a_regeneration_replaces_destruction_and_leaves_combat() -> None:
    document = {
        "attackers": [creature("troll", "2/2", regeneration=2, damage=1), creature("ape", "4/4")],
        "blockers": [creature("wall", "0/9", blocks=["troll"])],
    }
    after = dealt(document, (source(), "troll", 1))
    assert state(after, "troll") == (2, 2, 0, {})
    assert after.next is not None
    assert [attacker.id for attacker in after.next.attackers] == ["ape"]
    assert after.next.blockers == ()


def test_701_19a_704_7_one_shield_for_lethal_damage_and_deathtouch_together() -> None:
    document = {"attackers": [creature("troll", "2/2", regeneration=1)]}
    after = dealt(document, (source("deathtouch"), "troll", 1), (source(), "troll", 5))
    assert state(after, "troll") == (2, 2, 0, {})
    assert after.next is None  # the only attacker has left combat


# 702: keywords of the source and of the recipient


def test_702_2b_deathtouch_destroys() -> None:
    assert dealt({}, (source("deathtouch"), "ape", 1)).outcome.dies == ("ape",)


@pytest.mark.parametrize("types", [["instant"], ["land"], ["creature"], []])
def test_702_2d_deathtouch_works_from_any_zone(types: list[str]) -> None:
    assert dealt({}, (source("deathtouch", types=types), "ape", 1)).outcome.dies == ("ape",)


def test_702_2e_702_15c_what_left_its_zone_has_its_last_keywords() -> None:
    # a 1/1 with deathtouch and lifelink that the defending player sacrificed before its ability resolved
    gone = {"id": "archer", "keywords": ["deathtouch", "lifelink"], "controller": "defending", "types": ["creature"]}
    after = dealt({}, (gone, "ape", 1)).outcome
    assert (after.dies, after.defending_life) == (("ape",), 21)


def test_702_2e_a_creature_that_triggers_killed_is_still_a_source() -> None:
    document = {
        "triggers": "pending",
        "attackers": [creature("knight", "2/2", "flanking")],
        "blockers": [creature("archer", "1/1", "deathtouch", blocks=["knight"])],
    }
    after = dealt(document, ("archer", "knight", 1), (source(), "archer", 5)).outcome
    assert after.dies == ("knight", "archer")  # 702.25a: the archer died as a 0/0 before anything was dealt to it
    assert after.excess == {}


def test_702_2f_more_instances_of_deathtouch_are_redundant() -> None:
    once = dealt({}, (source("deathtouch"), "ape", 3)).outcome
    assert dealt({}, (source("deathtouch", "deathtouch"), "ape", 3)).outcome == once
    assert once.excess == {"ape": 3 - 1}


def test_702_12b_indestructible_keeps_its_marks() -> None:
    document = {"attackers": [creature("golem", "4/4", "indestructible")]}
    after = dealt(document, (source(), "golem", 6), (source("deathtouch"), "golem", 1))
    assert state(after, "golem") == (4, 4, 7, {})


def test_702_15b_life_is_gained_with_the_damage() -> None:
    # 3 life, 5 damage to the player and 4 dealt by their own lifelinker at once: 3 - 5 + 4 = 2
    document = {"defending_player": {"life": 3}}
    events = (source(), "player", 5), (source("lifelink", controller="defending"), "ape", 4)
    after = dealt(document, *events)
    assert (after.outcome.defending_life, after.outcome.loses) == (2, None)


def test_702_15e_each_source_with_lifelink_counts() -> None:
    after = dealt({}, (source("lifelink"), "player", 2), (source("lifelink"), "player", 3)).outcome
    assert after.attacking_life == 20 + 2 + 3


def test_702_15f_more_instances_of_lifelink_are_redundant() -> None:
    assert dealt({}, (source("lifelink", "lifelink"), "player", 2)).outcome.attacking_life == 22


def test_702_16e_protection_prevents_by_color() -> None:
    document = {"attackers": [creature("knight", "2/2", "protection from red")]}
    assert state(dealt(document, (source(colors=["red"]), "knight", 2)), "knight") == (2, 2, 0, {})
    assert dealt(document, (source(colors=["blue"]), "knight", 2)).outcome.dies == ("knight",)
    assert dealt(document, (source(), "knight", 2)).outcome.dies == ("knight",)


@pytest.mark.parametrize(
    ("quality", "types", "protects"),
    [
        ("creatures", ["creature"], True),
        ("creatures", ["artifact", "creature"], True),
        ("creatures", ["instant"], False),
        ("creatures", [], False),
        ("instants", ["instant"], True),
        ("instant spells", ["instant"], True),
        ("instants", ["sorcery"], False),
        ("sorceries", ["sorcery"], True),
        ("auras", ["enchantment", "aura"], True),
        ("everything", [], True),
        ("colorless", ["artifact"], True),
    ],
)
def test_702_16a_protection_from_a_type(quality: str, types: list[str], protects: bool) -> None:
    document = {"attackers": [creature("knight", "2/2", f"protection from {quality}")]}
    after = dealt(document, (source(types=types), "knight", 2)).outcome
    assert after.dies == (() if protects else ("knight",))


def test_702_16e_a_creature_of_the_document_is_a_creature() -> None:
    document = {
        "attackers": [creature("knight", "2/2", "protection from creatures")],
        "blockers": [creature("wall", "0/9", blocks=["knight"])],
    }
    assert dealt(document, ("wall", "knight", 2)).outcome.dies == ()


def test_702_79a_persist_returns_with_a_counter_out_of_combat() -> None:
    document = {"attackers": [creature("kitchen", "3/2", "persist"), creature("ape", "4/4")]}
    after = dealt(document, (source(), "kitchen", 2))
    assert (after.outcome.dies, after.outcome.returned) == ((), ("kitchen",))
    assert state(after, "kitchen") == (2, 1, 0, {"-1/-1": 1})
    assert after.next is not None
    assert [attacker.id for attacker in after.next.attackers] == ["ape"]


def test_702_79a_persist_after_wither_stays_dead() -> None:
    document = {"attackers": [creature("kitchen", "3/2", "persist")]}
    assert dealt(document, (source("wither"), "kitchen", 2)).outcome.dies == ("kitchen",)  # 704.8


def test_702_93a_undying_returns_with_a_counter() -> None:
    document = {"attackers": [creature("wolf", "2/2", "undying")]}
    assert state(dealt(document, (source("deathtouch"), "wolf", 1)), "wolf") == (3, 3, 0, {"+1/+1": 1})


def test_702_93a_704_8_r7_undying_with_a_plus_counter_stays_dead() -> None:
    # 704.8: an undying 1/1 with one +1/+1 counter gets three -1/-1 counters: 2/2 becomes -1/-1
    document = {"attackers": [creature("wolf", "2/2", "undying", counters={"+1/+1": 1})]}
    after = dealt(document, (source("wither"), "wolf", 3)).outcome
    assert (after.dies, after.returned) == (("wolf",), ())


def test_702_93a_undying_after_wither_returns() -> None:
    document = {"attackers": [creature("wolf", "2/2", "undying")]}
    assert state(dealt(document, (source("wither"), "wolf", 2)), "wolf") == (3, 3, 0, {"+1/+1": 1})


# 704.5: state-based actions


@pytest.mark.parametrize(("amount", "loses"), [(4, None), (5, "defending"), (7, "defending")])
def test_704_5a_a_player_at_zero_life_loses(amount: int, loses: str | None) -> None:
    after = dealt({"defending_player": {"life": 5}}, (source(), "player", amount))
    assert after.outcome.loses == loses
    assert (after.next is None) == (loses is not None)


def test_704_5c_ten_poison_counters_lose() -> None:
    after = dealt({"defending_player": {"poison": 7}}, (source("infect"), "player", 3))
    assert (after.outcome.defending_poison, after.outcome.loses, after.next) == (10, "defending", None)


def test_704_5f_toughness_zero_is_no_destruction() -> None:
    document = {"attackers": [creature("golem", "4/4", "indestructible", regeneration=1)]}
    assert dealt(document, (source("wither"), "golem", 4)).outcome.dies == ("golem",)


def test_704_5f_wither_and_marks_add_up_by_704_5g() -> None:
    # 2 counters make the ape a 2/2, and 2 are marked on it
    assert dealt({}, (source("wither"), "ape", 2), (source(), "ape", 2)).outcome.dies == ("ape",)


def test_704_5g_lethal_damage_destroys_at_toughness_and_not_below() -> None:
    assert dealt({}, (source(), "ape", 3)).outcome.dies == ()
    assert dealt({}, (source(), "ape", 3), (source(), "ape", 1)).outcome.dies == ("ape",)


def test_704_5h_deathtouch_through_wither() -> None:
    wall = creature("wall", "0/9", blocks=["ape"])
    assert dealt({"blockers": [wall]}, (source("deathtouch", "wither"), "wall", 1)).outcome.dies == ("wall",)


def test_704_5i_a_planeswalker_without_loyalty_is_gone() -> None:
    document = {
        "attackers": [creature("ape", "4/4", attacking="jace")],
        "planeswalkers": [{"id": "jace", "loyalty": 3}],
    }
    after = dealt(document, (source(), "jace", 3))
    assert after.outcome.planeswalkers == {"jace": 0}
    assert after.next is not None
    assert after.next.planeswalkers == ()
    assert after.next.attackers[0].attacking is None  # 506.4c: it attacks nothing and stays in combat
    assert after.next.resolve().outcome.defending_life == 20


def test_704_5v_a_battle_without_defense_is_gone() -> None:
    document = {"attackers": [creature("ape", "4/4", attacking="siege")], "battles": [{"id": "siege", "defense": 1}]}
    after = dealt(document, (source(), "siege", 3)).next
    assert after is not None
    assert (after.battles, after.attackers[0].attacking) == ((), None)


def test_704_5q_plus_and_minus_counters_go_in_pairs() -> None:
    document = {"attackers": [creature("ape", "6/6", counters={"+1/+1": 2})]}
    assert state(dealt(document, (source("wither"), "ape", 3)), "ape") == (3, 3, 0, {"-1/-1": 1})


def test_704_3_creatures_in_trouble_before_are_looked_at_too() -> None:
    document = {"attackers": [creature("ape", "4/4"), creature("husk", "1/0")]}
    assert dealt(document, (source(), "player", 1)).outcome.dies == ("husk",)


# Combat damage only


def test_903_10a_commander_damage_is_combat_damage() -> None:
    document = {
        "attackers": [creature("general", "5/5", commander=True)],
        "defending_player": {"life": 40, "commander_damage": {"general": 20}},
    }
    after = dealt(document, ("general", "player", 5))
    assert (after.outcome.defending_life, after.outcome.loses) == (35, None)
    assert after.next is not None
    assert after.next.defending_player.commander_damage == (("general", 20),)


def test_615_1_deals_no_damage_is_about_combat_damage() -> None:
    document = {"attackers": [creature("ape", "4/4", deals_no_damage=True, assigns_no_damage=True)]}
    assert dealt(document, ("ape", "player", 4)).outcome.defending_life == 16


def test_510_1_assignment_rules_do_not_apply() -> None:
    # a blocked creature without trample, a creature on its own side, more than its power, whatever it attacks
    document = {
        "attackers": [creature("ape", "1/4"), creature("bear", "2/2")],
        "blockers": [creature("wall", "0/9", blocks=["ape"])],
    }
    after = dealt(document, ("ape", "player", 7), ("ape", "bear", 2), ("wall", ATTACKING_PLAYER, 1)).outcome
    assert (after.dies, after.defending_life, after.attacking_life) == (("bear",), 13, 19)


# The combat that is left


def test_509_1h_an_attacker_stays_blocked() -> None:
    document = {"blockers": [creature("bear", "2/2", blocks=["ape"])]}
    after = dealt(document, (source(), "bear", 2)).next
    assert after is not None
    assert (after.blockers, after.attackers[0].blocked, after.step) == ((), True, Step.REGULAR)
    assert after.resolve().outcome.defending_life == 20


def test_506_4_the_dead_leave_combat_and_their_orders() -> None:
    document = {
        "rules": "ordered",
        "attackers": [creature("ape", "4/4", order=["wolf", "bear"])],
        "blockers": [creature("bear", "2/2", blocks=["ape"]), creature("wolf", "2/2", blocks=["ape"])],
    }
    after = dealt(document, (source(), "wolf", 2)).next
    assert after is not None
    assert [blocker.id for blocker in after.blockers] == ["bear"]
    assert after.attackers[0].order == ("bear",)


def test_510_4_the_step_stays_while_something_strikes_first() -> None:
    document = {
        "attackers": [creature("knight", "2/2", "first strike"), creature("ape", "4/4")],
        "blockers": [creature("wall", "0/9", "double strike", blocks=["ape"])],
    }
    after = dealt(document, (source(), "knight", 2)).next
    assert after is not None
    assert after.step is Step.FIRST_STRIKE
    again = deal(after, [{"source": source(), "recipient": "wall", "amount": 9}]).next
    assert again is not None
    assert again.step is Step.REGULAR  # nothing strikes first any more, so there is no first-strike step


def test_510_4_between_the_steps_who_struck_stays_known() -> None:
    document = {
        "step": "regular",
        "attackers": [creature("knight", "2/2", "first strike", struck_first=True), creature("ape", "4/4")],
    }
    after = dealt(document, (source(), "knight", 1)).next
    assert after is not None
    assert after.resolve().outcome.defending_life == 20 - 4
    assert after.to_document()["step"] == "regular"


def test_702_130a_the_game_may_have_ended_before() -> None:
    document = {
        "triggers": "pending",
        "defending_player": {"life": 2},
        "attackers": [creature("priest", "2/2", "afflict 2")],
        "blockers": [creature("wall", "0/9", blocks=["priest"])],
    }
    after = dealt(document, (source("lifelink", controller="defending"), "priest", 2))
    assert (after.outcome.defending_life, after.outcome.dies, after.next) == (0, (), None)


def test_several_events_from_one_source_to_one_recipient_are_one_hit() -> None:
    document = {"attackers": [creature("ape", "4/4", counters={"shield": 1})]}
    ping = {"id": "pinger", "keywords": ["deathtouch"]}
    assert dealt({}, (ping, "ape", 1), (ping, "ape", 2)).outcome == dealt({}, (ping, "ape", 3)).outcome
    assert state(dealt(document, (ping, "ape", 1), (ping, "ape", 1)), "ape") == (4, 4, 0, {})


def test_no_event_changes_nothing() -> None:
    combat = Combat.from_document({"attackers": [creature("ape", "4/4", "first strike")]})
    assert deal(combat, []).next == combat


def combat_only(document: Json) -> bool:
    """Whether something in a document is about combat damage only, or moves what `deal` starts from."""
    creatures = document["attackers"] + document.get("blockers", [])
    words = [word for one in creatures for word in one.get("keywords", [])]
    return any(word.startswith(("toxic", "poisonous")) for word in words) or any(
        one.get("deals_no_damage") or one.get("commander") for one in creatures
    )


def test_510_2_dealing_what_combat_deals_gives_the_same() -> None:
    compared = 0
    for seed in range(400):
        rng = random.Random(seed)
        document = random_document(rng, "all")
        if combat_only(document) or not small_enough(document):
            continue
        combat = Combat.from_document(document)
        split = {side: rng.choice(list(bruteforce.legal(document, side))) for side in ("attacking", "defending")}
        events = [
            {"source": origin, "recipient": recipient, "amount": n}
            for side in split.values()
            for origin, division in side.items()
            for recipient, n in division.items()
        ]
        assert deal(combat, events).outcome == combat.resolve(**split).outcome, (document, split)
        compared += 1
    assert compared > 100


# What is wrong is told with its place


@pytest.mark.parametrize(
    ("events", "field", "message"),
    [
        ({}, "events", "events must be a list, not an object"),
        ([3], "events[0]", "must be an object, not 3"),
        ([{"source": "ape", "recipient": "ape"}], "events[0].amount", "amount is missing"),
        ([("ape", "player", 1), ("ape", "jacee", 1)], "events[1].recipient", "did you mean 'jace'?"),
        ([("ape", "nobody", 1)], "events[0].recipient", "expected ape, jace, player, attacking player"),
        ([("jace", "ape", 1)], "events[0].source", "'jace' is no creature of the document; expected ape"),
        ([("ape", "player", -1)], "events[0].amount", "an integer from 0 to 1000000, not -1"),
        ([("ape", "player", True)], "events[0].amount", "amount must be an integer, not true"),
        ([(7, "player", 1)], "events[0].source", "source must be the id of a creature or an object"),
        ([({}, "player", 1)], "events[0].source.id", "a source needs an id or a name"),
        ([({"id": "ape"}, "player", 1)], "events[0].source.id", "'ape' is in the document, so the id alone names it"),
        ([({"id": "player"}, "player", 1)], "events[0].source.id", "reserved"),
        (
            [({"id": "x", "keywords": ["lifelink"]}, "player", 1), ({"id": "x"}, "player", 1)],
            "events[1].source.id",
            "'x' is described in two ways",
        ),
        ([({"name": "x", "keywords": ["deathtuch"]}, "ape", 1)], "events[0].source.keywords[0]", "'deathtouch'?"),
        ([({"name": "x", "power": 2}, "ape", 1)], "events[0].source.power", "unknown field 'power'"),
        ([({"name": "x", "controller": "me"}, "ape", 1)], "events[0].source.controller", "'attacking' or 'defending'"),
        ([({"name": "x", "types": ["spell"]}, "ape", 1)], "events[0].source.types[0]", "types must be 'artifact' or"),
    ],
)
def test_faults(events: Any, field: str, message: str) -> None:
    told = [
        dict(zip(("source", "recipient", "amount"), event, strict=True)) if isinstance(event, tuple) else event
        for event in events
    ] if isinstance(events, list) else events  # fmt: skip
    document = {"attackers": [creature("ape", "4/4")], "planeswalkers": [{"id": "jace", "loyalty": 3}]}
    with pytest.raises(InvalidDocument) as caught:
        deal(Combat.from_document(document), told)
    (fault,) = caught.value.faults
    assert fault.field == field
    assert message in fault.message


def test_every_fault_is_told_at_once() -> None:
    with pytest.raises(InvalidDocument) as caught:
        dealt({}, ("aep", "player", 1), ("ape", "plaxer", 1))
    assert [fault.field for fault in caught.value.faults] == ["events[0].source", "events[1].recipient"]


def test_a_creature_may_not_go_by_the_reserved_word() -> None:
    with pytest.raises(InvalidDocument, match="names a creature and a player"):
        dealt({"attackers": [creature("attacking player", "1/1")]}, (source(), "attacking player", 1))


# The command

DOCUMENT: Json = {"attackers": [{"id": "ape", "power": 4, "toughness": 4}]}
EVENTS: list[Json] = [{"source": {"name": "Shock"}, "recipient": "ape", "amount": 2}]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs `optimizer damage` on a text: exit code, standard output, standard error."""

    def run(text: str, *words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        code = main(["damage", "-", *words])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def test_the_command_answers_in_json(run: Any) -> None:
    code, out, err = run(json.dumps(DOCUMENT), "--json", "--events", json.dumps(EVENTS))
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert answer == run_damage({"document": DOCUMENT, "events": EVENTS})
    assert answer["next"] == {"attackers": [{"id": "ape", "power": 4, "toughness": 4, "damage": 2}]}
    assert answer["outcome"]["creatures"] == {"ape": {"damage": 2, "power": 4, "toughness": 4, "counters": {}}}


def test_the_document_may_hold_the_events(run: Any) -> None:
    assert run(json.dumps(DOCUMENT | {"events": EVENTS}), "--json")[1] == run(
        json.dumps(DOCUMENT), "--json", "--events", json.dumps(EVENTS)
    )[1]  # fmt: skip


def test_people_see_tables(run: Any) -> None:
    code, out, _ = run("Ape 4/4", "--events", json.dumps(EVENTS))
    assert code == 0
    assert "survives as 4/4, 2 damage" in out
    assert "Before the regular damage step of:" in out
    assert "No attacker is left" in run("Ape 2/2", "--events", json.dumps(EVENTS))[1]


@pytest.mark.parametrize(
    ("text", "words", "complaint"),
    [
        ("Ape 4/4", [], "standard input: events: is missing: expected events such as"),
        ("Ape 4/4", ["--events", "[3"], "Invalid value for '--events': not JSON: expecting ',' delimiter at column 3"),
        ("Ape 4/4", ["--events", "{}"], "Invalid value for '--events': expected events such as"),
        ("Ape 4/4", ["--events", '[{"source": "ape", "recipient": "aep", "amount": 1}]'], "events[0].recipient: 'aep'"),
        (json.dumps(DOCUMENT | {"events": EVENTS}), ["--events", "[]"], "events: stands beside the document and in it"),
        (json.dumps(DOCUMENT | {"events": [{}]}), [], "standard input: events[0].source: source is missing"),
        (json.dumps({"attackers": [{"id": "ape"}]}), ["--events", "[]"], "standard input: attackers[0].power: ape"),
    ],
)
def test_a_wrong_word_is_told_on_a_line(run: Any, text: str, words: list[str], complaint: str) -> None:
    code, out, err = run(text, *words)
    assert (code, out) == (2, "")
    assert err.splitlines()[0].startswith(f"optimizer: {complaint}")


def test_lines_are_answered_one_by_one(run: Any) -> None:
    requests: list[Any] = [
        {"id": 7, "document": DOCUMENT, "events": EVENTS},
        {"id": 8, "document": DOCUMENT, "events": [EVENTS[0] | {"recipient": "aep"}]},
        DOCUMENT | {"events": EVENTS},
        {"id": 9, "document": DOCUMENT, "side": "attacking"},
        DOCUMENT,
    ]
    code, out, err = run("\n".join(map(json.dumps, requests)), "--lines")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert answers[0] == {"id": 7} | run_damage(requests[0])
    assert answers[1] == {"id": 8, "error": {"field": "events[0].recipient", "message": answers[1]["error"]["message"]}}
    assert answers[2] == run_damage(requests[0])
    assert answers[3]["error"]["field"] == "side"
    assert answers[4]["error"]["field"] == "events"
    assert "3 of 5 lines bad" in err


def test_events_on_the_command_line_are_for_lines_without_their_own(run: Any) -> None:
    lines = [json.dumps(DOCUMENT), json.dumps(DOCUMENT | {"events": []})]
    _, out, _ = run("\n".join(lines), "--lines", "--events", json.dumps(EVENTS))
    assert [json.loads(line)["outcome"]["creatures"]["ape"]["damage"] for line in out.splitlines()] == [2, 0]
