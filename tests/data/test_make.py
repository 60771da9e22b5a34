"""Problems from Python: what goes in, what comes out, and what is refused with which sentence."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy import sparse

from referee.data import ColumnKind, Problem, make_problem
from referee.errors import BadInput
from referee.kinds import Task

X4 = np.arange(8.0).reshape(4, 2)
FRAME = pd.DataFrame({
    "tenure": [1, 2, 3, 4], "contract": ["year", "month", None, "month"], "charges": [1.5, 2.5, np.nan, 4.5],
    "churned": ["no", "yes", "no", "no"],
})


def refused(*args, **kwargs):
    with pytest.raises(BadInput) as info:
        make_problem(*args, **kwargs)
    return str(info.value)


def test_a_numeric_array_is_used_where_it_lies():
    for dtype in (np.float32, np.float64, np.int32, np.uint8):
        X = np.arange(40, dtype=dtype).reshape(10, 4)
        problem = make_problem(X, [0, 1] * 5)
        matrix = problem.features.matrix
        assert np.shares_memory(matrix, X)
        assert matrix.dtype == dtype
        assert not matrix.flags.writeable
        assert not problem.features.given.flags.writeable
        assert X.flags.writeable
        assert problem.features.matrix is matrix


def test_booleans_are_zeros_and_ones_in_the_same_memory():
    X = np.array([[True, False], [False, False], [True, True]])
    matrix = make_problem(X, [1.5, 2.5, 3.5]).features.matrix
    assert np.shares_memory(matrix, X)
    assert matrix.tolist() == [[1, 0], [0, 0], [1, 1]]


@given(arrays.arrays(np.float64, st.tuples(st.integers(2, 20), st.integers(1, 4)),
                     elements=st.floats(-1e6, 1e6, allow_nan=False)))
def test_the_matrix_of_a_numeric_array_is_the_array(X):
    problem = make_problem(X, np.arange(len(X)) % 2)
    assert np.shares_memory(problem.features.matrix, X)
    assert np.array_equal(problem.features.matrix, X)


@given(st.lists(st.one_of(st.none(), st.text(max_size=4)), min_size=3, max_size=30).filter(
    lambda values: any(value is not None for value in values)))
def test_category_codes_name_the_values_they_came_from(values):
    problem = make_problem(pd.DataFrame({"a": pd.Series(values, dtype=object), "b": range(len(values))}),
                           np.arange(len(values)) % 2)
    column, codes = problem.columns[0], problem.features.matrix[:, 0]
    assert list(column.categories) == sorted(set(values) - {None})
    assert column.kind is ColumnKind.CATEGORY
    assert column.missing == values.count(None)
    assert [None if np.isnan(code) else column.categories[int(code)] for code in codes] == values


def test_a_frame_with_a_named_target():
    problem = make_problem(FRAME, target="churned", name="churn.csv")
    assert problem.task is Task.CLASSIFICATION
    assert problem.classes == ("no", "yes")
    assert problem.y.tolist() == [0, 1, 0, 0]
    assert problem.y.dtype == np.int64
    assert not problem.y.flags.writeable
    assert [c.name for c in problem.columns] == ["tenure", "contract", "charges"]
    assert list(problem.features.given.columns) == ["tenure", "contract", "charges"]
    expected = [[1, 1, 1.5], [2, 0, 2.5], [3, np.nan, np.nan], [4, 0, 4.5]]
    assert np.array_equal(problem.features.matrix, expected, equal_nan=True)
    assert problem.describe() == ("churn.csv: 4 rows, 3 features (1 categorical, 2 missing values), "
                                  "target churned: 2 classes, 25% yes")
    assert (problem.n_classes, problem.n_groups, problem.n_features) == (2, None, 3)


@pytest.mark.parametrize("convert", [
    pl.from_pandas, lambda frame: frame.to_dict(orient="list"), lambda frame: frame.convert_dtypes(),
    lambda frame: frame.astype({"contract": "category", "churned": "category"}), lambda frame: frame.astype(object),
], ids=["polars", "dict", "nullable", "categorical", "objects"])
def test_the_same_table_in_another_dress_is_the_same_problem(convert):
    assert make_problem(convert(FRAME), target="churned").fingerprint == make_problem(
        FRAME, target="churned").fingerprint


def test_polars_frames_and_series():
    frame = pl.DataFrame({"a": [1, None, 3], "b": ["x", "y", None]})
    problem = make_problem(frame, pl.Series("label", ["p", "q", "p"]), groups=pl.Series([1, 1, 2]))
    assert problem.targets == ("label",)
    assert problem.n_groups == 2
    assert np.array_equal(problem.features.matrix, [[1, 0], [np.nan, 1], [3, np.nan]], equal_nan=True)
    assert refused(frame.lazy(), [0, 1, 0]) == "data: X is a lazy frame; hand over X.collect()."


def test_lists_keep_numbers_beside_text():
    problem = make_problem([[1, "a"], [2, "b"], [10, "a"]], ["u", "v", "u"])
    assert [c.kind for c in problem.columns] == [ColumnKind.NUMBER, ColumnKind.CATEGORY]
    assert problem.features.matrix[:, 0].tolist() == [1, 2, 10]
    text = make_problem(np.array([[1, "a"], [2, "b"], [10, "a"]]), ["u", "v", "u"])
    assert text.fingerprint == problem.fingerprint


def test_masked_values_are_missing():
    X = np.ma.masked_equal(np.array([[1, 9], [2, 3], [3, 9]]), 9)
    problem = make_problem(X, [0, 1, 0])
    assert [c.missing for c in problem.columns] == [0, 2]


def test_float32_frames_stay_float32():
    frame = pd.DataFrame(X4.astype(np.float32), columns=["a", "b"])
    assert make_problem(frame, [0, 1, 0, 1]).features.matrix.dtype == np.float32
    assert make_problem(frame.assign(c="x"), [0, 1, 0, 1]).features.matrix.dtype == np.float64


def test_an_ordered_categorical_keeps_its_order():
    size = pd.Categorical(["small", "large", "small"], categories=["small", "medium", "large"], ordered=True)
    problem = make_problem(pd.DataFrame({"size": size}), pd.Series(size))
    assert problem.columns[0].categories == ("small", "large")
    assert problem.features.matrix[:, 0].tolist() == [0, 1, 0]
    assert problem.classes == ("small", "large")


def test_times_and_durations_become_days():
    frame = pd.DataFrame({
        "day": pd.to_datetime(["1970-01-02", None, "1970-01-01 12:00"], format="mixed"),
        "zoned": pd.to_datetime(["1970-01-01 01:00+01:00"] * 2 + ["1970-01-02 00:00+00:00"], utc=True),
        "took": pd.to_timedelta(["1 day", "36h", "0s"]),
    })
    problem = make_problem(frame, [0, 1, 0])
    assert np.array_equal(problem.features.matrix, [[1, 0, 1], [np.nan, 0, 1.5], [0.5, 1, 0]], equal_nan=True)
    assert problem.notices[-3:] == (
        "column 'day' holds times; they are used as days since 1970-01-01.",
        "column 'zoned' holds times; they are used as days since 1970-01-01.",
        "column 'took' holds durations; they are used as days.")


def test_what_the_user_changes_later_does_not_reach_the_problem():
    frame, y, ids = FRAME.drop(columns="churned"), np.array([1.5, 2.5, 3.5, 4.5]), np.array([1, 2, 3, 4])
    problem = make_problem(frame, y, ids=ids)
    frame.loc[0, "tenure"], y[0], ids[0] = 99, 99, 99
    assert problem.features.given["tenure"].tolist() == [1, 2, 3, 4]
    assert problem.y[0] == 1.5
    assert problem.ids[0] == 1


def test_groups_and_ids_by_column_or_by_value():
    frame = FRAME.assign(person=["b", "a", "b", "c"], row=[7, 8, 9, 10])
    named = make_problem(frame, target="churned", groups="person", ids="row", drop="charges")
    assert [c.name for c in named.columns] == ["tenure", "contract"]
    assert named.groups.tolist() == [0, 1, 0, 2]
    assert named.ids.tolist() == [7, 8, 9, 10]
    assert named.n_groups == 3
    assert "3 groups" in named.describe()
    given_ = make_problem(FRAME, target="churned", groups=["b", "a", "b", "c"], ids=list("wxyz"), drop=["charges"])
    assert given_.ids.tolist() == list("wxyz")
    assert given_.fingerprint == named.fingerprint
    assert given_.fingerprint != make_problem(FRAME, target="churned", drop=["charges"]).fingerprint


def test_bad_groups_and_ids():
    ask = {"target": "churned"}
    assert refused(FRAME, **ask, groups=["a"]) == "data: X has 4 rows but there are 1 groups."
    assert refused(FRAME, **ask, groups=["a", np.nan, "b", "c"]) == (
        "data: no group is given for 1 row (row 2, counting from 1); name a group for each row.")
    assert refused(FRAME, **ask, groups=[["a"]] * 4) == (
        "data: groups must be the name of a column or one value for each row.")
    assert refused(FRAME, **ask, groups="tenur") == (
        "data has no column 'tenur'; did you mean 'tenure'? Columns: tenure, contract, charges.")
    assert refused(FRAME, **ask, ids="contract") == (
        "data: no id is given for 1 row (row 3, counting from 1); name each row.")
    assert refused(FRAME, **ask, ids=[1, 2, 2, 3]) == (
        "data: ids are not distinct ('2' names more than one row); for rows that belong together say groups instead.")


@pytest.mark.parametrize(("X", "sentence"), [
    (sparse.coo_array(X4[:, 0]), "data: X is a sparse array of 1 dimension(s) and float64, not a table of numbers."),
    (X4[:, 0], ("data: X has 1 dimension(s) and needs two, rows by columns; a single feature goes in as "
               "X.reshape(-1, 1).")),
    ([[1, 2], [3]], "data: the rows of X do not all have the same length."),
    (None, "data: X is a NoneType, not a table of numbers or categories."),
    (X4.astype(complex), "data: X is an array of complex128, not a table of numbers or categories."),
    (X4[:3], "data: X has 3 rows but y has 4."),
    (pd.DataFrame({"a": [[1], [2], [3], None]}),
     "column 'a' holds list values, which are neither numbers nor categories; drop it, or make numbers of it."),
    (pd.DataFrame({"a": [1j, 2j, 3j, 4j]}),
     "column 'a' holds complex128 values, which are neither numbers nor categories; drop it, or make numbers of it."),
    (X4[:0], "data has no rows."),
    (X4[:, :0], "data has no features: no column is left beside the target."),
    (X4 * np.nan, "data has no features: every column is empty."),
    (pd.DataFrame(X4, columns=["a", "a"]), "data has 2 columns called 'a' (columns 1 and 2); rename all but one."),
    (np.array([[1, 2], [3, np.inf], [3, 4], [5, -np.inf]]),
     ("data: column 'x1' is infinite in 2 rows (rows 2, 4, counting from 1); give a number, or leave it empty if it "
     "is missing.")),
    (pd.DataFrame({"a": [1.0, np.inf, 2, 3], "b": list("uvwx")}),
     ("data: column 'a' is infinite in 1 row (row 2, counting from 1); give a number, or leave it empty if it "
     "is missing.")),
])
def test_features_that_cannot_be_used(X, sentence):
    assert refused(X, [0, 1, 0, 1]) == sentence


def test_a_target_without_rows():
    assert refused(X4, []) == "data: X has 4 rows but y has 0."


def test_a_series_is_one_feature():
    assert make_problem(pd.Series([1.0, 2.0, 3.0], name="a"), [0, 1, 0]).columns[0].name == "a"


def test_rows_in_another_order_are_not_paired():
    frame, y = FRAME.drop(columns="churned"), FRAME["churned"]
    assert refused(frame, y[::-1]) == (
        "data: X and y have the same rows by their index, but in another order; hand over y.loc[X.index].")
    assert make_problem(frame, y.set_axis([5, 6, 7, 8])).n_rows == 4


def test_y_and_target_are_not_both_given():
    assert refused(FRAME, [0, 1, 0, 1], target="churned") == (
        "data: give the target as y or by the name of its column, not both.")
    assert refused(FRAME) == (
        "data: say which column is the target (--target COL, or target=). Columns: tenure, contract, …, churned (4).")


def test_a_column_that_is_not_there():
    assert refused(FRAME, target="chrned", name="churn.csv") == (
        "churn.csv has no column 'chrned'; did you mean 'churned'? Columns: tenure, contract, charges, … (4).")
    assert refused(FRAME, target="churned", drop="zzzz") == (
        "data has no column 'zzzz'. Columns: tenure, contract, charges, … (4).")


def test_a_problem_goes_through_untouched_and_cannot_be_retold():
    problem = make_problem(FRAME, target="churned", name="churn")
    assert make_problem(problem) is problem
    assert make_problem(problem, drop=[]) is problem
    assert refused(problem, task="regression") == "churn is a problem already; task cannot be changed any more."
    assert refused(problem, [0, 1, 0, 1]) == "churn is a problem already; y cannot be changed any more."


def test_a_column_without_values_is_left_out_of_the_matrix_only():
    X = np.array([[1.0, np.nan, 3.0], [4.0, np.nan, 6.0], [7.0, np.nan, 9.5]])
    problem = make_problem(X, [0, 1, 0])
    assert problem.features.given.shape == (3, 3)
    assert problem.features.matrix.tolist() == [[1, 3], [4, 6], [7, 9.5]]
    assert [c.name for c in problem.columns] == ["x0", "x2"]
    assert "1 column without a single value left out ('x1')." in problem.notices
    frame = make_problem(pd.DataFrame({"a": [1, 2, 3], "b": [None] * 3}), [0, 1, 0])
    assert [c.name for c in frame.columns] == ["a"]
    assert list(frame.features.given.columns) == ["a", "b"]


def test_a_problem_read_back_has_no_features():
    whole = make_problem(FRAME, target="churned", name="churn")
    stored = Problem(name=whole.name, task=whole.task, y=whole.y, targets=whole.targets, classes=whole.classes,
                     fingerprint=whole.fingerprint)
    assert stored.describe() == "churn: 4 rows, target churned: 2 classes, 25% yes"
    assert stored.labels.tolist() == ["no", "yes", "no", "no"]
    assert whole.require_features() is whole.features
    with pytest.raises(BadInput, match="churn was read back from a ledger, which holds no features"):
        stored.require_features()


def test_a_problem_whose_parts_do_not_fit_is_refused():
    with pytest.raises(BadInput, match="p has 2 rows but 3 groups"):
        Problem(name="p", task=Task.REGRESSION, y=[1.0, 2.0], targets=("y",), groups=[1, 2, 3], fingerprint="f")


def test_labels_are_what_the_user_gave():
    for y in (["a", "b", "a"], [3, 5, 3], [True, False, True], [1.5, 2.5, 1.5]):
        labels = make_problem(X4[:3], y, task="classification").labels
        assert labels.tolist() == y
        assert not labels.flags.writeable
    assert make_problem(X4[:3], [1.5, 2.5, 3.5]).labels.tolist() == [1.5, 2.5, 3.5]
