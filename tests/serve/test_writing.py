"""While it is served a ledger is written to, damaged, replaced, deleted; its server goes and comes back."""

import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

import referee
from referee.ledger import open_ledger
from referee.serve.answers import Answers
from referee.serve.watching import Watching
from referee.testing.ledger_samples import a_learner, a_plan, a_problem, a_record, some_splits

ASSETS = Path(__file__).parent.parent / "ledger" / "assets"
STUDY = """
import sys, time, referee
from sklearn.tree import DecisionTreeClassifier
class Slow(DecisionTreeClassifier):
    def fit(self, X, y):
        time.sleep(0.4)
        return super().fit(X, y)
referee.compare({"slow": Slow(), "lda": "lda"}, "iris", design="kfold:folds=5", jobs=1, share=True,
                ledger=sys.argv[1])
"""


@pytest.mark.slow
def test_pages_while_another_process_writes(tmp_path, serve):
    place = tmp_path / "l.db"
    referee.compare(["lda", "tree"], "wine", design="kfold:folds=3", jobs=1, ledger=place)
    browser = serve(place)
    writer = subprocess.Popen([sys.executable, "-c", STUDY, str(place)])
    try:
        seen, pages = [], []
        while writer.poll() is None:
            got = browser.get("/live")
            assert got.status == 200
            seen.append(got.words)
            pages += [browser.get("/study/2").status] if len(seen) % 10 == 5 else []
            time.sleep(0.1)
    finally:
        writer.kill()
        writer.wait()
    running = [words for words in seen if "1 running" in words]
    assert len(running) > 3
    assert any("Sharing the work: process" in words for words in running)
    assert any(" of 15 fits" in words and " left" in words for words in running)
    assert all("no verdict yet" in words for words in running)
    assert 503 not in pages
    end = browser.until("/", referee.reread(place, 2).page().lead)
    assert referee.reread(place, 2).page().lead in end.words
    assert "running" not in end.words


def test_an_unfinished_study_that_nobody_fits_is_called_so(tmp_path, serve):
    place = tmp_path / "l.db"
    whole = referee.compare(["lda", "tree"], "iris", design="kfold:folds=5", jobs=1, ledger=place)
    with sqlite3.connect(place) as file:          # fits that were never made, an hour ago
        file.execute("DELETE FROM blocks")
        file.execute("DELETE FROM block_jobs")
        file.execute("DELETE FROM records")
        file.execute("DELETE FROM tallies WHERE rows_of IN ('records', 'blocks')")
    file.close()
    browser = serve(place)
    study = browser.serving.view.watching.now().studies[0]
    assert (study.done, study.total) == (0, 15)
    assert study.state == "running"                # it was declared just now
    browser.serving.view.watching._known.progress[study.fingerprint].changed -= 3600
    time.sleep(0.45)
    got = browser.get("/")
    assert "0 of 15 fits; nothing was written for 1:00:" in got.words
    assert "The same command goes on" in got.words
    assert whole.page().lead not in got.words


def test_time_left_weighs_learners_by_what_their_fits_take():
    from referee.serve.fits import Bar, Recorded, Wanted
    from referee.serve.pace import Pace

    problem, splits = a_problem(), some_splits()
    ledger, cards = open_ledger(":memory:"), [a_learner("quick"), a_learner("slow"), a_learner("new")]
    for card, seconds in zip(cards, (0.01, 10.0), strict=False):
        ledger.add_learner(card)
        ledger.append([a_record(problem, card, split, fit_seconds=seconds, predict_seconds=0.0)
                       for split in splits[:2]])
    done = frozenset(ledger.keys())
    a_plan(problem, splits)
    parts = []
    for card in cards:
        jobs = frozenset(a_record(problem, card, split).job for split in splits)
        here = len(jobs & done)
        parts.append((Wanted(learner=card.fingerprint, problem="p", jobs=jobs),
                      Bar(name=card.name, done=here, total=len(jobs), failed=0)))
    there = {"p": Recorded(done=done, good=done)}
    pace = Pace()
    left = pace.left(ledger, parts, there)
    assert left.work == pytest.approx(20.02)
    assert left.seconds is None
    assert left.unknown == ("new",)
    pace.seen[0] = (pace.seen[0][0] - 5.0, pace.seen[0][1] - 10.0)       # ten seconds of work in five
    assert pace.left(ledger, parts, there).seconds == pytest.approx(10.01, rel=0.05)


