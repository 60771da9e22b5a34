"""Whether a target's classes stand in an order, or its numbers are counts: noticed, said, and overruled by a word."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.data import make_problem
from referee.errors import BadInput
from referee.kinds import Scale, Task
from referee.seeds import stream
from referee.study import choose_metrics


def tasters(n=240, name="quality", levels=6, slope=1.0):
    """Wines of a hidden worth, by which five columns rise or fall, and the marks they were given."""
    draw = stream(1, "tasters")
    worth = draw.normal(size=n)
    columns = {f"x{j}": slope * (-1) ** j * worth + draw.normal(size=n) for j in range(5)}
    marks = np.searchsorted(np.quantile(worth, np.linspace(0, 1, levels + 1)[1:-1]), worth) + 3
    return pd.DataFrame({**columns, name: marks})


def first(problem):
    return choose_metrics(None, problem)[0].name


def test_marks_are_known_by_their_name_and_said_to_be_in_order():
    problem = make_problem(tasters(levels=3), target="quality")
    assert (problem.task, problem.scale, problem.scale_by) == (Task.CLASSIFICATION, Scale.ORDINAL, "name")
    assert problem.notices[0] == (
        "target 'quality' holds 3 whole numbers and is taken as classes in order (by its name), scored by how many "
        "steps a prediction is away; say task='classification' if the order means nothing, task='regression' if they "
        "are quantities.")
    assert "3 classes in order" in str(problem)
    assert [metric.name for metric in choose_metrics(None, problem)] == [
        "ordinal_mae", "kappa:distance=quadratic", "rps", "accuracy", "balanced_accuracy", "log_loss"]


def test_or_by_the_columns_that_rise_and_fall_with_them():
    problem = make_problem(tasters(name="y"), target="y")
    assert (problem.scale, problem.scale_by) == (Scale.ORDINAL, "columns")
    assert "(by its columns, which rise and fall with it)" in problem.notices[0]


def test_codes_of_classes_without_order_stay_so():
    frame = tasters(name="y")
    frame["y"] = np.array([7, 3, 8, 5, 4, 6])[frame["y"] - 3]      # the same classes under shuffled numbers
    problem = make_problem(frame, target="y")
    assert problem.scale is Scale.NOMINAL
    assert first(problem) == "accuracy"
    assert problem.notices[0] == (
        "target 'y' holds 6 distinct whole numbers and is taken as classes; say task='ordinal' if their order means "
        "something, task='regression' if they are quantities.")


@pytest.mark.parametrize(("task", "kind", "scale", "metric"), [
    ("classification", Task.CLASSIFICATION, Scale.NOMINAL, "accuracy"),
    ("ordinal", Task.CLASSIFICATION, Scale.ORDINAL, "ordinal_mae"),
    ("regression", Task.REGRESSION, Scale.QUANTITY, "rmse"),
    ("count", Task.REGRESSION, Scale.COUNT, "rmse"),
])
def test_a_word_overrules(task, kind, scale, metric):
    problem = make_problem(tasters(), target="quality", task=task)
    assert (problem.task, problem.scale, problem.scale_by, first(problem)) == (kind, scale, "stated", metric)
    assert not any("is taken as" in notice for notice in problem.notices)


def test_texts_have_the_order_they_are_given():
    answers = ["high", "low", "medium", "low", "high", "medium"] * 5
    given = make_problem({"x": range(30)}, answers, task="ordinal:low<medium<high")
    assert given.classes == ("low", "medium", "high")
    assert given.scale is Scale.ORDINAL
    assert make_problem({"x": range(30)}, answers, task="ordinal:low,medium,high").classes == given.classes
    ordered = pd.Series(pd.Categorical(answers, ["low", "medium", "high"], ordered=True))
    assert make_problem({"x": range(30)}, ordered).scale_by == "order"
    extra = make_problem({"x": range(30)}, answers, task="ordinal:none<low<medium<high")
    assert extra.classes == ("low", "medium", "high")
    assert any("'none'" in notice for notice in extra.notices)
    for task, sentence in (("ordinal:low<medium", "the order low, medium leaves out class 'high' of target 'y'"),
                           ("ordinal", "say the order of the classes of target 'y': task='ordinal:high<low<medium'"),
                           ("ordinal:low<low<medium<high", "the order low, low, medium, high names 'low' twice"),
                           ("count:1", "count takes no order")):
        with pytest.raises(BadInput, match=sentence):
            make_problem({"x": range(30)}, answers, task=task)


def test_a_metric_of_steps_is_refused_where_classes_have_no_order():
    problem = make_problem({"x": range(30)}, ["high", "low", "medium"] * 10)
    with pytest.raises(BadInput, match="is for classes in order"):
        choose_metrics("rps", problem)
    with pytest.raises(BadInput, match="is for classes in order"):
        choose_metrics("kappa:distance=linear", problem)
    numbers = make_problem({"x": range(30)}, [1, 2, 3] * 10)
    assert choose_metrics("ordinal_mae", numbers)[0].name == "ordinal_mae"     # who asks for steps says there are some


def test_counts_are_offered_their_deviance_and_nothing_changes():
    draw = stream(2, "counts")
    rented = draw.poisson(np.exp(draw.normal(2.5, 0.7, size=300)))
    problem = make_problem({"x": np.arange(300.0)}, rented)
    assert (problem.scale, problem.scale_by) == (Scale.COUNT, "values")
    assert [m.name for m in choose_metrics(None, problem)] == ["rmse", "mae", "r2"]
    assert any("task='count'" in notice for notice in problem.notices)
    stated = make_problem({"x": np.arange(300.0)}, rented, task="count")
    assert [m.name for m in choose_metrics(None, stated)] == ["rmse", "mae", "r2", "poisson_deviance"]
    prices = make_problem({"x": np.arange(300.0)}, rented * 500 + 999)
    assert prices.scale is Scale.QUANTITY
    with pytest.raises(BadInput, match="whole numbers from 0"):
        make_problem({"x": range(4)}, [1.5, 2.0, 3.0, 1.0], task="count")


def test_compare_tells_steps_with_intervals_and_a_verdict():
    result = referee.compare(["logistic", "tree:max_depth=1"], tasters(120), target="quality", design="kfold:folds=5",
                             jobs=1)
    assert result.analysis.primary.name == "ordinal_mae"
    assert result.estimates["logistic"].interval.low > 0
    assert result["logistic", "tree"].outcome.value in {"better", "worse", "can't tell"}


@pytest.mark.slow
def test_judge_takes_the_word_too():
    rows = {"id": range(6), "truth": ["low", "medium", "high"] * 2, "a": ["low", "high", "high"] * 2,
            "b": ["high", "medium", "high"] * 2}
    result = referee.judge(rows, task="ordinal:low<medium<high")
    assert result.analysis.primary.name == "ordinal_mae"
    assert result.estimates["a"].value == pytest.approx(1 / 3)
    assert result.estimates["b"].value == pytest.approx(2 / 3)
