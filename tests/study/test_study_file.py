"""Study files: broken ones are refused with their line and the fix; what is declared is locked; claims are answered."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import referee
from referee.api import opened
from referee.errors import RefereeError
from referee.report import as_html
from referee.study.file import read_study

GOOD = """\
# a comment
data: iris
models: [lda, gaussian-nb]
metrics: [accuracy]
design: kfold:folds=3
"""


def written(folder, text, name="study.yaml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def run(path, **more):
    return referee.run_study(path, ledger=path.parent / "study.db", jobs=1, **more)


@pytest.mark.parametrize(("old", "new", "line", "says"), [
    ("models:", "modles:", 3, "there is no field 'modles'; did you mean 'models'?"),
    ("models: [lda, gaussian-nb]", "models: [ldaa, gaussian-nb]",
     3, "no learner is called 'ldaa'; did you mean 'lda'?"),
    ("models: [lda, gaussian-nb]", "models: []", 3, "models: list should have at least 1 item"),
    ("models: [lda, gaussian-nb]\n", "", 2, "the field 'models' is missing; add it"),
    ("models: [lda, gaussian-nb]", "models: [lda, {learner: knn, spase: {n_neighbors: [1, 5]}}]",
     3, "did you mean 'space'?"),
    ("models: [lda, gaussian-nb]", "models: [lda, {learner: knn, inner: nested}]",
     3, "inner says how a space is searched"),
    ("models: [lda, gaussian-nb]", "models:\n  - lda\n  - {learner: knn, space: {n_neighbours: [1, 5]}}", 5,
     "'n_neighbours'; did you mean 'n_neighbors'?"),
    ("metrics: [accuracy]", "metrics:\n  - accuracy\n  - breir",
     6, "no metric is called 'breir'; did you mean 'brier'?"),
    ("metrics: [accuracy]", "metrics: [rmse]", 4, "RMSE is for regression"),
    ("metrics: [accuracy]", "primary: acuracy", 4, "did you mean 'accuracy'?"),
    ("design: kfold:folds=3", "design: kfld:folds=3", 5, "no design is called 'kfld'; did you mean 'kfold'?"),
    ("design: kfold:folds=3", "design: kfold:fold=3", 5, "no parameter 'fold'; did you mean 'folds'?"),
    ("design: kfold:folds=3", "design: kfold:folds=90", 5, "90"),
    ("design: kfold:folds=3", "test: mcnemr\ndesign: kfold:folds=3",
     5, "no test is called 'mcnemr'; did you mean 'mcnemar'?"),
    ("design: kfold:folds=3", "design: kfold:folds=3,repeats=2\ntest: mcnemar", 6, "McNemar"),
    ("design: kfold:folds=3", "adjust: hlom", 5, "did you mean 'holm'?"),
    ("design: kfold:folds=3", "family: everything", 5, "everything"),
    ("design: kfold:folds=3", "level: 95", 5, "level is 95: input should be less than 1"),
    ("design: kfold:folds=3", "level: high", 5, "level is 'high': input should be a valid number"),
    ("design: kfold:folds=3", "relevant: -1", 5, "greater than 0"),
    ("design: kfold:folds=3", "against: logistic", 5, "logistic"),
    ("design: kfold:folds=3", "protocol: salzburg", 5, "did you mean 'salzberg'?"),
    ("data: iris", "data: irsi", 2, "did you mean 'iris'?"),
    ("data: iris", "data: iris\ndata: wine", 3, "'data' is said twice, first in line 2"),
    ("data: iris", "problems:\n  - data: iris\n  - data: iris", 4, "two problems are called iris; add a name to one"),
    ("data: iris", "problems:\n  - data: iris\n    taget: x", 4, "there is no field 'taget'; did you mean 'target'?"),
    ("design: kfold:folds=3", "claims:\n  - better: lda", 6, "a claim of 'better' names both"),
    ("design: kfold:folds=3", "claims:\n  - {better: lda, than: gaussian}", 6, "did you mean 'gaussian-nb'?"),
    ("design: kfold:folds=3", "against: prior\nclaims:\n  - {better: lda, than: gaussian-nb}",
     7, "compared with prior only"),
    ("metrics: [accuracy]", "metrics: [accuracy", 5, "is not YAML"),
])
def test_a_broken_file_is_refused_with_the_line_and_the_fix(tmp_path, old, new, line, says):
    assert old in GOOD
    path = written(tmp_path, GOOD.replace(old, new))
    with pytest.raises(RefereeError) as told:
        run(path)
    assert f"study.yaml, line {line}" in str(told.value)
    assert says in str(told.value)
    with opened(tmp_path / "study.db") as store:
        assert store.studies() == []
        assert store.keys() == set()          # nothing was fitted


@pytest.mark.parametrize(("text", "says"), [
    ("just words", "holds no named fields"), ("", "holds no named fields"), ("- a\n- b", "holds no named fields"),
])
def test_what_is_no_study_at_all_is_refused(tmp_path, text, says):
    with pytest.raises(RefereeError, match=says):
        read_study(written(tmp_path, text))


def test_a_missing_file_a_folder_and_bytes_are_refused(tmp_path):
    written(tmp_path, GOOD, "churn.yaml")
    with pytest.raises(RefereeError, match=r"did you mean 'churn.yaml'\?"):
        read_study(tmp_path / "chrn.yaml")
    with pytest.raises(RefereeError, match="is a folder"):
        read_study(tmp_path)
    (tmp_path / "bytes.yaml").write_bytes(b"data: \xff\xfe")
    with pytest.raises(RefereeError, match="UTF-8"):
        read_study(tmp_path / "bytes.yaml")


def test_a_column_that_is_not_there_is_told_with_the_line_of_the_target(tmp_path, churn_csv):
    path = written(tmp_path, f"data: {churn_csv.name}\nmodels: lda\ntarget: churnd\n")
    with pytest.raises(RefereeError, match=r"study.yaml, line 3: .*'churnd'; did you mean 'churned'\?"):
        run(path)


def test_comments_order_and_spacing_do_not_enter_the_fingerprint_and_content_does(tmp_path):
    one = read_study(written(tmp_path, GOOD)).said
    lines = GOOD.splitlines()[1:]
    other = read_study(written(tmp_path, "\n\n".join(reversed(lines)) + "  # later\n")).said
    assert one.fingerprint == other.fingerprint
    assert read_study(written(tmp_path, GOOD + "seed: 1\n")).said.fingerprint != one.fingerprint


def test_yes_and_no_are_the_names_of_classes(tmp_path):
    said = read_study(written(tmp_path, "data: x.csv\npositive: yes\nmodels: [a]\nbaseline: false\n")).said
    assert said.problems[0].positive == "yes"
    assert said.baseline is False


def test_data_beside_the_file_are_found_from_any_folder_under_one_fingerprint(tmp_path, churn_csv, monkeypatch):
    text = f"data: {churn_csv.name}\ntarget: churned\nmodels: [lda]\nmetrics: [accuracy]\ndesign: holdout:test=0.3\n"
    path = written(tmp_path, text)
    first = run(path)
    monkeypatch.chdir(Path("/"))
    again = run(path)
    assert again.said.fingerprint == first.said.fingerprint
    assert again.results[0].done.fitted == 0


@pytest.mark.slow
def test_the_declaration_is_there_before_the_first_fit(tmp_path):
    """The process is killed, without a chance to tidy up, between the declaration and the first fit."""
    path = written(tmp_path, GOOD)
    script = ("import os, signal, referee\n"
              "def killed(prepared):\n    os.kill(os.getpid(), signal.SIGKILL)\n"
              f"referee.run({str(path)!r}, ledger={str(tmp_path / 'study.db')!r}, jobs=1, announce=killed)\n")
    environment = os.environ | {"PYTHONPATH": str(Path(referee.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", script], env=environment, check=False, timeout=120)
    assert done.returncode == -signal.SIGKILL
    with opened(tmp_path / "study.db") as store:
        (card,) = store.studies()
        assert store.keys() == set()
    assert card.declaration.file.fingerprint == read_study(path).said.fingerprint
    assert card.created
    result = run(path)
    assert result.declared == card.created            # run again, it was declared then, not now
    assert result.deviations == ()


@pytest.mark.usefixtures("undrawn")
def test_what_changed_since_the_first_declaration_is_told_in_text_page_and_json(tmp_path):
    text = GOOD + "claims: [{better: lda, than: prior}]\n"
    first = run(written(tmp_path, text))
    assert "no deviations" in str(first)
    changed = run(written(tmp_path, text + "level: 0.9\n"))
    (sentence,) = changed.deviations
    assert sentence.startswith("level was declared as 0.95 on ")
    assert sentence.endswith("and is now 0.9.")
    assert changed.declared == first.declared
    assert "Deviation: level was declared as" in " ".join(str(changed).split())
    page = as_html(changed.results[0].analysis)
    assert "Deviation: level was declared as" in page
    assert "<li>Claim: lda is better than prior" in page
    assert changed.to_dict()["deviations"] == [sentence]
    assert changed.results[0].to_dict()["declaration"]["deviations"] == [sentence]
    assert changed.results[0].done.fitted == 0        # nothing has to be fitted for another level
    back = run(written(tmp_path, text))
    assert back.deviations == ()
    with opened(tmp_path / "study.db") as store:
        assert len(store.studies()) == 2              # the first declaration, and the changed one


def test_rows_that_changed_under_one_name_are_a_deviation(tmp_path, churn_csv):
    path = written(tmp_path, f"data: {churn_csv.name}\ntarget: churned\nmodels: [lda]\nmetrics: [accuracy]\n"
                             f"design: holdout:test=0.3\n")
    run(path)
    rows = churn_csv.read_text(encoding="utf-8").splitlines()
    churn_csv.write_text("\n".join(rows[:-5]) + "\n", encoding="utf-8")
    (sentence,) = run(path).deviations
    assert sentence.startswith("the rows of ")
    assert run(path).deviations == (sentence,)        # running it again does not make the new rows the declared ones


CLAIMS = """\
claims:
  - {better: lda, than: prior, says: it learns}
  - {better: prior, than: lda}
  - {better: lda, than: gaussian-nb}
  - {equal: [lda, gaussian-nb]}
  - {equal: [lda, prior]}
