"""What every audit check must keep: a conformance suite for people who add one.

A check gives findings, or says that it does not apply or cannot look, and why; it says the same each time, in
sentences, and nothing worse than its own severity. Give it a study that it should find fault with, and one it should
not, and it is seen to do both.
"""

from __future__ import annotations

import json

from referee.api.audit_sources import bundle_from
from referee.audit import Bundle, Check, Found, NotApplicable, NotCheckable, Unseen

PREDICTIONS = {"id": range(12), "fold": [1, 2, 3] * 4, "truth": list("aababbabaabb"), "lda": list("aababbabbabb"),
               "tree": list("abababababab")}
MARKS = {"id": range(6), "truth": [1.0, 2.0, 3.0, 4.0, 5.0, 6.5], "ridge": [1.5, 2.0, 2.5, 4.5, 5.0, 6.0]}


def check_check(check: Check, *, fires_on: Bundle | None = None, silent_on: Bundle | None = None) -> None:
    """Run every check of a check.

    >>> from referee.audit import CHECKS
    >>> check_check(CHECKS["F-14"])
    """
    for what in ("code", "title", "advice", "reference"):
        assert str(getattr(check, what)).strip(), f"check {check.code} has no {what}"
    assert check.advice.endswith("."), f"the advice of check {check.code} is no sentence"
    for source in (PREDICTIONS, MARKS):
        known = bundle_from(source, None, study=None, ledger=None, how={}, columns=None)
        check_answer(check, known)
    check_answer(check, Bundle(name="nothing is known"))
    if fires_on is not None:
        assert check_answer(check, fires_on), f"check {check.code} finds nothing where there is something to find"
    if silent_on is not None:
        assert not check_answer(check, silent_on), f"check {check.code} finds something where nothing is wrong"


def check_answer(check: Check, bundle: Bundle) -> list[Found]:
    """One of the four answers, twice the same; what was found, empty where nothing was or it could not look."""
    first, second = _answer(check, bundle), _answer(check, bundle)
    assert first == second, f"check {check.code} answers {first!r}, and asked again {second!r}"
    if isinstance(first, str):
        assert first.strip(), f"check {check.code} does not apply or cannot look, and does not say why"
        return []
    for found in first:
        if isinstance(found, Unseen):
            assert found.reason.strip(), f"check {check.code} could not look at a part, and does not say why"
            continue
        assert isinstance(found, Found), f"check {check.code} gave {type(found).__name__}, not Found or Unseen"
        ends = found.message.strip().endswith((".", "!", "?"))
        assert ends, f"check {check.code} says no sentence: {found.message!r}"
        worst = found.severity or check.severity
        assert worst <= check.severity, f"check {check.code} gives {worst.value}, worse than its {check.severity.value}"
        json.dumps(found.evidence)
    return [found for found in first if isinstance(found, Found)]


def _answer(check: Check, bundle: Bundle) -> list[Found | Unseen] | str:
    try:
        return list(check.look(bundle))
    except (NotApplicable, NotCheckable) as reason:
        return str(reason)
    except Exception as error:
        raise AssertionError(f"check {check.code} raised {type(error).__name__}: {error}; where it cannot look it "
                             f"raises NotCheckable") from error
