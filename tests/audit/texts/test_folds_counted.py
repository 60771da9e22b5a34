"""All folds of all repeats as independent values: told by the degrees of freedom, in any words."""

import pytest

from referee.audit.prose.reader import told_in


@pytest.mark.parametrize("said", [
    ("We ran ten-fold cross-validation ten times with different shuffles. With n = 100 pairs the paired "
     "Student test gives t(99) = 4.11, p < 0.001."),
    ("Both models were compared by 5-fold cross-validation, repeated 10 times. The difference is "
     "significant (paired t-test, t(49) = 2.9, p = 0.006)."),
    ("Accuracy was estimated by 10 x 10-fold cross-validation. A Student t test on the accuracies, df = "
     "99, gave p = 0.002."),
    ("Five-fold cross-validation was used. It was repeated twenty times with new partitions. The gain of "
     "0.4 points is significant, t(99) = 3.3."),
    ("Results are from ten repetitions of 3-fold cross-validation. The mean gain is 0.8 points, t(29) = "
     "2.6, p = 0.015."),
    ("Each classifier was run through 30 rounds of 10-fold cross-validation. A paired t-test with 299 "
     "degrees of freedom favours the larger one (p < 0.001)."),
])
def test_degrees_of_freedom_of_all_folds_of_all_repeats(said):
    assert "folds as samples" in [one.fault for one in told_in(said)]


@pytest.mark.parametrize("said", [
    ("We ran ten-fold cross-validation ten times with different shuffles. The corrected resampled t-test "
     "of Nadeau and Bengio gives t(99) = 1.31, p = 0.19."),
    ("Both models were compared by 5-fold cross-validation, repeated 10 times. The means of the ten "
     "repeats differ little, t(9) = 1.2."),
    ("Ten-fold cross-validation was repeated ten times for tuning. The 100 patients of the second site "
     "were then scored by both; t(99) = 2.3, p = 0.02."),
    "Five-fold cross-validation was used once. Ratings of 50 readers were compared, t(49) = 2.9.",
    ("We ran ten-fold cross-validation ten times. Differences were tested by a permutation test over "
     "documents (p = 0.03)."),
    "We ran 10 x 10-fold cross-validation and give intervals by Bouckaert's correction, t(99) = 2.0.",
    ("Accuracy was estimated by 10-fold cross-validation, repeated 5 times. Over 31 tasks the paired "
     "t-test gives t(30) = 2.2."),
])
def test_a_correction_or_degrees_of_freedom_of_something_else(said):
    assert told_in(said) == ()
