"""decompose: the parts add up to the error of real models, noise is told apart where the truth is known, and what was
lost is counted."""

import re

import numpy as np
import pytest
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.linear_model import LinearRegression
from sklearn.tree import DecisionTreeClassifier

import referee
from referee.data import load
from referee.data.simulated import LogisticTruth
from referee.designs import FixedTest, lay
from referee.errors import BadInput
from referee.estimates import squared_decomposition
from referee.seeds import stream

N, NOISE = 240, 0.25


def line(seed=0):
    rng = stream(seed, "decompose test")
    X = rng.uniform(-1, 1, size=(N, 1))
    truth = np.sin(3 * X[:, 0])
    return X, truth + rng.normal(0, np.sqrt(NOISE), N), truth


def test_all_samples_share_one_test_set_and_nothing_else_is_in_both():
    problem = load("iris")
    for replace, size in ((False, 38), (True, 75)):
        design = FixedTest(seed=3, samples=6, train=0.5 if not replace else 1.0, replace=replace)
        splits = list(lay(design, problem).splits())
        assert len({s.test.tobytes() for s in splits}) == 1
        assert len({s.fingerprint for s in splits}) == 6
        for s in splits:
            assert not np.isin(s.train_rows, s.test).any()
            assert (s.n_train, s.n_test) == (size, 75)
            assert (np.unique(s.train_rows).size == size) is not replace
        assert np.bincount(problem.y[splits[0].test]).tolist() == [25, 25, 25]       # the test set is stratified
    more = lay(FixedTest(seed=3, samples=9), problem).splits()
    fewer = lay(FixedTest(seed=3, samples=4), problem).splits()
    assert [s.fingerprint for s in fewer] == [s.fingerprint for s in more][:4]


@pytest.mark.parametrize(("options", "words"), [
    ({"test": 0}, "test is a share"), ({"train": 1.0}, "same rows"), ({"samples": 1}, "at least 2"),
    ({"train": 2}, "train is a share"),
])
def test_a_protocol_that_cannot_be_is_refused(options, words):
    with pytest.raises(BadInput, match=words):
        FixedTest(seed=0, **options)


def test_the_parts_are_those_of_models_fitted_by_hand():
    """Geman, Bienenstock & Doursat (1992), on fits made without the pipeline."""
    X, y, truth = line()
    found = referee.decompose(LinearRegression(), X, y, samples=12, truth=truth, noise=NOISE, seed=5, jobs=1)
    splits = list(lay(FixedTest(seed=5, samples=12), load(X, y=y)).splits())
    test = splits[0].test
    said = [LinearRegression().fit(X[s.train_rows], y[s.train_rows]).predict(X[test]) for s in splits]
    wanted = squared_decomposition(said, truth[test], noise=NOISE)
    made = found.decompositions.of("squared-plug-in")[0]
    assert made["bias²"] == pytest.approx(wanted.bias_squared)
    assert made["variance"] == pytest.approx(wanted.variance)
    assert made["noise"] == NOISE
    assert made.error.value == pytest.approx(wanted.error)
    plain = found.decompositions.of("squared")[0]
    assert plain["variance"] == pytest.approx(wanted.variance * 12 / 11)
    assert plain.error.value == pytest.approx(made.error.value)


def test_a_known_truth_takes_the_noise_out_of_the_bias():
    """The variance of y around its mean is 0.25; without the truth it counts as bias."""
    X, y, truth = line()
    with_truth = referee.decompose("linear", X, y, samples=8, truth=truth, jobs=1).decompositions.of("squared")[0]
    without = referee.decompose("linear", X, y, samples=8, jobs=1)
    blind = without.decompositions.of("squared")[0]
    test = next(iter(lay(FixedTest(seed=0, samples=8), load(X, y=y)).splits())).test
    assert with_truth["noise"] == pytest.approx(((y - truth)[test] ** 2).mean())      # seen from the test rows
    assert blind["noise"] == 0
    assert blind["variance"] == with_truth["variance"]              # the truth does not enter there
    assert blind["bias²"] > with_truth["bias²"] + 0.5 * NOISE
    assert "noise counts as bias" in str(without)


def test_a_simulated_problem_knows_its_own_noise():
    known = LogisticTruth(classes=2, features=2).sample(120, seed=1)
    made = referee.decompose("gaussian-nb", known, samples=6, jobs=1).decompositions
    first, test = made.of("kohavi-wolpert")[0], FixedTest(seed=0, samples=6)
    rows = next(iter(lay(test, known.problem).splits())).test
    assert first["noise"] == pytest.approx(0.5 * (1 - (known.truth[rows] ** 2).sum(axis=1)).mean())
    assert made.truth_known


