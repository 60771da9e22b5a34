"""Running on shuffled data: the whole methodology again, once for each shuffle."""

from referee.running.shuffling.run import run_shuffles

__all__ = ["run_shuffles"]
