"""Two models over many data sets: who wins how often, by how much, and whether that is sure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from referee.comparisons._base import p_text
from referee.comparisons.bayes.posterior import Posterior
from referee.comparisons.pair_html import pair_html
from referee.comparisons.verdict import TURNED, Outcome, pair_text
from referee.estimates._base import Interval
from referee.kinds import Direction


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """A against B; the difference is A − B in the unit of the scores, a win is a better score."""

    a: str
    b: str
    difference: float                   # Hodges and Lehmann's median
    interval: Interval | None           # None where the data sets are too few
    p: float                            # Wilcoxon, two-sided
    p_adjusted: float
    exact: bool
    wins: int
    losses: int
    ties: int
    outcome: Outcome
    direction: Direction
    posterior: Posterior | None = None
    truly_better: tuple[int, int] | None = None     # data sets on which A at least is better, and B

    @property
    def n_data_sets(self) -> int:
        """On how many data sets the two were compared."""
        return self.wins + self.ties + self.losses

    @property
    def decided(self) -> bool:
        """Whether one of the two was shown to be better."""
        return self.outcome in TURNED

    @property
    def chances(self) -> tuple[float, float, float] | None:
        """The posterior chances that A is better, that neither matters, that B is better."""
        if self.posterior is None:
            return None
        p = self.posterior
        return (p.right, p.equal, p.left) if self.direction is Direction.MAXIMISE else (p.left, p.equal, p.right)

    def __repr__(self) -> str:
        return pair_text(self)

    def _repr_html_(self) -> str:
        return pair_html(self)

    def swapped(self) -> Duel:
        """The same told from the other side."""
        interval = self.interval and replace(self.interval, low=-self.interval.high, high=-self.interval.low)
        posterior = self.posterior and self.posterior.swapped()
        return replace(self, a=self.b, b=self.a, difference=-self.difference, interval=interval, wins=self.losses,
                       losses=self.wins, outcome=TURNED.get(self.outcome, self.outcome), posterior=posterior,
                       truly_better=self.truly_better and (self.truly_better[1], self.truly_better[0]))

    def __str__(self) -> str:
        word = {Outcome.BETTER: "is better than", Outcome.WORSE: "is worse than",
                Outcome.IDENTICAL: "has the same scores as"}.get(self.outcome, "can't be told apart from")
        return (f"{self.a} {word} {self.b}: median difference {self.difference:+.3g}, {self.wins} wins, {self.ties} "
                f"ties, {self.losses} losses, adjusted {p_text(self.p_adjusted)}.")

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        chances = self.chances
        return {
            "a": self.a, "b": self.b, "outcome": self.outcome.value, "median_difference": self.difference,
            "interval": self.interval.to_dict() if self.interval else None, "p": self.p,
            "p_adjusted": self.p_adjusted, "exact": self.exact, "wins": self.wins, "ties": self.ties,
            "losses": self.losses,
            "posterior": None if chances is None or self.posterior is None else dict(
                zip(("a_better", "equivalent", "b_better"), chances, strict=True)) | {"rope": self.posterior.rope},
            "a_truly_better_on": self.truly_better[0] if self.truly_better else None,
            "b_truly_better_on": self.truly_better[1] if self.truly_better else None,
        }
