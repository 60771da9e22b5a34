"""Classes or quantities: the rule that decides, and what a target may not be."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.data import make_problem
from referee.errors import BadInput
from referee.kinds import Task


def problem(y, **options):
    return make_problem(np.arange(len(y), dtype=float).reshape(-1, 1) ** 2, y, **options)


def refused(y, **options):
    with pytest.raises(BadInput) as info:
        problem(y, **options)
    return str(info.value)


@pytest.mark.parametrize(("y", "task"), [
    (["a", "b", "a"], "classification"),
    (pd.Series(["a", "b", "a"], dtype="category"), "classification"),
    ([True, False, True], "classification"),
    ([0, 1, 0], "classification"),
    ([0, 1], "classification"),
    ([0.0, 1.0, 1.0], "classification"),
    ([0.0, 1.0, 2.0, 2.0, 1.0, 0.0], "regression"),
    ([0.5, 1.0, 1.0], "regression"),
    (list(range(20)) * 2, "classification"),
    (list(range(21)) * 2, "regression"),
    ([*range(20), *range(19)], "regression"),
    ([1, 2, 3], "regression"),
    (pd.Series([1, 2, 1, 2], dtype="Int64"), "classification"),
    (pd.Series([True, False, True], dtype="boolean"), "classification"),
    (np.array([[1.0, 2.0], [0.0, 1.0]]), "regression"),
    (np.array([[1, 0], [0, 1]]), "classification"),
    (np.array([[1.0, 0.0], [0.0, 1.0]]), "classification"),
    (np.array([["a", "x"], ["b", "y"], ["b", "z"]]), "classification"),
    (pd.DataFrame({"u": ["a", "b"], "v": [True, False], "w": [0, 1]}), "classification"),
    (np.array([[1, 5], [0, 5], [2, 6], [2, 6]]), "regression"),
])
def test_the_task_is_inferred(y, task):
    assert problem(y).task == task


def test_the_task_can_be_stated():
    quality = [5, 6, 5, 7, 6, 7]
    assert problem(quality).n_classes == 3
    assert problem(quality).notices[0] == (
        "target 'y' holds 3 distinct whole numbers and is taken as classes; say task='ordinal' if their order means "
        "something, task='regression' if they are quantities.")
    stated = problem(quality, task="regression")
    assert stated.task is Task.REGRESSION
    assert stated.y.dtype == np.float64
    assert not any("whole numbers" in notice for notice in stated.notices)
    many = problem([1.5, 2.5, 3.5, 1.5], task=Task.CLASSIFICATION)
    assert many.classes == (1.5, 2.5, 3.5)
    assert many.y.tolist() == [0, 1, 2, 0]
    assert refused([1, 2], task="clasification") == (
        "no task is called 'clasification'; did you mean 'classification'?")


@pytest.mark.parametrize(("y", "classes"), [
    (["b", "a", "c"], ("a", "b", "c")),
    ([10, 9, 10, 9, 100, 100], (9, 10, 100)),
    ([True, False], (False, True)),
    ([1.0, 0.0], (0.0, 1.0)),
    (np.array([2, "x", 2], dtype=object), (2, "x")),
    (pd.Series(pd.Categorical(["lo", "hi"], categories=["lo", "mid", "hi"], ordered=True)), ("lo", "hi")),
    (pd.Series(pd.Categorical(["lo", "hi"], categories=["lo", "mid", "hi"])), ("hi", "lo")),
])
def test_classes_are_plain_values_in_natural_order(y, classes):
    found = problem(y)
    assert found.classes == classes
    assert [type(label) for label in found.classes] == [type(label) for label in classes]
    assert found.labels.tolist() == list(y)


@given(st.lists(st.sampled_from(["u", "v", "w", "x"]), min_size=2, max_size=20).filter(lambda y: len(set(y)) > 1),
       st.data())
def test_the_positive_class_comes_last_and_labels_stay(y, data):
    positive = data.draw(st.sampled_from(sorted(set(y))))
    found = problem(y, positive=positive)
    assert found.classes[-1] == positive
    assert list(found.classes[:-1]) == sorted(set(y) - {positive})
    assert found.labels.tolist() == y


def test_the_positive_class_may_be_typed():
    assert problem([1, 0, 0], positive="0").classes == (1, 0)
    assert refused(["no", "yes"], positive="yess") == (
        "data: target 'y' has no class 'yess'; did you mean 'yes'? Classes: no, yes.")
    assert refused([1.5, 2.5], positive=1) == (
        "data: a positive class (1) was named, but target 'y' holds numbers (regression); "
        "say task='classification' if they are classes.")


@pytest.mark.parametrize(("y", "options", "sentence"), [
    (["a", "a"], {}, "data: target 'y' has one class only ('a'); there is nothing to tell apart."),
    ([None, None], {}, "data: target 'y' has no values at all."),
    (["a", None, "b", np.nan, "a", None, None], {},
     ("data: target 'y' is missing in 4 rows (rows 2, 4, 6, …, counting from 1); fill it in, or leave those rows out "
     "with drop_missing_target.")),
    ([1.5, np.inf, 3.0], {}, ("data: target 'y' is infinite in 1 row (row 2, counting from 1); give a number, or leave "
                             "those rows out.")),
    (["12", "abc"], {"task": "regression"},
     ("data: target 'y' is not a column of numbers (row 1 holds '12'); regression needs numbers, classes need "
     "task='classification'.")),
    (np.ones((2, 2)), {"task": "classification"},
     "data: target 'y1' has one class only (1.0); there is nothing to tell apart."),
    (pd.DataFrame({"u": ["a", "b"], "v": [0.5, 2.0]}), {},
     ("data: target 'u' holds classes and target 'v' numbers, and no model learns both; compare them one target at a "
      "time, or say task='classification' if all are classes.")),
    ([[1], [2, 3]], {}, "data: the rows of y do not all have the same length."),
    (pd.Series([[1], [2]]), {}, ("column 'y' holds list values, which are neither numbers nor categories; drop it, or "
                                "make numbers of it.")),
    (np.ones((2, 2, 2)), {}, "data: y has 3 dimensions; it needs one, or two for several targets."),
])
def test_targets_that_cannot_be_used(y, options, sentence):
    assert refused(y, **options) == sentence


def test_rows_without_a_target_can_be_left_out():
    frame = pd.DataFrame({"a": [1.0, 2.0, 3.0, 4.0], "y": [0, np.nan, 1, 0]})
    found = make_problem(frame, target="y", drop_missing_target=True, groups=list("uvwx"), ids=[1, 2, 3, 4])
    assert found.n_rows == 3
    assert found.classes == (0, 1)
    assert [type(label) for label in found.classes] == [int, int]
    assert found.features.matrix[:, 0].tolist() == [1, 3, 4]
    assert found.ids.tolist() == [1, 3, 4]
    assert found.n_groups == 3
    assert found.notices[0] == "the target is missing in 1 row (row 2, counting from 1): left out."
    whole = make_problem(frame.dropna(), target="y", groups=list("uwx"), task="classification")
    assert whole.y.tolist() == found.y.tolist()


def test_several_targets():
    frame = pd.DataFrame({"a": [1, 2, 3], "slump": [1.0, 2.0, 3.5], "flow": [3, 2, 1]})
    for target in (["slump", "flow"], "slump,flow", "slump, flow"):
        found = make_problem(frame, target=target)
        assert found.targets == ("slump", "flow")
        assert found.y.tolist() == [[1, 3], [2, 2], [3.5, 1]]
        assert found.n_classes is None
        assert found.describe() == "data: 3 rows, 1 feature, targets slump, flow: numbers (regression)"
    with pytest.raises(BadInput, match="no column 'flo'; did you mean 'flow'"):
        make_problem(frame, target="slump,flo")


def test_a_name_with_a_comma_is_a_name():
    frame = pd.DataFrame({"a": [1, 2, 3], "b": [1, 2, 3], "a,b": [1.5, 2.5, 3.5]})
    assert make_problem(frame, target="a,b").targets == ("a,b",)


def test_what_is_said_of_the_target():
    y = ["no"] * 90 + ["yes"] * 7 + ["maybe"] * 3
    found = problem(y)
    assert found.notices[:2] == ("90% of the rows have y = no: accuracy alone would mislead.",
                                 "1 class of target 'y' has fewer than 5 rows ('maybe'): a fold may be without them.")
    assert found.describe().endswith("target y: 3 classes, the rarest 3.0% (maybe)")
    balanced = problem(["no"] * 80 + ["yes"] * 20)
    assert not any("mislead" in notice for notice in balanced.notices)
    assert problem([2.0, 2.0, 2.0]).notices[0] == "target 'y' is constant: there is nothing to learn."
    assert problem([2.5, 10.0]).describe() == "data: 2 rows, 1 feature, target y: numbers from 2.5 to 10 (regression)"
