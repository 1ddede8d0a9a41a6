"""The page's own methods, beside those of the engine: from a call and its time limit to the result as JSON text.

`add` reads what a person types, `cards` completes a name, `count` and `advise` tell of a sheet what there is to choose
and what is best, `judge` of an assignment made by hand whether it is legal and what it comes to.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from ...formats.cards import CardError, search
from ...formats.json.jsontext import encode, grouped
from ...formats.notation.list_reader import creatures
from ...formats.notation.tokens import is_list
from ...model.board import DeclareAttackers, DeclareBlockers, Subject
from ...model.combat import Combat
from ...model.terms import Side
from ...model.words import show
from ...report.advice import advise, advise_attacks, advise_blocks
from ...report.advice.given import given
from ...report.pictures import Theme, draw
from ...search.attacks.best_attacks import best_attacks
from ...search.blocks.best_blocks import best_blocks
from ...search.declaration_solution import AttackSolution, BlockSolution
from ...search.line import Limit, Solution, solve
from ..engine.limits import Alarm, RequestTimeUp
from ..engine.methods import LATE, Method
from ..engine.protocol import TIME_IS_UP, Call, Refusal
from ..requests import InvalidRequest, On, Options, read_options, subject_of, value_of
from .sections import sections
from .sheet import ANY, Stage, sheet_of, stage_of, subject_on

__all__ = ["METHODS"]

SUGGESTED: Final = 8  # names
LONGEST: Final = 200_000  # characters of a document
TYPED: Final = 20_000  # characters of anything else
MOST: Final = 200  # creatures from one text
SURE: Final = 1.0
"""Seconds after which an answer to what has been proven isn't asked for again."""

FRACTION: Final = 0.7
"""Of the time, for finding what is best; the rest is for what else there was to choose."""


