"""Random combat documents, small enough for the brute force: plain JSON, valid by the schema.

`random_document(rng, profile)` for scripts with a seed, `documents(profile)` for Hypothesis. A profile names the part
of the rules that its documents are about, or several, joined with +; each also holds the plain keywords and numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from random import Random
from typing import Any

from bruteforce_results import Creature, State, paired, read
from hypothesis import strategies as st

__all__ = ["PROFILES", "documents", "random_document", "small_enough"]

Json = dict[str, Any]

FEATURES = ("targets", "marks", "banding", "triggers", "commander", "unblockedish", "ends")
PROFILES = ("plain", *FEATURES, "ends+triggers", "ends+banding", "all")

MOST_PAIRS = 3000  # of announcements of both sides, over the steps left

PLAIN_KEYWORDS = ("deathtouch", "first strike", "double strike", "lifelink", "indestructible")
IDLE_KEYWORDS = ("flying", "vigilance", "menace", "reach", "haste", "hexproof", "defender")
MARK_KEYWORDS = ("wither", "infect", "toxic 1", "toxic 2", "poisonous 1", "undying", "persist")
TRIGGER_KEYWORDS = (
    *("bushido 1", "bushido 2", "flanking", "rampage 1", "rampage 2", "exalted", "battle cry", "melee"),
    *("frenzy 1", "frenzy 2", "afflict 1", "afflict 2"),
)
PROTECTIONS = ("red", "green", "everything", "creatures", "monocolored", "multicolored", "colorless")
COUNTERS = (
    *("+1/+1", "-1/-1", "shield", "deathtouch", "lifelink", "first strike", "indestructible", "trample"),
    *("finality", "finality", "+1/+0", "stun"),
)
WEIGHTS = ("creature", "life", "poison", "loyalty", "defense", "win")


def random_document(rng: Random, profile: str) -> Json:
    """A small document of the profile; those in which nothing can be chosen are the smaller part."""
    while True:
        document = _document(rng, profile)
        if small_enough(document) and (_most_pairs(document) > 1 or _often(rng, 40)):
            return document


def documents(profile: str) -> st.SearchStrategy[Json]:
    """The same as a Hypothesis strategy; its choices are Hypothesis's own, so that it shrinks."""
    return st.randoms(use_true_random=False).map(lambda rng: _document(rng, profile)).filter(small_enough)


def small_enough(document: Json) -> bool:
    """Whether the pairs of announcements to try, over the steps left, are few by a bound that is quick to compute."""
    return _most_pairs(document) <= MOST_PAIRS


def _most_pairs(document: Json) -> int:
    state = read(document)
    if state.over:
        return 1
    pairs = _most_announcements(state)
    if state.step == "first-strike":
        pairs *= _most_announcements(state._replace(step="regular"))
    return pairs


def _most_announcements(state: State) -> int:
    """How many there can be of both sides together, if anything could be divided freely."""
    most = 1
    for creature in state.creatures:
        twice = creature.has("double strike")
        first = twice or creature.has("first strike")
        assigns = first if state.step == "first-strike" else twice or not creature.struck_first
        if assigns and creature.in_combat and not creature.assigns_no_damage:
            damage = max(0, creature.toughness if creature.damage_equal_to_toughness else creature.power)
            most *= comb(damage + _most_recipients(state, creature) - 1, damage)
    return most


def _most_recipients(state: State, creature: Creature) -> int:
    recipients = len(paired(state, creature))
    if creature.side == "attacking":
        over_planeswalkers = creature.has("trample over planeswalkers")
        recipients += creature.has("trample") + 2 * over_planeswalkers + creature.as_though_unblocked
    return max(1, recipients)


# Documents


def _often(rng: Random, percent: int) -> bool:
    return rng.randrange(100) >= 100 - percent


def _document(rng: Random, profile: str) -> Json:
    features = {f for f in FEATURES if _often(rng, 35)} if profile == "all" else set(profile.split("+"))
    if "ends" in features and _often(rng, 70):
        features.add("sending")
    document: Json = {}
    if _often(rng, 50):
        document["rules"] = rng.choice(["foundations", "ordered", "ordered"])
    targets = _targets(rng, document) if "targets" in features else []
    ids = [f"a{n + 1}" for n in range(rng.choice([1, 2, 2, 3]))]
    attackers = [_attacker(rng, identity, features, targets) for identity in ids]
    blockers = [_blocker(rng, f"b{n + 1}", features, ids) for n in range(rng.choice([1, 2, 2, 3, 3, 1, 0]))]
    if "banding" in features:
        _form_band(rng, attackers)
    document |= {"attackers": attackers, "blockers": blockers}
    if not blockers and _often(rng, 50):
        del document["blockers"]
    blocking = _pairs(attackers, blockers)
    _mark_blocked(rng, attackers, blocking)
    if document.get("rules") == "ordered":
        _announce_orders(rng, attackers + blockers, blocking)
    if "triggers" in features and _often(rng, 90):
        document["triggers"] = "pending"
    elif _often(rng, 25):
        _choose_step(rng, document)
    _players(rng, document, features)
    if _often(rng, 35):
        names = [name for name in WEIGHTS if _often(rng, 50)]
        document["weights"] = {name: rng.choice([1, 0, 0.5, 2, 3, -1]) for name in names}
    if "ends" in features and _often(rng, 35):
        document.setdefault("weights", {})["win"] = rng.choice([-1000, 0, 5, -3])
    return document


