"""F-06: which evaluation method was used, in Reich and Barai's letters, and whether that is told at all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle, Division
from referee.audit.evidence import ASK_DIVISIONS
from referee.audit.vocabulary.methods import known_method
from referee.kinds import Array

MOST_FOLDS = 100
DRAWN_APART = 10        # rows that pairs of folds without a common one would share, had they been drawn at random


@check("F-06", "The evaluation method is not stated, or not sound", severity=Severity.SERIOUS,
       advice="Say how the rows were divided into training and test parts.",
       reference="Reich & Barai 1999, tables 5 and 6")
def evaluation_method(bundle: Bundle) -> Iterator[Found]:
    """A finding where the method is missing or tests on training rows, or folds are not what folds are.

    Folds test each row once, and are the same for all models that are compared. Some that share rows while others share
    none are no draws at random either.
    """
    yield from _no_partition(bundle)
    yield from _other_folds(bundle)
    label = method_label(bundle)
    if label == "NM" and bundle.declared is None:
        raise NotCheckable("it is not known how the rows were divided, nor what the study says of it",
                           ask=ASK_DIVISIONS)
    if label == "NM" and _stated(bundle):
        raise NotCheckable(f"the method '{_stated(bundle)}' is not one it knows",
                           ask=f"another name for '{_stated(bundle)}' (10-fold cross-validation, hold-out, …)")
    if label == "NM":
        yield Found(message="The evaluation method is not stated and cannot be recovered from the divisions (NM).",
                    evidence={"label": label})
    elif label == "R" and bundle.divisions is None:       # with divisions F-01 counts the rows
        yield Found(message="The evaluation method is resubstitution: the rows trained on are the rows tested on.",
                    evidence={"label": label})


def _other_folds(bundle: Bundle) -> Iterator[Found]:
    """Models that were tested on the same rows, divided into other folds: no fold of one is a fold of the other."""
    folds: dict[str, set[frozenset[int]]] = {}
    for said in bundle.said or ():
        if said.division.startswith("0/") and said.seed is None:
            folds.setdefault(said.model, set()).add(frozenset(said.rows.tolist()))
    several = {model: parts for model, parts in folds.items() if len(parts) > 1}
    for (a, ours), (b, theirs) in combinations(several.items(), 2):
        if not ours & theirs and frozenset().union(*ours) == frozenset().union(*theirs):
            yield Found(message=f"{a} and {b} were tested on the same {len(frozenset().union(*ours)):,} rows, divided "
                                f"into other folds: they were trained on other rows, and cannot be compared fold by "
                                f"fold.",
                        evidence={"models": [a, b]})
            return


def method_label(bundle: Bundle) -> str:
    """The letter of the method: from the divisions where they are known, from what is stated where not.

    >>> from referee.audit.bundle import Declared
    >>> method_label(Bundle(name="a", declared=Declared(method="10-fold cross-validation")))
    'K'
    >>> method_label(Bundle(name="a"))
    'NM'
    """
    if bundle.divisions:
        return _from_divisions(bundle.divisions)
    return known_method(_stated(bundle)) or "NM"


def _stated(bundle: Bundle) -> str:
    """The method in the study's own words; empty where it has none."""
    stated = bundle.declared.method if bundle.declared else ""
    return stated or " ".join(dict.fromkeys(line.method for line in bundle.reported or () if line.method))


def _from_divisions(divisions: tuple[Division, ...]) -> str:
    trained = [d for d in divisions if d.train is not None]
    if trained and all(np.isin(d.test, d.train).all() for d in trained if d.train is not None):
        return "R"
    if any(d.tune is not None and d.tune.size for d in divisions) and len(divisions) == 1:
        return "TTV"
    if any(d.train is not None and np.unique(d.train).size < d.train.size for d in divisions):
        return "B"
    first = [d for d in divisions if d.repeat == divisions[0].repeat]
    tested = np.concatenate([d.test for d in first])
    disjoint = len(first) > 1 and np.unique(tested).size == tested.size
    if disjoint and all(d.test.size == 1 for d in first):
        return "L"
    return "K" if disjoint and _rotates(first) else "H"


