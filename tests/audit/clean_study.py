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
    ModelPredictions,
    Reported,
    Run,
    StatTest,
    Step,
)
from referee.audit.numbers.marks import Line, Marked
from referee.data import make_problem
from referee.metrics import Predictions, metric
from referee.study.claims import AnsweredClaim, ClaimAnswer

N, FOLDS = 600, 10
MODELS = ("logistic", "naive-bayes", "prior")


@cache
def clean() -> Bundle:
    """The study."""
    return study()


def study(*, seed: int = 19, n: int = N, folds: int = FOLDS, classes: int = 2, tolerance: float = 0.05) -> Bundle:
    """A study with nothing wrong, of any size; the groups have five rows each."""
    draw = np.random.default_rng(seed)
    groups = np.repeat(np.arange(n // 5), 5)
    X = draw.normal(size=(n, 4))
    chance = _chances(X, classes)
    y = (draw.random(n)[:, None] > chance.cumsum(axis=1)).sum(axis=1).clip(max=classes - 1)
    names = np.array(["no", "yes"] if classes == 2 else [f"kind {i}" for i in range(classes)])
    problem = make_problem(X, names[y], groups=groups, name="churn")
    divisions = tuple(_division(fold, groups, folds) for fold in range(folds))
    shares = np.bincount(y, minlength=classes) / n
    forecasts = {"logistic": chance, "naive-bayes": _coarse(chance), "prior": np.tile(shares, (n, 1))}
    said = tuple(_said(model, d, y, forecasts[model]) for model in MODELS for d in divisions)
    runs = tuple(Run(model=s.model, metric="accuracy", value=metric("accuracy").score(s.predictions),
                     division=s.division, seed="0", at="2026-03-02T10:00:00+00:00") for s in said)
    tests = _tests(runs, folds)
    return Bundle(
        name="churn study", answered=(AnsweredClaim(claim="logistic is better than prior", says="", on="churn",
                                                    answer=ClaimAnswer.SHOWN, evidence="it is."),),
        problem=problem, divisions=divisions, said=said, runs=runs,
        models=tuple(_model(name, divisions) for name in MODELS),
        reported=tuple(_reported(model, runs, folds) for model in MODELS),
        claims=(Claim(says="logistic beats the baseline", a="logistic", b="prior", metric="accuracy", p=tests[0].p,
                      difference=0.3, low=0.2, high=0.4, test="corrected-t", basis="test"),),
        tests=tests, data_sets=(DataSet(name="churn", real=True, source="our customers"),),
        declared=Declared(
            method=f"{folds}-fold cross-validation, whole groups",
            metrics=("accuracy", "balanced_accuracy", "log_loss"), primary_test="corrected-t", adjust="holm",
            data_sets=("churn",), runs=folds, tolerance=tolerance, stated=frozenset(REPORT_FIELDS),
            at="2026-03-01T09:00:00+00:00"),
        queries=1, looked_at=("2026-03-03T08:00:00+00:00",),
        estimators={"logistic": {"R": 0.118, "K": 0.127, "H": 0.131, ".632": 0.125, ".632+": 0.126, "OOB": 0.13}},
        known_studies=0,
        marked=Marked(lines=tuple(Line(where=name, names=("logistic", "naive-bayes"), scores=(0.8, 0.7)[::sign],
                                       bold=(True, False)[::sign]) for name, sign in (("a", 1), ("b", 1), ("c", -1))),
                      tests=(("logistic", 0.001, 2), ("naive-bayes", 0.03, 1), ("prior", 0.6, 0))),
    )


def _chances(X: np.ndarray, classes: int) -> np.ndarray:
    """The true probabilities: a logistic law for two classes, several of them for more."""
    if classes == 2:
        p = 1 / (1 + np.exp(-3.2 * (X[:, 0] + 0.8 * X[:, 1])))
        return np.column_stack([1 - p, p])
    angle = 2 * np.pi * np.arange(classes) / classes
    scores = np.exp(3.2 * (X[:, :1] * np.cos(angle) + X[:, 1:2] * np.sin(angle)))
    return scores / scores.sum(axis=1, keepdims=True)


def _coarse(chance: np.ndarray) -> np.ndarray:
    """A forecast that knows a little less and is still right on average: rows of like chances share their mean."""
    like = np.unique((chance * 12).astype(int), axis=0, return_inverse=True)[1].reshape(-1)
    return np.array([chance[like == group].mean(axis=0) for group in range(like.max() + 1)])[like]


def _division(fold: int, groups: np.ndarray, folds: int) -> Division:
    test = np.flatnonzero(groups % folds == fold)
    return Division(label=f"0/{fold}", test=test, train=np.setdiff1d(np.arange(groups.size), test),
                    tune=np.array([], dtype=int))


def _said(model: str, division: Division, y: np.ndarray, chance: np.ndarray) -> ModelPredictions:
    p, classes = chance[division.test], chance.shape[1]
    prior = np.bincount(y[division.train], minlength=classes) / division.train.size
    return ModelPredictions(model=model, rows=division.test, division=division.label, seed="0", predictions=Predictions(
        truth=y[division.test], n_classes=classes, labels=p.argmax(axis=1), probabilities=p, prior=prior))


def _model(name: str, divisions: tuple[Division, ...]) -> Model:
    return Model(
        name=name, baseline=name == "prior", tried=1, tuned_on="nothing", epochs=20, seconds=2.0, seeds=("0",),
        deterministic=True, training_scores={"accuracy": 0.88}, tested=f"{name}-1", deployed=f"{name}-1",
        threshold="default", prior="training",
        steps=tuple(Step(name="scaling", rows=d.train, division=d.label) for d in divisions),
    )


def _values(model: str, runs: tuple[Run, ...]) -> np.ndarray:
    return np.array([run.value for run in runs if run.model == model])


def _reported(model: str, runs: tuple[Run, ...], folds: int) -> Reported:
    v = _values(model, runs)
    half = stats.t.ppf(0.975, folds - 1) * v.std(ddof=1) * np.sqrt(1 / folds + 1 / (folds - 1))
    return Reported(
        model=model, metric="accuracy", value=round(v.mean(), 4), text=f"{v.mean():.4f}", sd=round(v.std(ddof=1), 4),
        low=v.mean() - half, high=v.mean() + half, interval_method="corrected t", interval_n=folds, n=folds,
        runs_averaged=folds, minimum=v.min(), maximum=v.max(), data_set="churn", method="10-fold")


def _tests(runs: tuple[Run, ...], folds: int) -> tuple[StatTest, ...]:
    """The corrected t of both learners against the baseline, adjusted by Holm."""
    found = []
    for model in ("logistic", "naive-bayes"):
        d = _values(model, runs) - _values("prior", runs)
        t = d.mean() / (d.std(ddof=1) * np.sqrt(1 / folds + 1 / (folds - 1)))
        p = 2 * stats.t.sf(abs(t), folds - 1)
        found.append(StatTest(name="corrected-t", a=model, b="prior", metric="accuracy", p=p, adjusted=2 * p,
                              statistic=t, unit="split", n_units=folds, declared=True,
                              at="2026-03-03T08:00:00+00:00"))
    return tuple(found)


def broken(**parts: object) -> Bundle:
    """The clean study with some parts of its evidence replaced."""
    return replace(clean(), **parts)
