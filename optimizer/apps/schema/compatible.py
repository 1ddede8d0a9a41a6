"""Whether a schema may stand in for another of its version: whoever relied on the old one can rely on the new."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

__all__ = ["breaks"]

Schema = dict[str, Any]

SAID: Final = frozenset(["title", "description", "default"])
"""What only people read."""

ANSWERED: Final = ("-answer", "-response", "line", "outcome", "violation", "fault")
"""How the names of what is answered end; everything else is read."""


def breaks(old: Schema, new: Schema) -> list[str]:
    """Where the schemas of everything (`schema_of(None)`) differ by more than additions.

    What is read may take more than before: further fields that can be left out, further words. What is answered may
    hold further fields, which whoever reads it passes over.

    >>> old = {"$defs": {"combat": {"properties": {"step": {"enum": ["regular"]}}, "required": []}}}
    >>> breaks(old, {"$defs": {"combat": {"properties": {"step": {"enum": ["regular", "first"]}, "x": {}}, \
"required": []}}})
    []
    >>> breaks(old, {"$defs": {"combat": {"properties": {"step": {"enum": []}}, "required": ["step"]}}})
    ['combat.required', 'combat.properties.step.enum']
    """
    found = []
    for name, schema in old["$defs"].items():
        if name not in new["$defs"]:
            found.append(name)
        else:
            found += sorted_by_place(name, schema, new["$defs"][name])
    return found


def sorted_by_place(name: str, old: Schema, new: Schema) -> list[str]:
    """The breaks in one schema, the shortest paths first."""
    return sorted(different(old, new, name, answered=name.endswith(ANSWERED)), key=lambda path: path.count("."))


def different(old: Any, new: Any, path: str, *, answered: bool) -> Iterator[str]:
    """The paths at which something isn't merely added."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        if old != new:
            yield path
        return
    if not answered and new.keys() - SAID == {"anyOf"} != old.keys() - SAID:
        new = next((one for one in new["anyOf"] if same(old, one, answered)), new)  # it may be something else besides
    for key in {**old, **new}:
        here = f"{path}.{key}"
        if key in SAID:
            continue
        if key == "properties":
            yield from fields(old.get(key, {}), new.get(key, {}), here, answered=answered)
        elif key == "anyOf" and key not in old and not answered:
            needed = [set(one["required"]) for one in new[key] if one.keys() == {"required"}]
            if not any(names <= set(old.get("required", ())) for names in needed):
                yield here
        elif key not in old or key not in new:
            yield here
        elif key == "required":
            less, more = (old[key], new[key]) if answered else (new[key], old[key])
            if not set(less) <= set(more):
                yield here
        elif key == "enum":
            if not all(word in new[key] for word in old[key]):
                yield here
        elif key == "anyOf":
            if not all(any(same(one, other, answered) for other in new[key]) for one in old[key]):
                yield here
        else:
            yield from different(old[key], new[key], here, answered=answered)


def fields(old: Schema, new: Schema, path: str, *, answered: bool) -> Iterator[str]:
    """The fields that are gone or are no longer what they were."""
    for name, schema in old.items():
        if name in new:
            yield from different(schema, new[name], f"{path}.{name}", answered=answered)
        else:
            yield f"{path}.{name}"


def same(old: Any, new: Any, answered: bool) -> bool:
    """Whether one alternative may take another's place."""
    return not any(different(old, new, "", answered=answered))
