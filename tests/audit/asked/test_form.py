"""The form with questions: written, filled in by hand or by a program, taken in, and refused where it says too much."""

import json
from itertools import pairwise

import pytest
import yaml

import referee
from referee.audit import CHECKS, Severity
from referee.audit.asked.questions import QUESTIONS, Of, asked_of, questions
from referee.errors import BadInput

PAPER = """# Sepsis alarm

We trained a network on the charts of 1,200 stays. The 418 stays of 2021 were kept for the end.
All others were used for fitting, and it took an hour on one card.
A cut of *0.37*, nearest to the
corner over these 418, was adopted. Ten charts were read twice by nurses who saw the alarm.
Scaling was fitted on the training stays alone. The AUC was 0.81.
"""


@pytest.fixture
def paper(tmp_path):
    (tmp_path / "paper.md").write_text(PAPER)
    return tmp_path / "paper.md"


def filled(paper, answers, **head):
    """The form with these answers and nothing else."""
    path = paper.with_name("filled.yaml")
    said = {"reader": "Ada", "text": paper.name, **head, "answers": answers}
    path.write_text(yaml.safe_dump(said, allow_unicode=True))
    return path


def test_the_form_asks_every_question_once_and_can_be_read_as_it_is(paper):
    form = paper.with_name("form.yaml")
    referee.audit(paper, questions=form)
    asked = yaml.safe_load(form.read_text())["answers"]
    assert list(asked) == list(asked_of(Of.WORDS))
    assert all(one["question"] == QUESTIONS[name].asks for name, one in asked.items())
    with pytest.raises(BadInput, match="answers no question"):
        referee.audit(paper, filled=form)


def test_a_form_that_is_there_is_not_written_over(paper):
    form = paper.with_name("form.yaml")
    form.write_text("answers of an hour")
    with pytest.raises(BadInput, match="may hold answers"):
        referee.audit(paper, questions=form)
    assert form.read_text() == "answers of an hour"


def test_a_question_belongs_to_a_check_that_is_there_and_is_no_worse_than_it():
    for question in questions():
        assert question.severity <= CHECKS[question.code].severity or CHECKS[question.code].severity is Severity.WARNING
        assert question.asks.endswith("?")


def test_yes_with_the_words_of_the_text_is_found_under_the_check_with_its_line(paper):
    form = filled(paper, {"threshold": {"answer": "yes", "quote": "A cut of 0.37, nearest to the corner"}})
    result = referee.audit(paper, filled=form)
    [finding] = result["F-44"].findings
    assert finding.severity is Severity.SERIOUS
    assert "a cut-off was chosen on the test rows" in finding.message
    assert "(line 5)" in finding.message
    assert "Ada" in finding.message
    assert finding.evidence["question"] == "threshold"
    assert result.grade != "strong"


def test_no_passes_nothing_and_is_told_beside_the_check(paper):
    form = filled(paper, {"prepared": {"answer": "no", "quote": "Scaling was fitted on the training stays alone"}})
    answer = referee.audit(paper, filled=form)["F-23"]
    assert answer.outcome == "not checkable"
    assert "the text's own word" in answer.reason


def test_what_is_asked_about_by_its_sound_is_settled_by_an_answer(tmp_path):
    text = tmp_path / "t.md"
    text.write_text("We drew the split ten times and kept the one in which our model looked strongest.")
    assert referee.audit(text)["F-61"].findings
    form = filled(text, {"best-run": {"answer": "yes", "quote": "kept the one in which our model looked strongest"}})
    result = referee.audit(text, filled=form)
    assert not result["F-61"].findings
    assert result["F-08"].findings


def test_what_was_only_heard_has_its_answer(tmp_path):
    text = tmp_path / "t.md"
    text.write_text("The number of epochs was chosen on the test set. It was a second test set of its own.")
    [heard] = referee.audit(text)["F-03"].findings
    assert (heard.severity, heard.message[-9:]) == (Severity.WARNING, "Is it so?")
    said = {"tuned": {"answer": "no", "quote": "It was a second test set of its own"}}
    denied = referee.audit(text, filled=filled(text, said))["F-03"]
    assert (denied.outcome, denied.findings) == ("not checkable", ())
    assert "a second test set of its own" in denied.reason
    said = {"tuned": {"answer": "yes", "quote": "number of epochs was chosen on the test set"}}
    [told] = referee.audit(text, filled=filled(text, said))["F-03"].findings
    assert told.severity is Severity.FATAL
    other = {"threshold": {"answer": "n/a"}}
    assert referee.audit(text, filled=filled(text, other))["F-03"].findings == (heard,)


