"""Which metric ranks classifiers as the truth does? Simulated problems whose p(y|x) is known.

Guo (thesis, 6.2) left this as future work (GU-11, GU-17). Learners are fitted to a training part, every metric scores
the same predictions of a test part, and its ranking of the learners is compared (Kendall tau-b) with three true ones:
by Kullback-Leibler divergence from the true distribution, by squared distance from it, and by the expected accuracy of
the labels. Which truth is taken matters: log scores estimate the first, Brier scores the second, accuracy the third.
Probabilities are clipped at 1e-15 for the divergence, as for log loss, since a 0 for what can happen makes it infinite.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from referee.api import opened
from referee.api.keywords import keywords
from referee.comparisons.many_models.metric_quality import tau_b
from referee.data.simulated import BayesianNetwork, GaussianMixture, KnownProblem, LogisticTruth, Simulator
from referee.designs import make_plan
from referee.errors import BadInput, Undefined
from referee.kinds import Array, Json, Needs
from referee.learners import resolve, with_baseline
from referee.ledger import Ledger, job_key
from referee.metrics import METRICS, Metric, Predictions
from referee.metrics.known_truth import kld
from referee.metrics.probability import EPSILON
from referee.reading.said import predictions_of, prior_of
from referee.running import Local, run

MODELS = ("logistic", "lda", "gaussian-nb", "knn", "tree:max_depth=4", "forest:n_estimators=50", "mlp")
LAWS: tuple[Simulator, ...] = (
    GaussianMixture(classes=3), GaussianMixture(classes=6, features=8), LogisticTruth(classes=3),
    LogisticTruth(classes=2), BayesianNetwork(classes=3, features=8), BayesianNetwork(classes=5, features=10),
)
TRUTHS = ("divergence", "squared distance", "accuracy")
Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fidelity:
    """How well a metric's rankings agree with the true ones: mean tau-b and its standard error, for each truth."""

    metric: str
    title: str
    problems: int                       # on which the metric was defined for every learner
    mean: tuple[float, ...]             # in the order of TRUTHS
    error: tuple[float, ...]

    def to_dict(self) -> Json:
        """For JSON."""
        told = {truth: {"tau": m, "error": e} for truth, m, e in zip(TRUTHS, self.mean, self.error, strict=True)}
        return {"metric": self.metric, "title": self.title, "problems": self.problems} | told


@dataclass(frozen=True, slots=True, kw_only=True)
class FidelityTable:
    """All metrics, the most faithful to the divergence first."""

    rows: tuple[Fidelity, ...]
    models: tuple[str, ...]
    train: int
    test: int
    problems: int
    laws: tuple[str, ...]

    def __str__(self) -> str:
        wide = max(len(row.title) for row in self.rows)
        head = f"{'metric'.ljust(wide)}  {'  '.join(truth.rjust(17) for truth in TRUTHS)}  problems"
        lines = [f"{row.title.ljust(wide)}  " + "  ".join(
            f"{m:8.3f} ± {e:.3f}".rjust(17) for m, e in zip(row.mean, row.error, strict=True)) + f"  {row.problems:8d}"
            for row in self.rows]
        about = (f"Kendall tau-b with the true ranking of {len(self.models)} learners (± standard error), "
                 f"{self.train} rows to train, {self.test} to test, {self.problems} simulated problems.")
        return "\n".join([about, head, *lines])

    def to_dict(self) -> Json:
        """For JSON."""
        return {"models": list(self.models), "train": self.train, "test": self.test, "problems": self.problems,
                "laws": list(self.laws), "metrics": [row.to_dict() for row in self.rows]}


