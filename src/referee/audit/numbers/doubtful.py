"""Headers that mean one thing or another: P and R, "Précision" for precision or accuracy, "Trefferquote" for either.

The columns beside them tell, and the figures: where F1 is the harmonic mean of a column and recall in most rows, the
column is precision, and the other rows are to be held against it. What stays in doubt is not read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from referee.audit.numbers.figure import figure
from referee.audit.numbers.naming import Named
from referee.audit.vocabulary import languages

RECALLS = ("recall", "sensitivity")
FEWEST = 2              # rows that show what a column is


def settled(kinds: Mapping[str, Named], names: Sequence[str], cells: Sequence[Mapping[str, str]]) -> dict[str, Named]:
    """The columns of a table by what they hold, once those that may be read in two ways are decided, or left out."""
    found = dict(kinds)
    f1 = _only(found, ("f1",))
    letters = {languages.bare(name): name for name in names if languages.bare(name) in {"p", "r"}}
    if f1 is not None and set(letters) == {"p", "r"}:
        found |= {letters["p"]: Named("precision"), letters["r"]: Named("recall")}
    for name in names:
        if _words(name) & languages.RECALL_OR_ACCURACY and name not in found and (
                f1 is not None or _only(found, ("precision",)) is not None):
            found[name] = Named("recall", per_cent="%" in name)
    found = {name: kind for name, kind in found.items() if not (_is_error(kind) and _of_numbers(found))}
    return _without_doubt(_with_the_ill(found, cells), f1, cells)


def _is_error(kind: Named) -> bool:
    return kind.kind == "accuracy" and kind.turn[1] < 0


def _of_numbers(found: Mapping[str, Named]) -> bool:
    """Whether a table is of numbers and not of classes: there a mean error is how far they are off to one side."""
    kinds = {kind.kind for kind in found.values() if not _is_error(kind)}
    return bool(kinds & {"rmse", "mae", "mse", "r2"}) and not kinds & {
        "accuracy", "f1", "precision", "recall", "sensitivity", "specificity", "auc", "kappa", "mcc"}


def _with_the_ill(found: dict[str, Named], cells: Sequence[Mapping[str, str]]) -> dict[str, Named]:
    """ "cases" beside another number of all: in medicine these are the ill, fewer in every row."""
    whole = [name for name, kind in found.items() if kind.kind == "cases"]
    ill = next((name for name in whole if _words(name) == {"cases"}), None)
    if len(whole) != 2 or ill is None or any(kind.kind == "positives" for kind in found.values()):
        return found
    other = next(name for name in whole if name != ill)
    pairs = [(figure("", row.get(ill, "")), figure("", row.get(other, ""))) for row in cells]
    fewer = all(some is not None and every is not None and some.value < every.value for some, every in pairs)
    return found | {ill: Named("positives")} if fewer else found


def _without_doubt(found: dict[str, Named], f1: str | None, cells: Sequence[Mapping[str, str]]) -> dict[str, Named]:
    accurate = [name for name, kind in found.items() if kind.kind == "accuracy"]
    precise = [name for name, kind in found.items() if kind.kind.startswith("precision")]
    doubtful = [name for name in precise if _words(name) & languages.PRECISION_OR_ACCURACY] if not accurate else [
        name for name in accurate if _words(name) & languages.ACCURACY_OR_PRECISION] if not precise else []
    for name in doubtful:
        recall = _only(found, RECALLS)
        if len(doubtful) == 1 and f1 is not None and recall is not None and harmonic(cells, name, recall, f1):
            found[name] = Named("precision", per_cent=found[name].per_cent)
        elif found[name].kind != "accuracy":
            del found[name]
    return found


def harmonic(cells: Sequence[Mapping[str, str]], one: str, other: str, mean: str) -> bool:
    """Whether one column is the harmonic mean of two others in most rows, and in more than one."""
    held, asked = 0, 0
    for row in cells:
        figures = [figure("", row.get(name, "").partition("±")[0]) for name in (one, other, mean)]
        known = [each for each in figures if each is not None]
        if len(known) < 3 or known[0].value + known[1].value <= 0:
            continue
        p, r, f1 = known
        asked += 1
        expected = 2 * p.value * r.value / (p.value + r.value)
        held += abs(f1.value - expected) <= p.unit + r.unit + f1.unit
    return held >= FEWEST and 2 * held > asked


def _only(kinds: Mapping[str, Named], wanted: Sequence[str]) -> str | None:
    """The only column of these kinds; None where there is none, or several."""
    columns = [name for name, kind in kinds.items() if kind.kind in wanted]
    return columns[0] if len(columns) == 1 else None


def _words(name: str) -> set[str]:
    return set(re.findall(r"\w+", name.lower()))
