"""Pages as a browser lays them out: nothing is cut on a phone, and paper gets what is folded on the screen."""

import html
import json
import re
import shutil
import subprocess

import numpy as np
import pandas as pd
import pytest

import referee

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in BROWSERS if (path := shutil.which(name))), None)
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--hide-scrollbars")
PHONE, DESK = 390, 1280

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed here")]

# What lies in a box that scrolls by itself is reached by scrolling it; everything else has to lie on the screen.
MEASURE = """
const doc = document.getElementById("page").contentDocument, width = %d, cut = [];
for (const e of doc.querySelectorAll("main *, header *")) {
  const at = e.getBoundingClientRect();
  if (e.closest(".scroll") && !e.closest(".numbers")) continue;
  if (e.closest("thead") || e.closest("svg") || !at.width || !e.checkVisibility()) continue;
  if (at.right > width + 1 || at.left < -1) cut.push(e.tagName + " " + e.textContent.trim().slice(0, 60));
}
document.getElementById("found").textContent = JSON.stringify({
  wide: doc.scrollingElement.scrollWidth, cut: cut.slice(0, 5),
  words: [...doc.querySelectorAll(".numbers .word")].filter(e => e.checkVisibility()).length});
"""


def chromium(tmp_path, *words):
    done = subprocess.run([CHROMIUM, *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", *map(str, words)],
                          capture_output=True, text=True, timeout=120, check=True)
    return done.stdout


def laid_out(page, tmp_path, width):
    """What a browser window of that width shows of a page."""
    frame = tmp_path / "frame.html"
    frame.write_text(f'<iframe id="page" style="border:0;width:{width}px;height:900px" srcdoc="{html.escape(page)}">'
                     f'</iframe><pre id="found"></pre><script>onload = () => {{ {MEASURE % width} }}</script>',
                     encoding="utf-8")
    seen = chromium(tmp_path, f"--window-size={width + 100},1000", "--dump-dom", frame.as_uri())
    return json.loads(html.unescape(re.search(r'<pre id="found">(.*?)</pre>', seen, re.DOTALL).group(1)))


SORT = """
const table = document.getElementById("page").contentDocument.querySelector("table.sortable");
const heads = [...table.tHead.querySelectorAll("th")], told = [];
const tell = () => told.push([[...table.tBodies[0].rows].map(row => row.cells[0].textContent.trim()),
                              heads[%d].getAttribute("aria-sort")]);
tell();
for (let i = 0; i < 3; i++) { heads[%d].querySelector("button").click(); tell(); }
document.getElementById("found").textContent = JSON.stringify(told);
"""


def test_a_heading_sorts_its_column_up_down_and_back(tmp_path):
    from referee.report.html import page_html

    scores = {"set": list("abcdefgh"), "low": [.5 + k / 100 for k in range(8)], "top": [.7 + k / 90 for k in range(8)],
              "mid": [.6 + k / 95 for k in range(8)]}
    page = page_html(referee.rank(scores, metrics="accuracy", dataset="set").page())
    assert "<button" not in page.partition("<script")[0]          # without the script there is nothing to press
    frame = tmp_path / "frame.html"
    frame.write_text(f'<iframe id="page" srcdoc="{html.escape(page)}"></iframe><pre id="found"></pre>'
                     f'<script>onload = () => {{ {SORT % (2, 2)} }}</script>', encoding="utf-8")
    seen = chromium(tmp_path, "--dump-dom", frame.as_uri())
    found = json.loads(html.unescape(re.search(r'<pre id="found">(.*?)</pre>', seen, re.DOTALL).group(1)))
    assert found == [[["top", "mid", "low"], None], [["top", "mid", "low"], "ascending"],
                     [["low", "mid", "top"], "descending"], [["top", "mid", "low"], None]]


def answers():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 120)
    said = {"truth": truth} | {f"a model with a rather long name {k}": np.clip(
        truth + rng.normal(0, 0.6 + 0.1 * k, 120), -2, 3) for k in range(5)}
    yield "compare", lambda: referee.compare(["lda", "gaussian-nb", "tree", "knn:n_neighbors=7", "logistic"], "iris",
                                             design="kfold:folds=3", jobs=1)
    yield "evaluate", lambda: referee.evaluate("lda", "iris", design="kfold:folds=3", jobs=1)
    yield "judge", lambda: referee.judge(pd.DataFrame(said), score=",".join(list(said)[1:]))
    yield "rank", lambda: referee.rank({"set": [f"data set {k}" for k in range(8)]} | {
        f"model {m}": list(.7 + .02 * rng.normal(size=8)) for m in range(6)}, metrics="accuracy", dataset="set")
    yield "trials", lambda: referee.trials({f"system {s}": list(rng.normal(size=6)) for s in range(5)})
    yield "audit", lambda: referee.audit({"truth": list(truth), "a": list(truth), "b": list(truth[::-1])})
    yield "advise", lambda: referee.advise("iris", models=["lda", "tree"])
    yield "plan", lambda: referee.plan(difference=0.02, disagreement=0.1)
    yield "curve", lambda: referee.curve(["lda", "gaussian-nb"], "iris", repeats=2, jobs=1)
    yield "panorama", lambda: referee.panorama("lda", "iris", jobs=1)


KINDS = dict(answers())


@pytest.fixture(scope="module")
def page():
    from functools import cache

    from referee.report.html import page_html

    return cache(lambda kind: page_html(KINDS[kind]().page()))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_nothing_is_cut(page, tmp_path, kind, width):
    seen = laid_out(page(kind), tmp_path, width)
    assert seen["wide"] <= width
    assert seen["cut"] == []


def test_a_table_that_is_cut_would_be_noticed(page, tmp_path):
    seen = laid_out(page("compare").replace("white-space: normal;", "white-space: nowrap;").replace(
        "grid-template-columns: 1fr 1fr", "grid-template-columns: 1fr 60rem"), tmp_path, PHONE)
    assert seen["cut"]


def test_the_verdict_on_every_model_is_on_the_phone(page, tmp_path):
    assert laid_out(page("compare"), tmp_path, PHONE)["words"] >= 5


@pytest.mark.parametrize("kind", ["compare", "judge"])
def test_paper_has_what_is_folded_on_the_screen(page, tmp_path, kind):
    sheets = {}
    for name, text in (("folded", page(kind)), ("open", page(kind).replace("<details>", "<details open>"))):
        file, pdf = tmp_path / f"{name}.html", tmp_path / f"{name}.pdf"
        file.write_text(text, encoding="utf-8")
        chromium(tmp_path, f"--print-to-pdf={pdf}", "--no-pdf-header-footer", file.as_uri())
        sheets[name] = len(re.findall(rb"/Type\s*/Page\b", pdf.read_bytes()))
    assert sheets["folded"] == sheets["open"] > 1