def damage(place):
    """Overwrite what lies in the middle of a file."""
    text = bytearray(place.read_bytes())
    text[len(text) // 5: 4 * len(text) // 5] = b"\xff" * (4 * len(text) // 5 - len(text) // 5)
    place.write_bytes(bytes(text))


def test_a_ledger_damaged_in_the_middle_is_told_and_one_put_back_is_served_again(tmp_path, serve, two_studies):
    place = tmp_path / "l.db"
    open_ledger(two_studies, read_only=True).back_up(place)
    browser = serve(place)
    whole = place.read_bytes()
    assert browser.get("/").status == 200
    damage(place)
    time.sleep(0.45)
    for path in ("/", "/live", "/looks", "/study/1", "/compare?a=1&b=2"):
        got = browser.get(path)
        assert got.status in {200, 503}
        assert "Traceback" not in got.text
        assert "Internal" not in got.text
    assert "l.db" in browser.get("/looks").words
    (tmp_path / "new.db").write_bytes(whole)
    (tmp_path / "new.db").rename(place)
    time.sleep(0.45)
    assert "2 studies." in browser.until("/", "2 studies.").words


def test_one_damaged_study_leaves_the_others(tmp_path, serve):
    place = tmp_path / "l.db"
    referee.compare(["lda", "tree"], "iris", design="kfold:folds=3", jobs=1, ledger=place)
    good = referee.compare(["lda", "tree"], "wine", design="kfold:folds=3", jobs=1, ledger=place)
    plan = referee.reread(place, 1).analysis.plan.fingerprint
    with sqlite3.connect(place) as file:
        file.execute("UPDATE plans SET description = 'other' WHERE fingerprint = ?", [plan])
    file.close()
    browser = serve(place)
    got = browser.until("/", good.page().lead)
    assert good.page().lead in got.words
    assert "does not match its checksum" in got.words
    assert browser.get("/study/1").status == 503


@pytest.mark.slow
def test_a_ledger_that_is_replaced_is_read_anew(tmp_path, serve, two_studies):
    place = tmp_path / "l.db"
    open_ledger(two_studies, read_only=True).back_up(place)
    browser = serve(place)
    browser.until("/study/1", "To do it again")
    fresh = tmp_path / "fresh.db"
    told = referee.compare(["lda", "tree"], "wine", design="kfold:folds=3", jobs=1, ledger=fresh)
    copy = tmp_path / "copy.db"
    open_ledger(fresh, read_only=True).back_up(copy)
    copy.replace(place)
    got = browser.until("/", "1 study.")            # what the studies say may be the same words in both files
    assert "1 study." in got.words
    assert told.page().lead in got.words
    assert "iris" not in got.words
    assert "wine" in browser.until("/study/1", "To do it again").words


def test_nothing_of_a_file_holds_for_another_that_takes_its_place(tmp_path, two_studies):
    place, copy = tmp_path / "l.db", tmp_path / "copy.db"
    for one in (place, copy):
        open_ledger(two_studies, read_only=True).back_up(one)
    with sqlite3.connect(copy) as file:           # by other means, so that its sums are those of the first
        for table in ("records", "blocks", "block_jobs"):
            file.execute(f"DELETE FROM {table}")
    file.close()
    watching = Watching(str(place))
    assert watching.now().studies[0].done == 15
    copy.replace(place)
    time.sleep(0.45)
    assert watching.now().studies[0].done == 0
    watching.close()


@pytest.mark.slow
def test_a_study_of_a_ledger_that_was_away_is_asked_again(tmp_path, two_studies):
    place = tmp_path / "l.db"
    open_ledger(two_studies, read_only=True).back_up(place)
    watching = Watching(str(place))
    study, answers = watching.now().studies[0], Answers(str(place), lambda *_: "")
    place.rename(tmp_path / "aside.db")
    assert "there is no ledger" in answers.told([study], wait=2)[study.fingerprint].trouble
    (tmp_path / "aside.db").rename(place)
    assert answers.told([study], wait=30)[study.fingerprint].lead == referee.reread(two_studies, 1).page().lead
    answers.close()
    watching.close()


def test_a_ledger_that_is_gone_is_told_and_waited_for(tmp_path, serve, two_studies):
    place = tmp_path / "l.db"
    open_ledger(two_studies, read_only=True).back_up(place)
    browser = serve(place)
    place.unlink()
    time.sleep(0.45)
    got = browser.get("/")
    assert got.status == 503
    assert "there is no ledger" in got.words
    assert 'http-equiv="refresh"' in got.text
    assert "there is no ledger" in browser.get("/live").words
    open_ledger(two_studies, read_only=True).back_up(place)
    told = referee.reread(two_studies, 1).page().lead
    assert told in browser.until("/", told).words
    assert "there is no ledger" not in browser.get("/").words


def test_other_programs_files_in_its_place_are_refused(tmp_path, serve, two_studies):
    place = tmp_path / "l.db"
    open_ledger(two_studies, read_only=True).back_up(place)
    browser = serve(place)
    place.unlink()
    place.write_text("id,truth\n1,2\n")
    assert "is not a ledger" in browser.until("/", "is not a ledger").words


@pytest.mark.slow
def test_an_old_ledger_is_served_as_it_is(tmp_path, serve):
    for version in (1, 5, 7):
        place = tmp_path / f"version_{version}.db"
        shutil.copy(ASSETS / place.name, place)
        before = place.read_bytes()
        browser = serve(place)
        assert browser.get("/").status == 200
        assert browser.get("/looks").status == 200
        assert place.read_bytes() == before
