"""What the pages say: what the product says elsewhere, word for word."""

import re
import sqlite3
import time

import numpy as np
import pandas as pd
import pytest

import referee
from referee import vault
from referee.ledger import open_ledger

HOSTILE = '<script>alert("x")</script><img src=x onerror=alert(1)>{{ 7*7 }}'


@pytest.mark.slow
def test_the_list_has_each_study_with_its_date_and_its_verdict(browser, two_studies):
    answers = [referee.reread(two_studies, number) for number in (1, 2)]
    got = browser.until("/", answers[0].page().lead)
    for answer in answers:
        assert answer.page().lead in got.words
        assert answer.analysis.study.created[:16].replace("T", " ") in got.words
        assert f'href="/study/{answer.analysis.study.fingerprint}"' in got.text
    assert "2 studies." in got.words
    assert got.words.index("Study 2 ·") < got.words.index("Study 1 ·")


@pytest.mark.slow
def test_the_page_of_a_study_is_that_of_the_report(browser, two_studies):
    from referee.report.html import page_html

    got = browser.until("/study/1", "To do it again")
    written = page_html(referee.reread(two_studies, 1).page())
    body = re.search(r"<main>(.*)</main>", written, flags=re.DOTALL)[1].strip()
    served = re.search(r"<main>(.*)</main>", got.text, flags=re.DOTALL)[1].strip()
    assert without_ids(served).startswith(without_ids(body))
    assert browser.get(f"/study/{referee.reread(two_studies, 1).analysis.study.fingerprint}").text == got.text


def without_ids(text):
    """Pictures name their parts at random."""
    return re.sub(r'(id|href|xlink:href|clip-path)="[^"]*"', "", text)


def test_a_row_by_number_has_the_answers_of_all_models(browser, two_studies):
    rows = referee.reread(two_studies, 1).rows().table().set_index("row")
    browser.until("/study/1", "To do it again")
    wrong = rows.index[rows["wrong: tree"] == 1][0]
    got = browser.get(f"/study/1/row?row={wrong}")
    assert f"The truth is {rows.loc[wrong, 'truth']}." in got.words
    for name in ("lda", "tree"):
        assert re.search(rf"{name} {rows.loc[wrong, name]} \d\.\d\d\d", got.words)
    assert 'class="word worse"' in got.text


@pytest.mark.parametrize("row", ["", "150", "-1", "nobody", "1e2", "%00", "9" * 40, "<script>"])
def test_a_row_that_is_not_there_is_a_sentence(browser, row):
    browser.until("/study/1", "To do it again")
    got = browser.get(f"/study/1/row?row={row}")
    assert got.status == 404
    assert "there is no row" in got.words
    assert "a number from 0 to 149" in got.words
    assert "<script>" not in re.sub(r"<script>\n//.*?</script>", "", got.text, flags=re.DOTALL)


@pytest.mark.slow
def test_rows_go_by_their_ids(tmp_path, serve):
    cases = pd.DataFrame({"id": [f"p{i}" for i in range(40)], "truth": [0, 1] * 20, "m1": [0, 1, 1, 1] * 10,
                          "m2": [0, 1] * 20})
    cases.to_csv(tmp_path / "said.csv", index=False)
    referee.judge(tmp_path / "said.csv", id="id", truth="truth", ledger=tmp_path / "l.db")
    browser = serve(tmp_path / "l.db")
    browser.until("/study/1", "To do it again")
    got = browser.get("/study/1/row?row=p2")
    assert ": p2 (row " in got.words
    assert "1 model of 2 is wrong" in got.words


@pytest.mark.slow
def test_two_studies_beside_each_other(browser, two_studies):
    for number in (1, 2):
        browser.until(f"/study/{number}", "To do it again")
    got = browser.get("/compare?a=1&b=2")
    for number in (1, 2):
        assert referee.reread(two_studies, number).page().lead in got.words
    assert "Both are on the same data." in got.words
    assert "Nothing was tested between the two" in got.words
    assert "seed 0 1" in got.words
    assert re.search(r"lda 0\.\d+ \(0\.\d+ to \d\.\d+\) 0\.\d+ \(0\.\d+ to \d\.\d+\)", got.words)
    assert "confidence" not in got.words.split("In what they differ")[1]
    assert browser.get("/compare?a=1&b=7").status == 404
    assert browser.get("/compare").status == 404


def test_looks_and_vaults(tmp_path, serve):
    place = tmp_path / "l.db"
    vault.seal("iris", ledger=place, fraction=0.2)
    referee.compare(["lda", "tree"], "iris", design="kfold:folds=3", jobs=1, ledger=place)
    got = serve(place).get("/looks")
    assert "3 looks at results on test rows were counted." in got.words
    assert "of 150 rows, sealed on" in got.words
    assert "never opened" in got.words
    assert "gaussian" not in got.words
    assert "lda" in got.words


