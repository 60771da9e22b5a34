"""The site is built without a warning, tells everything the code has by name, and asks no other server."""

import html
import os
import re
import subprocess
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from browser import CHROMIUM, Browser

from command_walk import commands, options_of
from referee import comparisons, estimates
from referee.designs import DESIGNS
from referee.learners import LEARNERS
from referee.metrics import METRICS
from referee.reading.differences.named import TESTS
from referee.reading.intervals.named import INTERVALS
from written_pages import ROOT

pytestmark = pytest.mark.slow
FETCHED = re.compile(r"""<(?:script|img|iframe|source)[^>]*\ssrc=["']?(?:https?:)?//
                         |<link[^>]*\shref=["']?(?:https?:)?//|@import|url\(["']?(?:https?:)?//""", re.VERBOSE)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder],
                           cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True,
                           timeout=300, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


@pytest.fixture(scope="module")
def told(site):
    """A page of the site by its address."""
    return lambda address: html.unescape((site / address / "index.html").read_text(encoding="utf-8"))


def test_pages_ask_no_other_server(site):
    files = [path for path in site.rglob("*") if path.suffix in {".html", ".css"}]
    assert len(files) > 60
    assert {path.name: found[0] for path in files if (found := FETCHED.search(path.read_text(encoding="utf-8")))} == {}
    assert (site / "search" / "search_index.json").stat().st_size > 100_000


def test_something_fetched_would_be_noticed():
    assert FETCHED.search('<script defer src="https://cdn.example/x.js">')
    assert FETCHED.search("<link rel=stylesheet href=//fonts.example/css>")
    assert not FETCHED.search('<a href="https://doi.org/10.1">')


def test_no_example_is_a_quotation(site):
    pages = [path.read_text(encoding="utf-8") for path in site.rglob("index.html")]
    assert not any(re.search(r"<blockquote>\s*<blockquote>", page) for page in pages)
    assert sum('<span class="gp">' in page for page in pages) > 25


@pytest.mark.parametrize("name", ["answers", "before", "looking-closer", "checking", "keeping", "lab"])
def test_no_page_of_commands_is_empty(told, name):
    assert told(f"reference/commands-{name}").count("<h2") > 2


def test_every_command_has_all_its_options(site, told):
    text = "".join(told(f"reference/{path.name}") for path in (site / "reference").glob("commands-*"))
    for name, command in commands():
        if command.hidden:
            continue
        section = text.partition(f'id="referee-{name.replace(" ", "-")}"')[2].partition("<h2")[0]
        missing = [option.opts for option in options_of(command)
                   if not option.hidden and not any(f">{spelt}" in section for spelt in option.opts)]
        assert section, name
        assert missing == [], name


@pytest.mark.parametrize(("page", "names"), [
    ("designs", [one.name for one in DESIGNS]), ("tests", [one.name for one in TESTS]),
    ("intervals", [one.name for one in INTERVALS]), ("learners", [one.name for one in LEARNERS]),
    ("metrics", [one.name for one in METRICS if one.name.isidentifier()]),
    ("comparisons", [name for name in comparisons.__all__ if name.islower()]),
    ("estimates", [name for name in estimates.__all__ if name.islower()]),
])
def test_everything_with_a_name_is_told(told, page, names):
    text = told(f"reference/{page}")
    assert len(names) > 10
    assert [name for name in names if f'<h2 id="{name}">' not in text] == []


@pytest.fixture(scope="module")
def served(site):
    """The address of the site, on this machine alone."""
    quiet = type("Quiet", (SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(quiet, directory=site)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


FOUND = """new Promise(done => {
  const look = tries => {
    const found = [...document.querySelectorAll(".md-search-result__link")].map(
      one => [new URL(one.href).pathname, one.textContent.trim().replace(/\\s+/g, " ")]);
    found.length || !tries ? done(found) : setTimeout(look, 100, tries - 1);
  };
  look(PATIENCE);
})"""


@pytest.fixture(scope="module")
def search(served):
    """A function that types into the search of the first page: where it leads, and what is read there."""
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed here")
    with Browser() as browser:
        def found(text, patience=150):
            browser.show(served, width=1280)
            browser.ask('document.querySelector("[data-md-component=search-query]").focus()')
            browser.call("Input.insertText", text=text)
            return browser.ask(FOUND.replace("PATIENCE", str(patience)))

        yield found


@pytest.mark.parametrize(("word", "page"), [("McNemar", "/reference/comparisons/"), ("audit", "/audit/"),
                                            ("halves", "/halves/")])
def test_the_search_finds_what_is_typed(search, word, page):
    found = search(word)
    assert page in [address for address, _ in found]
    assert [text for _, text in found if word.lower() in text.lower()]


def test_the_search_finds_nothing_of_what_is_nowhere(search):
    assert search("qqxyzzy", patience=20) == []