"""


@pytest.mark.parametrize(("more", "answers"), [
    ("", ["shown", "contradicted", "not shown", "not shown", "contradicted"]),
    ("relevant: 0.4\n", ["shown", "contradicted", "contradicted", "shown", "contradicted"]),
])
def test_claims_are_answered_with_the_numbers(tmp_path, more, answers):
    result = run(written(tmp_path, GOOD.replace("folds=3", "folds=10") + more + CLAIMS))
    found = result.claims["iris"]
    assert [claim.answer.value for claim in found] == answers
    verdict = result["iris"]["lda", "prior"]
    assert f"{verdict.comparison.interval.low:+.3g}" in found[0].evidence
    assert str(found[0]).startswith("Claim: lda is better than prior (“it learns”): shown; lda is better than prior by")
    assert "Claim: lda is better than prior" in str(result)
    assert [c["answer"] for c in result.to_dict()["claims"]["iris"]] == answers


def test_tuned_models_are_declared_as_mappings(tmp_path):
    mapping = """\
models:
  - lda
  - {name: neighbours, learner: knn, space: {n_neighbors: [9, 1]}, inner: kfold:folds=2, rule: one-se}
"""
    path = written(tmp_path, GOOD.replace("models: [lda, gaussian-nb]\n", mapping))
    result = run(path)
    assert result["iris"].tuning["neighbours"].tried == 2
    assert read_study(path).said.declaration["models"][0] == "lda"


def test_several_problems_are_ranked_and_the_scope_is_said(tmp_path):
    text = GOOD.replace("data: iris", "problems:\n  - data: iris\n  - {data: wine, name: bottles}")
    result = run(written(tmp_path, text))
    assert [r.analysis.problem.name for r in result.results] == ["iris", "bottles"]
    assert result.ranking.ranking.n_data_sets == 2
    assert set(result.ranking.ranking.models) == {"lda", "gaussian-nb"}
    assert "Scope: this speaks of data sets like these 2" in " ".join(str(result).split())
    assert result.to_dict()["ranking"]["models"]
    with pytest.raises(RefereeError, match="bottles"):
        result["bottle"]


def test_problems_judged_by_different_metrics_are_not_ranked(tmp_path):
    text = GOOD.replace("metrics: [accuracy]\n", "")
    text = text.replace("data: iris", "problems: [{data: iris}, {data: breast-cancer}]")
    result = run(written(tmp_path, text))
    assert result.ranking is None
    assert "declare one (primary)" in str(result)


@pytest.mark.parametrize(("more", "verb"), [("", "evaluate"), ("relevant: 0.1\n", "compare"),
                                            ("claims: [{better: lda, than: prior}]\n", "compare")])
def test_a_single_model_is_evaluated_unless_a_comparison_is_asked_for(tmp_path, more, verb):
    result = run(written(tmp_path, GOOD.replace("[lda, gaussian-nb]", "lda") + more))
    assert result.results[0].analysis.study.declaration.verb == verb


@pytest.fixture
def churn_csv(tmp_path):
    lines = ["months,plan,churned"] + [f"{i},{'ab'[i % 2]},{'yes' if i % 3 else 'no'}" for i in range(60)]
    return written(tmp_path, "\n".join(lines) + "\n", "churn.csv")


@pytest.mark.parametrize("data", ["churn.csv", "iris", "diabetes"])
def test_the_file_that_init_writes_is_one_that_can_be_run(tmp_path, churn_csv, data):
    source = churn_csv if data == "churn.csv" else data
    path = referee.init_study(source, tmp_path / "new.yaml", target="churned" if data == "churn.csv" else None)
    text = path.read_text(encoding="utf-8")
    assert f"data: {data}\n" in text
    assert "rule E-2" in " ".join(text.replace("#", " ").split())
    said = read_study(path).said
    assert len(said.models) == 3
    cheap = yaml.safe_load(text) | {"models": ["linear" if data == "diabetes" else "lda"], "design": "kfold:folds=2"}
    assert run(written(tmp_path, yaml.safe_dump(cheap), "cheap.yaml")).results
    uncommented = text.replace("# claims:", "claims:").replace("#   - {", "  - {").replace("# relevant:", "relevant:")
    assert len(read_study(written(tmp_path, uncommented, "open.yaml")).said.claims) == 2


def test_init_does_not_write_over_a_file_unless_told(tmp_path):
    path = referee.init_study("iris", tmp_path / "new.yaml", models=["lda", "tree"])
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(RefereeError, match="--force"):
        referee.init_study("iris", path)
    assert path.read_text(encoding="utf-8") == "mine"
    referee.init_study("iris", path, force=True)
    assert "study: new" in path.read_text(encoding="utf-8")
