"""A text with the scores of its runs beside it."""

import pytest

import referee
from referee.errors import BadInput

HEAD = "algo,seed,status,mean_return\n"


@pytest.fixture
def audited(tmp_path):
    def audit(scores, text="Each agent was trained with 4 seeds; means are given."):
        (tmp_path / "results.txt").write_text(text)
        (tmp_path / "runs.csv").write_text(scores)
        return referee.audit(tmp_path / "results.txt", data=tmp_path / "runs.csv")
    return audit


def runs(model, *values):
    return "".join(f"{model},{seed},{'done' if value else 'diverged'},{value}\n" for seed, value in enumerate(values))


def test_runs_without_a_score_that_one_model_has_are_told(audited):
    found = audited(HEAD + runs("a", 4, 5, 6, 5) + runs("b", 7, "", 8, ""))["F-27"].findings
    assert [one.message.split(",")[0] for one in found] == ["2 of 4 runs of b have no score"]
    assert found[0].severity.value == "serious"


@pytest.mark.parametrize("b", [(7, 6, 8, 7), (7, "", 8, 9), (7, 8)])
def test_runs_that_are_there_or_missing_of_both_are_no_fault_and_no_proof_that_none_was_left_out(audited, b):
    result = audited(HEAD + runs("a", 4, 5, 6, "" if "" in b else 5) + runs("b", *b))
    assert result["F-27"].findings == ()
    assert result["F-27"].outcome == "not checkable"
    assert f"(4 of a, {len(b)} of b), and how many were planned is not known" in result["F-27"].reason
    assert any(notice.startswith(f"runs.csv: {4 + len(b)} runs of a, b by mean_return") for notice in
               result.audit.bundle.notices)


def test_scores_by_data_set_are_named_as_not_held_against_the_text(audited):
    assert any("was not held against" in notice for notice in
               audited("dataset,gcn,ours\ncora,81,83\npubmed,79,80\n").audit.bundle.notices)


def test_what_holds_no_scores_is_refused_with_what_it_should_hold(audited):
    with pytest.raises(BadInput, match="holds the scores of single runs"):
        audited("x,y\n1,2\n")
