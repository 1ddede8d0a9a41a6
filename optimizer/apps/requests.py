"""What is asked for: the words of a command, or a request object of `--lines`, read into a combat and its options."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from ..formats.json.boards import board_from_document, is_board, read_attacks, read_blocks
from ..formats.json.document import decoded, read_combat
from ..formats.json.jsontext import json_value
from ..formats.json.kinds import path_step
from ..model.board import DeclareAttackers, DeclareBlockers, Subject
from ..model.combat import Assignment, Combat
from ..model.errors import Fault, InvalidDocument
from ..model.terms import LIMIT, Edition, Side
from ..model.words import short, show

__all__ = [
    "InvalidRequest", "On", "Options", "Stage", "combat_of", "in_edition", "read_options", "request_of", "subject_of",
    "value_of",
]  # fmt: skip


class On(StrEnum):
    """What kind of document a command takes."""

    COMBAT = "combat"
    ANY = "any"
    BLOCKS = "blocks"
    ATTACKS = "attacks"


class Stage(StrEnum):
    """What is to be declared on a board in words."""

    ATTACKS = "attacks"
    BLOCKS = "blocks"


class InvalidRequest(InvalidDocument):
    """A request, or an option, that can't be read."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__([Fault(field, message)])


@dataclass(frozen=True, slots=True)
class Options:
    """The options of every command; each command takes some of them."""

    side: Side = Side.ATTACKING
    limit: int | None = None
    time_limit: float | None = None
    assignment: Assignment | None = None
    attacking: Assignment | None = None
    defending: Assignment | None = None
    declaration: Mapping[str, Any] | None = None
    stage: Stage | None = None


def combat_of(value: Any) -> Combat:
    """The combat of a document's object or of a text in the one-line notation."""
    if isinstance(value, str):
        return Combat.parse(value)
    if not isinstance(value, Mapping):
        raise InvalidRequest("document", f"expected a combat document or a line of notation, not {show(value)}")
    return read_combat(value)


def subject_of(value: Any, on: On, stage: Stage | None = None) -> Subject:
    """What a document or a text is about: a board, or a combat where it has no `defenders` and no `creatures`.

    A text with `vs` is a board before attacks, or at the `stage` that is given.
    """
    if isinstance(value, str) and on is not On.COMBAT:
        return subject_in_words(value, on, stage)
    if stage is not None and stage is not stage_of(value):
        held = stage_of(value)
        what = f"a board before {held}" if held else "a combat"
        raise InvalidRequest("stage", f"expected a board before {stage}, and the document is {what}")
    if on is On.COMBAT or (on is On.ANY and not is_board(value)):
        return combat_of(value)
    if not isinstance(value, Mapping):
        raise InvalidRequest("document", f"{BOARDS[on]}, not {show(value)}")
    if on is On.BLOCKS:
        return read_blocks(value)
    return read_attacks(value) if on is On.ATTACKS else board_from_document(value)


def subject_in_words(text: str, on: On, stage: Stage | None) -> Subject:
    """What a text is about: a board for what takes boards only, or where it has `vs`, else a combat."""
    if on is On.ANY and stage is None and not in_words(text):
        return Combat.parse(text)
    blocks = on is On.BLOCKS or (on is On.ANY and stage is Stage.BLOCKS)
    return DeclareBlockers.parse(text) if blocks else DeclareAttackers.parse(text)


def in_words(text: str) -> bool:
    """Whether a text is a board in words."""
    from ..formats.notation.tokens import is_board as board_in_words

    return board_in_words(text)


def stage_of(document: Any) -> Stage | None:
    """What is to be declared on the board of a document; None for any other value."""
    if not is_board(document):
        return None
    return Stage.ATTACKS if "creatures" in document and "attackers" not in document else Stage.BLOCKS


BOARDS: Final = {
    On.ANY: "expected a combat or a board document",
    On.BLOCKS: "expected a board document with attackers and defenders",
    On.ATTACKS: "expected a board document with creatures and defenders",
}


def in_edition(subject: Subject, edition: Edition | None) -> Subject:
    """The combat or board under an edition of the rules, whatever its document says; None leaves it as it is."""
    if edition is None or edition is subject.edition:
        return subject
    if not isinstance(subject, Combat):
        return replace(subject, edition=edition)
    step = None if subject.at_beginning else subject.step
    return replace(subject, edition=edition, step=step)  # type: ignore[arg-type]  # None: at the beginning


