"""What the docs site needs beyond docs/: the pages that stand elsewhere in the project, the files that pages link to,
and the schemas. Links go by where a page stands in the project, so that they work there as well.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from optimizer.apps.schema import NAMES, VERSION, schema_of

__all__ = ["on_files", "on_page_markdown"]

ROOT = Path(__file__).parent.parent
PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "examples/README.md": "examples/index.md",
    "benchmarks/README.md": "benchmarks/index.md",
}
"""Pages outside of docs/, and where the site has them."""

FILES = ("examples/**/*", "benchmarks/results/*.png", "LICENSE")
"""Files outside of docs/ that pages may link to; the site has them at the same place."""

LINK = re.compile(r"(\]\()([^)\s:#]+)(#[^)\s]*)?(?=\))")
FENCE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.M | re.S)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages and files that stand elsewhere, and makes the schemas."""
    for source, place in PAGES.items():
        files.append(File.generated(config, place, abs_src_path=str(ROOT / source)))
    for place in copied():
        files.append(File.generated(config, place, abs_src_path=str(ROOT / place)))
    for name in NAMES:
        text = json.dumps(schema_of(name), indent=1) + "\n"
        files.append(File.generated(config, f"schema/{VERSION}/{name}.json", content=text))
    files.append(File.generated(config, "schema/index.md", content=schemas()))
    return files


def copied() -> list[str]:
    """The files outside of docs/ that the site has too."""
    found = {path for pattern in FILES for path in ROOT.glob(pattern) if path.is_file()}
    return sorted({path.relative_to(ROOT).as_posix() for path in found} - set(PAGES))


def schemas() -> str:
    """The page of the schemas."""
    rows = "\n".join(f"| [`{name}`]({VERSION}/{name}.json) | {schema_of(name)['title']} |" for name in NAMES)
    return f"""# Schemas

The JSON Schemas (draft 2020-12) of every document, request and answer, version {VERSION}, as `optimizer schema NAME`
prints them; [all in one]({VERSION}/all.json). [Versions](../versions.md) says what a version promises, [the engine's
page](../engine.md#schemas) what a schema can't say.

| name | of what |
| --- | --- |
{rows}
"""


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turns the links of a page, which lead through the project, into links through the site."""
    here = page.file.src_uri
    source = next((path for path, place in PAGES.items() if place == here), f"docs/{here}")

    def turned(match: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), match[2]))
        place = placed(target)
        if place is None:
            return match[0]
        return f"{match[1]}{posixpath.relpath(place, posixpath.dirname(here) or '.')}{match[3] or ''}"

    return "".join(part if code else LINK.sub(turned, part) for code, part in parts(markdown))


def placed(target: str) -> str | None:
    """Where the site has a file of the project; None where it hasn't."""
    if target in PAGES:
        return PAGES[target]
    if target.startswith("docs/"):
        return target.removeprefix("docs/")
    return target if target in copied() else None


def parts(markdown: str) -> Iterator[tuple[bool, str]]:
    """A text in parts, each with whether it is code."""
    end = 0
    for match in FENCE.finditer(markdown):
        yield False, markdown[end : match.start()]
        yield True, match[0]
        end = match.end()
    yield False, markdown[end:]