@keywords(train="train_rows", test="test_rows")
def fidelity(  # noqa: PLR0913 - by keyword
    *, models: Sequence[str] = MODELS, laws: Sequence[Simulator] = LAWS, train_rows: int = 300, test_rows: int = 300,
    repeats: int = 20, seed: int = 0, jobs: int | None = None, ledger: str | Path | Ledger | None = None,
    progress: Tell | None = None,
) -> FidelityTable:
    """Draw `repeats` problems from each law, fit, and compare rankings; fits are kept in the ledger and reused."""
    if repeats < 2 or len(models) < 2:
        raise BadInput("fidelity needs two repeats and two models at least.")
    found: list[tuple[dict[str, Array], Array]] = []
    with opened(ledger) as store:
        total = repeats * len(laws)
        for number, (law, repeat) in enumerate((law, r) for law in laws for r in range(repeats)):
            known = law.sample(train_rows + test_rows, seed=seed * 100_003 + repeat)
            found.append(_measured(known, tuple(models), test_rows / (train_rows + test_rows), seed, store, jobs))
            if progress is not None:
                progress(number + 1, total)
    rows = sorted(_summed(found), key=lambda row: -row.mean[0])
    return FidelityTable(rows=tuple(rows), models=(*models, "prior"), train=train_rows, test=test_rows,
                         problems=len(found), laws=tuple(map(repr, laws)))


def _measured(known: KnownProblem, models: tuple[str, ...], share: float, seed: int, ledger: Ledger,
              jobs: int | None) -> tuple[dict[str, Array], Array]:
    """Scores of every learner by every metric, higher being better, and by the three truths."""
    problem = known.problem
    learners = with_baseline(resolve(list(models), problem), problem)
    plan = make_plan(f"holdout:test={share!r}", problem, seed=seed)
    run(problem, plan, learners, ledger=ledger, engine=Local(workers=jobs), seed=seed)
    split = next(plan.splits())
    prior = prior_of(problem, split)
    said = []
    for learner in learners:
        record = ledger.read(job_key(problem.fingerprint, learner.fingerprint(seed), split.fingerprint))
        if record.failed or record.probabilities is None:
            raise BadInput(f"{learner.name} gave no probabilities on {problem.name}: {record.error or 'it has none'}.")
        said.append(predictions_of(problem, record, split, prior))
    truth = known.truth[split.test]
    return dict(_scores(said, problem.classes)), np.column_stack([true_worth(truth, one) for one in said])


def _scores(said: list[Predictions], classes: tuple[Any, ...]) -> Iterator[tuple[str, Array]]:
    for metric in metrics_for(len(classes)):
        try:
            yield metric.name, metric.direction.value * np.array([metric.score(one) for one in said])
        except Undefined:
            continue          # for some learner it does not exist: it cannot rank them all


def metrics_for(k: int, *, in_order: bool = True) -> list[Metric]:
    """All metrics of classes that fit so many of them, in order or not."""
    return [m for m in METRICS if m.needs is not Needs.VALUES
            and m.objection(task=m.task, n_classes=k, in_order=in_order) is None]


def true_worth(truth: Array, said: Predictions) -> Array:
    """Minus the divergence, minus the squared distance, and the expected accuracy, against the true distribution."""
    told = said.said(Needs.PROBABILITIES)
    clipped = np.clip(told, EPSILON, 1.0)
    clipped /= clipped.sum(axis=1, keepdims=True)
    right = truth[np.arange(len(truth)), said.said(Needs.LABELS)]
    return np.array([-kld(truth, clipped, base="e"), -float(((truth - told) ** 2).sum(axis=1).mean()),
                     float(right.mean())])


def _summed(found: list[tuple[dict[str, Array], Array]]) -> Iterator[Fidelity]:
    for metric in (m for m in METRICS if m.needs is not Needs.VALUES):
        taus = [_taus(scores[metric.name], truths) for scores, truths in found if metric.name in scores]
        if len(taus) > 1:
            table = np.array(taus)
            errors = table.std(axis=0, ddof=1) / np.sqrt(len(table))
            yield Fidelity(metric=metric.name, title=metric.title, problems=len(table),
                           mean=tuple(table.mean(axis=0).tolist()), error=tuple(errors.tolist()))


def _taus(scores: Array, truths: Array) -> list[float]:
    """Agreement with each truth; a metric that ties all learners agrees with none."""
    if np.ptp(scores) == 0:
        return [0.0] * len(truths)
    return [tau_b(scores, truth) for truth in truths]
