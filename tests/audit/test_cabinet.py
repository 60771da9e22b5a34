"""Every check was seen silent on the clean study and loud on its own fault, and nothing else fired."""

from dataclasses import replace

import numpy as np
import pytest

from audit.cabinet import faults
from audit.clean_study import N, clean
from referee.audit import CHECKS, audit_bundle
from referee.audit.bundle import Division
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


SILENT_BY_NATURE = {
    "F-22",     # k-fold over rows with times trains on the future by construction; a rolling origin is tested below
}


def test_training_on_the_past_is_no_finding():
    rows = np.arange(N)
    rolling = tuple(Division(label=f"0/{i}", train=rows[:300 + 60 * i], test=rows[300 + 60 * i : 360 + 60 * i],
                             tune=rows[:0]) for i in range(5))
    assert audit_bundle(replace(clean(), times=rows.astype(float), divisions=rolling)).outcome("F-22") == "passed"


def test_a_muted_check_is_listed_as_muted():
    audit = audit_bundle(clean(), mute=["F-01"])
    assert audit.outcome("F-01") == "muted"
