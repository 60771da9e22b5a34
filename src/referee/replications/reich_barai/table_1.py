"""Table 1 and figure 2, which the paper gives from experience: here measured, over data drawn again and again."""

from __future__ import annotations

import csv
import math
import tempfile
from collections.abc import Iterator
from pathlib import Path

from referee.lab.estimators import estimator_named, estimator_study
from referee.lab.estimators.summary import Worth
from referee.replications._base import Found, How, Item, Row, claim, told

PRINTED = Path(__file__).parent / "table_1.csv"
VARIABILITY = {"low": 0, "moderate": 1, "moderate-high": 2, "high": 3, "very high": 4}
NEARLY = 0.25            # of the sd of K: a bias below it is nearly none
MODELS = ("lda", "knn:n_neighbors=1")
MORE = ("tree",)


def printed() -> list[dict[str, str]]:
    """The seven rows.

    >>> [row["letter"] for row in printed()]
    ['R', 'H', 'H^I', 'K', 'K^I', 'L', '.632']
    """
    lines = [line for line in PRINTED.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


def redo(how: How) -> Found:
    """For each learner, whether the words of the table are true of what was measured."""
    names = [row["letter"] for row in printed()]
    with tempfile.TemporaryDirectory() as folder:
        study = estimator_study(
            _file(how, Path(folder)), models=[*MODELS, *(() if how.quick else MORE)], sizes=[50], estimators=names,
            repeats=10 if how.quick else 100, seed=how.seed, progress=lambda done, total: how.progress(done, total, 0))
    rows = [row for cell in study.cells for row in judged(cell.learner, study.worths[cell.name])]
    return Found(rows=rows, answers={"the estimators around the truth (dashed), in the shape of figure 2": study})


def _file(how: How, folder: Path) -> Path:
    """Beside the ledger, where that is a file; otherwise for this time only."""
    if isinstance(how.ledger, str | Path) and "://" not in str(how.ledger) and str(how.ledger) != ":memory:":
        return Path(f"{how.ledger}.estimators.jsonl")
    return folder / "estimators.jsonl"


def judged(learner: str, worths: tuple[Worth, ...]) -> Iterator[Row]:
    """Each row of the table for one learner: its bias by its word, its variability by its rank among the others."""
    by_name = {worth.estimator: worth for worth in worths}
    yield told(f"{learner}: truth", f"{worths[0].truth:.3f}", f"error rate; {worths[0].draws} draws of D")
    for row in printed():
        worth = by_name[estimator_named(row["letter"])]
        said = f"bias {worth.bias:+.3f} ± {2 * worth.bias_error:.3f}"
        yield claim(f"{learner}: bias of {row['letter']}", row["bias"], said,
                    holds=_is_so(row["bias"], worth, by_name))
    yield from _widths(learner, by_name)


def _is_so(word: str, worth: Worth, by_name: dict[str, Worth]) -> bool | None:
    """Whether a bias deserves its word, by its interval of two standard errors; errors: less is optimistic."""
    small = NEARLY * by_name["kfold"].sd
    low, high = worth.bias - 2 * worth.bias_error, worth.bias + 2 * worth.bias_error
    if word == "nearly unbiased":
        return _within(low, high, -small, small)
    if word == "pessimistic":
        return _within(low, high, 0.0, float("inf"))
    if word == "slightly optimistic":
        return _within(low, high, by_name["resubstitution"].bias / 2, 0.0)
    return _within(low, high, float("-inf"), -small)


def _within(low: float, high: float, least: float, most: float) -> bool | None:
    """Whether an interval lies inside others' bounds, or outside; None where it does neither."""
    if least <= low and high <= most:
        return True
    return False if high < least or low > most else None


def _widths(learner: str, by_name: dict[str, Worth]) -> Iterator[Row]:
    """Variability: whether an estimator said to vary more does, beyond what so few draws leave open."""
    order = [(VARIABILITY[row["variability"]], row["letter"], by_name[estimator_named(row["letter"])])
             for row in printed()]
    pairs = [(low[2], high[2]) for low in order for high in order if low[0] < high[0]]
    against = sum(low.sd > _surely(low.draws) * high.sd for low, high in pairs)
    right = sum(high.sd > _surely(low.draws) * low.sd for low, high in pairs)
    said = ", ".join(f"{letter} {worth.sd:.3f}" for _, letter, worth in sorted(order, key=lambda one: one[2].sd))
    yield claim(f"{learner}: variability, sd over D", ".632 < K^I < H^I, K, L < H < R",
                f"{right} of {len(pairs)} pairs surely in that order, {against} surely not: {said}",
                holds=False if against else True if right == len(pairs) else None)


def _surely(draws: int) -> float:
    """How many times one sd must be the other: two standard errors of a log ratio of independent ones."""
    return math.exp(2 / math.sqrt(draws - 1))


ITEM = Item(name="table-1", title="Table 1 and figure 2: properties of the methods, measured",
            data="drawn again and again: two classes, each a mixture of two Gaussian clouds, 50 rows; truth on 5,000 "
                 "new rows a draw",
            procedure="lab estimators found.jsonl --sizes 50 --estimators 'R;H;H^I;K;K^I;L;.632': bias and spread of "
                      "each estimator over draws of D (eqs 4 and 5); a bias below a quarter of K's spread is nearly "
                      "none; what two standard errors leave open is not decided", redo=redo)
