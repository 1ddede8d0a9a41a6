"""Parquet and Arrow: requests as rows, answers as records (extra `parquet`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO, Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ...formats.json.jsontext import encode, json_value
from ...model.errors import Fault
from ..requests import InvalidRequest, value_of

__all__ = ["COLUMNS", "bytes_of", "records", "request_of_row", "rows_of", "split_rows", "write_parquet"]

COLUMNS: Final = (
    "id", "document", "side", "limit", "time_limit", "rules", "assignment", "declaration", "attacking", "defending",
    "events", "stage",
)  # fmt: skip
"""The columns that requests may have; those besides `document` and `id` are the options of a line."""

UNREADABLE: Final = (ValueError, OverflowError, pa.ArrowException)
"""What a value raises that is no text in UTF-8, no date that Python knows, and the like."""

PLAIN: Final = frozenset(["side", "rules", "stage"])

SCHEMA: Final = pa.schema(
    [
        ("id", pa.string()), ("line", pa.int64()), ("status", pa.string()), ("score", pa.float64()),
        ("bound", pa.float64()), ("method", pa.string()), ("answer", pa.string()), ("error_field", pa.string()),
        ("error_message", pa.string()),
    ]
)  # fmt: skip

ROWS: Final = 16_384
"""Rows of a row group at most, which are held at once."""

SIZE: Final = 1 << 26
"""Bytes of a row group's answers at which it ends."""


def bytes_of(batches: Sequence[pa.RecordBatch], schema: pa.Schema) -> bytes:
    """Rows as an Arrow stream."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, schema, options=pa.ipc.IpcWriteOptions(compression="lz4")) as stream:
        for batch in batches:
            stream.write_batch(batch)
    return bytes(sink.getvalue())


Row = tuple[dict[str, Any], InvalidRequest | None]
"""The values of a row by their columns, without what is null, and why another of them can't be read, if one can't."""


def rows_of(data: bytes) -> list[Row]:
    """The rows of an Arrow stream."""
    table = pa.ipc.open_stream(data).read_all()
    try:
        return [(present(row), None) for row in table.to_pylist(maps_as_pydicts="lossy")]
    except UNREADABLE:
        return [row_of(table, at) for at in range(table.num_rows)]


def row_of(table: pa.Table, at: int) -> Row:
    """One row, read value by value."""
    row: dict[str, Any] = {}
    wrong = None
    for name in table.column_names:
        try:
            row[name] = table[name][at].as_py(maps_as_pydicts="lossy")
        except UNREADABLE as error:
            wrong = wrong or InvalidRequest(name, f"can't be read: {str(error).partition(chr(10))[0]}")
    return present(row), wrong


def present(row: dict[str, Any]) -> dict[str, Any]:
    """A row without what is null."""
    return {name: without_nulls(value) for name, value in row.items() if value is not None}


def split_rows(data: bytes) -> list[bytes]:
    """Each row of an Arrow stream by itself."""
    table = pa.ipc.open_stream(data).read_all()
    return [bytes_of(table.slice(row, 1).to_batches(), table.schema) for row in range(table.num_rows)]


def without_nulls(value: Any) -> Any:
    """A column's value: a field that is null in a struct is left out."""
    if isinstance(value, dict):
        return {name: without_nulls(held) for name, held in value.items() if held is not None}
    return [without_nulls(held) for held in value] if isinstance(value, list) else value


def request_of_row(row: dict[str, Any]) -> dict[str, Any]:
    """The request of a row; a text that stands for an object is read as JSON.

    >>> request_of_row({"document": "Bear 2/2", "assignment": '{"bear": {"player": 2}}', "side": "attacking"})
    {'document': 'Bear 2/2', 'assignment': {'bear': {'player': 2}}, 'side': 'attacking'}
    """
    request = {"document": None} | row
    if isinstance(request["document"], (str, bytes)):
        request["document"] = value_of(request["document"])
    for name, value in row.items():
        if isinstance(value, str) and name not in PLAIN and name not in ("id", "document"):
            request[name] = json_value(value)
    return request


def records(answers: Sequence[tuple[int, dict[str, Any], str, Fault | None]]) -> bytes:
    """Answers as an Arrow stream; none where there are none."""
    if not answers:
        return b""
    rows = [record(*answer) for answer in answers]
    return bytes_of([pa.RecordBatch.from_pylist(rows, schema=SCHEMA)], SCHEMA)


def record(number: int, answered: dict[str, Any], text: str, fault: Fault | None) -> dict[str, Any]:
    """One answer in columns."""
    ident = answered.get("id")
    found = {"id": ident if ident is None or isinstance(ident, str) else encode(ident), "line": number}
    if fault is not None:
        return found | {"error_field": written(fault.field), "error_message": written(fault.message)}
    known = {name: answered.get(name) for name in ("status", "score", "bound", "method")}
    return found | known | {"answer": text}


def written(text: str) -> str:
    """A text in which half characters, which Parquet can't hold, are spelt as JSON spells them.

    >>> written("b\\ud800r")
    'b\\\\ud800r'
    """
    return text.encode("utf-8", "backslashreplace").decode()


def streams(file: BinaryIO) -> Iterator[pa.RecordBatch]:
    """The records of all the streams that a file holds one after another."""
    while file.peek(1):  # type: ignore[attr-defined]  # a buffered reader has it
        yield from pa.ipc.open_stream(file)


def write_parquet(file: BinaryIO, out: BinaryIO) -> None:
    """Writes all records of a file of streams as Parquet. Row groups end by what they hold, not by how it came."""
    with pq.ParquetWriter(out, SCHEMA, compression="zstd") as writer:
        held: list[pa.RecordBatch] = []
        rows = size = 0

        def write() -> None:
            if held:
                writer.write_table(pa.Table.from_batches(held).combine_chunks(), row_group_size=ROWS)

        for batch in streams(file):
            start = 0
            for row, length in enumerate(pc.binary_length(batch["answer"]).to_pylist(), 1):
                rows, size = rows + 1, size + (length or 0)
                if rows >= ROWS or size >= SIZE:
                    held.append(batch.slice(start, row - start))
                    write()
                    held, start, rows, size = [], row, 0, 0
            if start < batch.num_rows:
                held.append(batch.slice(start))
        write()
