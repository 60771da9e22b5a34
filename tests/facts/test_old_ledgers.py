"""A ledger of version 2 that met leave-one-out under scikit-learn's name answers as a fresh one does.

`assets/loo_version_2.db.gz` was written at commit 771e8d6: 30 rows, `lda` and `gaussian-nb` by accuracy, over
`LeaveOneOut()`, then `kfold:folds=5`, then `TimeSeriesSplit(4)`. `kfold_version_2.txt` is what the second study said.

Assumed: a plan of an old ledger gets its facts from its stored splits when it is read or met again. What an old study
over leave-one-out or over time said by a test that does not hold there is not repeated.
"""

import gzip
import re
from pathlib import Path

import numpy as np
import pytest
from sklearn.model_selection import LeaveOneOut, TimeSeriesSplit

import referee as package
from referee.errors import NotJustified, RefereeError

ASSETS = Path(__file__).parent / "assets"
RNG = np.random.default_rng(1)
X = RNG.normal(size=(60, 3))
Y = (X[:, 0] + RNG.normal(size=60) > 0).astype(int)
X, Y = X[:30], Y[:30]


@pytest.fixture
def old(tmp_path):
    place = tmp_path / "old.db"
    place.write_bytes(gzip.decompress((ASSETS / "loo_version_2.db.gz").read_bytes()))
    return place


def ask(design, **options):
    return package.compare(["lda", "gaussian-nb"], X, Y, design=design, metrics="accuracy", jobs=1, **options)


@pytest.mark.parametrize("design", ["loo", LeaveOneOut()], ids=["loo", "LeaveOneOut"])
def test_leave_one_out_in_an_old_ledger_is_leave_one_out(design, old, substance):
    assert substance(ask(design, ledger=old)) == substance(ask("loo"))


def test_a_k_fold_in_an_old_ledger_says_what_it_said_of_the_models(old):
    """The baseline's interval is a proportion's now, and beating it is asked by itself: one comparison, not three."""
    said, now = (ASSETS / "kfold_version_2.txt").read_text(), str(package.reread(old, study=2))
    assert str(ask("kfold:folds=5", ledger=old)) == now
    for learner in ("lda", "gaussian-nb"):
        assert row_of(learner, now) == row_of(learner, said)
    for kept in (r"No winner by accuracy: .*? can't decide", r"Chance that lda is better: .*? by itself\."):
        assert re.search(kept, now, re.DOTALL).group() == re.search(kept, said, re.DOTALL).group()
    assert "corrected resampled t (Nadeau–Bengio), one comparison" in now


def row_of(learner, text):
    """The line of a table, which is set in, unlike a sentence."""
    return next(line for line in text.splitlines() if line.startswith("  ") and line.split()[:1] == [learner])


def test_mcnemar_runs_on_the_k_fold_of_an_old_ledger(old, substance):
    asked = {"test": "mcnemar", "family": "declared"}
    assert substance(ask("kfold:folds=5", ledger=old, **asked)) == substance(ask("kfold:folds=5", **asked))


@pytest.mark.parametrize("study", [1, 3])
def test_an_old_study_is_not_told_again_by_a_test_that_does_not_hold(study, old):
    try:
        text = str(package.reread(old, study=study))
    except RefereeError as refusal:
        text = str(refusal)
        assert "\n" not in text
    assert not re.search(r"How: corrected (resampled|repeated)", text), text


def test_splits_over_time_in_an_old_ledger_are_refused_as_in_a_fresh_one(old):
    def outcome(**options):
        try:
            result = ask(TimeSeriesSplit(4), **options)
        except NotJustified as refusal:
            return str(refusal)
        return {name: estimate.interval for name, estimate in result.estimates.items()}

    assert outcome(ledger=old) == outcome()


def test_an_old_ledger_is_whole_after_it_was_brought_up_to_date(old, referee):
    ask("loo", ledger=old)
    assert referee("ledger", "check", old).code == 0
    seen = referee("ledger", "ls", old)
    assert seen.code == 0, seen.text
