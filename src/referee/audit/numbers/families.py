"""A table of tests: its p values, those adjusted for their number, and which of them it calls significant.

Adjusted p values follow from the raw ones and the correction, however rounded: the corrections grow with every p. A
family may have more tests than the table shows; where most adjusted values do not follow, that is what is meant.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.audit.numbers.contradiction import Contradiction, Strength, between
from referee.audit.numbers.figure import Figure, Rounding, figure
from referee.audit.vocabulary.corrections import known_correction
from referee.comparisons import adjust

P_WORDS = {"p", "pvalue", "pvalues", "pval"}
PLAIN = {"value", "values", "raw", "uncorrected", "unadjusted", "two", "one", "sided", "tailed", "of", "the", "test"}
SIDED = {"tail", "tails", "sides", "zweiseitig", "einseitig", "bilateral", "unilateral", "bilatéral", "unilatéral",
         "nominal"}
T_TEST = frozenset({"t", "paired", "student", "students", "s", "welch", "tests"})
CHANGED = {"adj", "adjusted", "corrected", "corr", "q"}
AGAINST = {"vs", "versus", "against", "to"}
FOLLOWED = ("holm", "bonferroni", "bh", "hochberg", "sidak", "by", "hommel")
CALLED = {"significant", "sig", "signif", "reject", "rejected", "h0rejected", "signifikant", "significatif"}
CORRECTED = re.compile(r"\b(?:holm|bonferroni|hochberg|benjamini|fdr|false discovery|sidak|šidák|tukey|nemenyi|dunnett|"
                       r"(?:adjusted|corrected|correction) (?:for|by|with)|multipl\w+[- ](?:compar|test)\w+)",
                       re.IGNORECASE)
UNCORRECTED = re.compile(r"\b(?:un(?:adjusted|corrected)|(?:not|no|never|without)\b[^.;]{0,30}?(?:adjust|correct)\w*)",
                         re.IGNORECASE)
STARRED_AT = 0.05
YES, NO = {"yes", "y", "true", "ja", "oui", "significant", "sig"}, {"no", "n", "false", "nein", "non", "ns", ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """The tests of a table, row by row."""

    labels: tuple[str, ...]
    raw: tuple[Figure | None, ...] = ()
    adjusted: tuple[Figure | None, ...] = ()
    correction: str = ""                     # by which they were adjusted; empty: not said
    called: tuple[bool | None, ...] = ()     # significant, in a column of its own

    @property
    def decided_by(self) -> tuple[Figure | None, ...]:
        """The p values that decide."""
        return self.adjusted or self.raw


def p_column(name: str) -> str | None:
    """What a column of p values was adjusted by: empty for raw ones, "?" where it does not say; None: no p values.

    >>> p_column("p_holm_vs_base"), p_column("p (raw)"), p_column("adjusted p-value"), p_column("precision")
    ('holm', '', '?', None)
    """
    words = re.findall(r"[a-z]+", name.lower())
    words = words[:next((k for k, word in enumerate(words) if word in AGAINST), len(words))]
    rest = [word for word in words if word not in P_WORDS | PLAIN]
    if not set(words) & P_WORDS and words != ["q"]:
        return None
    correction = known_correction(" ".join(rest)) if rest else ""
    if set(rest) & CHANGED or set(rest) == {"q"}:
        return correction or "?"
    return correction


def is_plain_p(name: str) -> bool:
    """Whether a column holds the p values of its tests as they are, by words that say nothing else of them.

    >>> is_plain_p("p two-sided"), is_plain_p("p (paired t-test)"), is_plain_p("p Holm"), is_plain_p("P>|t|")
    (True, True, False, False)
    """
    words = set(re.findall(r"[^\W\d_]+", name.lower()))
    by_t = T_TEST if words & {"test", "tests"} else frozenset[str]()
    return bool(words & P_WORDS) and words <= P_WORDS | PLAIN | SIDED | by_t


def family_of(names: Sequence[str], cells: Sequence[Mapping[str, str]]) -> Family | None:
    """The tests of a table; None where it has no column of p values."""
    first, *columns = names
    adjusted_by = {name: by for name in columns if (by := p_column(name)) is not None}
    raw = next((name for name, by in adjusted_by.items() if by in ("", "none")), None)
    adjusted = next((name for name, by in adjusted_by.items() if by not in ("", "none")), None)
    called = next((name for name in columns if _first_word(name) in CALLED), None)
    if raw is None and adjusted is None:
        return None

    def read(name: str | None) -> tuple[Figure | None, ...]:
        return () if name is None else tuple(figure("p", row.get(name, ""), name=name) for row in cells)

    found = Family(labels=tuple(row.get(first, "") for row in cells), raw=read(raw), adjusted=read(adjusted),
                   correction=adjusted_by[adjusted] if adjusted else "",
                   called=() if called is None else tuple(_yes(row.get(called, "")) for row in cells))
    return found if any(one is not None for one in found.decided_by) else None


def called_by_stars(family: Family, stars: Sequence[int], around: str) -> Family:
    """The family with what its stars call significant: all p up to 0.05 have one, and no other; as it was otherwise.

    What is said around the table may be that the stars allow for the number of tests: then they call nothing by raw p.
    """
    known = [one is not None and one.sign != ">" for one in family.raw]
    corrected = CORRECTED.search(UNCORRECTED.sub(" ", around)) is not None
    if family.adjusted or corrected or not all(known) or len(stars) != len(family.raw) or not any(stars):
        return family
    low = [one is not None and one.value <= STARRED_AT for one in family.raw]
    return replace(family, called=tuple(low)) if low == [many > 0 for many in stars] else family


def _first_word(name: str) -> str:
    return re.split(r"[^a-z0]+", name.lower().strip())[0]


def _yes(cell: str) -> bool | None:
    word = cell.strip().lower().strip(".")
    return True if word in YES else False if word in NO else None


def wrong_adjusted(family: Family) -> tuple[Contradiction, ...] | None:
    """Adjusted p values that the raw ones of the table do not give; None where most do not, or cannot be told."""
    both = [(label, p, q) for label, p, q in zip(family.labels, family.raw, family.adjusted, strict=False)
            if p is not None and q is not None]
    if family.correction not in FOLLOWED or len(both) < 2 or any(one is None for one in family.raw):
        return None
    low, high = _reach([p for _, p, _ in both], family.correction)
    wrong = [(label, p, q, a, b) for (label, p, q), a, b in zip(both, low, high, strict=True)
             if not any(q.span(way, wider=0.5)[0] <= b and q.span(way, wider=0.5)[1] >= a for way in Rounding)]
    if 2 * len(wrong) >= len(both):
        return None
    return tuple(Contradiction(
        where=label, figures=(q.name, p.name), strength=Strength.PREMISE, possible=(a, b),
        message=f"{q.said} does not follow from {p.said} among {len(both)} tests, which give {between(a, b)}; the "
                f"others follow") for label, p, q, a, b in wrong)


def _reach(raw: Sequence[Figure], correction: str) -> tuple[np.ndarray, np.ndarray]:
    spans = np.array([[min(one.span(way)[0] for way in Rounding), max(one.span(way)[1] for way in Rounding)]
                      for one in raw]).clip(0.0, 1.0)
    return np.asarray(adjust(spans[:, 0], correction)), np.asarray(adjust(spans[:, 1], correction))


def not_left(family: Family, level: float) -> tuple[list[str], list[str], int]:
    """Of raw p values only: the tests called significant, those that neither Holm nor BH leaves, how many Holm does."""
    if family.adjusted or not family.called:
        return [], [], 0
    known = [(label, one.value, yes) for label, one, yes in zip(family.labels, family.raw, family.called, strict=True)
             if one is not None and one.sign != ">" and 0 <= one.value <= 1]
    if len(known) < 2:
        return [], [], 0
    holm, bh = (np.asarray(adjust([p for _, p, _ in known], rule)) for rule in ("holm", "bh"))
    called = [label for label, _, yes in known if yes]
    lost = [label for (label, _, yes), p in zip(known, np.minimum(holm, bh), strict=True) if yes and p > level]
    return called, lost, sum(bool(yes and p <= level) for (_, _, yes), p in zip(known, holm, strict=True))
