"""The options `--svg`, `--png` and `--theme` of the commands that find an answer. Nothing is drawn unless asked for."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from ...model.errors import Fault, InvalidDocument
from ...report.pictures.themes import Theme
from .options import STANDARD, Display

if TYPE_CHECKING:
    from ...report.pictures.staging import Drawable

__all__ = ["PICTURES", "check_pictures", "write_pictures"]

PICTURES: Final = (
    click.option("--svg", metavar="FILE", help="Draw the answer as SVG; - for standard output, and nothing else."),
    click.option("--png", metavar="FILE", help="Draw the answer as PNG (needs the extra `pictures`)."),
    click.option(
        "--theme", type=click.Choice([theme.value for theme in Theme]), metavar="|".join(Theme),
        help="The colours of pictures (default: auto).",
    ),
)  # fmt: skip
"""The options, for a command to have."""


def check_pictures(display: Display) -> None:
    """Finds out before anything is solved whether the pictures asked for can be written.

    Raises `InvalidDocument` where not.
    """
    files = {name: file for name, file in (("svg", display.svg), ("png", display.png)) if file is not None}
    for name, file in files.items():
        if display.as_lines:
            raise wrong(name, "is for one answer: leave out --lines")
        if file == STANDARD and (name == "png" or display.as_json):
            has = "is for text" if name == "png" else "has the JSON"
            raise wrong(name, f"expected a file: standard output {has}")
        if file == STANDARD:
            continue
        path = Path(file)
        try:
            problem = "it is a folder" if path.is_dir() else "" if path.parent.is_dir() else "there is no such folder"
        except (OSError, ValueError) as error:
            problem = reason(error)
        if problem:
            raise wrong(name, f"can't write {file!r}: {problem}")
    if display.theme is not None and not files:
        raise wrong("theme", "is for pictures: name a file with --svg or --png")
    if "png" in files:
        from ...report.pictures.raster import NoRaster, check_raster

        try:
            check_raster()
        except NoRaster as error:
            raise wrong("png", str(error)) from None


def write_pictures(found: Drawable, display: Display) -> bool:
    """Draws an answer into the files asked for; whether standard output has had its picture, and gets no report.

    Raises `InvalidDocument` where a file can't be opened, OSError where it can't be written to its end.
    """
    if display.svg is None and display.png is None:
        return False
    from ...report.pictures import draw, png

    picture = draw(found, theme=display.theme or Theme.AUTO)
    if display.png is not None:
        write("png", display.png, png(picture))
    if display.svg is not None and display.svg != STANDARD:
        write("svg", display.svg, picture.encode())
    if display.svg == STANDARD:
        to_standard_output(picture)
    return display.svg == STANDARD


def write(name: str, file: str, content: bytes) -> None:
    """Writes a file."""
    try:
        opened = open(file, "wb")  # noqa: SIM115  # what goes wrong from here on is another matter
    except (OSError, ValueError) as error:
        raise wrong(name, f"can't write {file!r}: {reason(error)}") from None
    with opened:
        opened.write(content)


def to_standard_output(picture: str) -> None:
    """Prints a picture in UTF-8, whatever the terminal's encoding."""
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        sys.stdout.write(picture)
        return
    sys.stdout.flush()
    buffer.write(picture.encode())


def wrong(name: str, message: str) -> InvalidDocument:
    """What is wrong with an option."""
    return InvalidDocument([Fault(f"--{name}", message)])


def reason(error: Exception) -> str:
    """Why a file can't be written, in the system's words.

    >>> reason(PermissionError(13, "Permission denied"))
    'permission denied'
    """
    problem = (isinstance(error, OSError) and error.strerror) or str(error)
    return f"{problem[:1].lower()}{problem[1:]}"
