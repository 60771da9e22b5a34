"""Every kind of page as a browser lays it out: nothing is cut, everything can be read, paper has what is folded."""

import re

import pytest
from browser import CHROMIUM, Browser
from gallery import DESK, PAGES, PHONE, make

from asked_of_pages import CUT, FAINT, UNTOLD, nameless, not_reached

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed here")]

NAMES = [page.name for page in PAGES]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make(tmp_path_factory.mktemp("pages"))


@pytest.fixture(scope="module")
def browser():
    with Browser() as one:
        yield one


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_nothing_is_cut_and_everything_can_be_read(made, browser, name, width):
    for dark in (False, True):
        browser.show(made[name], width=width, dark=dark)
        seen = browser.ask(CUT)
        assert seen["wide"] <= width
        assert seen["cut"] == []
        assert browser.ask(FAINT) == []


@pytest.mark.parametrize("name", NAMES)
def test_keys_reach_everything_and_it_has_a_name(made, browser, name):
    browser.show(made[name], width=DESK)
    assert not_reached(browser) == []
    assert nameless(browser) == []
    assert browser.ask(UNTOLD) == []


def test_what_keys_and_readers_do_not_reach_would_be_noticed(made, browser, tmp_path):
    worse = changed(made["compare"], tmp_path, ("<summary", '<summary tabindex="-1"'), ('scope="row"', 'scope="col"'))
    browser.show(worse, width=DESK)
    assert len(not_reached(browser)) > 10
    assert browser.ask(UNTOLD)
    browser.ask('document.querySelectorAll("label").forEach(one => one.replaceWith(...one.children))')
    assert nameless(browser)


def changed(page, tmp_path, *changes):
    text = page.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file = tmp_path / "changed.html"
    file.write_text(text, encoding="utf-8")
    return file


def test_what_is_cut_or_faint_would_be_noticed(made, browser, tmp_path):
    worse = changed(made["compare"], tmp_path, ("--faint: #57606a", "--faint: #b7c0ca"),
                    ("grid-template-columns: 1fr 1fr", "grid-template-columns: 1fr 60rem"))
    browser.show(worse, width=PHONE)
    assert browser.ask(CUT)["cut"]
    assert browser.ask(FAINT)


@pytest.mark.parametrize("name", ["compare", "judge", "curve", "audit"])
def test_paper_has_what_is_folded_on_the_screen(made, browser, tmp_path, name):
    sheets = {}
    for kind, page in (("folded", made[name]), ("open", changed(made[name], tmp_path, ("<details", "<details open")))):
        browser.show(page, width=DESK)
        browser.paper(tmp_path / f"{kind}.pdf")
        sheets[kind] = len(re.findall(rb"/Type\s*/Page\b", (tmp_path / f"{kind}.pdf").read_bytes()))
    assert sheets["folded"] == sheets["open"] >= 1


def test_the_verdict_on_every_model_is_on_the_phone(made, browser):
    browser.show(made["compare"], width=PHONE)
    assert browser.ask('[...document.querySelectorAll(".numbers .word")].filter(e => e.checkVisibility()).length') >= 4


SORT = """(() => {
  const table = document.querySelector("table.sortable"), head = table.tHead.querySelectorAll("th")[2], told = [];
  const tell = () => told.push([[...table.tBodies[0].rows].map(row => row.cells[2].textContent),
                                head.getAttribute("aria-sort")]);
  tell();
  for (let i = 0; i < 3; i++) { head.querySelector("button").click(); tell(); }
  return told;
})()"""


def test_a_heading_sorts_its_column_up_down_and_back(made, browser):
    assert "<button" not in made["rank"].read_text(encoding="utf-8").partition("<script")[0]
    browser.show(made["rank"], width=DESK)
    (written, _), (up, rising), (down, falling), back = browser.ask(SORT)
    assert (rising, falling, back) == ("ascending", "descending", [written, None])
    assert up == down[::-1] == sorted(up, key=lambda text: float(re.search(r"[\d.]+", text).group()))


def test_another_metric_is_shown_and_put_back(made, browser):
    browser.show(made["compare"], width=DESK)
    before, shown, after = browser.ask("""(() => {
      const section = document.querySelector("section[data-metric]"), told = [];
      const select = section.querySelector(".tools select");
      const seen = () => told.push([...section.querySelectorAll("table")].filter(e => e.checkVisibility())
        .map(table => table.tHead.textContent.trim().split(/\\s{2,}|estimate/)[0].slice(0, 8)));
      const choose = i => { select.selectedIndex = i; select.dispatchEvent(new Event("change")); seen(); };
      seen(); choose(1); choose(0);
      return told;
    })()""")
    assert before == after == ["ROC AUC"]
    assert "ROC AUC" not in shown
    assert len(shown) == 2                       # its scores, and each against each


def test_two_models_are_picked(made, browser):
    browser.show(made["compare"], width=DESK)
    said, drawn, same = browser.ask("""(() => {
      const table = document.querySelector("table.pairs"), bar = table.closest("section").querySelector(".tools");
      const [one, other] = bar.querySelectorAll("select"), told = bar.querySelector("output");
      const pick = (a, b) => {
        one.value = a; other.value = b; one.dispatchEvent(new Event("change", {bubbles: true}));
      };
      pick("tree", "logistic");
      const said = told.textContent, drawn = told.querySelectorAll("svg circle").length;
      pick("tree", "tree");
      return [said, drawn, told.textContent];
    })()""")
    assert "tree" in said
    assert "logistic" in said
    assert "adjusted p" in said
    assert (drawn, same) == (1, "Pick two different models.")


def test_rows_are_sifted_by_who_is_right_and_by_a_text(made, browser):
    browser.show(made["compare"], width=DESK)
    every, differing, told, named = browser.ask("""(() => {
      const table = [...document.querySelectorAll("table.rows")].at(-1);
      const bar = table.parentElement.previousElementSibling;
      const [right, wrong] = bar.querySelectorAll("select"), left = () => [...table.tBodies[0].rows].filter(
        row => !row.classList.contains("sifted"));
      const tell = () => bar.dispatchEvent(new Event("input", {bubbles: true}));
      const every = left().length;
      right.selectedIndex = 1; wrong.selectedIndex = 4; tell();
      const kept = left(), bad = (row, column) => row.cells[column].querySelector(".worse") !== null;
      const ok = kept.every(row => !bad(row, 2) && bad(row, 5));
      const told = bar.querySelector("output").textContent;
      right.selectedIndex = wrong.selectedIndex = 0;
      bar.querySelector("input").value = table.tBodies[0].rows[0].cells[0].textContent; tell();
      return [every, ok ? kept.length : -1, told, left().length];
    })()""")
    assert 0 < differing < every
    assert told == f"{differing} of the {every} rows here."
    assert 1 <= named < every
