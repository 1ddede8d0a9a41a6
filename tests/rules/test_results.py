"""What combat damage does, rule by rule: answers worked out by hand from the rules, the arithmetic in the comments."""

from __future__ import annotations

from typing import Any

import pytest

from optimizer import Combat, IllegalAssignment, solve
from optimizer.model.combat import Assignment
from optimizer.model.terms import Step
from optimizer.rules.damage.resolution import Resolution

Json = dict[str, Any]

EDITIONS = pytest.mark.parametrize("rules", ["foundations", "ordered"])
"""What holds in both editions."""


def creature(ident: str, size: str, *keywords: str, **fields: Any) -> Json:
    """A creature of a document, its size as printed."""
    power, toughness = size.split("/")
    return {"id": ident, "power": int(power), "toughness": int(toughness), "keywords": list(keywords), **fields}


def combat(attackers: list[Json], blockers: list[Json] | None = None, **fields: Any) -> Combat:
    """The combat of a document."""
    return Combat.from_document({"attackers": attackers, "blockers": blockers or [], **fields})


def duel(attacker: Json, *blockers: Json, **fields: Any) -> Combat:
    """One attacker, and creatures that block it."""
    return combat([attacker], [{"blocks": [attacker["id"]], **blocker} for blocker in blockers], **fields)


def state(resolution: Resolution, ident: str) -> tuple[int, int, int, Json]:
    """A creature's power, toughness, marked damage and counters afterwards."""
    left = resolution.outcome.creatures[ident]
    return left.power, left.toughness, left.damage, dict(left.counters)


def later(resolution: Resolution) -> Combat:
    """The combat that is left; there has to be one."""
    assert resolution.next is not None
    return resolution.next


def splits(combat: Combat, ident: str) -> list[dict[str, int]]:
    """The legal divisions of the only attacker that has a choice, without zeros, in the order listed."""
    found = [
        {to: n for to, n in assignment.get(ident, {}).items() if n}
        for assignment in combat.legal_assignments("attacking")
    ]
    return sorted(found, key=lambda split: sorted(split.items()))


def rules_broken(combat: Combat, assignment: Assignment) -> set[str]:
    """The rules that an attacking assignment breaks."""
    return {violation.rule for violation in combat.violations(assignment, "attacking")}


WALKER: Json = {"planeswalkers": [{"id": "jace", "loyalty": 3}]}
SIEGE: Json = {"battles": [{"id": "siege", "defense": 5}]}


# 1. What is attacked


@EDITIONS
def test_510_1b_unblocked_attackers_hit_what_they_attack(rules: str) -> None:
    attackers = [
        creature("ape", "4/4"),
        creature("bear", "2/2", attacking="jace"),
        creature("cub", "1/1", attacking="jace"),
        creature("drake", "2/2", attacking="siege"),
    ]
    after = combat(attackers, rules=rules, **WALKER, **SIEGE).resolve().outcome
    assert after.defending_life == 20 - 4
    assert after.planeswalkers == {"jace": 0}  # 3 - 2 - 1
    assert after.battles == {"siege": 3}  # 5 - 2
    assert after.excess == {}


def test_510_1b_506_4c_what_attacks_something_gone_assigns_nothing() -> None:
    after = combat([creature("ape", "4/4", "lifelink", attacking=None)]).resolve().outcome
    assert (after.defending_life, after.attacking_life) == (20, 20)


def test_506_4c_a_planeswalker_that_left_between_the_steps() -> None:
    attackers = [creature("knight", "3/3", "first strike", attacking="jace"), creature("ape", "4/4", attacking="jace")]
    between = later(combat(attackers, **WALKER).resolve())
    assert between.planeswalkers == ()
    assert [attacker.attacking for attacker in between.attackers] == [None, None]
    assert between.resolve().outcome.defending_life == 20


def test_120_3c_loyalty_never_goes_below_zero() -> None:
    after = combat([creature("ape", "4/4", attacking="jace")], **WALKER).resolve().outcome
    assert (after.planeswalkers, after.excess) == ({"jace": 0}, {"jace": 1})  # 120.10: 4 - 3


@EDITIONS
def test_702_19b_trample_onto_a_planeswalker(rules: str) -> None:
    ape = creature("ape", "6/6", "trample", attacking="jace")
    board = duel(ape, creature("bear", "2/2"), rules=rules, **WALKER)
    # the bear gets 2 to 6, the rest goes to the planeswalker without a cap
    assert splits(board, "ape") == [{"bear": n, "jace": 6 - n} for n in (2, 3, 4, 5)] + [{"bear": 6}]
    after = board.resolve({"ape": {"bear": 2, "jace": 4}}).outcome
    assert (after.dies, after.planeswalkers, after.excess) == (("bear",), {"jace": 0}, {"jace": 1})
    assert after.defending_life == 20


def test_702_19f_plain_trample_never_reaches_the_player_behind() -> None:
    board = duel(creature("ape", "6/6", "trample", attacking="jace"), creature("bear", "2/2"), **WALKER)
    assert rules_broken(board, {"ape": {"bear": 2, "jace": 3, "player": 1}}) != set()


def test_702_19b_trample_onto_a_battle() -> None:
    board = duel(creature("ape", "6/6", "trample", attacking="siege"), creature("bear", "2/2"), **SIEGE)
    assert board.resolve({"ape": {"bear": 2, "siege": 4}}).outcome.battles == {"siege": 1}


@EDITIONS
def test_702_19b_the_rest_only_past_lethal_damage(rules: str) -> None:
    board = duel(creature("wurm", "6/4", "trample"), creature("bear", "2/2"), rules=rules)
    assert rules_broken(board, {"wurm": {"bear": 1, "player": 5}}) == {"702.19b"}
    after = board.resolve({"wurm": {"bear": 2, "player": 4}}).outcome
    assert (after.dies, after.defending_life) == (("bear",), 16)


@EDITIONS
def test_702_19b_counts_what_others_assign(rules: str) -> None:
    # the rules' example: a 1/1 and a 3/3 with trample, both blocked by one 2/2
    attackers = [creature("cub", "1/1"), creature("boar", "3/3", "trample")]
    board = combat(attackers, [creature("bear", "2/2", blocks=["cub", "boar"])], rules=rules)
    attack = {"cub": {"bear": 1}, "boar": {"bear": 1, "player": 2}}
    assert rules_broken(board, {"cub": {"bear": 1}, "boar": {"player": 3}}) == {"702.19b"}
    after = board.resolve(attack, {"bear": {"cub": 1, "boar": 1}}).outcome
    assert (after.dies, after.defending_life) == (("cub", "bear"), 18)