def _targets(rng: Random, document: Json) -> list[str | None]:
    """Planeswalkers and battles, added to the document; what can be attacked, None for what is gone."""
    walkers: list[Json] = [{"id": f"w{n + 1}", "loyalty": rng.randint(1, 4)} for n in range(rng.choice([1, 1, 0, 2]))]
    battles: list[Json] = [{"id": f"s{n + 1}", "defense": rng.randint(1, 4)} for n in range(rng.choice([0, 0, 1]))]
    document |= {"planeswalkers": walkers} if walkers else {}
    document |= {"battles": battles} if battles else {}
    return [*(w["id"] for w in walkers), *(w["id"] for w in walkers), *(s["id"] for s in battles), "player", None]


def _creature(rng: Random, identity: str, features: set[str]) -> Json:
    power = rng.choice([0, -1]) if _often(rng, 10) else rng.choice([1, 2, 2, 3, 3, 4])
    toughness = rng.choice([0, -1]) if _often(rng, 6) else rng.choice([1, 2, 2, 3, 3, 4, 5])
    creature: Json = {"id": identity, "power": power, "toughness": toughness}
    keywords = [keyword for keyword in PLAIN_KEYWORDS if _often(rng, 14)]
    keywords += [rng.choice(IDLE_KEYWORDS)] if _often(rng, 8) else []
    if _often(rng, 20):
        creature["damage"] = rng.randint(1, max(1, toughness + (-1 if _often(rng, 75) else 1)))
    if _often(rng, 12):
        creature["value"] = rng.choice([1, 0, 2.5, 7])
    if "marks" in features:
        keywords += _marks(rng, creature)
    if "ends" in features:
        keywords += _ends(rng, creature, features)
    if "banding" in features and _often(rng, 35):
        keywords.append("banding")
    if "triggers" in features:
        keywords += [rng.choice(TRIGGER_KEYWORDS) for _ in range(rng.choice([1, 0, 1, 2]))]  # twice is two instances
        keywords += [rng.choice(["undying", "persist", "exalted", "wither"])] if _often(rng, 15) else []
    if "commander" in features and _often(rng, 10):
        keywords.append(rng.choice(["infect", "toxic 1"]))
    if "unblockedish" in features:
        for field in ("damage_equal_to_toughness", "assigns_no_damage", "deals_no_damage"):
            if _often(rng, 20):
                creature[field] = True
    if {"undying", "persist"} & set(keywords) and _often(rng, 40):
        creature["base"] = {"power": rng.choice([0, 1, 1, 2, 3]), "toughness": rng.choice([0, 1, 1, 2, 3, -1])}
    return creature | {"keywords": keywords}


def _marks(rng: Random, creature: Json) -> list[str]:
    """What changes the results of damage, added to the creature; the keywords of that sort."""
    if _often(rng, 30):
        creature["prevent"] = rng.choice([1, 2, 3, "all"])
    if _often(rng, 25):
        names = {rng.choice(COUNTERS) for _ in range(rng.choice([1, 2]))}
        creature["counters"] = {name: rng.choice([1, 1, 2]) for name in sorted(names)}
    if _often(rng, 15):
        creature["regeneration"] = rng.choice([1, 2])
    if _often(rng, 15):
        creature["excess_to_controller"] = True
    if _often(rng, 40):
        creature["colors"] = rng.choice([["red"], ["green"], ["red", "green"]])
    keywords = [keyword for keyword in MARK_KEYWORDS if _often(rng, 12)]
    return keywords + ([f"protection from {rng.choice(PROTECTIONS)}"] if _often(rng, 12) else [])


