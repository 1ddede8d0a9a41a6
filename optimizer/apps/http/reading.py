"""The pages for those who write programs: the API's description to try out, and what each problem means."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Final

from .problems import KINDS

__all__ = ["ASSETS", "DOCS", "START", "page_of_problem", "page_of_problems"]

ASSETS: Final = Path(str(files("fastapi_offline"))) / "static"
"""Swagger UI's own files, as that package ships them."""

DOCS: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>optimizer: the service's API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<noscript><a href="/openapi.json">The API's description (OpenAPI)</a></noscript>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
"""

START: Final = """SwaggerUIBundle({ url: "/openapi.json", dom_id: "#docs", deepLinking: true, validatorUrl: null });
"""

PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="data:,">
</head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""


def page_of_problem(kind: str) -> str:
    """What a problem means; KeyError for another."""
    status, title, advice = KINDS[kind]
    body = f"<p>Status {status}. {escape(advice)}</p>\n<p><a href='/problems'>All problems</a></p>"
    return PAGE.format(title=escape(title), body=body)


def page_of_problems() -> str:
    """All problems."""
    rows = "\n".join(
        f"<dt><a href='/problems/{name}'>{kind.status} {escape(kind.title)}</a></dt><dd>{escape(kind.advice)}</dd>"
        for name, kind in KINDS.items()
    )
    return PAGE.format(title="Problems that the service answers with", body=f"<dl>\n{rows}\n</dl>")
