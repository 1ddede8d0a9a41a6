"""Tokens: `t:Name,P:2,T:2,Color:…,Types:…,Keywords:…` in full, and `T:w_2_2_knight_vigilance` by a script's name."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from ...model.keywords import COLORS, KeywordError, canonical, recognized
from ...model.sentences import said
from ...model.words import show
from .permanent import Entry

__all__ = ["token_of"]

LETTERS: Final = dict(zip("wubrg", COLORS, strict=True))
SCRIPT: Final = re.compile(r"(all|[wubrgca]+)_([0-9]+)_([0-9]+)_(\w+)")
JOINED: Final = {"firststrike": "first strike", "doublestrike": "double strike"}
KINDS: Final = {"a": "artifact", "e": "enchantment", "l": "land"}
LAST: Final = ("noblock", "sac", "draw")
"""Words of scripts' names that are neither a name's nor a keyword."""

Tell = Callable[[int, str], None]
Creature = dict[str, Any]


def token_of(entry: Entry, tell: Tell) -> Creature | None:
    """The creature of a token's entry; None where the token is none.

    >>> token_of(Entry(3, "T:w_2_2_knight_vigilance"), print)
    {'name': 'Knight', 'power': 2, 'toughness': 2, 'keywords': ['vigilance'], 'colors': ['white']}
    >>> token_of(Entry(3, "t:Elf Warrior,P:1,T:1,Color:G,Types:Creature-Elf-Warrior,Keywords:,Image:g_1_1"), print)
    {'name': 'Elf Warrior', 'power': 1, 'toughness': 1, 'colors': ['green']}
    """
    made = in_full(entry, tell) if entry.name.startswith("t:") else by_script(entry, tell)
    return None if made is None else {name: held for name, held in made.items() if held not in ([], "")}


def in_full(entry: Entry, tell: Tell) -> Creature | None:
    """A token with all its fields."""
    name, *parts = entry.name.removeprefix("t:").split(",")
    fields = {key.strip().lower(): value.strip() for key, _, value in (part.partition(":") for part in parts)}
    types = [word.lower() for word in fields.get("types", "").split("-")]
    if "creature" not in types:
        return None
    made: Creature = {"name": name.strip() or "token"}
    for field, letter in (("power", "p"), ("toughness", "t")):
        if not re.fullmatch(r"[-+]?[0-9]{1,6}", fields.get(letter, "")):
            raise entry.fault(f"{letter.upper()} must be a whole number, not {show(fields.get(letter, ''))}")
        made[field] = int(fields[letter])
    made["keywords"] = []
    for phrase in filter(None, re.split(r"(?<!\bnon)-", fields.get("keywords", ""))):
        keyword(entry, made, phrase.strip(), tell)
    made["colors"] = colors(fields.get("color", "")) or colors(fields.get("cost", ""), letters_only=True)
    return made | {"types": [kind for kind in types if kind in KINDS.values()]}


def keyword(entry: Entry, made: Creature, phrase: str, tell: Tell) -> None:
    """Give a token a keyword, or what a sentence about it says."""
    sentence = said(phrase.replace("CARDNAME", "~").removesuffix("."))
    if sentence is not None:
        made.update(sentence)
        return
    try:
        made["keywords"] += canonical(phrase.replace(":", " "))
    except KeywordError:
        tell(entry.line, f"{entry.shown}: the token's ability {show(phrase)} isn't read")


def colors(text: str, *, letters_only: bool = False) -> list[str]:
    """The colors that a text names in words or by letters.

    >>> colors("G"), colors("{W}{B}"), colors("White Blue"), colors("Colorless"), colors("no cost", letters_only=True)
    (['green'], ['white', 'black'], ['white', 'blue'], [], [])
    """
    words = re.findall(r"[a-z]+", text.lower())
    named = [color for color in COLORS if color in words]
    if named or (letters_only and "cost" in words):
        return named
    letters = {letter for word in words if set(word) <= set("wubrgc") for letter in word}
    return [color for letter, color in LETTERS.items() if letter in letters]


def by_script(entry: Entry, tell: Tell) -> Creature | None:
    """A token by the name of its script: color, power, toughness, kinds, name, keywords, in this order."""
    match = SCRIPT.fullmatch(entry.name.removeprefix("T:").strip().lower())
    if match is None:
        return None
    words = match[4].split("_")
    types = []
    while words and words[0] in KINDS:
        types.append(KINDS[words.pop(0)])
    name, found, unread = parted(words)
    made: Creature = {"name": " ".join(name).title() or "token", "power": int(match[2]), "toughness": int(match[3])}
    shades = list(COLORS) if match[1] == "all" else [LETTERS[letter] for letter in LETTERS if letter in match[1]]
    made |= {"keywords": found, "colors": shades, "types": types}
    if "noblock" in unread:
        unread.remove("noblock")
        made["cant_block"] = True
    if unread:
        tell(entry.line, f"{entry.name}: of the token's abilities {' '.join(unread)!r} isn't read")
    return made


def parted(words: list[str]) -> tuple[list[str], list[str], list[str]]:
    """The words of a script's name: the token's name, its keywords, what is left.

    >>> parted("faerie rogue flying".split()), parted("knight flanking pro white haste".split())
    ((['faerie', 'rogue'], ['flying'], []), (['knight'], ['flanking', 'protection from white', 'haste'], []))
    >>> parted("mite toxic 1 noblock".split())
    (['mite'], ['toxic 1'], ['noblock'])
    """
    name: list[str] = []
    found: list[str] = []
    unread: list[str] = []
    at = 0
    while at < len(words):
        word = JOINED.get(words[at], words[at])
        two = " ".join(words[at : at + 2])
        if word == "pro" and words[at + 1 : at + 2] and words[at + 1] in COLORS:
            found.append(f"protection from {words[at + 1]}")
            at += 1
        elif at + 1 < len(words) and recognized(two):
            found += canonical(two)
            at += 1
        elif recognized(word):
            found += canonical(word)
        elif found or unread or word in LAST:
            unread.append(word)
        else:
            name.append(word)
        at += 1
    return name, found, unread