@EDITIONS
def test_702_19b_damage_marked_before_counts(rules: str) -> None:
    board = duel(creature("boar", "3/3", "trample"), creature("wall", "0/4", damage=3), rules=rules)
    after = board.resolve({"boar": {"wall": 1, "player": 2}}).outcome
    assert (after.dies, after.defending_life) == (("wall",), 18)


@EDITIONS
def test_702_2c_one_point_of_deathtouch_is_lethal(rules: str) -> None:
    board = duel(creature("basilisk", "4/4", "trample", "deathtouch"), creature("wall", "0/9"), rules=rules)
    after = board.resolve({"basilisk": {"wall": 1, "player": 3}}).outcome
    assert (after.dies, after.defending_life) == (("wall",), 17)


@EDITIONS
def test_702_2c_an_allys_deathtouch_counts_for_a_trampler(rules: str) -> None:
    attackers = [creature("slime", "2/2", "deathtouch"), creature("wurm", "6/4", "trample")]
    board = combat(attackers, [creature("guard", "1/4", blocks=["slime", "wurm"])], rules=rules)
    after = board.resolve({"slime": {"guard": 2}, "wurm": {"player": 6}}, {"guard": {"slime": 1}}).outcome
    assert (after.dies, after.defending_life) == (("guard",), 14)


@EDITIONS
def test_702_19c_trample_over_planeswalkers(rules: str) -> None:
    # the rules' example: loyalty 3, a 1/1 and a 7/7 that tramples over planeswalkers, nobody blocks
    attackers = [
        creature("cub", "1/1", attacking="jace"),
        creature("ogre", "7/7", "trample over planeswalkers", attacking="jace"),
    ]
    board = combat(attackers, rules=rules, **WALKER)
    assert board.legal_assignments("attacking").count() == 6  # the ogre gives jace 2 to 7
    assert rules_broken(board, {"cub": {"jace": 1}, "ogre": {"jace": 1, "player": 6}}) == {"702.19c"}
    after = board.resolve({"cub": {"jace": 1}, "ogre": {"jace": 2, "player": 5}}).outcome
    assert (after.planeswalkers, after.defending_life, after.excess) == ({"jace": 0}, 15, {})


def test_702_19c_with_a_blocker_all_of_both_thresholds() -> None:
    ogre = creature("ogre", "6/6", "trample over planeswalkers", attacking="jace")
    board = duel(ogre, creature("bear", "2/2"), **WALKER)
    # bear-jace-player: 6-0-0, 5-1-0, 4-2-0, 3-3-0, 2-4-0, 2-3-1
    assert board.legal_assignments("attacking").count() == 6
    after = board.resolve({"ogre": {"bear": 2, "jace": 3, "player": 1}}).outcome
    assert (after.dies, after.planeswalkers, after.defending_life) == (("bear",), {"jace": 0}, 19)


def test_702_19c_deathtouch_does_not_make_loyalty_less() -> None:
    ogre = creature("ogre", "4/4", "trample over planeswalkers", "deathtouch", attacking="jace")
    board = duel(ogre, creature("ape", "3/3"), planeswalkers=[{"id": "jace", "loyalty": 2}])
    # ape-jace-player: 4-0-0, 3-1-0, 2-2-0, 1-3-0, 1-2-1
    assert board.legal_assignments("attacking").count() == 5
    assert rules_broken(board, {"ogre": {"ape": 1, "jace": 1, "player": 2}}) == {"702.19c"}


@EDITIONS
def test_702_19d_with_no_blocker_left_everything_goes_on(rules: str) -> None:
    trampler = creature("ape", "6/6", "trample", blocked=True)
    assert combat([trampler], rules=rules).resolve().outcome.defending_life == 14
    assert combat([creature("ape", "6/6", blocked=True)], rules=rules).resolve().outcome.defending_life == 20  # 510.1c


def test_702_19e_over_planeswalkers_that_are_gone_onto_the_player() -> None:
    ogre = creature("ogre", "6/6", "trample over planeswalkers", attacking=None)
    board = duel(ogre, creature("bear", "2/2"))
    assert board.legal_assignments("attacking").count() == 5
    assert board.resolve({"ogre": {"bear": 2, "player": 4}}).outcome.defending_life == 16
    assert combat([ogre]).resolve().outcome.defending_life == 14
    plain = duel(creature("ogre", "6/6", "trample", attacking=None), creature("bear", "2/2"))
    assert plain.resolve().outcome.excess == {"bear": 4}  # all 6 stay on the bear


def test_702_19e_a_planeswalker_gone_in_the_first_step() -> None:
    ogre = creature("ogre", "4/4", "trample over planeswalkers", "double strike", attacking="jace")
    between = later(combat([ogre], **WALKER).resolve({"ogre": {"jace": 3, "player": 1}}))
    assert between.defending_player.life == 19
    assert between.resolve().outcome.defending_life == 19 - 4


def test_702_19a_trample_of_a_blocker_does_nothing() -> None:
    board = duel(creature("bear", "2/2"), creature("ape", "5/5", "trample"))
    after = board.resolve().outcome
    assert (after.dies, after.attacking_life, after.excess) == (("bear",), 20, {"bear": 3})


# 2. How much is assigned, and how much of it is dealt


@EDITIONS
def test_510_1c_as_though_it_were_not_blocked_is_all_or_nothing(rules: str) -> None:
    board = duel(creature("thorn", "7/7", as_though_unblocked=True), creature("ape", "3/3"), rules=rules)
    assert splits(board, "thorn") == [{"ape": 7}, {"player": 7}]
    after = board.resolve({"thorn": {"player": 7}}).outcome
    assert (after.defending_life, state(board.resolve({"thorn": {"player": 7}}), "thorn")) == (13, (7, 7, 3, {}))


@EDITIONS
def test_510_1c_as_though_it_were_not_blocked_beside_trample(rules: str) -> None:
    board = duel(creature("thorn", "7/7", "trample", as_though_unblocked=True), creature("ape", "3/3"), rules=rules)
    assert [split.get("ape", 0) for split in splits(board, "thorn")] == [3, 4, 5, 6, 7, 0]


