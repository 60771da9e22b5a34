"""Predictions of mlr3: `as.data.table(prediction)` written as a table, with row_ids, truth, response, prob.CLASS.

Where several learners, tasks or resampling iterations are in one table, their columns are called learner_id, task_id
and iteration, as in `as.data.table(benchmark_result)`.
"""

from __future__ import annotations

from pathlib import Path

from referee.data.prediction_table.files import open_source, stem_of
from referee.data.prediction_table.importers._base import IMPORTERS, ColumnsNamed, Imported, Importer
from referee.errors import BadInput

ROLES = {"row_ids": "id", "truth": "truth", "response": "prediction", "learner_id": "model", "task_id": "dataset",
         "iteration": "fold"}


def _knows(_path: Path, head: str) -> bool:
    names = head.split("\n", 1)[0].replace('"', "").replace("\r", "")
    delimiter = next((mark for mark in ",;\t" if mark in names), ",")
    return {"row_ids", "truth", "response"} <= set(names.split(delimiter))


def _read(path: Path, said: ColumnsNamed) -> Imported:
    source = open_source(path)
    if not {"row_ids", "truth", "response"} <= set(source.names):
        raise BadInput(f"{path} is not a table of mlr3's predictions: it needs row_ids, truth and response.")
    also = [name for name in said.values() if name in source.names]
    wanted = [name for name in source.names if name in ROLES or name.startswith("prob.") or name in also]
    table = source.read(wanted)
    plain = [name if name in also else ROLES.get(name, name.replace("prob.", "prob_", 1)) for name in wanted]
    return Imported(table=table.rename_columns(plain), model=stem_of(path))


MLR3 = IMPORTERS.add(Importer(name="mlr3", title="mlr3 predictions as a table", knows=_knows, read=_read))
