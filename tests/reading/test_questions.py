"""Whether a model beats knowing nothing is a question of its own, and costs the models' comparisons nothing."""

from __future__ import annotations

import numpy as np
import pytest

import referee
from referee.errors import NotJustified
from referee.reading.questions import questions
from referee.report.html import page_html

MODELS = ["gaussian-nb", "lda", "knn"]
FOLDS = "kfold:folds=5"


@pytest.fixture(scope="module")
def compared() -> referee.Result:
    return referee.compare(MODELS, "iris", design=FOLDS, jobs=1)


def test_the_family_is_that_of_the_models(compared: referee.Result) -> None:
    """Three models make three comparisons, whether or not a baseline takes part."""
    without = referee.compare(MODELS, "iris", design=FOLDS, jobs=1, baseline=False)
    ours, theirs = compared.analysis.family, without.analysis.family
    assert ours is not None
    assert theirs is not None
    assert ours.size == theirs.size == 3
    assert [v.to_dict() for v in ours.verdicts] == [v.to_dict() for v in theirs.verdicts]
    assert ours.omnibus == theirs.omnibus
    assert theirs.against_baseline is None
    assert theirs.beats_baseline == {}


def test_the_baseline_has_a_family_of_its_own(compared: referee.Result) -> None:
    family = compared.analysis.family
    assert family is not None
    assert family.against_baseline is not None
    apart = family.against_baseline
    assert [(v.a, v.b) for v in apart.verdicts] == [(name, "prior") for name in MODELS]
    assert apart.size == 3
    assert [v.p_adjusted for v in apart.verdicts] == referee.comparisons.adjust(
        [v.comparison.p for v in apart.verdicts], "holm").tolist()
    assert compared["prior", "lda"].outcome.value == "worse"
    assert compared.beats_baseline == dict.fromkeys(MODELS, "yes")


@pytest.mark.usefixtures("undrawn")
def test_every_form_tells_it(compared: referee.Result) -> None:
    printed, page, written = str(compared), page_html(compared.page()), compared.to_dict()
    assert "beats baseline" in page
    assert "beat the baseline prior too" in compared.verdict
    assert "Holm over 3 comparisons" in printed.replace("\n", " ")
    assert "question of its own" in printed.replace("\n", " ")
    assert "Does it beat knowing nothing?" in page
    assert "Does it beat knowing nothing?" in compared.to_markdown()
    (primary, *_) = written["families"]
    assert primary["beats_baseline"] == dict.fromkeys(MODELS, "yes")
    assert len(primary["pairs"]) == len(primary["against_baseline"]["pairs"]) == 3
    frame = compared.comparisons()
    assert sorted(frame[frame.metric == "accuracy"].question) == ["baseline"] * 3 + ["models"] * 3


def test_a_model_that_knows_nothing_is_told() -> None:
    """A class drawn by coin: nobody can be shown to beat its share."""
    rng = np.random.default_rng(4)
    features, coin = rng.normal(size=(60, 3)), np.tile(["a", "b"], 30)
    result = referee.compare(["lda", "gaussian-nb"], features, coin, design=FOLDS, metrics=["accuracy"], jobs=1)
    assert set(result.beats_baseline.values()) <= {"can't tell", "no"}
    assert "NOT shown to beat the baseline prior" in result.verdict


def test_a_baseline_named_by_against_stays_what_was_asked() -> None:
    result = referee.compare(MODELS, "iris", design=FOLDS, jobs=1, against="prior")
    family = result.analysis.family
    assert family is not None
    assert [(v.a, v.b) for v in family.verdicts] == [(name, "prior") for name in MODELS]
    assert family.against_baseline is None
    assert result.beats_baseline == dict.fromkeys(MODELS, "yes")


def test_one_model_and_the_baseline_are_the_comparison() -> None:
    family = referee.compare("lda", "iris", design=FOLDS, jobs=1).analysis.family
    assert family is not None
    assert [(v.a, v.b) for v in family.verdicts] == [("lda", "prior")]
    assert family.against_baseline is None
    assert family.beats_baseline == {"lda": "yes"}


def test_all_pairs_corrections_count_the_models(compared: referee.Result) -> None:
    """Shaffer's steps are those of three learners, not four; the baseline's own family falls back on Holm."""
    shaffer = referee.compare(MODELS, "iris", design=FOLDS, jobs=1, adjust="shaffer").analysis.family
    alone = referee.compare(MODELS, "iris", design=FOLDS, jobs=1, adjust="shaffer", baseline=False).analysis.family
    assert shaffer is not None
    assert alone is not None
    assert [v.p_adjusted for v in shaffer.verdicts] == [v.p_adjusted for v in alone.verdicts]
    assert shaffer.against_baseline is not None
    assert shaffer.against_baseline.ask.adjust == "holm"


def test_bergmann_hommel_counts_models_before_fitting() -> None:
    from referee.comparisons.multiplicity.all_pairs import MOST
    many = [f"knn:n_neighbors={2 * k + 1}" for k in range(MOST + 1)]
    with pytest.raises(NotJustified, match=f"not {MOST + 1}"):
        referee.compare(many, "iris", design=FOLDS, jobs=1, adjust="bergmann-hommel")


def test_questions_by_fact() -> None:
    """By the role of a learner, whatever it is called."""
    asked = questions(["a", "b", "zero"], baselines={"zero"}, against=None)
    assert asked.models == (("a", "b"),)
    assert asked.baseline == (("a", "zero"), ("b", "zero"))
    named = questions(["a", "b", "zero"], baselines={"zero"}, against="b")
    assert named.models == (("a", "b"),)
    assert named.baseline == (("a", "zero"), ("b", "zero"))
    only = questions(["one", "zero"], baselines={"one", "zero"}, against=None)
    assert only.models == (("one", "zero"),)
    assert only.baseline == ()


def test_other_studies_are_counted_by_question(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """A third model joins two: two comparisons of models were made before or come with it, and two with the prior."""
    ledger = tmp_path / "one.db"
    referee.compare(["gaussian-nb", "lda"], "iris", design=FOLDS, jobs=1, ledger=ledger)
    later = referee.compare(["knn", "lda"], "iris", design=FOLDS, jobs=1, ledger=ledger).analysis.family
    assert later is not None
    assert (later.others, later.size) == (1, 2)           # gaussian-nb with lda, of the first study
    assert later.against_baseline is not None
    assert (later.against_baseline.others, later.against_baseline.size) == (1, 3)      # gaussian-nb with the prior
