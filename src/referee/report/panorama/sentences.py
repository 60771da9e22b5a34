"""The panorama in sentences: is the order as expected, what was lost, how far the estimators lie apart."""

from __future__ import annotations

from collections.abc import Iterator

from referee.reading.panorama import Column, Line, Order, Panorama
from referee.reading.panorama.bias_order import memorises
from referee.reading.panorama.lines import TestedOn
from referee.report.panorama.in_time import SPREAD as IN_TIME
from referee.report.panorama.in_time import how_in_time, of_a_series
from referee.report.panorama.wording import decimals_of
from referee.report.panorama.wording import of_columns as _of
from referee.report.wording import count, interval_text, joined, level_text, number, row_decimals

SPREAD = ("Least, most and sd are over the iterations of an estimator: repeats for 10×10-fold, test parts for 10-fold "
          "and hold-outs, samples for the bootstrap. They are no interval.")


def spread_sentence(panorama: Panorama) -> str:
    """What least, most and sd are over."""
    return IN_TIME if panorama.of_a_series else SPREAD


def panorama_sentences(panorama: Panorama) -> list[str]:
    """What a reader should take home, the order first."""
    beside = () if panorama.of_a_series else _ranges(panorama)
    said = [*(of_a_series(panorama) if panorama.of_a_series else _orders(panorama)), *_lost(panorama),
            *_lacking(panorama), *_memorising(panorama), *_truths(panorama), *beside, *_together(panorama)]
    if panorama.missing:
        said.insert(0, f"Provisional: {count(panorama.missing, 'fit')} of the plan are not recorded yet; the same "
                       f"command goes on from there.")
    return said


def how_sentences(panorama: Panorama) -> list[str]:
    """Which interval each estimator has, why some have none, and what is shared."""
    methods: dict[str, dict[str, None]] = {}
    for line in (line for column in panorama.columns for line in column.lines):
        if line.interval is not None:
            methods.setdefault(_method(line.interval.method), {})[line.estimator.title] = None
    said = "; ".join(f"{method} for {joined(list(names))}" for method, names in methods.items())
    fits = sum(line.fits for line in panorama.columns[0].lines if line.estimator.fits)
    shared = (f"{fits:,} fits a learner, shared: the 10-fold is the first repeat of the 10×10-fold, the hold-out "
              f"the first of ten, and all bootstrap estimators use the same samples.")
    sentences = [*how_in_time(panorama, fits)] if panorama.of_a_series else [shared]
    if said:
        sentences.append(f"{level_text(panorama.level)} intervals: {said}.")
    absent = (f"No value by {line.estimator.title}: {line.reason}." for column in panorama.columns
              for line in column.lines if line.value is None)
    return [*sentences, *dict.fromkeys(absent)]


def _method(method: str) -> str:
    """An interval's method in a list of several: one name for what is one idea."""
    if method.startswith((".632", "leave-one-out bootstrap")):
        return "the standard error of Efron & Tibshirani (1997)"
    return "Clopper-Pearson, where all values are equal," if method.startswith("Clopper-Pearson on") else method


def _orders(panorama: Panorama) -> Iterator[str]:
    fine: dict[str, list[Column]] = {}
    odd: list[tuple[Column, Order]] = []
    for column, order in zip(panorama.columns, panorama.orders, strict=True):
        if len(order.chain) > 1 and order.as_expected:
            fine.setdefault(str(order), []).append(column)
        elif order.deviations:
            odd.append((column, order))
    for column, order in odd:
        yield f"Not as expected, in error: {order}{_of(panorama, [column])}."
        yield from order.deviations
    for text, columns in fine.items():
        yield f"As expected, in error: {text}{_of(panorama, columns)}."


