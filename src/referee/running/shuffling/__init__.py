"""Running on shuffled data: the whole methodology again, once for each shuffle."""

from referee.running.shuffling.run import missing_shuffles, run_shuffles

__all__ = ["missing_shuffles", "run_shuffles"]
