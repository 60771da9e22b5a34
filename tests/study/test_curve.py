"""Learning curves from the first fit to the rerun without one."""

import numpy as np
import pytest
from sklearn.metrics import accuracy_score
from sklearn.naive_bayes import GaussianNB

import referee
from referee.comparisons import corrected_t
from referee.comparisons.verdict import Outcome
from referee.data import load
from referee.designs.growing import growing_plan, is_training
from referee.errors import BadInput, UnknownName

MODELS = ["gaussian-nb", "tree", "knn"]
SIZES = [12, 24, 48, 96]


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    path = tmp_path_factory.mktemp("curve") / "curve.db"
    result = referee.learning_curve(MODELS, "iris", sizes=SIZES, folds=5, metrics=["accuracy", "log_loss"], jobs=1,
                                    ledger=path)
    return path, result


@pytest.mark.slow
def test_three_learners_reproduce_without_a_single_fit(stored):
    path, first = stored
    again = referee.learning_curve(MODELS, "iris", sizes=SIZES, folds=5, metrics=["accuracy", "log_loss"], jobs=1,
                                   ledger=path)
    assert (first.done.fitted, again.done.fitted, again.done.reused) == (60, 0, 60)
    ours, theirs = first.to_dict(), again.to_dict()
    for d in (ours, theirs):
        d["study"].pop("created")
    assert ours == theirs
    assert str(referee.reread(path)) == str(first)


def test_more_sizes_need_only_their_own_fits(stored):
    path, _ = stored
    more = referee.learning_curve(MODELS, "iris", sizes=[*SIZES, 120], folds=5, metrics="accuracy", jobs=1,
                                  ledger=path)
    assert (more.done.fitted, more.done.reused) == (15, 60)


def test_scores_are_those_of_the_models_themselves(stored):
    problem = load("iris")
    plan = growing_plan(problem, SIZES, folds=5, repeats=1, training=1000, seed=0)
    X, y = problem.features.matrix if hasattr(problem.features, "matrix") else None, problem.y
    if X is None:
        from sklearn.datasets import load_iris
        X = load_iris().data
    tested, trained = [], []
    for split in plan.splits():
        if "/48." in split.label:
            model = GaussianNB().fit(X[split.train], y[split.train])
            inside = is_training(split)
            tested.append(accuracy_score(y[split.test[~inside]], model.predict(X[split.test[~inside]])))
            trained.append(accuracy_score(y[split.train], model.predict(X[split.train])))
    point = stored[1].curves.curve("gaussian-nb").points[2]
    assert point.value == pytest.approx(np.mean(tested))
    assert point.training == pytest.approx(np.mean(trained))
    assert (point.size, point.rows, point.kept) == (48, 48, 5)
    assert dict(stored[1].curves.curve("knn").points[2].complexity) == {"stored_rows": 48}
    assert {name for name, _ in stored[1].curves.curve("tree").points[0].complexity} == {"leaves", "depth"}
    assert point.fit_seconds > 0
    assert point.predict_seconds > 0


def test_a_pair_at_one_size_is_the_corrected_t_and_the_family_is_stricter(stored):
    frame = stored[1].differences()
    row = frame[(frame.metric == "accuracy") & (frame.a == "gaussian-nb") & (frame.b == "tree") & (frame["size"] == 12)]
    made = stored[1].curves.contrasts["accuracy"].of("gaussian-nb", "tree")[0]
    assert len(frame) == 2 * 3 * 4
    assert row.difference.item() == pytest.approx(made.difference)
    family = stored[1].curves.contrasts["accuracy"].found
    assert all(c.p_adjusted >= c.p for c in family)
    assert any(c.p_adjusted > 1.5 * c.p for c in family)
    values = {name: stored[1].curves.curve(name).points[0].value for name in ("gaussian-nb", "tree")}
    assert made.difference == pytest.approx(values["gaussian-nb"] - values["tree"])


def test_the_correction_is_that_of_the_largest_size(stored):
    path, first = stored
    alone = referee.learning_curve(MODELS, "iris", sizes=[12], folds=5, metrics="accuracy", jobs=1, ledger=path)
    assert alone.done.fitted == 0
    for a, b in (("gaussian-nb", "tree"), ("tree", "knn")):
        one, among = (r.curves.contrasts["accuracy"].of(a, b)[0] for r in (alone, first))
        assert one.difference == pytest.approx(among.difference)
        assert among.p < one.p              # 30 rows tested for 96 trained on, not for 12


