"""Runs and trials of models in a table, paired or not, or what a paper prints of them.

Wide: a row per trial and a column per model. Long: a column that names the model and one or more measures; the trials
are pairs where a column numbers them (run, seed, fold, trial, …). What papers print is read by `printed_lines`. A
missing or infinite number is named and refused, never filled in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.data.printed_lines import Printed, numbers_in, printed_lines
from referee.data.score_layout import DATA_SET, METRIC, MODEL, REPLICATE, SCORE, looks_like_a_fold, plain_name
from referee.data.score_table import is_number, table_of
from referee.data.table import Table
from referee.data.wording import counted, listed, quoted
from referee.errors import BadInput, NotJustified
from referee.foreign_file import guarded_source
from referee.kinds import Array

if TYPE_CHECKING:
    import pandas as pd

SHARED = {"fold": "fold", "folds": "fold", "cvfold": "fold", "outerfold": "fold", "cv": "fold", "split": "split",
          "resample": "split", "repeat": "repeat", "rep": "repeat", "repetition": "repeat"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialColumns:
    """What a person says about the columns; None where the names speak for themselves."""

    model: str | None = None
    score: str | None = None            # the measure, or several with commas
    run: str | None = None
    drop: str | Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Trials:
    """Numbers by measure and model; where they are pairs, the trials of all models are in one order."""

    where: str
    models: tuple[str, ...]
    values: Mapping[str, Mapping[str, Array]]       # measure → model → numbers
    paired: bool
    unit: str = "run"
    read: str = ""                                  # how the table was read
    notices: tuple[str, ...] = ()


def read_trials(source: Any, columns: TrialColumns, *, unpaired: bool = False) -> Trials | tuple[Printed, ...]:
    """The trials, or the printed lines, in a file, a frame or a dict of columns."""
    with guarded_source(source):
        table, notices = table_of(source)
        if not table.n_rows:
            raise BadInput(f"{table.where} has no rows.")
        if printed := printed_lines(table):
            return printed
        dropped = set(table.split_names(columns.drop or None))
        kept = [name for name in table.names if name not in {table.names[table.position(n)] for n in dropped}]
        return _read(table, kept, columns, unpaired=unpaired, notices=tuple(notices))


def _read(table: Table, kept: list[str], said: TrialColumns, *, unpaired: bool, notices: tuple[str, ...]) -> Trials:
    sets = [name for name in kept if plain_name(name) in DATA_SET]
    if sets:
        raise NotJustified(f"{table.where} has a column {sets[0]!r}: scores over data sets are ranked with `referee "
                           f"rank`; leave the column out (drop={sets[0]!r}) if all rows are of one.")
    model = table.names[table.position(said.model)] if said.model else next(
        (name for name in kept if plain_name(name) in MODEL), None)
    runs = [table.names[table.position(said.run)]] if said.run else [
        name for name in kept if plain_name(name) in REPLICATE and name != model]
    rest = [name for name in kept if name not in {model, *runs}]
    if model is None:
        return _wide(table, runs, rest, unpaired=unpaired, notices=notices)
    return _long(table, model, runs, _measures(table, said.score, rest), unpaired=unpaired, notices=notices)


def _wide(table: Table, runs: list[str], rest: list[str], *, unpaired: bool, notices: tuple[str, ...]) -> Trials:
    """A row per trial and a column per model."""
    words = [name for name in rest if not is_number(table.column(name))]
    if len(words) == 1 and not runs and len(rest) > 1:
        runs, rest = words, [name for name in rest if name != words[0]]
        taken = (f"Column {words[0]!r} was taken for what the trials are called; run=… (--run) names another, "
                 f"drop=… (--drop) leaves it out.")
        notices = (*notices, taken)
    if len(rest) < 2:
        raise BadInput(f"{table.where} has {counted(len(rest), 'column')} of scores ({quoted(rest)}); trials of two "
                       f"models need two, or one column that names the model (model=…): one is no comparison.")
    columns = {name: _column(table, name, gaps=unpaired) for name in rest}
    if not unpaired:
        _once(table, runs, [])
    return Trials(where=table.where, models=tuple(rest), values={"": columns}, paired=not unpaired,
                  unit=_unit(table, runs), read=f"{table.where}: a row per trial{_numbered(runs)}, and a column of "
                  f"scores for each of {listed(rest)}.", notices=notices)


def _numbered(runs: list[str]) -> str:
    return f" (by {quoted(runs)})" if runs else ""


def _column(table: Table, name: str, *, gaps: bool) -> Array:
    """The numbers of one model; empty cells are left out where nothing is paired."""
    cells = table.column(name)
    if gaps:
        cells = cells[cells.notna()]
    return numbers_in(cells, f"{table.where}: column {name!r}")


def _once(table: Table, runs: list[str], more: list[str]) -> None:
    """Every trial stands there once, for each model."""
    if not runs:
        return
    keys = table.given[[*runs, *more]]
    twice = keys[keys.duplicated()]
    if len(twice):
        what = ", ".join(f"{name} {value}" for name, value in twice.iloc[0].items())
        raise BadInput(f"{table.where}: {what} stands there twice; a trial has one score of each model. Name the "
                       f"column that numbers the trials (run=…).")


def _unit(table: Table, runs: list[str]) -> str:
    """What one trial is, by the name of the column that numbers them or by what the rows are called."""
    units = [SHARED[plain_name(name)] for name in runs if plain_name(name) in SHARED]
    if not units and runs:
        names = [str(value).strip().lower() for value in table.column(runs[0])]
        if all(map(looks_like_a_fold, names)):
            units = [unit for word, unit in SHARED.items() if names[0].startswith(word)]
    return min(units, default="run")         # folds, where they are repeated too


def _measures(table: Table, said: str | None, rest: list[str]) -> dict[str, str]:
    """Columns of scores, each with the column that names its measure where one does ('' where it is its own name)."""
    if said is not None:
        return dict.fromkeys((table.names[table.position(name)] for name in table.split_names(said)), "")
    named = next((name for name in rest if plain_name(name) in METRIC and not is_number(table.column(name))), "")
    scores = [name for name in rest if plain_name(name) in SCORE]
    numbers = [name for name in rest if is_number(table.column(name))]
    found = (scores[:1] or numbers[:1]) if named else scores or numbers
    if not found:
        raise BadInput(f"{table.where} names models but has no column of scores; columns: {listed(rest or ['none'])}.")
    return dict.fromkeys(found, named)


def _long(table: Table, model: str, runs: list[str], measures: dict[str, str], *, unpaired: bool,
          notices: tuple[str, ...]) -> Trials:
    """A row per trial and model."""
    frame: pd.DataFrame = table.given
    named = next(iter(measures.values()))
    models = tuple(dict.fromkeys(frame[model].astype(str)))
    if len(models) < 2:
        raise BadInput(f"{table.where}: column {model!r} names one model, {listed(models)}; a comparison needs two.")
    _once(table, runs, [model, *([named] if named else [])])
    parts = {str(what): part for what, part in frame.groupby(named, sort=False)} if named else dict.fromkeys(
        measures, frame)
    paired = bool(runs) and not unpaired
    values = {what: _by_model(table.where, part, model, runs if paired else [], next(iter(measures)) if named else what)
              for what, part in parts.items()}
    return Trials(where=table.where, models=models, values=values, paired=paired, unit=_unit(table, runs),
                  read=f"{table.where}: a row per model (by {model!r}) and trial{_numbered(runs)}, scores in "
                       f"{quoted(list(measures))}{f' by {named!r}' if named else ''}.", notices=notices)


def _by_model(where: str, part: pd.DataFrame, model: str, runs: list[str], score: str) -> dict[str, Array]:
    names = list(dict.fromkeys(part[model].astype(str)))
    if not runs:
        return {name: numbers_in(part[score][part[model].astype(str) == name], f"{where}: {score} of {name}")
                for name in names}
    sorted_ = {name: own.sort_values(runs) for name in names for own in [part[part[model].astype(str) == name]]}
    trials = {name: [tuple(row) for row in own[runs].to_numpy()] for name, own in sorted_.items()}
    for name in names[1:]:
        odd = [trial for trial in (*trials[name], *trials[names[0]])
               if (trial in trials[name]) != (trial in trials[names[0]])]
        if odd:
            lacks = name if odd[0] not in trials[name] else names[0]
            raise BadInput(f"{where}: {runs[0]} {listed(odd[0])} has no score of {lacks}; trials that are pairs have "
                           f"one of each model, or say unpaired=True.")
    return {name: numbers_in(own[score], f"{where}: {score} of {name}") for name, own in sorted_.items()}
