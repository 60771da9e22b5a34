"""The score sheet: the demands of older papers, answered from the checks in four values.

Yes: looked for and in order. No: something was found. Not known: what is known of the study does not tell, and why.
Does not apply: the study has nothing that the demand is about. Flexer's five requirements (1996), the category of Reich
and Barai (1999), Salzberg's steps (1997, section 4), Prechelt's three questions (1996), the leakage block of Kapoor and
Narayanan (2023) and the statistics block of Salzberg (1997).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.audit._base import Severity
from referee.audit.audit import Audit
from referee.audit.checks.f06_evaluation_method import method_label, rolling_origins
from referee.audit.vocabulary.methods import LABELS
from referee.kinds import Json

YES, NO, NOT_KNOWN, NOT_APPLICABLE = "yes", "no", "not known", "does not apply"
FLEXER = (
    ("separate test data", ("F-01",)), ("repeated runs", ("F-02",)), ("third set for tuning", ("F-03",)),
    ("mean, variance, interval", ("F-04",)), ("test", ("F-05", "F-13")),
)
SALZBERG = (
    ("other algorithms beside it", ("F-15",)), ("data sets that bear the claim", ("F-18", "F-19")),
    ("tuned inside the training parts", ("F-03",)), ("a test of pairs", ("F-05", "F-12", "F-13")),
    ("corrected for many tests", ("F-09",)),
)
LEAKAGE = ("F-01", "F-20", "F-21", "F-22", "F-23", "F-24", "F-44")
STATISTICS = ("F-08", "F-09", "F-10", "F-11", "F-12", "F-13", "F-35", "F-36", "F-37", "F-38", "F-39", "F-40")


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """One demand and its answer; where that is not known or does not apply, why."""

    what: str
    answer: str
    why: str = ""

    def __str__(self) -> str:
        loud = self.answer.upper() if self.answer == NO else self.answer
        return f"{self.what} {loud}{f' ({self.why})' if self.why else ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """Answers of yes, no, not known, or does not apply."""

    flexers: tuple[Demand, ...]
    method: str                                  # Reich & Barai's letter; "?": not known
    origins: int                                 # times from which on later rows were tested; 0: not divided so
    salzbergs: tuple[Demand, ...]
    prechelts: tuple[Demand, ...]
    leakages: Demand                             # yes: looked for in every way there is, and none found
    statistic: Demand

    def __str__(self) -> str:
        return "\n".join((f"Flexer's five: {_row(self.flexers)}",
                          f"Evaluation method (Reich & Barai): {self.method_name} ({self.method})",
                          f"Salzberg's steps: {_row(self.salzbergs)}",
                          f"Prechelt's questions: {_row(self.prechelts)}",
                          f"As far as was looked: {_row((self.leakages, self.statistic))}"))

    @property
    def flexer(self) -> tuple[tuple[str, str], ...]:
        """Flexer's demands, each with its answer."""
        return tuple((demand.what, demand.answer) for demand in self.flexers)

    @property
    def leakage(self) -> str:
        """Whether the study is free of leakage, as far as was looked."""
        return self.leakages.answer

    @property
    def statistics(self) -> str:
        """Whether its statistics are in order, as far as was looked."""
        return self.statistic.answer

    @property
    def method_name(self) -> str:
        """Reich & Barai's letter in words."""
        name = LABELS.get(self.method, NOT_KNOWN)
        return f"{name} at {self.origins} rolling origins" if self.origins else name

    @property
    def every(self) -> tuple[Demand, ...]:
        """All demands."""
        return (*self.flexers, *self.salzbergs, *self.prechelts, self.leakages, self.statistic)

    def to_dict(self) -> Json:
        """For JSON."""
        return {"flexer": dict(self.flexer), "reich_barai": self.method,
                "salzberg": {demand.what: demand.answer for demand in self.salzbergs},
                "prechelt": {demand.what: demand.answer for demand in self.prechelts},
                "free_of_leakage": self.leakage, "statistics_in_order": self.statistics,
                "why": {demand.what: demand.why for demand in self.every if demand.why}}


def _row(demands: Iterable[Demand]) -> str:
    return " · ".join(str(demand) for demand in demands)


def score_sheet(audit: Audit) -> ScoreSheet:
    """The sheet of one audit."""
    blind = audit.outcome("F-06") == "not checkable"
    return ScoreSheet(
        flexers=tuple(_flexer(audit, what, codes) for what, codes in FLEXER),
        method="?" if blind else method_label(audit.bundle), origins=rolling_origins(audit.bundle),
        salzbergs=tuple(demand(audit, what, codes) for what, codes in SALZBERG), prechelts=_prechelt(audit),
        leakages=demand(audit, "free of leakage", LEAKAGE), statistic=demand(audit, "statistics in order", STATISTICS))


def demand(audit: Audit, what: str, codes: Iterable[str]) -> Demand:
    """No where a check found more than information; else not known where one could not look; else yes.

    It does not apply where none of the checks does.
    """
    answers = [audit.answer(code) for code in codes]
    if any(finding.severity > Severity.INFO for answer in answers for finding in answer.findings):
        return Demand(what=what, answer=NO)
    blind = [answer for answer in answers if answer.outcome in {"not checkable", "muted"}]
    if blind:
        return Demand(what=what, answer=NOT_KNOWN, why=together(a.reason or "its check is muted" for a in blind))
    if all(answer.outcome == "not applicable" for answer in answers):
        return Demand(what=what, answer=NOT_APPLICABLE, why=together(answer.reason for answer in answers))
    but = together(answer.reason for answer in answers if answer.outcome == "passed" and answer.reason)
    return Demand(what=what, answer=YES, why=f"but for {but}" if but else "")


def together(reasons: Iterable[str]) -> str:
    """Reasons in one sentence, each once.

    >>> together(["no groups are known", "no times are known", "the data are not at hand", "no steps are known"])
    'no groups, no times and no steps are known; the data are not at hand'
    """
    some = list(dict.fromkeys(reasons))
    unknown = [r.removesuffix(" are known") for r in some if r.startswith("no ") and r.endswith(" are known")]
    others = [r for r in some if not (r.startswith("no ") and r.endswith(" are known"))]
    head = [f"{', '.join(unknown[:-1])} and {unknown[-1]} are known" if len(unknown) > 1 else f"{unknown[0]} are known"
            ] if unknown else []
    return "; ".join([*head, *others])


def _flexer(audit: Audit, what: str, codes: tuple[str, ...]) -> Demand:
    """As the checks say; the study's own word that it tests on training rows, or that it tests at all, counts too."""
    found = demand(audit, what, codes)
    if codes == ("F-01",) and audit.outcome("F-06") == "found" and method_label(audit.bundle) == "R":
        return Demand(what=what, answer=NO)
    if "F-05" in codes and found.answer == NOT_APPLICABLE and audit.bundle.tests:
        return Demand(what=what, answer=YES)
    return found


def _prechelt(audit: Audit) -> tuple[Demand, ...]:
    """At least one real problem, at least two, and a comparison with some other algorithm."""
    data = audit.bundle.data_sets
    asked = (("a real problem", 1), ("two real problems", 2))
    other = demand(audit, "another algorithm", ("F-15",))
    if data is None or all(d.real is None for d in data):
        why = "it is not said whether the data were measured in the world"
        return (*(Demand(what=what, answer=NOT_KNOWN, why=why) for what, _ in asked), other)
    real = sum(d.real is True for d in data)
    unsaid = sum(d.real is None for d in data)
    return (*(Demand(what=what, answer=YES if real >= n else NOT_KNOWN if real + unsaid >= n else NO)
              for what, n in asked), other)
