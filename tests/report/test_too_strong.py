"""Sentences that once said more than their own numbers: each holds back where it must, and speaks where not."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from referee.estimates import Estimate, Interval
from referee.estimates.decomposition.schemes import SCHEMES, Decomposition, Part
from referee.estimates.decomposition.variance_components import VarianceComponents
from referee.kinds import Estimand, Task
from referee.metrics import metric
from referee.reading.components import Components
from referee.report.components.sentences import components_sentences
from referee.report.decomposition.sentences import decomposition_sentences
from referee.report.sentences import verdict_sentences
from referee.report.tuning import _optimism
from referee.report.wording import up_to
from referee.study.tuning import Tuned
from report import analyses as made

AUC = metric("roc_auc")


def tuned(naive, low, high, value=0.9):
    interval = None if low is None else Interval(low, high, level=0.95, method="Wilson")
    honest = Estimate(learner="knn", metric="accuracy", value=value, interval=interval, estimand=Estimand.MODEL,
                      method="on 59 test rows", n_train=119, kept=1, reason="" if interval else "one row")
    return Tuned(learner="knn", tried=3, doing="", search="", chosen=(("n_neighbors=5", 1),), parts=1,
                 metric=metric("accuracy"), naive=naive, on_all_rows=False, honest=honest, recommended=None)


@pytest.mark.parametrize(("one", "told", "shown"), [
    (tuned(0.955, 0.82, 0.96), "does not exclude it: how much of that is optimism and how much is chance", False),
    (tuned(0.99, 0.82, 0.96), "is optimistic by 0.09", True),
    (tuned(0.95, None, None), "which has no interval: how much of that is optimism", False),
    (tuned(0.88, 0.82, 0.96), "no optimism is seen here", False),
])
def test_noise_is_not_told_as_optimism(one, told, shown):
    said = " ".join(_optimism(SimpleNamespace(learners={}, estimates={}), one))
    assert told in said
    assert one.optimism_shown is shown
    assert ("is optimistic by" in said) is shown


def spreads(*intervals):
    found = VarianceComponents(sources=("sample", "split", "seed"), variances=(0.3, 0.43, 0.27), levels=(3, 3, 3),
                               mean_squares=(1.0, 1.0, 1.0), below_zero=())
    one = Components(learner="tree", metric="accuracy", mean=0.8, found=found,
                     intervals=tuple(Interval(a, b, level=0.95) for a, b in intervals))
    return SimpleNamespace(found=(one,), metrics=(metric("accuracy"),), missing=0, plan=SimpleNamespace(entries=()),
                           seeds=3)


def test_components_do_not_name_a_source_that_their_intervals_leave_open():
    wide = components_sentences(spreads((0.0, 0.71), (0.13, 0.69), (0.13, 0.55)))
    assert wide[0] == ("What most of the spread of tree comes from is not decided: how the rows were split has the "
                       "largest share, 43%, 95% interval 13 to 69%.")
    assert wide[1].endswith("which of them is the largest is not decided.")
    narrow = components_sentences(spreads((0.25, 0.33), (0.38, 0.48), (0.2, 0.3)))
    assert narrow[0] == "43% of the spread of tree comes from how the rows were split."
    assert narrow[1].endswith("repeating the split and averaging makes the score steadier.")


def taken_apart(bias, variance):
    parts = tuple(Part(n, v, Interval(low, high, level=0.95)) for n, v, low, high in
                  (("bias²", *bias), ("variance", *variance), ("noise", 0.0, 0.0, 0.0)))
    d = Decomposition(learner="lda", target="", scheme=SCHEMES["kohavi-wolpert"], parts=parts, models=50,
                      error=Part("error", bias[0] + variance[0]))
    return SimpleNamespace(found=(d,), of=lambda _scheme, _target: [d], truth_known=False, n_test=60, missing=0,
                           lost={}, lacking=0, undefined={}, plan=SimpleNamespace(entries=(0,) * 50),
                           problem=made.problem(task=Task.CLASSIFICATION))


def test_decompose_does_not_name_a_part_that_its_intervals_leave_open():
    said = decomposition_sentences(taken_apart((0.010, 0.0, 0.025), (0.020, 0.010, 0.031)))
    assert said[0] == "Which part of the error of lda is the larger is not decided by 60 test rows."
    assert said[1].endswith("which of them is the larger is not decided: their intervals overlap.")
    sure = decomposition_sentences(taken_apart((0.010, 0.005, 0.012), (0.040, 0.030, 0.050)))
    assert sure[0] == "80% of the error of lda is variance."
    assert "it errs mostly because it changes with its training rows" in sure[1]


def test_an_exact_tie_has_no_best():
    apart = made.analysis(
        learners=made.cards(["lda", "tree"]),
        numbers={("lda", "roc_auc"): (0.8, 0.7, 0.9), ("tree", "roc_auc"): (0.79, 0.7, 0.9)},
        families=[made.family(AUC, [made.verdict(AUC, "lda", "tree", 0.01, 0.1, 0.9)], ["lda", "tree"])])
    assert verdict_sentences(apart)[0].startswith("No winner by ROC AUC: lda scores best, but is not shown")
    tie = made.analysis(
        learners=made.cards(["lda", "tree"]),
        numbers={("lda", "roc_auc"): (0.8, 0.7, 0.9), ("tree", "roc_auc"): (0.8, 0.7, 0.9)},
        families=[made.family(AUC, [made.verdict(AUC, "lda", "tree", 0.0, 0.1, 1.0)], ["lda", "tree"])])
    assert verdict_sentences(tie)[0] == ("No winner by ROC AUC: lda and tree score the same, and none is shown to be "
                                         "better than any other learner.")


def test_the_chance_of_a_false_alarm_is_a_bound():
    """Boole's inequality; three tests that never err together reach 3 × 0.05 exactly."""
    assert up_to(1 - 0.95**3, 3, 0.95) == "up to 15% (14% were the comparisons independent)"
    assert up_to(1 - 0.95**45, 45, 0.95) == "up to 100% (90% were the comparisons independent)"
    assert replace(made.family(AUC, [], []), others=3).risk_uncorrected == pytest.approx(1 - 0.95**3)
