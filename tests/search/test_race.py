"""Two steps with the game at stake: how much goes on in the first step decides whether there is a second."""

import itertools
from random import Random
from typing import Any

import bruteforce
import pytest
from shares import large_share

from optimizer import Combat, solve


@pytest.mark.parametrize(
    ("text", "score"),
    [
        # 2 to the Idol and 1 on, so that the player lives; then all 3, as the Idol has lethal damage marked: 4 + 1000
        ("Knight 3/3 double strike trample <- Idol 0/1 indestructible | defender 2", 1004),
        # 1 on and 2 poison (1 + 4), then 3 and 2 poison (3 + 4), and the win
        ("Knight 3/1 double strike trample toxic 2 <- Idol 0/1 indestructible m2 | defender 2", 1012),
        # nothing is ever marked: 1 on, then 2 on
        ('Knight 3/3 double strike trample <- Idol 0/1 "protection from colorless" | defender 2', 1003),
        # the Ogre dies anyway (-10); 4 to the Wall (+5) and 1 on, so that 3 and a poison counter (3 + 2) still come
        ("Ogre 5/2 trample double strike m3 <- Wall 2/3; Rat 3/3 toxic 1 | defender 2, weights(win 0)", 1),
    ],
)
def test_the_player_is_left_alive_for_more_damage(text: str, score: float) -> None:
    solution = solve(Combat.parse(text))
    assert (solution.score, solution.bound, solution.status) == (score, score, "optimal")


UNKILLABLE: list[dict[str, Any]] = [
    {},
    {"keywords": ["indestructible"]},
    {"keywords": ["protection from colorless"]},
    {"prevent": "all"},
]


def test_double_strike_and_trample_over_what_does_not_die() -> None:
    for power, life, toughness, damage, kind, keyword, other in itertools.product(
        (2, 3, 4), (1, 2, 3, 5), (1, 3), (0, 2), UNKILLABLE, ("deathtouch", "toxic 1", "vigilance"), (False, True)
    ):
        blockers = [{"id": "b", "power": 1, "toughness": toughness, "damage": damage, "blocks": ["a"], **kind}]
        if other:
            blockers.append({"id": "c", "power": 2, "toughness": 2, "keywords": ["first strike"], "blocks": ["a"]})
        document = {
            "attackers": [
                {"id": "a", "power": power, "toughness": 3, "keywords": ["double strike", "trample", keyword]},
                {"id": "u", "power": 1, "toughness": 1},
            ],
            "blockers": blockers,
            "defending_player": {"life": life},
        }
        assert solve(Combat.from_document(document)).score == bruteforce.best(document), document


def race(seed: int) -> dict[str, Any]:
    """Strikes, trample and creatures that don't die, and a player who is nearly dead."""
    rng = Random(seed)

    def creature(identity: str) -> dict[str, Any]:
        chances = {
            "deathtouch": 12, "indestructible": 25, "trample": 45, "double strike": 35, "first strike": 25,
            "toxic 1": 10, "lifelink": 8,
        }  # fmt: skip
        keywords = [word for word, percent in chances.items() if rng.randrange(100) < percent]
        made: dict[str, Any] = {"id": identity, "power": rng.randint(0, 5), "toughness": rng.randint(1, 4)}
        made |= {"keywords": keywords, "damage": rng.choice([0, 0, 0, 0, 1, 2, 3])}
        return made | ({"prevent": "all"} if rng.randrange(100) < 10 else {})

    attackers = [creature(f"a{n}") for n in range(rng.choice([1, 1, 2]))]
    return {
        "rules": rng.choice(["foundations", "ordered"]),
        "attackers": attackers,
        "blockers": [
            creature(f"b{n}") | {"blocks": [rng.choice(attackers)["id"]]} for n in range(rng.choice([1, 1, 2]))
        ],
        "defending_player": {"life": rng.randint(1, 7), "poison": rng.choice([0, 0, 8])},
        "weights": {"win": rng.choice([1000, 3, 0, 20])},
    }


@large_share(5)
def test_random_races(times: int) -> None:
    for seed in range(800 * times):
        document = race(seed)
        assert solve(Combat.from_document(document)).score == bruteforce.best(document), document
