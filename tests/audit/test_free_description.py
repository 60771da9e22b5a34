"""Studies described in fields of their own: what says itself is read, what is not understood is named, or asked for."""

import pytest

import referee
from audit.what_is_told import told
from referee.errors import BadInput

STUDY = """title: Nets against boosting
corpus: {{rows: 900, part: random}}
models:
  - {{name: MyNet, role: proposed, trials: 120, tuned_on: validation}}
  - {{name: LightGBM, tuned: {tuned}, trials: {trials}}}
  - {{name: majority}}
remark: {remark}
{more}claim: {claim}
"""
FAIR = {"tuned": "true", "trials": 120, "remark": "none", "more": "", "claim": "No difference was found."}


def told_of(tmp_path, **said):
    path = tmp_path / "study.yaml"
    path.write_text(STUDY.format(**FAIR | said))
    return told(referee.audit(path))


def test_settings_tried_of_one_model_only_and_the_claim_are_read(tmp_path):
    found = told_of(tmp_path, tuned="false", trials=1, claim="MyNet is better than LightGBM.")
    assert sorted(found) == ["F-05", "F-25"]


def test_the_sentences_of_any_field_are_taken_at_their_word(tmp_path):
    assert told_of(tmp_path, remark="SMOTE was applied to the whole data set before the split.") == ["F-23"]


@pytest.mark.parametrize("said", [{}, {"more": "test: {name: McNemar, p: 0.01}\n", "claim": "MyNet beats LightGBM."}])
def test_a_fair_study_is_left_in_peace_and_what_was_not_read_is_named(tmp_path, said):
    assert told_of(tmp_path, **said) == []
    notices = referee.audit(tmp_path / "study.yaml").audit.bundle.notices
    assert any("'corpus'" in notice for notice in notices)


def test_fields_of_which_none_is_understood_are_refused_by_what_would_help(tmp_path):
    path = tmp_path / "own.yaml"
    path.write_text("experiment: x\norder: random\nprompts: 200\nresult: {wins: 11}\n")
    with pytest.raises(BadInput, match="give its predictions, its table of results or its text"):
        referee.audit(path)
