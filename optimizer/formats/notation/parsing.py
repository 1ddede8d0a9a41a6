"""The combat or the board of a text."""

from __future__ import annotations

from ...model.board import DeclareAttackers, DeclareBlockers
from ...model.combat import Combat
from ...model.errors import NotationError
from ..json.boards import read_attacks, read_blocks
from ..json.document import read_combat
from .board_reader import AttacksReader, BlocksReader
from .reader import NotationReader

__all__ = ["parse", "parse_attacks", "parse_blocks"]


def parse(text: str) -> Combat:
    """The combat of a text in the one-line notation; `write` is its inverse.

    Raises `NotationError` with every fault, each with its column, the word there, and what was expected.

    >>> combat = parse("Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2 m1 | defender 12")
    >>> [blocker.damage for blocker in combat.blockers], combat.defending_player.life
    ([0, 1], 12)
    >>> parse("Slime 2/2 deathtuch")
    Traceback (most recent call last):
    optimizer.model.errors.NotationError: column 11: 'deathtuch': unknown word: did you mean 'deathtouch'?
    >>> print(Combat.parse("Yavimaya Wurm m1 <- Palace Guard; Acidic Slime <- Palace Guard"))
    Yavimaya Wurm 6/4 green trample m1 <- Palace Guard 1/4 white; Acidic Slime 2/2 green deathtouch <- Palace Guard
    >>> Combat.parse("Yavimaya Worm <- Palace Guard")
    Traceback (most recent call last):
    optimizer.model.errors.NotationError: column 1: 'Yavimaya': expected an attacker's name, then power and toughness, \
such as 'Bear 2/2'; did you mean 'Yavimaya Wurm'?
    """
    reader = NotationReader(text)
    try:
        return reader.combat(read_combat)
    except NotationError:
        from .combat_by_name import CombatByName  # a name alone may be that of a card

    return CombatByName(text, reader.tokens).combat(read_combat)


def parse_attacks(text: str) -> DeclareAttackers:
    """The board before attacks of a text; raises `NotationError` with every fault.

    >>> board = parse_attacks("Serra Angel, 2 Grizzly Bears vs Hill Giant tapped | defender 8")
    >>> [one.id for one in board.creatures], board.defenders[0].tapped, board.defending_player.life
    (['serra-angel', 'grizzly-bears', 'grizzly-bears-2'], True, 8)
    """
    board: DeclareAttackers = AttacksReader(text).board(read_attacks)
    return board


def parse_blocks(text: str) -> DeclareBlockers:
    """The board before blocks of a text, whose left side attacks; raises `NotationError` with every fault.

    >>> parse_blocks("Serra Angel -> jace vs Hill Giant | planeswalker jace 4").attackers[0].attacking
    'jace'
    """
    board: DeclareBlockers = BlocksReader(text).board(read_blocks)
    return board
