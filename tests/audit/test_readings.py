"""What is known of a study, from each place it can come from; and what is said when a file is wrong."""

import numpy as np
import pandas as pd
import pytest
from sklearn.dummy import DummyClassifier

import referee
from referee.api.run import run_study
from referee.errors import BadInput


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A data file with a column of names, a fold, a time and a group."""
    draw = np.random.default_rng(7)
    n = 90
    X = draw.normal(size=(n, 4)).round(4)
    y = np.where(X[:, 0] + draw.normal(size=n) > 0, "yes", "no")
    frame = pd.DataFrame(X, columns=list("abcd")).assign(
        id=[f"r{i}" for i in range(n)], fold=np.arange(n) % 3, when=pd.date_range("2025-01-01", periods=n).astype(str),
        family=np.arange(n) // 2, ill=y)
    folder = tmp_path_factory.mktemp("readings")
    frame.to_csv(folder / "data.csv", index=False)
    said = pd.DataFrame({"id": frame.id, "truth": frame.ill, "fold": frame.fold,
                         "ours": np.where(X[:, 0] > 0, "yes", "no"), "theirs": np.where(X[:, 1] > 0, "yes", "no")})
    said.sample(frac=1, random_state=0).to_csv(folder / "said.csv", index=False)
    return folder


def described(folder, text):
    path = folder / "audit.yaml"
    path.write_text(text, encoding="utf-8")
    return path


# --- ledgers

@pytest.fixture(scope="module")
def ledger(tmp_path_factory):
    where = tmp_path_factory.mktemp("ledger") / "a.db"
    options = {"design": "kfold:folds=3", "jobs": 1, "ledger": where}
    referee.compare(["lda", "knn:n_neighbors=3", "knn:n_neighbors=9"], "iris", **options)
    referee.compare(["lda", "knn:n_neighbors=9"], "iris", **options)
    return where


def test_settings_that_are_all_shown_are_information(ledger):
    result = referee.audit_study(ledger, study=1)
    finding, = result["F-03"].findings
    assert finding.severity.value == "info"
    assert "2 configurations of knn were compared on the same rows, and all are reported" in finding.message
    assert dict(result.sheet.flexer)["third set for tuning"] == "yes"


def test_a_setting_chosen_by_an_earlier_study_was_tuned_on_test_rows(ledger):
    result = referee.audit_study(ledger)
    finding, = result["F-03"].findings
    assert finding.severity.value == "fatal"
    assert "2 configurations of knn were compared on the rows that give its final score" in finding.message
    assert "scored 2 times" in result["F-28"].findings[0].message
    assert result["F-38"].outcome == "passed"           # the runs of both studies were made before the first look


@pytest.mark.slow
def test_settings_chosen_inside_the_training_parts_are_no_fault(tmp_path):
    referee.compare(["lda", "knn:n_neighbors=1|5|15"], "iris", design="kfold:folds=3", jobs=1, metrics="accuracy",
                    ledger=tmp_path / "t.db")
    result = referee.audit_study(tmp_path / "t.db")
    tuned = next(model for model in result.audit.bundle.models if model.tried == 3)
    assert tuned.tuned_on == "training"
    assert result["F-03"].outcome == "passed"


def test_rows_of_a_vault_are_scored_once_for_each_opening(tmp_path, table):
    where, data = tmp_path / "v.db", pd.read_csv(table / "data.csv")[[*"abcd", "ill"]]
    referee.vault.seal(data, target="ill", ledger=where)
    for models in (["lda", "gaussian-nb"], ["lda", "knn"]):
        referee.vault.open(models, data, target="ill", ledger=where, metrics="accuracy", jobs=1)
    assert referee.audit_study(where).audit.bundle.queries == 2


@pytest.mark.slow
def test_features_come_with_the_data_and_only_with_the_same(ledger):
    assert referee.audit_study(ledger)["F-24"].outcome == "not checkable"
    assert referee.audit_study(ledger, data="iris")["F-24"].outcome == "passed"
    with pytest.raises(BadInput, match="is not the data of this study"):
        referee.audit_study(ledger, data="wine")


def test_fits_that_failed_are_runs_that_are_missing(tmp_path):
    class Breaks(DummyClassifier):
        def fit(self, X, y, sample_weight=None):
            if X[0][0] < 5.0:
                raise ValueError("no")
            return super().fit(X, y, sample_weight)

    referee.compare({"breaks": Breaks(), "lda": "lda"}, "iris", design="kfold:folds=3", jobs=1,
                    ledger=tmp_path / "b.db")
    found = [finding.message for finding in referee.audit_study(tmp_path / "b.db")["F-27"].findings]
    assert len(found) == 1
    assert "of breaks are missing" in found[0]


def test_a_judged_test_set_tells_nothing_about_training(tmp_path, table):
    said = pd.read_csv(table / "said.csv").drop(columns="fold")
    referee.judge(said, metrics=["accuracy"], ledger=tmp_path / "j.db")
    result = referee.audit_study(tmp_path / "j.db", data=table / "data.csv", target="ill", ids="id",
                                 drop=["fold", "when"])
    assert result["F-01"].outcome == "not checkable"
    assert result["F-20"].outcome == "not checkable"
    assert result["F-24"].outcome == "passed"
    assert result["F-26"].outcome == "not checkable"       # predictions do not show what else was tried
    assert {f.severity.value for f in result["F-02"].findings} == {"info"}       # fixed models have no split to repeat


@pytest.mark.slow
def test_judged_folds_let_training_rows_be_guessed_and_no_more(tmp_path, table):
    referee.judge(table / "said.csv", metrics=["accuracy"], ledger=tmp_path / "f.db")
    result = referee.audit_study(tmp_path / "f.db", data=table / "data.csv", target="ill", ids="id",
                                 drop=["fold", "when"])
    assert (result["F-01"].outcome, result["F-20"].outcome) == ("not checkable", "passed")
    assert result.sheet.method == "K"


def test_a_ledger_without_a_study_to_audit(tmp_path):
    from referee.ledger import open_ledger

    open_ledger(tmp_path / "empty.db").close()
    with pytest.raises(BadInput, match="holds none"):
        referee.audit_study(tmp_path / "empty.db")


# --- predictions

def test_folds_are_known_and_training_rows_are_a_guess(table):
    result = referee.audit_study(table / "said.csv", data=table / "data.csv", target="ill", ids="id",
                                 groups="family", drop=["fold", "when"])
    assert result["F-01"].outcome == "not checkable"
    assert result.sheet.method == "K"
    assert "45 of 45 groups appear on both sides" in result["F-21"].findings[0].message
    assert result["F-20"].outcome == "passed"


@pytest.mark.slow
def test_rows_of_the_future(table):
    result = referee.audit_study(table / "said.csv", data=table / "data.csv", target="ill", ids="id", time="when",
                                 drop=["fold", "when"])
    assert "later than test rows in 3 of 3 divisions" in result["F-22"].findings[0].message


def test_row_numbers_are_found_by_their_truth(table):
    data = pd.read_csv(table / "data.csv")
    for start in (0, 1):
        said = pd.DataFrame({"id": np.arange(40, 60) + start, "truth": data.ill[40:60], "ours": data.ill[40:60]})
        result = referee.audit_study(said, data=table / "data.csv", target="ill", drop=["id", "fold", "when", "family"])
        assert result.audit.bundle.said[0].rows.tolist() == list(range(40, 60))
    with pytest.raises(BadInput, match="no row numbers"):
        referee.audit_study(said.assign(id=np.arange(41, 61) * 10), data=table / "data.csv", target="ill")


def test_data_of_other_cases_are_refused(table):
    said = pd.read_csv(table / "said.csv")
    with pytest.raises(BadInput, match="are not among the ids"):
        referee.audit_study(said.assign(id=said.id + "x"), data=table / "data.csv", target="ill", ids="id")
    turned = said.truth.map({"yes": "no", "no": "yes"})
    with pytest.raises(BadInput, match="90 cases differ"):
        referee.audit_study(said.assign(truth=turned), data=table / "data.csv", target="ill", ids="id")


# --- descriptions

def test_a_description_brings_files_and_words_together(table):
    path = described(table, """audit: folds
