"""What a file of a batch holds, by its name."""

from __future__ import annotations

from enum import StrEnum
from pathlib import PurePath
from typing import Final

from ...model.extras import lacking, needs
from ..requests import InvalidRequest

__all__ = ["STANDARD", "Format", "format_of"]

STANDARD: Final = "-"
"""The name of standard input and output."""

TEXTS: Final = ("", ".jsonl", ".ndjson", ".json", ".txt")


class Format(StrEnum):
    """How requests or answers are written down."""

    LINES = "lines"
    GZIP = "gzip"
    PARQUET = "parquet"


def format_of(field: str, name: str) -> Format:
    """The format of a file with this name; `field` is the argument's. Raises `InvalidRequest` where there is none.

    >>> format_of("IN", "combats.jsonl.gz"), format_of("OUT", "-")
    (<Format.GZIP: 'gzip'>, <Format.LINES: 'lines'>)
    """
    path = PurePath(name)
    suffix = path.suffix.lower()
    if name == STANDARD or suffix in TEXTS:
        return Format.LINES
    if suffix == ".gz" and PurePath(path.stem).suffix.lower() in TEXTS:
        return Format.GZIP
    if suffix != ".parquet":
        raise InvalidRequest(
            field, f"{name!r} tells no format: expected a name that ends in .jsonl, .jsonl.gz or .parquet"
        )
    if lacking(["pyarrow"]):
        raise InvalidRequest(field, f"Parquet {needs('parquet')}")
    return Format.PARQUET
