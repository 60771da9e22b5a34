"""Measure cells of the sheet, and tell what came of it: what `referee lab levels` and `python -m referee.lab` do."""

from __future__ import annotations

from pathlib import Path

from referee.errors import BadInput
from referee.lab.sheet.cells import PARTS, cells_of
from referee.lab.sheet.condense import to_counts
from referee.lab.sheet.page import page as page_of
from referee.lab.sheet.results import read
from referee.lab.sheet.run import Progress, run, unseen
from referee.lab.sheet.study import How
from referee.lab.sheet.summary import summary as summary_of
from referee.lab.sheet.tally import Tally, tallies


def measure(  # noqa: PLR0913 - everything that can be said of a run
    file: Path, *, part: str = "default", cells: str | None = None, repetitions: int = 200, design: str | None = None,
    test: str | None = None, seed: int = 0, jobs: int = 1, page: Path | None = None, summary: Path | None = None,
    condense: bool = False, progress: Progress = unseen,
) -> str:
    """Make the repetitions that the file lacks, write what was asked for, and tell the cells in lines."""
    chosen = cells_of(part, cells)
    if repetitions:
        run(chosen, file, How(design=design, test=test, seed=seed), repetitions=repetitions, jobs=jobs,
            progress=progress)
    found = tallies(read(file), PARTS["all"] + PARTS["small"])
    if not found:
        raise BadInput(f"{file} holds no results of the sheet yet; run `referee lab levels {file}` first.")
    for path, text in ((page, page_of), (summary, summary_of)):
        if path is not None:
            path.write_text(text(found), encoding="utf-8")
    if condense:
        to_counts(file, PARTS["all"])
    ids = {cell.id for cell in chosen}
    return "".join(f"{_line(tally)}\n" for tally in found if tally.cell.id in ids)


def _line(tally: Tally) -> str:
    """One cell by one metric."""
    parts = [f"{tally.cell.id}, {tally.metric}:", f"{tally.cell.question} {tally.rejections or 'none'}"]
    parts += [f"coverage {tally.coverage}"] if tally.coverage else []
    parts += [f"of the model on all rows {tally.coverage_all}"] if tally.coverage_all else []
    parts += [f"refused {tally.refused.total()}: {next(iter(tally.refused))}"] if tally.refused else []
    return f"{parts[0]} {', '.join(parts[1:])} ({tally.how}, {tally.studies:,} studies)" + (
        " OFF" if any(tally.alerts()) else "")
