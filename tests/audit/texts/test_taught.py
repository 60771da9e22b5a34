"""Sentences that sound like a fault: asked about, with the check they belong to; near misses are left alone."""

import json

import pytest

from referee.audit.prose.confession import BEST, Confession
from referee.audit.prose.taught import FIRST, beyond, doubts_in
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


LONG = ("The 418 stays of 2021 were kept for the end. All others were used for fitting. It took an hour. A forest of "
        "500 trees was grown. Ten charts were read twice by nurses. The area under the curve was 0.81. A cut of 0.37, "
        "nearest to the corner over these 418, was adopted. The hospital has since bought the software.")


def test_a_long_text_says_what_to_read_first_and_that_this_is_no_finding(referee, tmp_path):
    path = tmp_path / "methods.txt"
    path.write_text(LONG, encoding="utf-8")
    said = referee("audit", str(path)).out
    assert "Nothing was found." in said
    first, second = said.split("Read first (no findings")[1].split("  - ")[1:3]
    assert "A cut of 0.37, nearest to the corner over these 418" in first
    assert "(line 1)" in " ".join(first.split())
    assert "0.37" not in second
    told = json.loads(referee("audit", str(path), "--json").out)
    chances = [one["chance"] for one in told["read_first"]]
    assert len(chances) == FIRST
    assert chances == sorted(chances, reverse=True)
    assert chances[0] < what_was_taught().threshold
    assert told["findings"] == []
    page = tmp_path / "page.html"
    referee("audit", str(path), "-o", str(page))
    assert "A cut of 0.37" in page.read_text(encoding="utf-8")


def test_doubts_that_are_muted_name_nothing_to_read(referee, tmp_path):
    path = tmp_path / "methods.txt"
    path.write_text(LONG, encoding="utf-8")
    assert "Read first" not in referee("audit", str(path), "--mute", "F-61").out


def test_a_short_text_is_read_by_who_has_it(referee, tmp_path):
    path = tmp_path / "methods.txt"
    path.write_text(" ".join(LONG.split(". ")[:4]), encoding="utf-8")
    assert "Read first" not in referee("audit", str(path)).out


def test_what_was_asked_about_or_told_by_a_rule_is_not_among_what_to_read(referee, tmp_path):
    path = tmp_path / "methods.txt"
    path.write_text(f"{LONG} {ASKED['folds']} We report the best of 20 seeds on the test set.", encoding="utf-8")
    told = json.loads(referee("audit", str(path), "--json").out)
    codes = {finding["code"] for finding in told["findings"]}
    assert codes & {"F-08", "F-10", "F-61"}
    to_read = " ".join(one["sentence"] for one in told["read_first"])
    assert "best of 20 seeds" not in to_read
    assert "ten times ten folds" not in to_read


def test_free_fields_are_read_first_too_and_remarks_of_scripts_are_not(referee, tmp_path):
    fields = {f"field {i}": sentence for i, sentence in enumerate(LONG.split(". "))}
    path = tmp_path / "study.json"
    path.write_text(json.dumps(fields), encoding="utf-8")
    assert json.loads(referee("audit", str(path), "--json").out)["read_first"]
    figures = {f"accuracy of model {i} on test rows, the best": f"0.{i}" for i in range(70, 80)}
    path.write_text(json.dumps(figures), encoding="utf-8")
    assert json.loads(referee("audit", str(path), "--json").out)["read_first"] == []
    script = tmp_path / "study.py"
    script.write_text("".join(f"# {sentence}\nx = {i}\n" for i, sentence in enumerate(LONG.split(". "))),
                      encoding="utf-8")
    assert json.loads(referee("audit", str(script), "--json").out)["read_first"] == []