@pytest.mark.parametrize(("rules", "ways"), [("foundations", 8 + 1), ("ordered", 5 + 1)])
def test_510_1c_as_though_it_were_not_blocked_by_two(rules: str, ways: int) -> None:
    # free: 0 to 7 on the first; in order: the first gets 3 to 7; and all to the player
    thorn = creature("thorn", "7/7", as_though_unblocked=True)
    board = duel(thorn, creature("ape", "3/3"), creature("boar", "3/3"), rules=rules)
    assert board.legal_assignments("attacking").count() == ways


@EDITIONS
def test_510_1a_damage_equal_to_toughness(rules: str) -> None:
    board = duel(
        creature("tower", "0/5", "trample", damage_equal_to_toughness=True), creature("wall", "1/4"), rules=rules
    )
    assert splits(board, "tower") == [{"player": 1, "wall": 4}, {"wall": 5}]
    after = board.resolve({"tower": {"wall": 4, "player": 1}}).outcome
    assert (after.dies, after.defending_life) == (("wall",), 19)


@EDITIONS
def test_510_1a_assigns_no_damage(rules: str) -> None:
    pacifist = creature("pacifist", "6/6", "lifelink", "toxic 2", assigns_no_damage=True)
    after = combat([pacifist], rules=rules).resolve().outcome
    assert (after.defending_life, after.attacking_life, after.defending_poison) == (20, 20, 0)


@pytest.mark.parametrize("power", [0, -3])
def test_107_1b_510_1a_no_power_assigns_nothing(power: int) -> None:
    board = duel(creature("husk", f"{power}/3", "deathtouch", "first strike"), creature("bear", "2/2"))
    assert board.step is Step.FIRST_STRIKE  # 510.4 asks for the keyword only
    assert board.resolve({}).outcome.dies == ()


def test_704_5f_toughness_zero_at_face_value_dies_after_the_step() -> None:
    board = duel(creature("husk", "3/0", "indestructible", regeneration=1), creature("bear", "2/2"))
    assert board.resolve({"husk": {"bear": 3}}, {"bear": {"husk": 2}}).outcome.dies == ("husk", "bear")


@EDITIONS
def test_702_19b_702_16e_protection_changes_nothing_but_what_is_dealt(rules: str) -> None:
    # the rules' example: a green 6/6 with trample, a 2/2 with protection from green
    wurm = creature("wurm", "6/6", "trample", colors=["green"])
    board = duel(wurm, creature("knight", "2/2", "protection from green"), rules=rules)
    assert [split["knight"] for split in splits(board, "wurm")] == [2, 3, 4, 5, 6]
    after = board.resolve({"wurm": {"knight": 2, "player": 4}})
    assert (after.outcome.defending_life, after.outcome.dies) == (16, ())
    assert state(after, "knight") == (2, 2, 0, {})


def test_702_16e_protection_looks_at_each_color() -> None:
    knight = creature("knight", "2/2", "protection from red")
    assert duel(creature("imp", "2/2", colors=["black", "red"]), knight).resolve().outcome.dies == ("imp",)
    assert duel(creature("imp", "2/2", colors=["black"]), knight).resolve().outcome.dies == ("imp", "knight")


@pytest.mark.parametrize(
    ("quality", "colors", "protects"),
    [
        ("everything", [], True),
        ("creatures", ["red"], True),
        ("colorless", [], True),
        ("colorless", ["red"], False),
        ("monocolored", ["red"], True),
        ("monocolored", ["red", "blue"], False),
        ("multicolored", ["red", "blue"], True),
        ("multicolored", [], False),
    ],
)
def test_702_16a_qualities(quality: str, colors: list[str], protects: bool) -> None:
    knight = creature("knight", "0/2", f"protection from {quality}")
    after = duel(creature("imp", "2/2", colors=colors), knight).resolve().outcome
    assert after.dies == (() if protects else ("knight",))


@EDITIONS
def test_615_7_the_next_damage_is_prevented_and_legality_does_not_care(rules: str) -> None:
    board = duel(creature("wurm", "6/4", "trample"), creature("bear", "2/2", prevent=1), rules=rules)
    after = board.resolve({"wurm": {"bear": 2, "player": 4}})
    assert (after.outcome.dies, after.outcome.defending_life) == ((), 16)
    assert state(after, "bear") == (2, 2, 1, {})


def test_615_7_the_controller_keeps_the_creature_first() -> None:
    # 2 of deathtouch and 2 others at a 3/3 whose next 2 damage is prevented: the deathtouch goes, 2 are marked
    attackers = [creature("ape", "2/2"), creature("slime", "2/2", "deathtouch")]
    board = combat(attackers, [creature("elk", "0/3", blocks=["ape", "slime"], prevent=2)])
    assert state(board.resolve(), "elk") == (0, 3, 2, {})


def test_615_7_the_controller_then_grants_no_life() -> None:
    attackers = [creature("ape", "2/2"), creature("cat", "2/2", "lifelink")]
    board = combat(attackers, [creature("elk", "0/9", blocks=["ape", "cat"], prevent=3)])
    assert board.resolve().outcome.attacking_life == 20  # 2 of the cat's and 1 of the ape's are prevented


def test_615_7_used_prevention_is_used() -> None:
    board = duel(creature("twin", "2/9", "double strike"), creature("elk", "0/9", prevent=3))
    between = later(board.resolve())
    assert between.blockers[0].prevent == 1  # 3 - 2
    assert state(between.resolve(), "elk") == (0, 9, 1, {})  # 2 - 1


def test_615_6_prevented_damage_has_no_results() -> None:
    fiend = creature("fiend", "3/3", "lifelink", "deathtouch", "wither")
    after = duel(fiend, creature("elk", "0/2", prevent="all")).resolve()
    assert state(after, "elk") == (0, 2, 0, {})
    assert after.outcome.attacking_life == 20


def test_615_1_a_creature_that_deals_no_damage_assigns_it() -> None:
    silent = creature("silent", "6/6", "trample", "lifelink", "toxic 1", deals_no_damage=True)
    board = duel(silent, creature("bear", "2/2"))
    assert board.legal_assignments("attacking").count() == 5  # 2 to 6 on the bear (702.19b)
    after = board.resolve({"silent": {"bear": 2, "player": 4}}).outcome
    assert (after.dies, after.defending_life, after.attacking_life, after.defending_poison) == ((), 20, 20, 0)
    assert combat([silent]).resolve().outcome.defending_life == 20


