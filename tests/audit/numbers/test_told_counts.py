"""Counts that prose tells of a two-class test, and the scores that stand with them."""

import pytest

from referee.audit.numbers import contradictions
from referee.audit.numbers.of_text import text

WRONG = [
    ("The test set had 60 positive and 240 negative smears. The network detected 51 of 60 positive smears "
     "and produced 24 false positives among the 240 negative ones, an accuracy of 93.0%."),
    ("Of 500 transactions, of which 40 were fraudulent, the rule flagged 30 of the fraudulent ones. It "
     "gave 20 false alarms. The overall accuracy is 97.4%."),
    ("The detector missed 12 of the 80 leaks and wrongly flagged 35 of the 920 sound pipes, which is an "
     "accuracy of 97.6%."),
    ("68 of 80 leaking pipes were found; 35 of the 920 sound pipes were wrongly flagged. This corresponds "
     "to an accuracy of 97.6 %."),
    ("The classifier correctly identified 88 of 100 malignant and 170 of 200 benign lesions (accuracy "
     "89.3%)."),
    "The model flagged 117 of 150 damaged and 84 of 1,050 intact parcels, that is, an accuracy of 94.6 %.",
    ("On the hold-out set it reached an accuracy of 94.6%. It found 117 of the 150 damaged parcels and "
     "raised 84 false alarms among the 1,050 intact ones."),
    ("There were 45 septic and 455 non-septic patients. 36 of the septic patients were identified and 50 "
     "non-septic patients were falsely flagged. Accuracy was 92.2%, sensitivity 80.0%."),
    ("The screen caught 90 out of 120 bad welds, with 15 false alarms on 680 good welds (specificity "
     "97.8%, precision 80.7%)."),
]
RIGHT_OR_OF_OTHERS = [
    ("The test set had 60 positive and 240 negative smears. The network detected 51 of 60 positive smears "
     "and produced 24 false positives among the 240 negative ones, an accuracy of 89.0%."),
    ("Of 500 transactions, of which 40 were fraudulent, the rule flagged 30 of the fraudulent ones. It "
     "gave 20 false alarms. The overall accuracy is 94.0%."),
    ("The detector missed 12 of the 80 leaks and wrongly flagged 35 of the 920 sound pipes, which is an "
     "accuracy of 95.3%."),
    ("68 of 80 leaking pipes were found; 35 of the 920 sound pipes were wrongly flagged. On the validation"
     " set the accuracy was 97.6 %."),
    ("The classifier correctly identified 88 of 100 malignant and 170 of 200 benign lesions (accuracy "
     "86.0%)."),
    "The model flagged 117 of 150 damaged and 84 of 1,050 intact parcels, that is, an accuracy of 90.2 %.",
    ("It found 117 of the 150 damaged parcels and raised 84 false alarms among 1,200 parcels. The accuracy"
     " is 90.3%."),
    ("It found 117 of the 150 damaged parcels and raised 84 false alarms in 1,050 hours. The accuracy is "
     "94.6%."),
    ("The network found 117 of the 150 damaged parcels and raised 84 false alarms among 1,050 intact ones."
     " The older rule had an accuracy of 94.6 %."),
    ("Of the 150 damaged parcels 40 were small; it found 30 of the small ones and raised 5 false alarms. "
     "Overall accuracy was 94.6%."),
    "The detector found 40 of 50 seizures with 2 false alarms per hour. Accuracy on windows was 98.1%.",
    ("It found 117 of 150 damaged parcels and raised 84 false alarms on 1,050 intact ones. At the stricter"
     " threshold, accuracy is 94.6%."),
    ("The CNN found 117 of 150 damaged and the rule 66 of 150; false alarms were 84 and 210 of 1,050. "
     "Accuracy was 90.3% and 75.5%."),
    ("In ten-fold cross-validation the mean accuracy was 94.6%. It found 117 of 150 damaged parcels and "
     "raised 84 false alarms among the 1,050 intact ones."),
    ("Two readers found 30 of 40 nodules; the network found 35 of 40 nodules with 12 false positives among"
     " 160 clear scans. Their accuracy was 80.0%."),
    ("It recognised 88 of 100 cats and 75 of 90 dogs; 60 of 80 birds were recognised too. The accuracy was"
     " 82.6%."),
    ("The test set had 60 positive and 240 negative smears. The network detected 51 of the positive smears"
     " with 24 false positives, an error rate of 11.0%."),
]
PARCELS = (
    "The last depot had 150 damaged and 1,050 intact parcels. The network picked out 117 of the damaged ones. It "
    "raised an alarm on 84 parcels that were in fact intact. That is an accuracy of {} %, with a sensitivity of 78 % "
    "and a precision of 58 %. The volume check found 66 of the damaged ones and raised 210 false alarms (sensitivity "
    "44 %, precision 24 %).\n\nWe bootstrapped the parcels 5,000 times.")


@pytest.mark.parametrize("said", WRONG)
def test_a_score_that_the_counts_of_its_paragraph_cannot_have(said):
    assert len(contradictions(text(said).rows)) == 1


@pytest.mark.parametrize("said", RIGHT_OR_OF_OTHERS)
def test_scores_that_follow_or_are_of_something_else(said):
    assert contradictions(text(said).rows) == ()


def test_counts_are_bound_over_sentences_and_to_one_system():
    wrong, = contradictions(text(PARCELS.format("94.6")).rows)
    assert "accuracy 94.6% cannot go with TP 117, FN 33, FP 84 and TN 966" in str(wrong)
    assert contradictions(text(PARCELS.format("90.3")).rows) == ()
    assert contradictions(text(PARCELS.format("90")).rows) == ()
