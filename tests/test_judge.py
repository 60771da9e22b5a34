"""judge from end to end: predictions in, verdict out."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import referee
from referee.comparisons import clustered_t, mcnemar, paired_t
from referee.errors import BadInput, NotJustified, UnknownName
from referee.estimates import clustered_mean
from referee.seeds import stream


def answers(n=120, k=2, seed=1, better=0.15):
    """Truth and two models' answers; the second is right more often."""
    random = stream(seed, "answers")
    truth = random.integers(0, k, n)
    one, other = (np.where(random.random(n) < share, truth, random.integers(0, k, n)) for share in (0.5, 0.5 + better))
    return pd.DataFrame({"id": np.arange(n), "truth": truth, "one": one, "other": other})


def long_of(frame, **more):
    rows = frame.melt(id_vars=[c for c in frame if c not in {"one", "other"}], value_vars=["one", "other"],
                      var_name="model", value_name="prediction")
    return rows.assign(**more)


def same(a, b):
    """All estimates and comparisons agree; what differs is only where they came from."""
    pd.testing.assert_frame_equal(a.table(), b.table())
    pd.testing.assert_frame_equal(a.comparisons(), b.comparisons())


@pytest.mark.slow
def test_shuffled_files_give_identical_results(tmp_path):
    frame = answers(60)
    rows = long_of(frame)
    wanted = referee.judge(rows, metrics=["accuracy", "f1"])
    for name in ("one", "other"):
        part = rows[rows.model == name].sample(frac=1, random_state=len(name))
        part.drop(columns="model").to_csv(tmp_path / f"{name}.csv", index=False)
    same(referee.judge([tmp_path / "one.csv", tmp_path / "other.csv"], metrics=["accuracy", "f1"]), wanted)
    same(referee.judge(rows.sample(frac=1, random_state=4).sort_values("model", kind="stable"),
                       metrics=["accuracy", "f1"]), wanted)


def test_one_test_set_is_mcnemar_with_its_counts():
    frame = answers(seed=4)
    result = referee.judge(frame, metrics="accuracy")
    right = [frame[m] == frame.truth for m in ("one", "other")]
    wanted, got = mcnemar(*right), result["one", "other"].comparison
    assert (got.p, got.difference) == pytest.approx((wanted.p, wanted.difference))
    only_other, only_one = int((right[1] & ~right[0]).sum()), int((right[0] & ~right[1]).sum())
    share = round(100 * (only_other + only_one) / 120)
    counts = f"{only_other} only other got right, {only_one} only one"
    assert f"They disagree on {share}% of cases: {counts}" in result.verdict
    assert "This is about these models, on cases like these" in result.verdict


def test_equal_scores_are_not_identical_models():
    result = referee.judge({"id": range(40), "truth": [0, 1] * 20, "a": [0, 1, 1, 1] * 10, "b": [0, 1, 0, 0] * 10},
                           metrics="accuracy")
    assert result.estimates["a"].value == result.estimates["b"].value
    assert result["a", "b"].outcome.value == "can't tell"
    assert "same model" not in result.verdict


def test_folds_are_cross_validation():
    frame = answers()
    result = referee.judge(long_of(frame, fold=np.tile(np.arange(120) % 5, 2)), metrics="accuracy")
    assert result.analysis.plan.design == "kfold"
    assert result.analysis.family.test == "corrected-t"
    per_fold = (frame.other == frame.truth).groupby(np.arange(120) % 5).mean()
    assert result.estimates["other"].value == pytest.approx(per_fold.mean())
    assert "cases like these" not in result.verdict


