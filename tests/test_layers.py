"""The rooms of the package and what may import what: `model <- rules <- formats, search <- report <- apps`."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final, NamedTuple

PACKAGE: Final = Path(__file__).parent.parent / "optimizer"
LAYERS: Final = {
    "model": 0,
    "rules": 1,
    "formats": 2,
    "search": 2,
    "report": 3,
    "optimizer": 4,
    "apps": 5,
    "__main__": 6,
}
"""A room may import its own files and lower rooms; formats and search don't know of each other. `optimizer` is the
package's own file, which hands out what stands in the rooms below the apps."""

FACADE: Final = {
    "optimizer": set[str](),
    "model.combat": {"Combat.from_document", "Combat.from_json", "Combat.to_document", "Combat.parse", "Combat.__str__",
                     "Combat.table", "Combat.legal_assignments", "Combat.violations", "Combat.resolve"},
    "model.board": {"Board.__str__", "Board.to_document", "DeclareBlockers.from_document",
                    "DeclareBlockers.parse", "DeclareBlockers.legal_declarations", "DeclareAttackers.from_document",
                    "DeclareAttackers.parse",
                    "DeclareAttackers.legal_declarations"},
}  # fmt: skip
"""The methods of models that import what does their work when they are called; types they name are imported freely."""

MOST_IN_A_CIRCLE: Final = 25
MOST_SHARED_NAMES: Final = 12


class Import(NamedTuple):
    """One import of a module of the package by another: in which function or method, or for types only."""

    name: str
    target: str
    scope: str
    types: bool

    @property
    def facade(self) -> bool:
        return self.name in FACADE and (self.types or self.scope in FACADE[self.name])


@cache
def modules() -> dict[str, ast.Module]:
    """Every module by its name within the package; the root is `optimizer`."""
    return {name_of(path): ast.parse(path.read_text("utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts) or "optimizer"


def room(name: str) -> str:
    """The room a module stands in."""
    return name.partition(".")[0]


@cache
def imports() -> tuple[Import, ...]:
    return tuple(found for name in modules() for found in imports_of(name, modules()[name], "", types=False))


def imports_of(name: str, node: ast.AST, scope: str, *, types: bool) -> Iterator[Import]:
    """The imports below a node, which stands in a function or method or in none."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ImportFrom):
            for target in targets(name, child):
                yield Import(name, target, scope, types)
        elif isinstance(child, ast.Import):
            for alias in child.names:
                assert alias.name.split(".")[0] != "optimizer", f"{name}: import within the package by `from .`"
        elif isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield from imports_of(name, child, f"{scope}.{child.name}".lstrip("."), types=types)
        else:
            guard = isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"
            yield from imports_of(name, child, scope, types=types or guard)


def targets(name: str, node: ast.ImportFrom) -> set[str]:
    """The modules that a `from … import …` loads: those named after `import`, else the one before it."""
    if not node.level:
        return set()
    parts = [] if name == "optimizer" else name.split(".")
    package = (PACKAGE.joinpath(*parts) / "__init__.py").exists()
    up = len(parts) - node.level + package
    base = [*parts[:up], *(node.module or "").split(".")] if node.module else parts[:up]
    found = set()
    for alias in node.names:
        inner = ".".join([*base, alias.name])
        found.add(inner if inner in modules() else ".".join(base) or "optimizer")
    return found - {name}


def test_imports_go_one_way() -> None:
    wrong = [
        f"{one.name} imports {one.target}{f' in {one.scope}' if one.scope else ''}"
        for one in imports()
        if room(one.name) != room(one.target) and LAYERS[room(one.target)] >= LAYERS[room(one.name)] and not one.facade
    ]
    assert not wrong, "\n".join(wrong)


def test_no_circle_at_the_top_level() -> None:
    graph = defaultdict[str, set[str]](set)
    for one in imports():
        if not one.scope and not one.types:
            graph[one.name].add(one.target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(" imports ".join(reversed(error.args[1]))) from None


def test_circles_of_imports_inside_functions_are_small() -> None:
    """With what façade methods and types import, a circle has at most 25 files."""
    graph = defaultdict[str, set[str]](set)
    for one in imports():
        graph[one.name].add(one.target)

    def reached(start: str) -> set[str]:
        seen, left = set[str](), [start]
        while left:
            for name in graph[left.pop()] - seen:
                seen.add(name)
                left.append(name)
        return seen

    reach = {name: reached(name) for name in modules()}
    circles = {frozenset(other for other in reach[name] if name in reach[other]) for name in modules()}
    largest = max(circles, key=len)
    assert len(largest) <= MOST_IN_A_CIRCLE, f"{len(largest)} files import each other: {', '.join(sorted(largest))}"


def test_the_facade_is_what_it_says() -> None:
    """No method is listed that imports nothing."""
    scopes = {(one.name, one.scope) for one in imports()}
    listed = {(name, method) for name, methods in FACADE.items() for method in methods}
    assert listed <= scopes, sorted(listed - scopes)


def test_hardly_any_class_shares_its_name() -> None:
    counts = Counter(
        node.name for module in modules().values() for node in module.body if isinstance(node, ast.ClassDef)
    )
    twice = sorted(name for name, number in counts.items() if number > 1)
    assert len(twice) <= MOST_SHARED_NAMES, twice
