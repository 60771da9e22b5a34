"""Tuned learners from end to end: no leak, no fooling, no fit lost or made twice."""

import itertools
import json

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import GridSearchCV, ShuffleSplit
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

import referee
from referee import api
from referee.designs import make_plan
from referee.errors import BadInput
from referee.estimates import bbc_cv, tibshirani_tibshirani
from referee.kinds import Direction
from referee.learners import PRESETS, resolve
from referee.learners.tuning import choose
from referee.ledger import job_key
from referee.running import Local, run
from referee.running.serial import run_serial
from tuning_spies import SEEN, SpyModel, SpyScaler


def noise(n=60, seed=0):
    """Row numbers and balanced labels that have nothing to do with them."""
    y = np.random.default_rng(seed).permutation(np.arange(n) % 2)
    return np.column_stack([np.arange(n), np.zeros(n)]).astype(float), y


def spy(settings, **how):
    return referee.tuned(make_pipeline(SpyScaler(), SpyModel()), {"spymodel__setting": list(range(settings))}, **how)


def fifty(**how):
    """Fifty random configurations of a model that learns nothing."""
    return {"lucky": referee.tuned(SpyModel(), {"setting": "integers(0, 1000000)"}, draws=50, **how)}


# Fooling oneself

@pytest.mark.slow
def test_fifty_settings_on_noise_the_naive_score_shines_and_the_honest_one_does_not():
    X, y = noise(80)
    result = referee.tune(fifty(inner="kfold:folds=3"), X, y, metrics="accuracy", design="kfold:folds=4", jobs=1)
    found = result.tuning["lucky"]
    assert found.tried == 50
    assert result.done.inner == 4 * 50 * 3
    assert found.naive > 0.6                                # looks better than chance
    honest = result.estimates["lucky"]
    assert honest.value < 0.55
    assert 0.5 in honest.interval
    assert found.optimism == pytest.approx(found.naive - honest.value)
    said = str(result).replace("\n", " ")
    assert found.optimism_shown is (found.naive not in honest.interval)
    assert ("Don't quote the former." in said) is found.optimism_shown
    assert f"{'is optimistic by' if found.optimism_shown else 'is better by'} {found.optimism:.2f}" in said
    assert "looks better than the baseline" in said
    assert "nothing shows that anything was learned" in said


@pytest.mark.slow
def test_the_cheap_corrections_see_through_it_too_and_every_setting_is_a_look():
    X, y = noise(80)
    with api.opened(None) as ledger:
        result = referee.tune(fifty(), X, y, metrics="accuracy", design="kfold:folds=4", correction="bbc", jobs=1,
                              ledger=ledger)
        assert len({look.learner for look in ledger.looks()}) == 51      # and the baseline
    best = result.best_of
    assert best.tried == 50
    assert best.naive > 0.6
    assert best.corrected < 0.56
    assert 0.5 in best.interval
    assert best.tibshirani < best.naive
    assert "is the best of 50 configurations by accuracy" in result.verdict
    assert "Don't quote that one alone." in result.verdict


def test_the_cheap_corrections_are_those_of_the_arrays():
    result = referee.tune("knn:n_neighbors=1|5|15|60", "wine", metrics="accuracy", design="kfold:folds=4", seed=3,
                          correction="bbc", jobs=1)
    table, names = result.analysis.table, [n for n in result.analysis.learners if n.startswith("knn")]
    wrong = np.zeros((178, 4))
    for i, name in enumerate(names):
        said = table.rows[name]
        wrong[said.row, i] = said.predictions.labels != said.predictions.truth
    bbc = bbc_cv(wrong, seed=3, bounds=(0, 1))
    tt = tibshirani_tibshirani(1 - np.stack([table.scores[name, "accuracy"].values for name in names], axis=1))
    best = result.best_of
    assert best.learner == names[tt.best]
    assert best.corrected == pytest.approx(1 - bbc.value)
    assert best.interval.low == pytest.approx(1 - bbc.interval.high)
    assert best.tibshirani == pytest.approx(1 - tt.value)
    assert best.naive == pytest.approx(1 - tt.naive)


def test_a_metric_that_is_no_mean_over_rows_has_only_the_older_correction():
    X, y = noise(40)
    result = referee.tune({"lucky": spy(4)}, X, y, metrics="balanced_accuracy", design="kfold:folds=4", jobs=1,
                          correction="bbc")
    assert result.best_of.corrected is None
    assert "BBC-CV draws rows, and balanced accuracy is no mean over rows" in result.verdict


