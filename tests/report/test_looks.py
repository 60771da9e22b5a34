"""What a report says of the looks that went before."""

import json
from dataclasses import replace

import pytest

from referee.report import as_dict, as_html, as_text, method_sentence
from referee.study import VaultNote
from report import analyses as made

ORDINALS = {"logistic": 1, "forest": 11, "hist-gradient-boosting": 2, "prior": 3}


def told(*, family="ledger", others=0, share=1.0, ordinals=ORDINALS, configurations=11, vault=None):
    """The churn study with so much before it."""
    base = made.churn(configurations=configurations)
    name, first = next(iter(base.families.items()))
    widened = replace(first, ask=replace(first.ask, family=family), others=others, share=share)
    known = {n: k for n, k in ordinals.items() if n in base.learners}
    return replace(base, families={**base.families, name: widened}, ordinals=known, vault=vault)


def test_the_eleventh_configuration_is_called_that_and_corrected_for():
    said = method_sentence(told(others=7))
    assert "Holm over 10 comparisons (3 of this study, 7 with others tried on these rows)" in said
    assert said.endswith("forest is the 11th configuration tried on these rows in this ledger; all of them are "
                         "corrected for, so the smallest p must not exceed 0.005 (`referee ledger looks` lists them).")
    assert "would have been up to 50% (40% were" in said         # 10 × 0.05, and 1 − 0.95^10


def test_a_declared_family_says_what_it_leaves_out():
    said = method_sentence(told(family="declared"))
    assert "Holm over 3 comparisons, two-sided" in said
    assert said.endswith("forest is the 11th configuration tried on these rows in this ledger; the correction covers "
                         "only the 4 of this study.")


def test_told_again_later_the_place_stays_and_the_count_grows():
    assert "forest is the 11th configuration of 20 so far tried" in method_sentence(told(configurations=20, others=9))


def test_a_share_of_the_error_rate_is_said():
    assert ("This is study 3 on these rows, which may spend 8% of the error rate, so that one may stop at any of them."
            in method_sentence(told(family="online", share=1 / 12)))


NOTE = VaultNote(vault="v", sealed="2026-03-01T10:00:00+00:00", rows=300, opening=1, openings=1, queries=0)


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(("note", "said", "flagged"), [
    (NOTE, "the 300 rows of the vault sealed on 2026-03-01, opened here for the first time.", False),
    (replace(NOTE, opening=2, openings=2), "this is opening 2 of 2: the rows are no longer fresh.", True),
    (replace(NOTE, openings=3), "this is opening 1 of 3: the rows are no longer fresh.", True),
    (replace(NOTE, queries=1), "opening 1 of 1, and 1 query was answered from it", True),
])
def test_an_opening_of_a_vault_is_in_every_report(note, said, flagged):
    analysis = told(vault=note)
    text = " ".join(as_text(analysis).split())
    assert said in text
    assert ("! The test rows are the 300 rows" in text) is flagged
    page = as_html(analysis)
    assert said in page
    assert ('class="loud" role="note"><p>The test rows' in page) is flagged
    found = json.loads(json.dumps(as_dict(analysis)))
    assert found["study"]["vault"]["openings"] == note.openings
    assert any(said in s for s in [found["sentences"]["method"], *found["sentences"]["failures"]])


def test_json_has_the_count_and_the_family():
    found = as_dict(told(others=7))
    assert (found["study"]["configurations"], found["study"]["ordinals"]["forest"]) == (11, 11)
    family = found["families"][0]
    assert (family["size"], family["others"], family["family"]) == (10, 7, "ledger")
    assert family["first_step"] == pytest.approx(0.005)