def test_repeats_of_folds_are_repeated_cross_validation():
    case = np.arange(120)
    rows = pd.concat([long_of(answers(seed=s), repeat=s, fold=np.tile((case + case // 4 * s) % 4, 2)) for s in (0, 1)])
    rows["truth"] = rows.id % 2
    result = referee.judge(rows, metrics="accuracy")
    assert result.analysis.plan.parameters == {"folds": 4, "repeats": 2}
    with pytest.raises(NotJustified, match="predicted once"):
        referee.judge(rows, metrics="accuracy", test="mcnemar")


def test_models_tested_on_other_folds_are_refused():
    rows = long_of(answers())
    rows["fold"] = np.where(rows.model == "one", rows.id % 5, rows.id % 4)
    with pytest.raises(BadInput, match="not tested on the same parts"):
        referee.judge(rows)


def test_clusters_widen_intervals_and_decide_the_test():
    frame = answers().assign(article=np.arange(120) // 6)
    result = referee.judge(frame, metrics="accuracy")
    right = [(frame[m] == frame.truth).astype(float) for m in ("one", "other")]
    wanted = clustered_t(*right, frame.article)
    got = result["one", "other"].comparison
    assert (got.p, got.standard_error) == pytest.approx((wanted.p, wanted.standard_error))
    interval = clustered_mean(right[0].to_numpy(), frame.article.to_numpy()).interval
    assert result.estimates["one"].interval.low == pytest.approx(interval.low)
    assert "The intervals allow for 20 clusters; naive ones would" in result.verdict


def test_repeated_generations_are_averaged_and_paired():
    """Miller 2024, section 3: the score of a question is the mean over its answers; n is the questions."""
    random = stream(2, "generations")
    rows = pd.DataFrame([{"item": i, "run": r, "model": m, "correct": int(random.random() < p), "article": i // 3}
                         for m, p in (("gpt", 0.8), ("llama", 0.5)) for i in range(60) for r in range(4)])
    result = referee.judge(rows)
    means = rows.pivot_table("correct", "item", "model")
    wanted = clustered_t(means.gpt, means.llama, means.index // 3)
    got = result["gpt", "llama"].comparison
    assert (got.p, got.difference) == pytest.approx((wanted.p, wanted.difference))
    assert result.analysis.problem.n_rows == 60
    assert any("4 runs of each case are averaged" in notice for notice in result.analysis.problem.notices)
    alone = referee.judge(rows.drop(columns="article"))
    assert alone["gpt", "llama"].comparison.p == pytest.approx(paired_t(means.gpt, means.llama).p)


def test_weights_are_repetition_without_precision():
    frame = answers(60)
    times = np.arange(60) % 3 + 1
    weighted = referee.judge(frame.assign(weight=times), metrics="accuracy")
    copies = frame.loc[np.repeat(np.arange(60), times)]
    copied = referee.judge(copies.assign(article=copies.id, id=np.arange(len(copies))), metrics="accuracy")
    same(weighted, copied)


def test_marks_only():
    result = referee.judge({"id": range(40), "a_correct": [1, 1, 0, 1] * 10, "b_correct": [0, 1, 0, 1] * 10})
    assert result.estimates["a"].value == 0.75
    assert result["a", "b"].comparison.method.startswith("McNemar")
    graded = referee.judge({"id": range(40), "a_correct": [1, 0.5, 0, 1] * 10, "b_correct": [0, 1, 0, 1] * 10})
    assert graded.analysis.primary.name == "mean_mark"
    assert graded.estimates["a"].value == 0.625


def test_regression():
    random = stream(3, "regression")
    y = random.normal(size=50)
    result = referee.judge({"id": range(50), "truth": y, "a": y + 0.1, "b": y + random.normal(size=50)}, metrics="mae")
    assert result.estimates["a"].value == pytest.approx(0.1)
    assert result["a", "b"].outcome.value == "better"


def test_one_model_is_evaluated():
    result = referee.judge(answers()[["id", "truth", "one"]], metrics="accuracy")
    right = (answers()["one"] == answers()["truth"]).mean()
    assert result.verdict.startswith(f"accuracy {right:.2f}")
    assert result.analysis.family is None


def test_against_and_ledger(tmp_path):
    book = tmp_path / "book.db"
    first = referee.judge(answers(), against="one", metrics="accuracy", ledger=book)
    again = referee.reread(book)
    same(first, again)
    assert str(first).partition("\n")[0] == str(again).partition("\n")[0]
    with pytest.raises(UnknownName, match="did you mean 'one'"):
        referee.judge(answers(), against="onne")


@pytest.mark.slow
def test_several_data_sets_are_judged_and_ranked():
    sets = pd.concat([long_of(answers(80, seed=s), dataset=f"set {s}") for s in range(6)])
    result = referee.judge(sets, metrics="accuracy")
    assert list(result.results) == [f"set {s}" for s in range(6)]
    same(result["set 2"], referee.judge(sets[sets.dataset == "set 2"].drop(columns="dataset"), metrics="accuracy"))
    table = {"dataset": list(result.results)} | {
        m: [r.estimates[m].value for r in result.results.values()] for m in ("one", "other")}
    assert result.ranking["one", "other"].to_dict() == referee.rank(table, metric="accuracy")["one", "other"].to_dict()
    assert "On set 0 (80 cases): " in str(result)
    assert "Over 6 data sets:" in str(result)
    assert json.dumps(result.to_dict())
    with pytest.raises(UnknownName, match="did you mean 'set 1'"):
        result["set_1"]


def test_over_several_data_sets_all_are_ranked_against_the_one_that_was_named():
    sets = pd.concat([long_of(answers(80, seed=s), dataset=f"set {s}") for s in range(6)])
    third = sets[sets.model == "one"].assign(model="third")
    result = referee.judge(pd.concat([sets, third]), metrics="accuracy", against="one")
    assert {(duel.a, duel.b) for duel in result.ranking.ranking.duels} == {("other", "one"), ("third", "one")}


@pytest.mark.usefixtures("undrawn")
def test_pages_of_several_data_sets(tmp_path):
    sets = pd.concat([long_of(answers(40, seed=s), dataset=f"set {s}") for s in range(3)])
    page = referee.judge(sets, metrics="accuracy").report(tmp_path / "all.html")
    assert {p.name for p in tmp_path.iterdir()} == {"all.html", "all-1.html", "all-2.html", "all-3.html"}
    assert page.name == "all.html"


@pytest.fixture(scope="module")
def iris():
    from sklearn.datasets import load_iris

    return load_iris(return_X_y=True, as_frame=True)


def cross_validated(X, y, cv, **wanted):
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    from sklearn.model_selection import cross_validate
    from sklearn.tree import DecisionTreeClassifier

    more = {"return_indices": True, "return_estimator": True} | wanted
    return {"lda": cross_validate(LinearDiscriminantAnalysis(), X, y, cv=cv, **more),
            "stump": cross_validate(DecisionTreeClassifier(max_depth=1), X, y, cv=cv, **more)}


def test_scikit_learn_repeated_folds(iris):
    from sklearn.model_selection import RepeatedStratifiedKFold

    done = cross_validated(*iris, RepeatedStratifiedKFold(n_splits=5, n_repeats=2, random_state=0))
    result = referee.judge_sklearn(done, *iris, metrics="accuracy")
    assert result.analysis.plan.parameters == {"folds": 5, "repeats": 2}
    for name, scores in done.items():
        assert result.estimates[name].value == pytest.approx(scores["test_score"].mean())
    assert result.analysis.table.n_train[0] == 120


def test_scikit_learn_random_splits(iris):
    from sklearn.model_selection import StratifiedShuffleSplit

    done = cross_validated(*iris, StratifiedShuffleSplit(n_splits=6, test_size=0.3, train_size=0.5, random_state=0))
    result = referee.judge_sklearn(done, *iris, metrics=["accuracy", "log_loss"])
    assert result.analysis.plan.design == "holdout"
    assert result.analysis.table.n_train[0] == 75
    assert result["lda", "stump"].outcome.value == "better"


def test_scikit_learn_without_what_is_needed(iris):
    with pytest.raises(BadInput, match="result of lda has no indices; call cross_validate with return_indices=True"):
        referee.judge_sklearn(cross_validated(*iris, 3, return_indices=False), *iris)


def test_cross_val_predict(iris):
    from sklearn.model_selection import KFold, cross_val_predict
    from sklearn.tree import DecisionTreeClassifier

    X, y = iris
    cv = KFold(5, shuffle=True, random_state=1)
    folds = np.empty(150, dtype=int)
    for number, (_, test) in enumerate(cv.split(X)):
        folds[test] = number
    said = {f"depth {d}": cross_val_predict(DecisionTreeClassifier(max_depth=d, random_state=0), X, y, cv=cv,
                                            method="predict_proba") for d in (1, 2)}
    result = referee.judge_sklearn(said, X, y, folds=folds, metrics="accuracy")
    assert result.analysis.plan.design == "kfold"
    loose = referee.judge_sklearn(said, X, y, metrics="accuracy")
    assert any("folds are not known" in notice for notice in loose.analysis.problem.notices)
    with pytest.raises(BadInput, match="predicts 149 rows, and y has 150"):
        referee.judge_sklearn({"a": np.zeros(149)}, X, y)


def test_scikit_learn_regression():
    from sklearn.datasets import load_diabetes
    from sklearn.linear_model import Ridge
    from sklearn.model_selection import cross_validate

    X, y = load_diabetes(return_X_y=True)
    done = {f"ridge {a}": cross_validate(Ridge(alpha=a), X, y, cv=4, return_indices=True, return_estimator=True,
                                         scoring="neg_mean_absolute_error") for a in (0.1, 100.0)}
    result = referee.judge_sklearn(done, X, y, metrics="mae")
    folds = [test.size for test in done["ridge 0.1"]["indices"]["test"]]      # 442 rows in 4 folds: not all alike
    assert result.estimates["ridge 0.1"].value == pytest.approx(
        np.average(-done["ridge 0.1"]["test_score"], weights=folds))


HERE = Path(__file__).parent / "fixtures" / "predictions"


def test_the_same_answer_from_the_logs_of_harnesses():
    logs = referee.judge([HERE / "inspect_alpha.json", HERE / "inspect_beta.eval"])
    assert logs["lab/alpha", "lab/beta"].comparison.difference == pytest.approx((2.75 - 1.5) / 4)
    lines = referee.judge(sorted(HERE.glob("lab__*/samples_*.jsonl")))
    assert lines["lab__alpha", "lab__beta"].comparison.difference == pytest.approx(0.25)


@pytest.mark.slow
def test_cases_that_seem_to_belong_together_are_told_and_groups_none_answers():
    rng = np.random.default_rng(0)
    truth = rng.choice(list("ab"), 80)
    frame = pd.DataFrame({"id": range(80), "site": np.repeat(np.arange(8), 10), "truth": truth,
                          "lda": np.where(rng.random(80) < 0.8, truth, "a"), "tree": truth})
    ask = {"prediction": "lda,tree", "metrics": "accuracy"}
    told = referee.judge(frame, **ask)
    assert told.analysis.problem.notices[-1] == (
        "80 cases come from 8 values of 'site': cases of one are not independent of each other; say groups='site' to "
        "allow for it, groups='none' if they are.")
    assert told["lda", "tree"].comparison.method == "McNemar mid-p"
    grouped = referee.judge(frame, groups="site", **ask)
    assert grouped["lda", "tree"].comparison.method == "clustered paired t"
    assert not any("values of" in notice for notice in grouped.analysis.problem.notices)
    alone = referee.judge(frame, groups="none", **ask)
    assert not any("values of" in notice for notice in alone.analysis.problem.notices)
    patients = frame.rename(columns={"site": "patient"})           # a name that is taken for groups
    assert referee.judge(patients, **ask)["lda", "tree"].comparison.method == "clustered paired t"
    assert referee.judge(patients, groups="none", **ask)["lda", "tree"].comparison.method == "McNemar mid-p"
    assert referee.judge(patients.drop(columns="id"), groups="none")["lda", "tree"].comparison.method == "McNemar mid-p"


SCORES = pd.DataFrame({"truth": [0, 1] * 30, "svm": np.linspace(-2, 3, 60), "net": np.sin(np.arange(60.0))})


@pytest.mark.slow
def test_scores_that_name_no_class_are_judged_by_how_they_rank():
    result = referee.judge(SCORES, score="svm,net")
    assert [metric.name for metric in result.analysis.metrics] == ["roc_auc", "average_precision"]
    assert str(result)


def test_an_answer_that_names_no_class_is_neither_right_nor_wrong():
    result = referee.judge(SCORES, score="svm,net", metrics="roc_auc,accuracy")
    (_, _, why), = result.analysis.families["accuracy"].uncompared
    assert why == "svm names no classes, so none of its answers is right or wrong."
    assert str(result)
