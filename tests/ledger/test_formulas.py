"""A plan that leaves out each row once is one row: everything is read of it that its splits as rows would give."""

import contextlib
import json
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from referee.designs import make_plan
from referee.designs.card import plan_card
from referee.designs.observing import in_lots
from referee.designs.split import Split, rows_left_out
from referee.errors import LedgerCorrupt, LedgerError
from referee.ledger import Look, Record, formulas, open_ledger
from referee.ledger.pruning import Unwanted
from referee.ledger.seals import sealed
from referee.testing.ledger_samples import a_learner, a_problem, a_record, a_regression, same_array

N = 12
ASSETS = Path(__file__).with_name("assets")


def left_out(n=N, *, labels="0/{}", order=None):
    """The splits of leave-one-out, made one by one."""
    order = range(n) if order is None else order
    return [Split(label=labels.format(i), n_rows=n, test=[row]) for i, row in enumerate(order)]


def card_of(splits, problem=None, design="anything"):
    problem = a_problem(n=splits[0].n_rows) if problem is None else problem
    return plan_card(in_lots(splits), problem=problem.fingerprint, n_rows=problem.n_rows, groups=None, design=design,
                     parameters={}, description="as it was given")


@pytest.fixture
def as_rows(monkeypatch):
    """What version 8 wrote: no plan follows from a formula."""
    @contextlib.contextmanager
    def before():
        with monkeypatch.context() as patch:
            for room in ("store", "merging"):
                patch.setattr(f"referee.ledger.{room}.formula_row", lambda *_: None)
            yield
    return before


@contextlib.contextmanager
def opened(path):
    with contextlib.closing(open_ledger(path)) as ledger:
        yield ledger