def _lost(panorama: Panorama) -> Iterator[str]:
    for name in panorama.learners:
        column = next(c for c in panorama.columns if c.learner == name)
        for line in (line for line in column.lines if line.estimator.fits and line.lost):
            who = f" of {name}" if len(panorama.learners) > 1 else ""
            known = ("; repeated rows are a known cause for neural nets (Reich & Barai 1999)"
                     if line.estimator.family is TestedOn.BOOTSTRAP else "")
            yield (f"{line.lost} of {line.fits} {line.estimator.fits}{who} were lost ({line.why_lost[0]}); the numbers "
                   f"rest on the others{known}.")


def _lacking(panorama: Panorama) -> Iterator[str]:
    if panorama.lacking:
        yield (f"{panorama.lacking:,} of {count(len(panorama.plan.entries), 'training part')} lack a class altogether, "
               f"which their models cannot predict.")


def _memorising(panorama: Panorama) -> Iterator[str]:
    for column in panorama.columns:
        plain, plus = column.value("632-by-sample"), column.value("632plus")
        if plain is not None and plus is not None and memorises(column, panorama.metric_of(column)):
            places = decimals_of(column)
            yield (f"The learner makes almost no error on its training rows{_of(panorama, [column])}: it memorises, "
                   f"and .632 ({number(plain, places)}) flatters it; .632+ says {number(plus, places)}.")


def _truths(panorama: Panorama) -> Iterator[str]:
    for column in panorama.columns:
        known = [line for line in column.lines if line.value is not None and not line.estimator.optimistic]
        if column.truth is None or not known:
            continue
        places, truth = decimals_of(column), column.truth
        ordered = sorted(known, key=lambda line: abs((line.value or 0.0) - truth))
        yield (f"The truth is {number(truth, places)}{_of(panorama, [column])}: nearest is {_off(ordered[0], places)}, "
               f"farthest {_off(ordered[-1], places)}.")


def _off(line: Line, places: int) -> str:
    return f"{line.estimator.title} ({number(line.value or 0.0, places)})"


def _ranges(panorama: Panorama) -> Iterator[str]:
    """How much the choice of the estimator matters (Reich & Barai, section 3.2)."""
    said = []
    for column in panorama.columns:
        apart = [line.value for line in column.lines if line.value is not None and not line.estimator.optimistic]
        calmer = [line.value for line in column.lines if line.value is not None
                  and line.estimator.family not in {TestedOn.TRAINING, TestedOn.HOLD_OUT}]
        if len(calmer) < 2:
            continue
        places = decimals_of(column)
        said.append(f"{number(max(apart) - min(apart), places)} apart{_of(panorama, [column])}, from "
                    f"{number(min(apart), places)} to {number(max(apart), places)}, without hold-out "
                    f"{number(max(calmer) - min(calmer), places)}")
    if said:
        yield f"Apart from resubstitution, the estimators lie {'; '.join(said)}."
    far = [f"{number(apart, decimals_of(column))}{_of(panorama, [column])}" for column in panorama.columns
           for apart in [_farthest(column)] if apart is not None]
    if far:
        yield f"From resubstitution to the farthest single hold-out it is {'; '.join(far)}."


def _farthest(column: Column) -> float | None:
    """The paper's own range: what one of the hold-outs said, less resubstitution."""
    seen = [line.value for line in column.lines if line.value is not None and line.estimator.optimistic]
    single = [end for line in column.lines if line.estimator.family is TestedOn.HOLD_OUT and line.spread is not None
              for end in (line.spread.low, line.spread.high)]
    return max(abs(end - seen[0]) for end in single) if seen and single else None


def _together(panorama: Panorama) -> Iterator[str]:
    for (learner, name), found in panorama.together.items():
        who = f" of {learner}" if len(panorama.learners) > 1 else ""
        title = next(m.title for m in panorama.metrics if m.name == name)
        if found.intervals:
            spans = [f"{target} {interval_text(i, row_decimals(i, 0))}"
                     for target, i in zip(panorama.problem.targets, found.intervals, strict=True)]
            yield (f"All targets at once{who} ({title}, {level_text(panorama.level)}, Hotelling over rows of the "
                   f"10×10-fold): {joined(spans)}.")
        else:
            yield f"No joint region of the targets{who} by {title}: {found.reason}."
