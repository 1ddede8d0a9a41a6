"""Doctests in docstrings become blocks of code on the site, as they are for whoever reads the source."""

from __future__ import annotations

import re
from typing import Any

import griffe

__all__ = ["Doctests", "fenced"]

SESSION = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.M)
"""From the first prompt to the next blank line."""


def fenced(text: str) -> str:
    """A docstring with its sessions as blocks.

    >>> fenced("Adds.\\n\\n>>> 1 + 1\\n2\\n\\nMore.")
    'Adds.\\n\\n```pycon\\n>>> 1 + 1\\n2\\n```\\n\\nMore.'
    """
    return SESSION.sub(lambda session: f"```pycon\n{unmarked(session[0])}\n```", text)


def unmarked(session: str) -> str:
    """A session without what only doctest reads."""
    return re.sub(r" +# doctest: .*$", "", session, flags=re.M).replace("<BLANKLINE>", "")


class Doctests(griffe.Extension):
    """Does so for everything that has a docstring."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Called for each object once it has been read."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
