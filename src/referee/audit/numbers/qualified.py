"""Scores whose header says more than their name: "F1 (entity, strict)", "Recall – test", "Precision@exact".

What is said besides is a qualifier. Figures under one qualifier are put together, and those under two never are: a
macro F1 does not follow from the precision of entities. Under a qualifier that nobody knows (it may be the end of an
interval, or a rank) the figures themselves have to show it: F1 is the harmonic mean of precision and recall in most
rows. So they have where only one of the three has a qualifier.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from referee.audit.numbers.doubtful import harmonic
from referee.audit.numbers.naming import EXACT, MOST_WORDS, WHOSE, Named, is_no_mean, named
from referee.audit.vocabulary import languages

Cells = Mapping[str, str]

LONGEST = 80            # characters of a header; what is longer is a sentence
BRACKETS = re.compile(r"^(?P<head>[^()\[\]{}]+)[(\[{](?P<more>[^()\[\]{}]+)[)\]}][\s%()\[\]]*")
MARKS = re.compile(r"\s[-/]\s|[,;:|/@–—]")
_CHANGES_NOTHING = ("test testing tested testset held out heldout holdout hold set on the of in score scores split "
                    "data rows cases for and")
_ONE_COUNTING = ("entity entities span spans token tokens mention mentions strict exact lenient relaxed partial match "
                 "type boundary positive positives class minority external internal validation valid val dev "
                 "development cohort overall all binary pos level document sentence final")
NEUTRAL = frozenset(_CHANGES_NOTHING.split())
HARMLESS = NEUTRAL | frozenset(_ONE_COUNTING.split())
HARMONIC = ("precision", "recall", "f1")
SAME = {"sensitivity": "recall"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Qualified:
    """Columns that are read beside those with plain names: some as one with them, others in groups of their own."""

    joined: Mapping[str, Named] = field(default_factory=dict)
    groups: Mapping[str, Mapping[str, Named]] = field(default_factory=dict)


def qualified(name: str) -> tuple[Named, frozenset[str]] | None:
    """The score that a header is of and the words that stand beside it; None where it is no such header.

    >>> kind, words = qualified("F1 (entity, strict)")
    >>> kind.kind, sorted(words)
    ('f1', ['entity', 'strict'])
    >>> [(found[0].kind, sorted(found[1])) for name in ("Recall@exact", "Accuracy, test", "strict: F1 [%]")
    ...  if (found := qualified(name))]
    [('recall', ['exact']), ('accuracy', []), ('f1', ['strict'])]
    >>> qualified("Precision / Recall"), qualified("F1 (p)"), qualified("colour (strict)")
    (None, None, None)
    """
    if len(name) > LONGEST or named(name) is not None:
        return None
    for head, more in _parted(name):
        kind = named(head)
        words = frozenset(re.findall(r"[^\W_]+", languages.unaccented(more.lower())))
        if kind is not None and (kind.kind in WHOSE or kind.kind in EXACT) and words:
            if named(more) is not None or any(map(is_no_mean, words)):
                return None              # two scores in one header, or a spread, an end or a count of one
            return replace(kind, per_cent=kind.per_cent or "%" in name), words - NEUTRAL
    return None


def _parted(name: str) -> Iterator[tuple[str, str]]:
    """The ways to part a header in a name and what is said besides, the plainest first."""
    inside = BRACKETS.fullmatch(name.strip())
    if inside:
        yield inside["head"], inside["more"]
    for mark in list(MARKS.finditer(name))[:1]:
        before, behind = name[:mark.start()], name[mark.end():]
        yield before, behind
        yield behind, before
    words = re.findall(r"[^\W_]+", re.sub(r"\([^()]*\)|%", " ", name))[:MOST_WORDS]
    for cut in range(len(words) - 1, 0, -1):
        yield " ".join(words[:cut]), " ".join(words[cut:])
        yield " ".join(words[-cut:]), " ".join(words[:-cut])


def with_qualifiers(names: Sequence[str], plain: Mapping[str, Named], cells: Sequence[Cells]) -> Qualified:
    """The columns with qualifiers among `names`, put together with the plain ones or with one another.

    >>> rows = [{"P": "0.80", "R": "0.60", "F1 (strict)": "0.69"}, {"P": "0.5", "R": "0.5", "F1 (strict)": "0.5"}]
    >>> sorted(with_qualifiers(list(rows[0]), {"P": Named("precision"), "R": Named("recall")}, rows).joined)
    ['F1 (strict)']
    """
    groups: dict[frozenset[str], dict[str, Named]] = {}
    for name in names:
        if name not in plain and (found := qualified(name)) is not None:
            groups.setdefault(found[1], {})[name] = found[0]
    groups = {words: some for words, some in groups.items() if _kinds(some) == len(some)}
    bare = groups.pop(frozenset(), {})
    others = {kind.kind for some in groups.values() for kind in some.values()}
    taken = {kind.kind for kind in plain.values()}
    joined = {name: kind for name, kind in bare.items() if kind.kind not in taken | others} | _of_all(plain, cells)
    apart: dict[str, dict[str, Named]] = {}
    for words, some in groups.items():
        more = _shown_together(some, {**plain, **joined}, cells)
        if more is not None:
            joined |= more
        elif len(some) > 1 and (words <= HARMLESS or _harmonic_in(some, cells)):
            apart[", ".join(sorted(words))] = some
    return Qualified(joined=joined, groups=apart)


def _of_all(plain: Mapping[str, Named], cells: Sequence[Cells]) -> dict[str, Named]:
    """An F1 over all cases (micro) beside a precision and a recall that are so too, as most rows show."""
    found = {name: replace(kind, kind="f1") for name, kind in plain.items() if kind.kind == "f1_micro"}
    return found if found and _harmonic_in({**plain, **found}, cells) else {}


def _kinds(some: Mapping[str, Named]) -> int:
    return len({kind.kind for kind in some.values()})


def _shown_together(some: Mapping[str, Named], plain: Mapping[str, Named], cells: Sequence[Cells]
                    ) -> Mapping[str, Named] | None:
    """Columns with a qualifier that are of one kind of counting with plain ones, as their figures show; else None."""
    own, beside = {kind.kind for kind in some.values()}, {kind.kind for kind in plain.values()}
    if own & beside or not own <= {*HARMONIC, *SAME} or {*HARMONIC} <= _as_recall(own):
        return None
    return some if _harmonic_in({**plain, **some}, cells) else None


def _as_recall(kinds: set[str]) -> set[str]:
    return {SAME.get(kind, kind) for kind in kinds}


def _harmonic_in(some: Mapping[str, Named], cells: Sequence[Cells]) -> bool:
    """Whether one F1 among these columns is the harmonic mean of one precision and one recall, in most rows."""
    columns = {kind: [name for name, one in some.items() if SAME.get(one.kind, one.kind) == kind] for kind in HARMONIC}
    if any(len(found) != 1 for found in columns.values()):
        return False
    return harmonic(cells, *(found[0] for found in columns.values()))