def value_of(text: str | bytes) -> Any:
    """What a text holds: the value where it is JSON, else the text itself, for the notation to read.

    >>> value_of('{"attackers": []}'), value_of("Slime 2/2 <- Bear 2/2")
    ({'attackers': []}, 'Slime 2/2 <- Bear 2/2')
    """
    text = decoded(text).strip()
    if not text:
        raise InvalidRequest("", "expected a document, or a combat or a board in words, found nothing")
    try:
        return json_value(text)
    except InvalidDocument:
        if text.startswith("{"):  # no line of notation does
            raise
        return text


def request_of(value: Any, takes: Sequence[str]) -> tuple[Any, dict[str, Any]]:
    """The document and the options, both still unread, of a line's value: a request object or a bare document."""
    if not isinstance(value, Mapping) or REQUEST.isdisjoint(value):
        return value, {}
    given = {}
    for key, held in value.items():
        name = key.replace("-", "_")
        if name in takes:
            given[name] = held
        elif key not in ("id", "document"):
            problem = "is no option of this command" if name in READERS else "unknown field of a request"
            raise InvalidRequest(short(key), f"{problem}: expected {', '.join(['id', 'document', *takes])}")
    if "document" not in value:
        raise InvalidRequest("document", "is missing")
    return value["document"], given


def read_options(given: Mapping[str, Any], defaults: Options, prefix: str = "") -> Options:
    """Options by their names; null leaves an option at its default. `prefix` is what their names start with outside."""
    read = {}
    for name, value in given.items():
        if value is not None:
            field = f"{prefix}{name.replace('_', '-')}" if prefix else name
            read[name] = READERS[name](field, value)
    return replace(defaults, **read) if read else defaults


def read_side(field: str, value: Any) -> Side:
    """A side."""
    if value in ("attacking", "defending"):
        return Side(value)
    raise InvalidRequest(field, f"expected 'attacking' or 'defending', not {show(value)}")


def read_rules(value: Any) -> Edition:
    """An edition, which a request may name beside its document."""
    if value in ("foundations", "ordered"):
        return Edition(value)
    raise InvalidRequest("rules", f"expected 'foundations' or 'ordered', not {show(value)}")


def read_stage(field: str, value: Any) -> Stage:
    """What is to be declared on a board in words."""
    if value in list(Stage):
        return Stage(value)
    raise InvalidRequest(field, f"expected 'attacks' or 'blocks', not {show(value)}")


def read_limit(field: str, value: Any) -> int:
    """How many at most."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise InvalidRequest(field, f"expected an integer of 0 or more, not {show(value)}")


def read_seconds(field: str, value: Any) -> float:
    """How long at most."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < math.inf:
        return float(min(value, LONGEST))
    raise InvalidRequest(field, f"expected a number of seconds of 0 or more, not {show(value)}")


def read_assignment(field: str, value: Any) -> Assignment:
    """An assignment's shape. What it says is the rules' to judge, negative numbers too.

    >>> read_assignment("assignment", {"slime": {"wurm": "2"}})
    Traceback (most recent call last):
    optimizer.apps.requests.InvalidRequest: assignment.slime.wurm: expected an integer, not '2'
    """
    if not isinstance(value, Mapping):
        raise InvalidRequest(field, f"{SHAPE}, not {show(value)}")
    for source, division in value.items():
        if not isinstance(division, Mapping):
            raise InvalidRequest(f"{field}{path_step(source)}", f"expected {{recipient: points}}, not {show(division)}")
        for recipient, points in division.items():
            path = f"{field}{path_step(source)}{path_step(recipient)}"
            if isinstance(points, bool) or not isinstance(points, int):
                raise InvalidRequest(path, f"expected an integer, not {show(points)}")
            if abs(points) > LIMIT:
                raise InvalidRequest(path, f"expected an integer of at most {LIMIT:,} in size")
    return value


def read_declaration(field: str, value: Any) -> Mapping[str, Any]:
    """A declaration's shape; what it says is the rules' to judge."""
    if isinstance(value, Mapping):
        return value
    raise InvalidRequest(field, f"{DECLARED}, not {show(value)}")


DECLARED: Final = 'expected a declaration such as {"bear": ["ox"]} of blocks, or {"ox": "player"} of attacks'
SHAPE: Final = 'expected an assignment such as {"slime": {"wurm": 1, "bear": 1}}'
LONGEST: Final = 1e9  # seconds; more is no different

READERS: Final[dict[str, Callable[[str, Any], Any]]] = {
    "side": read_side,
    "limit": read_limit,
    "time_limit": read_seconds,
    "assignment": read_assignment,
    "attacking": read_assignment,
    "defending": read_assignment,
    "declaration": read_declaration,
    "stage": read_stage,
}
REQUEST: Final = frozenset(["id", "document", "time-limit", *READERS])
"""Fields of a request object; a document has none of them."""
