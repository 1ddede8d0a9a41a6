"""What damage does to one recipient: prevention, results and state-based actions (120.3, 120.4, 704.5).

All damage to a creature in one step arrives together, and what becomes of it depends on nothing but its body and those
hits. So `receive` says all there is to say of one creature, and a step is the sum of its creatures.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from ...model.creature import default_value
from ..position import DEAD, FIGHTING, GONE, OUT, RETURNED, UNLIMITED, Body, Traits

__all__ = ["Hit", "Received", "lethal_damage", "loss", "receive", "settle"]

Hit = tuple[Traits, int]
"""A source and how much damage it would deal."""


class Received(NamedTuple):
    """What came of hits on a creature. `dealt` and `sent` are by hit: damage dealt to it, and excess sent to its
    controller instead (120.4a). `excess` is how much of the damage dealt was excess (120.10)."""

    body: Body
    dealt: tuple[int, ...]
    sent: tuple[int, ...]
    excess: int


def lethal_damage(body: Body, deathtouch: bool) -> int:
    """How much damage is lethal to a creature now: 1 at most from a source with deathtouch (120.4a, 702.2c)."""
    left = max(0, body.toughness - body.damage)
    return min(1, left) if deathtouch else left


def receive(traits: Traits, body: Body, hits: Sequence[Hit]) -> Received:
    """What a creature's hits of one step do to it, state-based actions included."""
    if not hits:
        return Received(settle(traits, body, False), (), (), 0)
    if traits.ordinary and not body.prevent and not body.shield:
        for source, _ in hits:
            if not source.ordinary:
                break
        else:
            return receive_all(traits, body, hits)
    sent = [0] * len(hits)
    if any(source.excess for source, _ in hits):
        hits, sent = send_excess(body, hits)
    amounts = [0 if source.silent or body.prevent == UNLIMITED or traits.shrugs(source) else n for source, n in hits]
    total = sum(amounts)
    if total and body.prevent > 0:
        if body.prevent >= total:
            body = body._replace(prevent=body.prevent - total)
            amounts, total = [0] * len(hits), 0
        elif not body.shield:
            amounts = prevent_some(traits, body, hits, amounts)
            body = body._replace(prevent=0)
            total = sum(amounts)
    if total and body.shield:  # 122.1c: one counter for all of it
        body = body._replace(shield=body.shield - 1)
        amounts, total = [0] * len(hits), 0
    after, deathtouch = mark(body, hits, amounts)
    excess = max(0, total - lethal_damage(body, deathtouch)) if total else 0
    return Received(settle(traits, after, deathtouch), tuple(amounts), tuple(sent), excess)


def receive_all(traits: Traits, body: Body, hits: Sequence[Hit]) -> Received:
    """The same where nothing is prevented or sent on."""
    amounts = tuple([n for _, n in hits])
    after, deathtouch = mark(body, hits, amounts)
    excess = sum(amounts) - lethal_damage(body, deathtouch)
    return Received(settle(traits, after, deathtouch), amounts, (0,) * len(hits), excess if excess > 0 else 0)


def send_excess(body: Body, hits: Sequence[Hit]) -> tuple[list[Hit], list[int]]:
    """The hits less the excess that sources with `excess_to_controller` send on, and what each sends (120.4a)."""
    deathtouch = any(source.deathtouch and n for source, n in hits)
    left = max(0, sum(n for _, n in hits) - lethal_damage(body, deathtouch))
    kept: list[Hit] = []
    sent: list[int] = []
    for source, n in hits:
        away = min(n, left) if source.excess else 0
        left -= away
        sent.append(away)
        kept.append((source, n - away))
    return kept, sent


