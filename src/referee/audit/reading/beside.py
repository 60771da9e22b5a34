"""Columns of a file of predictions that say nothing of the answers, and by which cases may belong together."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.audit.unnamed_columns import Beside
from referee.data.prediction_table import PredictionTable
from referee.data.prediction_table.opening import beside_answers
from referee.data.score_layout import plain_name
from referee.data.structure.groups import is_group_name
from referee.errors import RefereeError

if TYPE_CHECKING:
    import pandas as pd

FEWEST, EACH = 6, 2         # values of a column, and cases of each on average
MANY = 10                    # cases of each truth, where names of cases are looked at
NAMED = re.compile(r"(?:id|nr|number|num|nummer|key|code)$")
WORDS, AGAIN = 4, 20         # of a sentence, on average; how often one is asked again at most
SOME = 0.02                  # of all cases, that stand there again under another name
MOST_CASES = 200_000
ANSWERS = frozenset({"answer", "answers", "response", "responses", "output", "outputs", "prediction", "completion",
                     "generation", "generated", "explanation", "rationale", "reasoning", "reply", "modelanswer",
                     "modeloutput", "antwort", "respuesta", "reponse", "resposta", "risposta", "antwoord", "resps",
                     "filteredresps", "prompttemplate", "system", "systemprompt"})


def columns_beside(source: Any, table: PredictionTable) -> dict[str, Beside]:
    """Columns of texts, or called as groups are, by case; none where the cases are not known again."""
    frame = by_case(source, table)
    if frame is None:
        return {}
    found = {str(name): one for name in frame.columns if (one := _beside(frame[name], str(name), table)) is not None}
    return found | _asked_again(frame)


def by_case(source: Any, table: PredictionTable) -> pd.DataFrame | None:
    """What a file says of each case beside the answers; None where the cases are not known again."""
    if table.n_cases > MOST_CASES or not (isinstance(source, str | Path | dict) or hasattr(source, "columns")):
        return None
    try:
        frame = beside_answers(source, table.name)
    except RefereeError:
        return None
    return None if frame is None else _by_case(frame.loc[:, ~frame.columns.duplicated(keep=False)], table)


def _asked_again(frame: pd.DataFrame) -> dict[str, Beside]:
    """The sentences that cases ask, all columns of them together, where the same stands under several names."""
    names = [str(name) for name in frame.columns if frame[name].dtype.kind not in "fiub"
             and plain_name(str(name)) not in ANSWERS and _words(frame[name]) >= WORDS]
    if not names:
        return {}
    texts = frame[names].astype(object).map(lambda text: " ".join(str(text).split()).casefold())
    codes = texts.groupby(names, sort=False).ngroup().to_numpy()
    values = np.unique(codes).size
    asked = codes.size / AGAIN <= values <= codes.size - max(FEWEST, SOME * codes.size)
    return {" and ".join(names): Beside(codes=codes, items=True)} if asked else {}


def _words(column: pd.Series[Any]) -> float:
    return float(np.mean([len(str(text).split()) for text in column]))


def _by_case(frame: pd.DataFrame, table: PredictionTable) -> pd.DataFrame | None:
    """The first row of each case, in the order of the cases, with the columns that are the same in all of its rows."""
    if table.by_row:
        return frame if len(frame) == table.n_cases else None
    ids = table.ids.astype(str)
    for name in frame.columns:
        named = frame[name].astype(str)
        if set(named) == set(ids):
            each = frame.groupby(named, sort=False)
            same = [one for one in frame.columns if one == name or each[one].nunique(dropna=False).max() == 1]
            return each.first()[[one for one in same if one != name]].loc[ids].reset_index(drop=True)
    return None


def _beside(column: pd.Series[Any], name: str, table: PredictionTable) -> Beside | None:
    """A column that may be groups; None where it is none, or the truth in other words, or a model's answers."""
    if set(column.dropna().astype(str)) <= set(map(str, table.classes)):
        return None
    if column.dtype.kind in "fiub" and not is_group_name(name) and not (
            column.dtype.kind in "iu" and NAMED.search(plain_name(name))):
        return None
    codes = np.unique(column.astype(str).to_numpy(dtype=str), return_inverse=True)[1].reshape(-1)
    values = int(codes.max(initial=-1)) + 1
    if values > table.n_cases / EACH:
        names = values <= table.n_cases - FEWEST and np.unique(table.y).size <= table.n_cases / MANY
        return Beside(codes=codes, names=True) if names else None
    if values < FEWEST:
        return None
    if values == np.unique(np.column_stack([codes, table.y]), axis=0).shape[0] == np.unique(table.y).size:
        return None
    return Beside(codes=codes)
