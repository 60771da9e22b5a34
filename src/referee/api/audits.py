"""audit_study: what is wrong with the way a study was done. (`referee.audit` is the room with the checks.)"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.errors import BadInput

if TYPE_CHECKING:
    from referee.api.audit_result import AuditResult
    from referee.ledger import Ledger


def audit_study(  # noqa: PLR0913 - a door of a notebook; every option is by keyword
    source: Any, *, data: Any = None, study: int | None = None, ledger: str | Path | Ledger | None = None,
    time: str | None = None, mute: Iterable[str] = (), task: str | None = None, positive: Any = None,
    columns: dict[str, str | None] | None = None, **options: Any,
) -> AuditResult:
    """Put fifty checks to a study: separate test data, tuning, leakage, tests, claims, printed numbers.

    `source` is a ledger, a file of predictions (or a frame), a description of a study in YAML, a table of published
    numbers, a study file, or a `Bundle`. `data` (with target, groups, ids, drop as in `compare`) brings the features,
    without which duplicates and leaking columns cannot be looked for; `time` names its column of times. `mute` leaves
    checks out by their codes.

    >>> result = audit_study({"id": range(8), "truth": list("aabbaabb"), "lda": list("aabbaaba")})
    >>> result.grade
    'weak'
    >>> result["F-14"].findings[0].message
    'No baseline. Always saying the most frequent class gives accuracy 0.500; the best model, lda, 0.875.'
    """
    from referee.api.audit_result import AuditResult
    from referee.api.audit_sources import bundle_from
    from referee.audit import audit_bundle
    from referee.audit.reading.divided import times_of
    from referee.data import load

    problem = None if data is None else load(data, task=task, positive=positive, **options)
    if problem is None and any(value is not None for value in options.values()):
        raise BadInput(f"{', '.join(options)} say what is what in the data; give the data too.")
    bundle = bundle_from(source, problem, study=study, ledger=ledger, task=task, positive=positive, columns=columns)
    if time is not None:
        if not isinstance(data, str | Path):
            raise BadInput("time names a column of a data file; give the file as data.")
        bundle = replace(bundle, times=times_of(Path(data), time))
    return AuditResult(audit_bundle(bundle, mute=mute))