def mark(body: Body, hits: Sequence[Hit], amounts: Sequence[int]) -> tuple[Body, bool]:
    """The body with damage marked or turned to -1/-1 counters (120.3d, e), and whether deathtouch hit it."""
    marked = counters = 0
    deathtouch = False
    for (source, _), n in zip(hits, amounts, strict=True):
        if n:
            if source.deathtouch:
                deathtouch = True
            if source.wither:
                counters += n
            else:
                marked += n
    if counters:
        body = body._replace(
            power=body.power - counters, toughness=body.toughness - counters, minus=body.minus + counters
        )
    if marked:
        power, toughness, damage, *rest = body
        body = Body(power, toughness, damage + marked, *rest)
    return body, deathtouch


def settle(traits: Traits, body: Body, deathtouch: bool) -> Body:
    """The state-based actions on one creature (704.5f, g, h, q), then undying and persist.

    `deathtouch`: it was dealt damage by such a source since they were last looked at.
    """
    if body.place >= DEAD:
        return body
    if body.toughness <= 0:
        return come_back(traits, body)  # 704.5f: not destroyed
    if (deathtouch or body.toughness <= body.damage) and not traits.indestructible:
        if not body.regeneration:
            return come_back(traits, body)
        # 701.19a, 704.7: one shield for both reasons
        body = body._replace(damage=0, regeneration=body.regeneration - 1, place=OUT)
    if body.plus and body.minus:
        pairs = min(body.plus, body.minus)
        return body._replace(plus=body.plus - pairs, minus=body.minus - pairs)
    return body


def come_back(traits: Traits, body: Body) -> Body:
    """What becomes of a creature that went to the graveyard: `GONE`, or its body as undying or persist returns it.

    Each looks at the counters just before (702.93a, 702.79a, 704.8); what returns with toughness of zero or less goes
    again, and the other of the two may bring it back once more.
    """
    plus, minus = body.plus, body.minus
    for _ in range(3):
        if traits.undying and not plus:
            step, plus, minus = 1, 1, 0
        elif traits.persist and not minus:
            step, plus, minus = -1, 0, 1
        else:
            return GONE
        power, toughness = traits.returns
        if toughness + step > 0:
            return Body(power + step, toughness + step, plus=plus, minus=minus, place=RETURNED)
    return GONE


def loss(traits: Traits, body: Body) -> float:
    """What of a creature's value is lost: all of it, or by how much less what came back is worth, or nothing."""
    if body.place == DEAD:
        return traits.value
    if body.place == RETURNED:
        return traits.default - default_value(body.power, body.toughness, traits.keywords)
    return 0.0


def prevent_some(traits: Traits, body: Body, hits: Sequence[Hit], amounts: Sequence[int]) -> list[int]:
    """What is left of each hit once `body.prevent` points of them are prevented, as the controller likes best (615.7).

    They like best, in this order: that the creature isn't lost; little lifelink; few -1/-1 counters; that it doesn't
    even die; and then to prevent the damage of the sources that come first.
    """
    groups: dict[tuple[bool, bool, bool], list[int]] = {}
    for index, (source, _) in enumerate(hits):
        if amounts[index]:
            groups.setdefault((source.deathtouch, source.wither, source.lifelink), []).append(index)
    members = list(groups.values())
    sizes = [sum(amounts[index] for index in group) for group in members]
    best: tuple[tuple[bool, int, int, bool, tuple[int, ...]], list[int]] | None = None
    for ways in product(*(range(min(size, body.prevent) + 1) for size in sizes[:-1])):
        last = body.prevent - sum(ways)
        if not 0 <= last <= sizes[-1]:
            continue
        left = list(amounts)
        for group, way in zip(members, (*ways, last), strict=True):
            for index in group:
                less = min(way, left[index])
                left[index] -= less
                way -= less
        after, deathtouch = mark(body, hits, left)
        end = settle(traits, after, deathtouch)
        lifelink = sum(n for (source, _), n in zip(hits, left, strict=True) if source.lifelink)
        key = (end.place == DEAD, lifelink, after.minus, end.place not in (FIGHTING, OUT), tuple(left))
        if best is None or key < best[0]:
            best = key, left
    assert best is not None  # prevent < total, so some way uses all of it
    return best[1]
