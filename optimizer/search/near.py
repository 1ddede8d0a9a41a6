"""Declarations that are a small step away from one: those a person would think of first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..model.board import Attacks, Blocks, DeclareAttackers, DeclareBlockers
from ..rules.declarations.blocks import LegalBlocks
from ..rules.declarations.evasion import bars_attack, bars_block, bars_pair

__all__ = ["near_attacks", "near_blocks"]


def near_blocks(
    board: DeclareBlockers, blocks: Blocks, legal: LegalBlocks | None = None
) -> Iterator[dict[str, tuple[str, ...]]]:
    """Legal blocks in which one creature blocks otherwise, two swap, or one attacker more is let through or ganged up
    on; nobody blocking first. Some may come twice. `legal`: the view of the legal ones, if there is one already.

    >>> some = lambda *names: [{"id": name, "power": 1, "toughness": 1} for name in names]
    >>> board = DeclareBlockers.from_document({"attackers": some("a"), "defenders": some("x", "y")})
    >>> list(near_blocks(board, {"x": ("a",)}))
    [{}, {}, {'x': ('a',), 'y': ('a',)}, {'y': ('a',)}, {}]
    """
    among = board.legal_declarations() if legal is None else legal
    own = {name: tuple(targets) for name, targets in blocks.items()}
    return (one for one in steps_from(board, own) if one in among)


def steps_from(board: DeclareBlockers, blocks: dict[str, tuple[str, ...]]) -> Iterator[dict[str, tuple[str, ...]]]:
    """The same, legal or not."""
    yield {}
    attackers = [one.id for one in board.attackers]
    able = {
        one.id: [] if bars_block(one) else [it.id for it in board.attackers if not bars_pair(it, one)]
        for one in board.defenders
    }
    several = {one.id: one.can_block == "any" or one.can_block > 1 for one in board.defenders}

    def changed(others: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        every = blocks | others
        return {one.id: every[one.id] for one in board.defenders if every.get(one.id)}

    for name, targets in able.items():
        now = blocks.get(name, ())
        if now:
            yield changed({name: ()})
        for target in targets:
            if (target,) != now:
                yield changed({name: (target,)})
            if several[name] and now and (target,) != now:
                toggled = set(now) ^ {target}
                yield changed({name: tuple(one for one in attackers if one in toggled)})
    for one, other in combinations(able, 2):
        mine, theirs = blocks.get(one, ()), blocks.get(other, ())
        if mine != theirs:
            yield changed({one: theirs, other: mine})
    for target in attackers:
        if any(target in targets for targets in blocks.values()):
            yield changed({name: tuple(one for one in them if one != target) for name, them in blocks.items()})
        else:
            free = [name for name, targets in able.items() if target in targets and not blocks.get(name)]
            for one, other in combinations(free, 2):
                yield changed({one: (target,), other: (target,)})


def near_attacks(board: DeclareAttackers, attacks: Attacks) -> Iterator[dict[str, str]]:
    """Legal attacks with one attacker less or more, or one that attacks something else; nobody attacking first.

    >>> ox = {"id": "ox", "power": 3, "toughness": 3}
    >>> board = DeclareAttackers.from_document({"creatures": [ox], "defenders": []})
    >>> list(near_attacks(board, {"ox": "player"}))
    [{}, {}]
    """
    legal = board.legal_declarations()

    def steps() -> Iterator[dict[str, str]]:
        yield {}
        for one in board.creatures:
            if not bars_attack(one):
                for target in (None, *board.targets):
                    if target != attacks.get(one.id):
                        every = {**attacks, one.id: target}
                        yield {it.id: to for it in board.creatures if (to := every.get(it.id)) is not None}

    return (one for one in steps() if one in legal)
