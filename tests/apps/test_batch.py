"""`optimizer batch`: what `--lines` answers, from files to files, on several processes, whatever happens on the way."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from batches import answers, begin, group, grown, nobody_left, requests, workers
from command_line import SLIME, Optimizer, Run

from optimizer.apps.batch import processes, run, work, writing
from optimizer.apps.batch.engines import Died, Outcome, Task
from optimizer.apps.batch.job import Answered, Chunk, Job
from optimizer.apps.batch.journal import check_of
from optimizer.apps.batch.reading import LineSource, Taken
from optimizer.apps.requests import Options

TEXT = requests(60)
COUNTED = answers("count", TEXT)
PATIENCE = 600  # seconds after which a test fails that would hang


class Inline:
    """An engine that answers at once, in this process; some lines end the process that has them."""

    seconds = 1e9  # chunks as large as they may be
    patience = 2
    deadly = b"no such line"

    def __init__(self, job: Job, many: int, memory: int) -> None:
        self.job, self.slots = job, many
        self.done: SimpleQueue[tuple[Task, Outcome]] = SimpleQueue()

    def submit(self, task: Task) -> None:
        dies = self.deadly in task.chunk.data and not (task.refused and b'"id"' in task.chunk.data)
        self.done.put((task, Died("signal 9") if dies else work.work(self.job, task.chunk)))

    def next(self, timeout: float) -> tuple[Task, Outcome]:
        return self.done.get(timeout=min(timeout, 0.01))

    def trouble(self) -> str:
        return ""

    def close(self) -> None:
        pass


@pytest.fixture
def inline(monkeypatch: pytest.MonkeyPatch) -> type[Inline]:
    monkeypatch.setattr(processes, "Processes", Inline)
    monkeypatch.setattr(Inline, "deadly", Inline.deadly)
    monkeypatch.setattr(run, "MOST", 7)
    monkeypatch.setattr(run, "SETTLED", -1.0)
    monkeypatch.setattr(writing, "MEMBER", 1000)
    monkeypatch.setattr(os, "fsync", lambda _: None)  # nothing here depends on the disk
    return Inline


Batch = Callable[..., Run]


@pytest.fixture
def batch(inline: type[Inline], optimizer: Optimizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Batch:
    """Runs a batch of `count`, unless told otherwise, in a folder of its own and in this process."""
    monkeypatch.chdir(tmp_path)
    return lambda *words, text=b"": optimizer(["batch", "--command", "count", "--processes", "3", *words], text)


def parquet(file: str | Path) -> list[dict[str, Any]]:
    import pyarrow.parquet as pq

    rows: list[dict[str, Any]] = pq.read_table(file).to_pylist()
    return rows


@pytest.mark.parametrize("command", ["suggest", "legal"])
def test_workers_answer_as_lines_does(command: str, tmp_path: Path) -> None:
    file = tmp_path / "in.jsonl"
    file.write_bytes(TEXT)
    process = begin(file, tmp_path / "out.jsonl", "--command", command, "--processes", "2")
    said = process.communicate()[1].decode().splitlines()
    bad = COUNTED.count(b'"error"')
    assert process.returncode == 2
    assert (tmp_path / "out.jsonl").read_bytes() == answers(command, TEXT)
    assert said[-1].startswith(f"optimizer: {bad} of {COUNTED.count(bytes([10]))} lines bad, the first of them line ")
    assert len(said) == 1 + min(bad, 10)
    assert sorted(os.listdir(tmp_path)) == ["in.jsonl", "out.jsonl"]


def test_every_format_holds_the_same(batch: Batch) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    Path("in.jsonl").write_bytes(TEXT)
    Path("in.txt.gz").write_bytes(gzip.compress(TEXT[:500]) + gzip.compress(TEXT[500:]))
    lines = [line for line in TEXT.decode().splitlines() if line]
    values = [json.loads(line) if line[0] == "{" else {"document": line} for line in lines]
    rows = [
        {"id": None if "id" not in one else str(one["id"]), "document": json.dumps(one["document"])} for one in values
    ]
    pq.write_table(pa.Table.from_pylist(rows), "in.parquet", row_group_size=11)
    for source in ("in.jsonl", "in.txt.gz", "-"):
        for out in ("out.jsonl", "out.jsonl.gz", "out.parquet"):
            assert batch(source, out, "--force", text=TEXT).code == 2
        assert Path("out.jsonl").read_bytes() == COUNTED
        assert gzip.decompress(Path("out.jsonl.gz").read_bytes()) == COUNTED
        found = parquet("out.parquet")
        said = [json.loads(line) for line in COUNTED.splitlines()]
        assert [one["answer"] and json.loads(one["answer"]) for one in found] == [
            None if "error" in one else one for one in said
        ]
        assert [(one["error_field"], one["error_message"]) for one in found] == [
            tuple(one.get("error", {"field": None, "message": None}).values()) for one in said
        ]
        assert [one["line"] for one in found] == [n for n, line in enumerate(TEXT.splitlines(), 1) if line]
    assert batch("in.parquet", "rows.jsonl").code == 2
    told = [json.loads(line) for line in Path("rows.jsonl").read_bytes().splitlines()]
    assert [one | ({"id": str(one["id"])} if "id" in one else {}) for one in said] == told
    assert batch("in.jsonl", "-", "--quiet").out.encode() == COUNTED


def test_rows_may_hold_documents_and_options_as_structs_or_texts(batch: Batch) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    bear = {"id": "bear", "power": 2, "toughness": 2, "counters": [("+1/+1", 1)], "damage": None}
    ox = {"id": "ox", "power": 3, "toughness": 3, "counters": [], "damage": 1}
    creature = pa.struct(
        [("id", pa.string()), ("power", pa.int32()), ("toughness", pa.int8()), ("damage", pa.int64()),
         ("counters", pa.map_(pa.string(), pa.int64()))]
    )  # fmt: skip
    documents = pa.array([{"attackers": [bear, ox]}, None], pa.struct([("attackers", pa.list_(creature))]))
    given = pa.array(['{"bear": {"player": 2}, "ox": {"player": 3}}', "{"])
    pq.write_table(pa.table({"document": documents, "assignment": given, "id": [1, 2]}), "in.parquet")
    assert batch("in.parquet", "out.jsonl", "--command", "check").code == 2
    legal, bad = (json.loads(line) for line in Path("out.jsonl").read_bytes().splitlines())
    assert legal == {"id": 1, "legal": True, "violations": [], "not_counted": []}
    assert bad["id"] == 2 and set(bad) == {"id", "error"}
    pq.write_table(pa.table({"document": given, "power": given}), "in.parquet")
    assert batch("in.parquet", "b.jsonl").err.startswith("optimizer: IN: unknown column 'power': expected id, document")
    pq.write_table(pa.table({"id": given}), "in.parquet")
    assert "expected a column `document`" in batch("in.parquet", "b.jsonl").err
    Path("in.parquet").write_bytes(b"PAR1 and no more")
    assert batch("in.parquet", "b.jsonl").err.startswith("optimizer: IN: can't read 'in.parquet' as Parquet: ")


@pytest.mark.parametrize(
    ("text", "many"),
    [(b"", 0), (b"\n \n", 0), (b"Bear 2/2", 1), (b"\xef\xbb\xbfBear 2/2\r\n\r\nOx 3/3\r\n", 2), (b"\x00\n\xff\n{", 3)],
)
@pytest.mark.parametrize("out", ["out.jsonl", "out.jsonl.gz", "out.parquet"])
def test_odd_texts(batch: Batch, text: bytes, many: int, out: str) -> None:
    Path("in.jsonl").write_bytes(text)
    assert batch("in.jsonl", out).code == (2 if many == 3 else 0)
    if out == "out.parquet":
        assert len(parquet(out)) == many
        return
    held = Path(out).read_bytes()
    found = gzip.decompress(held) if out.endswith(".gz") else held
    assert found == answers("count", text)
    assert found.count(b"\n") == many
    assert held or out == "out.jsonl"


def test_a_line_and_an_answer_have_a_longest_length(batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    from optimizer.apps.batch import reading

    monkeypatch.setattr(work, "LONGEST", 200)
    monkeypatch.setattr(reading, "LONGEST", 200)
    Path("in.jsonl").write_bytes(
        b"Bear 2/2\n" + b" " * 192 + b"Bear 2/2\n" + b"x" * 5000 + b"\nW 9/9 <- A 1/1, B 1/1\n"
    )
    batch("in.jsonl", "out.jsonl", "--command", "legal")
    first, second, third, fourth = map(json.loads, Path("out.jsonl").read_bytes().splitlines())
    assert first == second == {"assignments": [{"bear": {"player": 2}}], "not_counted": []}
    assert third == {"error": {"field": "document", "message": "expected a line of at most 200 bytes"}}
    assert fourth == {
        "error": {"field": "limit", "message": "the answer is longer than 200 bytes: expected a lower limit"}
    }


def test_options_are_for_lines_that_say_nothing(batch: Batch) -> None:
    Path("in.jsonl").write_text(f'{SLIME}\n{{"document": "{SLIME}", "limit": 2, "side": "attacking"}}\n')
    batch("in.jsonl", "-", "--command", "legal")
    done = batch("in.jsonl", "-", "--command", "legal", "--limit", "1", "--side", "defending")
    assert [[*one["assignments"][0]] for one in map(json.loads, done.out.splitlines())] == [["wurm", "bear"], ["slime"]]
    Path("in.jsonl").write_text(SLIME)
    timed = batch("in.jsonl", "-", "--command", "suggest", "--times", "--time-limit", "5", "--rules", "ordered")
    assert json.loads(timed.out)["time_ms"] > 0


def test_damage_is_dealt_in_batches_too(batch: Batch) -> None:
    event = {"source": {"name": "Shock"}, "recipient": "wurm", "amount": 2}
    Path("in.jsonl").write_text(json.dumps({"id": 1, "document": "Wurm 5/4", "events": [event]}) + "\n")
    done = batch("in.jsonl", "-", "--command", "damage")
    assert done.code == 0
    assert json.loads(done.out)["outcome"]["creatures"]["wurm"]["damage"] == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("in.jsonl in.jsonl", "OUT: 'in.jsonl' would be written over IN"),
        ("in.jsonl link.jsonl --force", "OUT: 'link.jsonl' would be written over IN"),
        ("in.jsonl there.jsonl", "OUT: 'there.jsonl' is there already: expected another name, or --force"),
        ("in.jsonl out.csv", "OUT: 'out.csv' tells no format: expected a name that ends in .jsonl"),
        ("in.bz2 out.jsonl", "IN: 'in.bz2' tells no format"),
        ("none.jsonl out.jsonl", "IN: can't read 'none.jsonl': no such file"),
        ("folder out.jsonl", "IN: can't read 'folder': is a directory"),
        ("in.jsonl folder", "OUT: can't write 'folder': is a directory"),
        ("in.jsonl none/out.jsonl", "OUT: can't write 'none/out.jsonl': there is no such folder"),
        ("in.jsonl out.jsonl --side attacking", "--side: is no option of count"),
        ("in.jsonl out.jsonl --command suggest --time-limit -1", "--time-limit: expected a number of seconds"),
        ("in.jsonl out.jsonl --engine dask", "--scheduler: goes with --engine dask"),
        ("in.jsonl out.jsonl --scheduler tcp://127.0.0.1:1", "--scheduler: goes with --engine dask"),
        ("torn.jsonl.gz out.jsonl", "IN: can't read 'torn.jsonl.gz': compressed file ended before"),
        ("not.jsonl.gz out.jsonl", "IN: can't read 'not.jsonl.gz': not a gzipped file"),
        ("- out.jsonl", "the first of them line 1"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_a_line(batch: Batch, words: str, said: str) -> None:
    Path("in.jsonl").write_bytes(b"Bear 2/2\n")
    Path("there.jsonl").write_bytes(b"old")
    Path("link.jsonl").symlink_to("in.jsonl")
    Path("folder").mkdir()
    Path("torn.jsonl.gz").write_bytes(gzip.compress(TEXT)[:-100])
    Path("not.jsonl.gz").write_bytes(TEXT)
    done = batch(*words.split(), "--quiet", text=b"x\n")
    assert done.code == 2
    assert done.err.startswith("optimizer: ")
    assert said in done.err
    assert done.err.count("\n") == 1
    assert Path("in.jsonl").read_bytes() == b"Bear 2/2\n"
    assert Path("there.jsonl").read_bytes() == b"old"


class Killed(BaseException):
    """The process is no more."""


@contextlib.contextmanager
def killed_at(step: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Whatever touches the disk for good raises `Killed` from the step with this number on."""
    steps = [0]

    def stepping(real: Callable[..., Any]) -> Callable[..., Any]:
        def stepped(*words: Any, **more: Any) -> Any:
            steps[0] += 1
            if steps[0] >= step:
                raise Killed
            return real(*words, **more)

        return stepped

    with monkeypatch.context() as patched:
        for owner, name in ((os, "fsync"), (os, "replace"), (Path, "unlink")):
            patched.setattr(owner, name, stepping(getattr(owner, name)))
        yield steps


