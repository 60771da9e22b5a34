"""The order that estimators are expected in, and what may be behind a deviation.

Reich & Barai (1999), figure 2 and sections 5.1 and 5.3: resubstitution has the least error, the bootstrap comes next,
then cross-validation, then hold-out, whose models saw the fewest rows. A deviation wants an explanation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from referee.kinds import Direction
from referee.metrics import Metric
from referee.reading.panorama.lines import BY_NAME, Column, TestedOn

EXPECTED = ("resubstitution", "632plus", "kfold-repeated", "holdout-repeated")
SMALL = 0.1              # of the width of the interval of cross-validation: an order that cannot be seen
ROUNDING = 0.005         # of the numbers themselves, where there is no interval to go by
MEMORISES = 0.02         # training error as a share of the cross-validated one
TINY_TEST = 30           # rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What is known of the data and the learner that may explain an order."""

    n_test: int                      # rows of a hold-out's test part
    duplicates: bool = False         # rows that occur more than once
    early_stopping: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The estimators of the chain that exist, best value first as expected, and the sentences on deviations."""

    chain: tuple[str, ...]
    signs: tuple[str, ...]             # between neighbours of the chain: < as expected, ≈ about equal, > against it
    deviations: tuple[str, ...]

    @property
    def as_expected(self) -> bool:
        """Whether nothing deviates by more than can be seen."""
        return not self.deviations

    def __str__(self) -> str:
        words = [BY_NAME[self.chain[0]].family.value]
        for sign, name in zip(self.signs, self.chain[1:], strict=True):
            words += [sign, BY_NAME[name].family.value]
        return " ".join(words)


def memorises(column: Column, metric: Metric) -> bool:
    """Whether the learner makes (almost) no error on the rows it was trained on."""
    r, cv = column.value("resubstitution"), column.value("kfold-repeated")
    best = metric.bounds[1 if metric.direction is Direction.MAXIMISE else 0]
    if r is None or cv is None or abs(best) == float("inf"):
        return False
    return abs(r - best) <= MEMORISES * abs(cv - best) and cv != best


def check_order(column: Column, metric: Metric, around: Circumstances) -> Order:
    """Compare neighbours of the expected chain; errors are the scores turned so that less is better.

    Of a series no order is expected: how much the past tells less than the neighbourhood does is told in a sentence.
    """
    if column.line("rolling") is not None:
        return Order(chain=(), signs=(), deviations=())
    chain = tuple(name for name in EXPECTED if column.value(name) is not None)
    cv = column.line("kfold-repeated")
    small = ROUNDING * max((abs(column.value(name) or 0.0) for name in chain), default=0.0)
    if cv is not None and cv.interval is not None:
        small = max(small, SMALL * cv.interval.width)
    signs, sentences = [], []
    for a, b in pairwise(chain):
        of_a, of_b = column.value(a), column.value(b)
        assert of_a is not None
        assert of_b is not None
        excess = (of_b - of_a) * metric.direction.value      # how much more error a has than b
        signs.append("≈" if abs(excess) <= small else ">" if excess > 0 else "<")
        if signs[-1] == ">":
            sentences.append(_sentence(column, metric, (a, b), around))
    return Order(chain=chain, signs=tuple(signs), deviations=tuple(sentences))


def _sentence(column: Column, metric: Metric, pair: tuple[str, str], around: Circumstances) -> str:
    a, b = pair
    word = "higher" if metric.direction is Direction.MINIMISE else "lower"
    which = f"{metric.title} of {column.target}" if column.target else metric.title
    reasons = list(_reasons(column, metric, pair, around))
    return (f"{which[:1].upper()}{which[1:]} by {BY_NAME[a].title} ({column.value(a):#.4g}) is {word} than by "
            f"{BY_NAME[b].title} ({column.value(b):#.4g}), against the expected order; likely reasons: "
            f"{'; '.join(reasons)}.")


def _reasons(column: Column, metric: Metric, pair: tuple[str, str], around: Circumstances) -> Iterator[str]:
    cv, samples = column.line("kfold-repeated"), column.line("632plus")
    gap = abs((column.value(pair[0]) or 0.0) - (column.value(pair[1]) or 0.0))
    if cv is not None and cv.interval is not None and gap < cv.interval.width / 2:
        yield "chance (the gap is small beside the interval of cross-validation)"
    if "632plus" in pair and samples is not None and samples.lost:
        yield f"{samples.lost} of {samples.fits} samples were lost, and those kept may be the easier ones"
    reasons = {TestedOn.TRAINING: _training_reasons, TestedOn.BOOTSTRAP: _bootstrap_reasons,
               TestedOn.FOLDS: _hold_out_reasons}
    yield from reasons[BY_NAME[pair[0]].family](column, metric, around)


def _training_reasons(column: Column, metric: Metric, around: Circumstances) -> Iterator[str]:  # noqa: ARG001
    if around.early_stopping:
        yield "early stopping keeps the model from fitting its training rows"
    yield "a learner that ignores, or hardly fits, its training rows"


def _bootstrap_reasons(column: Column, metric: Metric, around: Circumstances) -> Iterator[str]:
    if memorises(column, metric):
        yield ("the training error is about 0, so that .632+ leans on the out-of-bag error, of models that saw only "
               "63% of the rows")
    if around.duplicates:
        yield "rows that occur more than once in the data help cross-validation more than the bootstrap"
    yield "a learner that suffers from repeated rows, or still gains much from more different ones"


def _hold_out_reasons(column: Column, metric: Metric, around: Circumstances) -> Iterator[str]:  # noqa: ARG001
    if around.n_test < TINY_TEST:
        yield f"test parts of {around.n_test} rows, on which a few lucky rows decide"
    yield "a learner that gains nothing from the rows that cross-validation adds to its training"
