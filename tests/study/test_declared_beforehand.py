"""What a study file declares before anyone looks: one family over its data sets, its purpose, a side, its claims."""

import pytest

import referee
from referee.declaration import Purpose
from referee.errors import RefereeError

TWO = """
problems: [{{data: iris}}, {{data: wine}}]
models: [lda, gaussian-nb, knn]
baseline: false
metrics: [accuracy]
design: kfold:folds=5
{more}
"""


def ran(folder, text, **options):
    path = folder / "study.yaml"
    path.write_text(text, encoding="utf-8")
    return referee.run(path, ledger=folder / "l.db", jobs=1, **options)


@pytest.mark.parametrize("more", ["adjust: bonferroni\ntest: binomial", "adjust: bonferroni\nfamily: declared"])
def test_comparisons_on_all_data_sets_are_one_family(tmp_path, more):
    """Salzberg 1997, 3.5: six comparisons over two data sets call for 0.05/6 each."""
    answer = ran(tmp_path, TWO.format(more=more))
    for result in answer.results:
        family = result.analysis.family
        assert family.size == 6
        assert family.first_step == pytest.approx(.05 / 6)
        for verdict in family.verdicts:
            assert verdict.p_adjusted == pytest.approx(min(1.0, 6 * verdict.p))
        assert "over 6 comparisons on 2 data sets" in " ".join(str(result).split())


def test_one_data_set_is_corrected_as_before(tmp_path):
    answer = ran(tmp_path, "data: iris\nmodels: [lda, gaussian-nb, knn]\nmetrics: [accuracy]\ndesign: kfold:folds=5\n"
                           "baseline: false\nadjust: bonferroni\n")
    assert answer.results[0].analysis.family.size == 3


def test_a_declared_side_halves_the_p_value_of_that_side_and_finds_nothing_on_the_other(tmp_path):
    usual = {"design": "kfold:folds=5", "metrics": "accuracy", "jobs": 1, "baseline": False}
    two = referee.compare(["lda", "tree"], "iris", **usual)["lda", "tree"]
    right = referee.compare(["lda", "tree"], "iris", side="lda", ledger=tmp_path / "a.db", **usual)["lda", "tree"]
    wrong = referee.compare(["lda", "tree"], "iris", side="tree", **usual)["lda", "tree"]
    assert two.difference > 0
    assert (right.p, wrong.p) == (pytest.approx(two.p / 2), pytest.approx(1 - two.p / 2))
    assert (right.comparison.alternative, wrong.comparison.alternative) == ("greater", "less")
    assert wrong.outcome.value == "can't tell"
    declared = referee.audit(tmp_path / "a.db")["F-36"]
    assert declared.outcome == "passed"


def test_a_side_that_was_chosen_after_a_look_is_told_by_the_audit(tmp_path):
    usual = {"design": "kfold:folds=5", "metrics": "accuracy", "jobs": 1, "baseline": False,
             "ledger": tmp_path / "l.db"}
    referee.compare(["lda", "tree"], "iris", **usual)
    said = str(referee.compare(["lda", "tree"], "iris", side="lda", **usual))
    assert "one-sided (declared: lda is better)" in " ".join(said.split())
    assert "one-sided" in referee.audit(tmp_path / "l.db")["F-36"].findings[0].message


@pytest.mark.parametrize(("options", "says"), [
    ({"side": "svm"}, "svm"), ({"side": "lda", "against": "tree"}, "against"),
    ({"side": "lda", "adjust": "max-t"}, "max-t"),
])
def test_a_side_that_makes_no_sense_is_refused(options, says):
    with pytest.raises(RefereeError, match=says):
        referee.compare(["lda", "tree"], "iris", design="kfold:folds=5", metrics="accuracy", jobs=1, **options)


def test_a_file_declares_a_side_and_its_change_is_a_deviation(tmp_path):
    text = "data: iris\nmodels: [lda, tree]\nmetrics: [accuracy]\ndesign: kfold:folds=5\nbaseline: false\n"
    ran(tmp_path, text)
    answer = ran(tmp_path, text + "side: lda\n")
    assert answer["lda", "tree"].comparison.alternative == "greater"
    assert any("side was declared as nothing" in sentence for sentence in answer.deviations)


def test_files_that_say_neither_side_nor_purpose_keep_their_fingerprint():
    from referee.declaration import StudySaid

    plain = StudySaid(problems=[{"data": "iris"}], models=["lda"])
    assert {"side", "purpose"}.isdisjoint(plain.declaration)
    assert plain.model_copy(update={"purpose": Purpose.FEASIBILITY}).fingerprint != plain.fingerprint


def test_a_comparison_needs_something_to_compare_and_feasibility_claims_nothing(tmp_path):
    """Salzberg 1997, section 2: feasibility and comparison need different standards."""
    alone = "data: iris\nmodels: [lda]\nmetrics: [accuracy]\ndesign: kfold:folds=5\n"
    with pytest.raises(RefereeError, match="comparison"):
        ran(tmp_path, alone + "purpose: comparison\n")
    with pytest.raises(RefereeError, match="purpose"):
        ran(tmp_path, alone + "purpose: fun\n")
    answer = ran(tmp_path, alone + "purpose: feasibility\n")
    assert "feasibility" in str(answer)
    found = referee.audit(tmp_path / "l.db")
    assert (found["F-15"].outcome, "feasibility" in found["F-15"].reason) == ("not applicable", True)


@pytest.mark.slow
def test_claims_are_held_against_the_result_by_the_audit(tmp_path):
    ran(tmp_path, TWO.replace("baseline: false", "").format(
        more="claims: [{better: prior, than: lda, says: flowers are alike}, {better: lda, than: prior}]"))
    for source in ({"source": tmp_path / "l.db"}, {"source": tmp_path / "study.yaml", "ledger": tmp_path / "l.db"}):
        found = referee.audit(**source)["F-56"]
        assert found.outcome == "found"
        grave = [finding for finding in found.findings if finding.severity.value == "serious"]
        assert not any("lda is better than prior" in finding.message for finding in found.findings)
        assert any("prior is better than lda (“flowers are alike”) on wine" in finding.message for finding in grave)
    feasible = tmp_path / "feasible"
    feasible.mkdir()
    ran(feasible, TWO.format(more="purpose: feasibility\nclaims: [{better: lda, than: knn}]"))
    assert "feasibility" in referee.audit(feasible / "l.db")["F-56"].findings[0].message
