"""The data of a study, read as the study read them, and all columns beside those that the study used.

The ledger names the columns of a study and holds its groups and times: nobody needs to say again what was left out, or
which column was what. What the auditor says and the study did not have (groups, times) counts as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.api.audit_data import frame_at
from referee.data import Problem, load
from referee.data.row_marks import COPIES
from referee.data.times import BY_ROWS
from referee.errors import RefereeError

if TYPE_CHECKING:
    import pandas as pd

MOST_READINGS = 20      # columns that may be the groups, by those that may be the times


@dataclass(frozen=True, kw_only=True, eq=False)
class AuditedData:
    """Data with what the auditor says of them."""

    source: Any
    options: Mapping[str, Any]
    time: str | None = None

    @cached_property
    def problem(self) -> Problem:
        """The data as the auditor says."""
        return load(self.source, **self.options)

    def as_studied(self, stored: Problem) -> tuple[Problem, Problem | None]:
        """Read as a stored problem was, where some reading is the same; and the rows with all columns of the table."""
        if self._frame is not None and self.options.get("target") is None and self.options.get("y") is None:
            named = stored.targets[0] if len(stored.targets) == 1 else list(stored.targets)
            return replace(self, options={**self.options, "target": named}).as_studied(stored)
        for said in self._readings(stored):
            try:
                problem = load(self.source, **said)
            except RefereeError:        # this cannot be what was meant
                continue
            if problem.fingerprint == stored.fingerprint:
                groups = None if problem.groups is not None else self._groups(said)
                return (problem if groups is None else replace(problem, groups=groups)), self._whole(said, problem)
        return self.problem, None

    def _readings(self, stored: Problem) -> Iterator[Mapping[str, Any]]:
        """Ways to read the table: as was said; in order of time, without the groups; and as the ledger has it."""
        said = dict(self.options)
        yield said
        if self.time is not None:
            yield said | {"time": self.time}
        groups, rest = said.get("groups"), {word: value for word, value in said.items() if word != "groups"}
        if groups is None:
            yield said | {"groups": COPIES}         # nobody needs to say it twice
        else:
            yield from [rest | {"drop": [*_each(rest.get("drop")), groups]}] if isinstance(groups, str) else []
            yield rest
        if self._frame is not None:
            yield from _as_stored(self._frame, rest | {"time": self.time}, stored)

    @cached_property
    def _frame(self) -> pd.DataFrame | None:
        """The table; None where a problem, or the name of one, says itself what is what in it."""
        frame: pd.DataFrame | None = None if isinstance(self.source, Problem) else frame_at(self.source)[0]
        return frame

    def _groups(self, said: Mapping[str, Any]) -> Any:
        """The groups that the auditor tells, row by row as the study has them; None where none are told."""
        groups = self.options.get("groups")
        if groups is None:
            return None
        return load(self.source, **{**said, "groups": groups, "drop": [
            name for name in _each(said.get("drop")) if not (isinstance(groups, str) and name == groups)]}).groups

    def _whole(self, said: Mapping[str, Any], problem: Problem) -> Problem | None:
        """The same rows with every column of the table that has no other part to play; None: the study used them all.
        """
        if self._frame is None or not _each(said.get("drop")):
            return None
        try:
            whole = load(self.source, **{**said, "drop": []})
        except RefereeError:            # a column that was left out cannot be read as a feature
            return None
        return whole if whole.n_rows == problem.n_rows else None


def audited(source: Any, options: Mapping[str, Any], time: str | None = None) -> AuditedData:
    """The data as the auditor says; a column of groups may be among those that the study dropped."""
    said = dict(options)
    if isinstance(said.get("groups"), str):
        said["drop"] = [name for name in _each(said.get("drop")) if name != said["groups"]]
    return AuditedData(source=source, options=said, time=time)


def _as_stored(frame: pd.DataFrame, said: Mapping[str, Any], stored: Problem) -> Iterator[Mapping[str, Any]]:
    """Readings by the columns, the groups and the times of a stored problem; columns without a value count for nothing.
    """
    names = [str(name) for name in frame.columns]
    used = {column.name for column in stored.columns}
    spoken = {name for word in ("target", "ids", "weights", "case_costs", "sample_weight")
              for name in _each(said.get(word)) if name in names}
    if not used <= set(names):
        return
    others = [name for name in names if name not in used | spoken and frame[name].notna().any()]
    more: dict[str, Any] = {"drop_missing_target": True} if len(frame) > stored.n_rows else {}
    if len(stored.classes) == 2 and not stored.has_several:
        more["positive"] = stored.classes[-1]
    as_groups = [None] if stored.groups is None else [*_alike(frame, others, stored.groups), COPIES]
    as_times = [None] if stored.time is None else [*_alike(frame, others, stored.time), BY_ROWS]
    for groups, time in list(product(as_groups, as_times))[:MOST_READINGS]:
        yield {**said, **more, "groups": groups, "time": time,
               "drop": [name for name in others if name not in {groups, time}]}


def _alike(frame: pd.DataFrame, names: list[str], codes: Any) -> list[str | None]:
    """Columns with as many values as there are codes, each as often, in whatever order the rows stand."""
    sizes = np.sort(np.unique(codes, return_counts=True)[1])
    return [name for name in names
            if np.array_equal(np.sort(frame[name].value_counts(dropna=False).to_numpy()), sizes)]


def _each(names: Any) -> list[str]:
    """Names of columns, one by one."""
    if names is None or not isinstance(names, str | list | tuple):
        return []
    return [name.strip() for name in names.split(",")] if isinstance(names, str) else [str(name) for name in names]
