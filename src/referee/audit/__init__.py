"""What is wrong with the way a study was done: over fifty coded checks, each with its evidence and what to do."""

from referee.audit._base import CHECKS, Check, Finding, Found, NotApplicable, NotCheckable, Severity, Unseen, check
from referee.audit.audit import Audit, CheckAnswer, audit_bundle
from referee.audit.bundle import Bundle

__all__ = [
    "CHECKS",
    "Audit",
    "Bundle",
    "Check",
    "CheckAnswer",
    "Finding",
    "Found",
    "NotApplicable",
    "NotCheckable",
    "Severity",
    "Unseen",
    "audit_bundle",
    "check",
]
