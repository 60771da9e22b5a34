import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from designs.problems import regression, series
from referee.designs import make_plan
from referee.errors import BadInput


@given(times=st.integers(25, 80), folds=st.integers(2, 5), span=st.integers(0, 3), embargo=st.integers(0, 2))
def test_no_training_label_overlaps_a_tested_one_and_the_embargo_is_kept(times, folds, span, embargo):
    plan = make_plan(f"purged:folds={folds},span={span},embargo={embargo}", series(np.arange(times)), seed=0)
    for split in plan.splits():
        tested = {t for start in split.test.tolist() for t in range(start, start + span + 1)}
        for start in split.train_rows.tolist():
            assert tested.isdisjoint(range(start, start + span + 1))
        embargoed = range(max(tested) + 1, max(tested) + 1 + embargo)
        assert np.intersect1d(split.train_rows, embargoed).size == 0
        # nothing else is lost
        first, last = split.test.min(), split.test.max()
        kept = [t for t in range(times) if t < first - span or t > last + span + embargo]
        assert split.train_rows.tolist() == kept
    assert plan.card.traits.successive


def test_the_example_of_five_labels_a_week():
    """Labels of five days: of ten weeks in five folds, the second fold trains on week 1 and from week 6 on.

    López de Prado (2018), snippets 7.1 to 7.3, with t1 = t + 5 and an embargo of one day.
    """
    plan = make_plan("purged:folds=5,span=5,embargo=1", series(np.arange(50)), seed=0)
    second = list(plan.splits())[1]
    assert second.test.tolist() == list(range(10, 20))
    assert second.train_rows.tolist() == [*range(5), *range(26, 50)]


def test_time_has_to_be_known():
    with pytest.raises(BadInput, match="name the column that says when they were measured"):
        make_plan("purged", regression(40), seed=0)
