"""Studies: analyses declared before anyone looks, and what the ledger says when they are carried out."""

from referee.study.analysis import Analysis, analyse, ask_of, check_test, choose_metrics
from referee.study.several import has_several_targets, together

__all__ = ["Analysis", "analyse", "ask_of", "check_test", "choose_metrics", "has_several_targets", "together"]
