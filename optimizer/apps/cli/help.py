"""`optimizer help PAGE` prints a page of the documentation; those of docs/ come along with the package."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

import click

from ...model.words import close_to
from ..requests import InvalidRequest

__all__ = ["help_page", "pages"]

ROOT: Final = Path(__file__).parents[3]


def pages() -> dict[str, Traversable]:
    """The pages by their names: in the package where it was built, else in the project's own folder.

    >>> {"notation", "boards", "cards"} <= pages().keys()
    True
    """
    built = files("optimizer") / "docs"
    held: Traversable = built if built.is_dir() else ROOT / "docs"
    found = {one.name.removesuffix(".md"): one for one in held.iterdir() if one.name.endswith(".md")}
    return dict(sorted(found.items()))


def title(page: Traversable) -> str:
    """A page's title."""
    return page.read_text("utf-8").partition("\n")[0].removeprefix("# ")


def complete(context: click.Context, option: click.Parameter, incomplete: str) -> list[str]:
    """The names of pages that begin so."""
    return [name for name in pages() if name.startswith(incomplete)]


@click.command("help", epilog="\b\nExample:\n  optimizer help notation")
@click.argument("page", required=False, shell_complete=complete)
def help_page(page: str | None) -> int:
    """Print a page of the documentation, or the names of all."""
    known = pages()
    if page is None:
        width = max(map(len, known))
        for name, held in known.items():
            print(f"{name:{width}}  {title(held)}")
        return 0
    found = known.get(page.lower().removeprefix("docs/").removesuffix(".md"))
    if found is None:
        hint = close_to(page, [*known]) or f": expected {', '.join(known)}"
        raise InvalidRequest("PAGE", f"there is no page {page!r}{hint}")
    print(found.read_text("utf-8"), end="")
    return 0
