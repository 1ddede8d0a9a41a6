"""Batches for the tests: requests of many kinds, what `--lines` answers to them, and runs in processes of their own."""

from __future__ import annotations

import io
import json
import random
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from command_line import SLIME
from places import ROOT

from benchmarks import families
from optimizer.apps import lines
from optimizer.apps.commands import COMMANDS
from optimizer.apps.requests import Options

TIME = re.compile(rb', "time_ms": [0-9.e+-]+')


def requests(many: int, seed: int = 1) -> bytes:
    """Requests, one a line: combats, notation, wrong ones, blank lines."""
    rng = random.Random(seed)
    kinds = [
        lambda n: json.dumps({"id": n, "document": families.typical(n)}),
        lambda n: json.dumps({"id": f"é{n}", "document": SLIME}, ensure_ascii=False),
        lambda n: f"Wurm {n % 7}/4 trample <- Bear 2/2, Wall 0/3",
        lambda n: json.dumps({"id": n, "document": "Slime 2/"}),
        lambda _: "",
    ]
    return "".join(f"{rng.choices(kinds, [6, 2, 2, 1, 1])[0](n)}\n" for n in range(many)).encode()


def answers(command: str, text: bytes) -> bytes:
    """What `--lines` says, without times."""
    out = io.StringIO()
    lines.stream(io.BytesIO(text), out, lines.answerer(COMMANDS[command], Options(), None))
    return TIME.sub(b"", out.getvalue().encode())


def begin(*words: str | Path, **settings: Any) -> subprocess.Popen[bytes]:
    """`optimizer batch`, in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "optimizer", "batch", *map(str, words)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, **settings,
    )  # fmt: skip


def grown(file: Path, process: subprocess.Popen[bytes], size: int = 0) -> bool:
    """Waits until a file is larger; False where the process ends before."""
    end = time.monotonic() + 60
    while process.poll() is None:
        try:
            if file.stat().st_size > size:
                return True
        except FileNotFoundError:
            pass
        assert time.monotonic() < end, "it never grows"
        time.sleep(0.005)
    return False


def group(leader: int) -> list[int]:
    """The processes of a process group that are still running."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(") ")[2].split()
        except OSError:  # it has just ended
            continue
        if int(fields[2]) == leader and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def nobody_left(leader: int) -> None:
    """Waits until a process group is empty."""
    end = time.monotonic() + 60
    while left := group(leader):
        assert time.monotonic() < end, f"{left} still run"
        time.sleep(0.01)


def workers(leader: int) -> list[int]:
    """The processes of a batch that solve."""
    found = []
    for pid in group(leader):
        try:
            words = Path(f"/proc/{pid}/cmdline").read_bytes()
            parent = int(Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()[1])
        except OSError:
            continue
        if b"forkserver" in words and parent != leader:
            found.append(pid)
    return found