def test_classification_adds_up_in_all_three_ways():
    X = stream(2, "decompose test").normal(size=(90, 2))
    y = np.where(X[:, 0] > 0.4, "a", np.where(X[:, 1] > 0, "b", "c"))
    result = referee.decompose({"stump": DecisionTreeClassifier(max_depth=1), "tree": "tree"}, X, y, samples=10, jobs=1)
    frame = result.table()
    for (_, scheme), rows in frame.groupby(["learner", "scheme"]):
        parts = dict(zip(rows["part"], rows["value"], strict=True))
        error = parts.pop("error")
        helps = parts.pop("variance that helps", 0.0)
        assert error == pytest.approx(sum(parts.values()) - helps), scheme
    assert frame.groupby("learner")["value"].first().nunique() == 2
    errors = frame[frame["part"] == "error"].groupby("learner")["value"]
    assert (errors.max() - errors.min()).max() < 1e-12                      # one error, however it is taken apart
    stump, tree = result.decompositions.of("kohavi-wolpert")
    assert stump["bias²"] > tree["bias²"]


class Fragile(RegressorMixin, BaseEstimator):
    """Fails on some samples, says NaN on others, and knows one number otherwise."""

    def fit(self, X, y):
        self.mean_ = float(np.mean(y))
        if X[:, 0].min() > 1.5:
            raise RuntimeError("diverged")
        return self

    def predict(self, X):
        return np.full(len(X), np.nan if self.mean_ > 101 else self.mean_)


def test_models_that_fail_or_say_nan_are_counted_and_told():
    X, y = np.arange(40.0)[:, None] % 20, np.where(np.arange(40) < 8, 130.0, 95.0)
    result = referee.decompose(Fragile(), X, y, samples=20, train=0.3, seed=1, jobs=1, task="regression")
    reasons = result.decompositions.lost["fragile"]
    assert any("diverged" in reason for reason in reasons)
    assert any("NaN" in reason for reason in reasons)
    made = result.decompositions.of("squared")[0]
    assert made.models == 20 - reasons.total()
    assert f"{reasons.total()} of 20 training samples gave no model of fragile" in str(result)
    assert result.failed
    assert sum(row["samples"] for row in result.to_dict()["lost"]["fragile"]) == reasons.total()


def test_samples_without_a_class_are_counted():
    X = np.arange(40.0)[:, None]
    y = np.where(np.arange(40) < 3, "rare", np.where(np.arange(40) % 2, "odd", "even"))
    result = referee.decompose("tree", X, y, samples=15, jobs=1)
    splits = lay(FixedTest(seed=0, samples=15), load(X, y=y)).splits()
    lacking = sum("rare" not in y[s.train_rows] for s in splits)
    assert result.decompositions.lacking == lacking > 0
    assert f"{lacking} of 15 training samples lack a class" in str(result)


def test_nothing_left_is_said_and_not_computed():
    class Never(Fragile):
        def fit(self, X, y):  # noqa: ARG002
            raise RuntimeError("never")

    result = referee.decompose({"never": Never(), "mean": "mean"}, np.arange(20.0)[:, None], np.arange(20.0) + 1,
                               task="regression", samples=3, jobs=1)
    assert [d.learner for d in result.decompositions.of("squared")] == ["mean"]
    assert "never cannot be taken apart" in str(result)
    assert result.figure() is not None


def test_relabelling_classes_and_naming_targets_change_nothing(tmp_path):
    X = stream(4, "decompose test").normal(size=(60, 2))
    codes = (X[:, 0] > 0).astype(int)
    one = referee.decompose("tree", X, codes, samples=5, jobs=1).table()["value"]
    other = referee.decompose("tree", X, np.array(["u", "w"])[codes], samples=5, jobs=1, ledger=tmp_path / "l.db")
    assert other.table()["value"].tolist() == pytest.approx(one.tolist())
    assert str(referee.reread(tmp_path / "l.db")) == str(other)
    y = np.column_stack([X[:, 0] + 0.1, X[:, 1]])
    several = referee.decompose("linear", X, y, samples=4, jobs=1, task="regression")
    assert len({d.target for d in several.decompositions.found}) == 2
    assert several.figure(1) is not None
    with pytest.raises(BadInput, match="targets 0 to 1"):
        several.figure(2)


def test_a_truth_that_does_not_fit_is_refused():
    X, y, truth = line()
    for options, words in (({"truth": truth[:5]}, "truth is the mean"), ({"noise": 0.2}, "goes with a truth")):
        with pytest.raises(BadInput, match=words):
            referee.decompose("linear", X, y, samples=3, jobs=1, **options)


@pytest.mark.usefixtures("undrawn")
def test_the_page_is_whole_and_shows_every_number(tmp_path):
    result = referee.decompose(["tree", "lda"], "iris", samples=5, jobs=1)
    page = result.report(tmp_path / "d.html").read_text(encoding="utf-8")
    assert "<svg" in page
    assert "http" not in page.replace("http://www.w3.org", "")
    shown = list(result.decompositions.of("kohavi-wolpert"))
    assert [d.learner for d in shown] == ["tree", "lda"]
    for d in shown:
        cells = "".join(rf"<td[^>]*>{part.value:.3f} \([^<]*\)</td>" for part in (d.error, *d.parts[:2]))
        assert re.search(f'<th scope="row"[^>]*>{d.learner}</th>{cells}', page), cells
    assert "5 models are few" in page
    assert "Protocol: 75 rows are the test set" in page
