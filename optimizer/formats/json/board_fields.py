"""The fields of board documents, in the manner of those of combats."""

from __future__ import annotations

from .fields import ATTACKING_ONLY, COMBAT, CREATURE
from .kinds import Amount, Flag, Integer, Keywords, ListOf, Maybe, Word
from .record import REQUIRED, Creatures, Field, Table

__all__ = ["ATTACKS", "BLOCKS"]

NOT_YET = {
    "blocks": "belongs to a combat, where blocks have been declared",
    "blocked": "belongs to a combat, where blocks have been declared",
    "order": "belongs to a combat: the best orders are looked for",
    "struck_first": "belongs to a combat, where damage has been dealt",
}

BOARD = (
    *[entry for entry in CREATURE if entry.name not in NOT_YET],
    Field("tapped", Flag(), False, "it is tapped"),
    Field("summoning_sick", Flag(), False, "its controller hasn't controlled it since the turn began (302.6)"),
    Field("types", ListOf(Word()), (), "its types besides creature, such as artifact"),
    Field("can_block", Amount("any"), 1, "how many attackers it can block at once (509.1a)"),
    Field("cant_attack", Flag(), False, "it can't attack (508.1c)"),
    Field("cant_block", Flag(), False, "it can't block (509.1b)"),
    Field("cant_attack_alone", Flag(), False, "it can't attack alone (508.1c, 506.5)"),
    Field("cant_block_alone", Flag(), False, "it can't block alone (509.1b, 506.5)"),
    Field("can_block_only", Keywords(), (), "it can block only creatures with one of these keywords (509.1b)"),
    Field("unblockable", Flag(), False, "it can't be blocked (509.1b)"),
    Field("landwalk", Flag(), False, "one of its landwalk abilities applies (702.14c)"),
    Field("min_blockers", Integer(0), 1, "it can't be blocked except by so many creatures or more (509.1b)"),
    Field("max_blockers", Maybe(Integer(0)), None, "it can't be blocked by more creatures than so many (509.1b)"),
    Field("min_blocker_power", Maybe(Integer()), None, "it can't be blocked by creatures of less power (509.1b)"),
    Field("max_blocker_power", Maybe(Integer()), None, "it can't be blocked by creatures of more power (509.1b)"),
    Field("must_attack", Flag(), False, "it attacks if able (508.1d)"),
    Field("must_block", Flag(), False, "it blocks if able (509.1c)"),
    Field("must_be_blocked", Flag(), False, "it must be blocked if able (509.1c)"),
    Field("must_be_blocked_by", Integer(0), 0, "it must be blocked by so many creatures or more if able (509.1c)"),
    Field("lure", Flag(), False, "all creatures able to block it do so (509.1c)"),
    Field("goaded_by", ListOf(Word()), (), "players that goaded it; player is the defending player (701.15)"),
    *[entry for entry in ATTACKING_ONLY if entry.name in ("as_though_unblocked", "commander")],
)
PROVOKED = Field("provoked_by", ListOf(Word()), (), "attackers that it blocks if able, each by itself (702.39a)")
DECLARED = tuple(entry for entry in ATTACKING_ONLY if entry.name in ("attacking", "band"))
WHERE = {"provoked_by": "belongs to defenders", "attacking": "belongs to attackers", "band": "belongs to attackers"}
TOP = tuple(entry for entry in COMBAT if entry.name not in ("attackers", "blockers", "step"))
NO_STEP = {
    "step": "belongs to a combat: a board stands before the declaration",
    "blockers": "belongs to a combat; on a board they are defenders",
}

BLOCKS = Table(
    (
        *TOP,
        Field(
            "attackers",
            Creatures(Table(BOARD + DECLARED, NOT_YET | WHERE)),
            REQUIRED,
            "the attacking creatures, in order",
        ),
        Field(
            "defenders",
            Creatures(Table((*BOARD, PROVOKED), NOT_YET | WHERE)),
            REQUIRED,
            "the defending player's creatures",
        ),
        Field("max_blocking", Maybe(Integer(0)), None, "no more creatures than so many can block (509.1b)"),
    ),
    NO_STEP
    | {
        "creatures": "belongs to a board for `optimizer attacks`, where attackers are still to be declared",
        "crackback": "belongs to a board for `optimizer attacks`",
        "max_attacking": "belongs to a board for `optimizer attacks`",
    },
)
ATTACKS = Table(
    (
        *TOP,
        Field(
            "creatures", Creatures(Table(BOARD, NOT_YET | WHERE)), REQUIRED, "the active player's creatures, in order"
        ),
        Field(
            "defenders", Creatures(Table((*BOARD, PROVOKED), NOT_YET | WHERE)), REQUIRED, "the other player's creatures"
        ),
        Field("crackback", Flag(), False, "the other player's best attack next turn counts"),
        Field("max_attacking", Maybe(Integer(0)), None, "no more creatures than so many can attack (508.1c)"),
        Field("max_blocking", Maybe(Integer(0)), None, "no more creatures than so many can block (509.1b)"),
    ),
    NO_STEP | {"attackers": "belongs to a board for `optimizer blocks`; here all creatures of the active player stand"},
)