def test_702_19b_a_silent_deathtouch_still_lets_a_trampler_past() -> None:
    attackers = [creature("slime", "1/1", "deathtouch", deals_no_damage=True), creature("wurm", "6/4", "trample")]
    board = combat(attackers, [creature("wall", "0/9", blocks=["slime", "wurm"])])
    after = board.resolve({"slime": {"wall": 1}, "wurm": {"player": 6}}).outcome
    assert (after.dies, after.defending_life) == ((), 14)


# Banding


@EDITIONS
def test_702_22h_a_band_is_blocked_as_a_whole(rules: str) -> None:
    attackers = [creature("bird", "1/1", "flying", "banding", band="a"), creature("swimmer", "2/2", band="a")]
    board = combat(attackers, [creature("bear", "2/2", blocks=["swimmer"])], rules=rules)
    # 702.22k: the attacking player divides the bear's 2, over both: 2-0, 1-1, 0-2
    assert board.legal_assignments("defending").count() == 3
    after = board.resolve(None, {"bear": {"bird": 2}}).outcome
    assert (after.dies, after.defending_life) == (("bird", "bear"), 20)  # 1 + 2 on the bear, nothing on the player


@EDITIONS
def test_702_22j_the_defending_player_divides_free_of_order(rules: str) -> None:
    board = duel(creature("ape", "5/5"), creature("bear", "2/2", "banding"), creature("elk", "3/3"), rules=rules)
    assert board.legal_assignments("attacking").count() == 6
    # all 5 on the elk, though the bear comes first: the ape dies of 2 + 3, the bear survives
    assert board.resolve({"ape": {"elk": 5}}).outcome.dies == ("ape", "elk")


@EDITIONS
def test_702_22j_trample_keeps_its_condition(rules: str) -> None:
    board = duel(creature("wurm", "5/5", "trample"), creature("cub", "1/1", "banding"), rules=rules)
    assert board.legal_assignments("attacking").count() == 5  # the cub gets 1 to 5
    assert solve(board).outcome.defending_life == 20  # the defending player keeps all 5 on the cub


@EDITIONS
def test_702_22k_the_attacking_player_divides_a_blockers_damage(rules: str) -> None:
    attackers = [creature("bird", "1/1", "banding", band="a"), creature("ape", "4/4", band="a")]
    board = combat(attackers, [creature("boar", "3/3", blocks=["bird"])], rules=rules)
    assert solve(board).outcome.dies == ("boar",)  # 1 + 4 kill it, and its 3 go to the ape


# 4. What damage does


@EDITIONS
def test_702_15b_lifelink_on_both_sides_at_once(rules: str) -> None:
    after = duel(creature("cat", "3/9", "lifelink"), creature("bat", "2/9", "lifelink"), rules=rules).resolve().outcome
    assert (after.attacking_life, after.defending_life) == (23, 22)


def test_702_15b_704_5a_life_is_gained_before_anyone_looks() -> None:
    # 3 life, 5 unblocked, 4 dealt by the defending player's lifelinker: 3 - 5 + 4 = 2
    attackers = [creature("ape", "5/5"), creature("elk", "1/9")]
    board = combat(attackers, [creature("bat", "4/4", "lifelink", blocks=["elk"])], defending_player={"life": 3})
    after = board.resolve().outcome
    assert (after.defending_life, after.loses) == (2, None)


def test_702_15b_lifelink_from_planeswalkers_and_battles() -> None:
    cat = creature("cat", "3/3", "lifelink", attacking="jace")
    lynx = creature("lynx", "9/2", "lifelink", attacking="siege")
    assert combat([cat, lynx], **WALKER, **SIEGE).resolve().outcome.attacking_life == 20 + 3 + 9


def test_702_15e_r2_double_strike_trample_lifelink() -> None:
    # a 10/10 and a 1/1 before it: 1 and 9, then 10: 19 to the player and 20 gained in two steps
    fiend = creature("fiend", "10/10", "double strike", "trample", "lifelink")
    first = duel(fiend, creature("cub", "1/1")).resolve({"fiend": {"cub": 1, "player": 9}})
    assert (first.outcome.defending_life, first.outcome.attacking_life) == (11, 30)
    second = later(first).resolve()
    assert (second.outcome.defending_life, second.outcome.attacking_life) == (1, 40)


def test_702_80a_wither_weakens_for_good() -> None:
    board = duel(creature("scar", "2/2", "wither", "first strike"), creature("ape", "4/4"))
    first = board.resolve()
    assert state(first, "ape") == (2, 2, 0, {"-1/-1": 2})
    assert later(first).resolve().outcome.dies == ("scar",)  # the ape has 2 power left, which is enough


def test_702_80a_wither_and_marks_add_up() -> None:
    # 3 counters make the 5/5 a 2/2, on which 2 are marked (704.5g)
    attackers = [creature("scar", "3/3", "wither"), creature("bear", "2/2")]
    board = combat(attackers, [creature("ape", "0/5", blocks=["scar", "bear"])])
    assert board.resolve().outcome.dies == ("ape",)


def test_702_90b_c_infect() -> None:
    attackers = [creature("imp", "3/3", "infect"), creature("rat", "2/2", "infect")]
    after = combat(attackers, [creature("ape", "1/4", blocks=["rat"])]).resolve()
    assert (after.outcome.defending_life, after.outcome.defending_poison) == (20, 3)
    assert state(after, "ape") == (-1, 2, 0, {"-1/-1": 2})


def test_120_3c_infect_takes_loyalty_and_gives_no_poison() -> None:
    after = combat([creature("imp", "2/2", "infect", attacking="jace")], **WALKER).resolve().outcome
    assert (after.planeswalkers, after.defending_poison) == ({"jace": 1}, 0)


def test_702_164c_toxic_counts_once_a_hit_on_top() -> None:
    # 4 damage; toxic 1 and toxic 2 are 3 poison in all
    after = combat([creature("rat", "4/4", "toxic 1", "toxic 2")]).resolve().outcome
    assert (after.defending_life, after.defending_poison) == (16, 3)


def test_702_164c_toxic_beside_infect_and_not_from_creatures() -> None:
    assert combat([creature("rat", "2/2", "toxic 1", "infect")]).resolve().outcome.defending_poison == 2 + 1
    after = duel(creature("rat", "2/2", "toxic 1"), creature("wall", "0/9")).resolve().outcome
    assert after.defending_poison == 0


