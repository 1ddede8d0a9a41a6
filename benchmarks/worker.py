"""Takes one measure in this process: `python -m benchmarks.worker NAME REPEAT`. The reading goes to standard output."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path

from .clock import control, pin, side_by_side
from .measures import Measure, named
from .reading import Reading, reading_of

__all__ = ["take"]

WARM = 2


def here(measure: Measure, repeat: int) -> Reading:
    """Takes a measure in this process."""
    if measure.pinned:
        pin()
    call, amount = measure.prepare(WARM + repeat)
    sample, other = side_by_side([call, control], repeat=repeat, warm=0 if measure.unit == "MB" else WARM)
    peak = round(peak_mb(children=measure.name.startswith("start.")), 1)
    return reading_of(measure.name, measure.what, measure.unit, amount, sample, other, peak_mb=peak)


def peak_mb(*, children: bool) -> float:
    """The most memory that this process, or one of its children, held.

    On Linux ru_maxrss also has what the process held that this one was forked from, so its own is read elsewhere.
    """
    status = Path("/proc/self/status")
    if not children and status.exists():
        line = next(line for line in status.read_text(encoding="utf-8").splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    who = resource.RUSAGE_CHILDREN if children else resource.RUSAGE_SELF
    return resource.getrusage(who).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def take(measure: Measure, repeat: int | None = None) -> Reading:
    """Takes a measure in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.worker", measure.name, str(repeat or measure.repeat)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{measure.name}: {done.stderr[-2000:]}")
    return Reading(**json.loads(done.stdout.splitlines()[-1]))


if __name__ == "__main__":
    print(json.dumps(here(named(sys.argv[1]), int(sys.argv[2])).to_dict()))
