"""Simulated problems: the truth they announce is the law by which they were drawn."""

import numpy as np
import pytest

from referee.data.simulated import SIMULATORS, BayesianNetwork, GaussianMixture, LogisticTruth
from referee.errors import BadInput

LAWS = [GaussianMixture(classes=4), LogisticTruth(classes=3), LogisticTruth(classes=2, features=2),
        BayesianNetwork(classes=3, features=7), BayesianNetwork(classes=2, features=4, evenness=2.0)]


def test_every_simulator_is_tried_here():
    assert {law.name for law in LAWS} == {kind.name for kind in SIMULATORS}


@pytest.mark.parametrize("law", LAWS, ids=repr)
def test_outcomes_follow_the_announced_truth(law):
    """Σ (outcome − q) f(q) over 20,000 rows is within four standard errors of 0, for f = 1 and f = q, every class."""
    known = law.sample(20_000, seed=5)
    q, happened = known.truth, np.eye(law.classes)[known.problem.y]
    assert np.allclose(q.sum(axis=1), 1)
    for weight in (np.ones_like(q), q):
        total, spread = ((happened - q) * weight).sum(axis=0), np.sqrt((q * (1 - q) * weight**2).sum(axis=0))
        assert (np.abs(total) <= 4 * spread + 1e-9).all()


@pytest.mark.slow
def test_no_forecast_from_the_features_beats_the_truth():
    """A forest trained on half of the rows has a higher log loss on the others than the announced truth has."""
    from sklearn.ensemble import RandomForestClassifier

    for law in (GaussianMixture(), BayesianNetwork(features=6)):
        known = law.sample(3000, seed=2)
        X, y = np.asarray(known.problem.features.matrix), known.problem.y
        forest = RandomForestClassifier(100, min_samples_leaf=5, random_state=0).fit(X[:1500], y[:1500])
        rows = np.arange(1500)
        said = forest.predict_proba(X[1500:])[rows, y[1500:]]
        assert -np.log(known.truth[1500:][rows, y[1500:]]).mean() < -np.log(np.maximum(said, 1e-3)).mean()


def test_gaussian_truth_is_bayes_rule_worked_with_scipy():
    from scipy.stats import multivariate_normal

    from referee.seeds import stream

    law = GaussianMixture(classes=2, features=3)
    features, truth = law.draw(50, stream(1, "law"), stream(1, "rows"))
    again = stream(1, "law")
    means = again.normal(size=(4, 3)) * law.distance / np.sqrt(3)
    shares = again.dirichlet([5.0, 5.0])
    density = np.column_stack([multivariate_normal(mean).pdf(features) for mean in means])
    joint = np.column_stack([shares[c] * density[:, 2 * c : 2 * c + 2].mean(axis=1) for c in (0, 1)])
    assert truth == pytest.approx(joint / joint.sum(axis=1, keepdims=True))


def test_the_truth_of_a_network_is_its_own_class_given_all_other_nodes():
    """The class drawn inside the network, not from the truth: its surprise is uncorrelated with every other node."""
    from referee.seeds import stream

    law = BayesianNetwork(classes=3, features=6, evenness=1.0)
    found, q = law.nodes(30_000, stream(4, "law"), stream(4, "rows"))
    surprise = np.eye(3)[found[:, law.centre]] - q
    for node in range(7):
        for state in range(3) if node != law.centre else ():
            there = found[:, node] == state
            spread = np.sqrt((q * (1 - q))[there].sum(axis=0))
            assert (np.abs(surprise[there].sum(axis=0)) <= 4.5 * spread + 1e-9).all(), (node, state)


def test_the_seed_decides():
    one, same, other = (LogisticTruth().sample(40, seed=s) for s in (1, 1, 2))
    assert one.problem.fingerprint == same.problem.fingerprint != other.problem.fingerprint


def test_too_few_rows_for_the_classes_are_refused():
    with pytest.raises(BadInput, match="too few for 6 classes"):
        GaussianMixture(classes=6).sample(8, seed=0)
    with pytest.raises(BadInput, match="two classes"):
        LogisticTruth(classes=1)
