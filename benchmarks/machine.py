"""On what a run was made: the machine, the versions, the commit."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import subprocess
import time
from pathlib import Path
from typing import Any

__all__ = ["machine"]

PACKAGES = ("optimizer", "numpy", "ortools", "highspy", "matplotlib")


def machine() -> dict[str, Any]:
    """Everything that a reader of the figures may ask for."""
    versions: dict[str, str | None] = {}
    for package in PACKAGES:
        try:
            versions[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            versions[package] = None
    return {
        "when": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "processor": processor(),
        "processors": os.cpu_count(),
        "load": [round(one, 2) for one in os.getloadavg()] if hasattr(os, "getloadavg") else None,
        "system": platform.platform(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "compiler": first_line("gcc", "--version"),
        "versions": versions,
        "commit": first_line("git", "describe", "--always", "--dirty"),
    }


def processor() -> str:
    """The name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def first_line(*command: str) -> str | None:
    """What a command says first; None where it isn't there."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, cwd=Path(__file__).parent, timeout=10
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.partition("\n")[0] or None
