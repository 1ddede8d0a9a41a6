"""Examples for the API's own description: some of the shipped combats and boards (examples/)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

__all__ = ["EXAMPLES", "SHIPPED"]

SLIME: Final = "Acidic Slime 2/2 deathtouch <- Spined Wurm 5/4, Siege Mastodon 3/5, Runeclaw Bear 2/2"
GUARD: Final = {
    "attackers": [
        {"id": "slime", "name": "Acidic Slime", "power": 2, "toughness": 2, "keywords": ["deathtouch"]},
        {"id": "wurm", "name": "Yavimaya Wurm", "power": 6, "toughness": 4, "keywords": ["trample"]},
    ],
    "blockers": [{"id": "guard", "name": "Palace Guard", "power": 1, "toughness": 4, "blocks": ["slime", "wurm"]}],
}
GANG: Final = {
    "attackers": [
        {"name": "Siege Mastodon", "power": 3, "toughness": 5},
        {"name": "Squire", "power": 1, "toughness": 2},
        {"name": "Wind Drake", "power": 2, "toughness": 2, "keywords": ["flying"]},
    ],
    "defenders": [
        {"name": "Centaur Courser", "power": 3, "toughness": 3},
        {"name": "Runeclaw Bear", "power": 2, "toughness": 2},
        {"name": "Giant Spider", "power": 2, "toughness": 4, "keywords": ["reach"]},
    ],
}
STRIKE: Final = {
    "creatures": [
        {"id": "wurm", "name": "Yavimaya Wurm", "power": 6, "toughness": 4, "keywords": ["trample"]},
        {"id": "wurm-2", "name": "Yavimaya Wurm", "power": 6, "toughness": 4, "keywords": ["trample"]},
        {"name": "Ogre", "power": 3, "toughness": 4},
        {"name": "Runeclaw Bear", "power": 2, "toughness": 2},
    ],
    "defenders": [
        {"name": "Grizzly Bears", "power": 2, "toughness": 2},
        {"name": "Llanowar Elves", "power": 1, "toughness": 1},
        {"name": "Elvish Mystic", "power": 1, "toughness": 1},
        {"name": "Eldrazi Spawn", "power": 0, "toughness": 1},
    ],
    "defending_player": {"life": 8},
}

SHIPPED: Final[Mapping[str, Any]] = {
    "acidic-slime.txt": SLIME,
    "palace-guard.json": GUARD,
    "gang-block.json": GANG,
    "alpha-strike.json": STRIKE,
}
"""By the files' names."""

EXAMPLES: Final[Mapping[str, Mapping[str, Any]]] = {
    "suggest": {"A combat in the notation": SLIME, "With options": {"document": GUARD, "limit_ms": 500}},
    "legal": {"The first two": {"document": SLIME, "side": "attacking", "limit": 2}, "A board": GANG},
    "count": {"A combat in the notation": SLIME, "A combat": GUARD, "A board before attacks": STRIKE},
    "check": {
        "An assignment": {"document": GUARD, "assignment": {"slime": {"guard": 2}, "wurm": {"player": 6}}},
        "A declaration of blockers": {"document": GANG, "declaration": {"giant-spider": ["wind-drake"]}},
    },
    "resolve": {
        "With the defending side's damage": {
            "document": GUARD,
            "attacking": {"slime": {"guard": 2}, "wurm": {"player": 6}},
            "defending": {"guard": {"slime": 1}},
        }
    },
    "blocks": {"A board before blocks": GANG},
    "attacks": {"A board before attacks": STRIKE},
}
"""For each verb bodies by what they show."""
