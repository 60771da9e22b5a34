"""The score sheet: an old paper's demands, answered yes, no or unclear from the checks.

Flexer's five requirements (1995), the category of Reich and Barai (1999), Prechelt's three questions (1996), the
leakage block of Kapoor and Narayanan (2023) and the statistics block of Salzberg (1997).
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.audit._base import Severity
from referee.audit.audit import Audit
from referee.audit.checks.f06_evaluation_method import LABELS, method_label
from referee.kinds import Json

FLEXER = (
    ("separate test data", "F-01"), ("repeated runs", "F-02"), ("third set for tuning", "F-03"),
    ("mean, variance, interval", "F-04"), ("test", "F-05"),
)
LEAKAGE = ("F-01", "F-20", "F-21", "F-22", "F-23", "F-24", "F-44")
STATISTICS = ("F-08", "F-09", "F-10", "F-11", "F-12", "F-13", "F-35", "F-36", "F-37", "F-38", "F-39", "F-40")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """Answers of yes, no or unclear."""

    flexer: tuple[tuple[str, str], ...]
    method: str                                  # Reich & Barai's letter; "?": unclear
    prechelt: tuple[tuple[str, str], ...]
    leakage: str                                 # yes: looked for in every way there is, and none found
    statistics: str

    def __str__(self) -> str:
        blocks = (("free of leakage", self.leakage), ("statistics in order", self.statistics))
        return "\n".join((f"Flexer's five: {_row(self.flexer)}",
                          f"Evaluation method (Reich & Barai): {self.method_name} ({self.method})",
                          f"Prechelt's questions: {_row(self.prechelt)}", f"As far as was looked: {_row(blocks)}"))

    @property
    def method_name(self) -> str:
        """Reich & Barai's letter in words."""
        return LABELS.get(self.method, "unclear")

    def to_dict(self) -> Json:
        """For JSON."""
        return {"flexer": dict(self.flexer), "reich_barai": self.method, "prechelt": dict(self.prechelt),
                "free_of_leakage": self.leakage, "statistics_in_order": self.statistics}


def _row(answers: tuple[tuple[str, str], ...]) -> str:
    return " · ".join(f"{what} {answer.upper() if answer == 'no' else answer}" for what, answer in answers)


def score_sheet(audit: Audit) -> ScoreSheet:
    """The sheet of one audit."""
    return ScoreSheet(
        flexer=tuple((what, answer(audit, code)) for what, code in FLEXER),
        method=method_label(audit.bundle) if audit.outcome("F-06") != "not checkable" else "?",
        prechelt=_prechelt(audit), leakage=_block(audit, LEAKAGE), statistics=_block(audit, STATISTICS))


def answer(audit: Audit, code: str) -> str:
    """Yes where the check passed, no where it found something, unclear where it could not look.

    What is not applicable is as good as done: a study that tunes nothing needs no third set. Information is no fault.
    """
    outcome = audit.outcome(code)
    if outcome == "found":
        found = [finding.severity for finding in audit.findings if finding.code == code]
        return "no" if max(found) > Severity.INFO else "yes"
    return "yes" if outcome in {"passed", "not applicable"} else "unclear"


def _block(audit: Audit, codes: tuple[str, ...]) -> str:
    answers = {answer(audit, code) for code in codes}
    return "no" if "no" in answers else "unclear" if "unclear" in answers else "yes"


def _prechelt(audit: Audit) -> tuple[tuple[str, str], ...]:
    """At least one real problem, at least two, and a comparison with some other algorithm."""
    data = audit.bundle.data_sets
    real = None if data is None or all(d.real is None for d in data) else sum(d.real is True for d in data)
    count = ["unclear"] * 2 if real is None else ["yes" if real >= n else "no" for n in (1, 2)]
    return (("a real problem", count[0]), ("two real problems", count[1]), ("another algorithm", answer(audit, "F-15")))
