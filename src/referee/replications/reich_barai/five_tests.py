"""The five tests of section 3.1 on a net and a table: R, .632B, L, ten times K, ten times H, output by output."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.api import PanoramaResult, panorama
from referee.comparisons import hotelling_two_sample, manova
from referee.errors import BadInput, Undefined
from referee.estimates import t_from_summary
from referee.kinds import Array
from referee.replications._base import How, Row, beside, claim, told
from referee.replications.reich_barai.printed import Output, Spread

OURS = {".632B": "632-by-sample", "K-fold": "kfold-repeated", "hold-out": "holdout-repeated"}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FiveTests:
    """What came out, in the form of the paper's tables, and the scores of the repetitions."""

    outputs: tuple[Output, ...]
    repeats: dict[str, Array]            # by method: a row a repetition, a column an output
    diverged: int                        # of the bootstrap fits
    of: int
    answer: PanoramaResult


def five_tests(net: Any, frame: Any, how: How, *, target: list[str], metric: str, name: str,
               **more: Any) -> FiveTests:
    """Through the panorama, and the ledger; scores times 1000 for mse, as the paper prints them."""
    result = panorama({"net": net}, frame, metrics=metric, target=target, name=name, resamples=more.pop("resamples"),
                      task="regression", **more, **how.of_fits())
    scale = 1000.0 if metric == "mse" else 1.0
    columns = result.panorama.columns
    lines = [[column.line(ours) for column in columns] for ours in OURS.values()]
    if any(line is None or line.spread is None for of in lines for line in of):
        raise BadInput(f"{name}: too many fits of the net failed; no spread is left to show.")
    return FiveTests(
        outputs=tuple(_output(column, scale) for column in columns),
        repeats={method: np.column_stack([scale * np.array(column.line(OURS[method]).spread.scores)  # type: ignore[union-attr]
                                          for column in columns]) for method in OURS},
        diverged=max(line.lost for line in lines[0] if line), of=max(line.fits for line in lines[0] if line),
        answer=result)


def _output(column: Any, scale: float) -> Output:
    spreads = {}
    for method, ours in OURS.items():
        one = column.line(ours).spread
        spreads[method] = Spread(n=one.count, low=scale * one.low, high=scale * one.high, mean=scale * one.mean,
                                 sd=scale * one.sd)
    return Output(name=column.target, resubstitution=scale * column.value("resubstitution"),
                  leave_one_out=scale * column.value("loo") if column.value("loo") is not None else float("nan"),
                  spreads=spreads)


def beside_the_printed(ours: FiveTests, printed: tuple[Output, ...], *, same: bool) -> Iterator[Row]:
    """Every cell of the table; the data are others, the outputs the `same` or others too."""
    for mine, theirs in zip(ours.outputs, printed, strict=False):
        name = mine.name if same else f"{mine.name} (in place of {theirs.name})"
        yield beside(f"R, {name}", f"{theirs.resubstitution:g}", f"{mine.resubstitution:.2f}")
        yield beside(f"L, {name}", f"{theirs.leave_one_out:g}", f"{mine.leave_one_out:.2f}")
        for method in OURS:
            yield beside(f"{method}, {name}", _cell(theirs.spreads[method]), _cell(mine.spreads[method]))


def _cell(one: Spread) -> str:
    return f"{one.mean:.2f} ({one.low:.2f} to {one.high:.2f}, sd {one.sd:.2f})"


def patterns(ours: FiveTests, *, differ: bool) -> Iterator[Row]:
    """The sentences of 3.2 to 3.4, on these data; `differ`: whether the paper found K and H different."""
    yield _count("R below the mean of H (assertion 1)", ours, lambda one: one.resubstitution < one.spreads[
        "hold-out"].mean, "in all cases")
    yield _count("H above K", ours, lambda one: one.spreads["hold-out"].mean > one.spreads["K-fold"].mean,
                 "pessimistic")
    yield _count("K narrower than H, by sd", ours, lambda one: one.spreads["K-fold"].sd < one.spreads["hold-out"].sd,
                 "moderate against high variability")
    outside = [one.resubstitution < _eq_8(one.spreads["K-fold"])[0] for one in ours.outputs]
    yield claim("R below the eq. 8 interval of K (historic)", "in most cases", f"{sum(outside)} of {len(outside)}",
                holds=sum(outside) * 2 > len(outside), note="eq. 8 takes repeats for independent: see erratum 25")
    yield _t_squared(ours, differ=differ)
    yield _all_methods(ours)
    yield told("range max(H) − R", ", ".join(
        f"{one.name} {one.spreads['hold-out'].high - one.resubstitution:.2f}" for one in ours.outputs))
    yield told("range of R, .632B, L and K", ", ".join(f"{one.name} {np.ptp(_without_h(one)):.2f}"
                                                      for one in ours.outputs))


def _count(what: str, ours: FiveTests, is_so: Callable[[Output], bool], printed: str) -> Row:
    times = sum(map(is_so, ours.outputs))
    return claim(what, printed, f"{times} of {len(ours.outputs)} outputs", holds=times == len(ours.outputs))


def _t_squared(ours: FiveTests, *, differ: bool) -> Row:
    printed = "different" if differ else "not different at 0.95"
    try:
        said = hotelling_two_sample(ours.repeats["K-fold"], ours.repeats["hold-out"])
    except (Undefined, BadInput) as reason:
        return told("T² of K against H", str(reason))
    return claim("T² of K against H (historic)", printed, f"T² = {said.statistic:.3g}, p = {said.p:.2g}",
                 holds=(said.p <= 0.05) is differ,
                 note="ten repetitions on one table are not independent: a p-value for the splits, not for the methods")


def _all_methods(ours: FiveTests) -> Row:
    """More than two methods at once, which the paper leaves to MANOVA (5.2)."""
    rows, groups = np.vstack(list(ours.repeats.values())), [name for name, of in ours.repeats.items() for _ in of]
    try:
        said = manova(rows, groups)
    except (Undefined, BadInput) as reason:
        return told("MANOVA of .632B, K and H", str(reason))
    return told("MANOVA of .632B, K and H (historic)", f"Λ = {said.statistic:.3g}, F = {said.detail('F'):.3g}, "
                f"p = {said.p:.2g}", "Wilks' Λ over all outputs; repetitions on one table are not independent")


def _eq_8(one: Spread) -> tuple[float, float]:
    interval = t_from_summary(one.mean, one.sd, one.n).interval
    return interval.low, interval.high


def _without_h(one: Output) -> list[float]:
    return [one.resubstitution, one.spreads[".632B"].mean, one.leave_one_out, one.spreads["K-fold"].mean]
