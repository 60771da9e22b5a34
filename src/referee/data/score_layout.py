"""What is what in a table of scores: which column names the data set, the model, the score, the fold.

Two layouts are known. Wide: a row per data set and a column per model. Long: a row per data set and model, with
columns that name both and one with the score. Columns called fold, split, repeat, seed, run and the like number
the repetitions on one data set.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from referee.data.table import Table
from referee.data.wording import listed, quoted
from referee.errors import BadInput

DATA_SET = {"dataset", "datasets", "datasetname", "data", "problem", "task", "benchmark"}
MODEL = {"model", "models", "algorithm", "classifier", "learner", "method", "system", "estimator", "modelname"}
METRIC = {"metric", "measure"}
SCORE = {"score", "value", "result", "scores"}
REPLICATE = {"fold", "folds", "split", "repeat", "rep", "repetition", "seed", "run", "resample", "iteration", "iter",
             "replicate", "trial", "cvfold", "outerfold"}
FOLD_NAME = re.compile(r"(cv|fold|split|repeat|repetition|rep|seed|run|resample|iteration|iter|replicate|trial)"
                       r"[\s_.#:-]*\d+([\s_./-]+(fold|run|rep|repeat)?[\s_.#:-]*\d+|(fold|run|rep|repeat)[\s_.#:-]*\d+)*",
                       re.IGNORECASE)
SPLIT_SCORE = re.compile(r"split\d+_(test|train)_\w+")          # GridSearchCV.cv_results_
TIMED = {"fit_time", "score_time"}                                # cross_validate
LONGEST = 100           # characters of a name that may be one of a fold


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """What a person says about the columns; None where the names speak for themselves."""

    dataset: str | Sequence[str] | None = None
    model: str | None = None
    score: str | None = None
    drop: str | Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Which columns are which; `model` is None where every model has a column of its own."""

    data_sets: tuple[str, ...]
    replicates: tuple[str, ...]
    model: str | None
    metric: str | None
    scores: tuple[str, ...]         # the score column of a long table, the models of a wide one


def plain_name(name: str) -> str:
    """A column name without case, blanks and strokes.

    >>> plain_name("Data set"), plain_name("outer_fold")
    ('dataset', 'outerfold')
    """
    return re.sub(r"[\s_.-]+", "", name).lower()


def looks_like_a_fold(name: str) -> bool:
    """Whether a row is called like a repetition and not like a data set.

    >>> [looks_like_a_fold(name) for name in ("fold1", "CV_3", "run 2 fold 10", "fold-change", "iris")]
    [True, True, True, False, False]
    """
    return len(name) <= LONGEST and FOLD_NAME.fullmatch(name.strip()) is not None


def find_layout(table: Table, said: Columns, is_text: Sequence[bool]) -> Layout:
    """Which columns are which, by what was said first and by their names second."""
    _refuse_splits_of_one_data_set(table)
    dropped = table.split_names(said.drop or None)
    kept = [name for name in table.names if name not in {table.names[table.position(n)] for n in dropped}]
    text = {name for name, words in zip(table.names, is_text, strict=True) if words}
    data_sets = _data_sets(table, said, kept, text)
    rest = [name for name in kept if name not in data_sets]
    model = _one(table, said.model, rest, MODEL)
    replicates = tuple(name for name in rest if plain_name(name) in REPLICATE and name not in {model, said.score})
    metric = next((name for name in rest if plain_name(name) in METRIC and name in text), None)
    rest = [name for name in rest if name not in {*replicates, model, metric}]
    scores = _models(table, rest, text) if model is None else (_score(table, said.score, rest, text),)
    return Layout(data_sets=data_sets, replicates=replicates, model=model, metric=metric, scores=scores)


def _refuse_splits_of_one_data_set(table: Table) -> None:
    """What scikit-learn's searches and cross-validation leave behind are splits of one data set, not data sets."""
    splits = [name for name in table.names if SPLIT_SCORE.fullmatch(name)]
    if not splits and not set(table.names) >= TIMED:
        return
    what = "cv_results_ of a search" if splits else "what cross_validate gives back"
    raise BadInput(f"{table.where} is {what} of scikit-learn ({listed(splits or sorted(TIMED))}): its scores are of "
                   f"splits of one data set, which are no data sets to rank over; compare the settings on the data "
                   f"themselves, with `referee tune` or `referee compare`.")


def _data_sets(table: Table, said: Columns, kept: list[str], text: set[str]) -> tuple[str, ...]:
    if said.dataset is not None:
        return tuple(table.names[table.position(name)] for name in table.split_names(said.dataset))
    named = [name for name in kept if plain_name(name) in DATA_SET]
    if named:
        return (named[0],)
    known = MODEL | METRIC | REPLICATE
    if said.model is None and not any(plain_name(name) in MODEL for name in kept):
        return tuple(name for name in kept if name in text and plain_name(name) not in known)[:1]
    return ()


def _one(table: Table, said: str | None, rest: list[str], known: set[str]) -> str | None:
    if said is not None:
        return table.names[table.position(said)]
    return next((name for name in rest if plain_name(name) in known), None)


def _models(table: Table, rest: list[str], text: set[str]) -> tuple[str, ...]:
    words = [name for name in rest if name in text]
    if words:
        raise BadInput(f"{table.where}: column {words[0]!r} holds text where a model's scores should be; leave it out "
                       f"(drop={words[0]!r}), or say which columns name the data set and the model.")
    return tuple(rest)


def _score(table: Table, said: str | None, rest: list[str], text: set[str]) -> str:
    if said is not None:
        return table.names[table.position(said)]
    named = [name for name in rest if plain_name(name) in SCORE]
    numbers = named or [name for name in rest if name not in text]
    if not numbers:
        raise BadInput(f"{table.where} names models but has no column of scores; columns: {listed(rest or ['none'])}.")
    if len(numbers) > 1:
        raise BadInput(f"{table.where} has several columns of numbers ({quoted(numbers, 5)}); say which one is the "
                       f"score (score=…).")
    return numbers[0]
