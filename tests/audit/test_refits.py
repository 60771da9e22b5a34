"""The leading learner fitted again: without near rows, on permuted targets, and as the study says it was."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.neighbors import KNeighborsClassifier

import referee
from referee.audit.bundle import Bundle, Model
from referee.audit.leaks.again import Again, learner_of
from referee.audit.leaks.neighbours import likeness, trials
from referee.audit.leaks.refits import ALIKE, on_permuted, without_neighbours
from referee.audit.leaks.rows import Rows, rows_of
from referee.data import load
from referee.errors import BadInput
from referee.learners import resolve


def rows_from(x, y, n_classes=2):
    return Rows(names=tuple(f"x{i}" for i in range(x.shape[1])), matrix=x, categories=np.zeros(x.shape[1], dtype=bool),
                y=y, n_classes=n_classes, texts={}, when=frozenset())


def folds(n, k=5):
    return [(np.flatnonzero(np.arange(n) % k == i), np.flatnonzero(np.arange(n) % k != i)) for i in range(k)]


def patients(rng, many=60, each=10, noise=.2):
    """Rows of the same people, each with the answer of the person, in any order."""
    who = rng.permutation(np.repeat(np.arange(many), each))
    return rng.normal(size=(many, 6))[who] + rng.normal(0, noise, (who.size, 6)), rng.integers(0, 2, many)[who]


def again(estimator, rows, **facts):
    return Again(name="it", make=lambda: estimator, rows=rows, **facts)


def test_a_score_that_rests_on_rows_of_the_same_people_falls_without_them():
    rows = rows_from(*patients(np.random.default_rng(0)))
    asked = list(trials(rows, folds(rows.n)))
    told = list(without_neighbours(rows, asked, again(KNeighborsClassifier(1), rows)))
    assert told[0].severity.value == "serious"
    assert told[0].evidence["nearest"] == 8
    assert told[0].evidence["with"] > .85
    assert told[0].evidence["without"] == pytest.approx(.5, abs=.2)         # people's answers were drawn at random
    assert "Without near rows in training it has an AUC of 0." in told[0].message
    straight = again(LinearDiscriminantAnalysis(), rows)        # does not recognise anybody, and owes them nothing
    assert [found.severity.value for found in without_neighbours(rows, asked, straight)] in ([], ["warning"])


def test_rows_drawn_one_by_one_are_no_more_like_the_nearest_than_like_the_next():
    for seed in range(5):
        rng = np.random.default_rng(seed)
        x = rng.normal(size=(500, 3))
        smooth = np.sin(2 * x[:, 0]) + x[:, 1] ** 2
        for y, n_classes in (((smooth > .5).astype(int), 2), (smooth + rng.normal(0, .3, 500), None)):
            rows = rows_from(x, y, n_classes)
            assert max(one.more for one in likeness(rows, list(trials(rows, folds(500))))) < ALIKE


def test_the_ranks_of_neighbours_are_by_distance_and_of_training_rows_only():
    rng = np.random.default_rng(1)
    x = rng.normal(size=(300, 2))
    rows = rows_from((x - x.mean(0)) / x.std(0), rng.integers(0, 2, 300))
    both = folds(300)
    for trial in trials(rows, both):
        assert any(np.isin(trial.test, test).all() and np.array_equal(trial.train, train) for test, train in both)
        away = np.linalg.norm(rows.matrix[trial.train] - rows.matrix[trial.test[0]], axis=1)
        assert trial.near[0].tolist() == trial.train[np.argsort(away)][:trial.near.shape[1]].tolist()


class Knows(ClassifierMixin, BaseEstimator):
    """Has the answers from a file."""

    def __init__(self, answers=None):
        self.answers = answers

    def fit(self, X, y):  # noqa: ARG002 - it needs no training
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.array([self.answers[float(row[0])] for row in np.asarray(X)])


class Remembers(Knows):
    """Keeps what it saw in earlier fits."""

    def fit(self, X, y):
        self.answers.update(zip(np.asarray(X)[:, 0].astype(float), y, strict=True))
        return super().fit(X, y)

    def predict(self, X):
        return np.array([self.answers.get(float(row[0]), self.classes_[0]) for row in np.asarray(X)])


def noisy(rng, n=400):
    x = rng.normal(size=(n, 4))
    return x, (x[:, 0] + rng.normal(0, 1.5, n) > 0).astype(int)


def test_a_learner_that_has_the_answers_from_elsewhere_knows_them_in_spite_of_permuted_targets():
    x, y = noisy(np.random.default_rng(2))
    rows = rows_from(x, y)
    asked = list(trials(rows, folds(rows.n)))
    knows = again(Knows(dict(zip(x[:, 0].tolist(), y.tolist(), strict=True))), rows)
    assert ["knows the true ones all the same" in one.message for one in on_permuted(rows, asked, knows)] == [True]
    remembers = again(Remembers({}), rows)
    told = list(on_permuted(rows, asked, remembers))
    assert ["it keeps what it has seen in other fits" in one.message for one in told] == [True]
    assert told[0].severity.value == "fatal"


@pytest.mark.parametrize("estimator", [
    LinearDiscriminantAnalysis(), KNeighborsClassifier(1), RandomForestClassifier(3, random_state=0)])
def test_an_honest_learner_falls_to_chance_on_permuted_targets(estimator):
    """Also where classes lie so far apart that any direction tells them apart, or the wrong way round."""
    rng = np.random.default_rng(3)
    y = rng.integers(0, 2, 300)
    for x in (rng.normal(size=(300, 2)) + 4 * y[:, None], noisy(rng, 300)[0]):
        rows = rows_from(x, y)
        assert list(on_permuted(rows, list(trials(rows, folds(300))), again(estimator, rows))) == []


@pytest.mark.slow
def test_learners_of_ones_own_are_handed_over_and_must_be_of_the_study(tmp_path):
    x, y = noisy(np.random.default_rng(4), 250)
    frame = pd.DataFrame(x, columns=list("abcd")).assign(y=np.where(y, "yes", "no"))
    file, ledger = tmp_path / "d.csv", tmp_path / "l.db"
    frame.to_csv(file, index=False)
    own = Knows(dict(zip(frame["a"].tolist(), frame["y"].tolist(), strict=True)))
    referee.compare({"own": own, "lda": "lda"}, file, target="y", design="kfold:folds=5", jobs=1, metrics="accuracy",
                    ledger=ledger)
    blind = referee.audit(ledger, data=file, target="y")["F-57"]
    assert (blind.outcome, "estimators=" in blind.ask) == ("found", True)           # the nearest are nowhere as good
    assert "fitted on the same training rows have 0." in blind.findings[0].message
    told = referee.audit(ledger, data=file, target="y", estimators={"own": own})
    assert (told.grade, "own knows the true ones" in told["F-57"].findings[0].message) == ("not usable", True)
    with pytest.raises(BadInput, match="no model called 'other'; it has own, lda"):
        referee.audit(ledger, data=file, target="y", estimators={"other": own})
    with pytest.raises(BadInput, match="give the data too"):
        referee.audit(ledger, estimators={"own": own})


@pytest.mark.parametrize("name", ["lda", "sklearn.datasets.clear_data_home"])
def test_nothing_is_called_because_a_ledger_names_it(tmp_path, name):
    """Of scikit-learn's own either: this function of it removes a folder."""
    (tmp_path / "kept").touch()
    hostile = {"class": "sklearn.datasets.clear_data_home", "parameters": {"data_home": str(tmp_path)}, "seed": 0}
    bundle = Bundle(name="a", problem=load("iris"), models=(Model(name=name, recipe=hostile),))
    assert learner_of(bundle, rows_of(bundle), name) is None
    assert (tmp_path / "kept").exists()