def test_702_164c_toxic_in_each_step() -> None:
    first = combat([creature("rat", "1/1", "toxic 1", "double strike")]).resolve()
    assert later(first).resolve().outcome.defending_poison == 2


def test_702_70a_poisonous() -> None:
    after = combat([creature("snake", "1/1", "poisonous 3", "poisonous 1")]).resolve().outcome
    assert (after.defending_life, after.defending_poison) == (19, 4)


def test_704_5c_ten_poison_counters() -> None:
    after = combat([creature("imp", "3/3", "infect")], defending_player={"poison": 7}).resolve()
    assert (after.outcome.loses, after.next) == ("defending", None)
    assert combat([creature("imp", "2/2", "infect")], defending_player={"poison": 7}).resolve().outcome.loses is None


def test_122_1c_one_shield_counter_a_step() -> None:
    # r6: two sources, two counters: one is left
    attackers = [creature("ape", "4/4"), creature("slime", "1/1", "deathtouch")]
    elk = creature("elk", "0/3", blocks=["ape", "slime"], counters={"shield": 2})
    after = combat(attackers, [elk]).resolve()
    assert state(after, "elk") == (0, 3, 0, {"shield": 1})


def test_122_1c_double_strike_takes_the_counter_and_then_kills() -> None:
    board = duel(creature("twin", "3/3", "double strike"), creature("elk", "0/3", counters={"shield": 1}))
    first = board.resolve()
    assert state(first, "elk") == (0, 3, 0, {})
    assert later(first).resolve().outcome.dies == ("elk",)


def test_122_1c_trample_does_not_look_at_shield_counters() -> None:
    board = duel(creature("wurm", "6/4", "trample"), creature("bear", "2/2", counters={"shield": 1}))
    after = board.resolve({"wurm": {"bear": 2, "player": 4}}).outcome
    assert (after.dies, after.defending_life) == ((), 16)


def test_122_1b_keyword_counters() -> None:
    board = duel(creature("ape", "5/4", counters={"trample": 1, "deathtouch": 1}), creature("wall", "0/9"))
    after = board.resolve({"ape": {"wall": 1, "player": 4}}).outcome
    assert (after.dies, after.defending_life) == (("wall",), 16)
    assert duel(creature("ape", "2/2", counters={"first strike": 1}), creature("bear", "2/2")).step is Step.FIRST_STRIKE


def test_701_19a_what_regenerates_leaves_combat() -> None:
    # the troll is destroyed in the first step and regenerates: in the second it deals nothing, the knight survives
    board = duel(creature("troll", "3/3", regeneration=1), creature("knight", "3/3", "first strike"))
    first = board.resolve()
    assert state(first, "troll") == (3, 3, 0, {})
    assert (first.outcome.dies, first.next) == ((), None)


def test_701_19a_a_blocker_that_regenerates_leaves_its_attacker_blocked() -> None:
    board = duel(creature("twin", "3/3", "double strike"), creature("troll", "3/3", regeneration=1))
    second = later(board.resolve()).resolve().outcome
    assert (second.dies, second.defending_life) == ((), 20)


def test_701_19a_704_7_one_shield_for_lethal_damage_and_deathtouch() -> None:
    attackers = [creature("ape", "4/4"), creature("slime", "1/1", "deathtouch")]
    board = combat(attackers, [creature("troll", "0/3", blocks=["ape", "slime"], regeneration=1)])
    after = board.resolve()
    assert after.outcome.dies == ()
    assert state(after, "troll") == (0, 3, 0, {})


def test_702_12b_indestructible_keeps_marks_that_count_for_trample() -> None:
    board = duel(creature("wurm", "3/3", "double strike", "trample"), creature("golem", "0/2", "indestructible"))
    first = board.resolve({"wurm": {"golem": 2, "player": 1}})
    assert state(first, "golem") == (0, 2, 2, {})
    between = later(first)
    assert between.legal_assignments("attacking").count() == 4  # 0 to 3 on the golem, which has lethal damage already
    assert between.resolve({"wurm": {"player": 3}}).outcome.defending_life == 20 - 1 - 3


def test_702_12b_704_5f_indestructible_is_no_help_against_counters() -> None:
    board = duel(creature("imp", "2/2", "infect"), creature("golem", "0/2", "indestructible"))
    assert board.resolve().outcome.dies == ("golem",)


def test_704_5h_deathtouch_in_the_first_step_is_looked_at_once() -> None:
    # 1 deathtouch on an indestructible 5/5 in the first step; in the second the trampler needs 5 - 1 = 4
    attackers = [creature("asp", "1/1", "deathtouch", "first strike"), creature("wurm", "6/6", "trample")]
    board = combat(attackers, [creature("golem", "0/5", "indestructible", blocks=["asp", "wurm"])])
    between = later(board.resolve())
    assert [split["golem"] for split in splits(between, "wurm")] == [4, 5, 6]


def test_704_5q_counters_go_in_pairs() -> None:
    board = duel(creature("scar", "2/2", "wither"), creature("elk", "3/5", counters={"+1/+1": 3}))
    assert state(board.resolve(), "elk") == (1, 3, 0, {"+1/+1": 1})


def test_702_79a_persist() -> None:
    after = duel(creature("ape", "4/4"), creature("kitchen", "3/2", "persist")).resolve()
    assert (after.outcome.dies, after.outcome.returned) == ((), ("kitchen",))
    assert state(after, "kitchen") == (2, 1, 0, {"-1/-1": 1})


def test_702_79a_not_with_a_counter() -> None:
    kitchen = creature("kitchen", "2/1", "persist", counters={"-1/-1": 1})
    assert duel(creature("ape", "4/4"), kitchen).resolve().outcome.dies == ("kitchen",)
    fresh = creature("kitchen", "3/2", "persist")
    assert duel(creature("imp", "2/4", "infect"), fresh).resolve().outcome.dies == ("kitchen",)  # 704.8


def test_702_93a_undying() -> None:
    after = duel(creature("ape", "4/4"), creature("wolf", "2/2", "undying")).resolve()
    assert state(after, "wolf") == (3, 3, 0, {"+1/+1": 1})


def test_702_93a_r7_not_with_a_counter_even_as_both_kinds_arrive() -> None:
    # 704.8: an undying 1/1 with a +1/+1 counter, so a 2/2, gets three -1/-1 counters
    wolf = creature("wolf", "2/2", "undying", counters={"+1/+1": 1})
    after = duel(creature("imp", "3/4", "infect"), wolf).resolve().outcome
    assert (after.dies, after.returned) == (("wolf",), ())