def test_a_no_against_what_figures_show_is_told_and_takes_nothing_away(tmp_path):
    text = tmp_path / "t.md"
    text.write_text("Accuracy was 0.90, sensitivity 0.95 and specificity 0.93. All figures agree with one another.")
    before = referee.audit(text)["F-30"].findings
    form = filled(text, {"figures": {"answer": "no", "quote": "All figures agree with one another"}})
    after = referee.audit(text, filled=form)["F-30"].findings
    assert before
    assert [one.severity for one in after] == [one.severity for one in before]
    assert "Against that" in after[-1].message


@pytest.mark.parametrize(("answers", "said"), [
    ({"threshold": {"answer": "yes", "quote": "The cut was chosen on the test set"}}, "does not stand in paper.md"),
    ({"threshold": {"answer": "yes", "quote": "cut"}}, "two words or more"),
    ({"threshold": {"answer": "yes"}}, "without a quote"),
    ({"threshold": {"answer": "no", "quote": " "}}, "without a quote"),
    ({"treshold": {"answer": "yes", "quote": "A cut of 0.37"}}, "did you mean 'threshold'"),
    ({"threshold": {"answer": "perhaps", "quote": "A cut of 0.37"}}, "perhaps"),
    ({"threshold": {"answer": "yes", "quotation": "A cut of 0.37"}}, "no field 'quotation'"),
    ({"other": {"answer": "yes", "quote": "it took an hour"}}, "without a note"),
    ({"threshold": {"answer": ["yes"], "quote": "A cut of 0.37"}}, "answer"),
    ({"threshold": {"answer": "yes", "quote": {"a": "A cut of 0.37"}}}, "quote"),
    ([], "answers"),
    ({"threshold": {"answer": "yes", "quote": ["A cut of 0.37", "was chosen by hand"]}}, "was chosen by hand"),
    ({"threshold": {"answer": "yes", "quote": "A cut of 0.37 … these 419"}}, "does not stand"),
])
def test_what_cannot_be_believed_is_refused_in_a_sentence_with_its_line(paper, answers, said):
    with pytest.raises(BadInput) as refusal:
        referee.audit(paper, filled=filled(paper, answers))
    assert said in str(refusal.value)
    assert "filled.yaml" in str(refusal.value)


@pytest.mark.parametrize("quote", [
    "a cut of 0.37, nearest to the corner", "“A cut of 0.37 … was adopted.”",
    ["A cut of 0.37", "The 418 stays of 2021"], "A  cut\nof 0.37,  nearest",
])
def test_marks_breaks_and_case_do_not_matter_in_a_quote(paper, quote):
    assert referee.audit(paper, filled=filled(paper, {"threshold": {"answer": "Yes", "quote": quote}}))["F-44"].findings


@pytest.mark.parametrize("word", ["not told", "unclear", "Unknown.", "", None])
def test_not_told_is_as_good_as_empty(paper, word):
    with pytest.raises(BadInput, match="answers no question, and names no reader"):
        referee.audit(paper, filled=filled(paper, {"threshold": {"answer": word}}, reader=" "))


def test_somebody_who_read_it_and_found_nothing_is_believed(paper):
    form = filled(paper, {})
    result = referee.audit(paper, filled=form)
    assert any(one.startswith("Read by Ada, of ") and "0 yes" in one for one in result.audit.bundle.notices)
    assert not [one for one in result.findings if "Ada" in one.message]


def test_a_text_that_changed_is_told_and_its_quotes_are_still_held_against_it(paper):
    form = paper.with_name("form.yaml")
    referee.audit(paper, questions=form)
    said = yaml.safe_load(form.read_text())
    said["answers"]["threshold"] |= {"answer": "yes", "quote": "A cut of 0.37"}
    form.write_text(yaml.safe_dump(said))
    assert not any("has changed" in one for one in referee.audit(paper, filled=form).audit.bundle.notices)
    paper.write_text(PAPER + "One more sentence.\n")
    assert any("has changed" in one for one in referee.audit(paper, filled=form).audit.bundle.notices)


def test_a_script_in_another_language_is_refused_unless_somebody_reads_it(tmp_path, referee):
    code = tmp_path / "fit.R"
    code.write_text("scores <- replicate(100, fit(sample(rows)))\nprint(t.test(scores$a, scores$b, paired = TRUE))\n")
    refused = referee("audit", code)
    assert refused.code == 2
    assert "--questions" in refused.err
    assert referee("audit", code, "--questions", tmp_path / "form.yaml").code == 0
    form = filled(code, {"folds": {"answer": "yes", "quote": "t.test(scores$a, scores$b, paired = TRUE)"}})
    told = referee("audit", code, "--filled", form, "--json")
    assert told.code == 1
    assert [one["code"] for one in json.loads(told.out)["findings"]] == ["F-10"]


