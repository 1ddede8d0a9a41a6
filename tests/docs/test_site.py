"""The docs site: it builds without a warning, its links lead somewhere, and it asks nobody else for anything."""

from __future__ import annotations

import doctest
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from places import ROOT

from optimizer.apps.schema import NAMES, VERSION, schema_of

NEEDED = ("mkdocs", "material", "mkdocstrings_handlers")

pytestmark = pytest.mark.skipif(not all(map(find_spec, NEEDED)), reason="the extra `docs` brings mkdocs-material")


class Read(HTMLParser):
    """The anchors of a page, what it links to, and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attributes}
        self.anchors |= {named[name] for name in ("id", "name") if name in named}
        if tag == "a" and "href" in named:
            self.links.append(named["href"])
        self.loaded += [named[name] for name in ("src", "srcset", "data") if name in named]
        if tag == "link" and named.get("rel") not in ("next", "prev", "canonical"):
            self.loaded.append(named["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert "WARNING" not in run.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Read]:
    return {path: Read(path.read_text("utf-8")) for path in sorted(site.rglob("*.html")) if path.name != "404.html"}


def broken(page: Path, read: Read, pages: dict[Path, Read]) -> Iterator[str]:
    """The links of a page that lead nowhere."""
    for link in read.links + read.loaded:
        target = urlsplit(link)
        if target.scheme:
            continue
        place = Path(os.path.normpath(page.parent / unquote(target.path))) if target.path else page
        found = pages.get(place)
        if not place.exists() or (target.fragment and found and unquote(target.fragment) not in found.anchors):
            yield link


def test_every_page_of_the_docs_is_there(pages: dict[Path, Read], site: Path) -> None:
    expected = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    elsewhere = {
        Path(f"{name}.html") for name in ("index", "changelog", "contributing", "examples/index", "benchmarks/index")
    }
    assert {path.relative_to(site) for path in pages} == expected | elsewhere | {Path("schema/index.html")}


def test_links_lead_somewhere(pages: dict[Path, Read]) -> None:
    assert [(path.name, link) for path, read in pages.items() for link in broken(path, read, pages)] == []


def test_nothing_is_loaded_from_elsewhere(pages: dict[Path, Read]) -> None:
    loaded = {link for read in pages.values() for link in read.loaded}
    assert any(link.endswith(".js") for link in loaded)
    assert [link for link in loaded if urlsplit(link).scheme not in ("", "data") or link.startswith("//")] == []


def test_docstrings_are_there_with_their_sessions(site: Path) -> None:
    text = (site / "api" / "boards.html").read_text("utf-8")
    assert 'id="optimizer.search.blocks.best_blocks.best_blocks"' in text
    assert 'class="language-pycon highlight"' in text
    assert "&gt;&gt;&gt;</p>" not in text


def test_the_site_s_own_doctests() -> None:
    from website import doctests

    assert doctest.testmod(doctests) == (0, 1)


def test_the_schemas_are_files(site: Path) -> None:
    for name in NAMES:
        assert json.loads((site / "schema" / str(VERSION) / f"{name}.json").read_text("utf-8")) == schema_of(name)
