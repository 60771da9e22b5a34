"""Marks of printed scores: bold or underlined for the best, stars and daggers for significance.

Marks are taken off before a cell is read as a number. What they say is held against the figures: in a line of scores
one that is not marked must not be better than all that are; the smaller of two p values cannot have fewer stars.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.audit.numbers.contradiction import Contradiction, Strength
from referee.audit.numbers.figure import Figure, figure
from referee.audit.numbers.naming import named

FEWEST_LINES = 2                # with a mark where it belongs, from which what a mark means is read
NO_STAR = 0.1                   # a p above which no table gives a star
DATA_SETS = {"dataset", "data", "problem", "task", "benchmark", "corpus", "datensatz"}
SMALLER_IS_BETTER = {"rmse", "mae", "mse", "brier"}
SCORED = {"accuracy", "sensitivity", "recall", "specificity", "precision", "npv", "f1", "f1_macro", "f1_micro",
          "f1_weighted", "balanced_accuracy", "kappa", "mcc", "auc", "average_precision", "jaccard", "r2",
          *SMALLER_IS_BETTER}
BOLD = (re.compile(r"^\*\*(?P<inside>.+?)\*\*(?P<rest>.*)$"), re.compile(r"^__(?P<inside>.+?)__(?P<rest>.*)$"),
        re.compile(r"^\$?\\(?:textbf|mathbf|bm|bf)\s*\{(?P<inside>.+?)\}\$?(?P<rest>.*)$"),
        re.compile(r"^<(?:b|strong)>(?P<inside>.+?)</(?:b|strong)>(?P<rest>.*)$", re.IGNORECASE))
STARRED = re.compile(r"^(?P<number>[<>≤≥=\s]*[+−-]?\d*[.,]?\d+\s*%?)\s*\^?\{?(?P<marks>[*†‡§]{1,4})\}?"
                     r"(?P<rest>(?:\s*[±+(\[].*)?)$")
LAST = re.compile(r"(?<=[\d%)\]])\s*\^?\{?(?P<marks>[*†‡§]{1,4})\}?$")


@dataclass(frozen=True, slots=True)
class Cell:
    """A printed cell without its marks, and the marks."""

    text: str
    bold: bool = False
    stars: int = 0


def unmarked(text: str) -> Cell:
    """A cell without bold and stars, where what is left begins with a number; words without bold, and with their stars.

    >>> unmarked("**0.85 ± 0.01**"), unmarked("0.92*"), unmarked("SVM*").text
    (Cell(text='0.85 ± 0.01', bold=True, stars=0), Cell(text='0.92', bold=False, stars=1), 'SVM*')
    """
    bare, bold = text.strip(), False
    for form in BOLD:
        if found := form.match(bare):
            bare, bold = f"{found['inside']}{found['rest']}".strip(), True
    if not re.match(r"[<>≤≥=\s]*[+−-]?[.,]?\d", bare):
        return Cell(bare if bold else text)
    stars = 0
    if found := STARRED.match(bare):
        bare, stars = f"{found['number']}{found['rest']}".strip(), found["marks"].count("*")
    if found := LAST.search(bare):
        bare, stars = bare[:found.start()], max(stars, found["marks"].count("*"))
    return Cell(bare, bold, stars)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Scores that compete with one another, and which of them are bold."""

    where: str
    names: tuple[str, ...]
    scores: tuple[float, ...]
    bold: tuple[bool, ...]
    higher: bool | None = None          # is better; None where the table does not say what the scores are

    def best_is_bold(self, *, higher: bool) -> bool:
        """Whether a bold score is as good as any."""
        sign = 1 if higher else -1
        best = max(sign * score for score in self.scores)
        return any(bold and sign * score == best for score, bold in zip(self.scores, self.bold, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """What a table marks."""

    lines: tuple[Line, ...] = ()                            # with bold scores
    tests: tuple[tuple[str, float, int], ...] = ()          # where each stands, its p, how many stars it has


def marked_in(names: Sequence[str], cells: Sequence[Mapping[str, Cell]], *, by_metric: bool) -> Marked | None:
    """What a table marks, with its metrics (or models) in columns; None where it marks nothing."""
    first, *columns = names
    where = [row[first].text if first in row else "" for row in cells]
    if by_metric:
        data = next((name for name in names if _plain(name) in DATA_SETS), "")
        apart = [row[data].text if data in row else "" for row in cells]
        model = next((name for name in names if name != data), first)
        lines = lines_by_column(columns, [row[model].text if model in row else "" for row in cells], cells, apart)
    else:
        across = [(label, columns, [row.get(name, Cell("")) for name in columns])
                  for label, row in zip(where, cells, strict=True)]
        down = [(name, where, [row.get(name, Cell("")) for row in cells]) for name in columns]
        lines = max((lines_by_row(rows) for rows in (across, down)), key=_told)
    tests = _tests(columns, where, cells)
    return Marked(lines=lines, tests=tests) if lines or tests else None


def _told(lines: Sequence[Line]) -> int:
    """In how many lines the best is bold, one way or the other: tables mark the best of a row, or of a column."""
    return max(sum(line.best_is_bold(higher=way) for line in lines) for way in (True, False))


def _tests(columns: Sequence[str], where: Sequence[str],
           cells: Sequence[Mapping[str, Cell]]) -> tuple[tuple[str, float, int], ...]:
    """Every p value with its stars, which stand with it, or with another figure of its row where it has none."""
    column = next((name for name in columns if (kind := named(name)) is not None and kind.kind == "p"), None)
    if column is None:
        return ()
    read = [(label, figure("p", row[column].text) if column in row else None, row) for label, row in
            zip(where, cells, strict=True)]
    own = any(row[column].stars for _, one, row in read if one is not None)
    found = [(label, one.value, row[column].stars if own else max(cell.stars for cell in row.values()))
             for label, one, row in read if one is not None and one.sign != ">"]
    return tuple(found) if any(stars for _, _, stars in found) else ()


def _plain(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.lower())


def lines_by_row(rows: Sequence[tuple[str, Sequence[str], Sequence[Cell]]]) -> tuple[Line, ...]:
    """Rows of a table of data sets by models; each has its label, its models and its cells."""
    return tuple(line for label, models, cells in rows if (line := _line(label, models, cells)) is not None)


def lines_by_column(columns: Sequence[str], models: Sequence[str], cells: Sequence[Mapping[str, Cell]],
                    apart: Sequence[str]) -> tuple[Line, ...]:
    """Columns of metrics, models in rows; `apart` says which rows compete: those of one data set."""
    found = []
    for column in columns:
        kind = named(column)
        if kind is None or kind.kind not in SCORED:
            continue
        higher = (kind.kind not in SMALLER_IS_BETTER) == (kind.turn[1] > 0)
        for place in dict.fromkeys(apart):
            own = [k for k, one in enumerate(apart) if one == place]
            line = _line(" ".join(filter(None, (place, column))), [models[k] for k in own],
                         [cells[k].get(column, Cell("")) for k in own], higher=higher)
            found += [line] if line is not None else []
    return tuple(found)


def _line(where: str, names: Sequence[str], cells: Sequence[Cell], *, higher: bool | None = None) -> Line | None:
    """The numbers of a line, where some are bold and some are not."""
    read = [(name, number.value, cell.bold) for name, cell in zip(names, cells, strict=True)
            if (number := _first(cell.text)) is not None]
    bold = tuple(one for _, _, one in read)
    if not any(bold) or all(bold):
        return None
    return Line(where=where, names=tuple(name for name, _, _ in read), scores=tuple(score for _, score, _ in read),
                bold=bold, higher=higher)


def _first(text: str) -> Figure | None:
    found = re.match(r"[+−-]?\d*[.,]?\d+\s*%?", text.strip())
    return figure("", found[0]) if found else None


def bold_is_best(lines: Sequence[Line]) -> bool:
    """Whether the table shows that bold means the best: mostly it stands there, and not on one model throughout.

    Bold may mark an author's own model instead, and then it contradicts nothing.
    """
    marked = {name for line in lines for name, bold in zip(line.names, line.bold, strict=True) if bold}
    wrong = len(_not_best(lines, higher=_higher(lines)))
    return len(marked) > 1 and len(lines) - wrong >= max(FEWEST_LINES, 2 * wrong)


def wrong_bold(lines: Sequence[Line]) -> Iterator[Contradiction]:
    """Lines in which a score that is not bold beats all bold ones."""
    for line in _not_best(lines, higher=_higher(lines)):
        sign = 1 if (_higher(lines) if line.higher is None else line.higher) else -1
        best = max(range(len(line.scores)), key=lambda k: sign * line.scores[k])
        bold = max((k for k in range(len(line.scores)) if line.bold[k]), key=lambda k: sign * line.scores[k])
        yield Contradiction(
            where=line.where, figures=(line.names[bold], line.names[best]), strength=Strength.PREMISE,
            message=f"{line.names[bold]} is marked with {line.scores[bold]:g}, and {line.names[best]} has "
                    f"{line.scores[best]:g}, which is better; elsewhere in the table the best is marked")


def _higher(lines: Sequence[Line]) -> bool:
    """Whether higher scores are better, where the table does not say: the way in which more of the best are bold."""
    return len(_not_best(lines, higher=True)) <= len(_not_best(lines, higher=False))


def _not_best(lines: Sequence[Line], *, higher: bool) -> list[Line]:
    return [line for line in lines if not line.best_is_bold(higher=higher if line.higher is None else line.higher)]


def wrong_stars(tests: Sequence[tuple[str, float, int]]) -> Iterator[Contradiction]:
    """Stars that do not follow p: of each test where it stands, its p and how many stars it has."""
    if not any(stars for _, _, stars in tests):
        return
    told = set()
    for where, p, stars in tests:
        if stars and p > NO_STAR:
            told.add(where)
            yield Contradiction(where=where, figures=("p",), strength=Strength.PREMISE,
                                message=f"p = {p:g} is marked as significant")
    for where, p, stars in tests:
        more = next((one for one in tests if one[2] > stars and one[1] > p and one[0] not in told), None)
        if more is not None and where not in told:
            told.add(where)
            yield Contradiction(
                where=where, figures=("p",), strength=Strength.PREMISE,
                message=f"p = {p:g} has {_stars(stars)}, and p = {more[1]:g} ({more[0]}), which is larger, has "
                        f"{_stars(more[2])}")


def _stars(many: int) -> str:
    return "no star" if not many else "one star" if many == 1 else f"{many} stars"
