"""A combat: who attacks what, who blocks whom, and where it stands. An immutable value, checked when it is made."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .creature import Attacker, Blocker, Creature
from .errors import Fault, InvalidDocument
from .player import Battle, Planeswalker, Player, Weights
from .repr import Drawn
from .terms import PLAYER, Edition, Side, Step
from .uncounted import Uncounted, uncounted
from .words import Near, show, some

if TYPE_CHECKING:
    from ..rules.damage.assignments import LegalAssignments
    from ..rules.damage.legality import Violation
    from ..rules.damage.resolution import Resolution
    from ..rules.position import Table

__all__ = ["Assignment", "Battle", "Combat", "Planeswalker", "Player", "Weights"]

Assignment = Mapping[str, Mapping[str, int]]
"""From each creature of one side that assigns damage in a step to its recipients."""


@dataclass(frozen=True, eq=True, kw_only=True)
class Combat(Drawn):
    """A combat from which legal assignments, results and the best line follow.

    `step` None puts it at the beginning: the first-strike step where anything has first or double strike, else the
    regular one (510.4). `pending`: the triggers on attack and block have not been applied yet.

    Raises `InvalidDocument` with every fault where the parts don't fit together.

    >>> combat = Combat.parse("Slime 2/2 deathtouch <- Wurm 5/4, Mastodon 3/5, Bear 2/2")
    >>> combat.step.value, combat.legal_assignments("attacking").count()
    ('regular', 6)
    """

    attackers: tuple[Attacker, ...]
    blockers: tuple[Blocker, ...] = ()
    edition: Edition = Edition.FOUNDATIONS
    attacking_player: Player = field(default_factory=Player)
    defending_player: Player = field(default_factory=Player)
    planeswalkers: tuple[Planeswalker, ...] = ()
    battles: tuple[Battle, ...] = ()
    weights: Weights = field(default_factory=Weights)
    step: Step = None  # type: ignore[assignment]  # resolved below
    pending: bool = False
    at_beginning: bool = field(default=False, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.step is None:
            strikes = any(has_strike(creature) for creature in self.creatures)
            object.__setattr__(self, "step", Step.FIRST_STRIKE if strikes else Step.REGULAR)
            object.__setattr__(self, "at_beginning", True)
        faults = misfits(self)
        if faults:
            raise InvalidDocument(faults)
        if self.pending and self.at_beginning:
            # what triggers kill has no first strike any more
            object.__setattr__(self, "step", Step.FIRST_STRIKE if self.table.start.first else Step.REGULAR)

    @property
    def creatures(self) -> tuple[Creature, ...]:
        """The attackers, then the blockers."""
        return self.attackers + self.blockers

    @property
    def default_step(self) -> Step | None:
        """Where a combat like this one stands whose document doesn't say (510.4); None where it has to say."""
        if self.at_beginning:
            return self.step
        if self.pending or any(creature.struck_first for creature in self.creatures):
            return None
        return Step.FIRST_STRIKE if any(map(has_strike, self.creatures)) else Step.REGULAR

    @property
    def not_counted(self) -> tuple[Uncounted, ...]:
        """What its creatures have that touches combat and isn't in the numbers."""
        return uncounted(self.creatures, attacks=self.pending)

    # Reading and writing: the work is in formats/json/document.py and formats/notation.

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Combat:
        """The combat of a document, or `InvalidDocument` with all its faults."""
        from ..formats.json.document import read_combat

        return read_combat(document)

    @classmethod
    def from_json(cls, text: str | bytes) -> Combat:
        """The combat of a document in JSON."""
        from ..formats.json.document import read_combat, read_json

        return read_combat(read_json(text))

    def to_document(self) -> dict[str, Any]:
        """The document of this combat; `Combat.from_document` is its inverse."""
        from ..formats.json.document import write_combat

        return write_combat(self)

    @classmethod
    def parse(cls, text: str) -> Combat:
        """The combat of a one-line text (docs/notation.md)."""
        from ..formats.notation.parsing import parse

        return parse(text)

    def __str__(self) -> str:
        from ..formats.notation.writer import write

        return write(self)

    def __repr__(self) -> str:
        return f"Combat.parse({str(self)!r})"

    # Rules and search: the work is in the modules named.

    @cached_property
    def table(self) -> Table:
        """The combat compiled for search; private to the package."""
        from ..rules.position import Table

        return Table(self)

    def legal_assignments(self, side: Side | str) -> LegalAssignments:
        """A lazy view of one side's legal announcements for the step at hand (510.1)."""
        from ..rules.damage.assignments import LegalAssignments

        return LegalAssignments(self, Side(side))

    def violations(self, assignment: Assignment, side: Side | str = Side.ATTACKING) -> list[Violation]:
        """Every clause that an announcement breaks, with its rule; empty where it is legal (510.1e)."""
        from ..rules.damage.legality import violations

        return violations(self, assignment, Side(side))

    def resolve(self, attacking: Assignment | None = None, defending: Assignment | None = None) -> Resolution:
        """What one step's announcements do; a side left out assigns what is forced.

        Raises `IllegalAssignment` where an announcement breaks a rule, or where one left out is not forced.
        """
        from ..rules.damage.resolution import resolve

        return resolve(self, attacking, defending)


def unchecked(combat: Combat, **changes: Any) -> Combat:
    """A combat with some fields changed and nothing checked: for parts of a combat that were checked as a whole."""
    other = object.__new__(Combat)
    other.__dict__.update((name, changes.get(name, value)) for name, value in vars(combat).items() if name != "table")
    return other


