"""The first line: who leads, who cannot be told from the leader, who is worse."""

import pytest

from referee.metrics import metric
from referee.report import as_text
from referee.report.first_line import first_line
from report import analyses as made

AUC = metric("roc_auc")
SCORES = {"a": 0.90, "b": 0.88, "c": 0.86, "d": 0.84}


def field(told, names="abc", **more):
    """A comparison in which pairs have these differences and p-values."""
    names = list(names)
    verdicts = [made.verdict(AUC, *pair, difference, 0.01, p) for pair, (difference, p) in told.items()]
    numbers = {(name, "roc_auc"): (SCORES[name], SCORES[name] - 0.02, SCORES[name] + 0.02) for name in names}
    return made.analysis(learners=made.cards(names), numbers=numbers,
                         families=[made.family(AUC, verdicts, names, **more)])


SURE, UNSURE = (0.03, 0.001), (0.02, 0.4)


@pytest.mark.parametrize(("told", "said"), [
    ({"ab": SURE, "ac": SURE, "bc": UNSURE}, "a leads by ROC AUC; b and c are worse."),
    ({"ab": UNSURE, "ac": SURE, "bc": SURE}, "a and b lead by ROC AUC and can't be told apart; c is worse."),
    ({"ab": UNSURE, "ac": UNSURE, "bc": UNSURE}, "a, b and c can't be told apart by ROC AUC."),
    ({"ab": UNSURE, "ac": UNSURE, "bc": SURE}, "a leads by ROC AUC; b and c can't be told apart from it."),
])
def test_who_leads(told, said):
    analysis = field(told)
    assert first_line(analysis) == said
    assert as_text(analysis).startswith(f"{said}\n\n")


def test_where_the_first_in_score_is_shown_to_be_worse_no_leader_is_named():
    assert first_line(field({"ab": (-0.03, 0.001), "ac": SURE, "bc": SURE})) == ""


@pytest.mark.parametrize("shape", [made.churn, made.regression, made.failing, made.many])
def test_whoever_is_called_worse_is_so_in_the_verdicts(shape):
    analysis = shape()
    said, names = first_line(analysis), [n for n, card in analysis.learners.items() if not card.baseline]
    assert said.endswith(".")
    assert any(name in said for name in names)
    assert "baseline" not in said


def test_a_single_learner_has_no_leader():
    assert first_line(made.single()) == ""