def test_122_1h_finality_keeps_it_away() -> None:
    for keyword in ("undying", "persist"):
        finks = creature("finks", "3/2", keyword, counters={"finality": 1})
        after = duel(creature("ape", "4/4"), finks).resolve().outcome
        assert (after.dies, after.returned) == (("finks",), ())
        assert solve(duel(creature("ape", "4/4"), finks)).score == 5
    none = creature("finks", "3/2", "persist", counters={"finality": 0})
    assert duel(creature("ape", "4/4"), none).resolve().outcome.returned == ("finks",)
    alive = creature("finks", "3/5", "persist", counters={"finality": 1})
    assert state(duel(creature("ape", "4/4"), alive).resolve(), "finks") == (3, 5, 4, {"finality": 1})


def test_702_93a_what_returns_has_its_base() -> None:
    wolf = creature("wolf", "3/3", "undying", base={"power": 1, "toughness": 1})
    after = duel(creature("ogre", "3/3"), wolf).resolve()
    assert state(after, "wolf") == (2, 2, 0, {"+1/+1": 1})
    assert solve(duel(creature("ogre", "3/3"), wolf)).score == 6 - 4 - 6  # the wolf's 2 points and the ogre are lost
    weak = creature("wolf", "3/3", "persist", base={"power": 1, "toughness": 1})
    assert duel(creature("ogre", "3/3"), weak).resolve().outcome.dies == ("ogre", "wolf")  # it returned as 0/0


def test_122_1a_what_returns_has_none_of_what_counters_gave() -> None:
    wolf = creature("wolf", "4/3", "undying", counters={"+2/+0": 1, "-0/-1": 1})
    assert state(duel(creature("ape", "4/9"), wolf).resolve(), "wolf") == (3, 5, 0, {"+1/+1": 1})


def test_702_93a_702_45a_what_triggers_gave_is_no_part_of_it_in_the_next_step_either() -> None:
    # bushido makes the wolf 4/4; it survives the first step and dies in the second, which is played by itself
    wolf = creature("wolf", "2/2", "undying", "bushido 2")
    board = duel(wolf, creature("twin", "3/9", "double strike"), **PENDING)
    following = later(board.resolve())
    assert (following.attackers[0].power, following.attackers[0].base) == (4, (2, 2))
    assert Combat.from_document(following.to_document()) == following
    assert state(following.resolve(), "wolf") == (3, 3, 0, {"+1/+1": 1})
    weakened = duel(creature("wolf", "3/3", "undying"), creature("imp", "1/9", "wither", "double strike"))
    assert later(weakened.resolve()).attackers[0].base is None  # counters are no effect that ends


def test_702_93a_what_returns_is_out_of_combat() -> None:
    board = duel(creature("twin", "3/3", "double strike"), creature("wolf", "2/2", "undying"))
    first = board.resolve()
    assert first.outcome.returned == ("wolf",)
    assert later(first).blockers == ()
    assert later(first).resolve().outcome.defending_life == 20  # 509.1h: still blocked


def test_702_93a_what_returns_has_lost_its_other_counters() -> None:
    # 4/4 as it stands, of which one shield and one -1/-1 counter: 5/5 without counters, 6/6 on its return
    wolf = creature("wolf", "4/4", "undying", counters={"-1/-1": 1, "first strike": 1}, damage=3)
    after = duel(creature("ape", "9/9", "first strike"), wolf).resolve()
    assert state(after, "wolf") == (6, 6, 0, {"+1/+1": 1})


def test_the_score_counts_what_a_returned_creature_is_worth_less() -> None:
    # kitchen 3/2: value 5 before; it returns as a 2/1: value 3; so its death costs 2. The ape 4/4 survives
    solution = solve(duel(creature("ape", "4/4"), creature("kitchen", "3/2", "persist")))
    assert solution.score == 5 - 3


def test_506_4_r10_a_loss_in_the_first_step_ends_it() -> None:
    attackers = [creature("twin", "5/5", "double strike"), creature("bear", "2/2")]
    board = combat(attackers, [creature("ape", "4/4", blocks=["bear"])], defending_player={"life": 5})
    after = board.resolve()
    assert (after.outcome.loses, after.outcome.dies, after.next) == ("defending", (), None)


@pytest.mark.parametrize("keyword", ["first strike", "double strike"])
def test_510_4_who_dies_in_the_first_step_deals_nothing(keyword: str) -> None:
    after = later(duel(creature("knight", "2/2", keyword), creature("bear", "2/2"), creature("elk", "0/9")).resolve(
        {"knight": {"bear": 2}}
    ))  # fmt: skip
    assert [blocker.id for blocker in after.blockers] == ["elk"]
    assert after.resolve().outcome.dies == ()


def test_702_7c_first_strike_deals_in_one_step_only() -> None:
    first = combat([creature("knight", "2/2", "first strike"), creature("bear", "2/2")]).resolve()
    assert first.outcome.defending_life == 18
    assert later(first).resolve().outcome.defending_life == 16


def test_702_4c_d_double_strike_lost_and_gained_between_the_steps() -> None:
    struck = creature("knight", "2/2", struck_first=True)  # lost double strike
    assert combat([struck], step="regular").resolve().outcome.defending_life == 20
    struck = creature("knight", "2/2", "double strike", struck_first=True)  # had first strike and gained double strike
    assert combat([struck], step="regular").resolve().outcome.defending_life == 18
    late = creature("knight", "2/2", "first strike")  # gained first strike too late for the first step
    assert combat([late], step="regular").resolve().outcome.defending_life == 18


# 5. Excess damage


def test_120_10_others_and_marks_are_counted_in() -> None:
    # 3 + 2 at a 4/4 with 1 marked, of which 3 are lethal
    attackers = [creature("boar", "3/3"), creature("bear", "2/2")]
    board = combat(attackers, [creature("ape", "0/4", blocks=["boar", "bear"], damage=1)])
    assert board.resolve().outcome.excess == {"ape": 2}


@pytest.mark.parametrize(("marked", "excess"), [(0, 3), (4, 3), (5, 4), (7, 4)])
def test_120_10_r8_deathtouch_makes_all_past_one_excess(marked: int, excess: int) -> None:
    # 1 is lethal as long as less than toughness is marked, nothing where it is marked already
    golem = creature("golem", "0/5", "indestructible", damage=marked)
    assert duel(creature("slime", "4/4", "deathtouch"), golem).resolve().outcome.excess == {"golem": excess}


