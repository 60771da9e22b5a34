"""Many small fits in one row: they come back bit by bit, are recorded once, and what is done to them is noticed."""

import contextlib
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from referee import api
from referee.errors import LedgerCorrupt
from referee.ledger import Block, Record, open_ledger
from referee.ledger.blobs import pack, unpack
from referee.ledger.block import FEWEST, SMALL, block_of_records, stacked
from referee.ledger.seals import sealed
from referee.testing.ledger_samples import a_learner, a_plan, a_problem, a_record, same_record, some_splits

FOLDS = 20


def splits_of(folds=FOLDS):
    return some_splits(2 * folds, folds)


def records_of(name="forest", folds=FOLDS, **changes):
    problem = a_problem(n=2 * folds)
    return [a_record(problem, a_learner(name), split, **changes) for split in splits_of(folds)]


def prepare(ledger, *names):
    """All that records refer to."""
    problem, splits = a_problem(n=2 * FOLDS), splits_of()
    ledger.add_problem(problem)
    ledger.add_plan(a_plan(problem, splits), splits)
    for name in names:
        ledger.add_learner(a_learner(name))


def count(place, table):
    with contextlib.closing(sqlite3.connect(place)) as connection:
        return connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def change(place, statement, *values):
    with contextlib.closing(sqlite3.connect(place, isolation_level=None)) as connection:
        connection.execute(statement, values)


def same(ledger, records):
    back = list(ledger.read_many(record.job for record in records))
    return len(back) == len(records) and all(map(same_record, back, records))


@pytest.fixture
def place(tmp_path):
    return tmp_path / "study.db"


@pytest.fixture
def ledger(place):
    with contextlib.closing(open_ledger(place)) as made:
        prepare(made, "forest", "tree")
        yield made


@pytest.fixture
def written(ledger, place):
    ledger.append(records_of())
    return place


@pytest.fixture(params=["file", "server"])
def somewhere(request, tmp_path):
    return tmp_path / "study.db" if request.param == "file" else request.getfixturevalue("postgres")


# ---- what goes in comes out

def test_small_fits_that_went_well_stand_in_one_row_and_come_back_as_they_were(ledger, place):
    records = [*records_of(), replace(records_of("tree")[0], labels=None, error="it failed")]
    ledger.append(records)
    assert (count(place, "blocks"), count(place, "block_jobs"), count(place, "records")) == (1, FOLDS + 1, 1)
    assert ledger.keys() == {record.job for record in records}
    assert ledger.keys(failed=False) == {record.job for record in records[:-1]}
    assert same(ledger, records)
    assert same(ledger, records[::-1])
    assert same(ledger, records[3:4])
    assert "" not in {record.created for record in ledger.read_many(ledger.keys())}
    assert ledger.check() == []


def test_blocks_of_several_learners_are_written_together_and_a_fit_that_comes_twice_once(ledger, place):
    forest, tree = records_of(), records_of("tree")
    ledger.append_blocks(map(block_of_records, (forest[:10], forest[:20], tree)))
    assert (count(place, "blocks"), count(place, "block_jobs")) == (3, 20 + len(tree))
    assert same(ledger, [*forest[:20], *tree])
    assert ledger.check() == []


def test_fits_may_differ_in_rows_times_notes_and_warnings(ledger):
    records = [replace(record, fit_seconds=i / 7, predict_seconds=1e-9 * i, notes={"leaves": i % 3, "x": [1.5, None]},
                       warnings=("warm",) * (i % 2)) for i, record in enumerate(records_of())]
    ledger.append(records)
    back = list(ledger.read_many(record.job for record in records))
    assert [(r.fit_seconds, r.predict_seconds, r.notes, r.warnings) for r in back] == [
        (r.fit_seconds, r.predict_seconds, r.notes, r.warnings) for r in records]
    assert len({r.labels.size for r in back}) == 2, "the bootstrap's part is of another size"
    back[0].notes["mine"] = True
    assert "mine" not in ledger.read(records[0].job).notes


