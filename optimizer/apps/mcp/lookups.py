"""The tools that look something up: cards by their names, rules by their numbers or by words."""

from __future__ import annotations

from typing import Any, Final

from ...formats.cards import Card, CardError
from ...formats.cards.finding import absent, find, search
from ...formats.json.jsontext import encode
from ...model.errors import Fault, InvalidDocument
from ...model.words import show
from ...report.advice.page import WIDTH, plain
from ..cli.cards import card_report
from ..cli.console import IN_A_PIPE
from ..engine.protocol import INVALID_PARAMS, Call, Refusal
from ..explain import explain as look_up
from ..explain.command import explanation

__all__ = ["MOST_NAMES", "cards", "explain"]

MOST_NAMES: Final = 100
ALIKE: Final = 5
NAMES: Final = 'expected a list of names such as ["Palace Guard"]'
RULE: Final = "expected a rule number such as 702.19b, or a word such as trample"


def cards(call: Call, limit_ms: float) -> str:
    """What cards are known by these names, and which names may have been meant by the others.

    >>> cards(Call("cards", {"names": ["Yavimaya Worm"]}, 1, False), 1000)
    '{"answer": {"cards": {}, "unknown": {"Yavimaya Worm": ["Yavimaya Wurm"]}}, \
"report": "No card is called \\'Yavimaya Worm\\': did you mean \\'Yavimaya Wurm\\'?"}'
    """
    names = only(call, "names", NAMES)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Refusal(INVALID_PARAMS, "names", f"{NAMES}, not {show(names)}")
    if len(names) > MOST_NAMES:
        raise Refusal(INVALID_PARAMS, "names", f"expected at most {MOST_NAMES} names at once, not {len(names):,}")
    known: dict[str, Card] = {}
    unknown: dict[str, list[str]] = {}
    reports: list[str] = []
    try:
        for name in dict.fromkeys(names):
            card = find(name)
            if card is None:
                unknown[name] = [near.name for near in search(name, ALIKE)]
                problem = absent(name)
                reports.append(problem[:1].upper() + problem[1:])
            else:
                known[name] = card
                reports.append(plain(card_report(card), IN_A_PIPE))
    except CardError as error:
        raise Refusal(INVALID_PARAMS, "names", str(error)) from None
    answer = {"cards": {name: card.to_dict() for name, card in known.items()}, "unknown": unknown}
    return encode({"answer": answer, "report": "\n".join(reports) or "No names were given."})


def explain(call: Call, limit_ms: float) -> str:
    """What a rule number means, or which rules mention some words."""
    rule = only(call, "rule", RULE)
    if not isinstance(rule, str):
        raise Refusal(INVALID_PARAMS, "rule", f"{RULE}, not {show(rule)}")
    try:
        found = look_up(rule)
    except InvalidDocument as error:
        raise InvalidDocument([Fault("rule", fault.message) for fault in error.faults]) from None
    return encode({"answer": found.to_dict(), "report": plain(explanation(found, WIDTH))})


def only(call: Call, name: str, expected: str) -> Any:
    """The only param of a call."""
    for other in call.named:
        if other not in (name, "limit_ms"):
            raise Refusal(INVALID_PARAMS, other, f"unknown param: expected {name}")
    if call.named.get(name) is None:
        raise Refusal(INVALID_PARAMS, name, f"is missing: {expected}")
    return call.named[name]
