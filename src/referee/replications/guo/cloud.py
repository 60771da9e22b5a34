"""Learners on random Bayesian networks as a cloud: what metrics say of each, and what the known truth says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.data.simulated import Simulator
from referee.designs import make_plan
from referee.kinds import Array, Needs
from referee.lab.fidelity import true_worth
from referee.learners import resolve, with_baseline
from referee.ledger import Ledger, job_key
from referee.metrics import Predictions, metric
from referee.metrics.corp import corp
from referee.reading.said import predictions_of, prior_of
from referee.replications._base import How
from referee.replications.guo.values import expected_worth, matrices
from referee.report.figures import BLUE, FAINT, INK, LINE, blank_figure
from referee.running import Local, run

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ROWS = 600              # half of them to train on, as in the study of fidelity, whose fits are used


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One learner on one network; accuracy, calibration error and BIR less those of the prior there."""

    learner: str
    network: int
    accuracy: float
    calibration: float
    bir: float
    brier: float
    miscalibration: float
    discrimination: float
    uncertainty: float
    divergence: float                   # from the true distribution, in nats
    right: float                        # the expected accuracy, by the true distribution
    worth: float                        # what decisions by its probabilities are worth, by the true distribution

    @property
    def joint(self) -> float:
        """Discrimination less miscalibration."""
        return self.discrimination - self.miscalibration


def cloud_of(law: Simulator, *, models: Sequence[str], repeats: int, how: How, ledger: Ledger) -> list[Point]:
    """Every learner on every network; the fits are those of the study of fidelity, read again."""
    points: list[Point] = []
    for repeat in range(repeats):
        known = law.sample(ROWS, seed=how.seed * 100_003 + repeat)
        problem = known.problem
        learners = with_baseline(resolve(list(models), problem), problem)
        plan = make_plan("holdout:test=0.5", problem, seed=how.seed)
        run(problem, plan, learners, ledger=ledger, engine=Local(workers=how.jobs), seed=how.seed)
        split = next(plan.splits())
        said = {}
        for learner in learners:
            record = ledger.read(job_key(problem.fingerprint, learner.fingerprint(how.seed), split.fingerprint))
            said[learner.name] = predictions_of(problem, record, split, prior_of(problem, split))
        prior = next(learner.name for learner in learners if learner.baseline)
        truth = known.truth[split.test]
        points += [_point(name, repeat, one, prior=said[prior], truth=truth, seed=how.seed)
                   for name, one in said.items() if name != prior]
    return points


def _point(name: str, network: int, said: Predictions, *, prior: Predictions, truth: Array, seed: int) -> Point:
    gained = {what: metric(what).score(said) - metric(what).score(prior)
              for what in ("accuracy", "calibration_rmse", "bir")}
    told = said.said(Needs.PROBABILITIES)
    parts, (divergence, _, right) = corp(said.truth, told), true_worth(truth, said)
    return Point(learner=name, network=network, accuracy=gained["accuracy"], calibration=gained["calibration_rmse"],
                 bir=gained["bir"], brier=parts.score, miscalibration=parts.miscalibration,
                 discrimination=parts.discrimination, uncertainty=parts.uncertainty, divergence=-divergence,
                 right=right, worth=expected_worth(truth, told, matrices(truth.shape[1], seed=seed)))


def cloud_figure(points: list[Point]) -> Figure:
    """Accuracy across, calibration error up, BIR as colour."""
    figure = blank_figure(5.6, 3.9)
    axes = figure.add_axes((0.13, 0.15, 0.68, 0.78))
    bar = figure.add_axes((0.85, 0.15, 0.03, 0.78))
    axes.set_facecolor("none")
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.grid(color=LINE, linewidth=0.6)
    drawn = axes.scatter([p.accuracy for p in points], [p.calibration for p in points], c=[p.bir for p in points],
                         cmap="cividis", s=26)
    axes.set_xlabel("accuracy, less the prior's", color=FAINT, fontsize=9)
    axes.set_ylabel("calibration error, less the prior's", color=FAINT, fontsize=9)
    figure.colorbar(drawn, cax=bar).set_label("BIR, bits", color=FAINT, fontsize=9)
    for one in (axes, bar):
        one.tick_params(colors=FAINT, labelsize=8, length=0)
    return figure


def divergence_figure(points: list[Point]) -> Figure:
    """Accuracy across, divergence up, a mark a learner: the mean over networks, on a scale of tenfolds."""
    figure = blank_figure(5.6, 3.4)
    axes = figure.add_axes((0.13, 0.16, 0.72, 0.78))
    axes.set_facecolor("none")
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.grid(color=LINE, linewidth=0.6)
    axes.set_yscale("log")
    for name in dict.fromkeys(point.learner for point in points):
        right, divergence = mean_of(points, name, "right"), mean_of(points, name, "divergence")
        axes.plot([right], [divergence], marker="o", markersize=4.5, color=BLUE, linestyle="none")
        axes.annotate(name.partition(":")[0], (right, divergence), xytext=(5, 3), textcoords="offset points",
                      fontsize=8, color=INK)
    axes.set_xlabel("expected accuracy", color=FAINT, fontsize=9)
    axes.set_ylabel("divergence from the truth, nats", color=FAINT, fontsize=9)
    axes.tick_params(which="both", colors=FAINT, labelsize=8, length=0)
    return figure


def mean_of(points: Sequence[Point], learner: str, what: str) -> float:
    """The mean of one learner over networks."""
    own = [getattr(point, what) for point in points if point.learner == learner]
    return float(sum(own) / len(own))
