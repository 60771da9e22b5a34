"""A study with nothing wrong: every part of the evidence is there, and no check has anything to say.

600 rows of two classes in 120 groups, group-wise 10-fold cross-validation, two learners whose probabilities are
calibrated, and the baseline. The truth is simulated, so that calibration and scores are what they should be.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
from scipy import stats

from referee.audit.bundle import (
    REPORT_FIELDS,
    Bundle,
    Claim,
    DataSet,
    Declared,
    Division,
    Model,
    Reported,
    Run,
    Said,
    StatTest,
    Step,
)
from referee.data import make_problem
from referee.metrics import Predictions, metric

N, FOLDS = 600, 10
MODELS = ("logistic", "naive-bayes", "prior")


@cache
def clean() -> Bundle:
    """The study."""
    draw = np.random.default_rng(19)
    groups = np.repeat(np.arange(120), 5)
    X = draw.normal(size=(N, 4))
    margin = 3.2 * (X[:, 0] + 0.8 * X[:, 1])
    chance = 1 / (1 + np.exp(-margin))
    y = (draw.random(N) < chance).astype(int)
    problem = make_problem(X, np.where(y == 1, "yes", "no"), groups=groups, name="churn")
    divisions = tuple(_division(fold, groups) for fold in range(FOLDS))
    forecasts = {"logistic": chance, "naive-bayes": _blurred(chance), "prior": np.full(N, y.mean())}
    said = tuple(_said(model, d, y, forecasts[model]) for model in MODELS for d in divisions)
    runs = tuple(Run(model=s.model, metric="accuracy", value=metric("accuracy").score(s.predictions),
                     division=s.division, seed="0", at="2026-03-02T10:00:00+00:00") for s in said)
    tests = _tests(runs)
    return Bundle(
        name="churn study", problem=problem, divisions=divisions, said=said, runs=runs,
        models=tuple(_model(name, divisions) for name in MODELS),
        reported=tuple(_reported(model, runs) for model in MODELS),
        claims=(Claim(says="logistic beats the baseline", a="logistic", b="prior", metric="accuracy", p=tests[0].p,
                      difference=0.3, low=0.2, high=0.4, test="corrected-t", basis="test"),),
        tests=tests, data_sets=(DataSet(name="churn", real=True, source="our customers"),),
        declared=Declared(
            method="10-fold cross-validation, whole groups", metrics=("accuracy", "balanced_accuracy", "log_loss"),
            primary_test="corrected-t", adjust="holm", data_sets=("churn",), runs=FOLDS, tolerance=0.05,
            stated=frozenset(REPORT_FIELDS), at="2026-03-01T09:00:00+00:00"),
        queries=1, looked_at=("2026-03-03T08:00:00+00:00",),
        estimators={"logistic": {"R": 0.118, "K": 0.127, "H": 0.131, ".632": 0.125, ".632+": 0.126, "OOB": 0.13}},
        known_studies=0,
    )


def _division(fold: int, groups: np.ndarray) -> Division:
    test = np.flatnonzero(groups % FOLDS == fold)
    return Division(label=f"0/{fold}", test=test, train=np.setdiff1d(np.arange(N), test), tune=np.array([], dtype=int))


def _blurred(chance: np.ndarray) -> np.ndarray:
    """A forecast that knows a little less: shrunk towards one half."""
    return 0.96 * chance + 0.02


def _said(model: str, division: Division, y: np.ndarray, chance: np.ndarray) -> Said:
    p = chance[division.test]
    prior = np.bincount(y[division.train], minlength=2) / division.train.size
    return Said(model=model, rows=division.test, division=division.label, seed="0", predictions=Predictions(
        truth=y[division.test], n_classes=2, labels=(p >= 0.5).astype(int), probabilities=np.column_stack([1 - p, p]),
        prior=prior))


def _model(name: str, divisions: tuple[Division, ...]) -> Model:
    return Model(
        name=name, baseline=name == "prior", tried=1, tuned_on="nothing", epochs=20, seconds=2.0, seeds=("0",),
        deterministic=True, training_scores={"accuracy": 0.88}, tested=f"{name}-1", deployed=f"{name}-1",
        threshold="default", prior="training",
        steps=tuple(Step(name="scaling", rows=d.train, division=d.label) for d in divisions),
    )


def _values(model: str, runs: tuple[Run, ...]) -> np.ndarray:
    return np.array([run.value for run in runs if run.model == model])


def _reported(model: str, runs: tuple[Run, ...]) -> Reported:
    v = _values(model, runs)
    half = stats.t.ppf(0.975, FOLDS - 1) * v.std(ddof=1) * np.sqrt(1 / FOLDS + 1 / (FOLDS - 1))
    return Reported(
        model=model, metric="accuracy", value=round(v.mean(), 4), text=f"{v.mean():.4f}", sd=round(v.std(ddof=1), 4),
        low=v.mean() - half, high=v.mean() + half, interval_method="corrected t", interval_n=FOLDS, n=FOLDS,
        runs_averaged=FOLDS, minimum=v.min(), maximum=v.max(), data_set="churn", method="10-fold")


def _tests(runs: tuple[Run, ...]) -> tuple[StatTest, ...]:
    """The corrected t of both learners against the baseline, adjusted by Holm."""
    found = []
    for model in ("logistic", "naive-bayes"):
        d = _values(model, runs) - _values("prior", runs)
        t = d.mean() / (d.std(ddof=1) * np.sqrt(1 / FOLDS + 1 / (FOLDS - 1)))
        p = 2 * stats.t.sf(abs(t), FOLDS - 1)
        found.append(StatTest(name="corrected-t", a=model, b="prior", metric="accuracy", p=p, adjusted=2 * p,
                              statistic=t, unit="split", n_units=FOLDS, declared=True,
                              at="2026-03-03T08:00:00+00:00"))
    return tuple(found)


def broken(**parts: object) -> Bundle:
    """The clean study with some parts of its evidence replaced."""
    return replace(clean(), **parts)
