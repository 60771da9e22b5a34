"""Calibration of a study: from its first pass over the rows to words, picture, page and command line."""

import numpy as np
import pytest

import referee
from referee.errors import BadInput, Undefined, UnknownName
from referee.metrics.reliability_diagram import calibration_of
from referee.report import as_html

RIDGE = "sklearn.linear_model.RidgeClassifier"      # gives no probabilities
PLAN = {"design": "kfold:folds=3", "jobs": 1}
pytestmark = pytest.mark.usefixtures("undrawn")


@pytest.fixture(scope="module")
def ledger(tmp_path_factory):
    where = tmp_path_factory.mktemp("calibration") / "study.db"
    models = ["gaussian-nb", "logistic", RIDGE]
    referee.compare(models, "breast-cancer", metrics="accuracy", ledger=where, **PLAN)
    return where


@pytest.fixture(scope="module")
def study(ledger):
    return referee.reread(ledger)


def test_a_study_of_one_pass_is_seen_on_all_its_rows(study):
    result = study
    found = result.calibration("gaussian-nb")
    assert found.calibration.n_rows == 569
    rows = result.analysis.table.rows["gaussian-nb"].predictions
    same = calibration_of(rows, classes=result.analysis.problem.classes)
    assert str(found) == str(same)
    assert "too sure" in str(found)      # naive Bayes on correlated features
    assert found._repr_html_().count("<svg") == 1


def test_a_repeated_study_is_seen_by_its_first_pass():
    once = referee.compare("gaussian-nb", "iris", metrics="accuracy", **PLAN)
    twice = referee.compare("gaussian-nb", "iris", metrics="accuracy", design="kfold:folds=3,repeats=2", jobs=1)
    assert twice.analysis.table.rows == {}
    assert str(twice.calibration("gaussian-nb")) == str(once.calibration("gaussian-nb"))
    assert len(once.calibration("gaussian-nb").calibration.diagrams) == 3


def test_the_page_shows_each_learner_that_gave_probabilities_folded(study):
    page = as_html(study.analysis)
    section = page[page.index('id="h-calibration"'):page.index('id="h-asked"')]
    assert section.count("<details>") == section.count("<svg") == 2
    assert "gaussian-nb" in section
    assert "ridge-classifier" not in section      # it gives none
    assert "Spiegelhalter" in section


def test_regression_has_no_such_section_and_says_why():
    result = referee.evaluate("linear", np.arange(30.0)[:, None], np.arange(30.0) ** 2, **PLAN)
    assert "h-calibration" not in as_html(result.analysis)
    with pytest.raises(BadInput, match="regression problem"):
        result.calibration("linear")


def test_a_learner_without_probabilities_or_name_is_refused(study):
    with pytest.raises(Undefined, match="gave no probabilities"):
        study.calibration("ridge-classifier")
    with pytest.raises(UnknownName, match="did you mean 'logistic'"):
        study.calibration("logistics")


def test_pictures_are_written_in_the_form_their_name_says(tmp_path):
    found = referee.calibration([0, 1] * 50, [0.3, 0.6] * 50, classes=["no", "yes"])
    assert found.save(tmp_path / "c.svg").read_text().startswith("<?xml")
    assert found.save(tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(BadInput, match=r"name a \.svg, \.pdf or \.png file"):
        found.save(tmp_path / "c.doc")
