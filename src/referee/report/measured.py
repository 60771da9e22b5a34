"""How often the test or the interval at hand is wrong in situations like this one, as far as it was measured."""

from __future__ import annotations

from referee.report.wording import joined, percent
from referee.study import Analysis
from referee.study.measured import Measured, track_record


def measured_sentences(analysis: Analysis) -> list[str]:
    """One sentence on the verdict or on the interval; none where the sheet knows nothing of such studies."""
    if analysis.study.declaration.judged:
        return []
    record = track_record(analysis)
    if not record.found:
        return []
    tell = _alarms if record.of_levels else _held
    told = "; ".join(tell(analysis, cell) for cell in record.found.values())
    rest = f"; not measured for {joined(record.unknown)}" if record.unknown else ""
    return [f"Measured: {told}{rest}."]


def _alarms(analysis: Analysis, cell: Measured) -> str:
    return (f"{_where(analysis, cell)} this test was wrong in {percent(cell.false_alarms)} of "
            f"{cell.level[1] if cell.level else 0:,} simulated studies of equal learners")


def _held(analysis: Analysis, cell: Measured) -> str:
    return (f"{_where(analysis, cell)} such an interval held the truth in {percent(cell.held)} of "
            f"{cell.coverage[1] if cell.coverage else 0:,} simulated studies")


def _where(analysis: Analysis, cell: Measured) -> str:
    rare = f", {percent(cell.share)} of them of the smallest class," if cell.share and cell.share < 0.2 else ""
    return f"for {analysis.primary.title} with {cell.kind} on about {cell.rows:,} rows{rare}"
