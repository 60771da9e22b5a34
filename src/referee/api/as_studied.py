"""The data of a study, read as the study read them, with groups that the auditor tells and the study did not have.

A column of times may be the study's own, by which it put its rows in order, or be told by the auditor only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.data import Problem, load
from referee.data.row_marks import COPIES


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditedData:
    """Data with what the auditor says of them."""

    source: Any
    options: Mapping[str, Any]
    problem: Problem
    time: str | None = None

    def as_studied(self, fingerprint: str) -> Problem:
        """Read so that it has this fingerprint: in order of time, without groups or with them as a feature."""
        if self.problem.fingerprint == fingerprint:
            return self.problem
        if self.time is not None:
            in_order = load(self.source, **dict(self.options) | {"time": self.time})
            if in_order.fingerprint == fingerprint:
                return in_order
        if self.problem.groups is None:
            copied = load(self.source, **dict(self.options) | {"groups": COPIES})       # nobody needs to say it twice
            return copied if copied.fingerprint == fingerprint else self.problem
        found = (one for one in self._otherwise() if one.fingerprint == fingerprint)
        studied = next(found, None)
        return self.problem if studied is None else replace(studied, groups=self.problem.groups)

    def _otherwise(self) -> Iterator[Problem]:
        """As a study without groups may have read them."""
        groups, rest = self.options["groups"], {word: value for word, value in self.options.items() if word != "groups"}
        if isinstance(groups, str):
            yield load(self.source, **rest | {"drop": [*_each(rest.get("drop")), groups]})
        yield load(self.source, **rest)


def audited(source: Any, options: Mapping[str, Any], time: str | None = None) -> AuditedData:
    """The data as the auditor says; a column of groups may be among those that the study dropped."""
    said = dict(options)
    if isinstance(said.get("groups"), str):
        said["drop"] = [name for name in _each(said.get("drop")) if name != said["groups"]]
    return AuditedData(source=source, options=said, problem=load(source, **said), time=time)


def _each(drop: Any) -> list[str]:
    """Columns to leave out, one by one."""
    return [] if drop is None else [name.strip() for name in drop.split(",")] if isinstance(drop, str) else list(drop)