data: data.csv
target: ill
ids: id
folds: fold
time: when
drop: [family]
predictions: said.csv
metrics: [accuracy]
models:
  - {name: ours, tried: 3, tuned_on: training, seeds: [1], prior: all}
  - {name: theirs, baseline: true, steps: [{name: selection, supervised: true, fitted_on: all}]}
claims: [{better: ours, than: theirs, basis: intervals}]
known_studies: 12
""")
    result = referee.audit_study(path)
    assert result["F-01"].outcome == "passed"
    assert result["F-22"].outcome == "found"
    assert "The step 'selection' of theirs was fitted on 90 rows, 90 of them" in result["F-23"].findings[0].message
    assert "two intervals compared by eye" in result["F-13"].findings[0].message
    assert "12 studies used these data" in result["F-49"].findings[0].message
    assert "class shares used for ours include the test labels" in result["F-44"].findings[0].message


@pytest.mark.slow
def test_divisions_from_a_file(table):
    lines = ["id,role,fold"]
    for i in range(90):
        lines += [f"r{i},{'test' if i % 3 == fold else 'train'},{fold}" for fold in range(3)]
    lines[1:1] = ["r0,train,0"]         # r0 is tested in fold 0, and trained on in it
    (table / "parts.csv").write_text("\n".join(lines), encoding="utf-8")
    result = referee.audit_study(described(table, "audit: parts\ndata: data.csv\ntarget: ill\nids: id\n"
                                                  "divisions: parts.csv\n"))
    assert "1 of 30 test rows were also used for training (in 1 of 3 divisions)" in result["F-01"].findings[0].message


def test_where_it_was_tuned_is_unclear_unless_said(table):
    result = referee.audit_study(described(table, "audit: a\nmodels: [{name: ours, tried: 40}]\n"))
    assert (result["F-03"].outcome, result["F-03"].reason) == (
        "not checkable", "it is not known on which rows ours was tuned")
    assert dict(result.sheet.flexer)["third set for tuning"] == "not known"


@pytest.mark.parametrize(("text", "words"), [
    ("audit: a\npredictoins: said.csv\n", "line 2: there is no field 'predictoins'; did you mean 'predictions'"),
    ("audit: a\nmodels:\n  - {name: b, tuned_onn: test}\n",
     "line 3: there is no field 'tuned_onn'; did you mean 'tuned_on'"),
    ("audit: a\nmodels:\n  - name: b\n    tuned_on: tset\n", "line 4: models.0.tuned_on is 'tset'"),
    ("audit: a\nmodels: [b]\nclaims:\n  - {better: b, than: c}\n", r"line 4: 'c' is not among the models \(b\)"),
    ("audit: a\nclaims:\n  - {better: b}\n", "better: A, than: B"),
    ("audit: a\ntests:\n  - {name: t, a: b, b: c, metric: accuracy, p: 1.2}\n", "line 3: tests.0.p is 1.2"),
    ("audit: a\npredictions: sade.csv\n", "line 2: there is no file 'sade.csv'; did you mean 'said.csv'"),
    ("audit: a\ndata: data.csv\ntarget: ull\n", "line 3: data.csv has no column 'ull'; did you mean 'ill'"),
    ("audit: a\npredictions: said.csv\ncolumns: {truth: tooth}\n", "line 3: said.csv has no column 'tooth'"),
    ("audit: a\nsplit: part\n", "line 2: split is a column of the data; say which file"),
    ("audit: a\ndata: data.csv\ntarget: ill\nsplit: fold\n", "a row's role is train, tune or test"),
    ("audit: a\ndeclared: {stated: [poem]}\n", "'poem' is no part of a report"),
    ("audit: a\nruns:\n  - {model: b, metric: accuracy}\n", "line 3: the field 'runs.0.value' is missing"),
    ("audit: [1\n", "is not YAML"),
])
def test_mistakes_are_told_with_their_line(table, text, words):
    with pytest.raises(BadInput, match=words):
        referee.audit_study(described(table, text))


# --- study files

STUDY = """study: small
data: data.csv
target: ill
drop: [id, when, family]
models: [lda, gaussian-nb]
design: kfold:folds=3
"""


def test_a_study_file_before_and_after_it_is_run(table):
    path = table / "study.yaml"
    path.write_text(STUDY, encoding="utf-8")
    before = referee.audit_study(path)
    assert before["F-01"].outcome == "passed"
    assert before["F-24"].outcome == "passed"
    assert before["F-05"].outcome == "not checkable"
    assert "Declared and not yet run" in str(before)
    run_study(path, ledger=table / "s.db", jobs=1)
    path.write_text(STUDY + "level: 0.9\n", encoding="utf-8")
    after = referee.audit_study(path, ledger=table / "s.db")
    assert after["F-42"].outcome == "passed"
    assert "level was declared as 0.95" in str(after)


def test_files_that_are_nothing_of_the_kind(tmp_path, table):
    with pytest.raises(BadInput, match="is a folder"):
        referee.audit_study(tmp_path)
    with pytest.raises(BadInput, match=r"did you mean 'said.csv'"):
        referee.audit_study(table / "sad.csv")
    with pytest.raises(BadInput, match="give the data too"):
        referee.audit_study(table / "said.csv", target="ill")
    with pytest.raises(BadInput, match="no check is called 'F-99'"):
        referee.audit_study(table / "said.csv", mute=["F-99"])
