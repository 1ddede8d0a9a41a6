"""Whole games in the engine `phase-python`, by its own AI but for the decisions of combat."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from optimizer import Combat

from .phase_decks import deck
from .phase_state import attack_answer, attack_board, block_answer, block_board, combat, damage_answer
from .policy import Policy

__all__ = ["Decision", "Result", "play_game"]

Json = dict[str, Any]

PASS: Json = {"type": "PassPriority"}

KINDS = {"DeclareAttackers": "attacks", "DeclareBlockers": "blocks", "AssignCombatDamage": "damage"}

MOST_ANSWERS = 20_000
"""A game that asks for more isn't going to end."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of combat that a policy made in the AI's place."""

    kind: str
    """attacks, blocks or damage."""
    turn: int
    document: Json
    answer: Any
    seconds: float
    refused: str = ""
    """What the engine said where it refused the answer; then its AI decided."""


@dataclass(slots=True)
class Result:
    """A game played to its end."""

    winner: int | None = None
    """The seat, or None for a draw or a game that didn't end."""
    unfinished: bool = False
    fought: bool = False
    """Somebody was asked about attacks."""
    turns: int = 0
    seconds: float = 0.0
    decisions: list[Decision] = field(default_factory=list)
    life: tuple[int, int] = (0, 0)

    def told(self, seat: int) -> str:
        """How it ended for a seat, in a word."""
        if self.unfinished:
            return "unfinished"
        return "drawn" if self.winner is None else "won" if self.winner == seat else "lost"


def play_game(
    engine: Any,
    decks: tuple[str, str],
    seed: int,
    policies: Mapping[int, Policy],
    difficulty: str,
    watch: Callable[[Any, Decision], None] | None = None,
) -> Result:
    """A game: the seats in `policies` take their decisions of combat from there, everything else is the AI's."""
    game = engine.new_game(
        player=deck(decks[0]), opponent=deck(decks[1]), seed=seed, first_player=0, format="Limited"
    )  # fmt: skip
    result = Result()
    announced: dict[tuple[int, bool], Json] = {}
    start = time.perf_counter()
    for _ in range(MOST_ANSWERS):
        prompt = game.waiting_for()
        if prompt["type"] == "GameOver":
            result.winner = prompt["data"]["winner"]
            break
        seat = whose(prompt)
        if nothing_to_do(game, prompt):
            game.apply(seat, PASS)
            continue
        result.fought |= prompt["type"] == "DeclareAttackers"
        policy = policies.get(seat)
        decision = decide(game, prompt, seat, policy, announced) if policy is not None else None
        if decision is not None:
            try:
                game.apply(seat, decision.answer)
            except (ValueError, OverflowError) as error:
                decision = Decision(
                    decision.kind, decision.turn, decision.document, decision.answer, decision.seconds, str(error)
                )  # fmt: skip
            result.decisions.append(decision)
            if watch is not None:
                watch(game, decision)
            if not decision.refused:
                continue
        action = game.choose_action(seat, difficulty=difficulty)
        game.apply(seat, action if action is not None else game.actions()[0])
    else:
        result.unfinished = True
    result.turns = game.turn
    result.seconds = time.perf_counter() - start
    result.life = (game.player(0)["life"], game.player(1)["life"])
    return result


def whose(prompt: Mapping[str, Any]) -> int:
    """The seat that is asked. Both may be asked about mulligans at once."""
    data = prompt.get("data") or {}
    if "player" in data:
        return int(data["player"])
    pending: Sequence[Any] = data.get("pending") or ()
    return int(pending[0]["player"]) if pending else 0


def nothing_to_do(game: Any, prompt: Mapping[str, Any]) -> bool:
    """A player has priority, and nothing but lands and creatures could be played, so not now (305.1, 302.1).

    The AI passes too, but takes its time over it.
    """
    if prompt["type"] != "Priority":
        return False
    main = game.phase in ("PreCombatMain", "PostCombatMain") and not game.stack()
    return not main or prompt["data"]["player"] != (game.turn - 1) % 2


def decide(
    game: Any, prompt: Json, seat: int, policy: Policy, announced: dict[tuple[int, bool], Json]
) -> Decision | None:
    """The policy's answer to a question about combat, None to any other."""
    kind = prompt["type"]
    document: Json
    if kind == "DeclareAttackers":
        document = attack_board(game, seat)
        start = time.perf_counter()
        attacks = policy.attacks(document)
        if attacks is None:
            return None
        answer = attack_answer(attacks, seat)
    elif kind == "DeclareBlockers":
        document = block_board(game, seat)
        start = time.perf_counter()
        blocks = policy.blocks(document)
        if blocks is None:
            return None
        answer = block_answer(blocks)
    elif kind == "AssignCombatDamage" and game.state()["state"]["active_player"] == seat:
        document = combat(game)
        step = (game.turn, document.get("step") == "regular")
        start = time.perf_counter()
        if step not in announced:  # for every attacker of the step, though they are asked about one by one
            announced[step] = dict(policy.damage(Combat.from_document(document)))
        answer = damage_answer(prompt["data"], announced[step])
    else:
        return None
    return Decision(KINDS[kind], game.turn, document, answer, time.perf_counter() - start)
