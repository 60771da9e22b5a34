"""chance: exact where all orders can be made, honest on noise, and an alarm where a procedure leaks."""

from itertools import permutations

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import referee
from referee.comparisons.multiplicity.shuffled_p import shuffled_p
from referee.data import make_problem
from referee.designs import make_plan
from referee.errors import BadInput
from referee.ledger import open_ledger
from worked import example


def noise(n, d=3, seed=0):
    draw = np.random.default_rng(seed)
    return draw.normal(size=(n, d)), np.arange(n) % 2


def separate(n, d=3, seed=0):
    X, y = noise(n, d, seed)
    return X + 2.5 * y[:, None], y


def test_the_worked_example():
    case = example("permutation-p")
    inputs, expected = case["inputs"], case["expected"]
    assert shuffled_p(inputs["n_as_good"], inputs["n_perm"]) == pytest.approx(expected["p"], abs=1e-12)
    assert shuffled_p(0, inputs["n_perm"]) == pytest.approx(expected["min_p"], abs=1e-12)
    with pytest.raises(BadInput):
        shuffled_p(5, 4)


@pytest.mark.parametrize("n", [4, pytest.param(5, marks=pytest.mark.slow)])
def test_all_orders_of_a_few_labels_by_hand(n):
    """All orders refitted without any of our machinery; the p-value is a plain share."""
    X, y = separate(n, d=2, seed=4)
    model = KNeighborsClassifier(n_neighbors=1)
    result = referee.chance({"1-nn": model}, X, y, design="kfold:folds=2", metrics="accuracy", shuffles=10_000, jobs=1)
    found = result.chance.reference("1-nn")
    splits = list(make_plan("kfold:folds=2", make_problem(X, y), seed=0).splits())

    def score(order):
        Z = X[list(order)]
        right = [model.fit(Z[s.train_rows], y[s.train_rows]).predict(Z[s.test]) == y[s.test] for s in splits]
        return np.concatenate(right).mean()

    every = np.array([score(order) for order in permutations(range(n))])
    assert found.shuffles == len(every) - 1
    assert found.observed == pytest.approx(score(range(n)))
    assert found.p == pytest.approx((every >= found.observed - 1e-12).mean())
    assert sorted(found.values) == pytest.approx(sorted(every[1:]))
    assert "(all there are)" in str(result)


def test_a_signal_is_beyond_chance_and_the_sentence_says_so():
    result = referee.chance("lda", *separate(40), shuffles=99, jobs=1)
    assert result.p("lda") == 0.01
    text = " ".join(str(result).split())
    assert "is beyond chance: none of 99 shuffles of the labels reached it (p = 0.010)" in text
    assert "no bias of the procedure, as it was run here, is seen beyond ±0.0" in text
    told = result.to_dict()["references"][0]
    assert len(told["reference"]) == 99
    assert told["no_skill"] == 0.5


def test_noise_is_within_chance():
    result = referee.chance(["lda", "gaussian-nb"], *noise(40, seed=1), shuffles=99, jobs=1)
    assert result.p("lda") > 0.05
    assert "within what chance gives" in str(result)
    assert "by Holm over the learners" in " ".join(str(result).split())


def test_regression_by_rmse_and_a_no_skill_value_that_is_the_spread():
    draw = np.random.default_rng(0)
    X = draw.normal(size=(60, 3))
    y = X[:, 0] + draw.normal(size=60) / 4
    found = referee.chance("ridge", X, y, shuffles=49, jobs=1).chance.reference("ridge")
    assert found.metric.name == "rmse"
    assert found.p == 1 / 50
    assert found.no_skill == pytest.approx(y.std(), rel=0.1)
    assert not found.optimistic


def select(X, y):
    """Five features chosen with all labels in sight: the mistake."""
    X, y = np.asarray(X), np.asarray(y)
    return X[:, np.argsort(-np.abs((X * (y - y.mean())[:, None]).sum(axis=0)))[:5]]


@pytest.mark.slow
def test_a_procedure_that_selects_features_on_all_rows_gives_itself_away(tmp_path):
    """Salzberg (1997), 3.1: shuffle the labels, run the same methodology, and see its own bias."""
    X, y = noise(50, d=300)
    naive = referee.chance("lda", select(X, y), y, shuffles=49, jobs=1).chance.reference("lda")
    assert naive.p == 1 / 50                  # shuffling after the selection does not see it
    result = referee.chance("lda", X, y, before=select, shuffles=49, jobs=1, ledger=tmp_path / "a.db")
    found = result.chance.reference("lda")
    assert found.observed == naive.observed
    assert found.p > 0.05
    assert found.optimistic
    assert found.mean > 0.75
    assert found.adjusted < 0.65 < found.observed
    assert "the procedure is biased" in " ".join(str(result).split())
    again = referee.chance("lda", X, y, before=select, shuffles=49, jobs=1, ledger=tmp_path / "a.db")
    assert again.done.fitted == 0
    other = referee.chance("lda", X, y, before=lambda X, y: select(X, y)[:, ::-1], shuffles=49, jobs=1,
                           ledger=tmp_path / "a.db")
    assert other.done.fitted > 0              # another step is another procedure


def test_what_is_done_before_must_keep_the_rows():
    with pytest.raises(BadInput, match="one row for each"):
        referee.chance("lda", *noise(20), before=lambda X, _: np.asarray(X)[:10], shuffles=9, jobs=1)


def test_testing_on_training_rows_is_a_bias_too():
    found = referee.chance("knn:n_neighbors=1", *noise(30), design="resubstitution", metrics="accuracy", shuffles=29,
                           jobs=1).chance.reference("knn")
    assert (found.mean, found.no_skill, found.optimistic) == (1.0, 0.5, True)
    assert found.adjusted == 0.5


