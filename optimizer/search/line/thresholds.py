"""Creatures that die at a threshold: the shape of recipient that the fast methods know.

In the last damage step, what becomes of most creatures is a question of one sum: they are lost once the damage that
counts reaches an amount, or once a source with deathtouch deals any. Prevention, shields, regeneration, indestructible,
wither, undying and persist only change which sources count, the amount, or the price. What has no such form is
solved by search instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...rules.damage.damage import settle
from ...rules.position import DEAD, UNLIMITED, Body, Traits
from ...rules.score import Prices

__all__ = ["NEVER", "Fates", "Threshold", "threshold"]

NEVER = 1 << 60
"""An amount of damage that nothing deals."""


class Threshold(NamedTuple):
    """A creature's fate as a function of the damage assigned to it in this step.

    It is lost once the damage of the sources that `counts` names reaches `amount` (0: whatever is assigned), or
    once one of the sources in `touches` assigns any; then the attacking player's score changes by `price`.
    """

    amount: int
    counts: tuple[bool, ...]
    touches: tuple[bool, ...]
    price: int


Fates = dict[int, tuple[Threshold, dict[int, int]]]
"""By creature, its threshold against a part's sources, and the place in it of each source that is paired with it."""


def threshold(prices: Prices, traits: Traits, body: Body, sources: Sequence[Traits]) -> Threshold | None:
    """The threshold of a creature against sources, in their order; None where its fate has another form.

    The price is negative for an attacker: its loss is the attacking player's.
    """
    sign = -1 if traits.attacking else 1
    if (
        traits.simple
        and not body.prevent | body.shield | body.regeneration
        and 0 < body.toughness > body.damage
        and all(source.ordinary for source in sources)
    ):
        price = -prices.attackers[traits.index] if traits.attacking else prices.blockers[traits.index]
        touches = tuple([source.deathtouch for source in sources])
        return Threshold(body.toughness - body.damage, (True,) * len(sources), touches, price)
    if body.prevent > 0 or any(source.excess for source in sources):
        return None
    count = len(sources)
    harmless = body.prevent == UNLIMITED or body.shield > 0
    through = tuple([not (harmless or source.silent or traits.shrugs(source)) for source in sources])
    if any(one.lifelink and not one.silent and not yes for one, yes in zip(sources, through, strict=True)):
        return None  # where the points go changes the life gained
    rest = settle(traits, body, False)
    if rest.place >= DEAD:
        # toughness or marks doom it, but counters may still decide whether it returns
        if traits.persist and any(source.wither for source in sources):
            return None
        return Threshold(0, (False,) * count, (False,) * count, sign * prices.lost(traits, rest))
    withers = tuple([yes and source.wither for source, yes in zip(sources, through, strict=True)])
    stays = traits.indestructible or body.regeneration > 0
    counts = withers if stays else through
    if traits.persist and any(withers) and withers != counts:
        return None  # killed without a -1/-1 counter it returns
    amount = body.toughness if stays else body.toughness - body.damage
    if stays and body.damage and not traits.indestructible and any(withers):
        return None  # a destruction regenerated clears the marks; counters may make it one
    touches = tuple([not stays and yes and source.deathtouch for source, yes in zip(sources, through, strict=True)])
    if not any(counts):
        return Threshold(NEVER, counts, touches, 0)
    fallen = body._replace(toughness=0, minus=body.minus + 1) if any(withers) else body._replace(damage=body.toughness)
    return Threshold(max(1, amount), counts, touches, sign * prices.lost(traits, settle(traits, fallen, False)))
