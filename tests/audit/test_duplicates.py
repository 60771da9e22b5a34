"""F-20: twins on both sides are a fault only as far as a score lives on them."""

from dataclasses import replace

import numpy as np
import pytest

from audit.clean_study import N, clean
from audit.drawers.data_checks import exact_duplicates_on_both_sides
from referee.audit import audit_bundle
from referee.audit._base import Severity
from referee.audit.checks.f20_duplicates_across import Change
from referee.audit.evidence import one_pass


def with_right_answers(elsewhere):
    """The study with 20 twins on both sides, told right by its one model, which told `elsewhere` others right."""
    study = exact_duplicates_on_both_sides()
    twins = np.concatenate([study.divisions[0].test[:10], study.divisions[1].test[:10]])
    right = np.isin(np.arange(N), twins)
    right[np.flatnonzero(~right)[:elsewhere]] = True
    assert right.sum() == 20 + elsewhere
    said = tuple(replace(s, predictions=replace(
        s.predictions, labels=np.where(right[s.rows], s.predictions.truth, 1 - s.predictions.truth)))
        for s in study.said if s.model == "logistic")
    return replace(study, said=said)


def finding_of(study):
    (found,) = [finding for finding in audit_bundle(study).findings
                if finding.code == "F-20" and "in training" in finding.message]       # not of copies of another class
    return found


def test_the_study_made_here_is_the_one_meant():
    rows, said = one_pass(with_right_answers(440), "logistic")
    assert sorted(rows) == list(range(N))
    assert (said.labels == said.truth).sum() == 460


def test_a_score_that_falls_by_less_than_half_its_standard_error_is_a_warning():
    """(460/600 − 440/580) / √(0.767 · 0.233 / 600) = 0.466 standard errors."""
    found = finding_of(with_right_answers(440))
    assert found.severity is Severity.WARNING
    assert "Without them no accuracy is worse by more than half its standard error." in found.message


def test_a_score_that_falls_by_more_is_fatal():
    """(420/600 − 400/580) / √(0.7 · 0.3 / 600) = 0.553 standard errors."""
    found = finding_of(with_right_answers(400))
    assert found.severity is Severity.FATAL
    assert "Without them the accuracy of logistic is 0.690 instead of 0.700." in found.message


@pytest.mark.parametrize(("metric", "before", "after", "matters"), [
    ("accuracy", 0.9, 0.896, False), ("accuracy", 0.9, 0.894, True), ("accuracy", 0.9, 0.95, False),
    ("rmse", 2.0, 2.004, False), ("rmse", 2.0, 2.006, True), ("rmse", 2.0, 1.9, False)])
def test_what_matters_is_a_loss_beyond_half_a_standard_error_of_one_hundredth(metric, before, after, matters):
    change = Change(model="a", metric=metric, before=before, after=after, noise=0.01)
    assert change.matters is matters


@pytest.mark.slow
def test_without_predictions_duplicates_count_as_they_are():
    study = replace(exact_duplicates_on_both_sides(), said=None, runs=None)
    assert finding_of(study).severity is Severity.FATAL
    assert "Without them" not in finding_of(study).message
    assert clean().said is not None
