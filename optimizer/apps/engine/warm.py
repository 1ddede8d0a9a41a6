"""What an engine does before it takes its first request."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from .methods import METHODS, Methods, run
from .protocol import Call, Refusal

__all__ = ["DOCUMENTS", "PATIENCE", "warm"]

TRAMPLERS: Final = [{"id": ident, "power": 2, "toughness": 2, "keywords": ["trample"]} for ident in "ab"]
BEARS: Final = [{"id": ident, "power": 2, "toughness": 2} for ident in "cd"]
DOCUMENTS: Final[tuple[Any, ...]] = (
    "Trampler 2/2 trample <- Bear 2/2",
    {"attackers": TRAMPLERS, "blockers": [{**bear, "blocks": ["a", "b"]} for bear in BEARS]},
    {"attackers": TRAMPLERS, "defenders": BEARS},
    {"creatures": TRAMPLERS, "defenders": BEARS},
    "Trampler 2/2 trample vs 2 Bear 2/2",
)
PATIENCE: Final = 60_000.0  # ms; what is loaded must not be broken off on the way
GIVEN: Final[dict[str, dict[str, Any]]] = {
    "check": {"assignment": {}},
    "resolve": {"attacking": {"a": {"c": 2}, "b": {"d": 2}}, "defending": {"c": {"a": 2}, "d": {"b": 2}}},
}


def warm(methods: Methods = METHODS) -> None:
    """Loads what the first requests would have to wait for, beyond their limits perhaps: asks everything once."""
    with suppress(ImportError):
        from ortools.sat.python import cp_model  # noqa: F401
    for method in methods:
        for document in DOCUMENTS:
            with suppress(Refusal):  # not every method takes every document
                run(Call(method, {"document": document, **GIVEN.get(method, {})}, None, True), PATIENCE, methods)
