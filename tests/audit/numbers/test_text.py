"""Abstracts: what is read in them, what is left, and what cannot be."""

import numpy as np
import pytest
from scipy import stats
from typer.testing import CliRunner

import referee
from referee.audit.numbers import contradictions
from referee.audit.numbers.of_text import text
from referee.cli.main import app


def wrong(sentence):
    return [one.message for one in contradictions(text(sentence).rows)]


@pytest.mark.parametrize(("sentence", "starts"), [
    ("It worked, t(28) = 2.20, p = .30.", "p .30 does not follow from t 2.20 and df 28"),
    ("It worked, t(97.2) = -1.96, p = 0.152.", "p 0.152 does not follow"),      # metacheck's demonstration paper
    ("There was an effect, F(2, 40) = 3.10, p = .35.", "p .35 does not follow from F 3.10, df1 2 and df2 40"),
    ("Groups differ (χ²(1, N = 90) = 4.20, p = .40).", "p .40 does not follow"),
    ("Groups differ (z = 1.20, p < .05).", "p < .05 does not follow from z 1.20"),
    ("They agree, r(28) = .40, p = .30.", "p .30 does not follow from r .40 and df 28"),
    ("Sensitivity was 0.90 and specificity 0.80. The accuracy was 0.935.", "accuracy 0.935 cannot go with"),
    ("The accuracy of 91.2% (95% CI 92.1–93.9) is high.", "accuracy 0.912 is outside its own interval"),
    ("We saw 12 of 30 (41%) errors.", "12 of 30 is 0.4, not 41%"),
    ("We saw an error in 12/30 (41.0%).", "12 of 30 is 0.4, not 41.0%"),
    ("Accuracy was 0.91, sensitivity 0.80 and specificity 0.85.", "Accuracy 0.91 cannot go with"),
    ("Sensitivity and specificity were 80% and 90%, balanced accuracy 0.95.", "balanced accuracy 0.95 cannot go with"),
    ("With n = 28, an accuracy of 55% was found.", "accuracy 55% is not a multiple of 1/28"),
    ("An AUC of 1.02 was reached.", "AUC 1.02 is outside"),
    ("An accuracy of 91.0% (95% CI: 90.5% to 91.5%) was seen (n = 100).", "the interval [0.905, 0.915]"),
    ("An accuracy of 80.8% (97/120; 95% CI 80.2% to 81.5%) was reached.", "the interval [0.802, 0.815]"),
    ("Overall accuracy was 151/171 (78.3%).", "151 of 171 is 0.883, not 78.3%"),
    ("An accuracy of 93.0% (91/100) was seen.", "91 of 100 is 0.91, not 93.0%"),
])
def test_contradictions_of_a_sentence(sentence, starts):
    said = wrong(sentence)
    assert len(said) == 1, said
    assert said[0].startswith(starts)


@pytest.mark.parametrize("sentence", [
    "It worked, t(28) = 2.20, p = .036.", "It worked, t(28) = 2.20, p < .05.", "It worked, t(97.7) = 2.9, p = 0.005.",
    "A one-sided test gave t(20) = 2.10, p = .024.", "F(2, 40) = 3.10, p = .056.", "χ2(1, N = 90) = 4.20, p = .04.",
    "The accuracy was 91.1% (95% CI 83.2-96.1), n = 90.", "Of all, 12 of 30 (40%) were ill.",
    "Accuracy was 0.82, sensitivity 0.80 and specificity 0.85.",
    "The forest had an accuracy of 0.91 and the SVM an accuracy of 0.85.",
    "In ten-fold cross-validation accuracy was 0.91, sensitivity 0.80 and specificity 0.85 (10-fold).",
    "In 2019 we saw 1,024 patients on 3 wards.", "", "Overall accuracy was 151/171 (88.3%).",
    "An accuracy of 80.8% (97/120; 95% CI 72.9% to 86.9%) was reached.", "The sensitivity was 44/52.",
    "Sensitivity was 44/52 (84.6%, 95% CI 72.5% to 92.0%) and specificity 107/119 (89.9%).",
])
def test_sound_sentences_are_left_in_peace(sentence):
    assert wrong(sentence) == []


def test_what_was_read_and_what_was_left_is_told():
    said = text("We took 1,024 scans of 2019. Sensitivity was 80.5% (95% CI 78–83), t(28) = 2.20, p = .036.")
    assert said.read == ("Sensitivity was 80.5% (95% CI 78–83)", "t(28) = 2.20, p = .036")
    assert said.left == ("1,024", "2019")


@pytest.mark.parametrize("seed", range(20))
def test_tests_of_scipy_as_papers_print_them_are_never_accused(seed):
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(2, int(rng.integers(5, 50))))
    t, f, r = stats.ttest_rel(a, b), stats.f_oneway(a, b, a + b), stats.pearsonr(a, b)
    n = len(a)
    said = (f"We found t({n - 1}) = {t.statistic:.2f}, p = {t.pvalue:.3f}. Then F(2, {3 * n - 3}) = {f.statistic:.2f}, "
            f"p = {f.pvalue:.2f}. Also r({n - 2}) = {r.statistic:.2f}, p = {r.pvalue:.3f}.")
    assert len(text(said).rows) == 3
    assert wrong(said) == []


