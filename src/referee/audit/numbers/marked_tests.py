"""Stars in a column of their own that go exactly by p < 0.05, in a table of many tests that says of no correction."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from referee.audit.numbers.families import CHANGED, CORRECTED, STARRED_AT, UNCORRECTED, Family
from referee.audit.numbers.figure import Figure, figure

FEWEST = 10                     # tests, from which a column of stars is held against their number
STARS = re.compile(r"[*†‡§+✓✔✱★#]{1,5}")
SAYS = re.compile(r"(?:sig|signif|significant|signifikant|yes|ja|oui)\.?", re.IGNORECASE)
NO_STARS = frozenset({"", "ns", "n.s", "no", "-", "–", "—", "not significant", "nein", "non", "not sig",
                      "nonsignificant"})
OF_P = re.compile(r"\b(?:sig|signif|signifik|star|mark|p\s?<|p\s?≤|alpha|α)", re.IGNORECASE)
ADJUSTED = CHANGED | {"padj", "qvalue", "qval", "qvalues", "fdr", "fwer", "holm", "bonferroni", "bonf", "bh",
                      "hochberg", "benjamini", "sidak", "tukey", "adjust", "adjustment", "correction", "adjp", "pcorr",
                      "dunnett"}
LONGEST = 300                   # signs of a cell that are read for a word of a correction

Cells = Mapping[str, str]


def called_by_marks(family: Family, names: Sequence[str], cells: Sequence[Cells], around: str = "") -> Family:
    """The family with what a column of marks calls significant; as it was where that is not by raw p alone.

    >>> raw = tuple(figure("p", text) for text in ["0.01", "0.04"] + ["0.5"] * 10)
    >>> rows = [{"gene": "g", "sig.": "*" if one.value < 0.05 else "n.s."} for one in raw]
    >>> sum(called_by_marks(Family(labels=("g",) * 12, raw=raw), ["gene", "sig."], rows).called)
    2
    """
    told = [one for one in family.raw if one is not None]
    settled = any(one is not None for one in family.called)
    if settled or family.adjusted or len(told) < FEWEST or _corrected(names, cells, around):
        return family
    for name in names[1:]:
        marks = [_mark(row.get(name, ""), words=OF_P.search(name) is not None) for row in cells]
        if any(marks) and None not in marks and all(_goes_by(one, mark=bool(mark)) for one, mark in zip(
                family.raw, marks, strict=True)):
            return replace(family, called=tuple(bool(mark) for mark in marks))
    return family


def _mark(cell: str, *, words: bool) -> bool | None:
    """Whether a cell is a mark, or the lack of one; None where it is something else."""
    text = cell.strip()
    if STARS.fullmatch(text) or (words and SAYS.fullmatch(text)):
        return True
    return False if text.lower().rstrip(".") in NO_STARS else None


def _goes_by(one: Figure | None, *, mark: bool) -> bool:
    """Whether a mark is what p < 0.05 says; at 0.05 itself it may be either."""
    if one is None:
        return not mark
    if abs(one.value - STARRED_AT) < 1e-12 and one.sign == "=":
        return True
    return mark == (one.sign != ">" and one.value <= STARRED_AT)


def _corrected(names: Sequence[str], cells: Sequence[Cells], around: str) -> bool:
    """Whether a heading, a cell or what stands around the table has a word of a correction."""
    heads = [UNCORRECTED.sub(" ", name[:LONGEST]) for name in names]
    if any(set(re.findall(r"[a-zšá]+", head.lower())) & ADJUSTED for head in heads):
        return True
    said = {cell[:LONGEST] for row in cells for cell in row.values() if figure("", cell) is None}
    return any(CORRECTED.search(UNCORRECTED.sub(" ", text)) for text in (around, *heads, *said))
