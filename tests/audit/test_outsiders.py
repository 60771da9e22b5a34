"""Studies by somebody who had not read the checks: files as people bring them, with a fault planted or with none.

Each zip is the shelf of one outsider. It holds the files and `cases.json`: what is planted, the commands that make and
audit the study, and by which check, or in which words of a refusal, it is told now. Those made from data of others are
not among them.
"""

import json
import re
from pathlib import Path
from zipfile import ZipFile

import pytest

SHELVES = {path.stem: path for path in sorted(Path(__file__).parent.glob("outsiders*.zip"))}
QUICK = {("outsiders", number) for number in ("075", "097", "105", "057", "100")} | {
    ("outsiders_2", number) for number in ("007", "010", "012", "016")} | {
    ("outsiders_3", number) for number in ("033", "037", "050", "058", "059")} | {
    ("outsiders_5", number) for number in ("a01", "a13", "a15", "a28")} | {
    ("outsiders_5c", number) for number in ("004", "008", "011", "017", "021")}
CASES = []
for _name, _path in SHELVES.items():
    with ZipFile(_path) as _shelf:
        CASES += [case | {"shelf": _name} for case in json.loads(_shelf.read("cases.json"))]


def those(**want):
    """Cases that have, or have not, a fault, and one that is told."""
    chosen = [case for case in CASES if all(bool(case[key]) is value for key, value in want.items())]
    return [pytest.param(case, id=f"{case['shelf']} {case['id']} {'read: ' if '--filled' in case['audit'] else ''}"
                                  f"{case['fault'] or 'clean'}",
                         marks=() if (case["shelf"], case["id"]) in QUICK else pytest.mark.slow) for case in chosen]


@pytest.fixture
def audited(referee, tmp_path):
    """What is found in a case as code, severity and sentence, and its grade; or the sentence by which it is refused."""
    def audit(case):
        with ZipFile(SHELVES[case["shelf"]]) as shelf:
            shelf.extractall(tmp_path, [name for name in shelf.namelist() if name.startswith(f"{case['id']}/")])
        for words in case["made_by"]:
            assert referee(*words).code == 0
        seen = referee(*case["audit"])
        if seen.code == 2:
            return seen.err, "refused"
        told = json.loads(seen.out)
        return told["findings"], told["grade"]
    return audit


def grave(found):
    """What is held against a study, by its code."""
    return {one["code"]: one["message"] for one in found if one["severity"] in {"fatal", "serious"}}


def heard(found):
    """What was heard in its sentences and is asked about."""
    return {one["code"] for one in found if one["evidence"].get("heard")}


@pytest.mark.parametrize("case", those(fault=True, finds=True))
def test_a_planted_fault_is_told_or_heard_and_never_graded_strong(case, audited):
    found, grade = audited(case)
    assert grade != "strong"
    if grade == "refused":
        assert case["finds"] in found
    else:
        assert any(re.fullmatch(case["finds"], code) for code in {*grave(found), *heard(found)}), found


@pytest.mark.parametrize("case", those(fault=True, finds=False))
def test_a_fault_that_is_missed_is_not_graded_strong(case, audited):
    """These the documentation lists among what the audit cannot see."""
    assert case["missed"]
    assert audited(case)[1] != "strong"


@pytest.mark.parametrize("case", those(fault=False))
def test_a_clean_study_has_no_serious_alarm(case, audited):
    found, grade = audited(case)
    assert grade != "refused"
    assert grave(found) == {}
