"""Both sizes are told: scores at nearly all rows, comparisons at half of them, and who changes places between them."""

import numpy as np
import pytest

import referee
from referee.metrics import metric
from referee.report.both_sizes import size_sentences, turned_pairs
from referee.report.dictionary import as_dict
from referee.report.sentences import verdict_sentences
from referee.report.text import as_text
from report import analyses as made

AUC = metric("roc_auc")


def two(one, other, **more):
    """Two learners by an area, each with its score at nearly all rows and at half."""
    return made.analysis(**{
        "learners": made.cards(["tall", "deep"]),
        "numbers": {(name, "roc_auc"): (value, value - 0.02, value + 0.02, {"n_train": 135, "half": half, "n_half": 75})
                    for name, (value, half) in {"tall": one, "deep": other}.items()},
        "families": [made.family(AUC, [made.verdict(AUC, "tall", "deep", one[1] - other[1], 0.03, 0.3)],
                                 sorted(["tall", "deep"], key=lambda n: -{"tall": one, "deep": other}[n][0]))],
    } | more)


def test_one_sentence_says_which_number_is_of_which_size():
    told = list(size_sentences(two((0.91, 0.88), (0.9, 0.87))))
    assert told == [("Scores and their intervals are those of training on about 135 rows; learners are compared as "
                     "trained on half of the rows, 75.")]


def test_a_change_of_order_is_said_and_written():
    turned = two((0.91, 0.86), (0.9, 0.87))
    assert verdict_sentences(turned)[-1] == (
        "The order of tall and deep changes with the size: tall is ahead on 135 rows (0.910 against 0.900), deep on 75 "
        "(0.870 against 0.860).")
    assert as_dict(turned)["order_changes"] == [{"metric": "roc_auc", "ahead": "tall", "ahead_at_half": "deep"}]


def test_losses_turn_the_other_way():
    loss = metric("log_loss")
    numbers = {(name, "log_loss"): (value, None, None, {"half": half, "n_half": 75})
               for name, value, half in (("a", 0.4, 0.6), ("b", 0.5, 0.5))}
    analysis = made.analysis(learners=made.cards(["a", "b"]), numbers=numbers, families=[
        made.family(loss, [made.verdict(loss, "a", "b", 0.1, 0.2, 0.3)], ["a", "b"])])
    assert [(pair.ahead.learner, pair.behind.learner) for pair in turned_pairs(analysis, loss)] == [("a", "b")]


def test_ties_and_baselines_change_no_places():
    assert not list(turned_pairs(two((0.9, 0.86), (0.9, 0.87)), AUC))
    numbers = {(name, "roc_auc"): (value, None, None, {"half": half, "n_half": 75})
               for name, value, half in (("tall", 0.6, 0.4), ("prior", 0.5, 0.5))}
    assert not list(turned_pairs(two((0.6, 0.4), (0.5, 0.5), learners=made.cards(["tall", "prior"], ["prior"]),
                                     numbers=numbers, families=[]), AUC))


def test_tables_have_both():
    analysis = two((0.91, 0.88), (0.9, 0.87))
    _, _, first, *_ = as_text(analysis).splitlines()
    assert "at half" in first
    rows = {row["learner"]: row for row in as_dict(analysis)["estimates"]}
    assert (rows["tall"]["value"], rows["tall"]["half"], rows["tall"]["n_half"]) == (0.91, 0.88, 75)


def test_a_design_of_one_size_says_nothing_of_sizes():
    assert not list(size_sentences(made.churn()))
    assert "at half" not in as_text(made.churn())


@pytest.mark.slow
def test_by_default_both_sizes_come_from_the_fits():
    rng = np.random.default_rng(0)
    y = np.arange(60) % 2
    result = referee.compare(["gaussian-nb", "lda"], rng.normal(size=(60, 3)) + y[:, None], y, jobs=1)
    assert result.analysis.plan.design == "halves"
    assert "compared as trained on half of the rows, 30" in result.verdict
    assert "trained on half (30 rows)" in result.to_markdown()
    told = referee.evaluate("lda", rng.normal(size=(60, 3)) + y[:, None], y, jobs=1).verdict
    assert "trained on about 54 rows; trained on half of the rows (30) it is" in told