@pytest.mark.parametrize("chances", [
    lambda p: np.column_stack([1 - p, p]), lambda p: np.column_stack([p, 1 - p]),
    lambda p: np.column_stack([p / 2, p]), lambda p: np.column_stack([-0.0 * p, np.ones_like(p)]),
    lambda p: np.column_stack([np.nan * p, p]), lambda p: np.column_stack([p, p, p]),
    lambda p: np.column_stack([1 - p, p]).astype(np.float32)])
def test_probabilities_come_back_to_the_last_bit(ledger, chances):
    """1 − (1 − p) is not p; where a column is left out, it is made again exactly."""
    draw = np.random.default_rng(1)
    records = [replace(record, probabilities=chances(draw.random(record.labels.size))) for record in records_of()]
    ledger.append(records)
    for record, back in zip(records, ledger.read_many(r.job for r in records), strict=True):
        assert back.probabilities.dtype == record.probabilities.dtype
        assert back.probabilities.shape == record.probabilities.shape
        assert back.probabilities.tobytes() == record.probabilities.tobytes()


def test_of_two_classes_one_column_is_kept(written):
    with contextlib.closing(sqlite3.connect(written)) as connection:
        (blob,) = connection.execute("SELECT predictions FROM blocks").fetchone()
    assert set(unpack(blob)) == {"sizes", "fit_seconds", "predict_seconds", "told_by", "labels", "scores",
                                 "probabilities of 1"}


def test_what_is_large_failed_odd_or_few_stands_by_itself():
    good = records_of()
    large = [replace(record, scores=np.zeros(SMALL)) for record in good]
    odd = [replace(record, scores=np.zeros(3)) for record in good]
    named = [replace(record, split=f"a {record.split}") for record in good]
    assert [type(one) for one in stacked(good)] == [Block]
    assert len(list(stacked(good + good))) == 1, "one fit given twice counts once"
    for some in (large, odd, named, good[:FEWEST - 1], [replace(record, error="no") for record in good]):
        assert all(isinstance(one, Record) for one in stacked(some))
    assert {len(one) for one in stacked([*good, *records_of("tree")])} == {FOLDS + 1}


def test_blocks_are_read_whole_and_in_part(ledger):
    records = records_of()
    ledger.append(records)
    chosen = [record.job for record in records[5:9]]
    (block,) = ledger.read_together(chosen)
    assert set(block.jobs) == set(chosen)
    assert all(same_record(block.record(i), next(r for r in records if r.job == job))
               for i, job in enumerate(block.jobs))


def test_a_block_may_be_given_as_one(ledger):
    (block,) = stacked(records_of())
    ledger.append_blocks([block])
    ledger.append_blocks([block])
    assert same(ledger, records_of())
    assert ledger.check() == []


# ---- a fit is recorded once

def test_what_is_there_stays_whichever_way_it_came(somewhere):
    first, second = records_of(notes={"mine": 1}), records_of(notes={"mine": 2})
    with contextlib.closing(open_ledger(somewhere)) as ledger:
        prepare(ledger, "forest")
        ledger.append(first[:3])                 # rows
        ledger.append(first[2:12])               # a block, less one
        ledger.append(second)                    # a block of the rest
        ledger.append(second[:3] + second[5:7])  # rows, all there
        assert [record.notes["mine"] for record in ledger.read_many(r.job for r in first)] == [1] * 12 + [2] * 9
        assert (ledger.check(), ledger.summary()[0]["records"]) == ([], FOLDS + 1)


def test_a_failed_fit_gives_way_to_one_of_a_block(ledger):
    records = records_of()
    ledger.append([replace(records[0], labels=None, scores=None, probabilities=None, error="no memory")])
    again = ledger.retrying()
    again.append(records)
    assert same(ledger, records[1:])
    assert ledger.read(records[0].job).notes["failed before"] == ["no memory"]
    assert ledger.check() == []


