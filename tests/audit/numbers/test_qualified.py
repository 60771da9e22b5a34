"""Scores under headers that say more than their name: read where it is plain what they are of, never mixed."""

import pytest

from referee.audit.numbers import contradictions
from referee.audit.numbers.of_table import sheet

FINE = [(0.774, 0.701, 0.736), (0.803, 0.752, 0.777), (0.836, 0.809, 0.822)]
WRONG = (0.812, 0.843, 0.861)


def said(head, rows):
    cells = [{"model": f"m{k}"} | dict(zip(head, map(str, row), strict=True)) for k, row in enumerate(rows)]
    return [str(one) for one in contradictions(sheet(["model", *head], cells).rows)]


@pytest.mark.parametrize("head", [
    ("precision", "recall", "F1 (entity, strict)"), ("Precision (entity)", "Recall (entity)", "F1 (entity)"),
    ("Precision – strict", "Recall – strict", "F1 – strict"), ("Precision@exact", "Recall@exact", "F1@exact"),
    ("Precision, test", "Recall, test", "F1, test"), ("strict: precision", "strict: recall", "strict: F1"),
    ("Precision / span", "Recall / span", "F1 / span"), ("precision [zone B]", "recall [zone B]", "F1 [zone B]"),
    ("precision", "Recall (CoNLL)", "F1 (CoNLL)"), ("precision", "recall", "f1_micro"),
])
def test_an_f1_above_both_is_told_under_one_qualifier(head):
    message, = said(head, [*FINE, WRONG])
    assert "0.861 cannot go with" in message
    assert not said(head, FINE)


@pytest.mark.parametrize("head", [
    ("precision", "recall", "F1 (macro)"), ("precision (entity)", "recall (entity)", "F1 (macro)"),
    ("precision", "recall", "F1 (token)"), ("precision (strict)", "recall (strict)", "F1 (lenient)"),
    ("precision (median)", "recall (median)", "F1 (median)"), ("precision (min)", "recall (min)", "F1 (min)"),
    ("precision, rank", "recall, rank", "F1, rank"), ("P (lower bound)", "R (lower bound)", "F1 (lower bound)"),
    ("precision (zone B)", "recall (zone B)", "F1 (zone B)"), ("precision", "recall", "f1_micro"),
])
def test_figures_of_another_kind_are_not_put_together(head):
    """No row shows that F1 is of this precision and recall, so that a larger one is of something else."""
    assert not said(head, [(0.772, 0.701, 0.791), (0.803, 0.752, 0.844), WRONG])


def test_groups_are_looked_at_one_by_one():
    head = tuple(f"{score}_{kind}" for kind in ("PER", "LOC") for score in ("precision", "recall", "F1"))
    message, = said(head, [(*FINE[0], *FINE[1]), (*FINE[1], *FINE[2]), (*FINE[2], *FINE[0]), (*FINE[0], *WRONG)])
    assert message.startswith("m3 (loc): F1_LOC 0.861")


def test_cases_under_another_word_are_not_those_of_a_score():
    """0.913 is no multiple of 1/40, but the 40 need not be what it is a share of."""
    assert not said(("n", "accuracy (entities)"), [(40, 0.913), (40, 0.887)])
    assert said(("test cases", "accuracy"), [(40, 0.913)])


def test_two_scores_in_one_header_are_none():
    assert not said(("Precision / Recall", "F1"), [("0.8 / 0.7", 0.9)])
