"""How soon the page answers, in real Chromium: from a change of a combat to the first answer drawn, and to the last."""

from __future__ import annotations

import contextlib
import random
import shutil
import statistics
import tempfile
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from .load.run import server

__all__ = ["AIM", "Answered", "NoBrowser", "measure"]

AIM: Final = 0.1
"""Seconds to the first answer."""

PATIENCE: Final = 60
REPEATS: Final = 5
KEYWORDS: Final = ("trample", "deathtouch", "first strike", "flying", "lifelink", "menace", "reach")
SWITCHES: Final = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip

PUT: Final = """
const [sheet, done] = arguments;
const held = await import(new URL("static/js/sheet.js", location.href));
performance.clearMeasures();
held.start(sheet);
const seen = new PerformanceObserver(() => {
  const took = (name) => performance.getEntriesByName(name)[0]?.duration;
  if (took("last answer") === undefined) return;
  seen.disconnect();
  done([took("first answer"), took("last answer"), document.getElementById("headline").textContent]);
});
seen.observe({ entryTypes: ["measure"] });
"""


class NoBrowser(Exception):
    """Chromium or its driver isn't installed."""


class Answered(NamedTuple):
    """A sheet: seconds to the first answer at the median and at most, to the last at the median; the answer."""

    name: str
    first: float
    most: float
    last: float
    told: str


def measure(repeats: int = REPEATS) -> Iterator[Answered]:
    """Each sheet in turn, some times."""
    with server() as one, chromium() as driver:
        driver.get(f"http://127.0.0.1:{one.port}/")
        driver.set_script_timeout(PATIENCE)
        for name, sheet in sheets(driver):
            taken = [driver.execute_async_script(PUT, sheet) for _ in range(repeats)]
            firsts = [first / 1000 for first, _, _ in taken]
            last = statistics.median(last / 1000 for _, last, _ in taken)
            yield Answered(name, statistics.median(firsts), max(firsts), last, taken[-1][2])


def sheets(driver: Any) -> Iterator[tuple[str, Any]]:
    """The page's examples, and large combats and boards."""
    code = "const done = arguments[0]; fetch('static/examples.json').then((one) => one.json()).then(done)"
    for one in driver.execute_async_script(code):
        yield one["name"], one["sheet"]
    for size, shared in ((10, 1), (20, 1), (20, 3)):
        yield f"damage, {size} a side, up to {shared} blocked each", drawn(size, "damage", shared)
    for size in (8, 20):
        yield f"blocks, {size} a side", drawn(size, "blocks")
        yield f"attacks, {size} a side", drawn(size, "attacks")


def drawn(size: int, stage: str, shared: int = 1) -> dict[str, Any]:
    """A combat or board at random, the same each time."""
    rng = random.Random(f"{size} {stage} {shared}")

    def creature(ident: str) -> dict[str, Any]:
        words = [word for word in KEYWORDS if rng.random() < 0.12]
        return {"id": ident, "power": rng.randint(1, 5), "toughness": rng.randint(1, 5), "keywords": words}

    ours = [creature(f"a{n}") for n in range(size)]
    theirs = [creature(f"b{n}") for n in range(size)]
    if stage == "damage":
        for one in theirs:
            one["blocks"] = rng.sample([other["id"] for other in ours], rng.randint(1, shared))
    return {"stage": stage, "ours": ours, "theirs": theirs}


@contextlib.contextmanager
def chromium() -> Iterator[Any]:
    """A browser."""
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        raise NoBrowser("install Debian's chromium and chromium-driver")
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = Options()
        options.binary_location = chromium
        for switch in (*SWITCHES, f"--user-data-dir={profile}"):
            options.add_argument(switch)
        found = webdriver.Chrome(options=options, service=Service(driver))
        try:
            yield found
        finally:
            found.quit()