def test_one_declared_size_is_a_family_of_its_own(stored):
    path, first = stored
    only = referee.learning_curve(MODELS, "iris", sizes=SIZES, folds=5, metrics="accuracy", at=96, adjust="holm",
                                  against="knn", jobs=1, ledger=path)
    found = only.curves.contrasts["accuracy"].found
    assert [(c.a, c.b, c.size) for c in found] == [("gaussian-nb", "knn", 96), ("tree", "knn", 96)]
    assert "at 96 rows only, as declared beforehand" in str(only).replace("\n", " ")
    before = first.curves.contrasts["accuracy"].of("tree", "knn")[-1]
    assert found[1].p == pytest.approx(before.p)
    assert found[1].p_adjusted <= 2 * found[1].p + 1e-12


def test_the_corrected_t_agrees_with_the_array_function():
    draw = np.random.default_rng(0)
    X = draw.normal(size=(200, 4))
    y = (X[:, 0] + 0.7 * draw.normal(size=200) > 0).astype(int)
    result = referee.learning_curve({"a": "gaussian-nb", "b": "tree:max_depth=1"}, X, y, sizes=[40, 150], folds=5,
                                    metrics="accuracy", jobs=1)
    same = referee.learning_curve({"a": "gaussian-nb", "b": "tree:max_depth=1"}, X, y, sizes=[160], folds=5,
                                  metrics="accuracy", jobs=1, training=0)
    plain = referee.compare({"a": "gaussian-nb", "b": "tree:max_depth=1"}, X, y, design="kfold:folds=5",
                            metrics="accuracy", jobs=1, baseline=False)
    table = plain.analysis.table
    expected = corrected_t(table.scores["a", "accuracy"].values, table.scores["b", "accuracy"].values,
                           n_train=160, n_test=40)
    assert same.curves.contrasts["accuracy"].found[0].p == pytest.approx(expected.p)
    assert same.curves.curve("a").points[0].training is None
    assert result.curves.curve("a").no_law.startswith("2 sizes are too few")


def test_what_is_not_there_is_said():
    """A learner that fails on small training sets, and a metric without a best value."""
    draw = np.random.default_rng(1)
    X, y = draw.normal(size=(90, 3)), draw.normal(size=90)
    result = referee.learning_curve({"far": "knn:n_neighbors=30", "ridge": "ridge"}, X, y, sizes=[20, 40, 60], folds=5,
                                    metrics=["rmse", "r2"], jobs=1)
    assert result.failed
    first = result.curves.curve("far").points[0]
    assert (first.value, first.lost) == (None, 5)
    assert "n_neighbors" in first.reason
    assert "fits of far failed, the first at 20 rows" in str(result)
    assert [c.size for c in result.curves.contrasts["rmse"].found] == [40, 60]
    result.figure("r2")
    assert "—" in str(result)


def test_identical_learners_are_called_so_and_perfect_ones_have_a_band():
    X = np.r_[np.zeros((40, 2)), np.ones((40, 2))] + np.linspace(0, 0.1, 80)[:, None]
    y = np.repeat([0, 1], 40)
    result = referee.learning_curve({"one": "tree", "two": "tree"}, X, y, sizes=[10, 20], folds=4, metrics="accuracy",
                                    jobs=1)
    assert {c.outcome for c in result.curves.contrasts["accuracy"].found} == {Outcome.IDENTICAL}
    band = result.curves.curve("one").points[-1].band
    assert band.high == 1.0
    assert band.low < 0.95


def test_groups_grow_as_groups():
    draw = np.random.default_rng(2)
    groups = np.repeat(np.arange(30), 4)
    X = draw.normal(size=(120, 3))
    y = (X[:, 0] > 0).astype(int)
    result = referee.learning_curve("gaussian-nb", X, y, groups=groups, sizes=[5, 10, 20], folds=5, metrics="accuracy",
                                    jobs=1)
    assert [p.rows for p in result.curves.curve("gaussian-nb").points] == [20, 40, 80]
    assert result.curves.unit == "groups"
    assert "10 groups (40 rows)" in str(result)
    assert result.curves.contrasts["accuracy"].reason == "there is one learner"


def test_a_look_is_counted_for_each_learner(stored):
    from referee.api import opened

    with opened(stored[0], read_only=True) as store:
        assert sum(look.purpose == "curve" for look in store.looks()) >= 3


@pytest.mark.parametrize(("options", "said", "kind"), [
    ({"at": 13}, "not among the sizes", BadInput), ({"adjust": "bonf"}, "max-t or holm", BadInput),
    ({"against": "svm"}, "svm", UnknownName), ({"level": 95}, "level", BadInput), ({"seed": -1}, "seed", BadInput),
    ({"training": -1}, "training", BadInput),
])
def test_mistakes(options, said, kind):
    with pytest.raises(kind, match=said):
        referee.learning_curve(MODELS, "iris", **({"sizes": SIZES, "folds": 5} | options))
