"""The page in real Chromium, used as a person uses it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

pytest.importorskip("selenium")
pytest.importorskip("fastapi")

from pages import Person, chromium, in_chromium
from selenium import webdriver
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select
from services import served

pytestmark = in_chromium

PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served() as found:
        yield found.address


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    with chromium(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture
def person(driver: webdriver.Chrome, address: str) -> Iterator[Person]:
    one = Person(driver, address)
    one.open()
    yield one
    assert one.complaints() == []


def palace_guard(person: Person) -> None:
    """Builds the ruling's combat by hand."""
    person.add("ours", "Acidic Slime, Yavimaya Wurm")
    person.add("theirs", "Palace Guard")
    person.drag("palace-guard", "acidic-slime")
    person.drag("palace-guard", "yavimaya-wurm")


def test_palace_guards_ruling_by_hand(person: Person) -> None:
    palace_guard(person)
    assert person.text("headline") == "Score 11.0 for the attacking player: proven best."
    assert "7 of the attacking player, 2 of the defending player" in person.text("count")
    assert person.headings() == [
        "Combat damage", "Afterwards", "What the score of 11.0 is made of",
        "Runner-up for the attacking player: leave the defending player at 15 life instead of 14: 1.0 worse.",
    ]  # fmt: skip
    rows = person.texts("#report section:first-of-type tr")
    assert rows[1].split("\t") == ["Yavimaya Wurm", "6 to the player (tramples over)", "choice"]
    assert "Yavimaya Wurm deals 6 to the player" in person.id("picture").get_attribute("innerHTML")
    assert person.one('[data-id="palace-guard"] .blocking').text == "blocks Acidic Slime, Yavimaya Wurm"
    assert len(person.all(".links path")) == 2
    person.picture("palace-guard")


def test_an_illegal_assignment_names_its_rules(person: Person) -> None:
    palace_guard(person)
    assert person.text("verdict") == "This is the best division."
    person.assign("acidic-slime", "player", 2)
    person.assign("acidic-slime", "palace-guard", 0)
    code = "return [...document.querySelectorAll('#verdict li')].map((one) => one.dataset.rule)"
    person.until(lambda: person.script(code) == ["510.1c", "702.19b"])
    assert "can't trample" in person.text("verdict")
    person.picture("illegal")
    person.id("as-best").click()
    assert person.text("verdict") == "This is the best division."


def test_a_legal_one_is_told_what_it_costs(person: Person) -> None:
    palace_guard(person)
    person.one('[aria-label="One more from Yavimaya Wurm to Palace Guard"]').click()
    person.one('[aria-label="One less from Yavimaya Wurm to the player"]').click()
    cost = "Legal. Score 10: 1 worse for the attacking player than the best."
    person.until(lambda: person.text("verdict") == cost)
    assert "Yavimaya Wurm deals 5 to the player" in person.id("own-picture").get_attribute("innerHTML")
    person.one("input[name=side][value=defending]").click()
    person.assign("palace-guard", "acidic-slime", 0)
    person.assign("palace-guard", "yavimaya-wurm", 1)
    person.until(lambda: person.text("verdict") == "Legal. Score 11: as good as the best.")


def test_twenty_creatures_a_side(person: Person) -> None:
    person.add("ours", "10 Grizzly 2/2, 5 Wurm 6/4 trample, 5 Drake 2/2 flying")
    person.add("theirs", "10 Ox 3/3, 5 Spider 2/4 reach, 5 Guard 1/4")
    assert len(person.cards("ours")) == len(person.cards("theirs")) == 20
    assert person.text("headline") == "Score -60.0 for the attacking player: proven best."
    person.picture("twenty")
    person.id("declare").click()
    person.until(lambda: person.text("answer-title") == "The best damage")
    person.answered()
    assert person.text("headline") == "Score -60.0 for the attacking player: proven best."
    assert len(person.all(".links path")) == 20
    person.picture("twenty-damage")


