"""What an assistant can read: the notation in short, and the schemas in full."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from importlib.resources import files
from typing import Final, NamedTuple

from ..schema import schema_of

__all__ = ["RESOURCES", "Resource"]

DOCUMENTS: Final = {
    "combat": "A combat, as an object",
    "blocks-board": "A board before blocks",
    "attacks-board": "A board before attacks",
}


class Resource(NamedTuple):
    """Something to read."""

    name: str
    title: str
    mime_type: str
    text: Callable[[], str]


def notation() -> str:
    """The notation in short."""
    return files(__package__).joinpath("notation.md").read_text("utf-8")


def schema(name: str) -> str:
    """A JSON Schema."""
    return json.dumps(schema_of(name), indent=1)


RESOURCES: Final[dict[str, Resource]] = {
    "optimizer://notation": Resource("notation", "A combat on one line", "text/markdown", notation),
    **{
        f"optimizer://schema/{name}": Resource(
            f"schema-{name}", title, "application/schema+json", partial(schema, name)
        )
        for name, title in DOCUMENTS.items()
    },
}
"""The resources by their addresses."""
