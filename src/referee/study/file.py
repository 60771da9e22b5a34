"""Studies as files: everything a comparison is made of, written down before the first fit.

The text of the file, its comments aside, is the declaration; its fingerprint is stored with the time before anything is
fitted. A file that says something else later is a deviation, and is shown as one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from referee.fingerprint import fingerprint
from referee.study.lines import Lined, explain, read_yaml


class ProblemSaid(BaseModel):
    """One data set: where it is and what is what in it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    data: str
    target: str | list[str] | None = None
    task: str | None = None
    groups: str | None = None
    ids: str | None = None
    positive: Any = None
    drop: list[str] = Field(default_factory=list)
    name: str | None = None

    @field_validator("drop", mode="before")
    @classmethod
    def _one_or_many(cls, value: Any) -> Any:
        return [value] if isinstance(value, str) else value


class ClaimSaid(BaseModel):
    """What the study sets out to show, or what its report says."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    better: str | None = None
    than: str | None = None
    equal: list[str] | None = None
    says: str = ""

    @model_validator(mode="after")
    def _one_kind(self) -> ClaimSaid:
        if (self.better is None) != (self.than is None):
            raise ValueError("a claim of 'better' names both: better: A, than: B")
        if self.better is None and not (self.equal and len(self.equal) == 2):
            raise ValueError("a claim is 'better: A, than: B' or 'equal: [A, B]'")
        return self


class StudySaid(BaseModel):
    """A study as its file declares it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    study: str = "study"
    problems: list[ProblemSaid]
    models: list[str]
    baseline: bool = True
    design: str | None = None
    metrics: list[str] | None = None
    test: str | None = None
    adjust: str = "holm"
    level: float = Field(default=0.95, gt=0.5, lt=1)
    relevant: float | None = Field(default=None, gt=0)
    against: str | None = None
    protocol: str | None = None
    seed: int = Field(default=0, ge=0)
    claims: list[ClaimSaid] = Field(default_factory=list)

    @field_validator("models", "metrics", mode="before")
    @classmethod
    def _one_or_many(cls, value: Any) -> Any:
        return [value] if isinstance(value, str) else value

    @field_validator("models")
    @classmethod
    def _some(cls, value: list[str]) -> list[str]:
        if not value:
            raise ValueError("name at least one model")
        return value

    @property
    def declaration(self) -> dict[str, Any]:
        """Everything that was said, in one form: what the fingerprint is made of."""
        return self.model_dump(mode="json")

    @property
    def fingerprint(self) -> str:
        """The name of the declaration; comments, order and spacing of the file do not enter."""
        return fingerprint("declaration", self.declaration)


ONE_PROBLEM = ("data", "target", "task", "groups", "ids", "positive", "drop")


def read_study(path: str | Path) -> StudySaid:
    """Read a study file; whatever is wrong with it is told with its line and the fix."""
    path = Path(path)
    lined = read_yaml(path)
    content = dict(lined.content)
    content.setdefault("study", path.stem)
    if "problems" not in content and "data" in content:      # one data set needs no list
        content["problems"] = [{key: content.pop(key) for key in ONE_PROBLEM if key in content}]
        lined = Lined(content, _moved(lined.lines), lined.where)
    try:
        study = StudySaid.model_validate(content)
    except ValidationError as error:
        raise explain(error.errors(), lined, _known()) from error
    return _beside(study, path.parent)


def _moved(lines: dict[tuple[str | int, ...], int]) -> dict[tuple[str | int, ...], int]:
    """The lines of the fields of a single data set, which moved into a list of one."""
    return lines | {("problems", 0, *path): line for path, line in lines.items() if path and path[0] in ONE_PROBLEM}


def _known() -> dict[str, list[str]]:
    names = [*StudySaid.model_fields, *ONE_PROBLEM]
    return {"": names, "problems": list(ProblemSaid.model_fields), "claims": list(ClaimSaid.model_fields)}


def _beside(study: StudySaid, folder: Path) -> StudySaid:
    """Data files are looked for beside the study file first."""
    problems = [p.model_copy(update={"data": str(folder / p.data)}) if (folder / p.data).exists() else p
                for p in study.problems]
    return study.model_copy(update={"problems": problems})