def test_columns_show_whether_dependence_is_used():
    """XOR: only the dependence between two features tells the class."""
    draw = np.random.default_rng(0)
    X = draw.normal(size=(120, 2))
    y = (X[:, 0] * X[:, 1] > 0).astype(int)
    result = referee.chance("tree", X, y, tests="columns", metrics="accuracy", shuffles=19, jobs=1,
                            design="kfold:folds=3")
    assert result.p("tree", test="columns") == 1 / 20
    assert "tree uses that features depend on each other" in " ".join(str(result).split())
    independent = referee.chance("lda", *separate(60), tests=["labels", "columns"], metrics="log_loss", shuffles=19,
                                 jobs=1)
    assert independent.p("lda", test="columns") > 0.05
    assert independent.p("lda") == 1 / 20


@pytest.mark.slow
def test_whole_groups_exchange_labels_and_the_design_is_laid_anew():
    draw = np.random.default_rng(0)
    groups = np.repeat(np.arange(20), draw.integers(1, 5, 20))
    y = (np.arange(20) % 2)[groups]
    X = draw.normal(size=(20, 3))[groups] + draw.normal(size=(groups.size, 3)) / 10      # groups are alike, no signal
    result = referee.chance("knn", X, y, groups=groups, metrics="accuracy", shuffles=24, jobs=1, design="kfold:folds=4")
    assert result.p("knn") > 0.05
    assert result.chance.tests[0].words == "labels of whole groups shuffled"
    assert 0.3 < result.chance.reference("knn").mean < 0.65
    # As if rows were independent, the same data look full of signal.
    assert referee.chance("knn", X, y, metrics="accuracy", shuffles=24, jobs=1, design="kfold:folds=4").p("knn") < 0.05


def test_strata_are_not_crossed():
    """All there is to learn is the stratum, so within strata nothing is left."""
    draw = np.random.default_rng(0)
    stratum = np.arange(80) % 2
    y = (draw.random(80) < np.where(stratum, 0.85, 0.15)).astype(int)
    X = np.column_stack([stratum, draw.normal(size=80)])
    assert referee.chance("lda", X, y, shuffles=59, jobs=1).p("lda") == 1 / 60
    assert referee.chance("lda", X, y, shuffles=59, jobs=1, strata=stratum).p("lda") > 0.05


def test_a_tuned_learner_in_one_call():
    result = referee.chance("knn:n_neighbors=1|9", *separate(30), metrics="accuracy", shuffles=3, jobs=1,
                            design="kfold:folds=3", tuning="kfold:folds=2")
    assert result.p(next(iter(result.chance.learners))) == 0.25


def test_few_shuffles_are_said_to_be_few():
    text = " ".join(str(referee.chance("lda", *separate(30), shuffles=9, jobs=1)).split())
    assert "With 9 shuffles p cannot be below 0.1, so nothing can be found at 0.05; use 19 shuffles or more" in text


def test_one_class_and_other_mistakes_are_sentences():
    X, y = noise(20)
    with pytest.raises(BadInput, match="class"):
        referee.chance("lda", X, np.zeros(20, dtype=int), task="classification", shuffles=9, jobs=1)
    with pytest.raises(BadInput, match="did you mean 'labels'"):
        referee.chance("lda", X, y, tests="lables", jobs=1)
    with pytest.raises(BadInput, match="leave-one-out has no ROC AUC"):
        referee.chance("lda", X, y, design="loo", jobs=1)


def test_constant_features_give_no_skill_and_p_1():
    result = referee.chance("tree", np.ones((30, 2)), np.arange(30) % 2, metrics="accuracy", shuffles=19, jobs=1)
    assert result.p("tree") == 1.0


class Broken(GaussianNB):
    """Cannot be fitted."""

    def fit(self, X, y):  # noqa: ARG002
        raise ValueError("it is broken")


def test_a_learner_that_fails_on_everything_says_why():
    result = referee.chance(Broken(), *noise(12), shuffles=5, jobs=1, design="kfold:folds=2")
    assert result.p("broken") is None
    assert result.failed
    assert "broken has no ROC AUC: the fit failed: ValueError: it is broken." in " ".join(str(result).split())


def test_a_stored_study_is_told_again_without_a_fit(tmp_path):
    path = tmp_path / "chance.db"
    first = referee.chance("lda", *separate(30), shuffles=9, jobs=1, ledger=path, tests=["labels", "columns"])
    assert str(referee.reread(path)) == str(first)
    more = referee.chance("lda", *separate(30), shuffles=39, jobs=1, ledger=path)
    assert more.done.reused == 10 * 10
    assert list(more.chance.reference("lda").values[:9]) == list(first.chance.reference("lda").values)
    assert list(first.table()["shuffled"]) == ["labels", "columns"]


@pytest.mark.slow
def test_the_level_on_pure_noise():
    """METHODS D.4, generator G5: p is uniform over 500 runs (KS p > 0.01), and P(p <= 0.05) <= 0.065."""
    from scipy import stats

    p, ledger = [], open_ledger(":memory:")
    for run in range(500):
        draw = np.random.default_rng(run)
        X, y = draw.normal(size=(40, 4)), draw.permutation(np.arange(40) % 2)
        p.append(referee.chance(GaussianNB(), X, y, metrics="log_loss", shuffles=39, jobs=1, seed=run,
                                design="kfold:folds=5", ledger=ledger).p("gaussian-nb"))
    ledger.close()
    p = np.array(p)
    assert (p <= 0.05).mean() <= 0.065
    # p takes the values 1/40 … 1 with equal chances; spread over their steps it is uniform.
    spread = p - np.random.default_rng(0).random(500) / 40
    assert stats.kstest(spread, "uniform").pvalue > 0.01
