"""What came of a study file, in every form: printed, as JSON, as pages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.api.results import Result
from referee.declaration import FilePart

if TYPE_CHECKING:
    from referee.declaration import StudySaid
    from referee.report.ranking_result import RankingResult
    from referee.study.claims import AnsweredClaim


@dataclass(frozen=True, kw_only=True, eq=False)
class StudyRun:
    """A result for each problem of the file, and the ranking over them where there are several."""

    said: StudySaid
    results: tuple[Result, ...]
    ranking: RankingResult | None = None
    unranked: str = ""                    # why there is no ranking over several problems

    def __str__(self) -> str:
        parts = [f"{f'{result.analysis.problem.name}:' * (len(self.results) > 1)}\n{result}".lstrip("\n")
                 for result in self.results]
        if self.ranking is not None:
            parts.append(f"Over the {len(self.results)} data sets:\n{self.ranking}")
        elif self.unranked:
            parts.append(f"! {self.unranked[:1].upper()}{self.unranked[1:]}\n")
        return "\n".join(parts)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        shown = [result._repr_html_() for result in self.results]
        return "\n".join([*shown, self.ranking._repr_html_()] if self.ranking is not None else shown)

    @property
    def failed(self) -> bool:
        """Whether any fit failed."""
        return any(result.failed for result in self.results)

    @property
    def deviations(self) -> tuple[str, ...]:
        """Where the study left its first declaration."""
        return self._file.deviations

    @property
    def declared(self) -> str:
        """When it was declared first (UTC, ISO 8601)."""
        return self._file.first or self.results[0].analysis.study.created

    @property
    def _file(self) -> FilePart:
        file = self.results[0].analysis.study.declaration.file
        assert file is not None
        return file

    @property
    def claims(self) -> dict[str, list[AnsweredClaim]]:
        """The claims of the file, answered on each problem."""
        from referee.report.declaration import claims

        return {result.analysis.problem.name: claims(result.analysis) for result in self.results}

    def __getitem__(self, problem: str) -> Result:
        """The result on one problem, by its name."""
        from referee.errors import UnknownName

        found = {result.analysis.problem.name: result for result in self.results}
        if problem not in found:
            raise UnknownName("problem of this study", problem, found)
        return found[problem]

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return {
            "study": self.said.study, "fingerprint": self.said.fingerprint, "declared": self.declared,
            "deviations": list(self.deviations),
            "claims": {name: [claim.to_dict() for claim in found] for name, found in self.claims.items()},
            "results": [result.to_dict() for result in self.results],
            "ranking": self.ranking.to_dict() if self.ranking is not None else None, "unranked": self.unranked,
        }

    def report(self, path: str | Path = "report.html") -> tuple[Path, ...]:
        """Write a page for each problem, and one for the ranking over them; where the pages are."""
        path = Path(path)
        if len(self.results) == 1:
            return (self.results[0].report(path),)
        pages = [result.report(path.with_stem(f"{path.stem}-{_plain(result.analysis.problem.name)}"))
                 for result in self.results]
        return (*pages, self.ranking.report(path)) if self.ranking is not None else tuple(pages)


def _plain(name: str) -> str:
    """A name that can be part of a file's name.

    >>> _plain("churn 2024.csv")
    'churn-2024-csv'
    """
    return re.sub(r"[^A-Za-z0-9_]+", "-", name).strip("-") or "problem"
