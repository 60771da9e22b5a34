"""Single planted errors of detectable size, one cell of a correct table changed.

What is of detectable size was fixed before the checker was written. A *unit* is one in the last printed place.

- two classes: with the four counts printed, a score three units and 0.02 away from what they give; without them,
  accuracy three units outside sensitivity and specificity, balanced accuracy three units from their mean, F1 three
  units above the harmonic mean of precision and sensitivity; counts that miss the number of cases; kappa three units
  above accuracy
- several classes: F1 three units above the harmonic mean of precision and recall, kappa three units above accuracy, MCC
  three units below a positive kappa
- regressions: RMSE three units below MAE, MSE three times RMSE squared, R² three units above 1
- runs: balanced accuracy three units from the mean of its parts, F1 three units above the harmonic mean, an sd above
  what scores between 0 and 1 can have
- tests: p a fifth or five times of what it is, still above 0.004 and below 0.9, and ten units away
- intervals: the estimate two units outside; with the cases, an interval a third as wide
- whole numbers: a mean that no sum of n whole numbers gives by any rounding, an sd above the largest, a mean outside
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil, floor, sqrt

import numpy as np

from audit.numbers.correct_tables import Table

Planted = tuple[str, Table]        # what was done, and the table


def planted(table: Table, rng: np.random.Generator) -> list[Planted]:
    """Every kind of error that can be planted in this table with a detectable size, one each, in a random row."""
    row = int(rng.integers(len(table.rows)))
    return [(what, changed) for what, changed in _PLANTERS[table.kind](table, row)]


def _read(text: str) -> float:
    return float(text.split("±", maxsplit=1)[0].replace("%", "").replace(",", ".").strip())


def _unit(text: str) -> float:
    _, point, after = text.split("±", maxsplit=1)[0].replace("%", "").strip().replace(",", ".").partition(".")
    return 10.0 ** -len(after) if point else 1.0


def _like(table: Table, row: int, column: str, value: float) -> str:
    """A value in the units and with the decimals of the cell that it replaces."""
    old = table.rows[row][column]
    head, sign, rest = old.partition(" ± ")
    decimals = len(head.replace("%", "").replace(",", ".").partition(".")[2])
    text = f"{value:.{decimals}f}" + ("%" if "%" in head else "")
    return (text.replace(".", ",") if table.style.comma else text) + sign + rest


class _Changed:
    """One row of a table, its scores as shares, to be changed cell by cell."""

    def __init__(self, table: Table, row: int) -> None:
        self.table, self.row, self.cells, self.true = table, row, table.rows[row], table.true[row]
        self.whole = dict.fromkeys(self.cells, 100.0 if table.style.per_cent else 1.0)
        for name in ("kappa", "MCC"):
            if name in self.cells and table.style.per_cent and abs(_read(self.cells[name]) - 100 * self.true[name]) > 1:
                self.whole[name] = 1.0

    def put(self, what: str, column: str, value: float) -> Iterator[Planted]:
        text = _like(self.table, self.row, column, value * self.whole[column])
        yield what, self.table.with_cell(self.row, column, text)

    def units(self, *columns: str) -> float:
        """Three units of each column."""
        return 3 * sum(_unit(self.cells[name]) / self.whole[name] for name in columns)

    def has(self, *columns: str) -> bool:
        return all(name in self.cells for name in columns)


def _two_classes(table: Table, row: int) -> Iterator[Planted]:
    it = _Changed(table, row)
    cells, true = it.cells, it.true
    if it.has("TP"):
        yield from _beside_counts(it)
    if it.has("TP", "cases"):
        yield "counts and cases", table.with_cell(row, "TN", str(int(cells["TN"]) + 3))
    if it.has("accuracy", "sensitivity", "specificity"):
        outside = max(true["sensitivity"], true["specificity"]) + it.units("accuracy", "sensitivity", "specificity")
        if outside <= 1:
            yield from it.put("accuracy outside", "accuracy", outside)
    if it.has("balanced accuracy", "sensitivity", "specificity"):
        yield from _balanced(it)
    if it.has("F1", "precision", "sensitivity"):
        yield from _high_f1(true["precision"], true["sensitivity"], it.units("F1", "precision", "sensitivity"), it.put)
    if it.has("kappa", "accuracy") and true["accuracy"] + it.units("kappa", "accuracy") < 1:
        yield from it.put("kappa above accuracy", "kappa", true["accuracy"] + it.units("kappa", "accuracy"))


def _beside_counts(it: _Changed) -> Iterator[Planted]:
    for name in ("accuracy", "F1", "MCC", "kappa"):
        if it.has(name):
            step = max(it.units(name), 0.02) + it.units(name) / 3
            yield from it.put(f"{name} beside counts", name, it.true[name] + (step if it.true[name] < 0.5 else -step))


def _balanced(it: _Changed) -> Iterator[Planted]:
    step = it.units("balanced accuracy", "sensitivity", "specificity")
    mean = (it.true["sensitivity"] + it.true["specificity"]) / 2
    yield from it.put("balanced accuracy", "balanced accuracy", mean + (step if mean < 0.6 else -step))


def _high_f1(precision: float, recall: float, step: float, put: Callable[..., Iterator[Planted]],
             column: str = "F1") -> Iterator[Planted]:
    if precision + recall > 0:
        high = 2 * precision * recall / (precision + recall) + step
        if high < 1:
            yield from put("F1 too high", column, high)


def _several_classes(table: Table, row: int) -> Iterator[Planted]:
    cells, true = table.rows[row], table.true[row]
    whole = 100.0 if table.style.per_cent else 1.0
    word = next(name.removesuffix("F1") for name in cells if name.endswith("F1"))

    def put(what: str, column: str, value: float) -> Iterator[Planted]:
        yield what, table.with_cell(row, column, _like(table, row, column, value * whole))

    step = 3 * sum(_unit(cells[f"{word}{name}"]) / whole for name in ("precision", "recall", "F1"))
    yield from _high_f1(true[f"{word}precision"], true[f"{word}recall"], step, put, f"{word}F1")
    step = 3 * (_unit(cells["kappa"]) + _unit(cells["accuracy"])) / whole
    if true["accuracy"] + step < 1:
        yield from put("kappa above accuracy", "kappa", true["accuracy"] + step)
    step = 3 * (_unit(cells["kappa"]) + _unit(cells["MCC"])) / whole
    if true["kappa"] > 0.1 + step:
        yield from put("MCC below kappa", "MCC", true["kappa"] - step)


def _regressions(table: Table, row: int) -> Iterator[Planted]:
    cells, true = table.rows[row], table.true[row]
    unit = _unit(cells["RMSE"]) + _unit(cells["MAE"])
    if true["MAE"] > 4 * unit:
        yield "RMSE below MAE", table.with_cell(row, "RMSE", _like(table, row, "RMSE", true["MAE"] - 3 * unit))
    if true["RMSE"] > 20 * unit:
        yield "MSE and RMSE", table.with_cell(row, "MSE", _like(table, row, "MSE", 3 * true["MSE"]))
    yield "R² above 1", table.with_cell(row, "R2", _like(table, row, "R2", 1 + 3 * _unit(cells["R2"])))


def _runs(table: Table, row: int) -> Iterator[Planted]:
    it = _Changed(table, row)
    yield from _balanced(it)
    step = it.units("F1", "precision", "sensitivity")
    yield from _high_f1(it.true["precision"], it.true["sensitivity"], step, it.put)
    head = it.cells["accuracy"].partition(" ± ")[0]
    sd = ("80" if table.style.per_cent else "0.80").replace(".", "," if table.style.comma else ".")
    yield "sd too large", table.with_cell(row, "accuracy", f"{head} ± {sd}" + ("%" if "%" in head else ""))


def _tests(table: Table, row: int) -> Iterator[Planted]:
    p = table.true[row]["p"]
    for factor in (0.2, 5.0):
        if 0.004 < factor * p < 0.9 and abs(factor * p - p) > 0.01:
            text = f"{factor * p:.3f}".replace(".", "," if table.style.comma else ".")
            yield f"p times {factor:g}", table.with_cell(row, "p", text)


def _intervals(table: Table, row: int) -> Iterator[Planted]:
    cells, true = table.rows[row], table.true[row]
    whole = 100.0 if table.style.per_cent else 1.0
    unit = _unit(cells["high"]) / whole
    for name, value in (("above", true["high"] + 2 * unit + _unit(cells["accuracy"]) / whole),
                        ("below", true["low"] - 2 * unit - _unit(cells["accuracy"]) / whole)):
        if 0 < value < 1:
            yield f"estimate {name}", table.with_cell(row, "accuracy", _like(table, row, "accuracy", value * whole))
    if "cases" in cells and true["high"] - true["low"] > 30 * unit and true["low"] > 0.02 and true["high"] < 0.98:
        p = true["accuracy"]
        narrow = table.with_cell(row, "low", _like(table, row, "low", whole * (p - (p - true["low"]) / 3)))
        yield "interval too narrow", narrow.with_cell(
            row, "high", _like(table, row, "high", whole * (p + (true["high"] - p) / 3)))


def _whole_numbers(table: Table, row: int) -> Iterator[Planted]:
    cells = table.rows[row]
    n, low, high = int(cells["n"]), float(cells["min"]), float(cells["max"])
    unit, mean = _unit(cells["mean"]), _read(cells["mean"])
    for value in (mean + unit * k for k in range(1, 6)):
        # Rounding in any way moves a number by less than a unit: no multiple of 1/n is that near.
        if ceil((value - unit) * n + 1e-9) > floor((value + unit) * n - 1e-9) and low < value < high:
            yield "mean of n whole numbers", table.with_cell(row, "mean", _like(table, row, "mean", value))
            break
    most = sqrt((high - mean) * (mean - low) * n / (n - 1)) + 4 * _unit(cells["sd"]) + 0.1
    yield "sd too large", table.with_cell(row, "sd", _like(table, row, "sd", most))
    yield "mean outside", table.with_cell(row, "mean", _like(table, row, "mean", high + 3 * unit))


_PLANTERS: dict[str, Callable[[Table, int], Iterator[Planted]]] = {
    "two classes": _two_classes, "several classes": _several_classes, "regressions": _regressions, "runs": _runs,
    "tests": _tests, "intervals": _intervals, "whole numbers": _whole_numbers}
