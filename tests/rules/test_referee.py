"""Our legality and resolution held against a rules engine that others wrote (`tests/support/referee/phase.py`).

REFEREE_BOARDS sets how many random boards are compared under `deep`; the first few are compared in every run. The
engine is optional: `pip install -e ".[referee]"`.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from optimizer import Combat

pytest.importorskip("phase", reason="phase-python is not installed")

from referee.phase import Referee, available, in_reach, random_document

FEW = 16  # boards of every run
BOARDS = int(os.environ.get("REFEREE_BOARDS", "150"))
TRIED = 40  # announcements, mostly illegal, tried in each step beside all the legal ones
PLAYED = 6  # legal announcements of each step that are played on

Json = dict[str, Any]
Split = dict[str, dict[str, int]]

if not available():
    pytest.skip("another version of phase-python", allow_module_level=True)


@pytest.mark.parametrize("seed", range(FEW))
def test_random_board(seed: int) -> None:
    agrees(seed)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(FEW, BOARDS))
def test_one_of_many_random_boards(seed: int) -> None:
    agrees(seed)


def agrees(seed: int) -> None:
    rng = random.Random(seed)
    document = random_document(rng)
    found = list(disagreements(Combat.from_document(document), Referee(document), {}, rng))
    assert not found, f"{document}\n" + "\n".join(found)


def disagreements(combat: Combat | None, referee: Referee, before: Json, rng: random.Random) -> Iterator[str]:
    """Every verdict and outcome on which we and the referee differ from here to the end of combat.

    `before` is the outcome of the steps that are over, as we see it.
    """
    while combat is not None and combat.step.value != referee.step():  # a step with nothing to ask
        legal = list(combat.legal_assignments("attacking"))
        if len(legal) != 1:
            yield f"{combat.step.value}: the referee asks nothing, we have {len(legal)} announcements"
            return
        resolution = combat.resolve(attacking=legal[0])
        before, combat = joined(before, resolution.outcome.to_dict()), resolution.next
    if before:
        yield from differences(before, referee)
    if combat is None:
        if referee.step() is not None:
            yield f"the referee still asks in its {referee.step()} step, for us combat is over"
        return
    legal = [plain(assignment) for assignment in combat.legal_assignments("attacking")]
    for assignment in legal:
        if not referee.verdict(assignment):
            yield f"{combat.step.value}: legal for us, refused: {assignment}"
    for assignment in candidates(combat, legal, rng):
        ours = not combat.violations(assignment, side="attacking")
        if ours != (assignment in combat.legal_assignments("attacking")):
            yield f"{combat.step.value}: `violations` and `in` differ: {assignment}"
        if ours != referee.verdict(assignment):
            yield f"{combat.step.value}: {'legal' if ours else 'illegal'} for us, not for the referee: {assignment}"
    for assignment in rng.sample(legal, min(PLAYED, len(legal))):
        if referee.verdict(assignment):
            resolution = combat.resolve(attacking=assignment)
            after = joined(before, resolution.outcome.to_dict())
            for difference in disagreements(resolution.next, referee.then(assignment), after, rng):
                yield f"after {assignment}: {difference}"


def candidates(combat: Combat, legal: list[Split], rng: random.Random) -> Iterator[Split]:
    """Announcements close to the legal ones, and some far away."""
    document = combat.to_document()
    attackers = [attacker["id"] for attacker in document["attackers"]]
    blockers = [blocker["id"] for blocker in document.get("blockers", [])]
    recipients = [*blockers, "player", "player", *attackers[:1], "nobody"]
    for _ in range(TRIED):
        assignment: Split = {source: dict(share) for source, share in rng.choice(legal).items()}
        source = rng.choice([*assignment, *assignment, *attackers])
        share = assignment.get(source, {})
        kind = rng.random()
        if kind < 0.5 and share:  # a point or more moved
            giver = rng.choice(list(share))
            moved = rng.randint(1, share[giver])
            share[giver] -= moved
            taker = rng.choice(recipients)
            share[taker] = share.get(taker, 0) + moved
        elif kind < 0.75:  # divided anew among its blockers and the player
            own = [blocker["id"] for blocker in document.get("blockers", []) if source in blocker["blocks"]]
            new = dict.fromkeys([*own, "player"], 0)
            for _ in range(sum(share.values())):
                new[rng.choice(list(new))] += 1
            assignment[source] = new
        elif kind < 0.95:  # a point too many or too few
            taker = rng.choice(recipients)
            assignment[source] = share | {taker: max(0, share.get(taker, 0) + rng.choice((-1, 1)))}
        else:
            assignment.pop(source, None)
        yield plain(assignment)


def plain(assignment: Mapping[str, Mapping[str, int]]) -> Split:
    """Without zero entries."""
    shares = {source: {to: n for to, n in share.items() if n} for source, share in assignment.items()}
    return {source: share for source, share in shares.items() if share}


def joined(before: Json, after: Json) -> Json:
    """The outcome of several steps in a row."""
    if not before:
        return after
    gone = {*after["dies"]}
    standing = {name: numbers for name, numbers in before["creatures"].items() if name not in gone}
    excess = {name: before["excess"].get(name, 0) + n for name, n in after["excess"].items()}
    returned = [name for name in before.get("returned", []) if name not in gone]
    return after | {
        "dies": before["dies"] + after["dies"],
        "returned": returned + after.get("returned", []),
        "creatures": standing | after["creatures"],
        "excess": before["excess"] | excess,
    }


def differences(ours: Json, referee: Referee) -> Iterator[str]:
    """What of an outcome the referee has otherwise.

    Excess only where one creature dealt it, without deathtouch, wither or infect. Otherwise the engine adds up source
    by source, and with these marked damage misleads it (120.4a).
    """
    theirs = referee.outcome()
    known = {*theirs["dies"], *theirs["creatures"]}
    document = referee.document
    misleading = {
        attacker["id"]
        for attacker in document["attackers"]
        if {"deathtouch", "wither", "infect"}.intersection(attacker.get("keywords", ()))
    }
    one = {
        blocker["id"]
        for blocker in document["blockers"]
        if len(blocker["blocks"]) == 1 and not misleading.intersection(blocker["blocks"])
    }
    sides: list[tuple[str, object, object]] = [
        (key, ours[key], theirs[key]) for key in ("attacking_player", "defending_player", "loses")
    ]
    for key in ("dies", "returned"):
        sides.append((key, known.intersection(ours.get(key, [])), set(theirs[key])))
    for name in sorted(known):
        sides.append((name, ours["creatures"].get(name), theirs["creatures"].get(name)))
        if name in one:
            sides.append((f"excess to {name}", ours["excess"].get(name, 0), theirs["excess"].get(name, 0)))
    yield from (f"{key}: {mine} for us, {other} for the referee" for key, mine, other in sides if mine != other)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ({"rules": "ordered"}, "foundations"),
        ({"step": "regular"}, "beginning"),
        ({"defending_player": {"life": 0}}, "game must still be on"),
        ({"attackers": [{"id": "a", "power": 1, "toughness": 0}]}, "704.5f"),
        ({"attackers": [{"id": "a", "power": 1, "toughness": 1, "regeneration": 1}]}, "regeneration"),
        ({"attackers": [{"id": "a", "power": 1, "toughness": 1, "keywords": ["menace"]}]}, "702.111b"),
        ({"attackers": [{"id": "a", "power": 1, "toughness": 1, "keywords": ["flying"]}]}, "702.9b"),
    ],
)
def test_what_is_out_of_reach(text: Json, reason: str) -> None:
    plain_attacker = {"id": "a", "power": 1, "toughness": 1}
    blocker = {"id": "b", "power": 1, "toughness": 1, "blocks": ["a"]}
    reachable, why = in_reach({"attackers": [plain_attacker], "blockers": [blocker]} | text)
    assert not reachable
    assert reason in why


def test_a_line_over_both_steps() -> None:
    """Digest 5.1, rows 28 and 29: a 3/3 with double strike and trample against a 2/2 gets 1 and then 3 through."""
    slasher = {"id": "slasher", "power": 3, "toughness": 3, "keywords": ["double strike", "trample"]}
    bear = {"id": "bear", "power": 2, "toughness": 2, "blocks": ["slasher"]}
    referee = Referee({"attackers": [slasher], "blockers": [bear]})
    assert referee.step() == "first-strike"
    assert not referee.verdict({"slasher": {"bear": 1, "player": 2}})
    outcome = referee.play(
        [
            {"step": "first-strike", "attacking": {"slasher": {"bear": 2, "player": 1}}, "defending": {}},
            {"step": "regular", "attacking": {"slasher": {"player": 3}}, "defending": {}},
        ]
    )
    assert outcome["dies"] == ["bear"]
    assert outcome["defending_player"]["life"] == 16
