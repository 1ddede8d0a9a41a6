"""The tools: what each is for, in which shape it is asked and answers."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from ...formats.schema.shapes import AMOUNT, NUMBER, TEXT, array, either, mapping, record, word
from ...model.terms import Edition, Side
from ...report.pictures.raster import NoRaster, check_raster
from ..requests import Stage
from .shapes import brief, whole

__all__ = ["INSTRUCTIONS", "LONGEST", "TOOLS", "Tool", "schema_for"]

Schema = dict[str, Any]

LONGEST: Final = 50.0
"""Seconds that a call may ask for; many clients give up after 60."""

BOARD: Final = (
    "The board in words: {left}, `vs`, {right}, settings after `|`, as in `Serra Angel, 2 Grizzly Bears, Hill Giant "
    "tapped vs Wall 0/3 defender, Centaur Courser | attacker 12, defender 8 poison 3`. `tapped`, `sick`, `+1/+1` and "
    "keywords follow a creature; a known card's name needs no numbers."
)
NOTATION: Final = (
    "One line of notation: attackers, `<-` and their blockers, `;` before the next attacker, settings after `|`, as "
    "in `Acidic Slime 2/2 deathtouch <- Spined Wurm 5/4, Bear 2/2 m1; Rat 1/1 | defender 12 poison 3`. `m1` is 1 "
    "damage marked on it; a blocker of several attackers is described once and named again; `->` says what an attacker "
    "attacks if not the player (`Rat 1/1 -> Jace | planeswalker Jace 4`); a known card's name needs no numbers."
)

INSTRUCTIONS: Final = (
    "Exact answers about combat in Magic: The Gathering. Once blocks are declared, describe the combat to `suggest` "
    "(the best damage assignment of both players, proven), `check`, `legal`, `count` or `resolve`; before blocks, the "
    "board to `blocks`; before attacks, to `attacks`. Say power and toughness as they are now, with marked damage and "
    "counters; a creature given by the name of a known card gets everything from it (`cards` says what is known). "
    "Scores are the attacking player's. `status` is `optimal` only where nothing better exists; else ask again with a "
    "longer `time_limit`. What `not_counted` holds is in none of the numbers: "
    "tell it with the answer. `explain` says what a rule number in an answer means."
)

COMBAT: Final = either(TEXT | {"description": NOTATION}, brief("combat"))
ATTACKS: Final = either(
    TEXT | {"description": BOARD.format(left="the active player's creatures", right="the other player's")},
    brief("attacks-board"),
)
BLOCKS: Final = either(
    TEXT | {"description": BOARD.format(left="the attackers", right="the defending player's creatures")},
    brief("blocks-board"),
)
ANY: Final = {
    "type": ["string", "object"],
    "description": "a combat, notation or object, as `suggest` takes it; or a board, as `blocks` or `attacks` take it",
}
STAGE: Final = word(*Stage) | {"description": "what is to be declared on a board in words (default: attacks)"}
ASSIGNMENT: Final = {key: value for key, value in brief("assignment").items() if key != "title"} | {
    "description": 'who assigns how much to whom, by ids, such as {"acidic-slime": {"bear": 1, "player": 1}}'
}
DECLARATION: Final = {
    "type": "object",
    "description": 'on a board: {"bear": ["ox"]}, who blocks whom, or {"ox": "player"}, who attacks what',
}
MANY: Final = {"type": ["integer", "string"], "description": "a text of digits where it is more than 2^53"}
RULES: Final = word(*Edition) | {"description": "the edition, whatever the document says"}
TIME: Final = NUMBER | {"minimum": 0, "maximum": LONGEST, "description": "seconds after which the best found is given"}
PICTURE: Final = {"type": "boolean", "description": "a picture of the answer as well (PNG)"}


class Tool(NamedTuple):
    """A tool, which is the engine's method of that name: what a person and what an assistant read of it, its arguments
    (those in `needs` can't be left out), its answer, and whether it looks for the best, which takes time."""

    title: str
    description: str
    takes: dict[str, Schema]
    answer: Schema
    needs: tuple[str, ...] = ("document",)
    searches: bool = False

    @property
    def timed(self) -> bool:
        """Whether a call may say how long it may take."""
        return "document" in self.takes


TOOLS: Final[dict[str, Tool]] = {
    "suggest": Tool(
        "Best damage assignment",
        "The best damage assignments of both players in a combat whose blocks are declared, over all damage steps that "
        "are left, proven; what dies, what the score is made of, and the runner-up.",
        {"document": COMBAT, "rules": RULES},
        whole("suggest-answer"),
        searches=True,
    ),
    "blocks": Tool(
        "Best blocks",
        "The best blocks of the defending player against declared attackers, proven, with what follows from them.",
        {"document": BLOCKS, "rules": RULES},
        whole("blocks-answer"),
        searches=True,
    ),
    "attacks": Tool(
        "Best attacks",
        "The best attacks of the active player, the best blocks against them, and what follows, proven; with "
        "`crackback` the other player's next attack counts as well.",
        {"document": ATTACKS, "rules": RULES},
        whole("attacks-answer"),
        searches=True,
    ),
    "check": Tool(
        "Is it legal?",
        "Whether one side's damage assignment in a combat, or a declaration of blocks or attacks on a board, is legal, "
        "and every rule that it breaks.",
        {
            "document": ANY, "assignment": ASSIGNMENT, "declaration": DECLARATION,
            "side": word(*Side) | {"description": "whose assignment (default: attacking)"},
            "stage": STAGE, "rules": RULES,
        },
        whole("check-answer"),
    ),
    "legal": Tool(
        "List what is legal",
        "The legal damage assignments of one side for the damage step at hand, or the legal declarations on a board.",
        {
            "document": ANY, "side": word(*Side) | {"description": "whose assignments (default: attacking)"},
            "limit": AMOUNT | {"maximum": 1000, "description": "how many at most (default: 50)"},
            "stage": STAGE, "rules": RULES,
        },
        whole("legal-answer"),
    ),
    "count": Tool(
        "Count what is legal",
        "How many legal damage assignments each side has, or how many legal declarations a board has; exact.",
        {"document": ANY, "stage": STAGE, "rules": RULES},
        record(
            {"step": TEXT, "attacking": MANY, "defending": MANY, "not_counted": array(mapping(TEXT))},
            optional=["attacking", "defending"],
        ),
    ),
    "resolve": Tool(
        "Deal the damage",
        "What the damage of the step at hand does: who dies, what is left, and the combat of the next step. A side "
        "left out assigns what it must.",
        {
            "document": TEXT | {"type": ["string", "object"], "description": "a combat, as `suggest` takes it"},
            "attacking": ASSIGNMENT, "defending": ASSIGNMENT, "rules": RULES,
        },
        whole("resolve-answer"),
    ),
    "cards": Tool(
        "Creature cards by name",
        "What is known of creature cards by their names: power, toughness, keywords and what else decides combat, in "
        "the fields of a document; for names that aren't known, those that may have been meant.",
        {"names": array(TEXT) | {"maxItems": 100, "description": 'such as ["Palace Guard"]'}},
        record({"cards": mapping({"type": "object"}), "unknown": mapping(array(TEXT))}),
        needs=("names",),
    ),
    "explain": Tool(
        "Explain a rule",
        "What a number of the Comprehensive Rules in an answer means, in a few words, or which rules mention a word.",
        {"rule": TEXT | {"description": "a number such as 702.19b, a chapter such as 702, or words such as trample"}},
        record(
            {
                "asked": TEXT, "rules": array(mapping(TEXT)), "around": array(mapping(TEXT)),
                "notes": array(mapping(TEXT)),
            }
        ),
        needs=("rule",),
    ),
}  # fmt: skip
"""The tools by their names."""


def schema_for(tool: Tool) -> Schema:
    """What a call of a tool may hold."""
    fields = dict(tool.takes)
    if tool.timed:
        fields["time_limit"] = TIME
    if tool.searches and draws():
        fields["picture"] = PICTURE
    return record(fields, optional=set(fields) - set(tool.needs))


@cache
def draws() -> bool:
    """Whether this system can make a PNG."""
    try:
        check_raster()
    except NoRaster:
        return False
    return True
