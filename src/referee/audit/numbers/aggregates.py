"""A table that says how the runs of each model were summed up: the best of them for one, their mean for the others.

A column whose header asks for it may answer in a word (max, avg). Elsewhere a cell has to speak of runs, as "highest of
ten runs" does: "max" beside "mean" may be a way of pooling. The best by a validation score is no fault, nor is a
comparison in which only the others are at their best.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from referee.audit.prose.confession import BEST, Confession
from referee.audit.prose.fields import means
from referee.audit.prose.marks import mentions, plain

HOW = re.compile(r"(?:runs? )?(?:agg|aggr|aggregat\w*|statistic|stat|summary|summari[sz]ed(?: by)?|reported(?: as)?)")
MEANS = frozenset({"mean", "avg", "average", "median", "mean of runs"})
BESTS = frozenset({"max", "maximum", "best", "top", "best run", "best of runs", "best seed"})
RUNS = re.compile(r"\b(?:runs?|seeds?|restarts?|repetitions?|repeats?|repeated|initiali[sz]ations?|trainings?|laufe?s?|"
                  r"laufen|durchlauf\w*|executions?|essais|graines?|ejecuciones|semillas?|esecuzion[ei]|prove|execucoes|"
                  r"herhalingen|korningar|korning|uruchomien\w*)\b")
TOP = re.compile(r"\b(?:best|highest|max|maximum|maximal|top|luckiest|peak|record|bester?|besten?|hochste[rns]?|"
                 r"meilleure?|mejor|maximo|maxima|migliore?|massimo|melhor|beste|hoogste|basta|hogsta|najlepsz\w+)\b")
MIDDLE = re.compile(r"\b(?:mean|means|average[sd]?|avg|median|mittel|mittelwert|durchschnitt\w*|moyennes?|mediane?|"
                    r"media|medio|promedio|gemiddelde?|medelvarde\w*|srednia)\b")
CHOSEN_ELSEWHERE = re.compile(r"valid|\b(?:dev|val|inner|training loss|training score|not|never|nicht)\b")
WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
         "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "fifty": 50, "hundred": 100}
LONGEST = 200           # characters of a cell that are read


def best_beside_means(names: Sequence[str], cells: Sequence[Mapping[str, str]]) -> Iterator[Confession]:
    """What the table says of the models whose best run stands beside the mean runs of others.

    >>> rows = [{"model": "a", "agg": "avg", "runs": "5"}, {"model": "b", "agg": "max", "runs": "5"}]
    >>> [one.sentence for one in best_beside_means(["model", "agg", "runs"], rows)]
    ['b: max; a: avg']
    >>> rows = [{"model": "a", "note": "mean of 10 seeds"}, {"model": "b", "note": "highest of ten runs"}]
    >>> [(one.sentence, one.count) for one in best_beside_means(["model", "note"], rows)]
    [('b: highest of ten runs; a: mean of 10 seeds', 10)]
    """
    model = next((name for name in names if means(name, "name")), None)
    for name in names if model is not None else ():
        asked = HOW.fullmatch(" ".join(re.findall(r"[a-z]+", name.lower()))) is not None
        how = {place: kind for place, row in enumerate(cells) if (kind := _summed(row.get(name, ""), asked=asked))}
        best, mean = ([cells[place] for place, kind in how.items() if kind == which] for which in ("best", "mean"))
        own, others = ({row.get(model or "", "").strip() for row in some} for some in (best, mean))
        if not own or not others or own & others or (_ours(others) and not _ours(own)):
            continue
        yield Confession(fault=BEST, count=_runs(names, best) or _counted(best[0][name]), sentence="; ".join(
            f"{some[0][model or ''].strip()}: {some[0][name].strip()}" for some in (best, mean)))
        return


def _summed(cell: str, *, asked: bool) -> str:
    """Whether a cell says that its row is the best of several runs, or their mean; empty where it says neither."""
    bare = plain(cell.strip()[:LONGEST])
    if asked and bare in BESTS:
        return "best"
    if asked and bare in MEANS:
        return "mean"
    top, middle = TOP.search(bare), MIDDLE.search(bare)
    if not RUNS.search(bare) or (top is None) == (middle is None) or CHOSEN_ELSEWHERE.search(bare):
        return ""
    return "best" if top else "mean"


def _ours(names: set[str]) -> bool:
    return any(mentions(name, "en", "ours") for name in names)


def _runs(names: Sequence[str], best: Sequence[Mapping[str, str]]) -> int | None:
    """How many runs there were, by a column that counts them."""
    runs = {row[name].strip() for row in best for name in names if name.lower() in ("runs", "seeds", "n_runs")}
    count = next(iter(runs)) if len(runs) == 1 else ""
    return int(count) if count.isdigit() else None


def _counted(cell: str) -> int | None:
    """How many runs there were, by the cell: "best of 10 runs", "highest of ten"."""
    found = re.search(r"\b\d{1,4}\b", cell)
    return int(found[0]) if found else next((WORDS[word] for word in re.findall(r"[a-z]+", cell.lower())
                                              if word in WORDS), None)
