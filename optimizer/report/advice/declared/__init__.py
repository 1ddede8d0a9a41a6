"""Advice on declarations: who blocks, who attacks, what comes of it, and what another declaration would come to."""

from .attacks import AttackAdviser
from .blocks import BlockAdviser
from .values import AttackAdvice, BlockAdvice, Compelled, Declared, Fight, Looked, Other, Reply

__all__ = [
    "AttackAdvice", "AttackAdviser", "BlockAdvice", "BlockAdviser", "Compelled", "Declared", "Fight", "Looked", "Other",
    "Reply",
]  # fmt: skip
