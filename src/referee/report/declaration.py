"""What a study file declared, where the study left it, and what came of its claims."""

from __future__ import annotations

from typing import Any

from referee.study import Analysis
from referee.study.claims import AnsweredClaim, answer_claims


def declaration_sentence(analysis: Analysis) -> str:
    """Declared in churn.yaml on 2026-01-05 10:12 (UTC), before the first fit; nothing where there was no file."""
    file = analysis.study.declaration.file
    if file is None:
        return ""
    when = (file.first or analysis.study.created)[:16].replace("T", " ")
    said = f"Declared in {file.where} on {when} (UTC), before the first fit"
    changed = file.deviations
    if not changed:
        return f"{said}; no deviations."
    return f"{said}; {len(changed)} deviation{'s' * (len(changed) > 1)} since."


def deviation_sentences(analysis: Analysis) -> list[str]:
    """Deviation: level was declared as 0.95 on … and is now 0.9."""
    file = analysis.study.declaration.file
    return [f"Deviation: {sentence}" for sentence in file.deviations] if file else []


def claims(analysis: Analysis) -> list[AnsweredClaim]:
    """The claims of the file, answered by the primary metric."""
    file = analysis.study.declaration.file
    return list(answer_claims(file.said.claims, analysis.family)) if file else []


def declaration_dict(analysis: Analysis) -> dict[str, Any] | None:
    """For JSON; None where there was no file."""
    file = analysis.study.declaration.file
    if file is None:
        return None
    return {"study": file.study, "file": file.where, "fingerprint": file.fingerprint,
            "declared": file.first or analysis.study.created, "deviations": list(file.deviations),
            "claims": [claim.to_dict() for claim in claims(analysis)]}

