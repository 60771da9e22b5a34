"""The picture of an audit: how many checks said what."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from referee.audit import Audit, Severity
from referee.report.audit.text import OUTCOMES
from referee.report.bars import Piece, bars_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def audit_figure(audit: Audit) -> Figure:
    """One bar for each severity: checks that found something, that passed, and that could not say."""
    labels, totals, bars = [], [], []
    for severity in sorted(Severity, reverse=True):
        said = Counter(answer.outcome for answer in audit.answers if answer.check.severity is severity)
        silent = sum(said[outcome] for outcome in OUTCOMES if outcome not in {"found", "passed"})
        counts = [("found", said["found"]), ("passed", said["passed"]), ("could not say", silent)]
        labels.append(severity.value)
        totals.append(f"{said.total()} checks")
        bars.append([Piece(name, n, str(n)) for name, n in counts])
    return bars_figure(labels, totals, bars, axis="checks, by how much a finding takes away from a study")
