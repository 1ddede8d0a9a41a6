"""Random combats as values, with everything that a combat can hold: for what must come back as it was."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from optimizer.model.combat import Battle, Combat, Planeswalker, Player, Weights, expand_bands
from optimizer.model.creature import Attacker, Blocker
from optimizer.model.keywords import COLORS
from optimizer.model.terms import ALL, LIMIT, PLAYER, Edition, Step
from optimizer.model.words import LONGEST_NAME

__all__ = ["KEYWORDS", "NAMES", "combats"]

KEYWORDS = (
    "deathtouch", "trample", "trample over planeswalkers", "first strike", "double strike", "lifelink",
    "indestructible", "wither", "infect", "toxic 2", "poisonous 1", "banding", "protection from red",
    "protection from everything",
    "undying", "persist", "bushido 2", "flanking", "rampage 3", "exalted", "battle cry", "melee", "frenzy 1",
    "afflict 2", "flying", "reach", "menace", "snow swampwalk", "hexproof", "hexproof from blue", "ward {2}",
    "ward—Pay 3 life",
    "equip legendary creature {3}", "partner with Proud Mentor", "jump-start", "commander ninjutsu {U}", "ninjutsu {U}",
    "level up", "gift", "plainscycling {2}", "start your engines!", "more than meets the eye {1}{R}", "crew 3", "flash",
)  # fmt: skip
NAMES = (
    "Bear", "bear", "Acidic Slime", "Jhoira, Weatherlight Captain", "Ancestor's Chosen", "Jötun Grunt", "nobody",
    "nothing", "player", "two Bears", "a", "a Bear", "Ox vs. Elk", "v.", "10 Goblin", "+1/+1", "Bear 2/2", "2/2",
    "Bear#2", "[x]", '"Quoted" \\ name', "a -> b", "a<-b", "two  spaces", " edge ", "no\u00a0break", "trample", "m1",
    "12", "x 12", "defender", "-", "Bear-2", "bear-2", "(flying)", "a|b;c", "é🐻", "#1",
)  # fmt: skip

numbers = st.one_of(st.integers(0, 3), st.integers(0, LIMIT))
signed = st.one_of(st.integers(-2, 6), st.integers(-LIMIT, LIMIT))
names = st.one_of(
    st.sampled_from(NAMES),
    st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=LONGEST_NAME),
).filter(lambda name: not name.isspace())
worths = st.one_of(st.integers(-5, 9).map(float), st.floats(-1e9, 1e9))
counters = st.dictionaries(
    st.sampled_from(["+1/+1", "-1/-1", "shield", "deathtouch", "first strike", "stun", "+0/+2"]), numbers
)


def tallies(kinds: st.SearchStrategy[dict[str, int]]) -> st.SearchStrategy[tuple[tuple[str, int], ...]]:
    return kinds.map(lambda held: tuple(held.items()))


players = st.builds(
    Player, life=signed, poison=numbers, commander_damage=tallies(st.dictionaries(names, numbers, max_size=2))
)


@st.composite
def features(draw: st.DrawFn, ident: str) -> dict[str, Any]:
    """The fields of a creature of either side; few of them, so that texts stay readable."""
    name = draw(st.one_of(st.just(""), names))
    fields: dict[str, Any] = {"id": ident, "name": name, "power": draw(signed), "toughness": draw(signed)}
    optional: dict[str, st.SearchStrategy[Any]] = {
        "keywords": st.lists(st.sampled_from(KEYWORDS), max_size=4).map(tuple),
        "colors": st.lists(st.sampled_from(COLORS), max_size=3).map(tuple),
        "damage": numbers,
        "counters": tallies(counters),
        "regeneration": numbers,
        "prevent": st.one_of(numbers, st.just(ALL)),
        "value": worths,
    }
    flags = ("deals_no_damage", "assigns_no_damage", "damage_equal_to_toughness", "excess_to_controller")
    for field in draw(st.lists(st.sampled_from(sorted(optional)), unique=True, max_size=4)):
        fields[field] = draw(optional[field])
    return fields | dict.fromkeys(draw(st.lists(st.sampled_from(flags), unique=True, max_size=2)), True)


@st.composite
def orders(draw: st.DrawFn, opposing: list[str]) -> tuple[str, ...] | None:
    return draw(st.one_of(st.none(), st.permutations(opposing).map(tuple)))


@st.composite
def combats(draw: st.DrawFn, attackers: int = 3, blockers: int = 4) -> Combat:
    """A combat that fits together, its parts chosen freely."""
    many, few = draw(st.integers(1, attackers)), draw(st.integers(0, blockers))
    idents = draw(
        st.lists(
            names.filter(lambda name: name != PLAYER), min_size=many + few + 3, max_size=many + few + 3, unique=True
        )
    )
    walkers = tuple(Planeswalker(ident, draw(numbers)) for ident in idents[:2][: draw(st.integers(0, 2))])
    battles = tuple(Battle(ident, draw(numbers)) for ident in idents[2:3][: draw(st.integers(0, 1))])
    targets = [PLAYER, None, *(thing.id for thing in (*walkers, *battles))]
    attacking, blocking = idents[3 : 3 + many], idents[3 + many :]
    bands = {ident: draw(st.one_of(st.none(), st.sampled_from(["one", "a band"]))) for ident in attacking}
    attacked = {band: draw(st.sampled_from(targets)) for band in ("one", "a band")}
    places = {ident: attacked[band] if band else draw(st.sampled_from(targets)) for ident, band in bands.items()}
    blocks = {ident: tuple(draw(st.lists(st.sampled_from(attacking), unique=True, min_size=1))) for ident in blocking}
    first = tuple(Attacker(**draw(features(ident)), band=bands[ident], attacking=places[ident]) for ident in attacking)
    second = tuple(Blocker(**draw(features(ident)), blocks=blocks[ident]) for ident in blocking)
    pairs = expand_bands(Combat(attackers=first, blockers=second, planeswalkers=walkers, battles=battles))
    strikes = any({"first strike", "double strike"} & set(creature.abilities) for creature in (*first, *second))
    step = draw(st.sampled_from([None, Step.REGULAR, *([Step.FIRST_STRIKE] if strikes else [])]))
    return Combat(
        attackers=tuple(
            rebuilt(
                attacker,
                order=draw(orders([ident for ident in blocking if attacker.id in pairs[ident]])),
                struck_first=step is Step.REGULAR and draw(st.booleans()),
                **dict.fromkeys(
                    draw(st.lists(st.sampled_from(("blocked", "as_though_unblocked", "commander")), unique=True)), True
                ),
            )
            for attacker in first
        ),
        blockers=tuple(
            rebuilt(
                blocker,
                order=draw(orders(list(pairs[blocker.id]))),
                struck_first=step is Step.REGULAR and draw(st.booleans()),
            )
            for blocker in second
        ),
        edition=draw(st.sampled_from(Edition)),
        attacking_player=draw(st.one_of(st.just(Player()), players)),
        defending_player=draw(st.one_of(st.just(Player()), players)),
        planeswalkers=walkers,
        battles=battles,
        weights=draw(st.one_of(st.just(Weights()), st.builds(Weights, life=worths, win=worths, defense=worths))),
        step=step,  # type: ignore[arg-type]
        pending=draw(st.booleans()),
    )


def rebuilt(creature: Any, **changes: Any) -> Any:
    from dataclasses import replace

    return replace(creature, **changes)
