"""Every check was seen silent on the clean study and loud on its own fault, and nothing else fired."""

import pytest

from audit.cabinet import faults
from audit.clean_study import clean
from referee.audit import CHECKS, audit_bundle
from referee.audit.load import load_checks


def test_the_clean_study_fires_nothing():
    audit = audit_bundle(clean())
    assert [str(finding) for finding in audit.findings] == []
    assert audit.grade == "strong"


@pytest.mark.parametrize(("code", "what", "make"), faults(), ids=lambda part: part if isinstance(part, str) else "")
def test_a_fault_fires_its_own_check_and_no_other(code, what, make):
    audit = audit_bundle(make())
    assert {finding.code for finding in audit.findings} == {code}, [str(finding) for finding in audit.findings]


def test_every_check_has_a_fault_in_the_cabinet():
    load_checks()
    assert {check.code for check in CHECKS} == {code for code, _, _ in faults()}


def test_the_clean_study_lets_nearly_every_check_speak():
    """A check that cannot look at the clean study has not been seen silent."""
    unseen = {a.check.code: f"{a.outcome}: {a.reason}" for a in audit_bundle(clean()).answers
              if a.outcome in {"not checkable", "not applicable"}}
    assert set(unseen) <= SILENT_BY_NATURE, unseen


SILENT_BY_NATURE: set[str] = set()      # codes with the reason why no clean study can let them speak


def test_a_muted_check_is_listed_as_muted():
    audit = audit_bundle(clean(), mute=["F-01"])
    assert audit.outcome("F-01") == "muted"
