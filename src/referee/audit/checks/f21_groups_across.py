"""F-21: rows of one group (patient, document, user) on both sides of a division."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_DATA, as_told, by_its_own_words, one_pass, sides
from referee.audit.leaks.one_answer import OneAnswer, one_answer
from referee.audit.leaks.owing import Owing, owed_to_units
from referee.audit.leaks.rows import rows_of
from referee.audit.names_again import FEWEST as FEWEST_AGAIN
from referee.audit.names_again import names_again
from referee.audit.pieces import Pieces, pieces_among
from referee.audit.prose.confession import PIECES
from referee.data.problem import Problem
from referee.data.structure import Kind, Noticed
from referee.designs.kept_together import units_of
from referee.kinds import Array
from referee.metrics import Predictions

FEWEST_SHARED, MANY_SHARED = 3, 0.2     # values on both sides: that count; of all values, that are no slip
MOST_SHARED, ONE_TRUTH = 0.5, 1.05     # of the values, in several folds; truths for each of them
TOGETHER, CHANCE = 0.1, 1e-4        # intraclass correlation that is told, unless chance gives it so often


@check("F-21", "Groups on both sides", severity=Severity.FATAL,
       advice="Divide by whole groups (--groups), or say that there are none (--groups none).",
       reference="Kapoor & Narayanan 2023; Miller 2024")
def groups_across(bundle: Bundle) -> Iterator[Found]:
    """Groups that were both trained and tested on; columns that look like groups, which nobody has answered for.

    Small fits with whole groups held out say what a score owes to them. Of predictions alone: cases that are right or
    wrong together, by a column that nobody named, or that have one truth by it and stand in several folds. Rows that
    are pieces of fewer cases (windows, patches, augmented images), by ids such as P07_seg014: with both counts. A
    column of any name whose values have one target each, beyond chance, where small fits without it know the values
    again. In code: rows divided one by one that the same code takes together, as for a vote, or that the table beside
    it shows to be groups.
    """
    problem = bundle.problem
    told = by_its_own_words(bundle, PIECES)
    for one in told:
        yield as_told(one, "pieces of the same recording or case are divided at random, so that test pieces have "
                           "neighbours in training", severity=Severity.FATAL if one.grave else Severity.SERIOUS)
    if told and problem is None:
        return
    if problem is None:
        raise NotCheckable("the rows are not known", ask=ASK_DATA)
    together = list(_over_the_folds(bundle, problem)) or list(_right_together(bundle))
    yield from together
    if problem.groups is None and together:
        return
    if problem.groups is None:
        found = None if Kind.GROUPS.value in problem.settled else pieces_among(bundle)
        if found is None:
            yield from _unanswered(bundle, problem)
        else:
            yield from _pieces(bundle, found)
        return
    if bundle.undivided:
        yield from _told(bundle, problem.groups)
        return
    shared, splits = _across(bundle, problem.groups)
    if shared:
        yield Found(message=f"{len(shared):,} of {problem.n_groups:,} groups appear on both sides of a "
                            f"division (in "
                            f"{splits} divisions): the model may have recognised the group, not learned the rule.",
                    evidence={"groups": sorted(shared)[:20], "divisions": splits})


def _across(bundle: Bundle, groups: Array) -> tuple[set[int], int]:
    """The groups on both sides of some division, and the number of such divisions."""
    shared, splits = set[int](), 0
    for test, train in sides(bundle):
        others = np.setdiff1d(train, test)           # a row on both sides itself is F-01's
        both = np.intersect1d(groups[test], groups[others])
        shared.update(both.tolist())
        splits += bool(both.size)
    return shared, splits


def _unanswered(bundle: Bundle, problem: Problem) -> Iterator[Found]:
    """A column that looks like groups, where its values are not known to have been kept on one side."""
    if Kind.GROUPS.value in problem.settled:
        raise NotApplicable("it was said that there are no groups")
    noticed = [one for one in problem.structure if one.kind is Kind.GROUPS]
    used = {column.name for column in problem.columns}
    left_out = [one for one in noticed if not used & set(one.columns)]
    found = [found for one in dict.fromkeys([*noticed[:1], *left_out[:1]]) for found in _of_column(bundle, one)]
    if not any(one.severity is Severity.SERIOUS for one in found):
        found += _of_one_answer(bundle, {name for one in noticed for name in one.columns})
    if not found and not noticed:
        raise NotCheckable("no groups are known", ask="the column of patients, users, documents … (--groups)")
    yield from found


def _of_column(bundle: Bundle, noticed: Noticed) -> Iterator[Found]:
    """What a division makes of a column that looks like groups."""
    features = bundle.features_with(noticed.columns)
    units = None if features is None else units_of(features, noticed)
    shared = set[int]() if units is None else _across(bundle, units)[0]
    if units is None or shared:
        owed = None if units is None else _owed(bundle, units)
        harmless = owed is not None and not owed.matters
        kept = f"nothing {_kept(bundle)}" if bundle.undivided or units is None else (
            f"{len(shared):,} of them are on both sides of a division")
        yield Found(message=f"{noticed.sentence} Nobody has answered, and {kept}.{_weighed(owed)}",
                    severity=Severity.WARNING if harmless else Severity.SERIOUS,
                    evidence={"columns": list(noticed.columns)} | (owed.to_dict() if owed else {}))


def _of_one_answer(bundle: Bundle, told: set[str]) -> Iterator[Found]:
    """A column that nobody named whose values have one target each, where the other columns know the values again.

    Serious only where rows were divided across most of them, and a second sign says that they are units.
    """
    try:
        rows = rows_of(bundle)
        for one in one_answer(rows):
            shared = set[int]() if one.name in told else _across(bundle, one.units)[0]
            owed = one.owed(rows) if len(shared) >= FEWEST_SHARED else None
            if owed is None or not one.known_again(owed, rows):
                continue
            grave = one.looks_like_units and not bundle.undivided and len(shared) >= MANY_SHARED * one.values
            yield Found(message=_told_of(bundle, one, len(shared), owed),
                        severity=Severity.SERIOUS if grave else Severity.WARNING,
                        evidence={"columns": [one.name], "values": one.values, "shared": len(shared),
                                  "counted_by": one.counted_by} | owed.to_dict())
            return
    except NotCheckable:
        return


def _told_of(bundle: Bundle, one: OneAnswer, shared: int, owed: Owing) -> str:
    """The facts of a column whose values have one target each, and the question that they leave."""
    where = "nothing keeps them on one side of a random division" if bundle.undivided else (
        f"{shared:,} of them are on both sides of a division")
    counted = f" Column '{one.counted_by}' numbers the rows of each." if one.counted_by else ""
    which = "" if one.looks_like_units else " A category that settles the target would do the same."
    return (f"{one.units.size:,} rows come from {one.values:,} values of '{one.name}', each with one target or nearly, "
            f"as chance does not deal them; {where}.{counted} The other columns know them again: "
            f"{_lower(owed.sentence('With whole values held out'))} If new data will have new ones, this score is not "
            f"theirs.{which}")


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _pieces(bundle: Bundle, found: Pieces) -> Iterator[Found]:
    """Pieces of one thing on both sides; of a test set alone, how many cases they count as."""
    evidence = {"rows": int(found.codes.size), "cases": found.things}
    if not bundle.undivided and all(division.train is None for division in bundle.divisions or ()):
        together, model = max(((_going_together(found.codes[rows], said), name) for name, (rows, said) in (
            (name, one_pass(bundle, name)) for name in dict.fromkeys(one.model for one in bundle.said or ()))),
            default=(0.0, ""))
        goes = f", and whether {model} is right goes by them (intraclass correlation {together:.2f})" if (
            together > TOGETHER) else ""
        yield Found(message=f"{found.sentence}{goes}: they are not so many independent cases.",
                    severity=Severity.SERIOUS if goes else Severity.WARNING,
                    evidence=evidence | {"correlation": together})
        return
    shared, _ = _across(bundle, found.codes)
    if not shared:
        return
    owed = _owed(bundle, found.codes)
    harmless = owed is not None and not owed.matters
    where = "would be on both sides of a random division" if bundle.undivided else (
        f"are on both sides of a division for {len(shared):,} of them")
    yield Found(message=f"{found.sentence}. Pieces of one case {where}.{_weighed(owed)}",
                severity=Severity.WARNING if harmless else Severity.SERIOUS,
                evidence=evidence | {"shared": len(shared)} | (owed.to_dict() if owed else {}))


def _right_together(bundle: Bundle) -> Iterator[Found]:
    """Cases whose answers are right or wrong together, by a column of the file that nobody named as groups.

    Of a description what matters is whether its tests count them one by one (F-64).
    """
    for name, column in bundle.beside.items() if bundle.alone else ():
        if column.names:
            continue
        codes = column.codes
        n, values = codes.size, int(codes.max()) + 1
        worst: tuple[float, str] = (0.0, "")
        for model in dict.fromkeys(one.model for one in bundle.said or ()):
            rows, said = one_pass(bundle, model)
            found = _going_together(codes[rows], said)
            worst = max(worst, (found, model))
        if worst[0] > TOGETHER:
            as_many = n / (1 + (n / values - 1) * worst[0])
            yield Found(
                message=f"{n:,} cases come from {values:,} values of '{name}', and whether {worst[1]} is right goes by "
                        f"it (intraclass correlation {worst[0]:.2f}): they count as about {as_many:.0f} cases.",
                severity=Severity.SERIOUS, evidence={"column": name, "correlation": worst[0], "counts_as": as_many})
        elif column.items:
            yield Found(message=f"{n:,} cases are {values:,} different values of '{name}': the same one asked again is "
                                f"no other case.", severity=Severity.SERIOUS,
                        evidence={"column": name, "values": values})


def _over_the_folds(bundle: Bundle, problem: Problem) -> Iterator[Found]:
    """Values of a column that nobody named whose cases have one truth, and stand in several folds."""
    known = [division.test for division in bundle.divisions or () if division.train is not None]
    for name, column in bundle.beside.items():
        if column.items or len(known) < 2:
            continue
        values, found = int(column.codes.max()) + 1, names_again(column.codes, problem.y, known)
        pairs = np.unique(np.column_stack([column.codes, problem.y]), axis=0).shape[0]
        few = found.shared > MOST_SHARED * values and pairs < ONE_TRUTH * values and not column.names
        evidence = {"column": name, "shared": found.shared}
        if found.shared < FEWEST_AGAIN or not (few or (column.names and found.one_truth)):
            continue
        if found.repeats:
            yield Found(message=f"{column.codes.size:,} rows have {values:,} values of '{name}', {found.shared:,} of "
                                f"them in several folds, each with one truth and never twice in a fold: if these are "
                                f"cases that were tested again, say --ids {name}; rows are no further cases.",
                        severity=Severity.WARNING, evidence=evidence)
        elif few:
            yield Found(
                message=f"{column.codes.size:,} cases come from {values:,} values of '{name}', all or nearly all of "
                        f"one truth each, and {found.shared:,} of them stand in several folds: a model may have known "
                        f"them again.", severity=Severity.SERIOUS, evidence=evidence)
        else:
            yield Found(
                message=f"{column.codes.size:,} rows have {values:,} values of '{name}': {found.again:,} stand there "
                        f"more than once, with one truth each, and {found.shared:,} of them stand in several folds, "
                        f"as where rows are copied before the folds are drawn: a model may have known them again.",
                severity=Severity.SERIOUS, evidence=evidence)


def _going_together(codes: Array, said: Predictions) -> float:
    """The intraclass correlation of being right, or of the error, by one-way analysis; 0 where chance explains it."""
    from scipy.stats import f

    if said.n_classes is not None and said.labels is not None:
        x = (said.labels == said.truth).astype(float)
    elif said.n_classes is None and said.values is not None and said.values.ndim == 1:
        x = np.abs(said.values - said.truth)
    else:
        return 0.0
    known, code, counts = np.unique(codes, return_inverse=True, return_counts=True)
    k, n = known.size, x.size
    means = np.bincount(code.reshape(-1), weights=x) / counts
    inside = float(np.square(x - means[code.reshape(-1)]).sum()) / max(n - k, 1)
    across = float((counts * np.square(means - x.mean())).sum()) / max(k - 1, 1)
    size = (n - float(np.square(counts).sum()) / n) / max(k - 1, 1)
    if n <= k or across <= inside or f.sf(across / max(inside, 1e-300), k - 1, n - k) > CHANCE:
        return 0.0
    return float((across - inside) / (across + (size - 1) * inside))


def _told(bundle: Bundle, groups: Array) -> Iterator[Found]:
    """Data alone, whose groups are told: what rows divided at random would make of it."""
    owed = _owed(bundle, groups)
    if owed is not None and owed.matters:
        yield Found(message=f"Rows divided at random would flatter.{_weighed(owed)}", severity=Severity.INFO,
                    evidence=owed.to_dict())


def _kept(bundle: Bundle) -> str:
    return "keeps them on one side of a random division" if bundle.undivided else "kept them on one side of a division"


def _owed(bundle: Bundle, units: Array) -> Owing | None:
    try:
        return owed_to_units(rows_of(bundle), units)
    except NotCheckable:
        return None


def _weighed(owed: Owing | None) -> str:
    return "" if owed is None else f" {owed.sentence('With whole groups held out')}"