def test_of_a_notebook_the_cells_are_quoted_as_they_are_shown(tmp_path):
    book = tmp_path / "a.ipynb"
    cells = [{"cell_type": "markdown", "source": ['The "best" of ten\n', "seeds is shown."]},
             {"cell_type": "code", "source": "print(max(scores))", "outputs": [
                 {"text": ["seed 7 of ten:\n", "0.913\n"]}, {"data": {"text/plain": "0.9"}}, 3]}]
    book.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    quotes = ['The "best" of ten seeds', "print(max(scores))", "of ten: 0.913"]
    form = filled(book, {"best-run": {"answer": "yes", "quote": quotes}})
    assert referee.audit(book, filled=form)["F-08"].findings


def test_a_log_of_another_program_has_no_columns_to_point_at(tmp_path):
    answers = tmp_path / "p.csv"
    rows = "".join(f"{i},{1 + i % 2}:{'ab'[i % 2]},{1 + i % 2}:{'ab'[i % 2]},,0.9\n" for i in range(1, 31))
    answers.write_text(f"=== Predictions on test data ===\n\ninst#,actual,predicted,error,prediction\n{rows}")
    with pytest.raises(BadInput, match="log of another program"):
        referee.audit(answers, questions=tmp_path / "form.yaml")
    assert not (tmp_path / "form.yaml").exists()


def test_a_ledger_is_asked_nothing(tmp_path):
    ledger = tmp_path / "l.db"
    referee.compare(["lda", "tree"], "iris", design="kfold:folds=3", jobs=1, ledger=ledger)
    with pytest.raises(BadInput, match="read and quoted"):
        referee.audit(ledger, questions=tmp_path / "form.yaml")


def test_a_form_of_strangers_runs_nothing_and_costs_little(paper):
    form = paper.with_name("evil.yaml")
    form.write_text("answers: !!python/object/apply:os.system ['echo no']")
    with pytest.raises(BadInput):
        referee.audit(paper, filled=form)
    laughs = [f"{b}: &{b} [*{a}, *{a}]" for a, b in pairwise("abcdefghijklmnopqrstu")]
    form.write_text("\n".join(["a: &a [x, x]", *laughs, "answers: *u"]))
    with pytest.raises(BadInput):
        referee.audit(paper, filled=form)


def test_a_table_whose_columns_nobody_knows_is_left_to_who_reads_it(tmp_path):
    table = tmp_path / "supplement.csv"
    table.write_text('net,width,auc_test_n290,remark\n30,64,0.809,"final model (highest auc_test), as in abstract"\n'
                     "28,64,0.800,\n08,32,0.795,\n")
    with pytest.raises(BadInput, match=r"nothing tells what its columns hold .*--questions"):
        referee.audit(table)
    found = referee.audit(table, filled=filled(table, {"tuned": {
        "answer": "yes", "quote": "final model (highest auc_test)"}}))
    assert [one.code for one in found.findings] == [QUESTIONS["tuned"].code]
    assert "nothing tells what its columns hold" in " ".join(str(found).split())


def test_what_was_followed_in_code_and_is_denied_is_asked_about(tmp_path):
    """Rules follow code, and a reader reads it: where they disagree both are told, and neither is believed alone."""
    script = tmp_path / "train.py"
    script.write_text("from sklearn.tree import DecisionTreeClassifier\nimport pandas as pd\n"
                      "frame = pd.read_csv('x.csv')\nX, y = frame[['a', 'b']], frame['y']\n"
                      "model = DecisionTreeClassifier().fit(X, y)\n"
                      "print(model.score(X, y))  # on its own rows, as a check\n")
    [before] = referee.audit(script)["F-01"].findings
    assert before.severity is Severity.FATAL
    form = filled(script, {"same-rows": {"answer": "no", "quote": "on its own rows, as a check"}})
    [after] = referee.audit(script, filled=form)["F-01"].findings
    assert after.severity is Severity.WARNING
    assert "Against that" in after.message
    other = filled(script, {"threshold": {"answer": "no", "quote": "on its own rows, as a check"}})
    assert referee.audit(script, filled=other)["F-01"].findings == (before,)


def test_a_no_with_a_single_word_is_no_answer_and_loses_none_of_the_others(paper):
    form = filled(paper, {"prepared": {"answer": "no", "quote": "Scaling"},
                          "threshold": {"answer": "yes", "quote": ["cut", "A cut of 0.37, nearest to the corner"]}})
    result = referee.audit(paper, filled=form)
    assert [one.evidence["quotes"] for one in result["F-44"].findings] == [["A cut of 0.37, nearest to the corner"]]
    assert "the text's own word" not in result["F-23"].reason
    assert "taken as not told" in " ".join(str(result).split())