def test_a_text_file_at_the_command_line(tmp_path):
    path = tmp_path / "abstract.txt"
    path.write_text("We compared models.\nIt was clear, t(28) = 2.20, p = .30, on 12 wards.\n", encoding="utf-8")
    done = CliRunner().invoke(app, ["audit", str(path)])
    assert done.exit_code == 1
    flat = " ".join(done.output.split())
    assert "Read in the text: t(28) = 2.20, p = .30." in flat
    assert "Not read: 12." in flat
    assert "p .30 does not follow from t 2.20 and df 28, which give between 0.0" in flat


def test_a_text_without_figures_says_what_it_would_know(tmp_path):
    path = tmp_path / "abstract.md"
    path.write_text("We did well, and others did not.\n", encoding="utf-8")
    done = CliRunner().invoke(app, ["audit", str(path)])
    assert done.exit_code == 0
    assert "No figure of the text was recognised" in " ".join(done.output.split())


def test_a_table_with_the_ending_of_a_text_is_still_a_table(tmp_path):
    path = tmp_path / "table.txt"
    path.write_text("model,precision,recall,F1\nsvm,0.80,0.85,0.95\n", encoding="utf-8")
    done = CliRunner().invoke(app, ["audit", str(path)])
    assert "svm: F1 0.95 cannot go with precision 0.80 and recall 0.85" in " ".join(done.output.split())


SCREENED = ("{n} adults were included. Sensitivity was 84.1% (53/63) and specificity 90.4% (265/293). The positive "
            "predictive value was {ppv} and the negative predictive value {npv}.")


@pytest.mark.parametrize(("ppv", "npv", "wrong"), [
    ("65.4%", "96.4%", []), ("65%", "96%", []), ("81.5%", "96.4%", ["81.5%"]), ("65.4%", "90.1%", ["90.1%"])])
def test_predictive_values_follow_from_the_counts_of_the_sentence_before(ppv, npv, wrong):
    found = [str(one) for one in contradictions(text(SCREENED.format(n=356, ppv=ppv, npv=npv)).rows)]
    assert len(found) == len(wrong)
    assert all(number in one for one, number in zip(found, wrong, strict=True))


def test_predictive_values_of_other_sentences_and_models_are_let_be():
    apart = ("Sensitivity was 84.1% (53/63) and specificity 90.4% (265/293). We then turned to the second hospital. "
             "The positive predictive value was 81.5%.")
    other = ("Sensitivity was 84.1% (53/63) and specificity 90.4% (265/293). With the reader, sensitivity was 90.0%, "
             "and the positive predictive value was 81.5%.")
    assert [list(contradictions(text(one).rows)) for one in (apart, other)] == [[], []]


@pytest.mark.parametrize(("said", "outcome", "severities"), [
    ("Of 9,642 transactions, of which 202 were fraudulent, 97.6% ...", "not checkable", []),
    ("On 9,642 transactions, of which 202 (2.1%) were fraudulent, it reached an accuracy of 97.6%.", "found",
     ["serious"]),
    ("On 9,642 transactions, of which 202 were fraudulent, it reached an accuracy of 98.6%.", "passed", []),
    ("On 500 scans, including 250 with a tumour, it reached an accuracy of 61%.", "passed", []),
    ("On 500 scans, of which 25 had a tumour, it reached an accuracy of 95%.", "passed", [])])
def test_an_accuracy_below_the_most_frequent_class_is_told(tmp_path, said, outcome, severities):
    (tmp_path / "abstract.txt").write_text(f"We propose a model. {said} It is ready for use.\n")
    told = referee.audit(tmp_path / "abstract.txt")["F-53"]
    assert (told.outcome, [one.severity.value for one in told.findings]) == (outcome, severities)


@pytest.mark.parametrize("sentence", [
    "The AUROC of version 2.0 was 0.004 higher than that of version 1.4.", "The accuracy of GPT-3.5 was 0.71.",
    "Accuracy of Llama 2.0 is 0.66.", "Accuracy at threshold 0.5 was 0.81.", "The precision of model v1.2 was 0.81.",
    "The AUC of YOLOv8.1 rose.", "The AUC in Table 2.1 is 0.8.", "The recall in Section 4.2 was 0.7.",
    "Accuracy with scikit-learn 1.4 was 0.93.", "The kappa of grade 2.5 lesions was 0.4.",
])
def test_the_number_of_a_version_a_table_or_a_threshold_is_no_score(sentence):
    assert text(sentence).rows == ()


@pytest.mark.parametrize(("sentence", "value"), [
    ("The accuracy of the smaller network was 0.91.", 0.91), ("Accuracy on unseen speakers, 0.91, was higher.", 0.91),
    ("The AUC of our model reached 0.84 while recall was low.", 0.84),
    ("The accuracy for the new cohort was 0.77 and its recall was 0.6.", 0.77),
])
def test_a_score_with_words_between_is_still_one(sentence, value):
    assert value in [one.value for row in text(sentence).rows for one in row.figures]
