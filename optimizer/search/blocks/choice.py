"""What a method has chosen."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Chosen"]


@dataclass(frozen=True)
class Chosen:
    """Blocks, in the order of the document, and the score of the best line after them as far as the method has found
    it; no legal blocks lead to less than `bound` points."""

    blocks: dict[str, tuple[str, ...]]
    score: float
    bound: float
    proven: bool
    method: str
