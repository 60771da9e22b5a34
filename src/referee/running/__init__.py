"""Running: from plans to records. Nothing here sees a score."""

from referee.running.local import Local
from referee.running.run import Done, Engine, Progress, card_of, run, silent

__all__ = ["Done", "Engine", "Local", "Progress", "card_of", "run", "silent"]
