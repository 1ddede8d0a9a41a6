"""Combat damage in Magic: The Gathering: every legal assignment, counted and judged, and the best one proven.

>>> from optimizer import Combat
>>> combat = Combat.parse("Acidic Slime 2/2 deathtouch <- Spined Wurm 5/4, Runeclaw Bear 2/2")
>>> combat.legal_assignments("attacking").count()
3
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .formats.json.boards import board_from_document
from .model.board import DeclareAttackers, DeclareBlockers
from .model.board_creature import BoardCreature
from .model.combat import Assignment, Battle, Combat, Planeswalker, Player, Weights
from .model.creature import Attacker, Blocker, Creature, default_value
from .model.errors import CombatError, Fault, IllegalAssignment, InvalidDocument, NotationError
from .model.repr import REPRESENTATIONS
from .model.terms import Edition, Side, Step
from .rules.damage.outcome import Outcome

if TYPE_CHECKING:
    from .apps.engine.client import Client
    from .formats.json.events import deal
    from .search.line import Limit, Solution, solve, solve_all

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


LATER = {
    "AttackSolution": "search.declaration_solution", "BlockSolution": "search.declaration_solution",
    "Client": "apps.engine.client", "Limit": "search.line", "Solution": "search.line",
    "best_attacks": "search.attacks.best_attacks", "best_blocks": "search.blocks.best_blocks",
    "deal": "formats.json.events", "solve": "search.line", "solve_all": "search.line",
}  # fmt: skip
"""The solver, damage outside of combat and the client are loaded when they are first asked for."""


def __getattr__(name: str) -> Any:
    """What is loaded when it is first asked for."""
    if name not in LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{LATER[name]}", __name__), name)


REPRESENTATIONS.update(
    svg=lambda subject: str(import_module(".report.pictures", __name__).draw(subject)),
    html=lambda subject: str(import_module(".report.pictures.html", __name__).html_of(subject)),
)
