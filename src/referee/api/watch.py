"""watch: two models on cases that keep coming."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from referee.api.answer import Answer, pair_of
from referee.api.keywords import keywords
from referee.comparisons.sequential.growing import Growing, growing
from referee.data.outcomes import read_outcomes
from referee.errors import BadInput, UnknownName
from referee.report.document import Page
from referee.report.watch import watch_figure, watch_frame, watch_page, watch_sentences

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class WatchResult(Answer):
    """What can be said so far, in every form."""

    filename: ClassVar[str] = "watch.html"
    growing: Growing

    def page(self) -> Page:
        """The answer laid out in sections."""
        return watch_page(self.growing)

    def table(self) -> pd.DataFrame:
        """One row for each case."""
        return watch_frame(self.growing)

    def figure(self) -> Figure:
        """The evidence as it grew."""
        return watch_figure(self.growing)

    def to_dict(self) -> dict[str, Any]:
        """Every number, ready for JSON."""
        return self.growing.to_dict()

    def __str__(self) -> str:
        return "\n".join(watch_sentences(self.growing))

    def brief(self) -> str:
        """The same, as wide as the terminal."""
        from referee.report.text import wrapped

        return "\n".join(wrapped(sentence) for sentence in watch_sentences(self.growing))

    def __getitem__(self, pair: tuple[str, str]) -> Growing:
        """One model against the other, told from the side of the first."""
        a, b = pair_of(pair)
        if {a, b} != {self.growing.a, self.growing.b}:
            raise UnknownName("pair that is watched", f"{a} with {b}", [f"{self.growing.a} with {self.growing.b}"])
        return self.growing if a == self.growing.a else self.growing.swapped()

    @property
    def decided(self) -> bool:
        """Whether one of the two is better."""
        return self.growing.better is not None


@keywords(models="pair")
def watch(
    a: Any, b: Any = None, *, pair: tuple[str, str] | None = None, bounds: tuple[float, float] = (0.0, 1.0),
    level: float = 0.95,
) -> WatchResult:
    """Which of two models is better on cases that keep coming; look as often as you like.

    `a` and `b` are the models' answers (0 or 1, or scores within `bounds`) in the order in which the cases came; or `a`
    is a file of them: CSV, TSV or JSON lines with a column for each model, the two of which `pair` names.

    >>> print(watch([1] * 12 + [0], [0] * 12 + [1], pair=("new", "old")))
    new is better, decided after 8 cases. You may stop.
    13 cases so far: new − old = +0.846 (95% sequence ...).
    They disagree on 13: 12 only new got right, 1 only old. e-value 45, p = 0.003, valid at every moment.
    """
    if isinstance(a, str | Path):
        if b is not None:
            raise BadInput("a file holds the answers of both models; give the file alone, or two lists.")
        read = read_outcomes(a, pair)
        return WatchResult(growing(read.a, read.b, names=read.names, bounds=bounds, level=level))
    if b is None:
        raise BadInput("watch takes the answers of two models, or a file that holds both.")
    return WatchResult(growing(a, b, names=pair or ("A", "B"), bounds=bounds, level=level))
