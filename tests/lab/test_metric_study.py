"""The metric study: what each metric did, from fits to the page."""

import json

import numpy as np
import pytest

import referee
from referee.comparisons.many_models.metric_quality import agreement, discriminating_power
from referee.data import load
from referee.errors import BadInput

MODELS = ["gaussian-nb", "tree:max_depth=2"]


@pytest.fixture(scope="module")
def study():
    return referee.metric_study([load("wine")], models=MODELS, sizes=[60, 30], test_rows=40, repeats=4, jobs=1,
                                metrics=["accuracy", "log_loss", "brier", "mcc"])


def test_every_metric_is_studied_at_every_size(study):
    assert [row.metric for row in study.rows] == ["accuracy", "log_loss", "brier", "mcc"]
    assert all(row.sizes == (30, 60) for row in study.rows)
    assert all(p.pairs == 3 for row in study.rows for p in row.power)


@pytest.mark.parametrize("name", ["accuracy", "log_loss", "brier"])
def test_power_and_agreement_are_those_of_the_scores(study, name):
    """The pipeline's verdicts against the same procedures on the bare scores."""
    row = next(row for row in study.rows if row.metric == name)
    for size, power, agree in zip(row.sizes, row.power, row.repeats_agree, strict=True):
        table = study.results["wine", size].analysis.table
        scores = np.column_stack([table.scores[learner, name].values for learner in table.learners])
        assert power == discriminating_power(scores, n_train=178 - 40, n_test=40)
        assert agree == pytest.approx(agreement(scores))


def test_a_metric_that_does_not_exist_for_the_baseline_separates_none_of_its_pairs(study):
    row = next(row for row in study.rows if row.metric == "mcc")
    assert all(p.separated <= 1 for p in row.power)
    assert row.sizes_agree is not None


def test_losses_are_drawn_upside_down_and_rewards_are_not(study):
    figure = study.figure("wine", ["accuracy", "log_loss"])
    upright, flipped = (axes.get_ylim() for axes in figure.axes[:2])
    assert upright[0] < upright[1]
    assert flipped[0] > flipped[1]
    assert figure.axes[1].get_title(loc="left") == "log loss ↓"


@pytest.mark.usefixtures("undrawn")
def test_it_is_told_in_words_json_and_a_page_without_outside_files(study, tmp_path):
    assert "wine: 3 pairs of learners, 4 repeats, trained on 30, 60 rows, tested on 40" in str(study)
    told = json.loads(json.dumps(study.to_dict(), allow_nan=False))
    assert {row["size"] for row in told["estimates"]} == {30, 60}
    page = study.report(tmp_path / "page.html").read_text()
    assert page.count("<svg") == 1
    assert "log loss" in page
    assert "http" not in page.replace("http://www.w3.org", "")


def test_what_cannot_be_studied_is_refused():
    with pytest.raises(BadInput, match="two repeats"):
        referee.metric_study([load("wine")], sizes=[30], test_rows=40, repeats=1)
    with pytest.raises(BadInput, match="regression problem"):
        referee.metric_study([load("diabetes")], sizes=[30], test_rows=40)


def test_repeats_without_a_score_are_left_out_of_the_agreement_and_the_others_kept():
    """A class of three rows is missing from some test sets: there the AUC of no learner exists."""
    rng = np.random.default_rng(0)
    y = np.array(["a"] * 60 + ["b"] * 60 + ["rare"] * 3)
    problem = load(rng.normal(size=(123, 2)) + np.column_stack([y == "b", y == "rare"]), y=y, name="rare")
    study = referee.metric_study([problem], models=MODELS, sizes=[60], test_rows=30, repeats=8, metrics=["roc_auc"],
                                 jobs=1)
    scores = study.results["rare", 60].analysis.table.scores["gaussian-nb", "roc_auc"]
    assert 2 <= scores.n_kept < 8
    assert study.rows[0].repeats_agree[0] is not None


@pytest.fixture(scope="module")
def doubled():
    """Labels without meaning, every row twice: who remembers rows knows half of them."""
    rows = np.random.default_rng(0).normal(size=(60, 3))
    return load(np.concatenate([rows, rows]), y=[*"ab" * 30, *"ab" * 30], name="doubled")


def studied(problem, **more):
    return referee.metric_study([problem], models=["1nn"], sizes=[60], test_rows=40, repeats=4, jobs=1,
                                metrics=["accuracy"], **more)


def test_copies_are_kept_together_and_told(doubled):
    together, apart = studied(doubled), studied(doubled, duplicates="apart")
    for study, few in ((together, True), (apart, False)):
        for split in study.results["doubled", 60].analysis.table.plan.entries:
            assert (split.n_train, split.n_test) == (60, 40)
        score = study.results["doubled", 60].analysis.estimates["1nn", "accuracy"].value
        assert (score < 0.62) is few
        assert "60 of 120 rows repeat an earlier one" in str(study).replace("\n  ", " ")
        assert study.to_dict()["duplicates"] == {"doubled": {"repeats": 60, "together": few}}
        assert any("60 of 120 rows" in sentence for sentence in study.page().sentences)


def test_a_table_without_copies_says_nothing_of_them(study):
    assert not study.copies
    with pytest.raises(BadInput, match="did you mean 'together'"):
        studied(load("wine"), duplicates="togeter")