def add(params: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    """Creatures, or the sheet of a whole combat or board, from a text."""
    text = params.get("text")
    if not isinstance(text, str) or len(text) > LONGEST:
        raise InvalidRequest("text", f"expected a text of at most {LONGEST:,} characters, not {show(text)}")
    if len(text) > TYPED and not text.lstrip().startswith("{"):
        raise InvalidRequest("text", f"expected at most {TYPED:,} characters, or a document")
    taken = params.get("ids", [])
    if not isinstance(taken, list) or not all(isinstance(ident, str) for ident in taken):
        raise InvalidRequest("ids", f"expected a list of ids, not {show(taken)}")
    if text.lstrip().startswith("{") or not is_list(text):
        return {"sheet": sheet_of(subject_of(value_of(text), On.ANY))}
    found, pending = creatures(text, ANY, taken)
    if len(found) > MOST:
        raise InvalidRequest("text", f"expected 1 to {MOST} creatures")
    return {"creatures": found, "pending": pending}


def cards(params: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    """Names that hold a text, or names like it."""
    text = params.get("text", "")
    if not isinstance(text, str):
        raise InvalidRequest("text", f"expected a text, not {show(text)}")
    try:
        found = search(text[:200], SUGGESTED)
    except CardError:
        found = []
    return {"cards": [{"name": card.name, "told": told(card.power, card.toughness, card.keywords)} for card in found]}


def told(power: Any, toughness: Any, keywords: Any) -> str:
    """A card in a few words."""
    return " ".join([f"{power}/{toughness}", ", ".join(keywords)]).strip()


def count(params: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    """How many legal assignments or declarations there are, as texts: they may have any number of digits."""
    subject = subject_on(params.get("sheet"))
    if isinstance(subject, Combat):
        return {side.value: short(subject.legal_assignments(side).count()) for side in Side}
    side = Side.DEFENDING if isinstance(subject, DeclareBlockers) else Side.ATTACKING
    return {side.value: short(subject.legal_declarations().count())}


def short(number: int) -> str:
    """A number for a person.

    >>> short(1234), short(10**30)
    ('1,234', '1.00 × 10^30')
    """
    if number < 10**15:
        return f"{number:,}"
    digits = grouped(number).replace(",", "")
    return f"{digits[0]}.{digits[1:3]} × 10^{len(digits) - 1}"


def advice_on(params: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    """What is best on a sheet, drawn and told; `final`: nothing more is to be had by asking for longer."""
    began = time.perf_counter()
    subject = subject_on(params.get("sheet"))
    theme = theme_of(params)
    limit = Limit(FRACTION * seconds)
    found = best_of(subject, limit)
    left = max(0.0, seconds - (time.perf_counter() - began))
    try:
        advice = told_of(found, left)
    except RequestTimeUp:  # the answer shall not be lost because what else there is to say came late
        advice = told_of(found, 0.0)
    found = advice.solution
    if isinstance(found, Solution):
        looked = advice.runner_up.exact if advice.runner_up else advice.exhausted
    else:
        looked = advice.looked.exact
    return {
        "answer": found.to_dict(),
        "sections": sections(advice),
        "svg": draw(found, theme=theme),
        "document": subject.to_document(),
        "final": found.status == "optimal" and (looked or seconds >= SURE),
    }


def told_of(found: Solution | BlockSolution | AttackSolution, seconds: float) -> Any:
    """The advice on an answer, with so much time for what else there was."""
    if isinstance(found, Solution):
        return advise(found, seconds=seconds)
    if isinstance(found, BlockSolution):
        return advise_blocks(found, seconds=seconds)
    return advise_attacks(found, seconds=seconds)


def best_of(subject: Subject, limit: Limit) -> Solution | BlockSolution | AttackSolution:
    """The best line, blocks or attacks."""
    if isinstance(subject, Combat):
        return solve(subject, limit=limit)
    if isinstance(subject, DeclareAttackers):
        return best_attacks(subject, limit=limit)
    return best_blocks(subject, limit=limit)


def judge(params: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    """An assignment made by hand: every clause it breaks, or what it comes to when both go on as well as they can."""
    began = time.perf_counter()
    combat = combat_on(params.get("sheet"))
    options = read_options({name: params.get(name) for name in ("side", "assignment")}, Options())
    if options.assignment is None:
        raise InvalidRequest("assignment", "is missing")
    broken = combat.violations(options.assignment, options.side)
    if broken:
        return {"legal": False, "violations": [one.to_dict() for one in broken]}
    best = solve(combat, limit=Limit(FRACTION * seconds))
    left = max(0.0, seconds - (time.perf_counter() - began))
    own = given(best, options.assignment, options.side, seconds=left)
    sign = 1 if options.side is Side.ATTACKING else -1
    return {
        "legal": True,
        "violations": [],
        "answer": own.to_dict(),
        "worse": sign * (best.score - own.score),
        "proven": best.status == own.status == "optimal",
        "sections": sections(advise(own, seconds=0))[1:],
        "svg": draw(own, theme=theme_of(params)),
    }


def deal(params: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    """The sheet of the combat that is left after a step in which both sides assign what is given; null for none."""
    combat = combat_on(params.get("sheet"))
    options = read_options({name: params.get(name) for name in ("attacking", "defending")}, Options())
    resolved = combat.resolve(options.attacking, options.defending)
    left = resolved.next
    return {"outcome": resolved.outcome.to_dict(), "sheet": None if left is None else sheet_of(left)}


def theme_of(params: Mapping[str, Any]) -> Theme:
    """The colours that are wanted."""
    theme = params.get("theme", Theme.AUTO)
    if theme not in list(Theme):
        raise InvalidRequest("theme", f"expected {', '.join(Theme)}, not {show(theme)}")
    return Theme(theme)


def combat_on(sheet: Any) -> Combat:
    """The combat that a sheet stands for, where damage is what is to be decided."""
    subject = subject_on(sheet)
    if not isinstance(subject, Combat):
        raise InvalidRequest("sheet.stage", f"expected {Stage.DAMAGE}, not {stage_of(sheet)}")
    return subject


Question = Callable[[Mapping[str, Any], float], dict[str, Any]]
"""From params and seconds to the result."""


def bounded(question: Question) -> Method:
    """A question as the engine has its methods, broken off when it takes far too long."""

    def run(call: Call, limit_ms: float) -> str:
        given_ms = call.named.get("limit_ms", limit_ms)
        if isinstance(given_ms, bool) or not isinstance(given_ms, (int, float)) or not 0 <= given_ms <= limit_ms:
            raise InvalidRequest("limit_ms", f"expected milliseconds from 0 to {limit_ms:g}, not {show(given_ms)}")
        seconds = given_ms / 1000
        try:
            return encode(Alarm(seconds + LATE).guard(lambda: question(call.named, seconds)))
        except RequestTimeUp:
            raise Refusal(TIME_IS_UP, "limit_ms", "the time was up before there was an answer") from None

    return run


METHODS: Final[Mapping[str, Method]] = {
    name: bounded(question)
    for name, question in {
        "add": add, "cards": cards, "count": count, "advise": advice_on, "judge": judge, "deal": deal,
    }.items()
}  # fmt: skip
