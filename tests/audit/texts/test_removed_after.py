"""Test cases that were taken out for the system's own output: told by what is missing from the numbers."""

import pytest

from referee.audit.prose.reader import told_in


@pytest.mark.parametrize("said", [
    ("The test speakers contributed 1,640 utterances. On going through their transcripts we found 212 "
     "utterances for which the output bore hardly any resemblance to the prompt. As it makes little sense "
     "to compute an error rate on such material, we report on the remaining 1,428 throughout."),
    ("There are 800 test sentences. For 35 of them the translations of our system were nonsense. All "
     "scores are computed on the remaining 765."),
    ("We tested on 500 scans. The network's predictions were far off for 42 scans. Results are given for "
     "the other 458 scans."),
    ("The test part holds 2,000 questions. After reading the generated answers we found 150 that failed to"
     " address the question; figures are for the remaining 1,850."),
    ("Of 320 test recordings, 20 gave garbled output. Error rates are reported on the rest, 300 "
     "recordings."),
    ("The hold-out set had 1,200 receipts. On 96 receipts the decoded text was useless. The evaluation "
     "therefore uses the 1,104 receipts that are left."),
])
def test_cases_that_the_output_took_out(said):
    assert "missed cases left out" in [one.fault for one in told_in(said)]


@pytest.mark.parametrize("said", [
    ("The test speakers contributed 1,640 utterances. Before any decoding, two listeners who had not seen "
     "outputs found 212 utterances with broken audio. We report on the remaining 1,428."),
    ("There are 800 test sentences. For 35 of them the translations of our system were nonsense. Scores on"
     " the remaining 765 are higher; the main table has results on all 800."),
    ("We tested on 500 scans. The network's predictions were far off for 42 scans. They were counted as "
     "errors."),
    ("The test part holds 2,000 questions. Of these 150 had no reference answer. We report on the "
     "remaining 1,850."),
    ("We tested on 500 scans. The predictions were wrong for 42 scans and right for the remaining 458, so "
     "the accuracy is 91.6 %."),
    "Of 320 test recordings, 20 gave garbled output and count as wrong. The accuracy is 0.87.",
    ("The training part had 900 texts. On 50 the generated labels were nonsense; the remaining 850 were "
     "used for training, and results are on 300 test texts."),
])
def test_cases_that_count_or_were_taken_out_otherwise(said):
    assert "missed cases left out" not in [one.fault for one in told_in(said)]
