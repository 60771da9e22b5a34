"""What people write of their tests and runs: confessions by check, and sentences that confess nothing."""

import pytest

import referee
from audit.what_is_told import told
from referee.audit.vocabulary.protocols import confessions
from referee.audit.vocabulary.told_tests import told_of_tests

SEEDS = ("Every model was trained with 20 random seeds on the official test split. {} Ours is significantly better.")
TRAINED = "=== Error on training data ===\n\nCorrectly Classified Instances   90   90 %\n"
FAULTY = {
    "F-10": ["A paired t test on the 100 fold accuracies shows that LDA is better (t(99) = 3.67, p = 0.0004).",
             "We used Wilcoxon's signed-rank test over the folds of ten-fold cross-validation."],
    "F-46": [SEEDS.format("With N = 20 independent samples a Welch t test gives t(38) = 4.1, p < 0.001.")],
    "F-36": ["Having seen that B was ahead we made a one-sided t test, t(19) = 1.83, p = 0.041.",
             "Because our model was better on average, a one-tailed test was used."],
    "F-27": ["Four runs of B that diverged were excluded.", "Means are given after discarding the three failed runs."],
    "F-30": ["A two-sided Wilcoxon signed-rank test over the five data sets gave a clear answer (p = 0.01)."],
    "F-01": [TRAINED],
    "F-08": ["| model | F1 | how |\n|---|---|---|\n| a | 0.7 | mean of 9 runs |\n| b | 0.74 | best run of 9 seeds |\n"],
}
CLEAN = [
    "The corrected resampled t test over the 100 folds gave t(99) = 0.29, p = 0.77.",
    "A paired t test over the 12 data sets, each with ten-fold cross-validation, gave p = 0.03.",
    SEEDS.format("McNemar's test of the majority vote gave p = 0.001."),
    SEEDS.format("A t test over the seeds gives p = 0.001, which says nothing about other slides."),
    "A one-sided t test was planned beforehand, because B was better in earlier studies, p = 0.03.",
    "A one-sided test of non-inferiority was pre-registered.",
    "Four runs of B diverged and were counted as failures.", "No runs diverged, and none were excluded.",
    "A two-sided Wilcoxon signed-rank test over the eight data sets gave a clear answer (p = 0.01).",
    TRAINED + "\n=== Stratified cross-validation ===\n\nCorrectly Classified Instances   70   70 %\n",
    "| model | F1 | how |\n|---|---|---|\n| a | 0.71 | mean of 25 runs |\n| b | 0.74 | mean of 25 runs |\n",
]


def told_of(tmp_path, content):
    path = tmp_path / "results.md"
    path.write_text(content)
    return told(referee.audit(path))


@pytest.mark.parametrize(("code", "content"), [(code, one) for code, some in FAULTY.items() for one in some])
def test_what_a_text_says_against_itself_is_told(tmp_path, code, content):
    assert told_of(tmp_path, content) == [code]


@pytest.mark.parametrize("content", CLEAN)
def test_what_is_denied_or_done_well_is_left_in_peace(tmp_path, content):
    assert told_of(tmp_path, content) == []


def test_text_below_a_table_is_read():
    table = "| a | b |\n|---|---|\n| 1 | 2 |\n\n"
    assert [one.fault for one in confessions(f"{table}We report the best of 5 runs.")] == ["best of many"]
    assert told_of_tests(f"{table}Two runs that crashed were left out.")[0].fault == "failed runs left out"
