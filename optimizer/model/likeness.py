"""What a person may have meant by a word: the known one most like it, unless that says the opposite."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Final

__all__ = ["closest", "denies", "likeliest", "opposed"]

NEGATIVE: Final = frozenset(
    ["cant", "cannot", "dont", "doesnt", "isnt", "arent", "wont", "mustnt", "not", "no", "non", "never", "without",
     "lacks", "loses"]
)  # fmt: skip
MODAL: Final = NEGATIVE | {"must", "can", "may", "has", "have", "is", "does", "with", "gains"}
GLUED: Final = re.compile(r"(cannot|cant|can|mustnt|doesnt|dont|isnt|must)(?=[a-z]{3})")
PREFIXES: Final = ("un", "in", "non")
SAME: Final = 0.75
"""How alike two words are, by `difflib`'s measure, whose only difference may be that one denies the other."""

FUNCTION_WORDS: Final = MODAL | frozenset(
    ["and", "or", "the", "this", "that", "if", "able", "by", "from", "to", "of", "it", "its", "when", "whenever",
     "each", "all", "any", "be", "creature", "creatures", "you", "your", "except", "than", "as", "long"]
)  # fmt: skip
"""Words of sentences; none of them is a slip for a keyword or a field."""


def likeliest(word: str, known: Mapping[str, str], cutoff: float, typed: str = "") -> str | None:
    """What the known spelling most like a word stands for; None where none is near, or it says the opposite.

    `typed` is what stands in the text, where `word` is that without spaces and signs.

    >>> fields = {name: name for name in ("cant_block", "must_be_blocked", "tapped", "wither", "deals_no_damage")}
    >>> likeliest("cant_blok", fields, 0.7), likeliest("can_block", fields, 0.7), likeliest("untapped", fields, 0.7)
    ('cant_block', None, None)
    >>> [likeliest(word, fields, 0.7) for word in ("with", "cant_be_blocked", "deals_damage")]
    [None, None, None]
    """
    text = typed or word
    if text.casefold() in FUNCTION_WORDS:
        return None
    for near in closest(word, known, cutoff, 3):
        if slip(word, near) and not opposed(text, known[near]):
            return known[near]
    return None


def closest(word: str, known: Iterable[str], cutoff: float, most: int = 1) -> list[str]:
    """The words most like one, the likest first, where so much of the two agrees (`cutoff`, at most 1).

    >>> closest("deathtuch", ["trample", "deathtouch"], 0.7)
    ['deathtouch']
    """
    from rapidfuzz import fuzz, process

    found = process.extract(word, [*known], scorer=fuzz.ratio, score_cutoff=100 * cutoff, limit=most)
    return [str(near) for near, _, _ in found]


def slip(word: str, near: str) -> bool:
    """Whether a word may be a slip for another that is near it, rather than a word of its own.

    A slip leaves out, adds or changes a letter or two; it doesn't hold the whole other word beside something else.

    >>> slip("deathtuch", "deathtouch"), slip("with", "wither"), slip("embercleave", "cleave")
    (True, False, False)
    """
    more, less = max(len(word), len(near)), min(len(word), len(near))
    return more - less <= 1 or (more - less <= 3 and less > 5 and word not in near and near not in word)


def opposed(one: str, other: str) -> bool:
    """Whether two texts differ in little but that one denies, allows or requires what the other doesn't.

    >>> opposed("can't attack", "must-attack"), opposed("blockable", "unblockable"), opposed("cnat_block", "cant_block")
    (True, True, False)
    """
    (stance, words), (other_stance, others) = reading(one), reading(other)
    if stance != other_stance and likeness("".join(words), "".join(others)) >= SAME:
        return True
    return any(
        prefixed(word, to) or prefixed(to, word)
        for word in words
        if word not in others
        for to in others
        if to not in words
    )


def prefixed(word: str, other: str) -> bool:
    """Whether a word is another with a prefix that denies it.

    >>> prefixed("untaped", "tapped"), prefixed("unincrement", "increment"), prefixed("infect", "ifect")
    (True, True, False)
    """
    plain = likeness(word, other)
    return any(
        word.startswith(prefix)
        and not other.startswith(prefix)
        and likeness(word.removeprefix(prefix), other) > max(plain, SAME)
        for prefix in PREFIXES
    )


def denies(text: str) -> bool:
    """Whether a text says that something isn't so."""
    return reading(text)[0][0] > 0


def reading(text: str) -> tuple[tuple[int, bool, bool], list[str]]:
    """How often a text denies something, whether it requires it, whether it is done to it; and the words for it."""
    words = re.findall(r"[^\W_]+", text.casefold().replace("'", "").replace("\u2019", ""))
    if words and (glued := GLUED.match(words[0])):
        words = [glued[1], words[0][glued.end() :], *words[1:]]
    stance = (sum(word in NEGATIVE for word in words), "must" in words, "be" in words)
    return stance, [word.removesuffix("ed") for word in words if word not in MODAL and word != "be"]


def likeness(one: str, other: str) -> float:
    """How alike two words are, from 0 to 1."""
    return difflib.SequenceMatcher(None, one, other).ratio()
