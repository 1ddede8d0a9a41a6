"""What the OpenAPI document says of each operation, from the schemas that readers follow (optimizer/apps/schema)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from ...formats.schema.shapes import INTEGER, TEXT, either, nullable, record, ref, word
from ..commands import COMMANDS
from ..schema import NAMES, schema_of
from ..schema.exchanges import DOCUMENT, IDENT, LIMIT_MS, answer, request
from .examples import EXAMPLES
from .problems import KINDS, MEDIA_TYPE
from .settings import Settings

__all__ = ["components", "of_health", "of_metrics", "of_schema", "of_verb", "rewritten"]

Schema = dict[str, Any]

BEST: Final = ("suggest", "blocks", "attacks")

SUMMARIES: Final[Mapping[str, str]] = {
    "suggest": "The best line of a combat, with its proof",
    "legal": "The legal assignments of a combat, or the legal declarations on a board",
    "count": "How many legal assignments or declarations there are",
    "check": "Whether an assignment or a declaration is legal, with every rule that it breaks",
    "resolve": "What the two assignments of a step do",
    "blocks": "The best blocks on a board",
    "attacks": "The best attacks on a board",
}

HEADERS: Final[Mapping[int, str]] = {401: "WWW-Authenticate", 429: "Retry-After", 503: "Retry-After"}
SCHEMAS: Final = "#/components/schemas/"
PROBLEM: Final = "problem"
TOKEN: Final = "token"
JSON: Final = "application/json"


def of_verb(verb: str, settings: Settings) -> dict[str, Any]:
    """A verb's operation, as FastAPI takes it."""
    refused = [400, 408, 413, 415, 422, 429, 500, 503]
    return {
        "summary": SUMMARIES[verb],
        "tags": ["What is best" if verb in BEST else "What is legal, and what comes of it"],
        "operation_id": verb,
        "responses": {200: answered(f"{verb}-response"), **problems(refused, settings)},
        "openapi_extra": {
            "requestBody": {
                "required": True,
                "content": {JSON: {"schema": ref(f"{verb}-body"), "examples": examples(verb)}},
            },
            **security(settings),
        },
    }


def of_schema(settings: Settings) -> dict[str, Any]:
    """The operation that gives schemas."""
    name = {"name": "name", "in": "query", "schema": word(*NAMES), "description": "left out: all of them"}
    return {
        "summary": "The JSON Schema of a document, a request or an answer",
        "tags": ["The service"],
        "operation_id": "schema",
        "responses": {200: answered({"type": "object", "required": ["$schema", "$id"]}), **problems([422], settings)},
        "openapi_extra": {"parameters": [name], **security(settings)},
    }


def of_health(settings: Settings) -> dict[str, Any]:
    """The operation that says whether the service can answer."""
    told = record({"status": word("ok", "draining", "no worker"), "version": TEXT, "workers": INTEGER})
    return {
        "summary": "Whether the service can answer",
        "tags": ["The service"],
        "operation_id": "healthz",
        "responses": {200: answered(told), 503: answered(told, "It can't"), **problems([], settings, token=False)},
    }


def of_metrics(settings: Settings) -> dict[str, Any]:
    """The operation that Prometheus asks for."""
    return {
        "summary": "Metrics for Prometheus",
        "tags": ["The service"],
        "operation_id": "metrics",
        "responses": {
            200: {"description": "In Prometheus' text format", "content": {"text/plain": {"schema": TEXT}}},
            **problems([], settings),
        },
        "openapi_extra": security(settings),
    }


def components(settings: Settings) -> dict[str, Any]:
    """What operations refer to."""
    everything = schema_of(None)["$defs"]
    schemas = {
        **{name: schema for name, schema in everything.items() if not name.startswith("rpc-")},
        **{f"{verb}-body": body(verb, settings) for verb in COMMANDS},
        **{f"{verb}-response": with_ident(answer(verb)) for verb in COMMANDS},
        PROBLEM: problem(),
    }
    scheme = {TOKEN: {"type": "http", "scheme": "bearer"}}
    return {"schemas": schemas, **({"securitySchemes": scheme} if settings.token else {})}


def body(verb: str, settings: Settings) -> Schema:
    """What a verb's body may hold: a request or a bare document."""
    shape = request(verb)
    fields = shape["properties"] | {"limit_ms": LIMIT_MS}
    for name, factor in (("limit_ms", 1000), ("time_limit", 1), ("time-limit", 1)):
        if name in fields:
            fields[name] = nullable(fields[name]["anyOf"][0] | {"maximum": settings.time_limit * factor})
    asked = shape | {"title": f"A request to {verb}", "properties": fields}
    return either(asked, DOCUMENT[COMMANDS[verb].on])


def with_ident(schema: Schema) -> Schema:
    """An answer, with the request's `id` where it had one."""
    if "anyOf" in schema:
        return schema | {"anyOf": [with_ident(one) for one in schema["anyOf"]]}
    return schema | {"properties": {"id": IDENT, **schema["properties"]}}


def problem() -> Schema:
    """Problem details."""
    fields = {
        "type": word(*(f"/problems/{kind}" for kind in KINDS)),
        "title": TEXT,
        "status": INTEGER,
        "detail": TEXT,
        "field": TEXT | {"description": "the part of the request that is wrong: a path, or the name of a parameter"},
    }
    return {"title": "A problem (RFC 9457)", **record(fields, ["field"])}


def problems(statuses: Iterable[int], settings: Settings, *, token: bool = True) -> dict[int | str, dict[str, Any]]:
    """The responses with problem details, those of the gate as well."""
    gate = [*([401] if token and settings.token else []), *([421] if settings.hosts is not None else [])]
    return {status: told(status) for status in sorted({*statuses, *gate})}


def told(status: int) -> dict[str, Any]:
    """A response with problem details."""
    titles = [kind.title for kind in KINDS.values() if kind.status == status]
    header = HEADERS.get(status)
    return {
        "description": " or ".join(titles),
        **({"headers": {header: {"schema": TEXT, "required": status == 401}}} if header else {}),
        "content": {MEDIA_TYPE: {"schema": ref(PROBLEM)}},
    }


def answered(schema: str | Schema, description: str = "The answer") -> dict[str, Any]:
    """A response in JSON: a schema, or the name of one."""
    shape = ref(schema) if isinstance(schema, str) else schema
    return {"description": description, "content": {JSON: {"schema": shape}}}


def examples(verb: str) -> dict[str, Any]:
    """A verb's examples."""
    return {
        summary.lower().replace(" ", "-"): {"summary": summary, "value": value}
        for summary, value in EXAMPLES[verb].items()
    }


def security(settings: Settings) -> dict[str, Any]:
    """That an operation needs the token, where there is one."""
    return {"security": [{TOKEN: []}]} if settings.token else {}


def rewritten(part: Any) -> Any:
    """A part of the document whose references are to its components."""
    if isinstance(part, list):
        return [rewritten(element) for element in part]
    if isinstance(part, dict):
        return {
            key: SCHEMAS + value.rpartition("/")[2] if key == "$ref" else rewritten(value)
            for key, value in part.items()
        }
    return part
