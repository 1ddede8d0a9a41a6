"""The command `schema`. What it prints is built when it runs."""

from __future__ import annotations

import json

import click

__all__ = ["schema"]


@click.command(epilog="\b\nExample:\n  optimizer schema combat")
@click.argument("name", required=False)
@click.option("--list", "only_list", is_flag=True, help="Print the names.")
def schema(name: str | None, only_list: bool) -> int:
    """The JSON Schema of a document, a request or an answer; of all of them without a NAME."""
    from ...model.errors import Fault, InvalidDocument
    from ...model.words import close_to, show
    from ..schema import NAMES, schema_of

    if only_list:
        print("\n".join(NAMES))
        return 0
    if name is not None and name not in NAMES:
        hint = close_to(name, NAMES) or f": expected {', '.join(NAMES)}"
        raise InvalidDocument([Fault("NAME", f"there is no schema {show(name)}{hint}")])
    print(json.dumps(schema_of(name), indent=2))
    return 0
