"""watch: two models on cases that keep coming."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.api.keywords import keywords
from referee.api.pictures import save_picture
from referee.comparisons.sequential.growing import Growing, growing
from referee.data.outcomes import read_outcomes
from referee.errors import BadInput

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class WatchResult:
    """What can be said so far, in every form."""

    growing: Growing

    def __str__(self) -> str:
        from referee.report import watch_sentences

        return "\n".join(watch_sentences(self.growing))

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from html import escape

        from referee.report import to_svg, watch_sentences

        said = " ".join(watch_sentences(self.growing))
        return f"<p>{escape(said)}</p>{to_svg(self.figure(), title=said)}"

    @property
    def decided(self) -> bool:
        """Whether one of the two is better."""
        return self.growing.better is not None

    def figure(self) -> Figure:
        """The evidence as it grew."""
        from referee.report import watch_figure

        return watch_figure(self.growing)

    def save(self, path: str | Path) -> Path:
        """Write the picture, as .svg, .pdf or .png."""
        return save_picture(self.figure(), path)

    def to_dict(self) -> dict[str, Any]:
        """Every number, ready for JSON."""
        return self.growing.to_dict()


@keywords(models="pair")
def watch(
    a: Any, b: Any = None, *, pair: tuple[str, str] | None = None, bounds: tuple[float, float] = (0.0, 1.0),
    level: float = 0.95,
) -> WatchResult:
    """Which of two models is better on cases that keep coming; look as often as you like.

    `a` and `b` are the models' answers (0 or 1, or scores within `bounds`) in the order in which the cases came; or `a`
    is a file of them: CSV, TSV or JSON lines with a column for each model, the two of which `pair` names.

    >>> print(watch([1] * 12 + [0], [0] * 12 + [1], pair=("new", "old")))
    13 cases so far: new − old = +0.846 (95% sequence ...).
    They disagree on 13: 12 only new got right, 1 only old. e-value 45, p = 0.003, valid at every moment.
    Decided after 8 cases: new is better. You may stop.
    """
    if isinstance(a, str | Path):
        if b is not None:
            raise BadInput("a file holds the answers of both models; give the file alone, or two lists.")
        read = read_outcomes(a, pair)
        return WatchResult(growing(read.a, read.b, names=read.names, bounds=bounds, level=level))
    if b is None:
        raise BadInput("watch takes the answers of two models, or a file that holds both.")
    return WatchResult(growing(a, b, names=pair or ("A", "B"), bounds=bounds, level=level))
