"""Two models by all targets at once: values of R, units, degenerate rows, and the level."""

from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

import referee
from referee.comparisons import hotelling
from referee.data import make_problem
from referee.designs import make_plan
from referee.errors import NotJustified, Undefined
from referee.metrics import Predictions, metric
from referee.reading.scores import Pass, ScoreTable
from referee.seeds import stream
from referee.study.joint_comparison import all_models, joint_answer

D = np.array([[1.2, 0.4], [0.8, -0.3], [1.9, 0.9], [-0.2, 0.6], [0.5, 1.4], [1.1, 0.2], [0.7, -0.8], [1.4, 1.0]])
MAE = (metric("mae"),)


@cache
def laid(n, groups=None):
    named = None if groups is None else np.repeat(np.arange(groups), n // groups)
    problem = make_problem(np.arange(n)[:, None].astype(float), np.linspace(0.5, 1.6, n), groups=named)
    return problem, make_plan("kfold:folds=2", problem, seed=0).card


def tables(differences, *, models=("a", "b"), groups=None):
    """Tables in which model i errs by so much more than model 0, row by row and target by target."""
    n, targets = differences[0].shape
    problem, plan = laid(n, groups)

    def table(j):
        def one(extra):
            return Pass(row=np.arange(n), fold=np.zeros(n, int), predictions=Predictions(
                truth=np.zeros(n), values=10 + extra))

        first = {name: one(np.zeros(n) if i == 0 else differences[i - 1][:, j]) for i, name in enumerate(models)}
        return ScoreTable(problem=problem, plan=plan, learners=models, metrics=MAE, scores={}, first=first)

    return {f"t{j}": table(j) for j in range(targets)}


def test_two_models_against_r():
    """R 4: summary(manova(D ~ 1), intercept=TRUE, test="Hotelling-Lawley"); T² is 7 times the statistic."""
    found = joint_answer(tables([-D]), "a", "b", metrics=MAE, level=0.95).found.together
    assert found.statistic == pytest.approx(7 * 2.62312359301)
    assert dict(found.details)["F"] == pytest.approx(7.86937077903)
    assert found.p == pytest.approx(0.021025704324)
    assert found.df == (2, 6)


def test_three_models_against_r():
    """R 4: E <- cbind(D, D[,1]*D[,2], sin(1:8)); summary(manova(E ~ 1), intercept=TRUE, test="Wilks")."""
    other = np.column_stack([D[:, 0] * D[:, 1], np.sin(np.arange(1, 9))])
    found = all_models(tables([D, other], models=("a", "b", "c")), ["a", "b", "c"], metrics=MAE)
    assert dict(found.details)["F"] == pytest.approx(18.9050250538)
    assert found.p == pytest.approx(0.00731814617392)
    assert found.df == (4, 4)


@pytest.mark.parametrize("scale", [1e-9, 1e-3, 1e3, 1e9])
def test_units_do_not_matter(scale):
    """Squared millimetres beside newtons had been taken for linear dependence."""
    unlike = D * [1, scale]
    assert hotelling(unlike).p == pytest.approx(hotelling(D).p, rel=1e-6)


def test_targets_that_say_nothing_new_are_left_out_and_named():
    doubled = np.column_stack([D, 2 * D[:, 0], np.zeros(8)])
    found = joint_answer(tables([doubled]), "a", "b", metrics=MAE, level=0.95)
    assert found.left_out == ("t2", "t3")
    assert found.found.together.p == pytest.approx(hotelling(D).p)


@pytest.mark.parametrize(("differences", "sentence"), [
    (np.zeros((8, 2)), "differ by none of the targets"), (D[:, :1] * [1, 1], "nothing to take together"),
    (D[:2], "2 differences need more than 2 units")], ids=["identical", "one is the other", "too few"])
def test_where_there_is_no_joint_answer_it_says_why(differences, sentence):
    with pytest.raises(Undefined, match=sentence):
        joint_answer(tables([differences]), "a", "b", metrics=MAE, level=0.95)


def test_a_metric_that_is_no_mean_over_rows_is_refused():
    with pytest.raises(referee.errors.BadInput, match="R² is no mean over rows"):
        joint_answer(tables([D]), "a", "b", metrics=(metric("r2"),), level=0.95)


def test_rows_in_order_of_time_are_a_series():
    found = tables([D])
    series = {name: SimpleNamespace(plan=SimpleNamespace(traits=SimpleNamespace(in_order=True))) for name in found}
    with pytest.raises(NotJustified, match="series"):
        joint_answer(series, "a", "b", metrics=MAE, level=0.95)


@pytest.mark.slow
@pytest.mark.parametrize("groups", [None, 30])
def test_the_level(groups):
    """Correlated targets without any difference, 3,000 times: 5% are called different, within three standard errors."""
    hits, n, times = 0, 90, 3000
    for i in range(times):
        draw = stream(i, "level", groups or 0)
        shared = draw.standard_t(8, size=(groups or n, 3)) @ np.array([[1, 0.8, 0], [0, 0.6, 0.5], [0, 0, 1.0]])
        differences = shared if groups is None else np.repeat(shared, n // groups, axis=0)
        made = tables([differences], groups=groups)
        hits += joint_answer(made, "a", "b", metrics=MAE, level=0.95).found.together.p <= 0.05
    assert abs(hits / times - 0.05) < 3 * (0.05 * 0.95 / times) ** 0.5
