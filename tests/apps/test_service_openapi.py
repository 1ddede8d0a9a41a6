"""The service held against its own OpenAPI document."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("schemathesis")

from fastapi import FastAPI
from jsonschema import Draft202012Validator
from services import Served, served

from optimizer.apps.commands import COMMANDS
from optimizer.apps.http import openapi
from optimizer.apps.http.examples import EXAMPLES
from optimizer.apps.http.settings import Settings
from optimizer.apps.schema import references

BIN = Path(sys.executable).parent
TOKEN = "swordfish"

CONFIG = """
seed = 1
workers = 1
continue-on-failure = true
headers = { Authorization = "Bearer swordfish" }

[generation]
max-examples = 15

[checks.positive_data_acceptance]  # readers refuse more than a schema can say (optimizer/apps/schema), as 422
expected-statuses = ["2xx", "422"]

[[operations]]  # tens of thousands of cases: run by hand (docs/service.md)
include-path-regex = "^/v1/(?!schema)"
phases.coverage.enabled = false
"""


@pytest.fixture(scope="module")
def service() -> Iterator[Served]:
    with served("--workers", "2", "--time-limit", "1", "--token", TOKEN) as one:
        yield one


def test_schemathesis_finds_nothing(service: Served, tmp_path: Path) -> None:
    (tmp_path / "schemathesis.toml").write_text(CONFIG, "utf-8")
    command = [str(BIN / "schemathesis"), "--no-color", "run", f"{service.address}openapi.json"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-5000:] + run.stderr[-2000:]
    assert "Tested: 10" in run.stdout
    assert service.metric("optimizer_worker_restarts_total") == 0


@pytest.fixture(scope="module")
def document(service: Served) -> Any:
    return service.client.get("/openapi.json").json()


def test_every_reference_is_to_a_schema_that_is_there(document: Any) -> None:
    found = set(references(document))
    assert found <= document["components"]["schemas"].keys()
    assert found >= {f"{verb}-{part}" for verb in COMMANDS for part in ("body", "response")}
    assert "$defs" not in json.dumps(document)
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("verb", COMMANDS)
def test_examples_and_limits_are_in_the_document(document: Any, verb: str) -> None:
    operation = document["paths"][f"/v1/{verb}"]["post"]
    content = operation["requestBody"]["content"]["application/json"]
    validator = Draft202012Validator({**content["schema"], "components": document["components"]})
    examples = [one["value"] for one in content["examples"].values()]
    assert examples == list(EXAMPLES[verb].values())
    for example in examples:
        assert list(validator.iter_errors(example)) == []
    whole = examples[0]
    asked = {"document": whole["document"] if isinstance(whole, dict) and "document" in whole else whole}
    assert validator.is_valid({**asked, "limit_ms": 1000})
    assert not validator.is_valid({**asked, "limit_ms": 1001})
    assert operation["security"] == [{"token": []}]


def test_what_is_not_set_is_not_in_the_document() -> None:
    app = FastAPI()
    assert app.openapi_version.startswith("3.1")
    assert "securitySchemes" not in openapi.components(Settings())
    for settings, statuses in ((Settings(), set()), (Settings(token="x", hosts=frozenset()), {401, 421})):
        operation = openapi.of_verb("count", settings)
        assert statuses == {401, 421} & set(operation["responses"])
    assert json.dumps(openapi.components(Settings(time_limit=7)))  # it can be written
