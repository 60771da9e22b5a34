"""Studies described in fields of their own, in several languages: what these say against them, and careful twins."""

import re
from pathlib import Path

import pytest

import referee
from audit.what_is_told import told
from referee.audit.prose.fields import bare_sentences, field_sentences, means, record_sentences

_, *PARTS = re.split(r"^# = (\S+) (\w+)\n", (Path(__file__).parent / "fields.txt").read_text(encoding="utf-8"),
                     flags=re.MULTILINE)
CASES = list(zip(PARTS[::3], PARTS[1::3], PARTS[2::3], strict=True))


@pytest.mark.parametrize(("code", "ending", "written"), CASES)
def test_fields_are_read_as_prose_is(tmp_path, code, ending, written):
    path = tmp_path / f"study.{ending}"
    path.write_text(written, encoding="utf-8")
    found = set(told(referee.audit(path)))
    assert found == (set() if code == "none" else {code})


def test_what_is_denied_stays_denied_and_numbers_come_before_what_they_count():
    said = {"Aufteilung": {"zufällig": False, "Mischung": "keine, nach Datum"}, "Modelle": {"Anzahl": 3, "Versuche": 0}}
    assert field_sentences(said) == ["Aufteilung: ohne zufällig", "Aufteilung: ohne Mischung, nach Datum",
                                     "Modelle: 3 Modelle", "Modelle: ohne Versuche"]
    assert bare_sentences(said)[:2] == ["ohne zufällig", "ohne Mischung, nach Datum"]


def test_p_values_of_many_tests_are_counted():
    said = {"tests": {"correction": "none", "p_values": {"a": 0.04, "b": 0.2, "c": 0.6}}}
    assert record_sentences(said)[1] == "3 p values: p = 0.04, p = 0.2, p = 0.6"


@pytest.mark.parametrize(("name", "concept"), [
    ("nb_essais", "trials"), ("choisisSur", "tuned on"), ("Zusammenhang", None), ("liczba-prób", "trials"),
    ("conclusões", "claims"), ("geen", "nothing"), ("valda_på", "tuned on")])
def test_a_field_is_known_by_its_whole_name_in_any_language(name, concept):
    known = ("models", "name", "trials", "tuned on", "claims", "role", "nothing", "evaluated on")
    assert [one for one in known if means(name, one)] == ([] if concept is None else [concept])


def test_rivals_that_were_tested_elsewhere_are_told_by_their_records(tmp_path):
    written = """paper: segmentation of polyps
training: 1450 frames of other patients than those tested
table:
  - {system: net A, evaluated_on: "%s", dice: 0.71}
  - {system: ours, evaluated_on: "ETIS, 196 frames", dice: 0.76}
split: by patient
conclusion: Our system outperforms net A.
"""
    path = tmp_path / "card.yaml"
    found = []
    for where in ("CVC300, 60 frames", "ETIS, 196 frames"):
        path.write_text(written % where)
        found.append(told(referee.audit(path)))
    assert found == [["F-05"], []]
