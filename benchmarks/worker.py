"""Takes one measure in this process: `python -m benchmarks.worker NAME REPEAT`. The reading goes to standard output."""

from __future__ import annotations

import json
import resource
import subprocess
import sys

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
    who = resource.RUSAGE_CHILDREN if measure.name.startswith("start.") else resource.RUSAGE_SELF
    peak = resource.getrusage(who).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    return reading_of(measure.name, measure.what, measure.unit, amount, sample, other, peak_mb=round(peak, 1))


def take(measure: Measure, repeat: int | None = None) -> Reading:
    """Takes a measure in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.worker", measure.name, str(repeat or measure.repeat)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{measure.name}: {done.stderr[-2000:]}")
    return Reading(**json.loads(done.stdout.splitlines()[-1]))


if __name__ == "__main__":
    print(json.dumps(here(named(sys.argv[1]), int(sys.argv[2])).to_dict()))
