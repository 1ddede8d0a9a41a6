"""What differs between two outcomes, and what to call what is in a combat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...model.combat import Combat
from ...model.creature import Creature
from ...model.terms import PLAYER, Side
from ...rules.damage.outcome import Outcome
from .values import Change

__all__ = ["called", "changes", "differences", "joined", "names_of"]


def names_of(combat: Combat) -> dict[str, str]:
    """What to call each id in a combat."""
    permanents = [one.id for one in combat.planeswalkers] + [one.id for one in combat.battles]
    return called(combat.creatures, permanents)


def called(creatures: Sequence[Creature], permanents: Iterable[str]) -> dict[str, str]:
    """What to call each id: the creature's name, with the id where another has the same name."""
    count: dict[str, int] = {}
    for creature in creatures:
        count[creature.name] = count.get(creature.name, 0) + 1
    names = {name: name for name in permanents}
    for creature in creatures:
        names[creature.id] = creature.name if count[creature.name] == 1 else f"{creature.name} ({creature.id})"
    return names | {PLAYER: "the player"}


def changes(combat: Combat, outcome: Outcome) -> tuple[Change, ...]:
    """Life and poison of both players, loyalty and defense, before and after."""
    ours, theirs = combat.attacking_player, combat.defending_player
    return (
        Change("the attacking player", "life", ours.life, outcome.attacking_life),
        Change("the attacking player", "poison", ours.poison, outcome.attacking_poison),
        Change("the defending player", "life", theirs.life, outcome.defending_life),
        Change("the defending player", "poison", theirs.poison, outcome.defending_poison),
        *(Change(one.id, "loyalty", one.loyalty, outcome.planeswalkers[one.id]) for one in combat.planeswalkers),
        *(Change(one.id, "defense", one.defense, outcome.battles[one.id]) for one in combat.battles),
    )


def differences(combat: Combat, names: Mapping[str, str], side: Side, best: Outcome, other: Outcome) -> tuple[str, ...]:
    """What differs in another outcome, in words from one player's side."""
    found: list[str] = []
    mine: Sequence[Creature] = combat.attackers
    theirs: Sequence[Creature] = combat.blockers
    if side is Side.DEFENDING:
        mine, theirs = theirs, mine

    def fallen(creatures: Sequence[Creature], then: Outcome, but_not: Outcome) -> str:
        return joined([names[one.id] for one in creatures if one.id in then.dies and one.id not in but_not.dies])

    kills, spares = fallen(theirs, other, best), fallen(theirs, best, other)
    if kills:
        found.append(f"kill {kills} instead of {spares}" if spares else f"kill {kills} as well")
    elif spares:
        found.append(f"don't kill {spares}")
    loses, keeps = fallen(mine, other, best), fallen(mine, best, other)
    if loses:
        found.append(f"lose {loses} instead of {keeps}" if keeps else f"lose {loses} as well")
    elif keeps:
        found.append(f"keep {keeps}")
    for creature in combat.creatures:
        if creature.id in other.returned and creature.id not in best.returned:
            found.append(f"{names[creature.id]} returns")
        elif creature.id in best.returned and creature.id not in (*other.returned, *other.dies):
            found.append(f"{names[creature.id]} stays")
    for one, was in zip(changes(combat, other), changes(combat, best), strict=True):
        if one.after != was.after:
            found.append(f"leave {one.owner} at {one.after} {one.what} instead of {was.after}")
    for owner in Side:
        if (owner in other.losers) != (owner in best.losers):
            found.append(f"the {owner} player " + ("loses" if owner in other.losers else "doesn't lose"))
    return tuple(found)


def joined(words: list[str]) -> str:
    """Words as a person lists them.

    >>> joined(["a"]), joined(["a", "b"]), joined(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
