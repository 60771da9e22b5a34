import numpy as np
import pytest

from designs.problems import classification, regression
from referee.designs import make_plan
from referee.errors import BadInput


def test_folds_are_those_of_a_partition_and_pairs_leave_both_out():
    plan = make_plan("nested:folds=4,repeats=3", classification(np.arange(44) % 2), seed=5)
    splits = {s.label: s for s in plan.splits()}
    assert len(splits) == 3 * (4 + 6)
    for r in range(3):
        folds = [splits[f"{r}/{f}"].test for f in range(4)]
        assert np.array_equal(np.sort(np.concatenate(folds)), np.arange(44))
        for f in range(4):
            assert splits[f"{r}/{f}"].repeat == r
            for g in range(f + 1, 4):
                pair = splits[f"{r}/{f}-{g}"]
                assert np.array_equal(pair.test, np.union1d(folds[f], folds[g]))
                assert np.array_equal(pair.train_rows, np.setdiff1d(np.arange(44), pair.test))
        assert [np.bincount(fold % 2).tolist() for fold in folds] == pytest.approx(np.full((4, 2), 5.5), abs=0.5)


def test_nested_refuses_what_it_cannot_divide():
    with pytest.raises(BadInput, match="at least 3"):
        make_plan("nested:folds=2", regression(20), seed=0)
    with pytest.raises(BadInput, match="nested:stratified=false"):
        make_plan("nested", classification(np.array([0] * 20 + [1] * 4)), seed=0)


def test_halves_share_no_row_and_test_parts_have_one_size():
    plan = make_plan("conservative-z:splits=3,halvings=4", classification(np.arange(80) % 2), seed=2)
    splits = {s.label: s for s in plan.splits()}
    assert len(splits) == 3 + 4 * 2 * 3
    assert {s.n_test for s in splits.values()} == {8}
    assert all(splits[f"0/{j}"].n_train == 72 for j in range(3))
    for m in range(4):
        halves = []
        for h in range(2):
            used = [np.union1d(splits[f"0/{m}.{h}-{j}"].train_rows, splits[f"0/{m}.{h}-{j}"].test) for j in range(3)]
            assert all(np.array_equal(used[0], rows) for rows in used)
            assert used[0].size == 40
            assert np.bincount(used[0] % 2).tolist() == [20, 20]
            halves.append(used[0])
        assert np.intersect1d(*halves).size == 0
    assert not np.array_equal(splits["0/0.0-0"].test, splits["0/0.0-1"].test)


def test_halves_refuse_too_few_rows_and_too_large_tests():
    with pytest.raises(BadInput, match="at least 8 rows"):
        make_plan("conservative-z", regression(7), seed=0)
    with pytest.raises(BadInput, match=r"at most 0\.25"):
        make_plan("conservative-z:test=0.4", regression(70), seed=0)
