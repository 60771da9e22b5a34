"""R² beside RMSE and the sd of the target: R² = 1 - RMSE²/SD², with the sd of n or of n - 1.

Means over folds and squared correlations follow other formulas, so that a row is told only where most others follow
this one within rounding, and it is far off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from referee.audit.numbers.agreeing import MOST_COLUMNS, few, is_sd, most, numbers_of, sums_up, words_of
from referee.audit.numbers.contradiction import Contradiction, Strength
from referee.audit.numbers.figure import Figure
from referee.audit.numbers.naming import named

TELLING = 0.05          # of R² that rounding may be, in a row that shows the formula
FAR, BY_ROUNDING = 0.04, 3.0          # of R², and of what rounding may do, by which a wrong one is off
VARIANCES = frozenset({"var", "variance", "varianz"})

Cells = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Line:
    where: str
    fit: Figure
    error: Figure
    spread: Figure
    powers: tuple[int, int]        # to which error and spread are taken: 2 for an RMSE and an sd, 1 for squares
    n: float                       # of cases, 0 where it is not known

    def fits(self) -> tuple[float, ...]:
        """R² by the formula, with the spread of n and of n - 1."""
        ratio = self.error.value ** self.powers[0] / self.spread.value ** self.powers[1]
        return (1 - ratio, 1 - ratio * self.n / (self.n - 1)) if self.n > 1 else (1 - ratio,)

    @property
    def slack(self) -> float:
        """What rounding, or cutting off digits, may do to it."""
        parts = sum(power * one.unit / one.value for power, one in zip(self.powers, (self.error, self.spread),
                                                                       strict=True))
        return self.fit.unit + (1 - self.fits()[0]) * parts

    @property
    def off(self) -> float:
        """How far the printed R² is from the formula."""
        return min(abs(self.fit.value - one) for one in self.fits())


def wrong_fits(names: Sequence[str], cells: Sequence[Cells]) -> tuple[Contradiction, ...] | None:
    """The R² that do not follow from RMSE and the sd of the target, as those of other rows do; None where most do not.

    >>> rows = [dict(zip(("model", "sd_y", "RMSE", "R2"), line.split())) for line in (
    ...     "a 2.36 1.58 0.552", "b 2.36 1.31 0.692", "c 2.36 1.22 0.733", "d 1.72 1.05 0.784")]
    >>> [str(one) for one in wrong_fits(list(rows[0]), rows)]
    ['d: R2 0.784 is not 1 - (RMSE 1.05 / sd_y 1.72)², which is 0.627; those of 3 other rows follow from it.']
    """
    if not any(kind is not None and kind.kind == "r2" for kind in map(named, names)):
        return None
    columns = numbers_of(names, cells)
    kinds = {name: kind.kind for name in columns if (kind := named(name)) is not None}
    fits = [name for name, kind in kinds.items() if kind == "r2"][:MOST_COLUMNS]
    errors = [name for name, kind in kinds.items() if kind in ("rmse", "mse")][:MOST_COLUMNS]
    spreads = [name for name in columns if name not in (*fits, *errors) and (
        is_sd(name) or set(words_of(name)) & VARIANCES)][:MOST_COLUMNS]
    sizes = [name for name, kind in kinds.items() if kind in ("n", "cases")]
    rows = [k for k, row in enumerate(cells) if not sums_up(row, names)]
    found: list[Contradiction] = []
    asked = False
    for fit, error in product(fits, errors):
        best: tuple[int, list[_Line]] = (0, [])
        for spread in spreads:
            powers = (1 if kinds[error] == "mse" else 2, 1 if set(words_of(spread)) & VARIANCES else 2)
            lines = [line for k in rows if (line := _line(
                _where(cells[k], names), columns[fit][k], columns[error][k], columns[spread][k], powers,
                columns[sizes[0]][k] if sizes else None)) is not None]
            agree = sum(line.off <= line.slack <= TELLING for line in lines)
            best = max(best, (agree, lines), key=lambda one: one[0])
        if most(best[0], len(best[1])):
            asked = True
            found += few([_told(line, best[0]) for line in best[1] if line.off > max(BY_ROUNDING * line.slack, FAR)],
                         len(best[1]))
    return tuple(found) if asked else None


def _where(row: Cells, names: Sequence[str]) -> str:
    """What a row is called: by its first two columns of words."""
    texts = [row.get(name, "").strip() for name in names]
    return ", ".join([text for text in texts if any(sign.isalpha() for sign in text)][:2])[:80]


def _line(where: str, fit: Figure | None, error: Figure | None, spread: Figure | None, powers: tuple[int, int],
          n: Figure | None) -> _Line | None:
    if fit is None or error is None or spread is None or min(error.value, spread.value) <= 0:
        return None
    if {fit.sign, error.sign, spread.sign} != {"="} or fit.value > 1:
        return None
    return _Line(where, fit, error, spread, powers, n.value if n is not None and n.value > 1 else 0.0)


def _told(line: _Line, agree: int) -> Contradiction:
    error, spread = line.error, line.spread
    ratio = f"({error.said} / {spread.said})²" if line.powers == (2, 2) else "".join((
        error.said, "²" * (line.powers[0] == 2), " / ", spread.said, "²" * (line.powers[1] == 2)))
    right = line.fits()[0]
    return Contradiction(
        where=line.where, figures=(line.fit.name, error.name, spread.name), strength=Strength.PREMISE,
        possible=(right - line.slack, right + line.slack),
        message=f"{line.fit.said} is not 1 - {ratio}, which is {right:.3f}; those of {agree} other rows follow from it")
