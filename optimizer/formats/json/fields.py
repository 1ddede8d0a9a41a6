"""The fields of a combat document: the one table that reading, checking and writing follow."""

from __future__ import annotations

from ...model.creature import default_value
from ...model.player import Player, Weights
from ...model.terms import PLAYER, Edition, Step
from .kinds import (
    Amount,
    Base,
    Color,
    Counted,
    Counters,
    Flag,
    Identity,
    Integer,
    Keywords,
    ListOf,
    Number,
    OneOf,
    Target,
    Word,
)
from .record import REQUIRED, Creatures, Field, Record, Records, Table

__all__ = ["ATTACKER", "BATTLE", "BLOCKER", "COMBAT", "CREATURE", "PLANESWALKER", "PLAYERS", "WEIGHTS"]


CREATURE = (
    Field("id", Identity(), lambda creature: None, "unique over the document; made from the name where left out"),
    Field("name", Word(), lambda creature: creature.id, "what a person reads"),
    Field("power", Integer(), REQUIRED, "the current power, everything included"),
    Field("toughness", Integer(), REQUIRED, "the current toughness, everything included"),
    Field("keywords", Keywords(), (), "keyword abilities, as printed"),
    Field("colors", ListOf(Color()), (), "its colors, or their letters: W U B R G"),
    Field("damage", Integer(0), 0, "damage marked on it"),
    Field("counters", Counters(), (), "counters on it; a keyword counter gives the keyword (122.1b)"),
    Field("regeneration", Integer(0), 0, "regeneration shields (701.19)"),
    Field("prevent", Amount(), 0, "the next damage dealt to it that is prevented, or all of it (615)"),
    Field("deals_no_damage", Flag(), False, "combat damage it would deal is prevented; it still assigns"),
    Field("assigns_no_damage", Flag(), False, "it assigns no combat damage"),
    Field("damage_equal_to_toughness", Flag(), False, "it assigns combat damage equal to its toughness"),
    Field("excess_to_controller", Flag(), False, "excess damage it deals goes to the creature's controller (120.4a)"),
    Field(
        "value",
        Number(),
        lambda creature: default_value(creature.power, creature.toughness, creature.abilities),
        "what losing it is worth in the score",
    ),
    Field("base", Base(), None, "what it is without counters and effects that end; undying and persist bring it back"),
    Field("not_counted", ListOf(Word()), (), "lines of its text that touch combat and aren't in the other fields"),
    Field("struck_first", Flag(), False, "it dealt damage in the first-strike step (702.4, 702.7)"),
    Field("order", ListOf(Word()), None, "the damage assignment order announced for it"),
)

ATTACKING_ONLY = (
    Field("attacking", Target(), PLAYER, "what it attacks: player, an id, or null where that is gone"),
    Field("blocked", Flag(), False, "it became blocked, whoever is left"),
    Field("as_though_unblocked", Flag(), False, "it may assign its damage as though it weren't blocked"),
    Field("band", Word(), None, "attackers with the same word attack as one band (702.22)"),
    Field("commander", Flag(), False, "it is a commander (903.10a)"),
)

BLOCKING_ONLY = (Field("blocks", ListOf(Word(), least=1), REQUIRED, "the attackers it blocks"),)

BOARD_ONLY = (
    "tapped", "summoning_sick", "types", "can_block", "cant_attack", "cant_block", "unblockable", "must_attack",
    "must_block", "must_be_blocked", "lure", "min_blockers", "max_blockers", "landwalk",
)  # fmt: skip
ON_A_BOARD = dict.fromkeys(BOARD_ONLY, "belongs to a board (`optimizer blocks`, `optimizer attacks`), not to a combat")

ATTACKER = Table(
    CREATURE + ATTACKING_ONLY,
    ON_A_BOARD | {"blocks": "belongs to blockers: an attacker is blocked where a blocker names it"},
)
BLOCKER = Table(
    CREATURE + BLOCKING_ONLY,
    ON_A_BOARD | {entry.name: "belongs to attackers, not to blockers" for entry in ATTACKING_ONLY},
)
PLAYERS = Table(
    (
        Field("life", Integer(), 20, "life total"),
        Field("poison", Integer(0), 0, "poison counters"),
        Field("commander_damage", Counted(), (), "combat damage dealt to them by each commander so far (903.10a)"),
    )
)
PLANESWALKER = Table(
    (
        Field("id", Identity(), lambda thing: None, "unique over the document; made from the name where left out"),
        Field("name", Word(), lambda thing: thing.id, "what a person reads"),
        Field("loyalty", Integer(0), REQUIRED, "loyalty counters"),
    )
)
BATTLE = Table(
    (
        Field("id", Identity(), lambda thing: None, "unique over the document; made from the name where left out"),
        Field("name", Word(), lambda thing: thing.id, "what a person reads"),
        Field("defense", Integer(0), REQUIRED, "defense counters"),
    )
)
WEIGHTS = Table(
    (
        Field("creature", Number(), 1.0, "for the values of creatures lost"),
        Field("life", Number(), 1.0, "for a point of life"),
        Field("poison", Number(), 2.0, "for a poison counter"),
        Field("loyalty", Number(), 1.0, "for a loyalty counter"),
        Field("defense", Number(), 0.5, "for a defense counter"),
        Field("win", Number(), 1000.0, "for the defending player's loss, taken off for the attacking player's"),
    )
)
COMBAT = Table(
    (
        Field(
            "rules",
            OneOf({str(edition): edition for edition in Edition}),
            Edition.FOUNDATIONS,
            "free division since November 2024, or the damage assignment order of 2010 to 2024",
            "edition",
        ),
        Field(
            "step",
            OneOf({str(step): step for step in Step}),
            lambda combat: combat.default_step,
            "where the combat stands",
        ),
        Field(
            "triggers",
            OneOf({"applied": False, "pending": True}),
            False,
            "whether power and toughness hold already what triggers on attack and block did",
            "pending",
        ),
        Field("attacking_player", Record(PLAYERS), Player(), "the active player"),
        Field("defending_player", Record(PLAYERS), Player(), "the player attacked"),
        Field("planeswalkers", Records(PLANESWALKER), (), "planeswalkers that can be attacked"),
        Field("battles", Records(BATTLE), (), "battles that can be attacked"),
        Field("attackers", Creatures(ATTACKER), REQUIRED, "the attacking creatures, in order"),
        Field("blockers", Creatures(BLOCKER), (), "the blocking creatures, in order"),
        Field("weights", Record(WEIGHTS), Weights(), "what the score counts each thing at"),
    ),
    {
        "creatures": "belongs to a board for `optimizer attacks`, not to a combat",
        "defenders": "belongs to a board (`optimizer blocks`, `optimizer attacks`); in a combat they are blockers",
        "crackback": "belongs to a board for `optimizer attacks`, not to a combat",
    },
)
