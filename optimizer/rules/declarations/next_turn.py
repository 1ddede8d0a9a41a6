"""The board that a combat leaves for the other player's next turn, which the counter-attack is played on."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...model.board import DeclareAttackers
from ...model.combat import Player
from ...model.creature import changed_by, default_value
from ...model.terms import ALL

if TYPE_CHECKING:
    from ...model.board_creature import BoardCreature
    from ..damage.outcome import Outcome

__all__ = ["board_after"]


def board_after(board: DeclareAttackers, attacking: Container[str], outcome: Outcome) -> DeclareAttackers:
    """The other player's next turn after a combat: their creatures untap or lose a stun counter instead (122.1d), those
    that attacked stay tapped without vigilance, damage and effects until end of turn wear off, counters and life stay.

    >>> from optimizer import DeclareAttackers
    >>> bear = {"id": "bear", "power": 2, "toughness": 2}
    >>> board = DeclareAttackers.from_document({"creatures": [bear], "defenders": [bear | {"id": "elk"}]})
    >>> after = board_after(board, {"bear"}, board.attacked({"bear": "player"}).combat({}).resolve().outcome)
    >>> after.defenders[0].tapped, after.creatures[0].tapped, after.attacking_player.life
    (True, False, 18)
    """
    dead = set(outcome.dies)
    ours = []
    for one in board.creatures:
        if one.id not in dead:
            tapped = one.tapped or (one.id in attacking and "vigilance" not in one.abilities)
            tapped = tapped and one.id not in outcome.returned
            ours.append(left(one, outcome, tapped=tapped, provoked_by=()))
    theirs = []
    for one in board.defenders:
        if one.id not in dead:
            after = left(one, outcome, tapped=False, summoning_sick=False, provoked_by=())
            theirs.append(stunned(after) if one.tapped and after.counter("stun") else after)
    return DeclareAttackers(
        edition=board.edition,
        attacking_player=Player(outcome.defending_life, outcome.defending_poison),
        defending_player=replace(board.attacking_player, life=outcome.attacking_life, poison=outcome.attacking_poison),
        weights=board.weights,
        pending=board.pending,
        creatures=tuple(theirs),
        defenders=tuple(ours),
    )


def stunned(creature: BoardCreature) -> BoardCreature:
    """A creature that stays tapped and loses a stun counter instead of untapping (122.1d)."""
    less = ((kind, number - (kind == "stun")) for kind, number in creature.counters)
    return replace(creature, tapped=True, counters=tuple((kind, number) for kind, number in less if number))


def left(creature: BoardCreature, outcome: Outcome, **changes: Any) -> BoardCreature:
    """A creature at the next turn: counters as they are now, effects until end of turn gone, to its `base` where it
    has one."""
    changes |= {"damage": 0, "regeneration": 0, "prevent": ALL if creature.prevent == ALL else 0, "base": None}
    now = outcome.creatures.get(creature.id)
    worth = default_value(creature.power, creature.toughness, creature.abilities)
    counters = creature.counters if now is None else tuple((kind, n) for kind, n in now.counters.items() if n)
    changes["counters"] = counters
    if now is not None and creature.id in outcome.returned:
        # 400.7: a new object, worth less by what the default formula says of the change
        moved = creature.value - worth + default_value(now.power, now.toughness, creature.keywords)
        changes |= {"power": now.power, "toughness": now.toughness, "prevent": 0, "value": moved}
    else:
        for part, number, more in zip(("power", "toughness"), creature.unchanged, changed_by(counters), strict=True):
            changes[part] = number + more
    if creature.value == worth:
        changes["value"] = None  # it follows the numbers
    return replace(creature, **changes)
