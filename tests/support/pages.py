"""Real Chromium at the page of a real `optimizer serve`, and a person who uses it."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from places import ROOT

pytest.importorskip("selenium")

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import ActionChains
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

PICTURES = ROOT / "build" / "screenshots"
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")

in_chromium = pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="Debian's chromium and chromium-driver aren't here")

SWITCHES = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1300,1000",
)  # fmt: skip

T = TypeVar("T")


@contextlib.contextmanager
def chromium(profile: Path) -> Iterator[webdriver.Chrome]:
    """A browser, and no picture of its own on the way: `Person` makes those."""
    options = Options()
    assert CHROMIUM is not None
    options.binary_location = CHROMIUM
    for switch in (*SWITCHES, f"--user-data-dir={profile}"):
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})  # type: ignore[no-untyped-call]
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    try:
        yield driver
    finally:
        driver.quit()


class Person:
    """Somebody at the page."""

    def __init__(self, driver: webdriver.Chrome, address: str) -> None:
        self.driver, self.address = driver, address

    def open(self, combat: str = "", *, width: int = 1300, height: int = 1000, dark: bool = False) -> None:
        """Opens the page anew: at a width in pixels, in light or dark, with a combat in the address or none."""
        phone = width < 500
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone}
        self.devtools("Emulation.setDeviceMetricsOverride", **size)
        self.devtools("Emulation.setTouchEmulationEnabled", enabled=phone)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.devtools("Emulation.setEmulatedMedia", features=scheme)
        self.driver.get("about:blank")
        self.driver.get(self.address.partition("#")[0] + combat)
        self.until(lambda: self.id("examples").find_elements(By.CSS_SELECTOR, "option:nth-child(2)"))
        self.until(lambda: self.text("headline"))
        self.answered()

    def devtools(self, command: str, **params: Any) -> Any:
        """A command to the browser itself."""
        return self.driver.execute_cdp_cmd(command, params)

    # Looking.

    def id(self, ident: str) -> WebElement:
        return self.driver.find_element(By.ID, ident)

    def one(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, ident: str) -> str:
        """What an element says, in sight or not."""
        return str(self.id(ident).get_property("textContent")).strip()

    def headings(self) -> list[str]:
        """The report's headings."""
        return self.texts("#report h3")

    def cards(self, side: str) -> list[str]:
        """The names on a side's cards."""
        return [text.partition("\n")[0] for text in self.texts(f"#{side} .card .name")]

    def texts(self, selector: str) -> list[str]:
        """What elements say, all at one moment: the page may be drawn anew at any."""
        code = "return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText)"
        return list(self.script(code, selector))

    def script(self, code: str, *values: Any) -> Any:
        return self.driver.execute_script(code, *values)  # type: ignore[no-untyped-call]

    def until(self, found: Callable[[], T], seconds: float = 60) -> T:
        """Waits for something."""
        redrawn = [StaleElementReferenceException]
        wait = WebDriverWait(self.driver, seconds, poll_frequency=0.02, ignored_exceptions=redrawn)
        return wait.until(lambda _: found())

    def answered(self) -> None:
        """Waits for the last answer to what is on the page now."""
        self.until(lambda: self.id("answer").get_attribute("aria-busy") is None)

    def picture(self, name: str) -> None:
        """Keeps a picture of the whole page."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        size = self.script("return [innerWidth, innerHeight, document.documentElement.scrollHeight]")
        metrics = {"deviceScaleFactor": 1, "mobile": size[0] < 500}
        self.devtools("Emulation.setDeviceMetricsOverride", width=size[0], height=size[2], **metrics)
        self.driver.save_screenshot(str(PICTURES / f"{name}.png"))
        self.devtools("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], **metrics)

    def complaints(self) -> list[str]:
        """What the browser's console has that isn't about an answer which is a problem."""
        return [
            one["message"] for one in self.driver.get_log("browser") if "Failed to load resource" not in one["message"]
        ]

    # Doing.

    def add(self, side: str, text: str) -> None:
        """Types creatures, and waits for them or for what is wrong with them."""
        field = self.id(f"add-{side}")
        field.send_keys(text)
        field.send_keys(Keys.ESCAPE)
        field.send_keys(Keys.ENTER)
        form = self.one(f"form[data-side={side}]")
        self.until(lambda: form.get_attribute("aria-busy") is None)
        self.answered()

    def drag(self, blocker: str, attacker: str) -> None:
        """Drags one card onto another with the mouse."""
        start, end = (self.one(f'.card[data-id="{ident}"] .name') for ident in (blocker, attacker))
        self.script("arguments[0].scrollIntoView({block: 'center'})", end)
        chain = ActionChains(self.driver, duration=50)
        chain.click_and_hold(start).move_by_offset(0, -20).move_to_element(end).release().perform()
        self.answered()

    def stage(self, name: str) -> None:
        """Says what is to be decided."""
        self.one(f"input[name=stage][value={name}]").click()
        self.answered()

    def example(self, name: str) -> None:
        """Chooses an example."""
        Select(self.id("examples")).select_by_visible_text(name)
        self.answered()

    def assign(self, source: str, recipient: str, amount: int) -> None:
        """Types an amount of damage."""
        field = self.one(f'[data-source="{source}"] [data-recipient="{recipient}"]')  # nothing draws it anew by now
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(str(amount))

    def press(self, *keys: str) -> None:
        """Presses keys, wherever the focus is."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def hold(self, *keys: str) -> None:
        """Presses keys together: the last one while the others are down."""
        *held, last = keys
        chain = ActionChains(self.driver)
        for key in held:
            chain.key_down(key)
        chain.send_keys(last)
        for key in held:
            chain.key_up(key)
        chain.perform()

    def focus(self, selector: str) -> WebElement:
        """Goes from where the focus is to an element by nothing but the tabulator key."""
        wanted = self.one(selector)
        for _ in range(200):
            if self.script("return document.activeElement === arguments[0]", wanted):
                return wanted
            self.press(Keys.TAB)
        raise AssertionError(f"{selector} can't be reached by the keyboard")
