"""Versions (docs/versions.md): the schemas that are published, and the package's number wherever it stands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from places import ROOT

import optimizer
from optimizer.apps.schema import VERSION, __main__, schema_of
from optimizer.apps.schema.compatible import breaks

PUBLISHED = ROOT / "docs" / "schema" / str(VERSION) / "all.json"

Change = Callable[[dict[str, Any]], object]


def test_the_published_schemas_are_those_of_the_code() -> None:
    """`python -m optimizer.apps.schema docs/schema` writes them anew where they only grew."""
    assert breaks(json.loads(PUBLISHED.read_text("utf-8")), schema_of(None)) == []
    assert PUBLISHED.read_text("utf-8") == __main__.written()


def changed(change: Change) -> list[str]:
    """What breaks where the schemas of everything change so."""
    new = deepcopy(schema_of(None))
    change(new["$defs"])
    return breaks(schema_of(None), new)


ADDITIONS: list[Change] = [
    lambda defs: defs.update(more={}),
    lambda defs: defs["combat"]["properties"].update(more={"type": "string"}),
    lambda defs: defs["combat"]["properties"]["rules"]["enum"].append("future"),
    lambda defs: defs["combat"]["properties"]["rules"].update(description="in other words"),
    lambda defs: defs["combat"].update(required=[]),
    lambda defs: defs["document"]["anyOf"].append({"type": "number"}),
    lambda defs: defs["suggest-answer"]["properties"].update(more={}),
    lambda defs: defs["suggest-answer"]["required"].append("more"),
]
BREAKS: list[tuple[Change, str]] = [
    (lambda defs: defs.pop("line"), "line"),
    (lambda defs: defs["combat"]["properties"].pop("step"), "combat.properties.step"),
    (lambda defs: defs["combat"]["properties"]["rules"]["enum"].pop(), "combat.properties.rules.enum"),
    (lambda defs: defs["combat"]["required"].append("step"), "combat.required"),
    (lambda defs: defs["combat"].update(minProperties=3), "combat.minProperties"),
    (lambda defs: defs["combat"].pop("additionalProperties"), "combat.additionalProperties"),
    (lambda defs: defs["document"]["anyOf"].pop(), "document.anyOf"),
    (lambda defs: defs["suggest-answer"]["required"].remove("bound"), "suggest-answer.required"),
    (lambda defs: defs["suggest-answer"]["properties"]["score"].update(type="string"),
     "suggest-answer.properties.score.type"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(ADDITIONS)))
def test_additions_keep_the_version(number: int) -> None:
    assert changed(ADDITIONS[number]) == []


@pytest.mark.parametrize(("change", "place"), BREAKS, ids=[place for _, place in BREAKS])
def test_everything_else_raises_it(change: Change, place: str) -> None:
    assert changed(change) == [place]


def test_the_file_is_only_added_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / str(VERSION) / "all.json"
    assert __main__.main(tmp_path) == 0
    assert file.read_text("utf-8") == PUBLISHED.read_text("utf-8")
    fewer = schema_of(None)
    fewer["$defs"].pop("line")
    file.write_text(json.dumps(fewer), "utf-8")
    assert __main__.main(tmp_path) == 0
    more = schema_of(None)
    more["$defs"]["gone"] = {}
    file.write_text(json.dumps(more), "utf-8")
    assert __main__.main(tmp_path) == 1
    assert "gone is more than an addition: raise optimizer.apps.schema.VERSION" in capsys.readouterr().err
    assert json.loads(file.read_text("utf-8")) == more


def test_the_package_says_its_version_once() -> None:
    assert 'dynamic = ["version"]' in (ROOT / "pyproject.toml").read_text("utf-8")
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"\n## [{optimizer.__version__}] - " in changes
    assert changes.index("\n## [") == changes.index(f"\n## [{optimizer.__version__}]")


def test_nothing_proposes_to_install_somebody_elses_package() -> None:
    """`optimizer` on PyPI is another package: what people are told to install has the distribution's own name."""
    files = [file for folder in ("optimizer", "benchmarks", "docs") for file in (ROOT / folder).rglob("*")]
    texts = [file for file in [*files, ROOT / "README.md"] if file.suffix in {".py", ".md", ".js", ".html"}]
    wrong = re.compile(r"""install (-\S+ )*["']?optimizer\b""")
    assert len(texts) > 300
    assert [str(file) for file in texts if wrong.search(file.read_text("utf-8"))] == []