def test_boards_get_best_blocks_and_attacks(person: Person) -> None:
    person.example("Alpha strike")
    assert person.text("answer-title") == "The best attacks"
    assert person.text("headline") == "Score 1008.0 for the attacking player: proven best."
    person.id("declare").click()
    person.until(lambda: person.text("answer-title") == "The best blocks")
    person.answered()
    person.id("declare").click()
    person.until(lambda: person.text("answer-title") == "The best damage")
    person.answered()
    assert person.text("headline") == "Score 1008.0 for the attacking player: proven best."
    person.stage("attacks")
    person.example("Crackback")
    person.id("declare").click()
    person.until(lambda: person.text("answer-title") == "The best blocks")
    assert person.texts("#ours .card.out .name") == ["Hill Giant"]


def test_a_phone(person: Person) -> None:
    person.open(**PHONE, dark=True)
    person.add("ours", "Acidic Slime, Yavimaya Wurm")
    person.add("theirs", "Palace Guard")
    for target in ("acidic-slime", "yavimaya-wurm"):
        finger(person, "palace-guard", target)
        person.answered()
    assert person.text("headline") == "Score 11.0 for the attacking player: proven best."
    assert person.script("return document.documentElement.scrollWidth") == PHONE["width"]
    small = [one for one in person.all("button, select, summary") if one.is_displayed() and one.size["height"] < 24]
    assert small == []  # WCAG 2.5.8
    person.picture("phone-dark")


