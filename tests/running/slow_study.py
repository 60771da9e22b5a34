"""A study slow enough to be killed half-way: run as a program, `python slow_study.py LEDGER JOBS REPEATS`."""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from referee import api
from referee.learners import Learner
from running.learners_for_tests import Random


class Slow(Random):
    """Takes a tenth of a second on any machine, and says what its seed tells it."""

    def fit(self, X, y):
        time.sleep(0.1)
        return super().fit(X, y)


def prepared(repeats):
    models = [Learner(name="slow", make=Slow, recipe={"class": "Slow"}), "gaussian-nb", "forest:n_estimators=5"]
    asked = api.Asked("compare", models, design=f"kfold:folds=5,repeats={repeats}", seed=3)
    return api.prepare(asked, api.load("wine"))


def main(ledger, jobs, repeats):
    with api.opened(ledger) as store:
        return api.carry_out(prepared(repeats), store, engine=api.Local(workers=jobs))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