def test_120_10_on_both_sides() -> None:
    after = duel(creature("ape", "5/4"), creature("boar", "6/3")).resolve().outcome
    assert after.excess == {"ape": 6 - 4, "boar": 5 - 3}


def test_120_4a_excess_goes_to_the_controller() -> None:
    board = duel(creature("ram", "6/6", excess_to_controller=True), creature("bear", "2/2"))
    after = board.resolve().outcome
    assert (after.dies, after.defending_life, after.excess) == (("bear",), 20 - 4, {})


def test_120_4a_excess_of_a_blocker_goes_to_the_attacking_player() -> None:
    board = duel(creature("bear", "2/2"), creature("ram", "6/6", "lifelink", excess_to_controller=True))
    after = board.resolve().outcome
    assert (after.attacking_life, after.defending_life) == (20 - 4, 20 + 6)  # 702.15b: 2 to the bear, 4 to the player


def test_120_4a_with_deathtouch_all_past_one() -> None:
    ram = creature("ram", "6/6", "deathtouch", excess_to_controller=True)
    assert duel(ram, creature("wall", "0/9")).resolve().outcome.defending_life == 15


def test_120_4a_excess_is_what_all_sources_together_deal() -> None:
    # 3 + 4 at a 0/5: 2 are excess, and the ram sends them
    attackers = [creature("ape", "3/3"), creature("ram", "4/4", excess_to_controller=True)]
    board = combat(attackers, [creature("elk", "0/5", blocks=["ape", "ram"])])
    after = board.resolve().outcome
    assert (after.dies, after.defending_life) == (("elk",), 18)


def test_120_4a_before_120_4b_a_shield_keeps_no_excess_away() -> None:
    ram = creature("ram", "6/6", excess_to_controller=True)
    after = duel(ram, creature("bear", "2/2", counters={"shield": 1})).resolve().outcome
    assert (after.dies, after.defending_life) == ((), 16)


# 7. Commander


def test_903_10a_twenty_one_combat_damage_from_one_commander() -> None:
    player = {"life": 40, "commander_damage": {"general": 16}}
    after = combat([creature("general", "5/5", commander=True)], defending_player=player).resolve()
    assert (after.outcome.defending_life, after.outcome.loses, after.next) == (35, "defending", None)
    short = combat([creature("general", "4/4", commander=True)], defending_player=player).resolve().outcome
    assert short.loses is None


def test_903_10a_each_commander_for_itself() -> None:
    player = {"life": 60, "commander_damage": {"general": 15, "partner": 15}}
    generals = [creature("general", "5/5", commander=True), creature("partner", "5/5", commander=True)]
    assert combat(generals, defending_player=player).resolve().outcome.loses is None


def test_903_10a_both_steps_and_infect_count() -> None:
    general = creature("general", "3/3", "double strike", "infect", commander=True)
    first = combat([general], defending_player={"life": 40, "commander_damage": {"general": 15}}).resolve()
    assert first.outcome.loses is None  # 18 by now, and 3 poison
    second = later(first)
    assert dict(second.defending_player.commander_damage) == {"general": 18}
    assert second.resolve().outcome.loses == "defending"  # 21


def test_903_10a_prevented_damage_and_other_creatures_do_not_count() -> None:
    player = {"life": 40, "commander_damage": {"general": 20}}
    silent = creature("general", "5/5", commander=True, deals_no_damage=True)
    assert combat([silent], defending_player=player).resolve().outcome.loses is None
    assert combat([creature("general", "5/5")], defending_player=player).resolve().outcome.loses is None


# 8. Triggers on attack and block

PENDING: Json = {"triggers": "pending"}


def sizes(board: Combat) -> dict[str, str]:
    """Power and toughness of all that are there for damage, once triggers have resolved."""
    after = board.table.start
    bodies = zip((*board.attackers, *board.blockers), (*after.attackers, *after.blockers), strict=True)
    return {one.id: f"{body.power}/{body.toughness}" for one, body in bodies if not body.place}


def test_702_45a_bushido() -> None:
    ronin = creature("ronin", "2/2", "bushido 2")
    assert sizes(duel(ronin, creature("monk", "1/1", "bushido 1"), **PENDING)) == {"ronin": "4/4", "monk": "2/2"}
    assert sizes(duel(ronin, creature("a", "1/1"), creature("b", "1/1"), **PENDING))["ronin"] == "4/4"  # once
    assert sizes(combat([ronin], **PENDING)) == {"ronin": "2/2"}
    assert sizes(duel(ronin, creature("a", "1/1"))) == {"ronin": "2/2", "a": "1/1"}  # applied already
    twice = creature("ronin", "2/2", "bushido 2", "bushido 1")
    assert sizes(duel(twice, creature("a", "1/1"), **PENDING))["ronin"] == "5/5"  # 702.45b


def test_702_45a_a_blocker_of_two_gets_it_once() -> None:
    attackers = [creature("ape", "4/4"), creature("bear", "2/2")]
    board = combat(attackers, [creature("monk", "1/1", "bushido 1", blocks=["ape", "bear"])], **PENDING)
    assert sizes(board)["monk"] == "2/2"


def test_702_25a_flanking() -> None:
    knight = creature("knight", "2/2", "flanking")
    assert sizes(duel(knight, creature("bear", "2/2"), **PENDING))["bear"] == "1/1"
    assert sizes(duel(knight, creature("rider", "2/2", "flanking"), **PENDING))["rider"] == "2/2"
    twice = creature("knight", "2/2", "flanking", "flanking")
    assert sizes(duel(twice, creature("ape", "4/4"), **PENDING))["ape"] == "2/2"  # 702.25b


def test_702_25a_every_flanking_attacker_it_blocks() -> None:
    knights = [creature("a", "2/2", "flanking"), creature("b", "2/2", "flanking"), creature("c", "2/2")]
    board = combat(knights, [creature("ape", "4/4", blocks=["a", "b", "c"])], **PENDING)
    assert sizes(board)["ape"] == "2/2"


