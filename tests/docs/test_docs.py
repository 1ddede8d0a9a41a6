"""docs/rules-handled.md and the code: every place the page names is there, every rule the code cites is on the page."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from handled_rules import PAGE, PLACES, ROWS, rules_in
from places import ROOT

from optimizer.formats.json import fields


@cache
def text_of(path: str) -> str:
    """A file of the project."""
    return (ROOT / path).read_text("utf-8")


def test_rules_in() -> None:
    assert list(rules_in("(510.1a to d), 704.5f, g; 120.10 and (615)")) == [
        "510.1a", "510.1b", "510.1c", "510.1d", "704.5f", "704.5g", "120.10", "615",
    ]  # fmt: skip


@pytest.mark.parametrize(("path", "name"), PLACES)
def test_every_place_exists(path: str, name: str) -> None:
    assert re.search(rf"^ *(?:def|class) {name}\b|^{name}(?:: \w+)?[ =]", text_of(path), re.M)


def test_every_row_has_its_places() -> None:
    assert len(ROWS) > 80
    for number, _, code, shown in ROWS:
        assert code.startswith("`optimizer/"), number
        assert shown.startswith(("`tests/", "this page")), number


@pytest.mark.parametrize("path", sorted((ROOT / "optimizer").rglob("*.py")), ids=lambda path: path.stem)
def test_every_rule_cited_is_on_the_page(path: Path) -> None:
    assert not {*rules_in(path.read_text("utf-8"))} - {*rules_in(PAGE), *(row[0] for row in ROWS)}


def test_the_page_of_documents_has_every_field() -> None:
    page = (ROOT / "docs" / "documents.md").read_text("utf-8")
    top, creature = (re.findall(r"^\| (`.+?) \|", part, re.M) for part in page.split("| of a creature |"))
    assert set(re.findall(r"`(\w+)`", " ".join(top))) == {field.name for field in fields.COMBAT}
    known = {field.name for table in (fields.ATTACKER, fields.BLOCKER) for field in table}
    assert set(re.findall(r"`(\w+)`", " ".join(creature))) == known