def _ends(rng: Random, creature: Json, features: set[str]) -> list[str]:
    """What ends the game for either player, or saves one in the same step: keywords, and where excess goes ("sending":
    on this document some creatures send it on)."""
    if "sending" in features and _often(rng, 65):
        creature["excess_to_controller"] = True
        creature["power"] += rng.choice([0, 1, 2])
    words = ("lifelink", "lifelink", "infect", "toxic 1", "toxic 2", "first strike", "double strike", "double strike")
    return [rng.choice(words) for _ in range(rng.choice([0, 1, 1]))]


def _attacker(rng: Random, identity: str, features: set[str], targets: Sequence[str | None]) -> Json:
    attacker = _creature(rng, identity, features)
    attacker["keywords"] += ["trample"] if _often(rng, 35) else []
    if targets:
        attacker["attacking"] = rng.choice(targets)
        attacker["keywords"] += ["trample over planeswalkers"] if _often(rng, 35) else []
    if "unblockedish" in features and "banding" not in features and _often(rng, 40):
        attacker["as_though_unblocked"] = True  # with banding it is open who decides that
    if "commander" in features and _often(rng, 60):
        attacker["commander"] = True
    return attacker


def _blocker(rng: Random, identity: str, features: set[str], attackers: list[str]) -> Json:
    blocker = _creature(rng, identity, features)
    blocker["keywords"] += ["trample"] if _often(rng, 4) else []  # 702.19a: no effect
    number = min(len(attackers), rng.choice([1, 2, 2, 1, 3]))
    return blocker | {"blocks": rng.sample(attackers, number)}


def _form_band(rng: Random, attackers: list[Json]) -> None:
    """702.22c: a band of attackers with banding and at most one without, all attacking the same."""
    band = [a for a in attackers if "banding" in a["keywords"]]
    band += [a for a in attackers if "banding" not in a["keywords"]][:1]
    if len(band) > 1 and _often(rng, 60):
        for attacker in band:
            attacker["band"] = "one"
            if "attacking" in band[0]:
                attacker["attacking"] = band[0]["attacking"]


def _pairs(attackers: list[Json], blockers: list[Json]) -> list[tuple[str, str]]:
    """Which attacker each blocker blocks, bands included (702.22h)."""
    pairs = []
    for blocker in blockers:
        bands = {a.get("band") for a in attackers if a["id"] in blocker["blocks"]} - {None}
        met = [a["id"] for a in attackers if a["id"] in blocker["blocks"] or a.get("band") in bands]
        pairs += [(attacker, blocker["id"]) for attacker in met]
    return pairs


def _mark_blocked(rng: Random, attackers: list[Json], pairs: list[tuple[str, str]]) -> None:
    """Some of those without a blocker became blocked all the same; a band all together."""
    band_too = _often(rng, 20)
    for attacker in attackers:
        blocked = band_too if "band" in attacker else _often(rng, 20)
        if blocked and attacker["id"] not in {a for a, _ in pairs}:
            attacker["blocked"] = True


def _announce_orders(rng: Random, creatures: list[Json], pairs: list[tuple[str, str]]) -> None:
    for creature in creatures:
        order = [b for a, b in pairs if a == creature["id"]] + [a for a, b in pairs if b == creature["id"]]
        if order and _often(rng, 40):
            creature["order"] = rng.sample(order, len(order))


def _choose_step(rng: Random, document: Json) -> None:
    """The first step said in words, where there is one, or the second, after which some have struck."""
    creatures = document["attackers"] + document.get("blockers", [])
    strikers = [c for c in creatures if {"first strike", "double strike"} & {*c["keywords"], *c.get("counters", {})}]
    if strikers and _often(rng, 20):
        document["step"] = "first-strike"
        return
    document["step"] = "regular"
    for creature in creatures:
        if _often(rng, 80 if creature in strikers else 8):
            creature["struck_first"] = True


def _players(rng: Random, document: Json, features: set[str]) -> None:
    """Often close enough to losing that it matters."""
    poison = [0, 0, 6, 8, 9] if features & {"marks", "commander"} else [0]
    for name in ("attacking_player", "defending_player"):
        if _often(rng, 75):
            document[name] = {"life": rng.choice([20, 1, 2, 3, 4, 5, 6]), "poison": rng.choice(poison)}
    if "ends" in features:
        document["attacking_player"] = {
            "life": rng.choice([1, 2, 3, 4, 4, 6, 20, 0, -2]),
            "poison": rng.choice([0, 0, 7, 8, 9, 9, 10]),
        }
    commanders = [a["id"] for a in document["attackers"] if a.get("commander")]
    before = {identity: rng.choice([20, 19, 18, 17, 10]) for identity in commanders if _often(rng, 75)}
    if before:
        document.setdefault("defending_player", {})["commander_damage"] = before
