"""The sheet: what the page holds of a combat, whichever decision is looked at, and the documents made of it.

A sheet has the top-level fields of all documents, `ours` and `theirs` with the fields of creatures of all documents,
`stage` for what is to be decided, and `home` on creatures of ours that don't attack. Where the stage is damage, the
blockers are those of theirs that block. A document takes the fields that it knows, so nothing typed is lost on the way
from attacks to blocks to damage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final

from ...formats.cards import CardError, find
from ...formats.json.board_fields import ATTACKS, BLOCKS
from ...formats.json.fields import COMBAT
from ...formats.json.kinds import is_object
from ...formats.json.record import Records, Table
from ...model.board import DeclareBlockers, Subject
from ...model.combat import Combat
from ...model.words import show
from ..requests import InvalidRequest, On, subject_of

__all__ = ["ANY", "Stage", "document_of", "sheet_of", "stage_of", "subject_on"]


class Stage(StrEnum):
    """What is to be decided."""

    ATTACKS = "attacks"
    BLOCKS = "blocks"
    DAMAGE = "damage"


ON: Final = {Stage.ATTACKS: On.ATTACKS, Stage.BLOCKS: On.BLOCKS, Stage.DAMAGE: On.COMBAT}
TABLES: Final = {Stage.ATTACKS: ATTACKS, Stage.BLOCKS: BLOCKS, Stage.DAMAGE: COMBAT}
SIDES: Final = {
    Stage.ATTACKS: ("creatures", "defenders"),
    Stage.BLOCKS: ("attackers", "defenders"),
    Stage.DAMAGE: ("attackers", "blockers"),
}
LISTS: Final = frozenset(["attackers", "blockers", "creatures", "defenders"])


def creature_table(table: Table, field: str) -> Table:
    """The fields of the creatures in a list of a document."""
    kind = next(entry.kind for entry in table if entry.name == field)
    assert isinstance(kind, Records)
    return kind.table


CREATURES: Final = {stage: tuple(creature_table(TABLES[stage], field) for field in SIDES[stage]) for stage in Stage}
ANY: Final = Table(
    tuple({
        entry.name: replace(entry, default=None) if entry.name == "blocks" else entry
        for tables in CREATURES.values() for table in tables for entry in table
    }.values())
)  # fmt: skip
"""The fields of creatures of all documents."""

TOP: Final = frozenset(name for table in TABLES.values() for name in table.readers) - LISTS
EACH: Final = frozenset(ANY.readers)


def stage_of(sheet: Mapping[str, Any]) -> Stage:
    """What is to be decided on a sheet."""
    stage = sheet.get("stage", Stage.DAMAGE)
    if stage not in list(Stage):
        raise InvalidRequest("stage", f"expected {', '.join(Stage)}, not {show(stage)}")
    return Stage(stage)


def document_of(sheet: Any) -> dict[str, Any]:
    """The document that a sheet stands for.

    >>> bear = {"id": "bear", "power": 2, "toughness": 2, "can_block": "any", "blocks": ["ox"]}
    >>> sheet = {"stage": "damage", "ours": [{"id": "ox", "power": 3, "toughness": 3}], "theirs": [bear]}
    >>> document_of(sheet)["blockers"]
    [{'id': 'bear', 'power': 2, 'toughness': 2, 'blocks': ['ox']}]
    >>> document_of({**sheet, "stage": "blocks"})["defenders"]
    [{'id': 'bear', 'power': 2, 'toughness': 2, 'can_block': 'any'}]

    Raises `InvalidDocument` where the sheet is none; what is wrong with the document is for its reader to say.
    """
    if not is_object(sheet):
        raise InvalidRequest("sheet", f"expected an object, not {show(sheet)}")
    stage = stage_of(sheet)
    unknown = next((name for name in sheet if name not in TOP and name not in ("stage", "ours", "theirs")), None)
    if unknown is not None:
        raise InvalidRequest(f"sheet.{unknown}", "unknown field of a sheet")
    known = TABLES[stage].readers
    document = {name: value for name, value in sheet.items() if name in known}
    for side, field, table in zip(("ours", "theirs"), SIDES[stage], CREATURES[stage], strict=True):
        held = sheet.get(side, [])
        if not isinstance(held, list):
            raise InvalidRequest(f"sheet.{side}", f"expected a list of creatures, not {show(held)}")
        document[field] = [
            fields_known(one, table, f"sheet.{side}[{place}]")
            for place, one in enumerate(held)
            if stands(one, stage, side)
        ]
    return document


def stands(creature: Any, stage: Stage, side: str) -> bool:
    """Whether a creature has a part in what is decided at a stage."""
    if not is_object(creature):
        return True  # which its reader will refuse
    if side == "ours":
        return stage is Stage.ATTACKS or not creature.get("home")
    return stage is not Stage.DAMAGE or bool(creature.get("blocks"))


def fields_known(creature: Any, table: Table, path: str) -> Any:
    """A creature with the fields that a document's table has."""
    if not is_object(creature):
        return creature
    unknown = next((name for name in creature if name not in EACH and name != "home"), None)
    if unknown is not None:
        named = creature.get("name") or creature.get("id") or "a creature"
        raise InvalidRequest(f"{path}.{unknown}", f"{named}: unknown field")
    return {name: value for name, value in creature.items() if name in table.readers}


def subject_on(sheet: Any) -> Subject:
    """The combat or board that a sheet stands for."""
    document = document_of(sheet)
    return subject_of(document, ON[stage_of(sheet)])


def sheet_of(subject: Subject) -> dict[str, Any]:
    """The sheet of a combat or board.

    What a card says about boards is added where a creature has its name, power and toughness.

    >>> from optimizer import Combat
    >>> sheet = sheet_of(Combat.parse("Ox 3/3; Elf 1/1 <- Bear 2/2; Imp 1/1 <- Bear"))
    >>> sheet["stage"], [one["id"] for one in sheet["ours"]], sheet["theirs"][0]["can_block"]
    ('damage', ['ox', 'elf', 'imp'], 2)
    """
    stage = (
        Stage.DAMAGE if isinstance(subject, Combat)
        else Stage.BLOCKS if isinstance(subject, DeclareBlockers)
        else Stage.ATTACKS
    )  # fmt: skip
    document = subject.to_document()
    ours, theirs = (document.pop(field, []) for field in SIDES[stage])
    if stage is Stage.DAMAGE:
        ours, theirs = ([with_statics(one) for one in side] for side in (ours, theirs))
    for blocker in theirs:
        if len(blocker.get("blocks", ())) > 1:  # it does, so it can
            blocker.setdefault("can_block", len(blocker["blocks"]))
    return {"stage": stage.value, **document, "ours": ours, "theirs": theirs}


def with_statics(creature: dict[str, Any]) -> dict[str, Any]:
    """A creature with what its card says about attacking and blocking, which a combat has no fields for.

    >>> with_statics({"id": "guard", "name": "Palace Guard", "power": 1, "toughness": 4})["can_block"]
    'any'
    >>> with_statics({"id": "guard", "name": "Palace Guard", "power": 2, "toughness": 4})
    {'id': 'guard', 'name': 'Palace Guard', 'power': 2, 'toughness': 4}
    """
    try:
        card = find(creature.get("name", ""))
    except CardError:  # the names of an unreadable table are a help, no more
        card = None
    if card is None or (card.power, card.toughness) != (creature["power"], creature["toughness"]):
        return creature
    known = CREATURES[Stage.BLOCKS][1].readers
    return {**{name: held for name, held in card.statics if name in known}, **creature}
