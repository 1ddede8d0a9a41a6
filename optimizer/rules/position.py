"""A combat compiled for search: traits that never change, bodies that do, and the position they make up.

Creatures are numbers here: attackers 0, 1, ... and blockers 0, 1, ... in document order. What an attacker attacks is
`TO_PLAYER`, or -2 - k for the k-th of planeswalkers and battles together, or None where it is gone.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ..model.combat import Combat, expand_bands
from ..model.creature import Attacker, Creature, default_value
from ..model.terms import ALL, PLAYER, Edition, Step

__all__ = [
    "COMMANDER", "DEAD", "FIGHTING", "OUT", "POISON", "RETURNED", "TO_PLAYER", "Body", "Position", "Table", "Traits",
    "attacker_lost", "decided", "losers", "lost", "permanent", "wins",
]  # fmt: skip

TO_PLAYER: Final = -1
UNLIMITED: Final = -1  # of prevention
POISON: Final = 10  # 704.5c
COMMANDER: Final = 21  # 903.10a

FIGHTING: Final = 0  # in combat
OUT: Final = 1  # on the battlefield, removed from combat
DEAD: Final = 2
RETURNED: Final = 3  # died and came back by undying or persist, out of combat

PLAIN = {
    "deathtouch": "deathtouch", "lifelink": "lifelink", "first strike": "first", "double strike": "double",
    "trample over planeswalkers": "over", "trample": "trample", "infect": "infect", "wither": "wither",
    "indestructible": "indestructible", "banding": "banding", "undying": "undying", "persist": "persist",
}  # fmt: skip
"""The keywords that are a trait as they stand."""


def permanent(target: int) -> int:
    """The place among planeswalkers and battles of a target below `TO_PLAYER`."""
    return -2 - target


class Body(NamedTuple):
    """What damage can change of a creature. `minus`, `plus`: its -1/-1 and +1/+1 counters, in the numbers already."""

    power: int
    toughness: int
    damage: int = 0
    plus: int = 0
    minus: int = 0
    shield: int = 0
    regeneration: int = 0
    prevent: int = 0
    place: int = FIGHTING


GONE = Body(0, 0, place=DEAD)
"""Every dead creature, so that positions that differ in nothing alive are equal."""


class Position(NamedTuple):
    """Where a combat stands before a damage step (or at its end). `struck`: bits of the creatures that took part in the
    first-strike step, attackers first. `dealt`: combat damage each attacker has dealt to the player as a commander."""

    first: bool
    attackers: tuple[Body, ...]
    blockers: tuple[Body, ...]
    struck: int
    attacker_life: int
    attacker_poison: int
    defender_life: int
    defender_poison: int
    permanents: tuple[int, ...]
    dealt: tuple[int, ...]
    over: bool


def lost(position: Position) -> bool:
    """The defending player has lost the game (704.5a, 704.5c, 903.10a)."""
    return (
        position.defender_life <= 0
        or position.defender_poison >= POISON
        or any(dealt >= COMMANDER for dealt in position.dealt)
    )


def attacker_lost(position: Position) -> bool:
    """The attacking player has lost the game (704.5a, 704.5c)."""
    return position.attacker_life <= 0 or position.attacker_poison >= POISON


def decided(position: Position) -> bool:
    """A player has lost, or both have at once (104.4a): the game is over, and combat with it."""
    return lost(position) or attacker_lost(position)


def losers(position: Position) -> str | None:
    """Who has lost: "attacking", "defending", "both" or None."""
    if attacker_lost(position):
        return "both" if lost(position) else "attacking"
    return "defending" if lost(position) else None


def wins(position: Position) -> int:
    """How often the weight of winning counts: 1 where the defending player alone has lost, -1 where the attacking
    player alone has; 0 where both have, which is a draw, or nobody."""
    return lost(position) - attacker_lost(position)


class Traits:
    """What damage can't change of a creature. Most creatures have few abilities, so those left at their defaults here
    are not set again."""

    deathtouch = lifelink = first = double = over = trample = infect = wither = indestructible = banding = False
    undying = persist = silent = idle = by_toughness = excess = free = commander = attacking = False
    ordinary = True
    """Nothing of it changes what damage it deals or is dealt, but for deathtouch, lifelink, wither and infect."""
    simple = True
    """Ordinary, and it dies of lethal damage and stays dead."""
    toxic = poisonous = 0
    protections: tuple[str, ...] = ()
    returns = (0, 0)
    default = 0.0

    def __init__(self, creature: Creature, index: int) -> None:
        self.id = creature.id
        self.index = index
        self.value = creature.value
        self.colors = creature.colors
        has = self.keywords = creature.keywords
        if creature.counters:
            has = creature.abilities
        if has:
            self.read(has)
        if (self.undying or self.persist) and creature.counter("finality"):
            self.undying = self.persist = False  # 122.1h: exiled instead of put into a graveyard
        if self.undying or self.persist:
            self.returns = creature.unchanged
            self.default = default_value(creature.power, creature.toughness, has)
        if creature.deals_no_damage or creature.excess_to_controller:
            self.silent = creature.deals_no_damage
            self.excess = creature.excess_to_controller
            self.ordinary = False
        if creature.assigns_no_damage:
            self.idle = True
        if creature.damage_equal_to_toughness:
            self.by_toughness = True
        if isinstance(creature, Attacker):
            self.attacking = True
            if creature.as_though_unblocked:
                self.free = True
            if creature.commander:
                self.commander = True
        if self.indestructible or self.undying or self.persist or not self.ordinary:
            self.simple = False

    def read(self, has: tuple[str, ...]) -> None:
        """Sets what its keywords say."""
        protections: list[str] = []
        for keyword in has:
            name = PLAIN.get(keyword)
            if name is not None:
                setattr(self, name, True)
            elif keyword.startswith("toxic "):
                self.toxic += int(keyword[6:])
            elif keyword.startswith("poisonous "):
                self.poisonous += int(keyword[10:])
            elif keyword.startswith("protection from "):
                protections.append(keyword[16:])
        if self.over:
            self.trample = True
        if self.infect:
            self.wither = True
        if protections:
            self.protections = tuple(protections)
            self.ordinary = False

    def amount(self, body: Body) -> int:
        """How much combat damage it assigns with that body (510.1a, 107.1b)."""
        if self.idle:
            return 0
        return max(0, body.toughness if self.by_toughness else body.power)

    def shrugs(self, source: Traits) -> bool:
        """All damage from that source to this creature is prevented by protection (702.16e)."""
        return any(
            quality in ("everything", "creatures")
            or (quality == "all colors" and bool(source.colors))
            or quality in source.colors
            or (quality == "colorless" and not source.colors)
            or (quality == "monocolored" and len(source.colors) == 1)
            or (quality == "multicolored" and len(source.colors) > 1)
            for quality in self.protections
        )


class Table:
    """The parts of a combat that stay the same over its damage steps, with the position it stands at as `start`."""

    def __init__(self, combat: Combat) -> None:
        self.combat = combat
        self.ordered = combat.edition is Edition.ORDERED
        self.attackers = [Traits(creature, index) for index, creature in enumerate(combat.attackers)]
        self.blockers = [Traits(creature, index) for index, creature in enumerate(combat.blockers)]
        permanents: list[int] = [walker.loyalty for walker in combat.planeswalkers]
        permanents += [battle.defense for battle in combat.battles]
        self.full = tuple(permanents)
        self.walkers = len(combat.planeswalkers)
        self.permanent_ids = [one.id for one in combat.planeswalkers] + [one.id for one in combat.battles]
        codes: dict[str | None, int | None] = {PLAYER: TO_PLAYER, None: None}
        codes.update((name, -2 - place) for place, name in enumerate(self.permanent_ids))
        self.targets = [codes[creature.attacking] for creature in combat.attackers]
        self.blocks, self.blocked_by = pairings(combat)
        self.blocked = [
            creature.blocked or bool(by) for creature, by in zip(combat.attackers, self.blocked_by, strict=True)
        ]
        self.banded = any(one.banding for one in self.attackers) or any(one.banding for one in self.blockers)
        struck = 0
        for bit, creature in enumerate(combat.creatures):
            struck |= creature.struck_first << bit
        commander = dict(combat.defending_player.commander_damage)
        attacking, defending = combat.attacking_player, combat.defending_player
        self.start = Position(
            first=combat.step is Step.FIRST_STRIKE,
            attackers=tuple(map(body_of, combat.attackers)),
            blockers=tuple(map(body_of, combat.blockers)),
            struck=struck,
            attacker_life=attacking.life,
            attacker_poison=attacking.poison,
            defender_life=defending.life,
            defender_poison=defending.poison,
            permanents=tuple(permanents),
            dealt=tuple(commander.get(creature.id, 0) if creature.commander else 0 for creature in combat.attackers),
            over=not combat.attackers,
        )
        if combat.pending:
            from .triggers import after_triggers

            self.start = after_triggers(self, self.start)
            if combat.at_beginning:
                self.start = self.start._replace(first=self.strikes_first(self.start))

    def strikes_first(self, position: Position) -> bool:
        """Some creature in combat has first or double strike, so that there is a first-strike step (510.4)."""
        sides = ((self.attackers, position.attackers), (self.blockers, position.blockers))
        return any(
            body.place == FIGHTING and (traits.first or traits.double)
            for side, bodies in sides
            for traits, body in zip(side, bodies, strict=True)
        )

    def assigns(self, position: Position, traits: Traits, bit: int) -> bool:
        """Takes part in the step the position stands at (510.4), whatever it has to assign."""
        if position.first:
            return traits.first or traits.double
        return traits.double or not position.struck >> bit & 1


def body_of(creature: Creature) -> Body:
    """The body of a creature as the document has it."""
    prevent = UNLIMITED if creature.prevent == ALL else int(creature.prevent)
    if not creature.counters:
        return Body(creature.power, creature.toughness, creature.damage, 0, 0, 0, creature.regeneration, prevent)
    return Body(
        power=creature.power,
        toughness=creature.toughness,
        damage=creature.damage,
        plus=creature.counter("+1/+1"),
        minus=creature.counter("-1/-1"),
        shield=creature.counter("shield"),
        regeneration=creature.regeneration,
        prevent=prevent,
    )


def pairings(combat: Combat) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """For each blocker the attackers it blocks and for each attacker its blockers, in damage assignment order."""
    attacker_of = {creature.id: index for index, creature in enumerate(combat.attackers)}
    blocks_by_id = expand_bands(combat)
    blocked_by: list[list[int]] = [[] for _ in combat.attackers]
    blocks: list[tuple[int, ...]] = []
    for place, blocker in enumerate(combat.blockers):
        pairs = [attacker_of[target] for target in blocks_by_id[blocker.id]]
        if len(pairs) > 1:
            pairs.sort()
        for target in pairs:
            blocked_by[target].append(place)
        if blocker.order is not None:
            pairs = [attacker_of[target] for target in blocker.order]
        blocks.append(tuple(pairs))
    if any(attacker.order is not None for attacker in combat.attackers):
        blocker_of = {creature.id: index for index, creature in enumerate(combat.blockers)}
        for place, attacker in enumerate(combat.attackers):
            if attacker.order is not None:
                blocked_by[place] = [blocker_of[name] for name in attacker.order]
    return blocks, [tuple(by) for by in blocked_by]
