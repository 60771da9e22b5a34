"""A table of data sets by models, as papers print them: its rows of averages and ranks, and columns that are the same.

Models may stand in the rows, with their averages in a column: then the table is turned.

What the scores are need not be known. A row of averages is held against the mean of the rows above it, and is let pass
where every column has their median or geometric mean instead; a row of mean ranks against the ranks that the printed
scores allow, higher or lower being better, where equal figures may hide either order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from referee.audit.numbers.contradiction import Contradiction, Strength, between
from referee.audit.numbers.figure import Figure, Rounding, Span, figure
from referee.audit.numbers.marks import unmarked
from referee.audit.numbers.naming import Named, named
from referee.kinds import Array

FEWEST_ROWS, FEWEST_MODELS, FEWEST_SETS = 3, 2, 2
MOSTLY = 0.8                   # of the cells of a column, that hold a number
NO_SCORE = re.compile(r"^\W*(?:[-–—]+|n/?a|oom|dnf|time-?out|failed)\W*$", re.IGNORECASE)
HALF = 0.5
SAME_ROWS = 4                  # data sets on which two models must have the same figures …
SAME_DIGITS = 2.5              # … with as many digits each, on average, to be one
SUMMARIES = {"average", "avg", "mean", "overallaverage", "overallmean", "averagescore", "meanscore", "durchschnitt",
             "mittel", "mittelwert", "moyenne", "media", "média", "promedio", "gemiddelde", "średnia", "medel",
             "medelvärde", "genomsnitt", "gennemsnit", "snitt", "среднее"}
RANKS = {"averagerank", "avgrank", "meanrank", "rank", "ranks", "averageranking", "meanranking", "rangdurchschnitt",
         "mittlererrang", "rangmoyen"}
MEAN_RANKS = RANKS - {"rank", "ranks"}
OTHER = {"median", "sd", "std", "stddev", "min", "max", "total", "sum", "wins", "losses", "ties", "wtl", "wintieloss",
         "geometricmean", "geomean", "best", "worst", "pvalue"}
SCORE = re.compile(r"^(?P<number>[+−-]?\d*[.,]?\d+\s*%?)\s*(?:(?:±|\+/-|\+-).*|\(.*\)|[a-e•∘]{1,3})?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Scores of models on data sets, and rows that sum them up."""

    models: tuple[str, ...]
    data_sets: tuple[str, ...]
    scores: tuple[tuple[Figure | None, ...], ...]                     # by data set, then by model
    averages: tuple[tuple[str, tuple[Figure | None, ...]], ...] = ()
    ranks: tuple[tuple[str, tuple[Figure | None, ...]], ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every model has a score on every data set."""
        return all(one is not None for row in self.scores for one in row)


def grid_of(names: Sequence[str], cells: Sequence[Mapping[str, str]]) -> Grid | None:
    """The table as a grid; None where it is none: a first column of distinct words, the others numbers.

    >>> rows = [{"set": "iris", "svm": "0.95", "tree": "**0.96**"}, {"set": "zoo", "svm": "0.90", "tree": "0.92 ± 0.0"},
    ...         {"set": "wine", "svm": "0.98", "tree": "0.91"}, {"set": "Average", "svm": "0.943", "tree": "0.93"}]
    >>> grid_of(["set", "svm", "tree"], rows).averages[0][1][1].text
    '0.93'
    """
    first, *models = names
    labels = [row.get(first, "") for row in cells]
    if (len(models) < FEWEST_MODELS or len(set(labels)) < len(labels) or not all(labels)
            or any(_number(label) for label in labels)):
        return None
    figures = [tuple(_number(row.get(name, "")) for name in models) for row in cells]
    heap = [(_plain(label), label, row) for label, row in zip(labels, figures, strict=True)]
    sets = [(label, row) for plain, label, row in heap if plain not in SUMMARIES | RANKS | OTHER]
    told = [[row.get(name, "") for name in models] for row in cells if _plain(row.get(first, "")) in
            {_plain(label) for label, _ in sets}]
    if len(sets) < FEWEST_ROWS or any(
            np.mean([row[j] is not None or NO_SCORE.match(cell[j]) is not None for (_, row), cell in zip(
                sets, told, strict=True)]) < MOSTLY or np.mean([row[j] is not None for _, row in sets]) < HALF
            for j in range(len(models))):
        return None
    return Grid(models=tuple(models), data_sets=tuple(label for label, _ in sets), scores=tuple(row for _, row in sets),
                averages=tuple((label, row) for plain, label, row in heap if plain in SUMMARIES),
                ranks=tuple((label, row) for plain, label, row in heap if plain in RANKS))


def turned(names: Sequence[str], cells: Sequence[Mapping[str, str]]) -> Grid | None:
    """A table of models by data sets with a column of averages, as a grid; None where it is none.

    A column that is no data set (the size of a model, a year) may stand among them: one is left out, if without it
    the averages follow.

    >>> rows = [{"model": "svm", "iris": "0.90", "zoo": "0.80", "wine": "0.70", "Avg": "0.80", "Params": "7"},
    ...         {"model": "tree", "iris": "0.80", "zoo": "0.80", "wine": "0.50", "Avg": "0.70", "Params": "3"}]
    >>> turned(list(rows[0]), rows).data_sets
    ('iris', 'zoo', 'wine')
    """
    first, *columns = names
    if (macro := _macro(first, columns, cells)) is not None:
        return macro
    if {"min", "max"} <= {kind.kind for name in columns if (kind := named(name)) is not None}:
        return None                  # what sums up the runs of each model: least, quartiles, mean, most
    summed = [name for name in columns if _plain(name) in SUMMARIES | RANKS - {"rank", "ranks"}]
    others = [name for name in columns if _plain(name) not in SUMMARIES | RANKS | OTHER]
    if not summed or any(named(name) is not None for name in others):
        return None
    models = [row.get(first, "") for row in cells if _plain(row.get(first, "")) not in SUMMARIES | RANKS | OTHER]
    by_model = {row.get(first, ""): row for row in cells}
    heads = [first, *models]
    sets = [others, *([name for name in others if name != left] for left in others)]
    grids = [grid for some in sets if len(set(models)) == len(models) and (grid := grid_of(heads, [
        {first: name} | {model: by_model[model].get(name, "") for model in models} for name in (*some, *summed)]))]
    return min(grids, key=lambda grid: sum(len(wrong.figures) for wrong in wrong_summaries(grid)), default=None)


def _macro(first: str, columns: Sequence[str], cells: Sequence[Mapping[str, str]]) -> Grid | None:
    """A table of one score by class ("F1 gene", "F1 drug") with its macro average, as a grid of classes by models.

    None where the average is that of no model's classes: then it is one of classes that are not shown.
    """
    averages = [name for name in columns if (kind := named(name)) is not None and kind.kind.endswith("_macro")]
    classes = [name for name in columns if name not in averages]
    if len(averages) != 1:
        return None
    word = (named(averages[0]) or Named("")).kind.removesuffix("_macro")
    models = [row.get(first, "") for row in cells]
    if len(set(models)) < len(models) or not all(
            word in re.split(r"[\W_]+", name.lower()) and named(name) is None for name in classes):
        return None
    labels = {name: name for name in classes} | {averages[0]: "average"}
    grid = grid_of([first, *models], [{first: label} | {model: row.get(name, "") for model, row in zip(
        models, cells, strict=True)} for name, label in labels.items()])
    if grid is None or len(list(wrong_summaries(grid))) * 2 > len(models) or any(
            wrong.strength is Strength.SLIGHT for wrong in wrong_summaries(grid)):
        return None
    return replace(grid, averages=tuple((averages[0], row) for _, row in grid.averages))


def wrong_summaries(grid: Grid) -> Iterator[Contradiction]:
    """Averages and mean ranks that do not follow from the rows they sum up."""
    for label, row in grid.averages:
        yield from _averages(grid, label, row)
    for label, row in grid.ranks:
        yield from _ranks(grid, label, row)


@dataclass(frozen=True, slots=True, kw_only=True)
class FewerSets:
    """A model whose average is over fewer data sets than another's, and what both have on those of the first."""

    model: str
    other: str
    label: str
    sets: int
    of: int
    lead: float                  # by the printed averages
    lead_there: float            # on the data sets that both have


def averaged_over_fewer(grid: Grid) -> Iterator[FewerSets]:
    """Models that lead by an average over fewer data sets, and do not lead so on these: the hard ones are missing."""
    for label, row in grid.averages:
        for j, one in enumerate(row):
            own = [k for k, scores in enumerate(grid.scores) if scores[j] is not None]
            there = [score for scores in grid.scores if (score := scores[j]) is not None]
            if one is None or not FEWEST_SETS <= len(own) < len(grid.data_sets) or not _agrees(one, there, _mean):
                continue
            leads = [(one.value - other.value, _lead(grid, own, j, i), grid.models[i]) for i, other in enumerate(row)
                     if i != j and other is not None and all(grid.scores[k][i] is not None for k in own)]
            best = min(leads, default=None, key=lambda lead: lead[0])        # the next best, where more is better
            if best is not None and best[0] > 0 and best[1] < best[0] / 2:
                yield FewerSets(model=grid.models[j], other=best[2], label=label, sets=len(own),
                                of=len(grid.data_sets), lead=best[0], lead_there=best[1])


def _lead(grid: Grid, sets: Sequence[int], j: int, i: int) -> float:
    pairs = [(grid.scores[k][j], grid.scores[k][i]) for k in sets]
    return float(np.mean([a.value - b.value for a, b in pairs if a is not None and b is not None]))


def wrong_rank_sums(names: Sequence[str], cells: Sequence[Mapping[str, str]]) -> tuple[Contradiction, ...] | None:
    """Mean ranks of models, in a column or a row by itself, that do not sum to k (k + 1) / 2; None where none stand.

    A table may leave models out that were ranked too: then the sum is far off, or a rank is above their number, and
    nothing is said.

    >>> rows = [{"model": name, "mean rank": rank} for name, rank in (("a", "1.40"), ("b", "2.10"), ("c", "2.2"))]
    >>> [str(wrong) for wrong in wrong_rank_sums(["model", "mean rank"], rows)]
    ['mean rank: the 3 mean ranks sum to 5.7; 3 models ranked 1 to 3 have 6.']
    """
    first, *columns = names
    models = [row for row in cells if _plain(row.get(first, "")) not in OTHER | SUMMARIES]
    lines = [(name, [_number(row.get(name, "")) for row in models]) for name in columns if _plain(name) in MEAN_RANKS]
    lines += [(row[first], [_number(row.get(name, "")) for name in columns])
              for row in cells if _plain(row.get(first, "")) in MEAN_RANKS and len(cells) == 1]
    told = [(label, [one for one in line if one is not None]) for label, line in lines
            if len(line) > FEWEST_MODELS and all(one is not None for one in line)]
    return tuple(wrong for label, ranks in told for wrong in _rank_sum(label, ranks)) if told else None


def _rank_sum(label: str, ranks: Sequence[Figure]) -> Iterator[Contradiction]:
    k, total = len(ranks), sum(one.value for one in ranks)
    expected, slack = k * (k + 1) / 2, sum(one.unit for one in ranks)
    if slack < abs(total - expected) <= 1.0 and all(1 - one.unit <= one.value <= k + one.unit for one in ranks):
        yield Contradiction(where=label, figures=tuple(one.text for one in ranks), strength=Strength.PREMISE,
                            possible=(expected, expected),
                            message=f"the {k} mean ranks sum to {total:.4g}; {k} models ranked 1 to {k} have "
                                    f"{expected:g}")


def same_columns(grid: Grid) -> Iterator[tuple[str, str, int]]:
    """Pairs of models with the same figures on every data set, and on how many."""
    for (i, a), (j, b) in combinations(enumerate(grid.models), 2):
        pairs = [(row[i], row[j]) for row in grid.scores]
        both = [(x, y) for x, y in pairs if x is not None and y is not None]
        if len(both) < max(SAME_ROWS, len(pairs)) or any(x.value != y.value for x, y in both):
            continue
        digits = np.mean([len(re.sub(r"\D", "", x.text).lstrip("0")) for x, _ in both])
        if digits >= SAME_DIGITS and len({x.value for x, _ in both}) > 2:
            yield a, b, len(both)


def _number(text: str) -> Figure | None:
    """The score of a cell without its spread and its rank."""
    found = SCORE.match(unmarked(text).text.strip())
    return figure("", found["number"].replace("−", "-").replace(" ", "")) if found else None


def _plain(label: str) -> str:
    return re.sub(r"[\W\d_]", "", label.lower())


def _column(grid: Grid, j: int) -> list[Figure] | None:
    """The scores of a model; None where one is missing, and nobody knows what was averaged."""
    found = [row[j] for row in grid.scores]
    return None if any(one is None for one in found) else [one for one in found if one is not None]


def _averages(grid: Grid, label: str, row: Sequence[Figure | None]) -> Iterator[Contradiction]:
    asked = [(grid.models[j], one, column) for j, one in enumerate(row)
             if one is not None and (column := _column(grid, j)) is not None]
    wrong = [(model, one, column) for model, one, column in asked if not _agrees(one, column, _mean)]
    others = (_median, _geometric)
    if not wrong or any(all(_agrees(one, column, other) for _, one, column in asked) for other in others):
        return
    if len(wrong) == len(asked) and len(asked) > 1:
        yield Contradiction(where=label, strength=Strength.SLIGHT, figures=tuple(model for model, _, _ in wrong),
                            message=f"no figure is the mean of the {len(grid.data_sets)} data sets of the table, so "
                                    f"that another average is meant, or other data sets")
        return
    for model, one, column in wrong:
        low, high = _span(column, _mean)
        yield Contradiction(
            where=label, figures=(model,), strength=Strength.PREMISE, possible=(low, high),
            message=f"{model} has {one.text}, and the mean of its {len(column)} scores is {between(low, high)}")


Summary = Callable[[Array], float]


def _mean(values: Array) -> float:
    return float(values.mean())


def _median(values: Array) -> float:
    return float(np.median(values))


def _geometric(values: Array) -> float:
    return float(np.exp(np.log(values).mean())) if (values > 0).all() else float("nan")


def _span(column: Sequence[Figure], summary: Summary) -> Span:
    """What the summary may be, however the scores were shortened; all three grow with every score."""
    spans = [[one.span(rounding) for one in column] for rounding in Rounding]
    return (min(summary(np.array([low for low, _ in each])) for each in spans),
            max(summary(np.array([high for _, high in each])) for each in spans))


def _agrees(one: Figure, column: Sequence[Figure], summary: Summary) -> bool:
    """Whether the figure, within a unit of its last place, may be the summary: of scores in per cent or as shares."""
    low, high = _span(column, summary)
    ends = [one.span(rounding, wider=0.5) for rounding in Rounding]
    least, most = min(a for a, _ in ends), max(b for _, b in ends)
    values = [score.value for score in column]
    scale = 100.0 if one.value > 1 >= max(values) else 0.01 if one.value <= 1 < min(values) else 1.0
    return low * scale <= most and least <= high * scale


def _ranks(grid: Grid, label: str, row: Sequence[Figure | None]) -> Iterator[Contradiction]:
    if any(one is None for one in row) or any(_column(grid, j) is None for j in range(len(grid.models))):
        return
    scores = np.array([[one.value for one in line if one is not None] for line in grid.scores])
    printed = [one for one in row if one is not None]
    ways = [_out_of_reach(printed, scores * sign) for sign in (1.0, -1.0)]
    if not all(ways):
        return
    wrong = min(ways, key=len)
    if len(wrong) == len(printed):
        yield Contradiction(where=label, strength=Strength.SLIGHT, figures=grid.models,
                            message="no figure is a mean rank on the data sets of the table, so that other models, or "
                                    "other data sets, were ranked")
        return
    for j, (low, high) in wrong.items():
        yield Contradiction(where=label, figures=(grid.models[j],), strength=Strength.PREMISE, possible=(low, high),
                            message=f"{grid.models[j]} has {printed[j].text}, and its mean rank on these "
                                    f"{len(scores)} data sets is {between(low, high)}")


def _out_of_reach(printed: Sequence[Figure], scores: Array) -> dict[int, Span]:
    """The models whose mean rank cannot be the one printed, with what it can be; rank 1 is the highest score."""
    better = (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    worse = (scores[:, None, :] < scores[:, :, None]).sum(axis=2)
    low, high = (1 + better).mean(axis=0), (scores.shape[1] - worse).mean(axis=0)
    spans = [(min(a for a, _ in ends), max(b for _, b in ends)) for one in printed
             if (ends := [one.span(rounding, wider=0.5) for rounding in Rounding])]
    return {j: (float(low[j]), float(high[j])) for j, (least, most) in enumerate(spans)
            if most < low[j] or least > high[j]}
