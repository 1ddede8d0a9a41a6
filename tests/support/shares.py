"""How much a random test does: a small share in every run, a large one under the marker `deep`."""

from __future__ import annotations

import pytest

__all__ = ["large_share"]


def large_share(times: int) -> pytest.MarkDecorator:
    """Gives a test its argument `times`: 1 in every run, and `times` under `pytest -m deep`."""
    return pytest.mark.parametrize("times", [1, pytest.param(times, marks=pytest.mark.deep)])