def counts(path):
    """How many rows there are of splits, of entries of plans, and of formulas."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return tuple(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                     for table in ("splits", "plan_entries", "plan_formulas"))


def change(path, statement, *values):
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(statement, values)]


def fill(ledger, splits=None, n=N):
    """A problem, a plan of it, a learner and all of its fits; the card and the splits."""
    problem, splits = a_problem(n=n), left_out(n) if splits is None else splits
    card = card_of(splits, problem)
    ledger.add_problem(problem)
    ledger.add_plan(card, splits)
    ledger.add_learner(a_learner("tree"))
    ledger.append([a_record(problem, a_learner("tree"), split) for split in splits])
    return card, splits


def require_all(ledger, card, splits):
    """The plan and its splits are what they were, one by one and together, in any order."""
    assert ledger.plan(card.fingerprint) == card
    for back in (list(ledger.splits([split.fingerprint for split in splits])),
                 list(ledger.splits([split.fingerprint for split in reversed(splits)]))[::-1],
                 [ledger.split(split.fingerprint) for split in splits]):
        for one, given in zip(back, splits, strict=True):
            assert (one.label, one.n_rows, one.fingerprint) == (given.label, given.n_rows, given.fingerprint)
            assert one.train is None
            assert same_array(one.test, given.test)
    assert ledger.check() == []


@pytest.mark.parametrize("problem", [replace(a_problem(n=N), groups=None), a_regression(n=N)], ids=["class", "number"])
def test_leave_one_out_as_the_design_lays_it_is_one_row(tmp_path, problem):
    plan = make_plan("loo", problem, seed=0)
    with opened(tmp_path / "a.db") as ledger:
        ledger.add_problem(problem)
        ledger.add_plan(plan.card, plan.splits())
        assert counts(tmp_path / "a.db") == (0, 0, 1)
        require_all(ledger, ledger.plan(plan.fingerprint), list(plan.splits()))
        assert ledger.plan(plan.fingerprint).entries == plan.card.entries


def test_it_is_read_by_whoever_wrote_it_and_by_another(tmp_path):
    with opened(tmp_path / "a.db") as ledger:
        card, splits = fill(ledger)
        require_all(ledger, card, splits)
    assert counts(tmp_path / "a.db") == (0, 0, 1)
    for order in ("plan first", "splits first"):
        with opened(tmp_path / "a.db") as ledger:
            if order == "splits first":
                assert [split.label for split in ledger.splits([s.fingerprint for s in splits])] == [
                    split.label for split in splits]
            require_all(ledger, card, splits)
            with pytest.raises(LedgerError, match="no split unknown"):
                ledger.split("unknown")


@pytest.mark.parametrize("splits", [
    left_out(labels="0/row {}"), left_out(labels="1/{}"), left_out(order=range(N)[::-1]), left_out()[:-1],
    left_out() + left_out(labels="1/{}"), left_out()[1:] + left_out()[:1],
    [Split(label=f"0/{i}", n_rows=N, test=[i], train=[row for row in range(N) if row != i]) for i in range(N)],
    [Split(label=f"0/{i}", n_rows=N + 1, test=[i]) for i in range(N)],
    [*left_out()[:-1], Split(label=f"0/{N - 1}", n_rows=N, test=[0])],
], ids=["labels", "pass", "turned", "one lacks", "twice", "shifted", "trained on a list", "more rows", "one twice"])
def test_a_plan_that_is_nearly_one_stays_rows(tmp_path, splits):
    with opened(tmp_path / "a.db") as ledger:
        card = card_of(splits, a_problem(n=splits[0].n_rows))
        ledger.add_plan(card, splits)
        stored, entries, held = counts(tmp_path / "a.db")
        assert (stored, entries, held) == (len({split.fingerprint for split in splits}), len(splits), 0)
    with opened(tmp_path / "a.db") as ledger:
        assert ledger.plan(card.fingerprint) == card


def test_every_entry_is_looked_at():
    entries = card_of(left_out()).entries
    assert formulas.leaves_out_each_row(entries)
    assert entries == formulas.entries_left_out(N)
    for one in ({"n_train": N}, {"n_test": 2}, {"split": entries[0].split}, {"label": "0/50"}):
        assert not formulas.leaves_out_each_row((*entries[:5], replace(entries[5], **one), *entries[6:]))


def test_a_record_that_is_damaged_is_named_by_its_split(tmp_path):
    with opened(tmp_path / "a.db") as ledger:
        _, splits = fill(ledger)
        problem = a_problem(n=N)
        ledger.append([Record(problem=problem.fingerprint, learner=a_learner("other").fingerprint,
                              split=splits[7].fingerprint, error="it failed")])
        change(tmp_path / "a.db", "UPDATE records SET error = 'another'")
        assert any("split 0/7, does not match its checksum" in said for said in ledger.check())


FORGED = {
    "n changed": ("UPDATE plan_formulas SET n_rows = 11", 2),
    "formula changed": ("UPDATE plan_formulas SET formula = 'every second row'", 2),
    "gone": ("DELETE FROM plan_formulas", 1),
    "of another plan": ("UPDATE plan_formulas SET plan = 'feedfeedfeedfeed'", 2),
    "plan gone": ("DELETE FROM plans", 1),
}


@pytest.mark.parametrize("name", FORGED)
def test_check_finds_what_was_done_to_a_formula(tmp_path, name):
    statement, least = FORGED[name]
    with opened(tmp_path / "a.db") as ledger:
        card, splits = fill(ledger)
    change(tmp_path / "a.db", statement)
    with opened(tmp_path / "a.db") as ledger:
        said = ledger.check()
        assert len(said) >= least
        assert all(sentence.startswith("in the ledger") and sentence.endswith(".") for sentence in said)
        about = "formulas name the plan" if name == "plan gone" else f"the plan {card.fingerprint} (anything)"
        assert about in "\n".join(said)
        if name.endswith("changed"):
            assert f"the formula of the plan {card.fingerprint}, does not match its checksum" in "\n".join(said)
        if name != "plan gone":
            with pytest.raises(LedgerCorrupt, match=f"the plan {card.fingerprint}"):
                ledger.plan(card.fingerprint)
            with pytest.raises(LedgerError, match="has no split"):
                ledger.split(splits[-1].fingerprint)


@pytest.mark.parametrize("n", [N - 1, N + 1, 10**9, -3])
def test_a_formula_sealed_anew_with_another_number_is_found(tmp_path, n):
    with opened(tmp_path / "a.db") as ledger:
        card, _ = fill(ledger)
    (row,) = change(tmp_path / "a.db", "SELECT * FROM plan_formulas")
    forged = sealed({**{k: v for k, v in row.items() if k != "checksum"}, "n_rows": n})
    change(tmp_path / "a.db", "UPDATE plan_formulas SET n_rows = ?, checksum = ?", n, forged["checksum"])
    with opened(tmp_path / "a.db") as ledger:
        assert f"the plan {card.fingerprint} (anything), does not match its checksum" in "\n".join(ledger.check())


def test_nothing_is_there_of_a_plan_whose_writing_was_interrupted(tmp_path, monkeypatch):
    with opened(tmp_path / "a.db") as ledger:
        with monkeypatch.context() as patch:
            patch.setattr("referee.ledger.plan_filing.traits_row", interrupted)
            with pytest.raises(KeyboardInterrupt):
                fill(ledger)
        assert counts(tmp_path / "a.db") == (0, 0, 0)
        require_all(ledger, *fill(ledger))


def interrupted(*_):
    raise KeyboardInterrupt


@pytest.mark.parametrize("first", ["rows", "formula"])
def test_splits_that_two_plans_share_are_found_whichever_brought_them(tmp_path, first):
    """Three rows are also tested alone by a plan of their own, under other labels."""
    splits = left_out()
    few = [Split(label=f"0/{i}", n_rows=N, test=[i + 3]) for i in range(3)]
    plans = [(card_of(few), few), (card_of(splits), splits)]
    for card, given in plans if first == "rows" else reversed(plans):
        with opened(tmp_path / "a.db") as ledger:
            ledger.add_problem(a_problem(n=N))
            ledger.add_plan(card, given)
    assert counts(tmp_path / "a.db") == (3, 3, 1)
    with opened(tmp_path / "a.db") as ledger:
        for card, given in plans:
            assert ledger.plan(card.fingerprint) == card
            assert [split.fingerprint for split in ledger.splits([s.fingerprint for s in given])] == [
                split.fingerprint for split in given]
            assert [int(ledger.split(s.fingerprint).test[0]) for s in given] == [int(s.test[0]) for s in given]
        assert ledger.check() == []
    change(tmp_path / "a.db", "DELETE FROM plan_formulas")
    with opened(tmp_path / "a.db") as ledger:
        assert len(ledger.check()) == 1               # of the plan that lost its formula alone


@pytest.mark.parametrize("theirs_first", [True, False])
@pytest.mark.parametrize("kinds", [("rows", "formula"), ("formula", "rows"), ("formula", "formula")])
def test_ledgers_that_hold_it_either_way_become_one(tmp_path, as_rows, kinds, theirs_first):
    for name, kind in zip(("ours", "theirs"), kinds, strict=True):
        with as_rows() if kind == "rows" else contextlib.nullcontext(), opened(tmp_path / f"{name}.db") as ledger:
            if name == "theirs" or theirs_first:
                card, splits = fill(ledger)
            other, few = card_of(left_out()[4:6]), left_out()[4:6]
            ledger.add_plan(other, few)
    assert counts(tmp_path / "theirs.db") == ((N, N + 2, 0) if kinds[1] == "rows" else (2, 2, 1))
    with opened(tmp_path / "ours.db") as ours, opened(tmp_path / "theirs.db") as theirs:
        for _ in range(2):
            assert ours.take_in(theirs).conflicts == ()
        require_all(ours, card, splits)
        assert ours.plan(other.fingerprint) == other
    assert counts(tmp_path / "ours.db") == ((N, N + 2, 0) if theirs_first and kinds[0] == "rows" else (2, 2, 1))


def test_what_is_exported_is_what_it_was_and_comes_back(tmp_path, as_rows):
    said = {}
    for name in ("rows", "formula"):
        with as_rows() if name == "rows" else contextlib.nullcontext(), opened(tmp_path / f"{name}.db") as ledger:
            card, splits = fill(ledger)
            (tmp_path / name).mkdir()
            ledger.export(tmp_path / name, "csv")
            files = [(tmp_path / name / f"{table}.csv").read_text() for table in ("plan_entries", "splits")]
            rows = json.loads((tmp_path / name / "ledger.json").read_text())["splits"]
            said[name] = files, [{k: v for k, v in row.items() if k != "created"} for row in rows]
    assert said["rows"] == said["formula"]
    assert len(said["rows"][1]) == N
    predictions = (tmp_path / "formula" / "predictions.csv").read_text().splitlines()
    where = predictions[0].split(",").index("row")
    assert sorted(int(line.split(",")[where]) for line in predictions[1:]) == list(range(N))
    with opened(tmp_path / "back.db") as back:
        back.take_export(tmp_path / "formula")
        require_all(back, card, splits)
    assert counts(tmp_path / "back.db") == (0, 0, 1)


def test_a_backup_and_a_copy_without_fits_hold_it(tmp_path):
    with opened(tmp_path / "a.db") as ledger:
        card, splits = fill(ledger)
        ledger.add_looks([Look(problem=card.problem, plan=card.fingerprint, learner="l", metric="accuracy")])
        ledger.back_up(tmp_path / "copy.db")
        assert ledger.prune(Unwanted(learner="tree")).fits == N
        require_all(ledger, card, splits)
    with opened(tmp_path / "copy.db") as copy:
        require_all(copy, card, splits)
        assert len(copy.keys()) == N


def test_the_plans_of_an_older_ledger_stay_rows_and_new_ones_beside_them_do_not(tmp_path):
    where = shutil.copy(ASSETS / "version_8.db", tmp_path / "old.db")
    plans = change(where, "SELECT fingerprint FROM plans WHERE design = 'loo'")
    with opened(where) as ledger:
        held = next(card for card in (ledger.plan(row["fingerprint"]) for row in plans)
                    if formulas.leaves_out_each_row(card.entries))
        before = counts(where)
        assert before[2] == 0
        problem = ledger.problem(held.problem)
        ledger.add_plan(card_of(left_out(problem.n_rows), problem), left_out(problem.n_rows))      # it is there
        assert counts(where) == before
        require_all(ledger, *fill(ledger, n=problem.n_rows + 1))
        assert counts(where) == (*before[:2], 1)


@pytest.mark.slow
def test_a_server_and_a_file_hold_it_alike(tmp_path, postgres):
    with opened(postgres) as server, opened(tmp_path / "a.db") as file:
        card, splits = fill(server)
        require_all(server, card, splits)
        file.take_in(server)
        require_all(file, card, splits)
        server.back_up(tmp_path / "copy.db")
    assert counts(tmp_path / "a.db") == counts(tmp_path / "copy.db") == (0, 0, 1)
    import psycopg

    with psycopg.connect(postgres, autocommit=True) as connection:
        assert connection.execute("SELECT count(*) FROM splits").fetchone() == (0,)
        connection.execute("UPDATE plan_formulas SET n_rows = 11")
    with opened(postgres) as server:
        said = "\n".join(server.check())
        assert f"the plan {card.fingerprint}" in said
        assert f"the formula of the plan {card.fingerprint}" in said


def test_what_the_formula_says_of_a_row_is_what_a_split_of_it_is():
    first, last = rows_left_out(5_000, [7, 4_999])
    for one, row in ((first, 7), (last, 4_999)):
        made = Split(label=f"0/{row}", n_rows=5_000, test=[row])
        assert (one.label, one.n_rows, one.train, one.fingerprint) == (made.label, 5_000, None, made.fingerprint)
        assert same_array(one.test, made.test)
        assert not one.test.flags.writeable