def test_a_learner_of_our_names_is_made_here_if_its_recipe_is_the_same():
    problem = load("iris")
    [known] = resolve("lda", problem)
    for recipe, had in ((known.recipe | {"seed": 7}, True), (known.recipe | {"more": 1}, False)):
        bundle = Bundle(name="a", problem=problem, models=(Model(name="lda", recipe=recipe),))
        assert (learner_of(bundle, rows_of(bundle), "lda") is not None) is had



@pytest.mark.slow
def test_predictions_of_a_model_trained_on_the_test_rows_are_better_than_it_is(tmp_path):
    x, y = noisy(np.random.default_rng(5), 500)
    frame = pd.DataFrame(x, columns=list("abcd")).assign(
        y=np.where(y, "yes", "no"), part=np.where(np.arange(500) % 4, "train", "test"), id=range(500))
    frame.to_csv(tmp_path / "d.csv", index=False)
    test, train = frame[frame["part"] == "test"], frame[frame["part"] == "train"]
    for name, some in (("leaky", frame), ("honest", train)):
        forest = RandomForestClassifier(30, random_state=0).fit(some[list("abcd")], some["y"])
        pd.DataFrame({"id": test["id"], "truth": test["y"], "forest": forest.predict(test[list("abcd")])}).to_csv(
            tmp_path / f"{name}.csv", index=False)
        (tmp_path / f"{name}.yaml").write_text(
            f"audit: {name}\ndata: d.csv\ntarget: y\nids: id\nsplit: part\npredictions: {name}.csv\n")
    told = referee.audit(tmp_path / "leaky.yaml")["F-57"]
    assert (told.outcome, told.findings[0].severity.value) == ("found", "serious")
    assert told.findings[0].evidence["stored"] - told.findings[0].evidence["again"] > .25
    assert referee.audit(tmp_path / "honest.yaml")["F-57"].outcome == "passed"
