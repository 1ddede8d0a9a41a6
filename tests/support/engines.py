"""Requests to the engine, and an engine process as another program has it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from places import ROOT

from optimizer.formats.json.jsontext import encode

__all__ = ["COUNTED", "ENDLESS", "HARD", "ROOT", "SLIME", "Process", "call"]

SLIME = "Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2"
COUNTED = {"step": "regular", "attacking": 3, "defending": 1, "not_counted": []}
ENDLESS = "W 2000/1 <- A 1/1, B 1/1, C 1/1, D 1/1"
ALL = range(8)
HARD = {  # 8 by 8, all block all: out of reach for `count`, and more than anyone can list
    "attackers": [{"id": f"a{n}", "power": 50 + n, "toughness": 4, "keywords": ["trample"]} for n in ALL],
    "blockers": [{"id": f"b{n}", "power": 2, "toughness": 25 + n, "blocks": [f"a{m}" for m in ALL]} for n in ALL],
}


def call(method: str, ident: Any = 1, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": ident, "method": method, "params": params}


class Process:
    """An engine as another program has it."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "optimizer", "engine", *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
        )  # fmt: skip

    def send(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def ask(self, line: Any) -> Any:
        assert self.process.stdout is not None
        self.send(line if isinstance(line, bytes) else encode(line).encode())
        return json.loads(self.process.stdout.readline())

    def resident(self) -> int:
        """The memory it holds, in kB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("ascii")
        return int(status.partition("VmRSS:")[2].split()[0])

    def end(self) -> tuple[bytes, bytes, int]:
        out, err = self.process.communicate(timeout=60)
        return out, err, self.process.returncode
