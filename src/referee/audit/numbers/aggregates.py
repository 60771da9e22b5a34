"""A table that says how the runs of each model were summed up: the best of them for one, their mean for the others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from referee.audit.prose.confession import BEST, Confession
from referee.audit.prose.fields import means

HOW = re.compile(r"(?:runs? )?(?:agg|aggr|aggregat\w*|statistic|stat|summary|summari[sz]ed(?: by)?|reported(?: as)?)")
MEANS = frozenset({"mean", "avg", "average", "median", "mean of runs"})
BESTS = frozenset({"max", "maximum", "best", "top", "best run", "best of runs", "best seed"})


def best_beside_means(names: Sequence[str], cells: Sequence[Mapping[str, str]]) -> Iterator[Confession]:
    """What the table says of the models whose best run stands beside the mean runs of others.

    >>> rows = [{"model": "a", "agg": "avg", "runs": "5"}, {"model": "b", "agg": "max", "runs": "5"}]
    >>> [one.sentence for one in best_beside_means(["model", "agg", "runs"], rows)]
    ['b: max; a: avg']
    """
    how = next((name for name in names if HOW.fullmatch(" ".join(re.findall(r"[a-z]+", name.lower())))), None)
    model = next((name for name in names if means(name, "name")), None)
    if how is None or model is None:
        return
    best, mean = ([row for row in cells if row.get(how, "").strip().lower() in words] for words in (BESTS, MEANS))
    own, others = ({row.get(model, "").strip() for row in some} for some in (best, mean))
    if own and others and not own & others:
        runs = {row[name].strip() for row in best for name in names if name.lower() in ("runs", "seeds", "n_runs")}
        count = next(iter(runs)) if len(runs) == 1 else ""
        yield Confession(fault=BEST, count=int(count) if count.isdigit() else None, sentence="; ".join(
            f"{some[0][model].strip()}: {some[0][how].strip()}" for some in (best, mean)))
