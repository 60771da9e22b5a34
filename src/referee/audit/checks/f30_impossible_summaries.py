"""F-30: numbers that no data can have: what the numbers checker says of everything that is printed.

Scores against counts and one another, errors, means and sds, intervals, p values: `referee.audit.numbers`. Shares of
one whole sum to it. In the results of a search, means and ranks follow from the folds; in a table of models by data
sets, averages and mean ranks follow from the rows.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, check
from referee.audit.bundle import Bundle, Reported
from referee.audit.evidence import ASK_NUMBERS
from referee.audit.numbers import Strength, contradictions
from referee.audit.numbers.contradiction import Contradiction
from referee.audit.numbers.grids import Grid, wrong_summaries
from referee.audit.numbers.of_study import rows_of
from referee.audit.search_summaries import wrong_summaries_of

SEVERITIES = {Strength.CERTAIN: Severity.FATAL, Strength.PREMISE: Severity.SERIOUS, Strength.SLIGHT: Severity.WARNING}


@check("F-30", "A reported number is impossible", severity=Severity.FATAL,
       advice="Look for a lost decimal place, a swapped column or a typing error, and print the table again.",
       reference="Reich & Barai 1999, table 4 (two such rows); Brown & Heathers 2017 (GRIM); Nuijten et al. 2016")
def impossible_summaries(bundle: Bundle) -> Iterator[Found]:
    """Figures that contradict one another, their rounding allowed for: fatal where nothing else can be meant."""
    if bundle.searches:
        yield from _of_searches(bundle)
        return
    yield from (_found(wrong) for wrong in bundle.against_itself or ())
    if bundle.against_itself is not None and not _more(bundle):
        return
    rows = rows_of(bundle)
    if bundle.grid is not None and not any(row.figures for row in rows):
        yield from _of_grid(bundle.grid)
        return
    if bundle.grid is not None and bundle.grid.complete:
        yield from (_found(wrong) for wrong in wrong_summaries(bundle.grid))
    if bundle.reported is None and not any(row.figures for row in rows):
        raise NotCheckable("no reported numbers are known", ask=ASK_NUMBERS)
    if not any(row.figures for row in rows):
        raise NotApplicable("nothing is reported as a number")
    for wrong in contradictions(rows):
        yield _found(wrong)
    for whole in dict.fromkeys(line.whole for line in bundle.reported or () if line.whole):
        parts = [line for line in bundle.reported or () if line.whole == whole]
        total, slack = sum(line.value for line in parts), sum(half_digit(line) for line in parts)
        if abs(total - 1) > slack * (1 + 1e-9):
            yield Found(message=f"{whole}: the {len(parts)} shares sum to {total:.1%}, not to 100%.",
                        evidence={"whole": whole, "sum": total})


def _of_grid(grid: Grid) -> Iterator[Found]:
    """Averages and mean ranks against the scores that they sum up."""
    if not grid.averages and not grid.ranks:
        raise NotApplicable("the table has no row of averages or of ranks to hold against the others")
    if not grid.complete:
        raise NotCheckable("scores are missing, so that it is not known what was averaged", ask="the whole table")
    yield from (_found(wrong) for wrong in wrong_summaries(grid))


def _more(bundle: Bundle) -> bool:
    """Whether there are figures beside those that were held against their folds, their tests or their matrix."""
    summed = bundle.grid is not None and bool(bundle.grid.averages or bundle.grid.ranks)
    return summed or any(row.figures for row in rows_of(bundle))


def _of_searches(bundle: Bundle) -> Iterator[Found]:
    """Means and ranks of a search against its folds."""
    if not any(search.means for search in bundle.searches):
        raise NotApplicable("the table of the search has no means to hold against its folds")
    for search in bundle.searches:
        for wrong in wrong_summaries_of(search):
            yield Found(message=wrong.sentence,
                        severity=Severity.FATAL if wrong.surely else Severity.WARNING,
                        evidence={"setting": wrong.setting, "score": search.score})


def _found(wrong: Contradiction) -> Found:
    return Found(message=str(wrong), severity=SEVERITIES[wrong.strength],
                 evidence={"line": wrong.where, "figures": list(wrong.figures), "possible": wrong.possible})


def half_digit(line: Reported) -> float:
    """Half a unit of the last printed digit."""
    text = line.text or repr(line.value)
    decimals = len(text.split(".")[1]) if "." in text and "e" not in text else 0
    return 0.5 * 10.0 ** -decimals