def has_strike(creature: Creature) -> bool:
    """Has first strike or double strike (510.4)."""
    abilities = creature.abilities
    return "first strike" in abilities or "double strike" in abilities


def misfits(combat: Combat) -> list[Fault]:
    """Everything about the parts of a combat that doesn't fit together."""
    places = places_of(combat, "planeswalkers", "battles", "attackers", "blockers")
    faults = id_faults(places)
    attackers = {attacker.id: attacker for attacker in combat.attackers}
    attackable = {PLAYER, *(one.id for one in combat.planeswalkers), *(one.id for one in combat.battles)}
    known, near = some(sorted(attackable)), Near(attackers)
    pairs = expand_bands(combat)
    blocked_by: dict[str, list[str]] = {}
    for blocker in combat.blockers:
        for target in pairs[blocker.id]:
            blocked_by.setdefault(target, []).append(blocker.id)
    banded = {attacker.band: attacker.attacking for attacker in combat.attackers if attacker.band is not None}
    split = {one.band for one in combat.attackers if one.band is not None and one.attacking != banded[one.band]}
    for index, attacker in enumerate(combat.attackers):
        if attacker.attacking is not None and attacker.attacking not in attackable:
            faults.append(
                Fault(
                    f"attackers[{index}].attacking",
                    f"{attacker.id}: nothing called {show(attacker.attacking)} can be attacked; "
                    f"expected {known} or null",
                )
            )
        if attacker.band in split:
            faults.append(
                Fault(f"attackers[{index}].band", f"{attacker.id}: a band attacks one player or permanent (702.22d)")
            )
        blocking = blocked_by.get(attacker.id, [])
        faults += order_faults(f"attackers[{index}]", attacker, blocking, "every creature that blocks it")
    for index, blocker in enumerate(combat.blockers):
        path = f"blockers[{index}]"
        if not blocker.blocks:
            faults.append(Fault(f"{path}.blocks", f"{blocker.id}: expected the id of at least one attacker"))
        for target in blocker.blocks:
            if target not in attackers:
                faults.append(
                    Fault(
                        f"{path}.blocks",
                        f"{blocker.id}: there is no attacker {show(target)} to block{near(target)}",
                    )
                )
        if len(set(blocker.blocks)) < len(blocker.blocks):
            faults.append(Fault(f"{path}.blocks", f"{blocker.id}: names an attacker twice"))
        faults += order_faults(path, blocker, list(pairs[blocker.id]), "every creature it blocks")
    strikes = combat.at_beginning or combat.step is Step.FIRST_STRIKE
    for path, thing in places:
        if isinstance(thing, Creature) and thing.struck_first and strikes:
            faults.append(Fault(f"{path}.struck_first", f'{thing.id}: needs "step": "regular" at the top'))
    if not combat.at_beginning and combat.step is Step.FIRST_STRIKE and not any(map(has_strike, combat.creatures)):
        faults.append(Fault("step", "nothing has first or double strike, so there is no first-strike step (510.4)"))
    return faults + weight_faults(combat.weights)


def places_of(whole: Any, *kinds: str) -> list[tuple[str, Any]]:
    """Everything with an id, each with its place in the document."""
    return [(f"{kind}[{index}]", thing) for kind in kinds for index, thing in enumerate(getattr(whole, kind))]


def id_faults(places: Iterable[tuple[str, Any]]) -> list[Fault]:
    """Ids that are taken, reserved or empty."""
    faults: list[Fault] = []
    seen: set[str] = {PLAYER}
    for path, thing in places:
        if thing.id == PLAYER:
            faults.append(Fault(f"{path}.id", f"'{PLAYER}' is reserved for the defending player"))
        elif thing.id in seen:
            faults.append(Fault(f"{path}.id", f"{thing.id!r} is used twice; ids are unique over the document"))
        elif not thing.id:
            faults.append(Fault(f"{path}.id", "an id can't be empty"))
        seen.add(thing.id)
    return faults


def weight_faults(weights: Weights) -> list[Fault]:
    """Weights that are no finite numbers."""
    return [
        Fault(f"weights.{name}", f"expected a finite number, not {value!r}")
        for name, value in ((weight.name, getattr(weights, weight.name)) for weight in fields(weights))
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value)
    ]


def order_faults(path: str, creature: Creature, opposing: Sequence[str], expected: str) -> list[Fault]:
    """What is wrong with an announced damage assignment order (509.2 and 509.3 until 2024)."""
    if creature.order is None or sorted(creature.order) == sorted(opposing):
        return []
    wanted = ", ".join(opposing) or "nobody"
    return [Fault(f"{path}.order", f"{creature.id}: expected {expected} once ({wanted}), not {list(creature.order)}")]


def expand_bands(combat: Combat) -> dict[str, tuple[str, ...]]:
    """Whom each blocker blocks, in the attackers' document order within a band: one of a band, all of it (702.22h)."""
    bands: dict[str, list[str]] = {}
    for attacker in combat.attackers:
        if attacker.band is not None:
            bands.setdefault(attacker.band, []).append(attacker.id)
    if not bands:
        return {blocker.id: blocker.blocks for blocker in combat.blockers}
    band_of = {attacker.id: attacker.band for attacker in combat.attackers}
    result: dict[str, tuple[str, ...]] = {}
    for blocker in combat.blockers:
        blocked: dict[str, None] = {}
        for target in blocker.blocks:
            blocked[target] = None
            band = band_of.get(target)
            if band is not None:
                blocked.update(dict.fromkeys(bands[band]))
        result[blocker.id] = tuple(blocked)
    return result
