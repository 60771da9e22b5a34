"""Studies as files: read, and whatever is wrong with one told with its line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from referee.declaration import ClaimSaid, ModelSaid, ProblemSaid, StudySaid
from referee.foreign_file import guarded
from referee.study.folders import with_each_data_set
from referee.study.lined_yaml import Lined, Where, explain, read_yaml


@dataclass(frozen=True, kw_only=True, eq=False)
class StudyFile:
    """A study file: what it says, and the line of each thing it says."""

    said: StudySaid
    lined: Lined
    path: Path

    def data(self, problem: ProblemSaid) -> str:
        """Where the data of a problem are: beside the study file, if they are there."""
        beside = self.path.parent / problem.data
        return str(beside) if beside.exists() else problem.data

    def problems(self) -> Iterator[tuple[Where, ProblemSaid]]:
        """Each problem with its place in the file."""
        for i, problem in enumerate(self.said.problems):
            yield ("problems", i), problem


ONE_PROBLEM = ("data", "target", "task", "groups", "ids", "time", "positive", "drop")


def read_study(path: str | Path) -> StudyFile:
    """Read a study file; whatever is wrong with it is told with its line and the fix."""
    path = Path(path)
    lined = read_yaml(path)
    content = dict(lined.content)
    content.setdefault("study", path.stem)
    if "problems" not in content and "data" in content:      # one data set needs no list
        content["problems"] = [{key: content.pop(key) for key in ONE_PROBLEM if key in content}]
        lined = Lined(content, _moved(lined.lines), lined.where)
    with guarded(path.name):
        lined = with_each_data_set(Lined(content, lined.lines, lined.where), path.parent)
    try:
        said = StudySaid.model_validate(lined.content)
    except ValidationError as error:
        raise explain(error.errors(), lined, _known()) from error
    return StudyFile(said=said, lined=lined, path=path)


def _moved(lines: dict[Where, int]) -> dict[Where, int]:
    """The lines of the fields of a single data set, which moved into a list of one."""
    return lines | {("problems", 0, *path): line for path, line in lines.items() if path and path[0] in ONE_PROBLEM}


def _known() -> dict[str, list[str]]:
    return {"": [*ONE_PROBLEM, *StudySaid.model_fields], "problems": list(ProblemSaid.model_fields),
            "models": list(ModelSaid.model_fields), "claims": list(ClaimSaid.model_fields)}
