"""Studies: analyses declared before anyone looks, and what the ledger says when they are carried out."""

from referee.study.analysis import Analysis, analyse, ask_of, check_test, choose_metrics, looks_of
from referee.study.looks import INNER, Tried, tried
from referee.study.vault import OPENED, VaultNote

__all__ = ["INNER", "OPENED", "Analysis", "Tried", "VaultNote", "analyse", "ask_of", "check_test", "choose_metrics",
           "looks_of", "tried"]