@pytest.mark.parametrize(
    ("source", "out"),
    [("in.jsonl", "out.jsonl"), ("in.jsonl.gz", "out.jsonl.gz"), ("in.parquet", "out.parquet")],
)
def test_killed_at_every_step_and_continued(
    batch: Batch, monkeypatch: pytest.MonkeyPatch, source: str, out: str
) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    Path("in.jsonl").write_bytes(TEXT)
    Path("in.jsonl.gz").write_bytes(gzip.compress(TEXT))
    pq.write_table(pa.table({"document": TEXT.decode("utf-8").splitlines()}), "in.parquet", row_group_size=9)
    whole = batch(source, f"whole-{out}")
    expected = Path(f"whole-{out}").read_bytes()
    for path in Path().glob("whole-*"):
        path.unlink()
    step = finished = 0
    while not finished:
        step += 1
        assert step < 500
        with killed_at(step, monkeypatch):
            try:
                batch(source, out)
                finished = 1
            except Killed:
                pass
        if not finished:
            again = batch(source, out)
            assert again.code == whole.code
            assert again.err.splitlines()[-1:] == whole.err.splitlines()[-1:]
        assert Path(out).read_bytes() == expected, step
        left = {path.name for path in Path().iterdir()} - {"in.jsonl", "in.jsonl.gz", "in.parquet"}
        assert left == {out}
        Path(out).unlink()
    assert step > 12