def finger(person: Person, blocker: str, attacker: str) -> None:
    """A finger rests on a card, then draws it to another."""
    boxes = []
    person.script("arguments[0].scrollIntoView({block: 'center'})", person.id("field"))
    for ident in (blocker, attacker):
        code = "const box = arguments[0].getBoundingClientRect(); return [box.x + box.width / 2, box.y + 12]"
        boxes.append(person.script(code, person.one(f'.card[data-id="{ident}"]')))
    (x, y), (to_x, to_y) = boxes
    touch(person, "touchStart", x, y)
    person.until(lambda: person.all(".card.dragged"))
    for part in (0.3, 0.6, 1):
        touch(person, "touchMove", x + (to_x - x) * part, y + (to_y - y) * part)
    person.until(lambda: person.all(".card.target"))
    person.devtools("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    person.until(lambda: not person.all(".card.dragged"))


def touch(person: Person, kind: str, x: float, y: float) -> None:
    person.devtools("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y}])


def test_by_the_keyboard_alone(person: Person) -> None:
    person.focus("#add-ours").send_keys("Acidic Slime, Yavimaya Wurm")
    person.press(Keys.ESCAPE, Keys.ENTER)
    person.until(lambda: len(person.cards("ours")) == 2)
    person.focus("#add-theirs").send_keys("pala")
    person.until(lambda: person.all("#names-theirs li"))
    person.press(Keys.ARROW_DOWN)
    chosen = person.id("add-theirs").get_attribute("aria-activedescendant")
    assert person.text(str(chosen)).startswith("Palace Guard")
    person.press(Keys.ENTER)
    person.until(lambda: person.cards("theirs") == ["Palace Guard"])
    person.hold(Keys.SHIFT, Keys.TAB)
    person.focus('[data-key="block:palace-guard"]')
    person.press(Keys.ENTER)
    person.until(lambda: person.id("block-dialog").is_displayed())
    person.press(Keys.SPACE, Keys.TAB, Keys.SPACE)
    person.press(Keys.ESCAPE)
    person.answered()
    assert person.text("headline") == "Score 11.0 for the attacking player: proven best."
    assert person.text("told") == "Palace Guard blocks Yavimaya Wurm."
    assert person.script("return document.activeElement.dataset.key") == "block:palace-guard"


def test_the_combat_is_in_the_address(person: Person) -> None:
    palace_guard(person)
    found = person.until(lambda: person.driver.current_url.partition("#c=")[2])
    person.open(f"#c={found}")
    assert person.cards("ours") == ["Acidic Slime", "Yavimaya Wurm"]
    assert person.text("headline") == "Score 11.0 for the attacking player: proven best."
    person.open(f"#c={found[:40]}")
    assert person.text("told") == "The combat in the address can't be read: perhaps the address was cut off."
    assert person.cards("ours") == []


def test_what_is_typed_wrong_is_told_where_it_stands(person: Person) -> None:
    person.add("ours", "Bear 2/2 deathtuch")
    assert person.one("form[data-side=ours] .problem").text.endswith("unknown word: did you mean 'deathtouch'?")
    assert person.id("add-ours").get_property("value") == "Bear 2/2 deathtuch"
    assert person.id("add-ours").get_attribute("aria-invalid") == "true"


def test_undo_redo_remove_and_stay_home(person: Person) -> None:
    palace_guard(person)
    person.one('[data-key="home:acidic-slime"]').click()
    person.answered()
    assert person.one('[data-id="palace-guard"] .blocking').text == "blocks Yavimaya Wurm"
    person.one('[data-key="remove:yavimaya-wurm"]').click()
    assert person.cards("ours") == ["Acidic Slime"]
    for _ in range(2):
        person.id("undo").click()
    person.answered()
    assert person.one('[data-id="palace-guard"] .blocking').text == "blocks Acidic Slime, Yavimaya Wurm"
    assert person.text("headline") == "Score 11.0 for the attacking player: proven best."
    person.id("redo").click()
    assert len(person.all("#ours .card.out")) == 1


def test_the_form_for_a_creature(person: Person) -> None:
    palace_guard(person)
    person.one('[data-key="edit:palace-guard"]').click()
    field = person.one("#edit-form [name=damage]")
    field.clear()
    field.send_keys("3")
    person.one("#edit-form summary").click()
    person.one("#edit-form [name=rest]").clear()
    person.one("#edit-form [name=rest]").send_keys('{"indestructable": true}')
    person.one("#edit-form [value=save]").click()
    person.until(lambda: person.text("problem") == "sheet.theirs[0].indestructable: Palace Guard: unknown field")
    person.id("undo").click()
    person.one('[data-key="edit:palace-guard"]').click()
    person.one("#edit-form [name=keywords]").send_keys("indestructible, reach")
    person.press(Keys.ENTER)
    person.answered()
    assert person.one('[data-id="palace-guard"] .words').text.startswith("indestructible, reach")
    assert person.text("headline") == "Score 6.0 for the attacking player: proven best."
    person.one('[data-key="edit:palace-guard"]').click()
    person.one("#edit-form summary").click()
    person.one("#edit-form [name=rest]").send_keys("{")
    person.one("#edit-form [value=save]").click()
    assert person.text("edit-problem").startswith("Other fields: expected JSON")
    person.id("edit-cancel").click()


def test_players_and_rules(person: Person) -> None:
    person.example("Palace Guard")
    person.one(".settings summary").click()
    life = person.one('[name="defending_player.life"]')
    life.clear()
    life.send_keys("6", Keys.TAB)
    person.answered()
    assert person.text("headline") == "Score 1011.0 for the attacking player: proven best."
    walkers = person.one("[name=planeswalkers]")
    walkers.send_keys("Jace", Keys.TAB)
    assert person.one("#settings .problem").text == "expected a name and a number, such as Jace 4, not Jace"
    walkers.send_keys(" 4", Keys.TAB)
    person.answered()
    Select(person.one("[name=rules]")).select_by_value("ordered")
    person.answered()
    assert '"rules": "ordered"' in str(person.id("document").get_property("value"))
    assert '"loyalty": 4' in str(person.id("document").get_property("value"))


def test_the_document_can_be_taken_and_given(person: Person) -> None:
    palace_guard(person)
    person.all(".settings summary")[1].click()
    document = json.loads(str(person.id("document").get_property("value")))
    assert [one["id"] for one in document["attackers"]] == ["acidic-slime", "yavimaya-wurm"]
    person.id("document").clear()
    person.id("document").send_keys("Ox 3/3 <- Bear 2/2")
    person.id("read-document").click()
    person.until(lambda: person.cards("ours") == ["Ox"])
    person.answered()
    assert person.text("headline") == "Score 4.0 for the attacking player: proven best."
    person.id("document").clear()
    person.id("document").send_keys('{"attackers": [{"power": 1}]}')
    person.id("read-document").click()
    person.until(lambda: person.text("document-problem"))
    assert "toughness" in person.text("document-problem")


def test_two_damage_steps_one_after_the_other(person: Person) -> None:
    person.example("Double strike and trample")
    assert person.text("headline") == "Score 8.0 for the attacking player: proven best."
    person.id("go-on").click()
    person.until(lambda: person.cards("theirs") == [])
    person.answered()
    assert person.text("told") == "The step has been dealt: this is what is left."
    assert person.text("headline") == "Score 3.0 for the attacking player: proven best."


def test_every_example_has_an_answer(person: Person) -> None:
    names = [one.text for one in person.all("#examples option")][1:]
    assert len(names) >= 10
    for name in names:
        person.example(name)
        assert "proven best" in person.text("headline"), name
        assert person.text("problem") == "", name


def test_nothing_comes_from_elsewhere(person: Person) -> None:
    palace_guard(person)
    code = "return performance.getEntriesByType('resource').map((one) => one.name)"
    loaded = person.script(code)
    assert len(loaded) > 10
    assert [one for one in loaded if not one.startswith((person.address.rstrip("/"), "blob:"))] == []


@pytest.mark.parametrize("dark", [False, True])
def test_screen_readers_find_their_way(person: Person, dark: bool) -> None:
    axe = files("axe_core_python").joinpath("axe.min.js").read_text()
    person.open(dark=dark)
    palace_guard(person)
    person.assign("acidic-slime", "player", 2)
    person.until(lambda: "illegal" in person.id("verdict").get_attribute("class"))
    for summary in person.all(".settings summary"):
        summary.click()
    person.script(axe)
    assert faults(person) == []
    for key, dialog in (("block:palace-guard", "block-dialog"), ("edit:palace-guard", "edit-dialog")):
        person.one(f'[data-key="{key}"]').click()
        person.until(lambda name=dialog: person.id(name).is_displayed())
        assert faults(person) == []
        person.press(Keys.ESCAPE)
    person.picture("settings-dark" if dark else "settings")


def faults(person: Person) -> list[str]:
    """What axe-core finds wrong (WCAG 2.1 A and AA, and its best practices)."""
    code = "const done = arguments[0]; axe.run().then((found) => done([found.violations, found.passes.length]))"
    found, fulfilled = person.driver.execute_async_script(code)  # type: ignore[no-untyped-call]
    assert fulfilled > 10
    return [f"{one['id']}: {[node['html'][:120] for node in one['nodes']]}" for one in found]


def test_landmarks_and_live_regions(person: Person) -> None:
    assert person.one("html").get_attribute("lang") == "en"
    assert [one.text for one in person.all("main h2") if one.is_displayed()] == ["The combat", "The best damage"]
    for ident in ("headline", "verdict", "told"):
        assert person.id(ident).get_attribute("role") == "status"
    unnamed = """
        const all = [...document.querySelectorAll("input, select, textarea")];
        return all.filter((one) => !one.labels?.length && !one.ariaLabel).map((one) => one.outerHTML);
    """
    assert person.script(unnamed) == []


def test_a_service_that_wants_a_token(driver: webdriver.Chrome) -> None:
    with served("--host", "0.0.0.0", OPTIMIZER_TOKEN="open-sesame") as found:
        local = found.address.replace("0.0.0.0", "127.0.0.1")
        one = Person(driver, local)
        one.open("#token=open-sesame")
        palace_guard(one)
        assert one.text("headline") == "Score 11.0 for the attacking player: proven best."
        assert "token" not in driver.current_url
        driver.switch_to.new_window("tab")
        other = Person(driver, local)
        other.open()
        other.id("add-ours").send_keys("Ox 3/3")
        other.press(Keys.ENTER)
        other.until(lambda: other.id("token-dialog").is_displayed())
        other.id("token").send_keys("open-sesame", Keys.ENTER)
        other.until(lambda: other.cards("ours") == ["Ox"])
        driver.close()
        driver.switch_to.window(driver.window_handles[0])


def test_a_server_that_has_gone_is_told(driver: webdriver.Chrome) -> None:
    with served() as found:
        one = Person(driver, found.address)
        one.open()
    one.id("add-ours").send_keys("Ox 3/3")
    one.press(Keys.ENTER)
    problem = one.one("form[data-side=ours] .problem")
    one.until(lambda: problem.text)
    assert problem.text == "the server can't be reached: is `optimizer serve` still running?"


def test_files_are_whole() -> None:
    static = Path(str(files("optimizer.apps.page"))) / "static"
    page = (static / "index.html").read_text()
    assert "http://" not in page and "https://" not in page
    assert {one.name for one in static.iterdir()} == {"examples.json", "icon.svg", "index.html", "js", "page.css"}


def test_whatever_takes_the_place_of_a_combat_can_be_undone(person: Person) -> None:
    palace_guard(person)
    for replace in (lambda: person.add("theirs", "Foo 2/2 <- Bar 1/1"), lambda: person.example("Six on six")):
        replace()
        assert "Acidic Slime" not in person.cards("ours")
        person.id("undo").click()
        assert person.cards("ours") == ["Acidic Slime", "Yavimaya Wurm"]
        assert person.text("told") == "Undone."
    person.answered()


def test_undo_by_the_keyboard_after_adding_and_choosing(person: Person) -> None:
    person.add("ours", "Rat 1/1")
    person.hold(Keys.CONTROL, "z")
    person.until(lambda: person.cards("ours") == [])
    person.hold(Keys.CONTROL, Keys.SHIFT, "z")
    person.until(lambda: person.cards("ours") == ["Rat"])
    person.stage("attacks")
    person.hold(Keys.CONTROL, "z")
    person.until(lambda: person.one("input[name=stage][value=damage]").is_selected())
    person.id("add-ours").send_keys("Ox 3")
    person.hold(Keys.CONTROL, "z")  # the text's own undo
    assert person.cards("ours") == ["Rat"]
    person.answered()


def test_what_was_wrong_is_forgotten(person: Person) -> None:
    person.add("ours", "Palas Gard")
    problem = person.one("form[data-side=ours] .problem")
    assert "did you mean 'Palace Guard'?" in problem.text
    person.id("add-ours").send_keys("x")
    assert (problem.text, person.id("add-ours").get_attribute("aria-invalid")) == ("", None)
    person.press(Keys.ENTER)
    person.until(lambda: problem.text)
    person.example("Six on six")
    assert problem.text == ""


def test_typing_faster_than_the_answers_come(person: Person) -> None:
    for text in ("Bear 2/2", "Bear 2/2", "Wurm 6/4"):
        person.id("add-ours").send_keys(text, Keys.ENTER)
    person.until(lambda: len(person.cards("ours")) == 3)
    person.answered()
    assert person.texts("#ours .card .name") == ["Bear\nbear", "Bear\nbear-2", "Wurm"]
    assert person.text("problem") == ""


def test_fields_that_make_no_sense_do_no_harm(person: Person) -> None:
    palace_guard(person)
    person.one('[data-key="edit:palace-guard"]').click()
    person.one("#edit-form summary").click()
    person.one("#edit-form [name=rest]").clear()
    person.one("#edit-form [name=rest]").send_keys('{"blocks": 5, "order": "x"}')
    person.one("#edit-form [value=save]").click()
    person.answered()
    assert person.text("headline") == "Score 8.0 for the attacking player: proven best."


def test_an_answer_found_stays_where_the_server_allows_no_more_time(driver: webdriver.Chrome) -> None:
    with served("--time-limit", "0.5") as found:
        one = Person(driver, found.address)
        one.open()
        one.add("ours", "14 Knight 2/3 first strike, 6 Ox 3/3 trample")
        one.add("theirs", "12 Wall 1/5, 8 Rat 1/1 deathtouch")
        assert one.text("headline").startswith("Score ")
        assert one.text("problem") == ""