WRITE = ("import sys; sys.path.insert(0, sys.argv[3]); from ledger.test_blocks import records_of\n"
         "from referee.ledger import open_ledger\n"
         "ledger = open_ledger(sys.argv[1])\n"
         "for i in range(40):\n"
         "    records = records_of(f'm{i}', notes={'by': sys.argv[2]})\n"
         "    few = int(sys.argv[2]) % 2\n"
         "    ledger.append(records[:5] if few else records[3:])\n"
         "    ledger.append(records)\n"
         "    print(i, flush=True)\n")


@pytest.mark.slow
def test_several_writers_of_the_same_fits_record_each_once(somewhere):
    with contextlib.closing(open_ledger(somewhere)) as ledger:
        prepare(ledger, *(f"m{i}" for i in range(40)))
    tests = str(Path(__file__).parents[1])
    running = [subprocess.Popen([sys.executable, "-c", WRITE, str(somewhere), str(i), tests], stdout=subprocess.PIPE)
               for i in range(4)]
    for _ in range(3):
        running[0].stdout.readline()
    running[0].kill()
    assert [process.wait() for process in running[1:]] == [0, 0, 0]
    for process in running:
        process.communicate()
    with contextlib.closing(open_ledger(somewhere)) as ledger:
        assert ledger.check() == []
        assert len(ledger.keys()) == ledger.summary()[0]["records"] == 40 * (FOLDS + 1)
        records = [record for i in range(40) for record in records_of(f"m{i}")]
        back = ledger.read_many(record.job for record in records)
        assert all(np.array_equal(a.probabilities, b.probabilities) for a, b in zip(back, records, strict=True))


# ---- what is done to them is noticed

@pytest.mark.parametrize(("column", "value"), [
    ("learner", "other"), ("many", 7), ("created", "2020-01-01"), ("told", "[[{}, []]]"), ("jobs", "0" * 16),
    ("splits", "a b"), ("predictions", b"short"), ("predictions", "text"), ("size", -1), ("told", 7)])
def test_a_changed_block_is_found_and_never_read(written, ledger, column, value):
    change(written, f"UPDATE blocks SET {column} = ?", value)
    assert any("does not match its checksum" in fault or "cannot be read" in fault for fault in ledger.check())
    with contextlib.closing(open_ledger(written)) as fresh, pytest.raises(LedgerCorrupt):
        list(fresh.read_many(record.job for record in records_of()))


def test_one_flipped_bit_is_found_wherever_it_is(written):
    with contextlib.closing(sqlite3.connect(written)) as connection:
        (blob,) = connection.execute("SELECT predictions FROM blocks").fetchone()
    for at in np.linspace(0, len(blob) - 1, 12).astype(int):
        bad = bytearray(blob)
        bad[at] ^= 4
        change(written, "UPDATE blocks SET predictions = ?", bytes(bad))
        with contextlib.closing(open_ledger(written)) as fresh:
            (fault,) = fresh.check()
            assert f"the block of {FOLDS + 1} records of learner 'forest' on problem 'wine'" in fault
            with pytest.raises(LedgerCorrupt):
                fresh.read(records_of()[4].job)


@pytest.mark.parametrize("change_arrays", [
    {"sizes": np.full(FOLDS + 1, 3)}, {"told_by": np.full(FOLDS + 1, 1)}, {"fit_seconds": np.zeros(2)},
    {"labels": np.zeros(2, dtype=np.int64)}])
def test_a_block_that_does_not_fit_itself_is_refused_though_it_is_sealed(written, change_arrays):
    with contextlib.closing(sqlite3.connect(written)) as connection:
        connection.row_factory = sqlite3.Row
        row = dict(connection.execute("SELECT * FROM blocks").fetchone())
    blob = pack(unpack(row["predictions"]) | change_arrays)
    new = sealed({k: v for k, v in row.items() if k != "checksum"} | {"predictions": blob})
    change(written, "UPDATE blocks SET predictions = ?, checksum = ?", blob, new["checksum"])
    with contextlib.closing(open_ledger(written)) as fresh:
        faults = fresh.check()
        assert any("does not match its checksum" in fault for fault in faults)
        assert any("blocks of fits are not those that referee wrote" in fault for fault in faults)
        with pytest.raises(LedgerCorrupt):
            fresh.read(records_of()[0].job)


