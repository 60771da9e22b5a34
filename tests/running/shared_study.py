"""A study that several processes share: run as a program, `python shared_study.py LEDGER JOBS REPEATS LEASE FITS`.

Each fit leaves a line in the file FITS, so that fits made twice can be counted, whatever became of them.
"""

import os
import sys
import time
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from referee import api
from referee.errors import WorkShared
from referee.learners import Learner
from referee.ledger import claims
from running.learners_for_tests import Random

SECONDS = 0.05


class Noted(Random):
    """Takes a twentieth of a second on any machine, says what its seed tells it, and leaves a line."""

    def fit(self, X, y):
        time.sleep(SECONDS)
        if os.environ.get("FITS"):
            with Path(os.environ["FITS"]).open("a") as file:
                file.write(f"{self.seed}\n")
        return super().fit(X, y)


class Other(Noted):
    """Another one."""


def prepared(repeats):
    models = [Learner(name="noted", make=Noted, recipe={"class": "Noted"}),
              Learner(name="other", make=Other, recipe={"class": "Other"}),
              "gaussian-nb", "forest:n_estimators=3", "knn:n_neighbors=1|3"]
    asked = api.Asked("compare", models, design=f"kfold:folds=5,repeats={repeats}", seed=3)
    return api.prepare(asked, api.load("wine"))


def main(ledger, jobs, repeats, *, share, progress=None):
    with api.opened(ledger) as store:
        return api.carry_out(prepared(repeats), store, engine=api.Local(workers=jobs), share=share,
                             **({"progress": progress} if progress else {}))


if __name__ == "__main__":
    ledger, jobs, repeats, lease, fits = sys.argv[1:]
    os.environ["FITS"] = fits
    claims.Claims.__init__.__kwdefaults__["lease"] = float(lease)
    warnings.simplefilter("always", WorkShared)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    result = main(ledger, int(jobs), int(repeats), share=True)
    sys.stdout.write(f"{result.done.fitted} {result.done.reused}\n{result}")
