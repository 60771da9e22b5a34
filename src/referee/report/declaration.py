"""What a study file declared, where the study left it, and what came of its claims."""

from __future__ import annotations

from typing import Any

from referee.study import Analysis
from referee.study.claims import AnsweredClaim, answer_claims


def declaration_sentence(analysis: Analysis) -> str:
    """Declared in churn.yaml on 2026-01-05 10:12 (UTC), before the first fit; nothing where there was no file."""
    file = _file(analysis)
    if not file:
        return ""
    when = (file.get("first") or analysis.study.created)[:16].replace("T", " ")
    said = f"Declared in {file['where']} on {when} (UTC), before the first fit"
    changed = file.get("deviations") or []
    if not changed:
        return f"{said}; no deviations."
    return f"{said}; {len(changed)} deviation{'s' * (len(changed) > 1)} since."


def deviation_sentences(analysis: Analysis) -> list[str]:
    """Deviation: level was declared as 0.95 on … and is now 0.9."""
    return [f"Deviation: {sentence}" for sentence in _file(analysis).get("deviations") or []]


def claims(analysis: Analysis) -> list[AnsweredClaim]:
    """The claims of the file, answered by the primary metric."""
    declared = _file(analysis).get("declaration") or {}
    return list(answer_claims(declared.get("claims") or [], analysis.family))


def declaration_dict(analysis: Analysis) -> dict[str, Any] | None:
    """For JSON; None where there was no file."""
    file = _file(analysis)
    if not file:
        return None
    return {"study": file["study"], "file": file["where"], "fingerprint": file["fingerprint"],
            "declared": file.get("first") or analysis.study.created, "deviations": list(file.get("deviations") or []),
            "claims": [claim.to_dict() for claim in claims(analysis)]}


def _file(analysis: Analysis) -> dict[str, Any]:
    return analysis.study.declared.get("file") or {}