def test_killed_again_and_again(batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each run comes a little further than the one before; none does everything anew."""
    Path("in.jsonl").write_bytes(TEXT)
    runs = 0
    while not Path("out.jsonl.gz").exists() or Path("out.jsonl.gz.journal").exists():
        with killed_at(11, monkeypatch), contextlib.suppress(Killed):
            batch("in.jsonl", "out.jsonl.gz")
        runs += 1
        assert runs < 100
    assert runs > 3
    assert gzip.decompress(Path("out.jsonl.gz").read_bytes()) == COUNTED


def stopped(batch: Batch, monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    """Leaves a run that was killed in the middle."""
    Path("in.jsonl").write_bytes(TEXT)
    with killed_at(20, monkeypatch), pytest.raises(Killed):
        batch("in.jsonl", "out.jsonl", "--quiet", *words)
    assert json.loads(Path("out.jsonl.journal").read_text())["position"] > 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rules", "ordered"], "is of another batch, with rules none instead of ordered; --restart begins anew"),
        (["--command", "legal", "--limit", "2"], "with command count, limit none instead of legal, 2;"),
        (["input"], "is of another input: IN has changed since; --restart begins anew"),
        (["version"], "with version 0.0.1 instead of "),
        *(
            ([name], "'out.jsonl.journal' isn't as it was written; --restart begins anew")
            for name in ("position", "offset", "tail", "lines", "first", "finished", "check")
        ),
        (["other"], "'out.jsonl.journal' can't be read; --restart begins anew"),
        (["torn"], "'out.jsonl.journal' can't be read; --restart begins anew"),
        (["short"], "'out.jsonl.part' is shorter than its journal says; --restart begins anew"),
        (["lost"], "'out.jsonl.part' is in the way; --restart begins anew"),
        (["locked"], "another run is writing 'out.jsonl.part'"),
    ],
)
def test_what_is_no_continuation_is_refused(
    batch: Batch, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    stopped(batch, monkeypatch)
    journal, part = Path("out.jsonl.journal"), Path("out.jsonl.part")
    with contextlib.ExitStack() as stack:
        match words:
            case ["input"]:
                Path("in.jsonl").write_bytes(TEXT.replace(b"Bear", b"Boar"))
            case ["version"]:
                held = json.loads(journal.read_text())
                held["what"]["version"] = "0.0.1"
                del held["check"]
                journal.write_text(json.dumps(held | {"check": check_of(held)}))
            case ["position" | "offset" | "tail" | "lines" | "first" | "finished" | "what" | "check" as name]:
                held = json.loads(journal.read_text())
                assert name in held
                changed = {"position": 0, "offset": 0, "tail": "", "lines": 7, "first": [1, "a", "b"], "finished": True}
                journal.write_text(json.dumps(held | {name: changed.get(name, {})}))
            case ["other"]:
                journal.write_text(json.dumps([1]))
            case ["torn"]:
                journal.write_bytes(journal.read_bytes()[:50])
            case ["short"]:
                part.write_bytes(b"")
            case ["lost"]:
                journal.unlink()
            case ["locked"]:
                import fcntl

                fcntl.flock(stack.enter_context(part.open("rb")), fcntl.LOCK_EX)
        before = part.read_bytes()
        options = [] if len(words) == 1 else words
        done = batch("in.jsonl", "out.jsonl", *options)
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert said in done.err
        assert part.read_bytes() == before
    if words != ["locked"]:
        assert batch("in.jsonl", "out.jsonl", "--restart").code == 2
        assert Path("out.jsonl").read_bytes() == answers("count", Path("in.jsonl").read_bytes())
        assert not journal.exists() and not part.exists()


def test_a_link_is_written_through(batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("there").mkdir()
    for name in ("out.jsonl", "out.jsonl.gz", "out.parquet"):
        Path("in.jsonl").write_bytes(TEXT)
        target = Path("there") / name
        Path(name).symlink_to(target)  # which isn't there yet
        with killed_at(20, monkeypatch), contextlib.suppress(Killed):
            batch("in.jsonl", name)
        assert not target.exists()
        assert batch("in.jsonl", name).code == 2
        assert "is there already" in batch("in.jsonl", name).err
        assert Path(name).is_symlink()
        written = target.read_bytes()
        target.write_bytes(b"old")
        assert batch("in.jsonl", name, "--force").code == 2
        assert Path(name).is_symlink()
        assert target.read_bytes() == written
        assert sorted(os.listdir("there")) == [name]
        target.unlink()
    Path("into-itself.jsonl").symlink_to("in.jsonl")
    assert "would be written over IN" in batch("in.jsonl", "into-itself.jsonl", "--force").err


def test_what_is_no_text_or_no_date_is_a_bad_line_in_any_column(batch: Batch) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    good = {"document": pa.array(["Ox 3/3"] * 3), "id": pa.array(["a", "b", "c"])}
    broken = {
        "text": pa.Array.from_buffers(
            pa.string(),
            3,
            [None, pa.array([0, 6, 8, 14], pa.int32()).buffers()[1], pa.py_buffer(b"Ox 1/1\xff\xfeOx 2/2")],
        ),
        "date": pa.array([1, 2**31 - 1, 3], pa.int32()).view(pa.date32()),
        "time": pa.array([1, 2**52, 3], pa.int64()).view(pa.timestamp("ms")),
    }
    for name in ("document", "id", "side", "rules", "limit", "time_limit", "assignment", "events"):
        for kind, column in broken.items():
            pq.write_table(pa.table({**good, name: column}), "in.parquet")
            for out in ("out.jsonl", "out.parquet"):
                assert batch("in.parquet", out, "--force", "--command", "legal").code == 2, (name, kind)
            found = [json.loads(line) for line in Path("out.jsonl").read_bytes().splitlines()]
            assert len(found) == len(parquet("out.parquet")) == 3
            assert found[1]["error"]["field"] == name, (name, kind, found[1])
            assert "internal error" not in found[1]["error"]["message"]
            assert found[1].get("id") == (None if name == "id" else "b")
            assert parquet("out.parquet")[1]["error_field"] == name
            if name == "document" and kind == "text":
                assert ["error" in one for one in found] == [False, True, False]


def test_half_a_character_is_a_bad_line_whatever_holds_it(batch: Batch) -> None:
    half = "\\ud800"
    ox = '{"attackers": [{"id": "HERE", "power": 1, "toughness": 1}]}'
    lines = [
        f'{{"id": "{half}", "document": "Ox 3/3"}}',
        f'{{"id": 2, "document": "{half} 1/1"}}',
        f'{{"id": 3, "document": {ox.replace("HERE", half)}}}',
        f'{{"id": 4, "document": "Ox 3/3", "assignment": {{"{half}": {{"{half}": "{half}"}}}}}}',
        f'{{"id": 5, "document": "Ox 3/3", "{half}": 1}}',
        f'{{"id": 6, "document": "Ox 3/3", "side": "{half}"}}',
        '{"id": 7, "document": "Ox 3/3", "assignment": {"ox": {"player": 3}}}',
    ]
    Path("in.jsonl").write_text("\n".join(lines))
    for out in ("out.jsonl", "out.parquet"):
        done = batch("in.jsonl", out, "--command", "check")
        assert done.code == 2
        assert "6 of 7 lines bad" in done.err
    found = [json.loads(line) for line in Path("out.jsonl").read_bytes().splitlines()]
    assert [one.get("id") for one in found] == [None, 2, 3, 4, 5, 6, 7]
    assert ["error" in one for one in found] == [True] * 6 + [False]
    assert not any("internal error" in one["error"]["message"] for one in found[:6])
    assert [bool(one["error_message"]) for one in parquet("out.parquet")] == [True] * 6 + [False]


@pytest.mark.parametrize("ident", ["true", "false", "[]", "{}", "1e999", '"\\udfff"'])
def test_ids_are_texts_or_numbers(batch: Batch, ident: str) -> None:
    Path("in.jsonl").write_text(f'{{"id": {ident}, "document": "Ox 3/3"}}')
    done = json.loads(batch("in.jsonl", "-").out)
    assert set(done) == {"error"}
    assert done["error"]["field"] == "id"


def test_a_run_on_top_of_another_output(batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("out.jsonl").write_bytes(b"old")
    stopped(batch, monkeypatch, "--force")
    assert "is there already" in batch("in.jsonl", "out.jsonl").err
    assert Path("out.jsonl").read_bytes() == b"old"
    assert batch("in.jsonl", "out.jsonl", "--force").code == 2
    assert Path("out.jsonl").read_bytes() == COUNTED


def test_nothing_is_left_of_what_cannot_be_continued(batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Any, payload: bytes) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(writing.Output, "add", broken)
        done = batch("-", "out.jsonl", text=TEXT)
    assert (done.code, done.err) == (1, "optimizer: can't go on: [Errno 28] No space left on device\n")
    assert not os.listdir()
    assert batch("-", "out.jsonl", text=TEXT).code == 2
    assert Path("out.jsonl").read_bytes() == COUNTED


def test_a_line_that_ends_its_process_is_a_bad_one(batch: Batch, inline: type[Inline]) -> None:
    lines = [b"Bear 2/2"] * 9 + [b'{"id": 5, "document": "Doom 1/1"}'] + [b"Ox 3/3", b"Doom 1/1"]
    Path("in.jsonl").write_bytes(b"\n".join(lines))
    inline.deadly = b"Doom"
    for out in ("out.jsonl", "out.parquet"):
        done = batch("in.jsonl", out)
        assert done.code == 2
        assert "trying again" in done.err
        assert "2 of 12 lines bad, the first of them line 10: document: the process that solves it ends" in done.err
    found = [json.loads(line) for line in Path("out.jsonl").read_bytes().splitlines()]
    assert [n for n, one in enumerate(found, 1) if "error" in one] == [10, 12]
    assert found[9]["id"] == 5
    assert [one["line"] for one in parquet("out.parquet") if one["error_field"]] == [10, 12]


def deadly(pipe: Any, job: Job, memory: int) -> None:
    """What a worker does that is killed whenever it meets a certain line."""
    real = processes.work

    def kills(job: Job, chunk: Chunk) -> Any:
        if b"Doom" in chunk.data and not chunk.refused:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(job, chunk)

    processes.work = kills
    serve(pipe, job, memory)


serve = processes.serve


def test_a_worker_that_dies_is_replaced(optimizer: Optimizer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(processes, "serve", deadly)
    file = tmp_path / "in.jsonl"
    file.write_bytes(b"Bear 2/2\n" * 6 + b"Doom 1/1\n" + b"Ox 3/3\n" * 6)
    done = optimizer(["batch", str(file), str(tmp_path / "out.jsonl"), "--command", "count", "--processes", "2"])
    assert done.code == 2
    assert "line 7: document: the process that solves it ends (signal 9)" in done.err
    found = [json.loads(line) for line in (tmp_path / "out.jsonl").read_bytes().splitlines()]
    assert [n for n, one in enumerate(found, 1) if "error" in one] == [7]
    assert len(found) == 13


def killed_at_its_start(pipe: Any, job: Job, memory: int) -> None:
    """What a worker does that is killed as it begins, the first two times."""
    count = Path(job.options.assignment["count"])  # type: ignore[index,arg-type]
    starts = len(count.read_text()) if count.exists() else 0
    count.write_text("x" * (starts + 1))
    if starts < 2:
        os.kill(os.getpid(), signal.SIGKILL)
    serve(pipe, job, memory)


def test_a_worker_that_is_killed_at_its_start_is_replaced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(processes, "serve", killed_at_its_start)
    count = tmp_path / "count"
    job = Job("count", Options(assignment={"count": str(count)}))  # type: ignore[dict-item]
    pool = processes.Processes(job, 1, 0)
    pool.submit(Task(Taken(1, b"Bear 2/2\n", 1, 9, 9)))
    _, outcome = pool.next(PATIENCE)
    pool.close()
    assert isinstance(outcome, Answered)
    assert outcome.payload == b'{"step": "regular", "attacking": 1, "defending": 1, "not_counted": []}\n'
    assert len(count.read_text()) == 3


def test_a_worker_that_cannot_start_is_no_bad_line(
    optimizer: Optimizer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(processes, "serve", os._exit)
    (tmp_path / "in.jsonl").write_bytes(b"Bear 2/2\n")
    done = optimizer(["batch", str(tmp_path / "in.jsonl"), str(tmp_path / "out.jsonl")])
    assert done.code == 1
    assert done.err.startswith("optimizer: can't go on: can't start a process, after 3 tries: ")


SLOW = requests(900, seed=2)


@pytest.mark.parametrize("out", ["out.jsonl.gz"])
def test_killed_in_truth(tmp_path: Path, out: str) -> None:
    """A run killed at some moments, one of its workers killed at another; its processes end with it."""
    rng = random.Random(3)
    (tmp_path / "in.jsonl").write_bytes(SLOW)
    journal = tmp_path / f"{out}.journal"
    kills = 0
    for number in range(40):
        process = begin(tmp_path / "in.jsonl", tmp_path / out, "--processes", "2", "--quiet")
        before = json.loads(journal.read_text())["position"] if journal.exists() else -1
        while process.poll() is None and number < 4:
            with contextlib.suppress(OSError, ValueError):
                if json.loads(journal.read_text())["position"] > before:
                    break
            time.sleep(0.002)
        if number < 4 and process.poll() is None:
            time.sleep(rng.random() * 0.2)
            process.kill()
            kills += 1
        elif some := workers(process.pid):
            os.kill(some[0], signal.SIGKILL)
        process.communicate()
        nobody_left(process.pid)
        if process.returncode != -signal.SIGKILL:
            break
    assert kills > 1
    assert process.returncode == 2
    assert gzip.decompress((tmp_path / out).read_bytes()) == answers("suggest", SLOW)
    assert sorted(os.listdir(tmp_path)) == ["in.jsonl", out]


def test_an_interrupt_says_how_to_go_on(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_bytes(SLOW)
    words = (tmp_path / "in.jsonl", tmp_path / "out.jsonl", "--processes", "2")
    process = begin(*words, "--quiet")
    assert grown(tmp_path / "out.jsonl.part", process)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    said = process.communicate()[1].decode()
    nobody_left(process.pid)
    assert process.returncode == 130
    assert said.startswith("optimizer: stopped after ")
    assert said.endswith(" lines; the same command goes on from there\n")
    assert not (tmp_path / "out.jsonl").exists()
    process = begin(*words, "--quiet", "--progress")
    process.communicate()
    assert (tmp_path / "out.jsonl").read_bytes() == answers("suggest", SLOW)


def test_progress_on_standard_error(batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    from optimizer.apps.batch import progress

    monkeypatch.setattr(progress, "EVERY", 0.0)
    Path("in.jsonl").write_bytes(b"Bear 2/2\n" * 20)
    assert batch("in.jsonl", "out.jsonl").err == ""
    told = batch("in.jsonl", "out.jsonl", "--force", "--progress").err.splitlines()
    assert len(told) > 2
    assert " a second, 0:00 left" in told[0]
    assert told[-1].startswith("optimizer: 20 lines in 0:00, ")
    assert batch("in.jsonl", "out.jsonl", "--force", "--progress", "--quiet").err == ""


def test_a_bar_at_a_terminal(tmp_path: Path) -> None:
    from terminals import Terminal

    (tmp_path / "in.jsonl").write_bytes(b"Bear 2/2\nbad\n")
    terminal = Terminal("batch", str(tmp_path / "in.jsonl"), str(tmp_path / "out.jsonl"), "--command", "count")
    assert terminal.end() == 2
    assert "%" in terminal.seen
    assert "line 2: column 1: 'bad'" in terminal.seen
    assert "2 lines in 0:0" in terminal.seen
    assert "Traceback" not in terminal.seen


def test_memory_is_bounded_whatever_waits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """While the first chunk takes its time, others are answered, but no more than may be held."""
    file = tmp_path / "in"
    file.write_bytes(b"Bear 2/2\n" * 1000)
    monkeypatch.setattr(run, "HELD", 2000)
    monkeypatch.setattr(run, "MOST", 7)
    first: list[Task] = []
    most = 0

    class Late(Inline):
        def submit(self, task: Task) -> None:
            if first:
                super().submit(task)
            else:
                first.append(task)

        def trouble(self) -> str:  # asked once nothing else is under way
            nonlocal most
            most = batch.held
            super().submit(first[0])
            return ""

    from optimizer.apps.batch.journal import Reached
    from optimizer.apps.batch.progress import Progress
    from optimizer.apps.batch.writing import Mark, Output

    job = Job("count")
    with file.open("rb") as source, (tmp_path / "out").open("wb") as out:
        progress = Progress(print, None, 0, Reached().tally, plain=False, quiet=True)
        lines = LineSource("in", source, source, 9000)
        batch = run.Run(job, lines, Output(out, Mark(0, b"")), Late(job, 4, 0), progress, Reached(), None)
        batch.all()
        assert batch.tally.lines == 1000
    assert 2000 <= most < 4000
    assert len((tmp_path / "out").read_bytes().splitlines()) == 1000


def test_workers_are_found_where_they_are() -> None:
    assert os.getpid() in group(os.getpgrp())
