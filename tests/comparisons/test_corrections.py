"""Corrections that know more than p-values, in the pipeline: all pairs, and rows flipped together."""

import numpy as np
import pytest

import referee
from referee.comparisons import (
    bergmann_hommel,
    cochran_q,
    diebold_mariano,
    shaffer,
    two_proportion_z,
    westfall_young,
)
from referee.errors import NotJustified

MODELS = ["gaussian-nb", "lda", "tree"]
OPTIONS = {"design": "kfold:folds=3", "metrics": "accuracy", "baseline": False, "jobs": 1}


@pytest.fixture(scope="module")
def ledger(tmp_path_factory):
    return tmp_path_factory.mktemp("ledger") / "referee.db"


def compared(ledger, **words):
    return referee.compare(MODELS, "iris", ledger=ledger, **(OPTIONS | words))


def right(result):
    rows = result.analysis.table.rows
    return np.column_stack([rows[name].predictions.labels == rows[name].predictions.truth for name in MODELS]) * 1


@pytest.mark.parametrize(("method", "rule"), [("shaffer", shaffer), ("bergmann-hommel", bergmann_hommel)])
def test_all_pairs_are_corrected_as_all_pairs(ledger, method, rule):
    verdicts = compared(ledger, adjust=method, test="mcnemar").analysis.family.verdicts
    assert [v.p_adjusted for v in verdicts] == pytest.approx(list(rule([v.comparison.p for v in verdicts])))


def test_max_t_flips_the_rows_of_all_pairs_together(ledger):
    result = compared(ledger, adjust="max-t")
    family, answers = result.analysis.family, right(result)
    assert family.test == "signflip"
    d = np.column_stack([answers[:, i] - answers[:, j] for i, j in ((0, 1), (0, 2), (1, 2))])
    alone = westfall_young(d, seed=1)
    # Two draws of 9999 flips: the p-values agree within their Monte-Carlo error.
    assert [v.p_adjusted for v in family.verdicts] == pytest.approx(list(alone.p_adjusted), abs=0.025)
    assert all(v.p_adjusted >= v.comparison.p - 0.01 for v in family.verdicts)
    assert "Westfall–Young max-T over 3 comparisons" in " ".join(str(result).split())


def test_cochrans_q_stands_before_the_pairs(ledger):
    result = compared(ledger, test="mcnemar")
    direct = cochran_q(right(result))
    assert result.analysis.family.omnibus.p == direct.p
    assert "All 3 together, Cochran" in " ".join(str(result).split())
    assert compared(ledger).analysis.family.omnibus is None


def test_two_proportions_are_marked_and_are_those_of_the_rows(ledger):
    result = compared(ledger, test="two-proportions")
    a, b = (int(n) for n in right(result)[:, :2].sum(axis=0))
    found = result["gaussian-nb", "lda"].comparison
    assert found.p == two_proportion_z(a, 150, b, 150).p
    assert "historic" in found.flags
    assert "WARNING" in str(result)


def test_diebold_mariano_takes_rows_in_order(ledger):
    result = compared(ledger, test="diebold-mariano")
    order = result.analysis.table.rows["lda"].row.argsort()
    answers = right(result)[order].astype(float)
    assert result["gaussian-nb", "tree"].comparison.p == pytest.approx(
        diebold_mariano(answers[:, 0], answers[:, 2]).p)


@pytest.mark.parametrize(("words", "said"), [
    ({"adjust": "shaffer", "against": "lda"}, "all pairs"),
    ({"adjust": "max-t", "test": "corrected-t"}, "goes with the tests"),
    ({"adjust": "max-t", "design": "kfold:folds=3,repeats=2"}, "predicted once"),
    ({"test": "diebold-mariano", "design": "kfold:folds=3,repeats=2"}, "predicted once"),
])
def test_what_does_not_fit_is_refused_before_anything_is_fitted(words, said):
    with pytest.raises(NotJustified, match=said):
        referee.compare(MODELS, "iris", **(OPTIONS | words))
