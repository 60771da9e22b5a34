"""The pages of the live view as a browser lays them out: nothing is cut, everything can be read, keys reach all."""

import re

import pytest
from browser import CHROMIUM
from browser import Browser as Chromium
from gallery import DESK, PHONE

from asked_of_pages import CUT, FAINT, UNTOLD, nameless, not_reached

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed here")]


@pytest.fixture(scope="module")
def screen():
    with Chromium() as one:
        yield one


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_the_live_pages_are_whole_and_reached_by_keys(browser, screen, width):
    serving, address = browser.serving, browser.serving.address
    screen.show(address, width=width)
    study = re.search(r'href="(/study/[^"?#]+)"', browser.get("/").text)[1]
    here = f"http://127.0.0.1:{serving.port}"
    for page in (address, f"{here}/looks", f"{here}{study}"):
        for dark in (False, True):
            screen.show(page, width=width, dark=dark)
            seen = screen.ask(CUT)
            assert (page, seen["wide"] <= width, seen["cut"]) == (page, True, [])
            assert (page, screen.ask(FAINT)) == (page, [])
        assert (page, not_reached(screen)) == (page, [])
        assert (page, nameless(screen)) == (page, [])
        assert (page, screen.ask(UNTOLD)) == (page, [])
