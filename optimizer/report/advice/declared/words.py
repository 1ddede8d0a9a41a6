"""What another declaration does otherwise, and what else would happen after it, in words."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ....model.board import Attacks, Blocks
from ....model.terms import PLAYER, Side
from ....search.line import Solution
from ..words import joined

__all__ = ["Seen", "consequences", "other_attacks", "other_blocks", "through"]

NAMED = 6
"""So many creatures are named in one phrase."""


def other_blocks(names: Mapping[str, str], defenders: Iterable[str], usual: Blocks, other: Blocks) -> tuple[str, ...]:
    """Who blocks otherwise.

    >>> names = {name: name.title() for name in ("bear", "elf", "ox", "rat")}
    >>> other_blocks(names, ["bear", "elf"], {"bear": ["rat"]}, {"bear": ["ox"], "elf": ["ox"]})
    ('Bear blocks Ox instead of Rat', 'Elf blocks Ox as well')
    """
    if not other:
        return ("nobody blocks",)
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for name in defenders:
        before, after = usual.get(name, ()), other.get(name, ())
        gone = tuple(one for one in before if one not in after)
        new = tuple(one for one in after if one not in before)
        if gone or new:
            groups.setdefault((gone, new), []).append(name)
    found = []
    for (gone, new), blockers in groups.items():
        who, one = listed(names, blockers), len(blockers) == 1
        if not new:
            found.append(f"{who} {'doesn' if one else 'don'}'t block {listed(names, gone)}")
        else:
            rest = f"instead of {listed(names, gone)}" if gone else "as well" if usual else ""
            found.append(f"{who} {'blocks' if one else 'block'} {listed(names, new)} {rest}".rstrip())
    return tuple(found)


def other_attacks(
    names: Mapping[str, str], creatures: Iterable[str], usual: Attacks, other: Attacks
) -> tuple[str, ...]:
    """Who attacks otherwise.

    >>> other_attacks({"ox": "Ox", "rat": "Rat"}, ["ox", "rat"], {"ox": "player"}, {"rat": "player"})
    ("Ox doesn't attack", 'Rat attacks instead')
    """
    if not other:
        return ("nobody attacks",)
    several = any(target != PLAYER for target in (*usual.values(), *other.values()))
    groups: dict[tuple[str | None, str | None], list[str]] = {}
    for name in creatures:
        if usual.get(name) != other.get(name):
            groups.setdefault((usual.get(name), other.get(name)), []).append(name)
    less = any(after is None for _, after in groups)
    found = []
    for (before, after), attackers in groups.items():
        who, one = listed(names, attackers), len(attackers) == 1
        if after is None:
            found.append(f"{who} {'doesn' if one else 'don'}'t attack")
            continue
        what = f"{who} {'attacks' if one else 'attack'}" + (f" {names[after]}" if several else "")
        if before is not None:
            found.append(f"{what} instead of {names[before]}")
        else:
            found.append(f"{what} {'' if not usual else 'instead' if less else 'as well'}".rstrip())
    return tuple(found)


def listed(names: Mapping[str, str], creatures: Sequence[str]) -> str:
    """Some creatures; of many only how many more there are."""
    if len(creatures) <= NAMED:
        return joined([names[name] for name in creatures])
    return joined([*(names[name] for name in creatures[: NAMED - 1]), f"{len(creatures) - NAMED + 1} others"])


@dataclass(frozen=True, slots=True)
class Seen:
    """What comes of a declaration, as far as a person would tell it from what comes of another."""

    line: Solution
    reply: float | None = None


def through(solution: Solution, attackers: Container[str] | None = None) -> dict[str, int]:
    """The damage that the attackers of a line, or some of them, assign to the player, planeswalkers and battles."""
    combat = solution.combat
    creatures = {one.id for one in combat.blockers}
    silent = {one.id for one in combat.attackers if one.deals_no_damage}
    found: dict[str, int] = {}
    for step in solution.line:
        for name, division in step.attacking.items():
            if name in silent or (attackers is not None and name not in attackers):
                continue
            for recipient, n in division.items():
                if recipient not in creatures:
                    found[recipient] = found.get(recipient, 0) + n
    return found


def consequences(names: Mapping[str, str], usual: Seen, other: Seen) -> tuple[str, ...]:
    """What would happen that doesn't, and the other way round."""
    found: list[str] = []
    was, now = usual.line.outcome, other.line.outcome
    before, after = through(usual.line).get(PLAYER, 0), through(other.line).get(PLAYER, 0)
    if before != after:
        instead = f" instead of {before}" if before and after else ""
        found.append(f"{after or 'no'} damage would come through{instead}")
    for side in Side:
        loses = side in now.losers
        if loses != (side in was.losers):
            found.append(f"the {side} player {'would lose' if loses else 'would not lose'} the game")
    shown = after - before  # of the life, where damage is all that there is to it
    if now.defending_life not in (was.defending_life, was.defending_life - shown):
        found.append(f"the defending player would be at {now.defending_life} life instead of {was.defending_life}")
    for who, what, one, another in (
        ("defending", "poison", now.defending_poison, was.defending_poison),
        ("attacking", "life", now.attacking_life, was.attacking_life),
        ("attacking", "poison", now.attacking_poison, was.attacking_poison),
    ):
        if one != another:
            found.append(f"the {who} player would be at {one} {what} instead of {another}")
    for what, left, there in (
        ("loyalty", now.planeswalkers, was.planeswalkers),
        ("defense", now.battles, was.battles),
    ):
        found += [
            f"{names[name]} would be at {left[name]} {what} instead of {there[name]}"
            for name in there
            if left[name] != there[name]
        ]
    for verb, these, those in (
        ("die", now.dies, was.dies),
        ("survive", was.dies, (*now.dies, *now.returned)),
        ("return", now.returned, was.returned),
    ):
        fallen = [name for name in these if name not in those]
        if fallen:
            found.append(f"{listed(names, fallen)} would {verb}")
    if usual.reply is not None and other.reply is not None and usual.reply != other.reply:
        found.append(f"the reply would be worth {round(other.reply, 4)} instead of {round(usual.reply, 4)}")
    return tuple(found)
