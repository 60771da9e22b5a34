"""The numbers that a finding quotes beside those of the study, against their definitions."""

import numpy as np
import pytest
from scipy import stats

from audit.clean_study import FOLDS, clean
from audit.drawers.first_checks import a_plain_t_over_overlapping_splits, twelve_uncorrected_tests
from referee.audit import audit_bundle


def finding_of(study, code):
    found, *_ = [finding for finding in audit_bundle(study).findings if finding.code == code]
    return found


def test_what_is_left_of_twelve_tests_after_holm():
    """Two p-values of 0.04 among twelve: 12 × 0.04 is far above 0.05; and 1 − 0.95¹² = 46%."""
    found = finding_of(twelve_uncorrected_tests(), "F-09")
    assert found.message == ("12 tests at 0.05: the chance of at least one false alarm is up to 46%. After Holm's "
                             "correction 0 of 2 significant results are left.")
    assert found.evidence == {"tests": 12, "significant": 2, "after_holm": []}


def test_the_corrected_t_beside_the_naive_one():
    """540 rows to train on and 60 to test on in each of ten folds: t is divided by √(1 + 10 · 60/540)."""
    study = clean()
    scores = {m: np.array([run.value for run in study.runs if run.model == m]) for m in ("logistic", "prior")}
    naive = stats.ttest_rel(scores["logistic"], scores["prior"])
    t = naive.statistic / np.sqrt(1 + FOLDS * 60 / 540)
    found = finding_of(a_plain_t_over_overlapping_splits(), "F-10")
    assert found.evidence["corrected_p"] == pytest.approx(2 * stats.t.sf(abs(t), FOLDS - 1), rel=1e-9)
    assert f"Naive: t {naive.statistic:.2f} (p {naive.pvalue:.2g}); corrected: t {t:.2f}" in found.message
