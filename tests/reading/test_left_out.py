"""Few groups, each left out in turn: which design, which interval and test, and what is said."""

import numpy as np
import pytest

import referee
from referee.advice import advise_design
from referee.data import make_problem
from referee.designs import make_plan
from referee.estimates import left_out_mean
from referee.estimates.means.clustered_mean import clustered_mean
from referee.metrics import metric
from referee.reading.differences.named import TESTS, default_test
from referee.reading.intervals.named import choose
from referee.reading.method import Cases
from referee.seeds import stream

SIZES = (9, 14, 22, 8, 30, 17, 11, 13, 19)


def patients(groups, *, numbers=False, pure=False):
    """So many patients of unequal size, each with a shift of its own; the first feature tells the classes apart."""
    random = stream(groups, "patients")
    group = np.repeat(np.arange(groups), SIZES[:groups])
    y = group % 2 if pure else random.integers(0, 2, group.size)
    X = random.normal(size=(group.size, 3)) + random.normal(size=(groups, 3))[group]
    X[:, 0] += 1.5 * y
    return make_problem(X, X[:, 0] + random.normal(size=group.size) if numbers else np.array(["no", "yes"])[y],
                        groups=group)


@pytest.mark.parametrize("groups", [3, 4, 6, 9])
@pytest.mark.parametrize("goal", ["compare", "evaluate"])
@pytest.mark.parametrize("numbers", [False, True])
def test_few_groups_are_left_out_one_at_a_time(groups, goal, numbers):
    problem = patients(groups, numbers=numbers)
    primary = metric("rmse" if numbers else "roc_auc")
    spec = advise_design(problem, goal=goal, primary=primary).spec
    assert spec == "loo"
    traits, cases = make_plan(spec, problem, seed=0).card.traits, Cases.of(problem)
    assert traits.leaves_groups_out
    assert default_test(traits, primary, cases) == "left-out-t"
    assert choose(traits, primary, cases)[0].name == "left_out_mean"


def test_groups_of_one_class_each_are_not_scored_by_themselves():
    problem = patients(6, pure=True)
    assert advise_design(problem, primary=metric("roc_auc")).spec == "kfold:folds=3"
    assert advise_design(problem, primary=metric("accuracy")).spec == "loo"


@pytest.mark.parametrize("name", ["roc_auc", "accuracy", "log_loss", "f1", "mcc", "balanced_accuracy", "brier", "ece"])
def test_every_kind_of_score_has_an_interval_and_a_test_over_groups(name):
    result = referee.compare(["logistic", "gaussian-nb"], patients(6), metrics=[name], jobs=1, baseline=False)
    made, c = result.estimates["logistic"], result["logistic", "gaussian-nb"].comparison
    assert made.interval.method == "t over groups left out"
    assert made.interval.low < made.value < made.interval.high
    assert (c.method, c.unit, c.n_units) == ("t over groups left out", "group", 6)
    assert c.difference == pytest.approx(made.value - result.estimates["gaussian-nb"].value)
    assert 0 < c.p <= 1


def test_a_mean_over_rows_has_the_clustered_error_widened_for_what_models_share():
    result = referee.compare(["logistic", "gaussian-nb"], patients(6), metrics=["accuracy"], jobs=1, baseline=False)
    table = result.analysis.table
    said = table.rows["logistic"]
    right = (said.predictions.labels == said.predictions.truth).astype(float)
    groups = table.problem.groups[said.row]
    naive = clustered_mean(right, groups)
    by_group = [right[groups == g].mean() for g in range(6)]
    made = left_out_mean(by_group, np.bincount(groups))
    assert made.value == pytest.approx(result.estimates["logistic"].value)
    assert made.standard_error == pytest.approx(naive.standard_error * np.sqrt(1 + 6 / 5))


@pytest.mark.parametrize("groups", [2, 3, 4])
def test_very_few_groups_never_decide(groups):
    result = referee.compare(["logistic", "prior"], patients(groups), metrics=["accuracy"], design="loo", jobs=1)
    c = result["logistic", "prior"].comparison
    assert c.p >= 2 * 0.5**groups
    assert "undecidable" in c.flags
    assert f"No difference between learners can be shown by {groups} groups" in str(result).replace("\n", " ")
    assert "would have detected" not in str(result)


def test_one_group_is_refused_with_what_to_do():
    with pytest.raises(referee.errors.BadInput, match=r"one group.*groups='none'"):
        referee.compare(["logistic", "prior"], patients(1), jobs=1)


@pytest.mark.parametrize("name", ["corrected-t", "halves-jackknife", "cv-clt-z", "mcnemar"])
def test_other_tests_do_not_take_over(name):
    problem = patients(6)
    traits = make_plan("loo", problem, seed=0).card.traits
    assert default_test(traits, metric("accuracy"), Cases.of(problem)) != name
    rows = make_problem(problem.features.matrix, problem.y)
    assert TESTS["left-out-t"].plan_objection(make_plan("loo", rows, seed=0).card.traits)


def test_a_group_that_could_not_be_fitted_is_left_out_of_both(tmp_path):
    class Fails:
        def fit(self, X, y):  # noqa: ARG002 - it looks at nothing
            if len(y) == sum(SIZES[:6]) - SIZES[2]:
                raise ValueError("no")
            self.most = y[0]
            return self

        def predict(self, X):
            return np.full(len(X), self.most)

    result = referee.compare({"fails": Fails(), "other": "gaussian-nb"}, patients(6), metrics=["accuracy"], jobs=1,
                             baseline=False)
    assert result["fails", "other"].comparison.n_units == 5


def test_the_numbers_say_for_whom_they_are():
    result = referee.compare(["logistic", "gaussian-nb"], patients(6), metrics=["accuracy"], jobs=1)
    assert "for new groups like these 6 groups" in " ".join(str(result).split())


@pytest.mark.slow
def test_rows_of_groups_that_were_seen_are_told_beside_new_groups():
    result = referee.compare(["logistic", "1nn"], patients(6), metrics=["accuracy"], jobs=1)
    text = " ".join(str(result).split())
    assert "For new rows of these 6 groups (3 parts of rows at random, 9 fits more) accuracy is " in text
    told = result.to_dict()["rows_of_groups"]
    assert told["parts"] == 3
    assert told["scores"]["1nn"] != result.estimates["1nn"].value
    many = referee.compare(["logistic", "1nn"], patients(6), metrics=["accuracy"], jobs=1, design="kfold:folds=3")
    assert many.to_dict()["rows_of_groups"] is None
