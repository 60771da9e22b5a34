"""Running: from plans to records. Nothing here sees a score."""

from referee.running.engines import ENGINES, NamedEngine, make_engine
from referee.running.local import Local
from referee.running.run import Done, Engine, Progress, card_of, run, silent

__all__ = ["ENGINES", "Done", "Engine", "Local", "NamedEngine", "Progress", "card_of", "make_engine", "run", "silent"]
