"""Boards: combats before blocks, and before attacks. Immutable values, checked when they are made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .board_creature import BoardCreature, as_attacker, as_blocker
from .combat import (
    Battle,
    Combat,
    Planeswalker,
    Player,
    Weights,
    id_faults,
    misfits,
    places_of,
    unchecked,
    weight_faults,
)
from .creature import Attacker
from .errors import Fault, InvalidDocument
from .repr import Drawn
from .terms import PLAYER, Edition
from .uncounted import Uncounted, uncounted
from .words import Near, show

if TYPE_CHECKING:
    from ..rules.damage.legality import Violation
    from ..rules.declarations.attacks import LegalAttacks
    from ..rules.declarations.blocks import LegalBlocks

__all__ = ["Attacks", "Blocks", "Board", "DeclareAttackers", "DeclareBlockers", "Subject"]

Blocks = Mapping[str, Sequence[str]]
"""From each blocking creature to the attackers it blocks."""

Attacks = Mapping[str, str]
"""From each attacking creature to `player` or the planeswalker or battle that it attacks."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Board(Drawn):
    """What both boards hold besides their creatures; `pending` says that triggers on attack and block will trigger."""

    edition: Edition = Edition.FOUNDATIONS
    attacking_player: Player = field(default_factory=Player)
    defending_player: Player = field(default_factory=Player)
    planeswalkers: tuple[Planeswalker, ...] = ()
    battles: tuple[Battle, ...] = ()
    weights: Weights = field(default_factory=Weights)
    pending: bool = False
    max_blocking: int | None = None

    @property
    def common(self) -> dict[str, Any]:
        """The fields that a combat has too."""
        return {
            name: getattr(self, name)
            for name in ("edition", "attacking_player", "defending_player", "planeswalkers", "battles", "weights",
                         "pending")
        }  # fmt: skip

    def __str__(self) -> str:
        from ..formats.notation.board_writer import write_board

        return write_board(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"

    def to_document(self) -> dict[str, Any]:
        """The document of this board; `board_from_document` is its inverse."""
        from ..formats.json.boards import write_board

        return write_board(self)


@dataclass(frozen=True, eq=True, kw_only=True, repr=False)
class DeclareBlockers(Board):
    """Creatures attack, and the defending player is to declare blockers (509.1).

    Raises `InvalidDocument` with every fault where the parts don't fit together.

    >>> board = DeclareBlockers.from_document({
    ...     "attackers": [{"id": "ox", "power": 3, "toughness": 3}],
    ...     "defenders": [{"id": "bear", "power": 2, "toughness": 2}, {"id": "elf", "power": 1, "toughness": 1}],
    ... })
    >>> for blocks in board.legal_declarations():
    ...     print(blocks)
    {}
    {'elf': ('ox',)}
    {'bear': ('ox',)}
    {'bear': ('ox',), 'elf': ('ox',)}
    >>> board.combat({"bear": ["ox"]}).legal_assignments("attacking").count()
    1
    """

    attackers: tuple[BoardCreature, ...]
    defenders: tuple[BoardCreature, ...]

    def __post_init__(self) -> None:
        faults = misfits(unchecked(Combat(attackers=()), **self.common, attackers=self.attacking))
        known = {fault.field for fault in faults}
        places = places_of(self, "planeswalkers", "battles", "attackers", "defenders")
        faults += [fault for fault in id_faults(places) if fault.field not in known]
        faults += provoked_faults(self.defenders, self.attackers)
        if faults:
            raise InvalidDocument(faults)

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> DeclareBlockers:
        """The board of a document, or `InvalidDocument` with all its faults."""
        from ..formats.json.boards import read_blocks

        return read_blocks(document)

    @classmethod
    def parse(cls, text: str) -> DeclareBlockers:
        """The board of a text in the notation (docs/notation.md); `str` is its inverse. Raises `NotationError`."""
        from ..formats.notation.parsing import parse_blocks

        return parse_blocks(text)

    @property
    def not_counted(self) -> tuple[Uncounted, ...]:
        """What its creatures have that touches combat and isn't in the numbers."""
        return uncounted((*self.attackers, *self.defenders), attacks=self.pending)

    @cached_property
    def attacking(self) -> tuple[Attacker, ...]:
        """The attackers as a combat has them; private to the package."""
        return tuple(map(as_attacker, self.attackers))

    @cached_property
    def unblocked(self) -> Combat:
        """The combat in which nobody blocks."""
        return self.combat({})

    def combat(self, blocks: Blocks) -> Combat:
        """The combat after these blocks; whether they are legal is another question (`violations`).

        Raises `InvalidDocument` where they name creatures that aren't there.
        """
        check_shape("blocks", "{blocker: [attackers]}", blocks)
        known = dict.fromkeys(one.id for one in self.defenders)
        near = Near(known)
        faults = [
            Fault("blocks", f"there is no defender {name!r}{near(name)}") for name in blocks if name not in known
        ] + [
            Fault(f"blocks.{name}", f"{name}: expected a list of attackers, not {show(targets)}")
            for name, targets in blocks.items()
            if not isinstance(targets, (list, tuple)) or not all(isinstance(target, str) for target in targets)
        ]
        if faults:
            raise InvalidDocument(faults)
        blockers = tuple(as_blocker(one, tuple(blocks[one.id])) for one in self.defenders if blocks.get(one.id))
        return Combat(**self.common, attackers=self.attacking, blockers=blockers)

    def legal_declarations(self) -> LegalBlocks:
        """A lazy view of every legal declaration of blockers (509.1)."""
        from ..rules.declarations.blocks import LegalBlocks

        return LegalBlocks(self)

    def violations(self, declaration: Any) -> list[Violation]:
        """Every clause that a declaration breaks, with its rule; empty where it is legal (509.1a to c)."""
        return self.legal_declarations().violations(declaration)


@dataclass(frozen=True, eq=True, kw_only=True, repr=False)
class DeclareAttackers(Board):
    """The active player is to declare attackers (508.1). `crackback`: the other player's best attack next turn counts.

    Raises `InvalidDocument` with every fault where the parts don't fit together.

    >>> board = DeclareAttackers.from_document({
    ...     "creatures": [{"id": "ox", "power": 3, "toughness": 3}, {"id": "elf", "power": 1, "toughness": 1}],
    ...     "defenders": [{"id": "bear", "power": 2, "toughness": 2}],
    ...     "planeswalkers": [{"id": "jace", "loyalty": 3}],
    ... })
    >>> board.legal_declarations().count()
    9
    >>> [one.attacking for one in board.attacked({"ox": "jace"}).attackers]
    ['jace']
    """

    creatures: tuple[BoardCreature, ...]
    defenders: tuple[BoardCreature, ...]
    crackback: bool = False
    max_attacking: int | None = None

    def __post_init__(self) -> None:
        faults = id_faults(places_of(self, "planeswalkers", "battles", "creatures", "defenders"))
        faults += provoked_faults(self.defenders, self.creatures)
        faults += weight_faults(self.weights)
        if faults:
            raise InvalidDocument(faults)

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> DeclareAttackers:
        """The board of a document, or `InvalidDocument` with all its faults."""
        from ..formats.json.boards import read_attacks

        return read_attacks(document)

    @classmethod
    def parse(cls, text: str) -> DeclareAttackers:
        """The board of a text in the notation (docs/notation.md); `str` is its inverse. Raises `NotationError`."""
        from ..formats.notation.parsing import parse_attacks

        return parse_attacks(text)

    @property
    def not_counted(self) -> tuple[Uncounted, ...]:
        """What its creatures have that touches combat and isn't in the numbers."""
        return uncounted((*self.creatures, *self.defenders), attacks=True)

    @property
    def targets(self) -> tuple[str, ...]:
        """What can be attacked (506.2): the player, planeswalkers and battles."""
        return (PLAYER, *(one.id for one in self.planeswalkers), *(one.id for one in self.battles))

    def attacked(self, attacks: Attacks) -> DeclareBlockers:
        """The board after these attacks; whether they are legal is another question (`violations`).

        Raises `InvalidDocument` where they name what isn't there.
        """
        check_shape("attacks", "{creature: target}", attacks)
        known, targets = dict.fromkeys(one.id for one in self.creatures), self.targets
        near, near_target = Near(known), Near(targets)
        attackable = {*targets}
        faults = [
            Fault("attacks", f"there is no creature {name!r}{near(name)}")
            for name in sorted(set(attacks) - known.keys())
        ] + [
            Fault(f"attacks.{name}", f"nothing called {show(target)} can be attacked{near_target(str(target))}")
            for name, target in attacks.items()
            if target not in attackable
        ]
        if faults:
            raise InvalidDocument(faults)
        attackers = tuple(replace(one, attacking=attacks[one.id]) for one in self.creatures if one.id in attacks)
        there = {one.id for one in attackers}
        defenders = tuple(
            replace(one, provoked_by=tuple(name for name in one.provoked_by if name in there))
            if one.provoked_by
            else one
            for one in self.defenders
        )
        return DeclareBlockers(**self.common, max_blocking=self.max_blocking, attackers=attackers, defenders=defenders)

    def legal_declarations(self) -> LegalAttacks:
        """A lazy view of every legal declaration of attackers (508.1)."""
        from ..rules.declarations.attacks import LegalAttacks

        return LegalAttacks(self)

    def violations(self, declaration: Any) -> list[Violation]:
        """Every clause that a declaration breaks, with its rule; empty where it is legal (508.1a to d)."""
        return self.legal_declarations().violations(declaration)


Subject = Combat | DeclareBlockers | DeclareAttackers
"""What a question is about."""


def check_shape(field: str, expected: str, declaration: Any) -> None:
    """Raises `InvalidDocument` for what is no declaration at all."""
    if not isinstance(declaration, Mapping) or not all(isinstance(name, str) for name in declaration):
        raise InvalidDocument([Fault(field, f"expected {expected}, not {show(declaration)}")])


def provoked_faults(defenders: Iterable[BoardCreature], attackers: Iterable[BoardCreature]) -> list[Fault]:
    """Names of attackers in `provoked_by` that aren't there."""
    known = dict.fromkeys(one.id for one in attackers)
    near = Near(known)
    return [
        Fault(f"defenders[{index}].provoked_by", f"{one.id}: there is no attacker {name!r}{near(name)}")
        for index, one in enumerate(defenders)
        for name in one.provoked_by
        if name not in known
    ]
