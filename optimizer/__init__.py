"""Combat damage in Magic: The Gathering: every legal assignment, counted and judged, and the best one proven.

>>> from optimizer import Combat
>>> combat = Combat.parse("Acidic Slime 2/2 deathtouch <- Spined Wurm 5/4, Runeclaw Bear 2/2")
>>> combat.legal_assignments("attacking").count()
3
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .boards import BoardCreature, DeclareAttackers, DeclareBlockers, board_from_document
from .combat import Assignment, Battle, Combat, Planeswalker, Player, Weights
from .creature import Attacker, Blocker, Creature, default_value
from .errors import CombatError, Fault, IllegalAssignment, InvalidDocument, NotationError
from .outcome import Outcome
from .terms import Edition, Side, Step

if TYPE_CHECKING:
    from .noncombat import deal
    from .rpc.client import Client
    from .solver import Limit, Solution, solve, solve_all

__all__ = [
    "Assignment",
    "AttackSolution",
    "Attacker",
    "Battle",
    "BlockSolution",
    "Blocker",
    "BoardCreature",
    "Client",
    "Combat",
    "CombatError",
    "Creature",
    "DeclareAttackers",
    "DeclareBlockers",
    "Edition",
    "Fault",
    "IllegalAssignment",
    "InvalidDocument",
    "Limit",
    "NotationError",
    "Outcome",
    "Planeswalker",
    "Player",
    "Side",
    "Solution",
    "Step",
    "Weights",
    "best_attacks",
    "best_blocks",
    "board_from_document",
    "deal",
    "default_value",
    "solve",
    "solve_all",
]

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """The solver, damage outside of combat and the client are loaded when they are first asked for."""
    if name == "deal":
        from .noncombat import deal

        return deal
    if name == "Client":
        from .rpc.client import Client

        return Client
    if name in ("AttackSolution", "BlockSolution", "best_attacks", "best_blocks"):
        from . import decisions

        return getattr(decisions, name)
    if name in ("Limit", "Solution", "solve", "solve_all"):
        from . import solver

        return getattr(solver, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
