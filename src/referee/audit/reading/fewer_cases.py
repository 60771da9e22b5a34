"""A table of models of which one is scored on fewer cases than the others: those that it skipped are counted nowhere.

How many cases a score is of is told by the header of a column, or by the figures: so many right of so many are the
score, in every row. The cases left out count as wrong, to see whether a lead is one of leaving them out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.audit.bundle import Unanswered
from referee.audit.numbers.figure import Figure, Rounding, figure
from referee.audit.numbers.naming import named
from referee.audit.numbers.units import as_shares, in_per_cent
from referee.audit.prose.fields import means
from referee.audit.vocabulary import languages

Cells = Mapping[str, str]

ANSWERED = re.compile(r"answered|attempted|scored|evaluated|judged|covered|beantwortet|bewertet|ausgewertet|repondu|"
                      r"evalu|respondid|rispost|beantwoord|besvarad|ocenion")
SKIPPED = re.compile(r"\b(?:un|not |skip|reject|abstain|refus|fail|left out|missing|nicht|ohne|non |no )")
SHARES = ("accuracy", "share")
LEAST = 20              # cases of a test set that is one
FEWEST = 2              # other rows, which have all cases
SLIGHT = 0.5            # of a unit of the last place, that a share may be off beyond its rounding


@dataclass(frozen=True, slots=True)
class _Row:
    model: str
    cases: int
    score: Figure


def fewer_cases(names: Sequence[str], cells: Sequence[Cells]) -> Iterator[Unanswered]:
    """The models of a table that are scored on fewer cases than the others.

    >>> head = ["system", "questions answered", "accuracy"]
    >>> rows = [dict(zip(head, row)) for row in (
    ...     ("a", "2,000", "0.412"), ("b", "2000", "0.517"), ("c", "1731", "0.556"))]
    >>> [(one.model, one.answered, one.of, one.lost) for one in fewer_cases(head, rows)]
    [('c', 1731, 2000, 'b')]
    """
    model = next((name for name in names if means(name, "name")), None)
    if model is None or any(_of_data(name) for name in names):
        return
    for score in [name for name in names if (kind := named(name)) and kind.kind in SHARES and kind.turn[1] > 0]:
        for cases in (name for name in names if name not in (model, score)):
            rows = list(_rows(cells, model, cases, score))
            shown = len(rows) == len(cells) and _shown(names, cells, rows, score)
            if shown or (len(rows) == len(cells) and _says_so(cases)):
                sure = shown or ANSWERED.search(languages.unaccented(cases.lower())) is not None
                yield from _behind(rows, cells, sure=sure and _alike(rows, names, cells, model))
                return


def _of_data(name: str) -> bool:
    """Whether a column names the data of its row, which then are of other numbers."""
    return means(name, "evaluated on") or languages.bare(name) in {
        "dataset", "data", "problem", "subgroup", "fold", "year", *languages.ROLES["data"].split()}


def _says_so(name: str) -> bool:
    """Whether a header counts the cases that were answered, or tested."""
    plain = languages.unaccented(name.lower())
    kind = named(name)
    return (ANSWERED.search(plain) is not None and SKIPPED.search(plain) is None) or (
        kind is not None and kind.kind == "cases")


def _rows(cells: Sequence[Cells], model: str, cases: str, score: str) -> Iterator[_Row]:
    figures = [figure("accuracy", row.get(score, "").partition("±")[0]) for row in cells]
    known = [one for one in figures if one is not None]
    shares = iter(as_shares(known) if in_per_cent(known) else known)
    for row, one in zip(cells, figures, strict=True):
        many = figure("cases", row.get(cases, ""))
        share = next(shares) if one is not None else None
        if many is not None and share is not None and many.value >= LEAST and many.unit == 1:
            yield _Row(row.get(model, "").strip(), int(many.value), share)


def _shown(names: Sequence[str], cells: Sequence[Cells], rows: Sequence[_Row], score: str) -> bool:
    """Whether a column counts what is right, so that in every row right of cases is the score."""
    counts = [[figure("count", row.get(name, "")) for row in cells] for name in names if name != score]
    return any(all(one is not None and _is(row.score, one.value / row.cases) for one, row in zip(
        column, rows, strict=True)) for column in counts)


def _is(share: Figure, value: float) -> bool:
    return any(low <= value <= high for low, high in (share.span(way, wider=SLIGHT) for way in Rounding))


def _behind(rows: Sequence[_Row], cells: Sequence[Cells], *, sure: bool) -> Iterator[Unanswered]:
    """The rows of fewer cases, where most have all; each with the row that it leads by them alone, if it is `sure`."""
    whole, many = Counter(row.cases for row in rows).most_common(1)[0]
    if many < max(FEWEST, len(rows) / 2) or any(row.cases > whole for row in rows):
        return
    if len({row.model for row in rows}) < len(rows):
        return
    for place, row in enumerate(rows):
        if row.cases == whole or _told(cells[place], row, whole):
            continue
        beside = [one for one in rows if one.cases == whole and row.score.value > one.score.value
                  > row.score.value * row.cases / whole + row.score.unit]
        best = max(beside, key=lambda one: one.score.value, default=None)
        yield Unanswered(model=row.model, answered=row.cases, of=whole, own=row.score.value, right_there=(0, 0),
                         right_left_out=(0, 0), lost="" if best is None or not sure else best.model)


def _told(cells: Cells, row: _Row, whole: int) -> bool:
    """Whether the row has the score of all cases too, or the share that was answered: then it hides nothing."""
    shares = [one for text in cells.values() if (one := figure("", text)) is not None and one.unit < 1]
    others = [one for share in shares for one in (share, share.as_share()) if one.value != row.score.value]
    return any(_is(one, share) for one in others for share in (row.cases / whole, row.score.value * row.cases / whole))


def _alike(rows: Sequence[_Row], names: Sequence[str], cells: Sequence[Cells], model: str) -> bool:
    """Whether the rows with all cases say the same in every column of words: else they may be of other data."""
    whole = max(row.cases for row in rows)
    full = [cell for cell, row in zip(cells, rows, strict=True) if row.cases == whole]
    words = [name for name in names if name != model and not any(figure("", cell.get(name, "")) for cell in full)]
    return all(len({cell.get(name, "").strip() for cell in full}) == 1 for name in words)
