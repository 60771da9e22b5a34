"""The five source papers redone: each number beside the printed one, with a verdict. No statistics of its own."""

from referee.replications.documents import DOCUMENTS
from referee.replications.replicate import Replication, replicate

__all__ = ["DOCUMENTS", "Replication", "replicate"]
