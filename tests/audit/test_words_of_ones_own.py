"""Descriptions as people write them: what a test counts and how far a claim goes in their own words."""

import numpy as np
import pandas as pd
import pytest

import referee
from referee.audit.reading.from_description import same_thing
from referee.audit.vocabulary.units import known_scope
from referee.errors import BadInput

HEAD = """audit: windows of bats
data: windows.csv
target: species
ids: window
split: part
predictions: predictions.csv
metrics: [accuracy]
models:
  - {name: forest, tried: 1, tuned_on: nothing, deterministic: true}
  - {name: lda, tried: 1, tuned_on: nothing, deterministic: true}
  - {name: everyone, tried: 1, tuned_on: nothing, deterministic: true}
"""


@pytest.fixture
def study(tmp_path):
    """Writes the files of a study, and its description with more in it."""
    draw = np.random.default_rng(3)
    n, kinds = 300, np.array(["noctule", "pipistrelle"])
    truth = draw.choice(kinds, n, p=[0.3, 0.7])
    data = pd.DataFrame({"window": np.arange(n), "recording": np.arange(n) % 40, "pitch": draw.normal(size=n).round(4),
                         "length": draw.normal(size=n).round(4), "species": truth,
                         "part": np.where(np.arange(n) < 200, "train", "test")})
    data.to_csv(tmp_path / "windows.csv", index=False)
    said = {name: np.where(draw.random(n) < share, truth, draw.choice(kinds, n))
            for name, share in (("forest", 0.7), ("lda", 0.6))}
    pd.DataFrame({"window": np.arange(n), "truth": truth, **said, "everyone": "noctule"})[200:].to_csv(
        tmp_path / "predictions.csv", index=False)

    def write(more=""):
        (tmp_path / "bats.yaml").write_text(HEAD + more)
        return tmp_path / "bats.yaml"
    return write


def of_unit(unit, n_units=""):
    return f"tests: [{{name: McNemar, a: forest, b: lda, metric: accuracy, p: 0.2, unit: {unit}{n_units}}}]\n"


@pytest.mark.parametrize(("more", "unit"), [
    (of_unit("window"), "case"),                                            # the column that names the rows
    (of_unit("flight call", ", n_units: 100"), "case"),                     # as many as there are test rows
    ("groups: recording\n" + of_unit("recordings"), "group"),
    (of_unit("folds"), "split"), (of_unit("flight call", ", n_units: 7"), "")])
def test_what_a_test_counts_is_known_by_its_word_its_column_or_its_number(study, more, unit):
    bundle = referee.audit(study(more)).audit.bundle
    assert [test.unit for test in bundle.tests] == [unit]
    asked = [one for one in bundle.notices if "What the tests count" in one]
    assert len(asked) == (unit == "")
    assert all("'flight call'" in one for one in asked)


def test_a_claim_goes_as_far_as_its_own_words():
    assert [known_scope(text) for text in ("in general", "any data set", "These data", "calls at ponds in Franconia")
            ] == ["in general", "in general", "these data", None]
    assert same_thing("Patients", "patient_id")
    assert not same_thing("day", "date")


def test_a_claim_in_general_is_known_by_another_word(study):
    said = "claims: [{better: forest, than: lda, p: 0.01, scope: %s}]\ndata_sets: [{name: bats, source: one pond}]\n"
    codes = {scope: {one.code for one in referee.audit(study(said % scope)).findings}
             for scope in ("generally", "calls at this pond")}
    assert "F-19" in codes["generally"]
    assert "F-19" not in codes["calls at this pond"]


def test_options_stand_in_the_place_of_fields(study):
    assert referee.audit(study(), groups="recording").audit.bundle.problem.groups is not None
    with pytest.raises(BadInput, match="weights is no field of a description"):
        referee.audit(study(), weights="pitch")


def test_options_without_data_are_refused(tmp_path):
    (tmp_path / "a.yaml").write_text("audit: a\nmodels: [{name: x}, {name: y}]\n")
    with pytest.raises(BadInput, match=r"names none; add data: FILE"):
        referee.audit(tmp_path / "a.yaml", groups="patient")


def test_one_answer_to_every_case_is_what_others_are_held_against(study):
    assert "F-14" not in {one.code for one in referee.audit(study()).findings}


def test_a_protocol_may_name_the_method(tmp_path):
    text = ("audit: a\nmodels: [{name: x}, {name: y}]\nmetrics: [accuracy]\ndeclared: {level: 0.95}\n"
            "protocol: [Ten-fold cross-validation was repeated ten times with new divisions.]\n")
    (tmp_path / "a.yaml").write_text(text)
    found = referee.audit(tmp_path / "a.yaml")
    assert not {"F-06", "F-23"} & {one.code for one in found.findings}      # nor are rows repeated ten times


def test_a_lead_over_what_knows_nothing_is_borne_out_by_the_interval_of_an_auc(tmp_path):
    text = ("audit: a\nmodels: [{name: net}, {name: prior}]\n"
            "claims: [{better: net, than: prior, says: It ranks better than chance}]\n"
            "reported: [{model: net, metric: roc_auc, value: 0.7%s}]\n")
    for low, told in ((", low: 0.62, high: 0.78", False), (", low: 0.48, high: 0.92", True), ("", True)):
        (tmp_path / "a.yaml").write_text(text % low)
        assert ("F-05" in {one.code for one in referee.audit(tmp_path / "a.yaml").findings}) is told


def test_scores_are_not_held_against_rows_cut_to_those_that_all_answered(tmp_path):
    draw = np.random.default_rng(5)
    truth = draw.choice(["A", "B", "C"], 200)
    larch, wren = (np.where(draw.random(200) < share, truth, "A") for share in (0.7, 0.8))
    rows = [(f"q{k}", truth[k], name, said[k]) for name, said in (("larch", larch), ("wren", wren)) for k in range(200)
            if name == "larch" or k % 4]
    pd.DataFrame(rows, columns=["question", "truth", "model", "prediction"]).to_csv(tmp_path / "p.csv", index=False)
    (tmp_path / "a.yaml").write_text(
        "audit: a\npredictions: p.csv\nmetrics: [accuracy]\nmodels: [{name: larch}, {name: wren}]\n"
        f"reported: [{{model: larch, metric: accuracy, value: {(larch == truth).mean():.3f}}}]\n")
    found = referee.audit(tmp_path / "a.yaml")
    assert found["F-29"].findings == ()
    assert any("wren has answers to 150 of 200 cases" in one.message for one in found["F-47"].findings)
