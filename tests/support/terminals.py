"""Runs the command line at a pseudo-terminal, and in a pipe."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from places import ROOT

CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
TIME = re.compile(r"[0-9.]+ ms")
GUARD = str(ROOT / "examples" / "palace-guard.json")
TRAMPLER = "Wurm 6/4 trample <- Bear 2/2, Wall 0/3 defender | defender 12"


class Terminal:
    """The command line in a process at a pseudo-terminal."""

    def __init__(self, *words: str, columns: int = 80, **environment: str) -> None:
        import fcntl
        import pty
        import struct
        import termios

        self.main, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        inherited = {
            name: value
            for name, value in os.environ.items()
            if name not in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "COLORTERM")
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "optimizer", *words], stdin=other, stdout=other, stderr=other, cwd=ROOT,
            env={**inherited, "TERM": "xterm-256color", **environment}, start_new_session=True,
        )  # fmt: skip
        os.close(other)
        self.seen = ""

    def until(self, wanted: str, seconds: float = 60) -> str:
        """Reads until something is there that wasn't before; what was read."""
        end, start = time.monotonic() + seconds, len(self.seen)
        while wanted not in self.seen[start:]:
            assert time.monotonic() < end, self.seen
            if not self.read():
                break
        assert wanted in self.seen[start:], self.seen
        return self.seen[start:]

    def read(self) -> bool:
        """Reads what there is; False at the end."""
        if not select.select([self.main], [], [], 0.2)[0]:
            return True
        try:
            held = os.read(self.main, 65536)
        except OSError:
            return False
        self.seen += held.decode().replace("\r\n", "\n")
        return bool(held)

    def type(self, words: str) -> None:
        os.write(self.main, f"{words}\n".encode())

    def interrupt(self) -> None:
        """Ctrl-C, once the process sleeps at its prompt: Python drops an interrupt between a prompt and its read."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        end = time.monotonic() + 60
        while stat.exists() and stat.read_text().rpartition(") ")[2][0] != "S":
            assert time.monotonic() < end, "it never waits for input"
            time.sleep(0.01)
        self.process.send_signal(signal.SIGINT)

    def end(self) -> int:
        """Reads to the end; the exit code."""
        until = time.monotonic() + 60
        while self.read():
            if time.monotonic() > until:
                self.process.kill()
                raise AssertionError(f"it doesn't end: {self.seen}")
            if self.process.poll() is not None and not select.select([self.main], [], [], 0)[0]:
                break
        code = self.process.wait(timeout=60)
        os.close(self.main)
        return code


at_a_terminal = pytest.mark.skipif(not Path("/dev/ptmx").exists(), reason="no pseudo-terminals here")


def shown(*words: str, columns: int = 80, **environment: str) -> str:
    """What a command shows at a terminal."""
    terminal = Terminal(*words, columns=columns, **environment)
    terminal.end()
    return TIME.sub("... ms", terminal.seen)


def piped(*words: str, columns: int = 80) -> str:
    """What a command prints in a pipe."""
    environment = {**os.environ, "COLUMNS": str(columns)}
    out = subprocess.run(
        [sys.executable, "-m", "optimizer", *words], capture_output=True, text=True, cwd=ROOT, env=environment,
        check=False, timeout=60,
    ).stdout  # fmt: skip
    return TIME.sub("... ms", out)
