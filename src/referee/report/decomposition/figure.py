"""Bars of bias², variance and noise, one a learner: as long as its error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.errors import BadInput
from referee.kinds import Task
from referee.reading.decompositions import Decompositions
from referee.report.bars import Piece, bars_figure
from referee.report.decomposition.sentences import headline, places_of, targets
from referee.report.wording import number

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def decomposition_figure(found: Decompositions, target: int = 0) -> Figure:
    """One bar a learner, in pieces, with the error at its end; by the headline scheme."""
    names = targets(found)
    if not 0 <= target < len(names):
        raise BadInput(f"there are targets 0 to {len(names) - 1}, not {target}.")
    rows = found.of(headline(found), names[target])
    if not rows:
        raise BadInput("no learner could be taken apart; there is nothing to draw.")
    places = places_of(found, headline(found), names[target])
    parts = [p for p in rows[0].scheme.parts if p != "noise" or found.truth_known]
    what = "error rate" if found.problem.task is Task.CLASSIFICATION else "mean squared error"
    of = f" of {names[target]}" if names[target] else ""
    return bars_figure(
        [d.learner for d in rows], [number(d.error.value, places) for d in rows],
        [[Piece(name, max(d[name], 0.0), number(d[name], places)) for name in parts] for d in rows],
        axis=f"{what}{of}, {found.n_train:,} training rows (lower is better ←)",
    )
