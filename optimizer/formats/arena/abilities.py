"""The numbers that the game's messages have for abilities and counters, as far as they are public.

A keyword without a number has one id for all cards that have it, that of its kind of ability; any other ability has
ids of its own, which only the game's card data explain.
"""

from __future__ import annotations

from typing import Final

__all__ = ["COLORS", "COUNTERS", "KEYWORDS", "POISON"]

KEYWORDS: Final = {
    1: "deathtouch", 2: "defender", 3: "double strike", 6: "first strike", 7: "flash", 8: "flying", 9: "haste",
    10: "hexproof", 11: "intimidate", 12: "lifelink", 13: "reach", 14: "trample", 15: "vigilance", 22: "shroud",
    23: "banding", 26: "flanking", 29: "shadow", 32: "horsemanship", 38: "fear", 74: "changeling", 80: "persist",
    81: "wither", 84: "exalted", 91: "infect", 92: "battle cry", 94: "undying", 104: "indestructible",
    137: "prowess", 142: "menace", 143: "skulk", 171: "mentor", 175: "riot",
    185: "protection from white", 186: "protection from blue", 187: "protection from black",
    188: "protection from red", 189: "protection from green",
}  # fmt: skip
"""From an ability's grpId to the keyword."""

COUNTERS: Final = {1: "+1/+1", 2: "-1/-1", 86: "shield"}
"""From a kind of counter to what documents call it; those on players and planeswalkers are not among them."""

POISON: Final = 3

COLORS: Final = {f"CardColor_{color.title()}": color for color in ("white", "blue", "black", "red", "green")}
