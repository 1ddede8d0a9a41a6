"""Advice on declarations: who blocks, who attacks, what comes of it, and what another declaration would come to."""

from .attacks import AttackAdviser
from .blocks import BlockAdviser
from .values import AttackAdvice, BlockAdvice, Compelled, Declared, FightAdvice, Looked, Other, ReplyAdvice

__all__ = [
    "AttackAdvice", "AttackAdviser", "BlockAdvice", "BlockAdviser", "Compelled", "Declared", "FightAdvice", "Looked",
    "Other", "ReplyAdvice",
]  # fmt: skip