def _rotates(parts: list[Division]) -> bool:
    """Whether parts are tested and trained on in turn: some part is in the training rows of another, and that in its.

    Forecasts from the past are not: what is tested later is never trained on before. Where training rows are not known
    parts that divide the rows are taken for folds.
    """
    if any(part.train is None for part in parts):
        return True
    part_of = np.full(1 + max(int(rows.max()) for part in parts for rows in (part.test, part.train)
                              if rows is not None and rows.size), -1)
    for number, part in enumerate(parts):
        part_of[part.test] = number
    trained = np.zeros((len(parts), len(parts) + 1), dtype=bool)
    for number, part in enumerate(parts):
        trained[number, part_of[part.train]] = True         # rows that are never tested fall into the last column
    among = trained[:, :-1]
    return bool((among & among.T).any())


def rolling_origins(bundle: Bundle) -> int:
    """From how many times on rows were foretold by models of what came before; 0: rows were not divided so.

    >>> from referee.audit.bundle import Division
    >>> later = (Division(label="0/0", train=np.arange(2), test=np.array([2])),
    ...          Division(label="0/1", train=np.arange(3), test=np.array([3])))
    >>> rolling_origins(Bundle(name="a", divisions=later, times=np.arange(4))), rolling_origins(Bundle(name="a"))
    (2, 0)
    """
    times = bundle.problem.time if bundle.times is None and bundle.problem is not None else bundle.times
    if times is None or not bundle.divisions or len(bundle.divisions) < 2:
        return 0
    origins = set()
    for part in bundle.divisions:
        if part.train is None or not part.train.size or times[part.train].max() >= times[part.test].min():
            return 0
        origins.add(times[part.test].min())
    return len(origins)


def _no_partition(bundle: Bundle) -> Iterator[Found]:
    """Rows that some folds of one repeat share, where others share none with any, though chance would have it."""
    for repeat in dict.fromkeys(division.repeat for division in bundle.divisions or ()):
        folds = [division for division in bundle.divisions or () if division.repeat == repeat]
        rows, times = np.unique(np.concatenate([division.test for division in folds]), return_counts=True)
        if (times == 1).all() or len(folds) > MOST_FOLDS:
            continue
        pairs = [(a, b, np.intersect1d(a.test, b.test).size) for a, b in combinations(folds, 2)]
        sharing = [(a, b) for a, b, shared in pairs if shared]
        if {one.label for pair in sharing for one in pair} == {one.label for one in folds}:
            continue                # draws at random, or windows of time that overlap
        apart = [a.test.size * b.test.size / rows.size for a, b, shared in pairs if not shared]
        if sum(apart) < DRAWN_APART:
            continue
        twice, a, b = int((times > 1).sum()), *sharing[0]
        never = _numbers_missing(bundle, rows)
        gap = f", and {never:,} numbers in their ids were never tested" if never else ""
        yield Found(message=f"The folds are no partition: {twice:,} of {rows.size:,} rows were tested in more than one "
                            f"of {len(folds)} folds (such as {a.label} and {b.label}){gap}. The score counts them "
                            f"twice.", evidence={"repeat": repeat, "twice": twice, "never": never})


def _numbers_missing(bundle: Bundle, rows: Array) -> int:
    """How many numbers are missing where rows are numbered from 0 or 1 on; 0 where they are not."""
    ids = None if bundle.problem is None else bundle.problem.ids
    try:
        numbers = np.array([int(str(one)) for one in np.asarray(ids)[rows]]) if ids is not None else np.empty(0)
    except ValueError:
        return 0
    if not numbers.size or numbers.min() not in (0, 1):
        return 0
    missing = int(numbers.max() - numbers.min() + 1 - np.unique(numbers).size)
    return missing if missing < numbers.size / 2 else 0
