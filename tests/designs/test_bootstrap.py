import numpy as np
import pytest

from designs.problems import classification, regression
from referee.designs import make_plan


@pytest.mark.slow
@pytest.mark.parametrize(("n", "share"), [(10, 0.651322), (100, 0.633968), (1000, 0.632305)])
def test_the_share_of_distinct_rows_drawn(n, share):
    """Reich & Barai 1999, section 2.2.4: 1 − (1 − 1/n)^n of the rows are drawn, 0.632 in the limit."""
    plan = make_plan("bootstrap:resamples=600,stratified=false", regression(n), seed=2)
    drawn = np.array([np.unique(s.train_rows).size / n for s in plan.splits()])
    assert drawn.mean() == pytest.approx(share, abs=4 * drawn.std() / np.sqrt(600))


def test_a_sample_has_as_many_rows_as_there_are_and_the_rest_is_tested():
    for split in make_plan("bootstrap:resamples=20", regression(50), seed=0).splits():
        assert split.n_train == 50
        assert np.array_equal(np.union1d(np.unique(split.train_rows), split.test), np.arange(50))


def test_a_stratified_sample_keeps_the_classes_counts():
    y = np.array([0] * 30 + [1] * 10)
    for split in make_plan("bootstrap:resamples=10", classification(y), seed=0).splits():
        assert np.bincount(y[split.train_rows]).tolist() == [30, 10]
