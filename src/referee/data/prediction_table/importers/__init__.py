"""Formats in which other programs write predictions: recognised by what stands in the file, or named."""

from referee.data.prediction_table.importers import inspect_log, lm_eval, mlr3, openml_run, weka
from referee.data.prediction_table.importers._base import IMPORTERS, Imported, Importer, importer_for

FORMATS = (weka, mlr3, lm_eval, inspect_log, openml_run)      # imported, they add themselves to the registry

__all__ = ["FORMATS", "IMPORTERS", "Imported", "Importer", "importer_for"]