@pytest.mark.slow
def test_hostile_names_are_only_text(tmp_path, serve):
    cases = pd.DataFrame({"id": range(40), "truth": [0, 1] * 20, f"a{HOSTILE}": [0, 1, 1, 1] * 10,
                          f"b{HOSTILE}": [0, 1] * 20})
    cases.to_csv(tmp_path / "said.csv", index=False)
    place = tmp_path / "l.db"
    referee.judge(tmp_path / "said.csv", id="id", truth="truth", ledger=place)
    referee.judge(tmp_path / "said.csv", id="id", truth="truth", level=0.9, ledger=place)
    browser = serve(place)
    for number in (1, 2):
        browser.until(f"/study/{number}", "To do it again")
    browser.until("/", "lead")
    for path in ("/", "/live", "/looks", "/study/1", "/study/1/row?row=2", "/compare?a=1&b=2", "/study/%3Cscript%3E"):
        got = browser.get(path)
        assert "<script>alert" not in got.text, path
        assert "<img" not in got.text, path
        assert "onerror=alert(1)>49" not in got.words, path
    assert "{{ 7*7 }}" in browser.get("/study/1").words


@pytest.mark.slow
def test_a_study_in_which_nothing_was_written_is_read_once(tmp_path, serve):
    place = tmp_path / "l.db"
    first = referee.compare(["lda", "tree"], "iris", design="kfold:folds=3", jobs=1, ledger=place)
    browser = serve(place)
    answers = browser.serving.view.answers
    browser.until("/", first.page().lead)
    assert answers.read == 1
    for _ in range(3):
        time.sleep(0.45)                        # a look of this moment serves for so long
        browser.get("/")
    assert answers.read == 1
    other = referee.compare(["lda", "tree"], "wine", design="kfold:folds=3", jobs=1, ledger=place)
    browser.until("/", "wine")
    until(lambda: answers.read == 2)
    browser.until("/", other.page().lead)
    assert answers.read == 2                    # other rows: the first study says what it said
    referee.compare(["lda", "knn"], "iris", design="kfold:folds=3", jobs=1, ledger=place)
    again = referee.reread(place, 1).page()
    browser.until("/", "knn")
    until(lambda: browser.get("/") and answers.read == 4)            # the same rows: more was tried on them
    assert answers.read == 4
    assert again.lead in browser.get("/").words


def until(true, seconds=20):
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.05)


def test_a_ledger_without_a_study_says_so(tmp_path, serve):
    open_ledger(tmp_path / "l.db").close()
    got = serve(tmp_path / "l.db").get("/")
    assert got.status == 200
    assert "0 studies." in got.words
    assert "There is none yet" in got.words


@pytest.mark.slow
def test_nothing_is_written(tmp_path, serve, two_studies):
    place = tmp_path / "l.db"
    open_ledger(two_studies, read_only=True).back_up(place)
    before = place.read_bytes()
    browser = serve(place)
    browser.until("/study/1", "To do it again")
    for path in ("/", "/looks", "/study/2", "/compare?a=1&b=2", "/study/1/row?row=3"):
        browser.get(path)
    with browser.serving.view.watching.reading() as ledger, \
            pytest.raises(sqlite3.OperationalError, match="readonly"), ledger._database._reader.connect() as connection:
        connection.connection.cursor().execute("DELETE FROM looks")
    assert place.read_bytes() == before


@pytest.mark.slow
def test_many_studies_come_in_pages(tmp_path, serve, monkeypatch):
    from referee.serve import overview

    monkeypatch.setattr(overview, "PER_PAGE", 2)
    rng = np.random.default_rng(0)
    for _ in range(3):
        referee.evaluate("tree", rng.normal(size=(30, 2)), rng.integers(0, 2, 30), design="holdout", jobs=1,
                         ledger=tmp_path / "l.db")
    browser = serve(tmp_path / "l.db")
    assert "Page 1 of 2" in browser.get("/").words
    assert "Study 1 ·" in browser.get("/?page=2").words
    assert "Study 1 ·" in browser.get("/?page=99").words
    for nonsense in ("0", "-1", "x", "", "9" * 30, "²"):
        assert "Page 1 of 2" in browser.get(f"/?page={nonsense.encode().hex() if nonsense == '²' else nonsense}").words


@pytest.mark.slow
def test_a_huge_study_keeps_nobody_from_the_rest(tmp_path, serve, two_studies, monkeypatch):
    """Its answer takes ever so long: the list, the looks and a word on that it is being read come at once."""
    import threading
    from importlib import import_module

    reading = import_module("referee.api.reread")
    release, true = threading.Event(), reading.told_again
    monkeypatch.setattr(reading, "told_again", lambda *a, **k: release.wait(30) and true(*a, **k))
    monkeypatch.setattr("referee.serve.app.PAGE_WAIT", 0.2)
    browser = serve(two_studies)
    begun = time.monotonic()
    assert "Being read …" in browser.get("/").words
    assert browser.get("/looks").status == 200
    got = browser.get("/study/1")
    assert "The study is being read" in got.words
    assert 'http-equiv="refresh"' in got.text
    assert time.monotonic() - begun < 15
    release.set()
    assert "To do it again" in browser.until("/study/1", "To do it again").words
