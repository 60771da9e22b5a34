"""Which learners may answer from single training rows, and that one of them changes nothing for the others."""

import numpy as np
import pytest
from sklearn.ensemble import BaggingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from referee.advice import Goal, advise_design, situation_of
from referee.api.asked import Asked
from referee.api.prepared import prepare
from referee.data import bundled, load
from referee.learners import may_keep_cases, resolve
from referee.seeds import stream

IRIS = bundled("iris")


class Unknown:
    """A class of the user's own, of which nothing is known."""

    def fit(self, _X, y):
        self.answer = y[0]
        return self

    def predict(self, X):
        return np.full(len(X), self.answer)


@pytest.mark.parametrize(("model", "keeps"), [
    ("1nn", True), ("knn", True), ("svm-rbf", True), ("svm-linear", False), ("lda", False), ("tree", False),
    ("forest", False), ("logistic", False), ("hist-gradient-boosting", False), ("mlp", False),
    (KNeighborsClassifier(3), True), (make_pipeline(StandardScaler(), KNeighborsClassifier()), True),
    (make_pipeline(StandardScaler(), LogisticRegression()), False), (SVC(kernel="linear"), False), (SVC(), True),
    (BaggingClassifier(KNeighborsClassifier()), True), (BaggingClassifier(), False),
    (GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 3]}), True),
    (GridSearchCV(LogisticRegression(), {"C": [1, 10]}), False), (Unknown(), True),
])
def test_who_keeps_cases(model, keeps):
    (learner,) = resolve([model], IRIS)
    assert may_keep_cases(learner) is keeps


def test_a_baseline_keeps_nothing():
    assert not may_keep_cases(resolve(["prior"], IRIS)[0])


def test_one_keeper_among_the_learners_moves_nobody_to_another_design():
    assert advise_design(IRIS, learners=resolve(["lda", "tree"], IRIS)).spec == "halves:repeats=50"
    advice = advise_design(IRIS, learners=resolve(["lda", "knn"], IRIS))
    assert advice.spec == "halves:repeats=50"
    (rule,) = [rule for rule in advice.rules if rule.code == "E-25"]
    situation = situation_of(IRIS, goal=Goal.COMPARE_LEARNERS, learners=resolve(["lda", "knn"], IRIS))
    assert rule.why(situation).startswith("knn may answer from single training rows")


def test_many_rows_and_groups_need_fewer_halves():
    random = stream(0, "rows")
    X, y = random.normal(size=(5001, 2)), random.integers(2, size=5001)
    many, grouped = load(X, y=y), load(X[:60], y=y[:60], groups=np.arange(60) % 20)
    for problem in (many, grouped):
        assert advise_design(problem, learners=resolve(["knn"], problem)).spec == "halves:repeats=15,passes=0"


def test_a_comparison_says_of_which_size_it_speaks():
    prepared = prepare(Asked("compare", ["1nn", "lda"]), IRIS)
    assert prepared.plan.card.description.startswith("50 repeats of complementary halves after 10-fold")
    assert "training on half of the rows" in prepared.card.declaration.why
