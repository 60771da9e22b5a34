"""Correct tables, as somebody might have printed them: no check may accuse any of them.

Two-class and many-class confusion matrices of real learners on bundled data and at random (n from 5 to 100,000, rare
classes), regressions, scores of runs as mean ± sd, tests of scipy with their p, intervals of the usual kinds. A table
is its header and rows of printed cells; every number of it was computed, none invented.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from math import sqrt
from typing import Any

import numpy as np
from scipy import stats
from sklearn import datasets, metrics
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsRegressor
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from audit.numbers.styles import STYLES, Style


@dataclass(frozen=True)
class Table:
    """A printed table: cells by column, and what kind of number stands in each column."""

    kind: str
    rows: tuple[dict[str, str], ...]
    style: Style
    true: tuple[dict[str, float], ...] = ()      # what was printed, before it was rounded
    premise: str = "one test set"                # or "means over test sets"

    def csv(self) -> str:
        """As a file: semicolons between cells where commas are decimal."""
        mark = ";" if self.style.comma else ","
        lines = [list(self.rows[0]), *([row[name] for name in self.rows[0]] for row in self.rows)]
        return "\n".join(mark.join(cells) for cells in lines) + "\n"

    def with_cell(self, row: int, column: str, text: str) -> Table:
        """The same table with one cell changed."""
        rows = tuple({**cells, column: text} if k == row else cells for k, cells in enumerate(self.rows))
        return replace(self, rows=rows)


@cache
def real_answers() -> tuple[tuple[Any, Any, Any], ...]:
    """(truth, said, score of the second class or None) of learners on test rows of bundled data."""
    found = []
    for load in (datasets.load_breast_cancer, datasets.load_iris, datasets.load_wine, datasets.load_digits):
        x, y = load(return_X_y=True)
        for learner, size, seed in ((GaussianNB(), 0.5, 0),
                                    (DecisionTreeClassifier(max_depth=2, random_state=0), 0.2, 1),
                                    (LinearDiscriminantAnalysis(solver="lsqr", shrinkage=0.5), 0.9, 2)):
            fit, test, fit_y, test_y = train_test_split(x / x.max(axis=0).clip(1), y, test_size=size, random_state=seed)
            model = learner.fit(fit, fit_y)
            score = model.predict_proba(test)[:, 1] if len(set(y)) == 2 else None
            found.append((test_y, model.predict(test), score))
    return tuple(found)


@cache
def real_values() -> tuple[tuple[Any, Any], ...]:
    """(truth, said) of regressions on test rows of the diabetes data."""
    x, y = datasets.load_diabetes(return_X_y=True)
    found = []
    for k, learner in enumerate((LinearRegression(), KNeighborsRegressor(), DecisionTreeRegressor(random_state=0))):
        fit, test, fit_y, test_y = train_test_split(x, y, test_size=0.1 + 0.3 * k, random_state=k)
        found.append((test_y, learner.fit(fit, fit_y).predict(test)))
    return tuple(found)


def random_answers(rng: np.random.Generator) -> tuple[Any, Any, Any]:
    """Two classes, any size, rare or not, good or bad answers."""
    n = int(10 ** rng.uniform(0.7, 5))
    rare = rng.choice([0.02, 0.1, 0.3, 0.5, 0.8])
    truth = (rng.random(n) < rare).astype(int)
    truth[:2] = 0, 1
    score = truth * rng.uniform(0.2, 3) + rng.normal(size=n)
    return truth, (score > rng.uniform(0, 2)).astype(int), score


def two_classes(rng: np.random.Generator, style: Style) -> Table:
    """Counts and scores of two-class confusion matrices, a random choice of columns."""
    shown = [name for name in _TWO if rng.random() < 0.6]
    counts = rng.random() < 0.5
    size = rng.random() < 0.6
    plain = replace(style, per_cent="") if rng.random() < 0.5 else style      # kappa is seldom in per cent
    rows, true = [], []
    for k in range(int(rng.integers(1, 5))):
        binary = [answers for answers in real_answers() if answers[2] is not None]
        truth, said, score = binary[rng.integers(len(binary))] if rng.random() < 0.4 else random_answers(rng)
        tp, fp, fn, tn = _counts(truth, said)
        exact = {name: float(_TWO[name](tp, fp, fn, tn)) for name in shown if name != "AUC"}
        exact |= {"AUC": float(metrics.roc_auc_score(truth, score))} if "AUC" in shown else {}
        cells = {"model": f"m{k}"}
        if counts:
            cells |= {"TP": str(tp), "FP": str(fp), "FN": str(fn), "TN": str(tn)}
        if size:
            cells |= {"cases": str(len(truth))}
        rows.append(cells | {name: (plain if name in ("kappa", "MCC") else style).share(value)
                             for name, value in exact.items()})
        true.append(exact | {name: float(cells[name]) for name in cells if name != "model"})
    if len(rows[0]) == 1:
        return two_classes(rng, style)
    return Table("two classes", tuple(rows), style, tuple(true))


def _counts(truth: Any, said: Any) -> tuple[int, int, int, int]:
    """True and false positives, false and true negatives."""
    cells = np.bincount(2 * np.asarray(truth) + np.asarray(said), minlength=4)
    return int(cells[3]), int(cells[1]), int(cells[2]), int(cells[0])


def _of_counts(function: Any, **options: Any) -> Any:
    """A score of scikit-learn on four rows that weigh as much as the cells of the matrix."""
    return lambda tp, fp, fn, tn: function([1, 0, 1, 0], [1, 1, 0, 0], sample_weight=[tp, fp, fn, tn], **options)


_TWO = {
    "accuracy": _of_counts(metrics.accuracy_score),
    "sensitivity": _of_counts(metrics.recall_score, zero_division=0),
    "specificity": _of_counts(metrics.recall_score, pos_label=0, zero_division=0),
    "precision": _of_counts(metrics.precision_score, zero_division=0),
    "F1": _of_counts(metrics.f1_score, zero_division=0),
    "balanced accuracy": _of_counts(metrics.balanced_accuracy_score),
    "kappa": _of_counts(metrics.cohen_kappa_score),
    "MCC": _of_counts(metrics.matthews_corrcoef),
    "prevalence": lambda tp, fp, fn, tn: (tp + fn) / (tp + fp + fn + tn),
    "AUC": None,
}


def several_classes(rng: np.random.Generator, style: Style) -> Table:
    """Accuracy and averaged precision, recall and F1 of several classes, the averaging named or not."""
    average = str(rng.choice(["macro", "weighted"]))
    named = rng.random() < 0.5
    size = rng.random() < 0.5
    rows, true = [], []
    for k in range(int(rng.integers(1, 5))):
        if rng.random() < 0.5:
            many = [answers for answers in real_answers() if answers[2] is None]
            truth, said, _ = many[rng.integers(len(many))]
        else:
            n, classes = int(10 ** rng.uniform(1.2, 4)), int(rng.integers(3, 9))
            truth = rng.choice(classes, size=n, p=rng.dirichlet(np.full(classes, 2.0)))
            truth[:classes] = range(classes)
            said = np.where(rng.random(n) < rng.uniform(0.2, 0.98), truth, rng.integers(classes, size=n))
        word = f"{average} " if named else ""
        options = {"average": average, "zero_division": 0}
        exact = {"accuracy": metrics.accuracy_score(truth, said),
                 f"{word}precision": metrics.precision_score(truth, said, **options),
                 f"{word}recall": metrics.recall_score(truth, said, **options),
                 f"{word}F1": metrics.f1_score(truth, said, **options),
                 "kappa": metrics.cohen_kappa_score(truth, said), "MCC": metrics.matthews_corrcoef(truth, said)}
        cells = {"model": f"m{k}"} | ({"cases": str(len(truth))} if size else {})
        rows.append(cells | {name: style.share(value) for name, value in exact.items()})
        true.append({name: float(value) for name, value in exact.items()})
    return Table("several classes", tuple(rows), style, tuple(true))


def regressions(rng: np.random.Generator, style: Style) -> Table:
    """RMSE, MAE, MSE and R² of one test set."""
    truth, _ = real_values()[rng.integers(3)]
    if rng.random() < 0.5:
        truth = rng.lognormal(size=int(10 ** rng.uniform(1, 4))) * 10 ** rng.uniform(-1, 3)
    rows, true = [], []
    for k in range(int(rng.integers(1, 5))):
        said = truth + rng.standard_t(3, size=len(truth)) * truth.std() * rng.uniform(0.05, 1.2)
        mse = metrics.mean_squared_error(truth, said)
        exact = {"RMSE": sqrt(mse), "MAE": metrics.mean_absolute_error(truth, said), "MSE": mse,
                 "R2": metrics.r2_score(truth, said)}
        cells = {"model": f"m{k}", "cases": str(len(truth))}
        rows.append(cells | {name: style.number(value, style.decimals) for name, value in exact.items()})
        true.append(exact)
    return Table("regressions", tuple(rows), style, tuple(true))


def runs(rng: np.random.Generator, style: Style) -> Table:
    """Mean ± sd of k runs of two-class scores: means over test sets, which are no scores of one test set."""
    k = int(rng.integers(3, 12))
    names = ("accuracy", "sensitivity", "specificity", "precision", "F1", "balanced accuracy", "kappa")
    rows, true = [], []
    for m in range(int(rng.integers(1, 4))):
        rare, lift, cut, n = rng.uniform(0.1, 0.6), rng.uniform(0.5, 3), rng.uniform(0, 2), int(rng.integers(20, 300))
        scores = {name: [] for name in names}
        for _ in range(k):
            truth = (rng.random(n) < rare).astype(int)
            truth[:2] = 0, 1
            said = (truth * lift + rng.normal(size=n) > cut).astype(int)
            tp, fp, fn, tn = _counts(truth, said)
            for name in names:
                scores[name].append(float(_TWO[name](tp, fp, fn, tn)))
        exact = {name: (float(np.mean(scores[name])), float(np.std(scores[name], ddof=1))) for name in names}
        rows.append({"model": f"m{m}", "runs": str(k)} | {
            name: f"{style.share(mean)} ± {style.share(sd)}" for name, (mean, sd) in exact.items()})
        true.append({name: mean for name, (mean, _) in exact.items()})
    return Table("runs", tuple(rows), style, tuple(true), premise="means over test sets")


def tests(rng: np.random.Generator, style: Style) -> Table:
    """t and F with df and p: of scipy, on samples."""
    rows, true = [], []
    for m in range(int(rng.integers(1, 5))):
        n = int(rng.integers(4, 60))
        a, b = rng.normal(size=n), rng.normal(rng.choice([0, 0.3, 1]), 1, size=n)
        which = rng.choice(["paired", "Welch", "F", "chi2", "z", "r"])
        statistic, df, p = _tested(str(which), a, b)
        point = "," if style.comma else "."
        small = "<0.001".replace(".", point) if p < 0.001 else style.number(p, 3)
        kind = {"paired": "t", "Welch": "t"}.get(str(which), str(which))
        rows.append({"comparison": f"c{m}", "statistic": kind, "value": style.number(statistic, 2),
                     "df": df.replace(".", point), "p": small})
        true.append({"value": statistic, "p": p})
    return Table("tests", tuple(rows), style, tuple(true))


def _tested(which: str, a: Any, b: Any) -> tuple[float, str, float]:
    n = len(a)
    if which == "paired":
        found = stats.ttest_rel(a, b)
        return float(found.statistic), str(n - 1), float(found.pvalue)
    if which == "Welch":
        found = stats.ttest_ind(a, b, equal_var=False)
        return float(found.statistic), f"{found.df:.2f}", float(found.pvalue)
    if which == "F":
        found = stats.f_oneway(a, b, a + b)
        return float(found.statistic), f"2; {3 * n - 3}".replace(";", " "), float(found.pvalue)
    if which == "chi2":
        table = [[int((a > 0).sum()) + 1, int((a <= 0).sum()) + 1], [int((b > 0).sum()) + 1, int((b <= 0).sum()) + 1]]
        found = stats.chi2_contingency(table, correction=False)
        return float(found.statistic), "1", float(found.pvalue)
    if which == "z":
        z = float((a.mean() - b.mean()) / sqrt(2 / n))
        return z, "", float(2 * stats.norm.sf(abs(z)))
    found = stats.pearsonr(a, b)
    return float(found.statistic), str(n - 2), float(found.pvalue)


def intervals(rng: np.random.Generator, style: Style) -> Table:
    """An accuracy with its 95% interval: Wald, Wilson, exact, bootstrap, or a t over runs."""
    rows, true = [], []
    how = str(rng.choice(["wald", "wilson", "exact", "bootstrap", "t"]))
    for m in range(int(rng.integers(1, 5))):
        n = int(rng.integers(20, 2000))
        k = int(rng.binomial(n, rng.uniform(0.5, 0.97)))
        p = k / n
        if how == "wald":
            half = 1.959964 * sqrt(p * (1 - p) / n)
            low, high = p - half, p + half
        elif how in ("wilson", "exact"):
            low, high = stats.binomtest(k, n).proportion_ci(method=how)
        elif how == "bootstrap":
            low, high = np.quantile(rng.binomial(n, p, size=500) / n, [0.025, 0.975])
        else:
            scores = rng.normal(p, sqrt(p * (1 - p) / n) + 1e-3, size=10).clip(0, 1)
            p, half = scores.mean(), stats.t.ppf(0.975, 9) * scores.std(ddof=1) / sqrt(10)
            low, high = p - half, p + half
        exact = {"accuracy": float(p), "low": max(float(low), 0.0), "high": min(float(high), 1.0)}
        cells = {"model": f"m{m}"} | ({"cases": str(n)} if how != "t" else {"runs": "10"})
        rows.append(cells | {name: style.share(value) for name, value in exact.items()})
        true.append(exact)
    return Table("intervals", tuple(rows), style, tuple(true))


def whole_numbers(rng: np.random.Generator, style: Style) -> Table:
    """Mean and sd of n answers on a scale of whole numbers, with their range."""
    rows, true = [], []
    for m in range(int(rng.integers(1, 5))):
        top = int(rng.choice([5, 7, 9]))
        said = rng.integers(1, top + 1, size=int(rng.integers(3, 80)))
        exact = {"mean": float(said.mean()), "sd": float(said.std(ddof=1))}
        decimals = min(style.decimals, 3)
        rows.append({"model": f"m{m}", "metric": "score", "n": str(len(said)), "items": "1", "min": str(said.min()),
                     "max": str(said.max())} | {name: style.number(value, decimals) for name, value in exact.items()})
        true.append(exact)
    return Table("whole numbers", tuple(rows), style, tuple(true))


KINDS = (two_classes, two_classes, two_classes, several_classes, regressions, runs, tests, intervals, whole_numbers)


def correct_tables(count: int, *, seed: int) -> list[Table]:
    """So many tables, of all kinds, printed in all ways."""
    rng = np.random.default_rng(seed)
    return [KINDS[k % len(KINDS)](rng, STYLES[rng.integers(len(STYLES))]) for k in range(count)]
