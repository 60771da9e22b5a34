"""Makes version_2.db and version_2_answers.json: a ledger as the second version of the schema wrote it, and what the
referee of that day answered from it. Run once (PYTHONPATH=tests) at commit 771e8d6; the files are kept for ever.
"""

import contextlib
import json
import os
from pathlib import Path

import numpy as np

import referee
from ledger.assets.make_version_1 import shrink
from referee.ledger import open_ledger

HERE = Path(__file__).parent
PAIR = ["gaussian-nb", "lda"]
OPTIONS = {"metrics": "accuracy", "seed": 3, "jobs": 1}


def data(n, seed, *, regression=False):
    """Features whose size, not whose sign, says something of the target: `lda` cannot see it."""
    draw = np.random.default_rng(seed)
    X = draw.normal(size=(n, 3)).round(3)
    signal = X[:, 0] ** 2 + draw.normal(scale=0.2, size=n)
    return X, signal.round(3) if regression else (signal > np.median(signal)).astype(int)


def compare(name, n, seed, design, *, models=PAIR, regression=False, **options):
    """Two learners without their baseline, on data of their own."""
    X, y = data(n, seed, regression=regression)
    return referee.compare(models, X, y, name=name, design=design, **(OPTIONS | {"baseline": False} | options))


def studies(place):
    """Every study in order; the name of its data says what it is."""
    at = {"ledger": place}
    compare("five times two-fold", 32, 1, "kfold:folds=2,repeats=5", metrics=["accuracy", "log_loss"], **at)
    compare("five times two-fold", 32, 1, "kfold:folds=2,repeats=5", test="5x2cv-f", **at)
    compare("two times three-fold", 40, 2, "kfold:folds=3,repeats=2", baseline=True, relevant=0.1, **at)
    compare("hold-out", 45, 3, "holdout:test=0.4", metrics=["accuracy", "roc_auc"], **at)
    compare("four hold-outs", 40, 4, "holdout:repeats=4", **at)
    compare("leave-one-out", 12, 5, "loo", **at)
    compare("scikit-learn's leave-one-out", 12, 6, "sklearn.model_selection.LeaveOneOut", **at)
    compare("scikit-learn's series", 40, 8, "sklearn.model_selection.TimeSeriesSplit:n_splits=4", **at)
    compare("scikit-learn's folds", 40, 9, "sklearn.model_selection.StratifiedKFold:n_splits=4", **at)
    rows = np.arange(30)
    compare("given pairs", 30, 10, [(rows[:20], rows[20:]), (rows[10:], rows[:10]), (rows[::2], rows[1::2])], **at)
    compare("regression", 40, 11, "kfold:folds=3,repeats=2", models=["ridge", "tree:max_depth=2"], regression=True,
            metrics=["rmse", "mae"], **at)
    compare("groups", 36, 12, "kfold:folds=4", groups=np.arange(36) // 3, **at)
    compare("three on one plan", 40, 13, "kfold:folds=4", models=[*PAIR, "tree:max_depth=2"], against="lda", **at)
    compare("everything tried before", 40, 13, "kfold:folds=4", models=["lda", "knn:n_neighbors=3"], **at)
    evaluations(at)
    elsewhere(at)
    closer(at)
    vault(at)
    killed(at)


def evaluations(at):
    """One learner, by the designs that are made for its estimate."""
    for seed, (name, design) in enumerate({
        "bootstrap": "bootstrap:resamples=8", "nested": "nested:folds=3,repeats=1", "folds": "kfold:folds=5",
        "conservative z": "conservative-z:splits=2,halvings=2,test=0.2", "resubstitution": "resubstitution",
        "sized": "sized:train=20,test=15,repeats=4", "evaluated leave-one-out": "loo",
    }.items()):
        X, y = data(10 if design == "loo" else 40, 20 + seed)
        referee.evaluate("gaussian-nb", X, y, name=name, design=design, **OPTIONS, **at)
    X, y = data(20, 30)
    referee.tune("knn:n_neighbors=1|5", X, y, name="tuned", design="kfold:folds=2", **OPTIONS, **at)
    X, y = data(24, 31)
    referee.tune("knn:n_neighbors=1|5", X, y, name="tuned by one pass", design="kfold:folds=3", correction="bbc",
                 **OPTIONS, **at)


def elsewhere(at):
    """Predictions made elsewhere: one test set, and folds."""
    draw = np.random.default_rng(40)
    truth = draw.integers(2, size=40)
    said = {f"model {k}": np.where(draw.random(40) < right, truth, 1 - truth) for k, right in (("a", 0.9), ("b", 0.6))}
    referee.judge({"id": np.arange(40), "truth": truth} | said, name="judged", metrics="accuracy", **at)
    referee.judge({"id": np.arange(40), "truth": truth, "fold": np.arange(40) % 4} | said, name="judged folds",
                  metrics="accuracy", **at)


def closer(at):
    """Chance, a learning curve, a decomposition."""
    X, y = data(24, 50)
    referee.chance("gaussian-nb", X, y, name="chance", shuffles=19, design="kfold:folds=3", **OPTIONS, **at)
    X, y = data(40, 51)
    referee.learning_curve(PAIR, X, y, name="curve", sizes=[12, 24], folds=3, **OPTIONS, **at)
    X, y = data(40, 52)
    referee.decompose("gaussian-nb", X, y, name="decomposition", samples=4, seed=3, jobs=1, **at)


def vault(at):
    """Three tenths sealed, the open rows compared, the vault asked and then opened."""
    X, y = data(60, 60)
    named = {"name": "vault"}
    referee.vault.seal(X, y, fraction=0.3, seed=3, **named, **at)
    referee.compare(PAIR, X, y, design="kfold:folds=3", baseline=False, **OPTIONS, **named, **at)
    referee.vault.query("lda", X, y, seed=3, jobs=1, **named, **at)
    referee.vault.open(PAIR, X, y, baseline=False, **OPTIONS, **named, **at)


def killed(at):
    """A comparison that was stopped after half of its fits."""

    def stop(done, total, _failed):
        if done == total // 2:
            raise KeyboardInterrupt

    try:
        compare("killed", 40, 70, "kfold:folds=5", progress=stop, **at)
    except KeyboardInterrupt:
        return
    raise AssertionError("it was to be killed")


def answers(place):
    """What every stored study says, read from the ledger alone."""
    with contextlib.closing(open_ledger(place, create=False, read_only=True)) as store:
        names = [card.name for card in store.studies()]
    return [{"study": name, "answer": referee.reread(place, number).to_dict()} for number, name in enumerate(names, 1)]


def make(place):
    """The ledger, and beside it what it answers."""
    os.environ["REFEREE_WHO"] = "ann"
    studies(place)
    ledger = open_ledger(place)
    assert ledger.check() == []
    ledger.close()
    said = json.dumps(answers(place), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    place.with_name("version_2_answers.json").write_text(said.replace('{"study":', '\n{"study":') + "\n")
    shrink(place)


if __name__ == "__main__":
    make(HERE / "version_2.db")
