"""Pictures of a study: from stored predictions to curves, matrices and rows, as answers and on the page."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics as theirs

import referee
from referee.errors import BadInput, Undefined, UnknownName
from referee.report import as_html
from referee.seeds import stream

FOLDS = {"design": "kfold:folds=3", "jobs": 1}
N = 120
draw = stream(5, "pictures")
TRUTH = draw.integers(0, 2, N)
SCORED = {name: np.round(1 / (1 + np.exp(-(2 * TRUTH - 1) * far - draw.normal(size=N))), 3)
          for name, far in (("good", 1.2), ("poor", 0.4))}
FILE = pd.DataFrame({"id": [f"p{i}" for i in range(N)], "truth": TRUTH} | SCORED)


@pytest.fixture(scope="module")
def judged():
    return referee.judge(FILE, metrics=["roc_auc", "average_precision", "accuracy"])


@pytest.fixture(scope="module")
def folds():
    return referee.compare(["lda", "gaussian-nb"], "breast-cancer", metrics=["roc_auc", "average_precision"], **FOLDS)


@pytest.fixture(scope="module")
def flowers():
    return referee.compare(["lda", "1nn"], "iris", metrics="accuracy", **FOLDS)


def test_the_posterior_of_a_difference_is_drawn_with_what_does_not_matter(tmp_path):
    from scipy import stats

    answer = referee.compare(["lda", "tree"], "wine", metrics="accuracy", relevant=0.03, **FOLDS)
    picture, back = answer.posterior("lda", "tree"), answer.posterior("tree", "lda")
    (row,) = picture.table().to_dict("records")
    assert row["better"] + row["equal"] + row["worse"] == pytest.approx(1)
    law = stats.t(row["df"], row["mean"], row["scale"])
    assert row["better"] == pytest.approx(law.sf(0.03))
    assert row["equal"] == pytest.approx(law.cdf(0.03) - law.cdf(-0.03))
    at = np.linspace(-0.2, 0.4, 9)
    np.testing.assert_allclose(picture.view.posterior.density(at), law.pdf(at), rtol=1e-10)
    np.testing.assert_allclose(back.view.posterior.density(-at), law.pdf(at), rtol=1e-10)
    assert back.table()["worse"].item() == row["better"]
    assert "no difference that matters (±0.03)" in picture.view.lead
    assert picture.save(tmp_path / "p.pdf").stat().st_size > 5_000
    assert "How likely is which difference?" in as_html(answer.analysis)


def test_a_test_without_a_posterior_has_no_picture_of_it(judged):
    with pytest.raises(BadInput, match=r"there is no posterior of good against poor: their test has none\."):
        judged.posterior("good", "poor")
    assert "How likely is which difference?" not in as_html(judged.analysis)


@pytest.fixture(scope="module")
def numbers():
    x = stream(1, "numbers").normal(size=(60, 2))
    return referee.compare(["ridge", "tree"], x, x @ [1.0, 2.0] + stream(2, "noise").normal(size=60), **FOLDS)


def test_areas_are_those_that_the_study_tells(judged, folds):
    for result in (judged, folds):
        for kind, metric in (("roc", "roc_auc"), ("precision_recall", "average_precision")):
            drawn = {curve.learner: curve.curve.area for curve in getattr(result, kind)().view.curves}
            for name, area in drawn.items():
                assert area == pytest.approx(result.analysis.estimates[name, metric].value)


def test_a_judged_file_has_the_curve_of_scikit_learn_with_its_band_around(judged):
    points = judged.roc("good").table()
    x, y, _ = theirs.roc_curve(TRUTH, SCORED["good"], drop_intermediate=False)
    inside = points[(points.false_positive_rate * (TRUTH == 0).sum()) % 1 > 1e-6]       # not where the curve jumps
    assert inside.true_positive_rate.to_numpy() == pytest.approx(np.interp(inside.false_positive_rate, x, y))
    assert ((points.low <= points.true_positive_rate) & (points.true_positive_rate <= points.high)).all()


def test_classes_are_told_one_against_the_rest(flowers):
    found = flowers.roc("lda")
    assert [curve.of for curve in found.view.curves] == ["setosa", "versicolor", "virginica"]
    assert found._repr_html_().count("<svg") == 1
    assert {curve.of for curve in flowers.precision_recall("lda", of="virginica").view.curves} == {"virginica"}
    with pytest.raises(UnknownName, match="virginia"):
        flowers.roc(of="virginia")
    with pytest.raises(Undefined, match="name it with of="):
        flowers.decision_curve()
    assert "acting on setosa" in flowers.decision_curve("lda", of="setosa")._repr_html_()


def test_the_first_class_may_be_the_one_looked_for(judged):
    one, other = (judged.roc("good", of=of).view.curves[0].curve.area for of in (0, 1))
    assert one == pytest.approx(other)
    assert judged.precision_recall("good", of=0).view.curves[0].curve.area == pytest.approx(
        theirs.average_precision_score(1 - TRUTH, 1 - SCORED["good"]))


def test_confusion_counts_each_row_once(judged, flowers):
    found = judged.confusion("good").view.matrices[0]
    assert found.counts.tolist() == theirs.confusion_matrix(TRUTH, SCORED["good"] >= 0.5).tolist()
    assert found.shares.sum(axis=1) == pytest.approx([1, 1])
    assert sum(flowers.confusion("lda").table()["count"]) == 150


def test_sampling_weights_weigh_the_matrix_and_the_curves():
    weight = draw.random(N) + 0.5
    result = referee.judge(FILE.assign(w=weight), weights="w", weights_are="sampling", metrics="accuracy")
    found = result.confusion("good").view.matrices[0]
    assert found.counts == pytest.approx(theirs.confusion_matrix(TRUTH, SCORED["good"] >= 0.5, sample_weight=weight))
    assert found.weighted
    assert result.roc("good").view.curves[0].curve.area == pytest.approx(
        theirs.roc_auc_score(TRUTH, SCORED["good"], sample_weight=weight))
    assert result.decision_curve("good").view.curves[0].share == pytest.approx(np.average(TRUTH, weights=weight))


def test_groups_are_drawn_whole(judged):
    grouped = referee.judge(FILE.assign(g=np.arange(N) // 6), groups="g", metrics="accuracy")
    assert "whole groups" in str(grouped.roc())
    assert "the test rows" in str(judged.roc())
    assert grouped.decision_curve("good").view.curves[0].table[-1].sensitivity.interval.method.startswith("clustered")


def test_rows_are_named_and_those_that_all_get_wrong_come_first(judged):
    wrong = {name: (said >= 0.5) != TRUTH for name, said in SCORED.items()}
    every = [f"p{i}" for i in np.flatnonzero(wrong["good"] & wrong["poor"])]
    table = judged.rows().table()
    assert set(table.id[:len(every)]) == set(every)
    assert len(table) == N
    assert f"Every model is wrong about {len(every)} rows of 120" in str(judged.rows())
    assert table["wrong: good"].sum() == wrong["good"].sum()


def test_rows_on_which_two_differ_and_who_is_right(judged):
    said = {name: values >= 0.5 for name, values in SCORED.items()}
    apart = np.flatnonzero(said["good"] != said["poor"])
    found = judged.differing("good", "poor")
    assert set(found.table().id) == {f"p{i}" for i in apart}
    right = int((said["good"][apart] == TRUTH[apart]).sum())
    assert f"good is right in {right}, poor in {len(apart) - right}" in str(found).replace("\n", " ").replace("  ", " ")
    with pytest.raises(BadInput, match="differ from itself"):
        judged.differing("good", "good")
    with pytest.raises(UnknownName):
        judged.differing("good", "best")


def test_residuals_are_truth_minus_prediction_the_largest_first(numbers):
    table = numbers.residuals("ridge").table()
    assert table["error: ridge"].to_numpy() == pytest.approx((table.truth - table.ridge).to_numpy())
    assert table["error: ridge"].abs().is_monotonic_decreasing
    assert numbers.residuals()._repr_html_().count("<circle") == 120
    assert "closer than tree" in str(numbers.differing("ridge", "tree"))


def test_what_there_is_not_is_refused_with_a_way_out(numbers, flowers):
    for ask in (numbers.roc, numbers.confusion, numbers.decision_curve):
        with pytest.raises(BadInput, match="regression problem"):
            ask("ridge")
    with pytest.raises(BadInput, match="ask for the confusion matrix"):
        flowers.residuals()
    with pytest.raises(BadInput, match="have no picture"):
        flowers.rows().figure()
    with pytest.raises(UnknownName, match="forest"):
        flowers.roc("forest")
    alone = referee.evaluate("lda", "iris", metrics="accuracy", design="loo", jobs=1)
    with pytest.raises(Undefined, match="one test part"):
        alone.roc()
    assert "Confusion matrices" in as_html(alone.analysis)


def test_the_page_has_a_section_of_curves_and_one_of_mistakes(judged, numbers):
    page = as_html(judged.analysis)
    curves = page[page.index('id="h-curves"'):page.index('id="h-mistakes"')]
    assert [title for title in ("ROC", "Precision-recall", "Decision curve") if title in curves] == [
        "ROC", "Precision-recall", "Decision curve"]
    assert curves.count("<svg") == len(re.findall("<svg[^>]* aria-label=", curves)) == 3
    mistakes = page[page.index('id="h-mistakes"'):page.index('id="h-calibration"')]
    assert "Rows that every model gets wrong" in mistakes
    assert ">p" in mistakes
    other = as_html(numbers.analysis)
    assert "h-curves" not in other
    assert "Residuals" in other


def test_a_repeated_study_says_that_its_first_pass_is_drawn():
    twice = referee.evaluate("lda", "iris", metrics="accuracy", design="kfold:folds=3,repeats=2", jobs=1)
    assert "the first pass of several" in twice.confusion()._repr_html_()
    assert sum(twice.confusion().table()["count"]) == 150


def test_more_lines_than_colours_are_refused(flowers):
    with pytest.raises(BadInput, match="8 at most"):
        flowers.roc(*(f"m{i}" for i in range(9)))


def test_of_many_classes_the_most_frequent_mistakes_are_told():
    truth = np.arange(60) % 15
    said = np.where(np.arange(60) < 9, (truth + 1) % 15, truth)
    said[truth == 3] = 7
    found = referee.judge({"id": list(range(60)), "truth": [f"c{i:02d}" for i in truth],
                           "m": [f"c{i:02d}" for i in said]}, metrics="accuracy").confusion()
    with pytest.raises(BadInput, match="take the table"):
        found.figure()
    (table,) = found.view.blocks()
    assert list(table.rows[0]) == ["c03", "c07", "4", "100%"]
    assert len(table.rows) == 9
    assert found.table()["count"].sum() == 60


def test_a_figure_is_as_wide_as_a_column_of_a_paper(judged):
    for found in (judged.roc(), judged.precision_recall(), judged.decision_curve(), judged.confusion("good")):
        assert found.figure().get_size_inches()[0] <= 3.45


def test_every_picture_is_an_answer(judged, tmp_path):
    for kind in ("roc", "precision_recall", "confusion", "decision_curve", "rows"):
        found = getattr(judged, kind)()
        assert isinstance(found, referee.Answer)
        assert found.to_dict()["about"]
        assert found.save(tmp_path / f"{kind}.csv").read_text(encoding="utf-8").count("\n") > 4
        assert found.save(tmp_path / f"{kind}.json").stat().st_size > 100
        assert "<svg" in found.report(tmp_path / f"{kind}.html").read_text(encoding="utf-8") or kind == "rows"


def test_rows_are_missed_by_all_by_some_or_by_none(judged):
    found = judged.rows().view.rows
    wrong = [sum(errors) for errors in zip(*found.error.values(), strict=True)]
    models = len(found.error)
    assert found.by_all.row.size == sum(n == models for n in wrong)
    assert found.by_some.row.size == sum(0 < n < models for n in wrong) > 0
    page = as_html(judged.analysis)
    assert "Rows that some models get wrong and others right" in page
    assert 'class="numbers rows' in page