@pytest.mark.slow
def test_tuning_inside_is_no_look_at_test_rows():
    X, y = noise(40)
    with api.opened(None) as ledger:
        referee.tune({"lucky": spy(5)}, X, y, metrics="accuracy", design="kfold:folds=4", jobs=1, ledger=ledger)
        assert len({look.learner for look in ledger.looks()}) == 2


def nested_estimate(right, folds, inner):
    """Nested tuning replayed on a table of hits (rows, settings) of learners that learn nothing."""
    n = len(right)
    scores = []
    for f in range(folds):
        test = np.arange(n) % folds == f
        train = right[~test]
        parts = np.arange(len(train)) % inner
        means = np.stack([train[parts == g].mean(axis=0) for g in range(inner)], axis=1)
        scores.append(right[test, choose(means, Direction.MAXIMISE).chosen].mean())
    return float(np.mean(scores))


@pytest.mark.parametrize("correlation", [0.5, pytest.param(0.0, marks=pytest.mark.slow)])
def test_nested_tuning_is_unbiased_for_the_best_of_fifty_null_settings(correlation):
    """G7, K = 50: |bias| below a quarter of a standard error, where the naive bias is above one."""
    draw, K, n = np.random.default_rng(5), 50, 100
    honest, naive = [], []
    for _ in range(300):
        shared, own = draw.random((n, 1)) < 0.5, draw.random((n, K)) < 0.5
        right = np.where(draw.random((n, K)) < np.sqrt(correlation), shared, own).astype(float)
        honest.append(nested_estimate(right, 5, 5))
        naive.append(right.mean(axis=0).max())
    error = np.std(honest, ddof=1)
    assert abs(np.mean(honest) - 0.5) < 0.25 * error
    assert np.mean(naive) - 0.5 > error


# Leaks

class Here:
    """Does all jobs in this process, where a spy can be read."""

    def run(self, bench, jobs, total):  # noqa: ARG002
        for _, record in run_serial(bench, jobs):
            yield record


@pytest.mark.parametrize("preset", [p.name for p in PRESETS])
def test_no_test_row_reaches_any_fit(preset):
    """The spy is given one outer split at a time, so every fit it sees belongs to that split."""
    X, y = noise(48)
    outer = make_plan(PRESETS[preset].outer or "kfold:folds=4", api.load(X, y=y), seed=2)
    for split in itertools.islice(outer.splits(), 2):
        SEEN.clear()
        result = referee.compare({"spy": spy(4, inner=preset)}, X, y, metrics="accuracy", engine=Here(),
                                 design=[(split.train_rows, split.test)], test="mcnemar")
        kinds = {kind for kind, _ in SEEN}
        seen = frozenset().union(*(rows for _, rows in SEEN))
        inner_fits = 4 * {"salzberg": 1, "nested": 5}.get(preset, 10)
        assert kinds == {"prepare", "fit"}
        assert len(SEEN) == 2 * (inner_fits + 1)                      # or the spy was not there
        assert seen == frozenset(split.train_rows.tolist())
        assert result.tuning["spy"].parts == 1
        # Each but the last is fitted on a part of the training rows, so that something is left to choose by.
        assert all(rows < seen for _, rows in SEEN[:-2])
        assert all(rows == seen for _, rows in SEEN[-2:])


def table(n=40, seed=3):
    """Numbers with gaps, and categories: everything that is scaled, imputed or encoded."""
    draw = np.random.default_rng(seed)
    y = draw.integers(0, 2, n)
    x = draw.normal(size=n) + y
    return pd.DataFrame({
        "a": np.where(draw.random(n) < 0.2, np.nan, x), "b": draw.normal(size=n),
        "c": draw.choice(["red", "green", "blue"], n), "y": np.where(y == 1, "yes", "no"),
    })


def spoiled(frame, rows):
    """The same table with nonsense in some rows."""
    other = frame.copy()
    other.loc[rows, "a"] = 1e6
    other.loc[rows, "b"] = np.nan
    other.loc[rows, "c"] = "red"
    other.loc[rows, "y"] = np.where(frame.loc[rows, "y"] == "yes", "no", "yes")
    return other


@pytest.mark.parametrize("preset", ["nested", "salzberg", *(pytest.param(name, marks=pytest.mark.slow)
                                                            for name in ("flexer", "ttv"))])