@pytest.mark.parametrize(("statement", "words"), [
    ("DELETE FROM blocks", "blocks of fits are not those that referee wrote (1 written, 0 there)"),
    ("DELETE FROM block_jobs WHERE job = (SELECT max(job) FROM block_jobs)", "not listed under their addresses"),
    ("UPDATE block_jobs SET block = 'x' WHERE job = (SELECT max(job) FROM block_jobs)",
     "not listed under their addresses"),
    ("INSERT INTO block_jobs VALUES ('0123456789abcdef', 'y')", "fits are listed as being in blocks"),
    ("DELETE FROM learners WHERE name = 'forest'", f"{FOLDS + 1} records name the learner"),
    ("DELETE FROM splits WHERE label = '0/3'", "1 records name the split"),
])
def test_what_is_gone_or_added_is_told(written, statement, words):
    change(written, statement)
    with contextlib.closing(open_ledger(written)) as fresh:
        assert any(words in fault for fault in fresh.check())


def test_fits_of_a_block_that_was_deleted_can_be_written_again(written, ledger):
    change(written, "DELETE FROM blocks")
    assert ledger.keys() == set()
    ledger.append(records_of())
    assert same(ledger, records_of())


def test_a_password_in_a_warning_is_masked_and_an_old_one_is_found(written, ledger, monkeypatch):
    secret = "postgresql://ann:s3cret@host/db"
    ledger.add_learner(a_learner("prior"))
    ledger.append(records_of("tree", warnings=(f"cannot reach {secret}",)))
    assert ledger.check() == []
    with monkeypatch.context() as patch:
        patch.setattr("referee.ledger.seals.masked", str)
        ledger.append(records_of("prior", warnings=(f"cannot reach {secret}",)))
    assert any("keeps a password (told)" in fault for fault in ledger.check())
    assert ledger.scrub() == 1
    assert ledger.check() == []
    assert "***" in ledger.read(records_of("prior")[0].job).warnings[0]


# ---- all that is done with a ledger

def test_prune_takes_blocks(ledger, written):
    ledger.append(records_of("tree"))
    assert api.prune_ledger(written, learner="tree", only_count=True).fits == FOLDS + 1
    assert api.prune_ledger(written, learner="tree").fits == FOLDS + 1
    assert (count(written, "blocks"), count(written, "block_jobs")) == (1, FOLDS + 1)
    api.compact_ledger(written)
    assert ledger.check() == []
    ledger.append(records_of("tree"))
    assert same(ledger, records_of() + records_of("tree"))


def test_a_copy_and_an_export_are_the_ledger(written, tmp_path):
    api.back_up_ledger(written, tmp_path / "copy.db")
    with contextlib.closing(open_ledger(written)) as ledger:
        (tmp_path / "out").mkdir()
        ledger.export(tmp_path / "out", "jsonl")
        created = {record.created for record in ledger.read_many(ledger.keys())}
    with contextlib.closing(open_ledger(tmp_path / "copy.db")) as ledger:
        assert same(ledger, records_of())
    with contextlib.closing(open_ledger(tmp_path / "new.db")) as ledger:
        ledger.take_export(tmp_path / "out")
        assert same(ledger, records_of())
        assert {record.created for record in ledger.read_many(ledger.keys())} == created
        assert ledger.check() == []
    fits = [json.loads(line) for line in (tmp_path / "out" / "fits.jsonl").read_text().splitlines()]
    assert len(fits) == FOLDS + 1


