"""The table that comes with the package: creatures of rulings, tests and examples, written by hand."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from .card import Card
from .names import key

__all__ = ["known"]


@cache
def known() -> dict[str, Card]:
    """The cards by the keys of their names.

    >>> known()["palaceguard"].statics
    (('can_block', 'any'),)
    """
    table = json.loads(files(__package__).joinpath("known.json").read_text("utf-8"))
    return {
        key(name): Card.of(name, fields, "shipped", unread=fields.pop("unread", ())) for name, fields in table.items()
    }