def test_nonsense_in_test_rows_changes_nothing_that_was_learned_or_chosen(preset):
    """Scaling, imputation, encoding, the prior and the choice: all as before, bit by bit."""
    frame = table()
    split = (np.arange(10, 40), np.arange(10))
    answers = []
    for data in (frame, spoiled(frame, np.arange(5))):
        problem = api.load(data, target="y")
        learners = resolve("logistic:C=0.01|100", problem, tuning=api_tuning(preset))
        with api.opened(None) as ledger:
            plan = make_plan([split], problem, seed=0)
            run(problem, plan, learners, ledger=ledger, engine=Local(workers=1), seed=0)
            keys = [job_key(problem.fingerprint, learner.fingerprint(0), plan.card.entries[0].split)
                    for learner in learners]
            answers.append(list(ledger.read_many(keys)))
    for before, after in zip(*answers, strict=True):
        assert not before.failed
        untimed = [{k: v for k, v in r.notes["tuned"].items() if k != "seconds"} for r in (before, after)]
        assert untimed[0] == untimed[1]
        assert np.array_equal(before.probabilities[5:], after.probabilities[5:])      # rows that were left alone


def api_tuning(preset):
    from referee.learners import Tuning

    return Tuning.of(inner=preset, select="bir")


# Fits: shared, resumed, the same everywhere

class Reversed:
    """Does the jobs in the opposite order, and stops when told to."""

    def __init__(self, after=None):
        self.after, self.done = after, 0

    def run(self, bench, jobs, total):  # noqa: ARG002
        for _, record in run_serial(bench, iter(list(jobs)[::-1])):
            if self.done == self.after:
                raise KeyboardInterrupt
            self.done += 1
            yield record


MODELS = "tree:max_depth=1|3|None,forest:n_estimators=3,max_features=1|2"


def contents(ledger):
    return {r.job: r for r in ledger.read_many(sorted(ledger.keys()))}


def check_same(a, b):
    assert a.keys() == b.keys()
    for job, record in a.items():
        assert np.array_equal(record.labels, b[job].labels)
        assert np.array_equal(record.probabilities, b[job].probabilities)
        notes = [{k: v for k, v in r.notes.get("tuned", {}).items() if k != "seconds"} for r in (record, b[job])]
        assert notes[0] == notes[1]


def carried_out(ledger, engine):
    prepared = api.prepare(api.Asked("compare", MODELS, design="kfold:folds=3", tuning="nested:folds=2", seed=4,
                                     metrics="accuracy"), api.load("iris"))
    return api.carry_out(prepared, ledger, engine=engine)


@pytest.fixture(scope="module")
def undisturbed():
    with api.opened(None) as ledger:
        result = carried_out(ledger, Local(workers=1))
        assert ledger.check() == []
        return contents(ledger), str(result), result.done


def test_every_fit_is_in_the_ledger_and_counted(undisturbed):
    records, _, done = undisturbed
    assert done.inner == 3 * 2 * (3 + 2)
    assert done.total == done.fitted == done.inner + 3 * 3         # two tuned learners and the baseline, three folds
    assert len(records) == done.total + 3 * 2                      # what was chosen stands under its own name too


@pytest.mark.parametrize("stops", [pytest.param((4, 9), marks=pytest.mark.slow), (11, 24)])
def test_interrupted_and_resumed_in_any_order_is_the_same_as_undisturbed(undisturbed, stops):
    with api.opened(None) as ledger:
        for after in stops:
            with pytest.raises(KeyboardInterrupt):
                carried_out(ledger, Reversed(after))
        before = len(ledger.keys())
        result = carried_out(ledger, Reversed())
        assert before > 0
        assert result.done.fitted < undisturbed[2].total
        check_same(contents(ledger), undisturbed[0])
        assert str(result) == undisturbed[1]
        again = carried_out(ledger, Reversed(0))                   # would stop at the first fit
        assert again.done.fitted == 0


@pytest.mark.slow
def test_two_workers_give_the_same_bits(undisturbed):
    with api.opened(None) as ledger:
        carried_out(ledger, Local(workers=2, time_limit=60))       # a time limit sends every fit to a worker
        check_same(contents(ledger), undisturbed[0])


@pytest.mark.slow
def test_fits_are_shared_with_plain_learners_and_between_ways_to_tune():
    iris = api.load("iris")
    with api.opened(None) as ledger:
        def go(models):
            prepared = api.prepare(api.Asked("evaluate", models, design="kfold:folds=3", metrics="accuracy",
                                             baseline=False), iris)
            return api.carry_out(prepared, ledger, engine=Local(workers=1)).done

        space = {"n_neighbors": [15, 5, 1]}
        assert go(referee.tuned("knn", space, inner="kfold:folds=2")).fitted == 3 * (3 * 2 + 1)
        assert go(referee.tuned("knn", space, inner="kfold:folds=2", rule="one-se")).inner == 3 * 3 * 2
        assert go("knn:n_neighbors=15|5|1").inner == 3 * 3 * 5
        fitted = go("knn:n_neighbors=15").fitted
        assert fitted < 3                                          # some fold had chosen it


