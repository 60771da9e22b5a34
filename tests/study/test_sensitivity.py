"""One thing varied at a time, each move beside its uncertainty."""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

import referee
from referee.comparisons import corrected_t
from referee.errors import BadInput, UnknownName

ASKED = {"vary": {"max_depth": [1, 4]}, "seeds": 2, "splits": 2, "designs": ["kfold:folds=3"],
         "design": "kfold:folds=5", "metrics": "accuracy", "jobs": 1}


def noisy(n=150, seed=0):
    draw = np.random.default_rng(seed)
    X = draw.normal(size=(n, 4))
    y = ((X[:, 0] * X[:, 1] > 0) ^ (draw.uniform(size=n) < 0.1)).astype(int)      # a stump cannot see it
    return X, y


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    path = tmp_path_factory.mktemp("sensitivity") / "s.db"
    X, y = noisy()
    return path, X, y, referee.sensitivity("tree", X, y, ledger=path, **ASKED)


def by(result, kind):
    return [v for v in result.sensitivity.variants if v.kind == kind]


def test_every_variant_is_there_and_a_rerun_fits_nothing(stored):
    path, X, y, first = stored
    assert [v.kind for v in first.sensitivity.variants] == ["parameter"] * 2 + ["seed"] * 2 + ["split"] * 2 + ["design"]
    assert first.done.fitted == first.done.total == 5 * 7 + 3
    again = referee.sensitivity("tree", X, y, ledger=path, **ASKED)
    assert (again.done.fitted, again.done.reused) == (0, 38)
    assert str(again) == str(first) == str(referee.reread(path))


def test_the_base_and_a_parameter_are_what_compare_says_of_them(stored):
    _, X, y, made = stored
    plain = referee.compare({"deep": "tree", "stump": "tree:max_depth=1"}, X, y, design="kfold:folds=5",
                            metrics="accuracy", jobs=1, baseline=False)
    table = plain.analysis.table
    expected = corrected_t(table.scores["stump", "accuracy"].values, table.scores["deep", "accuracy"].values,
                           n_train=120, n_test=30)
    stump = by(made, "parameter")[0]
    assert made.sensitivity.base.estimate.value == pytest.approx(plain.estimates["deep"].value)
    assert stump.move == pytest.approx(expected.difference)
    assert stump.interval.low == pytest.approx(expected.interval.low)
    assert stump.p_adjusted == pytest.approx(min(1.0, 4 * expected.p))      # the smallest of four tested moves
    assert stump.beyond is True
    assert made.sensitivity.sources[0].beyond >= 1


def test_seeds_keep_the_splits_and_splits_do_not(stored):
    made = stored[3]
    plans = [one.plan for one in made.sensitivity.study.declaration.variants]
    assert plans[0] == plans[3] == plans[4]
    assert len({plans[0], plans[5], plans[6], plans[7]}) == 4
    assert all(v.beyond is None and v.interval is None for v in (*by(made, "split"), *by(made, "design")))
    assert all(v.beyond is not None for v in by(made, "seed"))


def test_a_learner_without_randomness_does_not_move_with_its_seed():
    X, y = noisy(60)
    made = referee.sensitivity("gaussian-nb", X, y, seeds=2, splits=0, designs=[], design="kfold:folds=3", jobs=1)
    assert "The learner's seed: the estimate does not move at all." in str(made)
    assert [v.move for v in by(made, "seed")] == [0.0, 0.0]
    assert "the same" in str(made)


def test_an_estimator_object_can_be_varied():
    X, y = noisy(60)
    made = referee.sensitivity(DecisionTreeClassifier(random_state=0), X, y, vary={"max_depth": [1]}, seeds=0,
                               splits=0, designs=[], design="kfold:folds=3", jobs=1)
    assert [v.label for v in by(made, "parameter")] == ["max_depth=1"]
    with pytest.raises(BadInput, match="no parameter 'depth'"):
        referee.sensitivity(DecisionTreeClassifier(), X, y, vary={"depth": [1]}, jobs=1)


def test_looks_and_every_form(stored):
    path, *_, made = stored
    from referee.api import opened

    with opened(path, read_only=True) as store:
        assert {look.purpose for look in store.looks()} == {"sensitivity"}
    assert len(made.table()) == 8
    assert made.to_dict()["sources"][0]["source"] == "max_depth"
    assert "<svg" in made._repr_html_()
    made.figure()


def test_a_broken_value_is_reported_and_the_rest_goes_on():
    X, y = noisy(60)
    made = referee.sensitivity("knn", X, y, vary={"n_neighbors": [500, 3]}, seeds=0, splits=0, designs=[],
                               design="kfold:folds=3", jobs=1)
    assert made.failed
    assert "n_neighbors=500 has no estimate" in str(made)
    assert by(made, "parameter")[1].beyond is not None
    made.figure()


@pytest.mark.parametrize(("options", "said", "kind"), [
    ({"seeds": -1}, "seeds is a whole number", BadInput), ({"metrics": "acuracy"}, "acuracy", UnknownName),
    ({"seeds": 0, "splits": 0, "designs": [], "vary": {}}, "nothing is varied", BadInput),
    ({"level": 2}, "level", BadInput), ({"vary": {"depth": [1]}}, "depth", BadInput),
])
def test_mistakes(options, said, kind):
    X, y = noisy(30)
    with pytest.raises(kind, match=said):
        referee.sensitivity("tree", X, y, **(ASKED | options))


@pytest.mark.parametrize("verb", ["curve", "sensitivity"])
def test_what_was_interrupted_goes_on(tmp_path, verb):
    """Stopped after some fits, the same call makes only the others."""
    X, y = noisy(60)

    def call(**more):
        if verb == "curve":
            return referee.learning_curve(["tree", "gaussian-nb"], X, y, sizes=[10, 20, 40], folds=3, jobs=1,
                                          metrics="accuracy", ledger=tmp_path / "x.db", **more)
        return referee.sensitivity("tree", X, y, ledger=tmp_path / "x.db", **(ASKED | more))

    def stop(done, total, failed):
        if done == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        call(progress=stop)
    rest = call()
    assert rest.done.reused >= 5
    assert rest.done.fitted == rest.done.total - rest.done.reused
    assert str(call()) == str(rest)
