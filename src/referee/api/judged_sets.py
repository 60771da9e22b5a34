"""Predictions on several data sets: the verdict on each, and the models ranked over all of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.api.results import Result
from referee.errors import UnknownName

if TYPE_CHECKING:
    from referee.report.ranking_result import RankingResult


@dataclass(frozen=True, eq=False)
class JudgedSets:
    """One result for each data set, and the ranking over them (None where fewer than two models are in all)."""

    results: dict[str, Result]
    ranking: RankingResult | None = None

    def __str__(self) -> str:
        each = [f"On {name} ({result.analysis.problem.n_rows:,} cases): {result.verdict}"
                for name, result in self.results.items()]
        over = [] if self.ranking is None else [f"Over {len(self.results)} data sets:", str(self.ranking)]
        return "\n\n".join([*each, *over]).rstrip("\n") + "\n"

    def __repr__(self) -> str:
        return str(self)

    def __getitem__(self, data_set: str) -> Result:
        """The result on one data set."""
        if data_set not in self.results:
            raise UnknownName("data set of these predictions", data_set, self.results)
        return self.results[data_set]

    @property
    def failed(self) -> bool:
        """Whether any fit failed; predictions made elsewhere never do."""
        return any(result.failed for result in self.results.values())

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return {"data_sets": {name: result.to_dict() for name, result in self.results.items()},
                "ranking": None if self.ranking is None else self.ranking.to_dict()}

    def report(self, path: str | Path = "report.html") -> Path:
        """Write a page for each data set beside the page of the ranking, which has the name given."""
        target = Path(path)
        pages = [result.report(target.with_name(f"{target.stem}-{number}{target.suffix}"))
                 for number, result in enumerate(self.results.values(), start=1)]
        return pages[0] if self.ranking is None else self.ranking.report(target)