@pytest.mark.slow
def test_merging_takes_what_is_missing_and_names_what_differs(somewhere, ledger, tmp_path):
    ours, theirs = records_of(), records_of()
    theirs[0] = replace(theirs[0], probabilities=theirs[0].probabilities[:, ::-1].copy())
    ledger.append(theirs)
    place = somewhere if str(somewhere).startswith("postgres") else tmp_path / "mine.db"
    with contextlib.closing(open_ledger(place)) as mine:
        prepare(mine, "forest", "tree")
        mine.append(ours[:2])                                                         # rows, one of which differs
        mine.append([replace(ours[2], labels=None, scores=None, probabilities=None, error="no")])
        mine.append(ours[3:12])                                                       # a block
        merged = mine.take_in(ledger)
        assert merged.taken == {"fits that had failed here": 1, "records": 9}
        assert merged.there == 12
        assert [said.split(" has ")[1] for said in merged.conflicts] == [
            "other predictions there than here; ours stays."]
        assert same(mine, ours[:2] + ours[3:])
        assert mine.read(ours[2].job).notes["failed before"] == ["no"]
        assert mine.check() == []
        assert mine.take_in(ledger).taken == {}
    with contextlib.closing(open_ledger(tmp_path / "other.db")) as other, \
            contextlib.closing(open_ledger(place)) as mine:
        assert other.take_in(mine).taken["records"] == FOLDS + 1
        assert other.check() == []


@pytest.mark.slow
def test_blocks_on_a_server_are_checked_pruned_and_copied(postgres, tmp_path):
    with contextlib.closing(open_ledger(postgres)) as server:
        prepare(server, "forest")
        server.append(records_of())
        assert same(server, records_of())
        assert server.check() == []
    api.back_up_ledger(postgres, tmp_path / "copy.db")
    with contextlib.closing(open_ledger(tmp_path / "copy.db")) as copy:
        assert same(copy, records_of())
    import psycopg

    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("DELETE FROM block_jobs WHERE job = (SELECT max(job) FROM block_jobs)")
    with contextlib.closing(open_ledger(postgres)) as server:
        assert any("not listed under their addresses" in fault for fault in server.check())
    assert api.prune_ledger(postgres, problem="wine").fits == FOLDS + 1


@pytest.mark.slow
def test_a_large_file_is_swept_by_processes_and_one_damaged_block_is_named(tmp_path, place):
    with contextlib.closing(open_ledger(place)) as ledger:
        prepare(ledger, *(f"m{i}" for i in range(600)))
        for i in range(600):
            ledger.append(records_of(f"m{i}"))
        assert ledger.check() == []
    change(place, "UPDATE blocks SET told = '[]' WHERE rowid = 444")
    with contextlib.closing(open_ledger(place, read_only=True)) as ledger:
        (fault,) = ledger.check()
    assert "the block of 21 records of learner 'm443'" in fault


@pytest.mark.slow
def test_a_writer_that_is_killed_leaves_whole_blocks(tmp_path, place):
    with contextlib.closing(open_ledger(place)) as ledger:
        prepare(ledger)
    code = ("import sys; sys.path.insert(0, sys.argv[2]); from ledger.test_blocks import records_of\n"
            "from referee.ledger import open_ledger\n"
            "ledger = open_ledger(sys.argv[1])\n"
            "for i in range(10_000):\n"
            "    ledger.append(records_of(f'k{i}', notes={'turn': sys.argv[3]}))\n"
            "    print(i, flush=True)\n")
    tests = str(Path(__file__).parents[1])
    for turn, pause in enumerate(np.linspace(0, 0.05, 8)):
        copy = shutil.copy(place, tmp_path / f"{turn}.db")
        process = subprocess.Popen([sys.executable, "-c", code, str(copy), tests, str(turn)], stdout=subprocess.PIPE)
        process.stdout.readline()
        time.sleep(pause)
        os.kill(process.pid, signal.SIGKILL)
        told = process.communicate()[0].count(b"\n") + 1
        with contextlib.closing(open_ledger(copy)) as ledger:
            assert len(ledger.keys()) % (FOLDS + 1) == 0
            assert len(ledger.keys()) >= told * (FOLDS + 1)
            assert all("which is not there" in fault for fault in ledger.check())
            for i in range(told):
                assert same(ledger, records_of(f"k{i}", notes={"turn": str(turn)}))
