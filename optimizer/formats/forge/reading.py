"""A Forge state as a board or, where blocks are told too, as a combat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ...model.board import Subject
from ...model.errors import Fault, InvalidDocument
from ...model.terms import PLAYER
from ..cards import find as find_card
from ..cards.filling import triggering
from ..json.board_fields import ATTACKS, BLOCKS
from ..json.boards import read_attacks, read_blocks
from ..json.document import read_combat
from ..json.fields import COMBAT
from ..json.naming import slug
from ..json.record import Records, Table
from .blocking import Names, blocks_of
from .creatures import EntryCard, Find, creature_of
from .permanent import Entry
from .state import HUMAN, ForgeState, parse

__all__ = ["ForgeReading", "read"]

LATE: Final = ("COMBAT_FIRST_STRIKE_DAMAGE", "COMBAT_DAMAGE", "COMBAT_END", "MAIN2", "END_OF_TURN", "CLEANUP")


@dataclass(frozen=True)
class ForgeReading:
    """What a file holds: a combat or a board; and what of it isn't there, each in one line."""

    value: Subject
    warnings: tuple[str, ...]

    @property
    def document(self) -> dict[str, Any]:
        """The document of it."""
        return self.value.to_document()


def read(
    text: str | bytes,
    *,
    blocks: str | Mapping[str, Any] | None = None,
    side: str | None = None,
    find: Find = find_card,
) -> ForgeReading:
    """The board of a puzzle or saved state: before attacks; before blocks where attackers are declared; with `blocks`,
    `{blocker: [attackers]}` or `blocker=attacker` words, the combat.

    `side`, human or ai, is the player who attacks, if not the active one. `find` looks cards up. Raises
    `InvalidDocument`.

    >>> puzzle = "ActivePlayer=AI\\nAILife=9\\naibattlefield=Craw Wurm|Attacking\\nhumanbattlefield=Palace Guard"
    >>> read(puzzle).value.legal_declarations().count()
    2
    >>> print(read(puzzle, blocks="palace-guard=craw-wurm").value)
    Craw Wurm 6/4 green <- Palace Guard 1/4 white | attacker 9
    """
    told: dict[str, None] = {}

    def tell(line: int, message: str) -> None:
        told.setdefault(f"line {line}: {message}" if line else message)

    if isinstance(text, bytes):
        text = text.decode("utf-8-sig", errors="replace")
    state = parse(text.removeprefix("\ufeff"), tell)
    made = Maker(state, find, tell, attacking_side(state, side, tell))
    value = made.attacks() if not state.attackers else made.blocks() if blocks is None else made.combat(blocks)
    if blocks is not None and not state.attackers:
        raise InvalidDocument([Fault("--blocks", "no creature attacks: nothing has |Attacking")])
    return ForgeReading(value, tuple(told))


def attacking_side(state: ForgeState, side: str | None, tell: Any) -> int:
    """The number of the player who attacks."""
    if side is not None and side not in HUMAN:
        raise InvalidDocument([Fault("--side", f"expected human or ai, not {side!r}")])
    declared = sorted({at for at, _ in state.attackers})
    asked = state.active if side is None else HUMAN.index(side)
    if not declared:
        if asked is None:
            tell(0, "no activeplayer: taken for human")
        return asked or 0
    at, entry = state.attackers[-1]
    if len(declared) > 1 or (side is not None and asked != at):
        other = state.attackers[0][1].shown if len(declared) > 1 else "--side"
        raise entry.fault(f"it attacks for {HUMAN[at]}, and {other} says that {HUMAN[1 - at]} attacks")
    if asked not in (None, at):
        tell(entry.line, f"{entry.shown} attacks for {HUMAN[at]}, whatever activeplayer says")
    if state.phase in LATE:
        tell(0, f"activephase={state.phase}: whether damage has been dealt isn't known; read as before it")
    return at


