"""run: carry out what a study file declares."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from referee.api.answer import Answer
from referee.api.carry_out import Announce, begin, carry_out, unannounced
from referee.api.declare_file import declare, stored
from referee.api.keywords import keywords
from referee.api.ledger import opened
from referee.api.over_problems import ranked
from referee.api.result import Result
from referee.comparisons.data_sets.duel import Duel
from referee.comparisons.verdict import Verdict
from referee.declaration import FilePart, Purpose, StudySaid
from referee.dotted import named_in_a_file
from referee.errors import BadInput, ImportedForAFile, UnknownName
from referee.ledger import Ledger
from referee.report.declaration import claims
from referee.report.document import Page
from referee.report.several_problems import several_frame, several_page, several_text
from referee.report.wording import capitalised
from referee.running import Progress, expect, make_engine, silent

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from referee.api.rank import RankingResult
    from referee.study.claims import AnsweredClaim


MOST_IN_FULL = 3         # problems whose tables are printed one by one; of more, what holds over all comes first

PURPOSES = {
    Purpose.FEASIBILITY: "Declared purpose: feasibility: whether it can be done, not whether it is better than others.",
    Purpose.COMPARISON: "Declared purpose: comparison.",
}


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class StudyRun(Answer):
    """A result for each problem of the file, and the ranking over them where there are several."""

    said: StudySaid
    results: tuple[Result, ...]
    ranking: RankingResult | None = None
    unranked: str = ""                    # why there is no ranking over several problems

    def page(self) -> Page:
        """The page of the only problem; of several, the verdict on each and the ranking over them."""
        if len(self.results) == 1:
            return self.results[0].page()
        return several_page("run", {result.analysis.problem.name: result.analysis for result in self.results},
                            None if self.ranking is None else self.ranking.ranking, unranked=self.unranked)

    def table(self) -> pd.DataFrame:
        """One row for each problem, learner and metric."""
        return several_frame({result.analysis.problem.name: result.table() for result in self.results})

    def figure(self) -> Figure:
        """The estimates on the only problem; of several, the ranking over them."""
        if len(self.results) == 1:
            return self.results[0].figure()
        if self.ranking is None:
            raise BadInput(f"there is no picture of all problems: {self.unranked} Name one, as in answer['iris'].")
        return self.ranking.figure()

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return {
            "study": self.said.study, "purpose": self.said.purpose, "fingerprint": self.said.fingerprint,
            "declared": self.declared,
            "deviations": list(self.deviations),
            "claims": {name: [claim.to_dict() for claim in found] for name, found in self.claims.items()},
            "results": [result.to_dict() for result in self.results],
            "ranking": self.ranking.to_dict() if self.ranking is not None else None, "unranked": self.unranked,
        }

    def __str__(self) -> str:
        over_all = self._over_all()
        purpose = [PURPOSES[self.said.purpose]] if self.said.purpose else []
        if len(self.results) > MOST_IN_FULL:
            return self.brief()
        parts = [f"{f'{result.analysis.problem.name}:' * (len(self.results) > 1)}\n{result}".lstrip("\n")
                 for result in self.results]
        return "\n".join([*purpose, *([over_all] if over_all else []), *parts])

    def brief(self) -> str:
        """The answer on the only problem; of several, what holds over all of them, then who leads on each."""
        purpose = [PURPOSES[self.said.purpose]] if self.said.purpose else []
        if len(self.results) == 1:
            return "\n".join([*purpose, self.results[0].brief()])
        analyses = {result.analysis.problem.name: result.analysis for result in self.results}
        return "\n".join([*purpose, several_text(analyses, self._over_all())])

    def _over_all(self) -> str:
        return (f"Over the {len(self.results)} data sets:\n{self.ranking}" if self.ranking is not None
                else f"! {capitalised(self.unranked)}\n" if self.unranked else "")

    @overload
    def __getitem__(self, key: str) -> Result: ...
    @overload
    def __getitem__(self, key: tuple[str, str]) -> Verdict | Duel: ...
    def __getitem__(self, key: str | tuple[str, str]) -> Result | Verdict | Duel:
        """The result on one problem, by its name; or one model against another, over all problems if several."""
        if isinstance(key, tuple):
            if len(self.results) == 1:
                return self.results[0][key]
            if self.ranking is None:
                raise BadInput(f"there is no pair over all problems: {self.unranked}")
            return self.ranking[key]
        problem = key
        found = {result.analysis.problem.name: result for result in self.results}
        if problem not in found:
            raise UnknownName("problem of this study", problem, found)
        return found[problem]

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
        return {result.analysis.problem.name: claims(result.analysis) for result in self.results}

    def report(self, path: str | Path | None = None) -> Path:
        """Write the page, and of several problems beside it a page for each."""
        return self.pages(path)[-1]

    def pages(self, path: str | Path | None = None) -> tuple[Path, ...]:
        """Write the pages: one for each of several problems, the one of the whole study last."""
        target = Path(self.filename if path is None else path)
        each = [result.report(target.with_stem(f"{target.stem}-{_plain(result.analysis.problem.name)}"))
                for result in self.results] if len(self.results) > 1 else []
        return (*each, super().report(target))


def warned(sentence: str) -> None:
    """Tell of an import as a warning."""
    warnings.warn(sentence, ImportedForAFile, stacklevel=2)


@keywords()
def run(  # noqa: PLR0913 - a door of a notebook; every option is by keyword
    path: str | Path, *, ledger: str | Path | Ledger | None = None, jobs: int | None = None, engine: Any = None,
    time_limit: float | None = None, retry_failed: bool = False, share: bool = False, announce: Announce = unannounced,
    progress: Progress = silent, command: str = "", tell: Callable[[str], None] = warned,
) -> StudyRun:
    """Declare the study with its fingerprint and the time, then fit what is missing, problem by problem.

    What the file says is checked before anything is fitted; a refusal names its line. Where the file says something
    else than the first time it was run in this ledger, the results say so. `announce` is told of each problem in
    turn, before its first fit; `tell` of each thing that the file names by its path, before it is imported.
    `retry_failed` fits once more what failed before; `share` divides the fits among all processes that run the file
    with one ledger.
    """
    from referee.study.file import read_study
    from referee.study.known_names import check_names

    file = read_study(path)
    check_names(file)
    expect([model.learner for model in file.said.models], engine)
    with opened(ledger) as store:
        with named_in_a_file(tell):
            prepared = [stored(store, one) for one in declare(file, store, command=command)]
        fits = make_engine(engine, workers=jobs, time_limit=time_limit)
        if share and len(prepared) > 1:          # nobody waits for the last fits of a problem while there are others
            begin(prepared, store, engine=fits, announce=announce, progress=progress)
            announce, progress = unannounced, silent
        results = [carry_out(one, store, engine=fits, announce=announce, progress=progress, retry_failed=retry_failed,
                             share=share) for one in prepared]
    ranking, why_not = ranked(results, file.said)
    return StudyRun(said=file.said, results=tuple(results), ranking=ranking, unranked=why_not)


run_study = run          # its name before


def _plain(name: str) -> str:
    """A name that can be part of a file's name.

    >>> _plain("churn 2024.csv")
    'churn-2024-csv'
    """
    return re.sub(r"[^A-Za-z0-9_]+", "-", name).strip("-") or "problem"
