"""Of which kind a learner is, by its recipe: what is around it does not matter, what is not known is not guessed."""

import pytest
from sklearn.ensemble import StackingClassifier, VotingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC, LinearSVC

from referee.data import bundled
from referee.learners import resolve
from referee.learners.kinds import Kind, kind_of
from referee.learners.recipe import recipe_of


@pytest.mark.parametrize(("name", "kind"), [
    ("knn", Kind.NEIGHBOURS), ("1nn", Kind.NEIGHBOURS), ("svm-rbf", Kind.KERNEL), ("svm-linear", Kind.LINEAR),
    ("logistic", Kind.LINEAR), ("lda", Kind.LINEAR), ("gaussian-nb", Kind.NAIVE_BAYES), ("tree", Kind.TREE),
    ("forest", Kind.FOREST), ("extra-trees", Kind.FOREST), ("hist-gradient-boosting", Kind.BOOSTING),
    ("mlp", Kind.NETWORK)])
def test_named_learners_have_their_kind(name, kind):
    (learner,) = resolve([name], bundled("iris"))
    assert kind_of(learner.recipe) is kind


@pytest.mark.parametrize(("model", "kind"), [
    (SVC(), Kind.KERNEL), (SVC(kernel="linear"), Kind.LINEAR), (LinearSVC(), Kind.LINEAR),
    (VotingClassifier([("a", LogisticRegression()), ("b", GaussianNB())]), None),
    (StackingClassifier([("a", LogisticRegression())]), None)])
def test_objects_have_theirs_and_mixtures_none(model, kind):
    assert kind_of(recipe_of(model)) is kind


def test_a_class_of_the_users_own_and_a_tuned_learner_have_none():
    class Own:
        def predict(self):
            return []

    assert kind_of(recipe_of(Own())) is None
    (tuned,) = resolve(["knn:n_neighbors=1|5"], bundled("iris"))
    assert kind_of(tuned.recipe) is None