class Maker:
    """Makes the document of a state in which the player of number `active` attacks."""

    def __init__(self, state: ForgeState, find: Find, tell: Any, active: int) -> None:
        self.state, self.find, self.tell = state, find, tell
        self.sides = (state.sides[active], state.sides[1 - active])
        self.taken = {PLAYER}
        self.names = (Names("attacker"), Names("blocker"))
        self.found: tuple[list[tuple[Entry, EntryCard, str]], ...] = ([], [])
        self.permanents: dict[str, list[dict[str, Any]]] = {"planeswalkers": [], "battles": []}
        self.standing: dict[int, str] = {}
        self.faults: list[Fault] = []
        for place, player in enumerate(self.sides):
            for entry in player.battlefield:
                entry.sick = entry.sick and not state.refreshed
                self.take(place, entry)
        if self.faults:
            raise InvalidDocument(self.faults)
        self.attachments()

    def take(self, place: int, entry: Entry) -> None:
        """Take in one permanent."""
        found = creature_of(entry, self.find, self.tell)
        if found.card is not None:
            ident = self.name(found.card.name)
            self.found[place].append((entry, found, ident))
            self.names[place].add(ident, found.card.name, entry.ident)
            return
        self.names[place].absent[slug(entry.shown)] = found.reason or "it is no creature"
        if entry.attacks:
            hint = " (a token says its numbers: t:NAME,P:2,T:2,Types:Creature)"
            self.faults += entry.fault(f"it attacks, and {found.reason or 'it is no creature'}{hint}").faults
        elif found.reason:
            self.tell(entry.line, f"{found.reason.removesuffix('?')}; left out")

    def name(self, name: str) -> str:
        """An id that no other has."""
        ident, number = slug(name), 1
        while ident in self.taken:
            number += 1
            ident = f"{slug(name)}-{number}"
        self.taken.add(ident)
        return ident

    def attachments(self) -> None:
        """Warn of what is attached to creatures."""
        hosts = {entry.ident: found for side in self.found for entry, found, _ in side if entry.ident is not None}
        for player in self.sides:
            for entry in player.battlefield:
                host = hosts.get(entry.host) if entry.host is not None else None
                if host is not None and host.card is not None:
                    self.tell(entry.line, f"{entry.shown} on {host.card.name}: what it gives isn't read")

    def attacks(self) -> Subject:
        """The board before attacks."""
        for place, kind in ((1, "loyalty"), (0, "defense")):
            for entry in self.sides[place].battlefield:
                if entry.counters.get(kind):
                    self.permanent(entry)
        creatures = {"creatures": self.side(ATTACKS, "creatures", 0), "defenders": self.side(ATTACKS, "defenders", 1)}
        return read_attacks(self.common(creatures))

    def blocks(self) -> Subject:
        """The board before blocks."""
        return read_blocks(self.before_blocks())

    def before_blocks(self) -> dict[str, Any]:
        """The document of the board before blocks."""
        creatures = {"attackers": self.side(BLOCKS, "attackers", 0), "defenders": self.side(BLOCKS, "defenders", 1)}
        return self.common(creatures)

    def combat(self, told: str | Mapping[str, Any]) -> Subject:
        """The combat that blocks make."""
        declared = blocks_of(told, self.names[1], self.names[0])
        board = read_blocks(self.before_blocks())
        for violation in board.violations(declared):
            self.tell(0, f"these blocks break {violation}")
        attackers = self.side(COMBAT, "attackers", 0)
        fighting = {creature["id"] for creature in attackers}
        for blocked in declared.values():
            for ident in blocked:
                if ident not in fighting:
                    raise InvalidDocument([Fault("--blocks", f"{ident} doesn't attack")])
        blockers = [
            creature | {"blocks": declared[creature["id"]]}
            for creature in self.side(COMBAT, "blockers", 1)
            if creature["id"] in declared
        ]
        return read_combat(self.common({"attackers": attackers, "blockers": blockers}))

    def side(self, table: Table, name: str, place: int) -> list[dict[str, Any]]:
        """The creatures of one list of a document."""
        kind = next(field.kind for field in table if field.name == name)
        assert isinstance(kind, Records)
        known = kind.table.readers
        made = []
        for entry, found, ident in self.found[place]:
            if name == "attackers" and not entry.attacks:
                continue
            creature = found.document(entry, ident, known)
            if name == "attackers" and entry.attacked is not None:
                creature["attacking"] = self.target(entry)
            made.append(creature)
        return made

    def target(self, entry: Entry) -> str:
        """The id of the planeswalker or battle that an attacker attacks."""
        assert entry.attacked is not None
        for player in self.sides:
            for other in player.battlefield:
                if other.ident == entry.attacked:
                    return self.permanent(other)
        raise entry.fault(f"it attacks Id {entry.attacked}, and nothing has that Id")

    def permanent(self, entry: Entry) -> str:
        """The id of a planeswalker or battle in the document."""
        if id(entry) not in self.standing:
            kinds = (("loyalty", "planeswalkers"), ("defense", "battles"))
            kind, many = next((pair for pair in kinds if pair[0] in entry.counters), ("", ""))
            if not kind:
                raise entry.fault("it is attacked, and its loyalty isn't told: expected |Counters:LOYALTY=4")
            self.standing[id(entry)] = self.name(entry.shown)
            self.permanents[many].append({"id": self.standing[id(entry)], kind: entry.counters[kind]})
        return self.standing[id(entry)]

    def common(self, creatures: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
        """A document with its creatures, players and permanents."""
        document: dict[str, Any] = {}
        for name, side in zip(("attacking_player", "defending_player"), self.sides, strict=True):
            document[name] = {"poison": side.poison} | ({} if side.life is None else {"life": side.life})
        document |= {name: held for name, held in self.permanents.items() if held} | creatures
        if any(triggering(creature.get("keywords", ())) for side in creatures.values() for creature in side):
            document["triggers"] = "pending"
        return document
