"""Every check was seen silent on the clean study and loud on its own fault, and nothing else fired."""

from dataclasses import replace

import numpy as np
import pytest

from audit.cabinet import faults
from audit.clean_study import N, clean
from referee.audit import CHECKS, audit_bundle
from referee.audit.bundle import Division


def test_the_clean_study_fires_nothing():
    audit = audit_bundle(clean())
    assert [str(finding) for finding in audit.findings] == []
    assert audit.grade == "strong"


@pytest.mark.parametrize(("code", "what", "make"), faults(), ids=lambda part: part if isinstance(part, str) else "")
def test_a_fault_fires_its_own_check_and_no_other(code, what, make):
    audit = audit_bundle(make())
    assert {finding.code for finding in audit.findings} == {code}, [str(finding) for finding in audit.findings]


def test_every_check_has_a_fault_in_the_cabinet():
    assert {check.code for check in CHECKS} == {code for code, _, _ in faults()}


def test_the_clean_study_lets_nearly_every_check_speak():
    """A check that cannot look at the clean study has not been seen silent."""
    unseen = {a.check.code: f"{a.outcome}: {a.reason}" for a in audit_bundle(clean()).answers
              if a.outcome in {"not checkable", "not applicable"}}
    assert set(unseen) <= SILENT_BY_NATURE, unseen


SILENT_BY_NATURE = {
    "F-22",     # k-fold over rows with times trains on the future by construction; a rolling origin is tested below
    "F-61",     # words that sound like no fault show little: it never passes
    "F-62", "F-63",     # only a reader can tell, and nobody read the clean study
    "F-64",     # the tests of the clean study count splits, not cases; see test_typed_evidence.py
}


def test_training_on_the_past_is_no_finding():
    rows = np.arange(N)
    rolling = tuple(Division(label=f"0/{i}", train=rows[:300 + 60 * i], test=rows[300 + 60 * i : 360 + 60 * i],
                             tune=rows[:0]) for i in range(5))
    assert audit_bundle(replace(clean(), times=rows.astype(float), divisions=rolling)).outcome("F-22") == "passed"


@pytest.mark.parametrize(("most", "least", "outcome"), [
    (50, 10, "passed"), (51, 10, "found"), (9, 3, "passed"), (6, 1, "found")])
def test_effort_is_unequal_beyond_five_times(most, least, outcome):
    tried = {"logistic": most, "naive-bayes": least, "prior": 1}
    models = tuple(replace(model, tried=tried[model.name]) for model in clean().models)
    assert audit_bundle(replace(clean(), models=models)).outcome("F-25") == outcome


def test_a_muted_check_is_listed_as_muted():
    audit = audit_bundle(clean(), mute=["F-01"])
    assert audit.outcome("F-01") == "muted"


def test_a_model_that_came_later_was_not_prolonged():
    """Runs of a new model after the first look are a new model's; F-28 counts them."""
    late = tuple(replace(run, at="2026-03-05T10:00:00+00:00") if run.model == "naive-bayes" else run
                 for run in clean().runs)
    assert audit_bundle(replace(clean(), runs=late)).outcome("F-38") == "passed"


def test_the_grades():
    one = replace(clean(), queries=30)                                              # F-28, serious
    chosen = tuple(replace(model, threshold="test") if model.name == "logistic" else model for model in clean().models)
    two = replace(one, models=chosen)                                               # and F-44, serious
    fatal = replace(two, problem=replace(clean().problem, groups=np.arange(N) % 140))       # and F-21, fatal
    warned = replace(clean(), models=tuple(replace(m, epochs=500 if m.name == "logistic" else 20)
                                           for m in clean().models))                # F-25, a warning
    assert [audit_bundle(study).grade for study in (clean(), warned, one, two, fatal)] == [
        "strong", "adequate", "adequate", "weak", "not usable"]


def test_what_is_not_known_is_not_passed():
    from referee.audit import Bundle

    audit = audit_bundle(Bundle(name="nothing"))
    assert not audit.findings
    assert {answer.outcome for answer in audit.answers} == {"not checkable"}
    assert all(answer.reason and answer.ask for answer in audit.answers)
    assert audit.grade == "not graded"
