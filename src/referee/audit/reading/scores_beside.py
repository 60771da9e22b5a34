"""The scores of single runs or folds beside a text or a table: who has how many, and which runs have none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from referee.audit.bundle import Bundle, LostRuns
from referee.audit.numbers.marks import SCORED
from referee.audit.numbers.naming import named
from referee.data.prediction_table.files import open_source
from referee.data.score_layout import plain_name
from referee.data.wording import counted, listed
from referee.errors import BadInput
from referee.foreign_file import guarded

MODELS = {"model", "learner", "algo", "algorithm", "classifier", "method", "system", "agent", "name"}
SCORES = {"score", "value", "return", "meanreturn", "reward", "meanreward", "metric", "result"}
RUNS = {"seed", "fold", "repeat", "run", "split", "trial", "rep", "repetition", "iteration", "dataset", "problem"}


def holds_scores(path: str | Path) -> bool:
    """Whether a table has columns of models, runs and scores, or scores by data set."""
    with guarded(Path(path)):
        names = open_source(Path(path)).names
    models, scores, plain = _columns(names)
    return _by_data_set(names, models) or bool(models and scores and {*plain.values()} & RUNS)


def _columns(names: Sequence[str]) -> tuple[list[str], list[str], dict[str, str]]:
    """The columns of models, those of scores, and all names without their marks."""
    plain = {name: plain_name(name) for name in names}
    scores = [name for name in names if plain[name] in SCORES or (
        (kind := named(name.replace("_", " "))) is not None and kind.kind in SCORED)]
    return [name for name in names if plain[name] in MODELS], scores, plain


def _by_data_set(names: Sequence[str], models: list[str]) -> bool:
    return plain_name(names[0]) in {"dataset", "problem", "data"} and not models


def with_scores(bundle: Bundle, path: str | Path) -> Bundle:
    """A study with the scores of its single runs: runs without a score are counted, model by model."""
    path = Path(path)
    with guarded(path):
        source = open_source(path)
        models, scores, plain = _columns(source.names)
        if _by_data_set(source.names, models):
            notice = f"{path.name}: the scores of {listed(source.names[1:])}, which the text was not held against."
            return replace(bundle, notices=(*bundle.notices, notice))
        if not models or not scores or not {*plain.values()} & RUNS:
            raise BadInput(f"{path.name} beside a text holds the scores of single runs: a column of models, one of "
                           f"seeds or folds, and one named by a metric; its columns are {', '.join(source.names)}. If "
                           f"it is a table of data, say its target (--target).")
        table = source.read([models[0], scores[-1]]).to_pandas()
    counts = table.groupby(models[0], sort=False, dropna=True)[scores[-1]].agg(["size", "count"])
    lost = tuple(LostRuns(model=str(model), lost=int(row["size"] - row["count"]), of=int(row["size"]))
                 for model, row in counts.iterrows())
    notice = f"{path.name}: {counted(len(table), 'run')} of {listed([one.model for one in lost])} by {scores[-1]}."
    return replace(bundle, lost=lost, notices=(*bundle.notices, notice))