@pytest.mark.slow
def test_a_setting_that_fails_is_not_chosen_and_one_that_cannot_be_scored_leaves_a_reason():
    X, y = noise(30)
    result = referee.tune(DecisionTreeClassifier(), X, y, space={"max_depth": [-1, 2]}, metrics="accuracy", jobs=1,
                          design="kfold:folds=3")
    assert result.tuning["tuned-decision-tree-classifier"].chosen == (("max_depth=2", 3),)
    lost = referee.tune(DecisionTreeClassifier(), X, y, space={"max_depth": [-1, -2]}, metrics="accuracy", jobs=1,
                        design="kfold:folds=3")
    assert lost.failed
    assert "cannot choose a setting by accuracy: the fits failed" in str(lost).replace("\n", " ")


# The report, the protocol, other people's searches, the command line

@pytest.mark.slow
def test_a_search_object_is_known_for_what_it_is():
    X, y = noise(40)
    search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 3, 5]}, cv=ShuffleSplit(2, random_state=0))
    result = referee.evaluate(search, X, y, metrics="accuracy", design="kfold:folds=4", jobs=1,
                              groups=np.repeat(np.arange(8), 5))
    found = result.tuning["grid-search-cv"]
    assert (found.tried, found.parts, found.search) == (3, 4, "GridSearchCV")
    assert found.recommended.startswith("n_neighbors=")
    assert found.naive is not None
    said = " ".join(str(result).split())
    assert "by the cv it was given (ShuffleSplit), which does not keep groups together" in said


def test_salzberg_protocol_tunes_in_salzbergs_way_and_refuses_another():
    X, y = noise(60)
    result = referee.compare({"spy": spy(3)}, X, y, protocol="salzberg", jobs=1)
    assert result.done.inner == 10 * 3
    assert "trained on T1 and scored on T2 (step 4B)" in str(result).replace("\n", " ")
    with pytest.raises(BadInput, match="protocol salzberg tunes as in salzberg"):
        referee.compare({"spy": spy(3)}, X, y, protocol="salzberg", tuning="nested", jobs=1)
    with pytest.raises(BadInput, match="spy in another way"):
        referee.compare({"spy": spy(3, inner="nested")}, X, y, protocol="salzberg", jobs=1)


@pytest.mark.parametrize(("preset", "design"), [("salzberg", "kfold"), ("flexer", "holdout"), ("ttv", "holdout"),
                                                ("nested", "kfold")])
def test_a_preset_brings_its_outer_design(preset, design):
    X, y = noise(60)
    prepared = api.prepare_tune({"spy": spy(3)}, api.load(X, y=y), tuning=preset, metrics="accuracy")
    assert prepared.plan.design.name == design
    assert prepared.plan.card.entries[0].n_test == {"flexer": 12, "ttv": 20}.get(preset, 6)
    assert prepared.n_fits == len(prepared.plan.card.entries) * (prepared.learners[0].n_fits(48) + 1)


@pytest.mark.slow
def test_from_the_ledger_alone_the_result_is_the_same(tmp_path):
    X, y = noise(40)
    where = tmp_path / "tuned.db"
    first = referee.tune({"spy": spy(4)}, X, y, metrics="accuracy", design="kfold:folds=4", jobs=1, ledger=where)
    again = referee.reread(where)
    assert str(again) == str(first)
    said = again.to_dict()
    assert json.loads(json.dumps(said))["tuning"]["learners"]["spy"]["tried"] == 4
    page = first.report(tmp_path / "page.html").read_text()
    assert "Settings that spy chose" in page
    with api.opened(where, read_only=True) as store:
        assert store.check() == []


def test_nothing_to_tune_is_said_before_anything_is_fitted():
    X, y = noise(40)
    with pytest.raises(BadInput, match="nothing to tune"):
        referee.tune("tree", X, y)
    with pytest.raises(BadInput, match="nested or bbc"):
        referee.tune("knn:n_neighbors=1|3", X, y, correction="bonferroni")
    with pytest.raises(BadInput, match="one prediction a row"):
        referee.tune("knn:n_neighbors=1|3", X, y, correction="bbc", design="kfold:folds=3,repeats=2")
