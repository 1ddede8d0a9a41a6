"""The schemas of documents: what is read, and the parts that answers are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...model.terms import Step
from ..json.board_fields import ATTACKS, BLOCKS
from ..json.events import EVENT
from ..json.fields import COMBAT
from .shapes import AMOUNT, INTEGER, POINTS, TEXT, array, either, mapping, record, ref, word

__all__ = ["DOCUMENTS", "titled"]

Schema = dict[str, Any]


def titled(title: str, schema: Schema) -> Schema:
    """A schema with its title."""
    return {"title": title, **schema}


def player() -> Schema:
    """A player afterwards."""
    return record({"life": INTEGER, "poison": AMOUNT})


def outcome() -> Schema:
    """What became of everyone."""
    survivor = record({"damage": AMOUNT, "power": INTEGER, "toughness": INTEGER, "counters": mapping(AMOUNT)})
    return record(
        {
            "dies": array(TEXT) | {"description": "ids of the creatures that died and didn't return"},
            "returned": array(TEXT) | {"description": "ids of those that undying or persist brought back"},
            "attacking_player": player(),
            "defending_player": player(),
            "planeswalkers": mapping(AMOUNT) | {"description": "the loyalty left"},
            "battles": mapping(AMOUNT) | {"description": "the defense left"},
            "creatures": mapping(survivor) | {"description": "those on the battlefield afterwards"},
            "excess": mapping(AMOUNT) | {"description": "the excess damage dealt to each (120.10)"},
            "loses": either({"const": "defending"}, {"type": "null"}, {"const": "attacking"}, {"const": "both"})
            | {"description": "who has lost the game; both at once is a draw (104.4a)"},
        }
    )


def line() -> Schema:
    """What both sides assign in every step that is left."""
    step = record({"step": word(*Step), "attacking": ref("assignment"), "defending": ref("assignment")})
    return array(step)


DOCUMENTS: Final[dict[str, Callable[[], Schema]]] = {
    "combat": lambda: titled("A combat: who attacks, and who blocks whom", COMBAT.schema()),
    "blocks-board": lambda: titled("A board before blocks are declared", BLOCKS.schema()),
    "attacks-board": lambda: titled("A board before attacks are declared", ATTACKS.schema()),
    "document": lambda: titled(
        "A document, or a combat or a board in words",
        {"anyOf": [ref("combat"), ref("blocks-board"), ref("attacks-board"), TEXT]},
    ),
    "assignment": lambda: titled(
        "The damage that one side's creatures assign in a step: {source: {recipient: points}}",
        mapping(mapping(POINTS)),
    ),
    "blocks": lambda: titled("A declaration of blockers: {blocker: [attackers]}", mapping(array(TEXT))),
    "attacks": lambda: titled(
        "A declaration of attackers: {creature: 'player', or the id of a planeswalker or battle}", mapping(TEXT)
    ),
    "events": lambda: titled("Damage that isn't combat damage, dealt at once", array(EVENT.schema())),
    "line": lambda: titled("A line: what is assigned in each step to the end of combat", line()),
    "outcome": lambda: titled("What became of everyone", outcome()),
    "not-counted": lambda: titled(
        "What touches combat and isn't in the numbers: the creature that has it, and what it is",
        array(record({"id": TEXT, "text": TEXT})),
    ),
    "violation": lambda: titled(
        "A clause of the rules that is broken",
        record({"rule": TEXT, "source": TEXT, "message": TEXT}),
    ),
    "fault": lambda: titled("What is wrong with a request, and which field", record({"field": TEXT, "message": TEXT})),
}
