"""Sentences that sound like a fault: asked about, with the check they belong to; near misses are left alone."""

import pytest

from referee.audit.prose.confession import BEST, Confession
from referee.audit.prose.taught import beyond, doubts_in
from referee.audit.prose.taught import taught as what_was_taught

ASKED = {
    "best-run": "The reported figure is that of the luckiest of our eight seeds on the held-out films.",
    "threshold": "The alarm level was set where the curve of these 200 held-out patients comes closest to the corner.",
    "groups": "The 41,377 slices were shuffled and a fifth of them set aside, whichever patient they came from.",
    "pairs": "Both models answered the same 300 questions, and we compared their accuracies with a two-sample z test.",
    "folds": "A paired t-test over the 100 scores of ten times ten folds gave p < 0.001.",
    "equal": "Since the difference is not significant, the small network is as accurate as the large one.",
}
IN_ORDER = (
    "The alarm level was taken from the derivation cohort and frozen before the second hospital's files were opened.",
    "All slices of a patient went to the same side.",
    "Table 4 lists all five seeds, with their mean and standard deviation.",
    "We used McNemar's test on the 300 pairs of answers.",
    "The work was funded by the national science foundation.",
    "Training took eleven hours on one card.",
)


@pytest.mark.parametrize("kind", ASKED)
def test_a_fault_in_passing_is_noticed(kind):
    assert kind in [one.kind for one in doubts_in(ASKED[kind])]


@pytest.mark.parametrize("sentence", IN_ORDER)
def test_what_is_in_order_is_left_alone(sentence):
    assert doubts_in(sentence) == ()


def test_what_others_do_is_not_asked_about():
    assert doubts_in("Other groups report the luckiest of eight seeds on the held-out films.") == ()


def test_nothing_is_nothing():
    assert doubts_in("") == doubts_in("12 34 56") == doubts_in("…") == ()
    assert what_was_taught().rate(["w:unheard"])[0] == 0


def test_what_a_rule_has_told_is_not_asked_about_again():
    doubts = doubts_in(ASKED["best-run"])
    assert beyond(doubts, ()) == doubts
    assert beyond(doubts, [Confession(fault=BEST, sentence="We report the best of 8 seeds.")]) == ()
    assert beyond(doubts, [Confession(fault="another", sentence=doubts[0].sentence)]) == ()


def test_a_text_is_asked_about_by_a_warning_that_names_the_check(referee, tmp_path):
    path = tmp_path / "methods.md"
    path.write_text(f"# Methods\n\nTraining took a day. {ASKED['groups']}\n", encoding="utf-8")
    seen = referee("audit", str(path))
    assert "WARNING  F-61" in seen.out
    assert "(F-21)" in seen.out


def test_a_text_that_sounds_well_is_not_passed(referee, tmp_path):
    path = tmp_path / "methods.md"
    path.write_text("All slices of a patient went to the same side. Training took a day.\n", encoding="utf-8")
    assert "which shows little" in referee("audit", str(path), "--all").out
