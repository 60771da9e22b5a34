"""How long the first page of `referee serve` takes, and the next: a ledger of a hundred thousand records.

    python benchmarks/serve.py [--records 100000] [--learners 10]

The ledger is made by the ledger's own code, the page is asked for by HTTP as a browser does, and both stand beside the
time of `referee ledger ls`'s own question (`summary` and `studies`), which reads no more than it must.
"""

from __future__ import annotations

import argparse
import http.client
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from referee.data import make_problem
from referee.declaration import Declaration
from referee.designs import make_plan
from referee.ledger import LearnerCard, Record, StudyCard, open_ledger
from referee.serve.serving import Serving

ROWS = 200


def make(place: Path, records: int, learners: int) -> None:
    """Some learners on repeated folds, each in a study beside the first; two classes, twenty test rows a record."""
    draw = np.random.default_rng(0)
    problem = make_problem(draw.normal(size=(ROWS, 3)), draw.integers(0, 2, ROWS), name="made")
    plan = make_plan(f"kfold:folds=10,repeats={records // learners // 10}", problem, seed=1)
    splits = list(plan.splits())
    ledger = open_ledger(place)
    ledger.add_problem(problem)
    ledger.add_plan(plan.card, splits)
    cards = [LearnerCard(fingerprint=f"{number:016x}", name=f"m{number}", recipe={"class": "x"})
             for number in range(learners)]
    for card in cards:
        ledger.add_learner(card)
        ledger.append(_record(problem.fingerprint, card.fingerprint, split, draw) for split in splits)
    for card in cards[1:]:
        pair = cards[0], card
        ledger.add_study(StudyCard(
            name="made", problem=problem.fingerprint, plan=plan.card.fingerprint,
            learners=tuple(one.fingerprint for one in pair), declaration=Declaration(
                verb="compare", names=tuple(one.name for one in pair), metrics=("accuracy",))))
    ledger.close()


def _record(problem: str, learner: str, split: object, draw: np.random.Generator) -> Record:
    first = draw.random((split.n_test, 1))
    said = np.hstack([first, 1 - first])
    return Record(problem=problem, learner=learner, split=split.fingerprint, labels=said.argmax(axis=1),
                  probabilities=said, fit_seconds=draw.random())


def took(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def listed(place: Path) -> None:
    ledger = open_ledger(place, create=False, read_only=True)
    ledger.summary()
    ledger.studies()
    ledger.close()


def asked(serving: Serving, path: str) -> None:
    line = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=600)
    line.request("GET", path, headers={"Cookie": f"referee-{serving.port}={serving.key}"})
    answer = line.getresponse()
    answer.read()
    assert answer.status == 200
    line.close()


def main() -> None:
    """Make, serve, ask, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--learners", type=int, default=10)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "made.db"
        make(place, given.records, given.learners)
        listed(place)
        alone = took(lambda: listed(place))
        begun = time.perf_counter()
        serving = Serving(str(place), port=0)
        ready = time.perf_counter() - begun
        thread = threading.Thread(target=serving.run, daemon=True)
        thread.start()
        first = took(lambda: asked(serving, "/"))
        next_ones = []
        for _ in range(3):
            time.sleep(0.5)
            next_ones.append(took(lambda: asked(serving, "/live")))
        serving.stop()
        thread.join(5)
    print(f"{given.records:,} records, {given.learners - 1} studies, {ROWS} rows")
    print(f"the ledger listed     {alone:6.2f} s")
    print(f"ready to serve        {ready:6.2f} s   {ready / alone:5.1f} times that")
    print(f"the first page        {first:6.2f} s   {first / alone:5.1f} times that, verdicts still to come")
    print(f"the list looked at again, while verdicts are read: {', '.join(f'{one:.2f}' for one in next_ones)} s")


if __name__ == "__main__":
    main()
