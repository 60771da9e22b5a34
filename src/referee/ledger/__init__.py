"""The durable store of problems, plans, learners, records, studies and looks: written once, read verified.

The only room that both sides of the house enter: what fits writes here, what judges reads here.
"""

from referee.ledger._base import (
    LearnerCard,
    Look,
    Record,
    StudyCard,
    VaultCard,
    VaultUse,
    job_key,
    job_keys,
    whole_plan,
)
from referee.ledger.batch import BatchWriter
from referee.ledger.block import Block, jobs_of, records_in, stacked
from referee.ledger.contract import (
    Claimed,
    CountsLooks,
    KeepsBlocks,
    KeepsVaults,
    KnowsRows,
    Ledger,
    SharesWork,
    Tallies,
    TellsNews,
    TriesAgain,
    retrying,
    sharing,
    with_vaults,
)
from referee.ledger.named import LEDGERS, NamedLedger
from referee.ledger.opening import may_be_ledger, open_ledger
from referee.ledger.person import person_here
from referee.ledger.planned import plan_of
from referee.ledger.sealed import Sealed, require_open, sealed_in_frame, sealed_rows

__all__ = [
    "LEDGERS",
    "BatchWriter",
    "Block",
    "Claimed",
    "CountsLooks",
    "KeepsBlocks",
    "KeepsVaults",
    "KnowsRows",
    "LearnerCard",
    "Ledger",
    "Look",
    "NamedLedger",
    "Record",
    "Sealed",
    "SharesWork",
    "StudyCard",
    "Tallies",
    "TellsNews",
    "TriesAgain",
    "VaultCard",
    "VaultUse",
    "job_key",
    "job_keys",
    "jobs_of",
    "may_be_ledger",
    "open_ledger",
    "person_here",
    "plan_of",
    "records_in",
    "require_open",
    "retrying",
    "sealed_in_frame",
    "sealed_rows",
    "sharing",
    "stacked",
    "whole_plan",
    "with_vaults",
]
