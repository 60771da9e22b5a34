"""Studies: analyses declared before anyone looks, and what the ledger says when they are carried out."""

from referee.study.analysis import Analysis, analyse, ask_of, check_test, looks_of
from referee.study.chosen_metrics import choose_metrics
from referee.study.joint_comparison import Joint, together
from referee.study.known_by_ids import known_by_ids
from referee.study.looks import INNER, Tried, tried
from referee.study.several_targets import SeveralTargets, analyse_targets
from referee.study.target_metrics import choose_target_metrics
from referee.study.vault import OPENED, VaultNote, question_of, require_bounded_mean, row_losses, value_of_loss

__all__ = ["INNER", "OPENED", "Analysis", "Joint", "SeveralTargets", "Tried", "VaultNote", "analyse",
           "analyse_targets", "ask_of", "check_test", "choose_metrics", "choose_target_metrics", "known_by_ids",
           "looks_of", "question_of", "require_bounded_mean", "row_losses",
           "together", "tried", "value_of_loss"]
