"""Counts of a file of results: how often a test rejected, how often an interval held the truth, cell by cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt

from referee.kinds import Json
from referee.lab.sheet.cells import Cell, Question
from referee.lab.sheet.results import Results

AT = 0.05
HIGHEST, LOWEST = 0.065, 0.93       # a level above the one, a coverage below the other is off
FEWEST = 100                        # studies that a figure needs to be shown, or told to a user
NAMED = ("traits", "interval_traits", "test", "interval", "n_train", "earlier")     # of a tally: the same in all
SUMMED = ("studies", "uncompared", "unspread")                          # … that are sums
SHARES = ("rejected", "held", "held_all")                               # … that are so many of so many


@dataclass(frozen=True, slots=True)
class Rate:
    """So many of so many, with its Monte-Carlo error.

    >>> print(Rate(20, 400))
    .050 ± .011
    """

    count: int
    of: int

    @property
    def value(self) -> float:
        """The share."""
        return self.count / self.of

    @property
    def error(self) -> float:
        """One standard error."""
        return sqrt(self.value * (1 - self.value) / self.of)

    def __str__(self) -> str:
        return f"{_short(self.value)} ± {_short(self.error)}"


def _short(value: float) -> str:
    return f"{value:.3f}".removeprefix("0") if value < 1 else f"{value:.2f}"


@dataclass(slots=True, kw_only=True)
class Tally:
    """What came of one cell, made in one way, by one metric."""

    cell: Cell
    how: str
    metric: str
    traits: str = ""                                                # of the plan of the comparison, …
    interval_traits: str = ""                                       # … and of that of the intervals
    test: str = ""
    interval: str = ""
    n_train: int = 0
    earlier: str = ""                                               # what intervals lacked when they were counted
    studies: int = 0                                                # that were not refused
    rejected: Counter[bool] = field(default_factory=Counter)
    held: Counter[bool] = field(default_factory=Counter)            # the expected score at the stated training size
    held_all: Counter[bool] = field(default_factory=Counter)        # the very model trained on all rows
    refused: Counter[str] = field(default_factory=Counter)          # studies, by the sentence
    uncompared: int = 0
    unspread: int = 0                                               # estimates without an interval

    @property
    def intervals(self) -> int:
        """How many intervals were held against a truth."""
        return self.held.total()

    @property
    def rejections(self) -> Rate | None:
        """How often the test rejected at 5%."""
        return _rate(self.rejected)

    @property
    def coverage(self) -> Rate | None:
        """How often the interval held the expected score."""
        return _rate(self.held)

    @property
    def coverage_all(self) -> Rate | None:
        """How often it held the score of the model trained on all rows."""
        return _rate(self.held_all)

    def counts(self) -> Json:
        """Everything that was counted and named, as it stands in a condensed file."""
        named = {name: getattr(self, name) for name in NAMED if getattr(self, name)}
        summed = {name: getattr(self, name) for name in SUMMED if getattr(self, name)}
        shares = {name: [counter[True], counter.total()] for name in SHARES if (counter := getattr(self, name))}
        return named | summed | shares | ({"refused": dict(self.refused)} if self.refused else {})

    def add(self, counts: Json) -> None:
        """Take in what was counted before."""
        for name in NAMED:
            setattr(self, name, counts.get(name) or getattr(self, name))
        for name in SUMMED:
            setattr(self, name, getattr(self, name) + counts.get(name, 0))
        for name in SHARES:
            hits, of = counts.get(name, (0, 0))
            getattr(self, name).update({True: hits, False: of - hits} if of else {})
        self.refused.update(counts.get("refused", {}))

    def alerts(self) -> Iterator[str]:
        """A sentence for each promise that is missed by more than two Monte-Carlo errors.

        An interval promises to hold the expected score at its training size; the model on all rows it does not promise.
        """
        where, level = f"{self.cell.id}, {self.metric} ({self.how})", self.rejections
        if self.cell.question is not Question.POWER and level and level.value - 2 * _at_bar(HIGHEST, level) > HIGHEST:
            yield f"{where}: level {level} of {level.of}"
        held = self.coverage
        if held and held.value + 2 * _at_bar(LOWEST, held) < LOWEST:
            yield f"{where}: coverage {held} of {held.of}"


def _at_bar(bar: float, rate: Rate) -> float:
    """The Monte-Carlo error where the bar is: that of a rate of 0 would be 0."""
    return sqrt(bar * (1 - bar) / rate.of)


def _rate(counts: Counter[bool]) -> Rate | None:
    return Rate(counts[True], counts.total()) if counts else None


def tallies(results: Results, cells: tuple[Cell, ...]) -> list[Tally]:
    """One for each cell, way and metric of the file, in the order of the cells."""
    found: dict[tuple[str, str, str], Tally] = {}
    by_id = {cell.id: cell for cell in cells}

    def of(line: Json, metric: str) -> Tally:
        key = (line["cell"], line["how"], metric)
        return found.setdefault(key, Tally(cell=by_id[line["cell"]], how=line["how"], metric=metric))

    condensed = results.condensed()
    for line in (line for line in results.counted if line["cell"] in by_id):
        for metric, counts in line["counts"].items():
            of(line, metric).add(counts)
    for line in (line for line in results.lines if line["cell"] in by_id):
        if (line["cell"], line["how"], line["repetition"]) not in condensed:
            for metric in by_id[line["cell"]].metrics:
                _take(of(line, metric), line, results)
    order = {name: number for number, name in enumerate(by_id)}
    return sorted(found.values(), key=lambda tally: order[tally.cell.id])


def _take(tally: Tally, line: Json, results: Results) -> None:
    metric = tally.metric
    if "refused" in line:
        tally.refused[line["refused"]] += 1
        return
    tally.studies += 1
    tally.traits = line.get("traits", tally.traits)
    tally.interval_traits = line.get("interval_traits", tally.interval_traits)
    tally.test = line.get("tests", {}).get(metric, tally.test)
    tally.interval = line.get("methods", {}).get(metric) or tally.interval
    if "p" in line:
        p = line["p"].get(metric)
        tally.uncompared += p is None
        tally.rejected.update([] if p is None else [p <= AT])
    for side, by in line.get("intervals", {}).items():
        _value, low, high, tally.n_train = by.get(metric, (None, None, None, tally.n_train))
        if low is None:
            tally.unspread += 1
            continue
        for counter, truth in ((tally.held_all, line["all"][side]),
                               (tally.held, results.truths.get((tally.cell.id, tally.n_train), {}))):
            if metric in truth:
                counter[low <= truth[metric] <= high] += 1
