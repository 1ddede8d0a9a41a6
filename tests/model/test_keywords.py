"""The registry of keywords: one printed form for each spelling, and a clear answer to the rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimizer.model.creature import KEYWORD_COUNTERS, KEYWORD_VALUES
from optimizer.model.keyword_names import EVASION, FIGHTING, GERMAN, INERT, NUMBERED
from optimizer.model.keywords import COLORS, KeywordError, canonical, numbers, recognized


@pytest.mark.parametrize("name", sorted(FIGHTING | EVASION | INERT))
def test_every_name_is_its_own_canonical_form(name: str) -> None:
    assert canonical(name) == (name,)
    assert canonical(name.upper().replace(" ", "  ")) == (name,)
    assert canonical(name.replace(" ", "-").replace("'", "’")) == (name,)
    assert recognized(name)


@pytest.mark.parametrize("name", sorted(NUMBERED))
def test_a_number_follows_the_numbered_ones(name: str) -> None:
    assert canonical(f"{name.title()}  03") == (f"{name} 3",)
    for phrase in (name, f"{name} x", f"{name} -1", f"{name} 1000001", f"{name} 1 2"):
        with pytest.raises(KeywordError, match=f"expected a number after '{name}', such as '{name} 1'"):
            canonical(phrase)


def test_the_values_and_the_keyword_counters_are_keywords() -> None:
    assert set(KEYWORD_VALUES) <= FIGHTING | EVASION | INERT
    assert KEYWORD_COUNTERS <= FIGHTING | EVASION | INERT


@pytest.mark.parametrize("german", sorted(GERMAN))
def test_german_names(german: str) -> None:
    number = " 2" if GERMAN[german] in NUMBERED else ""
    expected = (GERMAN[german] + number,)
    assert canonical(german + number) == expected
    assert canonical(german.upper() + number) == expected
    for umlaut, letters in (("ä", "ae"), ("ö", "oe"), ("ü", "ue")):
        german = german.replace(umlaut, letters)
    assert canonical(german + number) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("first-strike", ("first strike",)),
        ("Double_Strike", ("double strike",)),
        ("deathtouch (Any amount of damage this deals to a creature is enough to destroy it.)", ("deathtouch",)),
        ("Ward {2}", ("ward {2}",)),
        ("ward—Pay 3 life", ("ward—Pay 3 life",)),
        ("Equip 3", ("equip 3",)),
        ("partner with Proud Mentor", ("partner with Proud Mentor",)),
        ("hexproof from blue", ("hexproof from blue",)),
        ("Islandwalk", ("islandwalk",)),
        ("Snow Swampwalk", ("snow swampwalk",)),
        ("nonbasic landwalk", ("nonbasic landwalk",)),
        ("Slivercycling {3}", ("slivercycling {3}",)),
        ("start your engines", ("start your engines!",)),
        ("Gift 1", ("poisonous 1",)),
        ("gift", ("gift",)),
        ("protection from red", ("protection from red",)),
        ("Protection From Everything", ("protection from everything",)),
        ("protection from instants", ("protection from instants",)),
        ("protection from black and from red", ("protection from black", "protection from red")),
        ("protection from white, from blue, and from green",
         ("protection from white", "protection from blue", "protection from green")),
        ("protection from all colors", tuple(f"protection from {color}" for color in COLORS)),
        ("Schutz vor Rot", ("protection from red",)),
        ("Schutz vor Schwarz und vor Grün", ("protection from black", "protection from green")),
        ("Schutz vor allen Farben", tuple(f"protection from {color}" for color in COLORS)),
    ],
)  # fmt: skip
def test_spellings(text: str, expected: tuple[str, ...]) -> None:
    assert canonical(text) == expected
    assert tuple(again for keyword in expected for again in canonical(keyword)) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("deathtuch", "unknown keyword 'deathtuch': did you mean 'deathtouch'?"),
        ("Frist Strike", "unknown keyword 'Frist Strike': did you mean 'first strike'?"),
        ("Trampel", "unknown keyword 'Trampel': did you mean 'trample'?"),
        ("Todesberurung", "unknown keyword 'Todesberurung': did you mean 'deathtouch'?"),
        ("toxc 2", "unknown keyword 'toxc 2': did you mean 'toxic'?"),
        ("xyzzy", "unknown keyword 'xyzzy': expected a keyword as printed; a line of text that"),
        ("", "unknown keyword '': expected a keyword as printed; a line of text that"),
        ("deathtouch 2", "expected 'deathtouch' alone, not 'deathtouch 2'"),
        ("flying, trample", "expected 'flying' alone, not 'flying, trample'"),
        ("ward {2}, deathtouch", "expected one keyword, not 'ward {2}, deathtouch'"),
        ("flash trample", "expected one keyword, not 'flash trample'"),
        ("protection", "expected what it protects from, such as 'protection from red'"),
        ("protection from Dragons", "protection from 'dragons' is not supported: expected black, blue, colorless, "),
        ("protection from artifacts", "protection from 'artifacts' is not supported"),
        ("bands with other Dinosaurs", "'bands with other' is not supported (702.22); plain banding is"),
        ("absorb 2", 'absorb is not supported (702.64): write the damage it prevents as "prevent"'),
        ("a\nb", "expected a keyword, not 'a\\nb'"),
        ("x" * 300, "expected a keyword, not 'xxxx"),
    ],
)
def test_refusals(text: str, message: str) -> None:
    with pytest.raises(KeywordError) as caught:
        canonical(text)
    assert str(caught.value).startswith(message)
    assert isinstance(caught.value, ValueError)
    assert not recognized(text)


@given(
    st.one_of(
        st.text(), st.sampled_from(sorted(INERT | NUMBERED)).flatmap(lambda name: st.text().map(f"{name} ".__add__))
    )
)
def test_the_canonical_form_is_stable(text: str) -> None:
    try:
        found = canonical(text)
    except KeywordError as error:
        assert "\n" not in str(error)
    else:
        assert [canonical(keyword) for keyword in found] == [(keyword,) for keyword in found]


def test_numbers_of_each_instance() -> None:
    assert numbers(("toxic 2", "flying", "toxic 1", "toxicity 9"), "toxic") == (2, 1)
