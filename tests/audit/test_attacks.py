"""Studies that an attacker and an honest researcher wrote before they had read the checks: what each must be told."""

import re

import pytest

import audit.attacks.answers
import audit.attacks.descriptions
import audit.attacks.ledgers  # noqa: F401 - the shelf is filled by reading its makers
import referee
from audit.attacks.shelf import SHELF, Entry
from referee.errors import RefereeError

pytestmark = pytest.mark.slow

SEVERITIES = ("info", "warning", "serious", "fatal")


def audited(entry: Entry, folder):
    """The audit, or the sentence by which the files are refused."""
    try:
        return referee.audit(entry.make(folder), **entry.options)
    except RefereeError as refused:
        return str(refused)


@pytest.mark.parametrize("entry", [e for e in SHELF if e.finds], ids=lambda entry: entry.name)
def test_a_fault_is_found_and_never_graded_strong(entry: Entry, tmp_path):
    result = audited(entry, tmp_path)
    if isinstance(result, str):                     # a file that cannot be read is told apart too
        assert re.search(entry.finds, result)
        return
    loud = [f"{f.code} {f.message}" for f in result.findings
            if SEVERITIES.index(f.severity.value) >= SEVERITIES.index(entry.at_least)]
    assert any(re.search(entry.finds, text) for text in loud), loud
    assert result.grade != "strong"


@pytest.mark.parametrize("entry", [e for e in SHELF if not e.finds], ids=lambda entry: entry.name)
def test_a_clean_study_is_not_alarmed(entry: Entry, tmp_path):
    result = referee.audit(entry.make(tmp_path), **entry.options)
    assert [f"{f.code} {f.message}" for f in result.findings if f.severity.value in {"serious", "fatal"}] == []
    assert re.search(entry.grade, result.grade), [str(f) for f in result.findings]