def test_702_25a_704_5f_a_blocker_that_dies_of_it_leaves_its_attacker_blocked() -> None:
    board = duel(creature("knight", "2/2", "flanking"), creature("cub", "1/1", "first strike"), **PENDING)
    assert board.step is Step.REGULAR  # nothing with first strike is left (510.4)
    after = board.resolve().outcome
    assert (after.dies, after.defending_life) == (("cub",), 20)
    trampler = creature("knight", "2/2", "flanking", "trample")
    assert duel(trampler, creature("cub", "1/1"), **PENDING).resolve().outcome.defending_life == 18  # 702.19d


def test_702_23a_rampage() -> None:
    beast = creature("beast", "2/2", "rampage 2")
    blockers = [creature(name, "1/1") for name in ("a", "b", "c")]
    assert sizes(duel(beast, *blockers, **PENDING))["beast"] == "6/6"  # two past the first: 2 * 2
    assert sizes(duel(beast, blockers[0], **PENDING))["beast"] == "2/2"
    assert sizes(combat([beast], **PENDING))["beast"] == "2/2"


def test_702_83a_exalted() -> None:
    assert sizes(combat([creature("knight", "2/2", "exalted", "exalted")], **PENDING)) == {"knight": "4/4"}  # 702.83b
    pair = [creature("knight", "2/2", "exalted"), creature("ape", "4/4")]
    assert sizes(combat(pair, **PENDING)) == {"knight": "2/2", "ape": "4/4"}


def test_702_83a_122_1b_an_exalted_counter_gives_an_instance() -> None:
    assert sizes(combat([creature("ape", "4/4", counters={"exalted": 2})], **PENDING)) == {"ape": "6/6"}


def test_702_91a_battle_cry() -> None:
    attackers = [
        creature("crier", "2/2", "battle cry"),
        creature("twice", "1/1", "battle cry", "battle cry"),
        creature("ape", "4/4"),
    ]
    # the crier gets 2 of the other's, the other 1, the ape 3
    assert sizes(combat(attackers, **PENDING)) == {"crier": "4/2", "twice": "2/1", "ape": "7/4"}


def test_702_121a_melee() -> None:
    pair = [creature("knight", "2/2", "melee", "melee"), creature("ape", "4/4", attacking="jace")]
    assert sizes(combat(pair, **PENDING, **WALKER))["knight"] == "4/4"  # one opponent attacked, two instances
    only = creature("knight", "2/2", "melee", attacking="jace")
    assert sizes(combat([only], **PENDING, **WALKER))["knight"] == "2/2"  # no opponent was attacked


def test_702_68a_frenzy() -> None:
    goblin = creature("goblin", "1/1", "frenzy 2", "frenzy 1")
    assert combat([goblin], **PENDING).resolve().outcome.defending_life == 20 - 1 - 2 - 1
    assert sizes(duel(goblin, creature("cub", "0/1"), **PENDING))["goblin"] == "1/1"


def test_702_130a_afflict() -> None:
    eternal = creature("eternal", "2/2", "afflict 3")
    board = duel(eternal, creature("wall", "0/9"), creature("cub", "0/1"), **PENDING)
    assert board.resolve({"eternal": {"wall": 2}}).outcome.defending_life == 17  # once, not for each blocker
    assert combat([eternal], **PENDING).resolve().outcome.defending_life == 18


def test_702_130a_704_5a_afflict_may_end_it() -> None:
    eternal = creature("eternal", "2/2", "afflict 3")
    board = duel(eternal, creature("ape", "4/4"), defending_player={"life": 3}, **PENDING)
    after = board.resolve()
    assert (after.outcome.loses, after.outcome.dies, after.next) == ("defending", (), None)


def test_603_2_all_of_them_at_once() -> None:
    # 2/2, bushido 1 and rampage 1 (one past the first) and another's battle cry: 2+1+1+1 / 2+1+1.
    # Flanking makes the 3/3 a 2/2 and the 2/2 a 1/1. 5 power kills both, their 2 + 1 don't kill 4 toughness
    champion = creature("champion", "2/2", "bushido 1", "rampage 1", "flanking")
    crier = creature("crier", "1/1", "battle cry")
    blockers = [creature("boar", "3/3", blocks=["champion"]), creature("bear", "2/2", blocks=["champion"])]
    board = combat([champion, crier], blockers, **PENDING)
    assert sizes(board) == {"champion": "5/4", "crier": "1/1", "boar": "2/2", "bear": "1/1"}
    after = board.resolve({"champion": {"boar": 2, "bear": 3}, "crier": {"player": 1}})
    assert after.outcome.dies == ("boar", "bear")
    assert state(after, "champion") == (5, 4, 2 + 1, {})
    assert after.outcome.defending_life == 19


def test_702_93a_what_returns_has_no_trigger_bonus() -> None:
    # bushido makes the wolf 4/4; the ape's 4 kill it; it returns as 2/2 with a +1/+1 counter
    wolf = creature("wolf", "2/2", "undying", "bushido 2")
    assert state(duel(wolf, creature("ape", "4/9"), **PENDING).resolve(), "wolf") == (3, 3, 0, {"+1/+1": 1})


def test_702_68a_702_45a_the_score_stays_exact_whatever_triggers_give() -> None:
    # tie-breaking must not show: 2 + 1000 damage, a point each, and afflict's 1000 life
    player: Json = {"defending_player": {"life": 1_000_000}}
    assert solve(combat([creature("goblin", "2/2", "frenzy 1000")], **player, **PENDING)).score == 1002
    eternal = creature("eternal", "2/2", "afflict 1000")
    assert solve(duel(eternal, creature("wall", "0/9"), **player, **PENDING)).score == 1000


# What isn't forced has to be said


@EDITIONS
def test_510_1e_an_assignment_left_out_must_be_forced(rules: str) -> None:
    board = duel(creature("wurm", "6/4", "trample"), creature("bear", "2/2"), rules=rules)
    with pytest.raises(IllegalAssignment, match="wurm is not forced"):
        board.resolve()


def test_510_1c_order_or_no_order() -> None:
    blockers = [creature("spawn", "0/3"), creature("hunter", "0/1")]
    assignment = {"regrower": {"spawn": 2, "hunter": 2}}
    free = duel(creature("regrower", "4/3"), *blockers)
    assert free.resolve(assignment).outcome.dies == ("hunter",)
    bound = duel(creature("regrower", "4/3"), *blockers, rules="ordered")
    assert rules_broken(bound, assignment) == {"510.1c"}
    with pytest.raises(IllegalAssignment):
        bound.resolve(assignment)
