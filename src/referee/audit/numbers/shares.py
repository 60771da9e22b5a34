"""A table of data sets by models whose scores are shares of test cases: each is a multiple of one over their number.

Means over several runs are none, so that a column is held to it only where some of its figures are multiples, and the
table only where most are.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from referee.audit.numbers.contradiction import Contradiction, Strength
from referee.audit.numbers.figure import Figure, Rounding, figure
from referee.audit.numbers.granularity import grim
from referee.audit.numbers.naming import named
from referee.audit.numbers.units import as_shares, in_per_cent

TELLING = 0.25          # of all figures with so many places that are multiples by chance, at most
FEWEST = 4


def wrong_shares(cells: Sequence[Mapping[str, str]], models: Sequence[str], first: str, cases: str,
                 metrics: Sequence[str]) -> tuple[Contradiction, ...] | None:
    """Scores that are no share of the test cases of their row, by what the metrics say that the scores are.

    None where they are not said to be shares, have too few places to tell, or mostly are means over several runs.
    """
    kinds = [kind for metric in metrics if (kind := named(metric.replace("_", " "))) is not None]
    if len(kinds) != 1 or kinds[0].kind != "accuracy":
        return None
    places = [(row, model) for row in cells for model in models]
    figures = [figure("accuracy", row.get(model, "")) for row, model in places]
    known = [(row, model, one) for (row, model), one in zip(places, figures, strict=True) if one is not None]
    scaled = as_shares([one for *_, one in known]) if in_per_cent([one for *_, one in known]) else [
        one for *_, one in known]
    asked = []
    for (row, model, one), share in zip(known, scaled, strict=True):
        size = figure("cases", row.get(cases, ""))
        if size is not None and size.value.is_integer() and 0 < size.value * share.unit < TELLING:
            asked.append((row.get(first, ""), model, one, share, int(size.value)))
    fits = {(place, model): _multiple(share, n) for place, model, _, share, n in asked}
    if len(fits) < FEWEST or 3 * sum(fits.values()) < 2 * len(fits):
        return None
    found = []
    for place, model, one, share, n in asked:
        if not fits[place, model] and any(fit for (_, other), fit in fits.items() if other == model):
            below = math.floor(share.value * n)
            near = " and ".join(f"{k}/{n} = {k / n:.2%}" for k in (below, below + 1))
            found.append(Contradiction(
                where=place, figures=(model,), strength=Strength.PREMISE,
                message=f"{model} has {one.text}, which is no multiple of 1/{n}, as scores of one test set are: {near} "
                        f"are the nearest"))
    return tuple(found)


def _multiple(share: Figure, n: int) -> bool:
    return any(grim(share.span(way), n) for way in Rounding)
