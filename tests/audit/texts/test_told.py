"""What a study says against itself over several sentences, in many people's words; and careful twins of the same."""

import re
from pathlib import Path

import pytest

from referee.audit.vocabulary.told import told_in

SECTION = re.compile(r"^([=~]) (.+)$", re.MULTILINE)
_, *PARTS = SECTION.split((Path(__file__).parent / "told.txt").read_text(encoding="utf-8"))
SAID = [(mark, kind, text) for mark, kind, body in zip(PARTS[::3], PARTS[1::3], PARTS[2::3], strict=True)
        for text in body.strip().split("\n\n")]


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for mark, kind, text in SAID if mark == "="])
def test_a_fault_is_read_over_sentences(kind, text):
    assert kind in {one.fault for one in told_in(text)}


@pytest.mark.parametrize("text", [text for mark, _, text in SAID if mark == "~"])
def test_a_careful_twin_says_nothing_against_itself(text):
    assert told_in(text) == ()
