"""Tables of mean ratings: "24 raters, one rating each in whole points, mean 4.32" cannot be (GRIM).

Read only where the table says that ratings are whole numbers, or points of a short scale, and nothing says that several
were averaged. Where it says also that each person gave one, or counts the ratings, a mean that no so many whole numbers
have is wrong for certain. Else the other means tell: where all of them are means of whole numbers, which chance would
hardly bring about, the one that is none is told as what it probably is.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.audit.numbers.contradiction import Contradiction, Strength
from referee.audit.numbers.figure import Figure, Rounding, figure
from referee.audit.numbers.granularity import grim

WHOLE = re.compile(r"\bwhole[ -](?:points?|numbers?|marks?|stars?|ratings?|scores?|steps?)|\bintegers?\b"
                   r"|\bsingle[- ](?:item|question)\b|\b(?:ganze|ganzzahlig\w*|entiers?|enteros?|interi)\b",
                   re.IGNORECASE)
SCALE = re.compile(r"\blikert\b|\bstars?\b|\b[57]-point\b"
                   r"|(?<![\d.])[01]\s?(?:-|–|to|bis|à|a)\s?(?:[3-9]|1[01])(?![\d.])",
                   re.IGNORECASE)
ONE_EACH = re.compile(r"\b(?:one|single|1) (?:rating|answer|vote|judge?ment|score|mark|item|question|response)\b"
                      r"|\beach (?:rated|answered|voted|gave) once\b|\bje eine\b", re.IGNORECASE)
SEVERAL = re.compile(r"\b(?:averag\w+|means?|sum|total) (?:over|across|of (?:the|all|\d|two|three|four|five|several))"
                     r"|\bitems\b|\bcomposite|\bsub-?scales?\b"
                     r"|\bhalf|\bhalves|\bdecimal|\bslider|\bvisual analog|\bVAS\b|\badjusted|\bweighted|\bestimated"
                     r"|\bmarginal|\bdifference|\bgain|\bchange|\bstandardi[sz]ed|\bnormali[sz]ed|\beach (?:rated|"
                     r"answered) (?!once)\w+|\b[2-9] (?:ratings|answers|items) each|\b(?:two|three|four|five|several) "
                     r"(?:ratings|answers|items|votes)", re.IGNORECASE)
MEASURED = re.compile(r"\b(?:age|years?|time|seconds?|minutes?|ms|duration|latency|accuracy|error|rate|percent\w*"
                      r"|length|words?|tokens?|income|auc|f1|kappa|correlation|rank|bleu|rouge)\b|%", re.IGNORECASE)
MEAN = {"mean", "means", "average", "avg", "m", "mos", "mittel", "mittelwert", "moyenne", "media"}
RATED = {"rating", "ratings", "helpfulness", "quality", "fluency", "adequacy", "usefulness", "satisfaction", "score"}
GIVEN = {"ratings", "answers", "votes", "responses", "judgements", "judgments", "bewertungen"}
PEOPLE = {"n", "raters", "participants", "respondents", "judges", "users", "people", "persons", "annotators", "readers",
          "students", "subjects", "patients", "reviewers", "evaluators", "voters", "reviews", "listeners"}
SPREAD = {"sd", "std", "se", "sem", "median", "min", "max", "variance", "ci", "stdev", "deviation", "error"}
HOW = {"scale", "item", "instrument", "note", "notes", "rating", "response", "format"}
AT_LEAST, LUCK = 2, 0.01        # other means that fit, and the chance that they all do without being of whole numbers
LONGEST = 200                   # signs of a heading


@dataclass(frozen=True, slots=True)
class _Cell:
    where: str
    mean: Figure
    n: int

    @property
    def fits(self) -> bool:
        return any(grim(self.mean.span(way), self.n) for way in Rounding)

    @property
    def luck(self) -> float:
        """The chance that a number with so many digits is a mean of so many whole ones."""
        return min(1.0, self.n * self.mean.unit)


def wrong_means(names: Sequence[str], cells: Sequence[Mapping[str, str]]) -> tuple[Contradiction, ...] | None:
    """The means that no so many whole ratings have; None where the table is none of ratings in whole points.

    >>> rows = [{"reply": "a", "ratings (whole points)": "24", "mean": "4.32"}]
    >>> [one.message for one in wrong_means(list(rows[0]), rows)]
    ['mean 4.32 is not the mean of 24 whole numbers: 4.292 and 4.333 are the nearest (GRIM)']
    """
    said = " | ".join(_said(names, cells))
    if not (WHOLE.search(said) or SCALE.search(said)) or SEVERAL.search(said):
        return None
    people = [name for name in names if _counts(name, cells)]
    means = [name for name in names[1:] if name not in people and _is_mean(name)]
    if len(people) != 1 or not means:
        return None
    found = [_cell(row, names[0], name, people[0]) for row in cells for name in means]
    known = [one for one in found if one is not None]
    sure = bool(WHOLE.search(said)) and (bool(ONE_EACH.search(said)) or bool(set(_words(people[0])) & GIVEN))
    wrong = [one for one in known if not one.fits]
    fitting = [one for one in known if one.fits]
    likely = len(wrong) == 1 and len(fitting) >= AT_LEAST and math.prod(one.luck for one in fitting) < LUCK
    if not sure and not likely:
        return ()
    return tuple(_told(one, sure=sure) for one in wrong)


def _said(names: Sequence[str], cells: Sequence[Mapping[str, str]]) -> list[str]:
    """What the table says of its ratings: its headings, and the cells of a column that describes the scale."""
    how = [name for name in names if set(_words(name)) & HOW]
    return [text[:LONGEST] for text in (*names, *dict.fromkeys(
        row.get(name, "") for name in how for row in cells if figure("", row.get(name, "")) is None))]


def _words(name: str) -> list[str]:
    """The words of a heading before its brackets."""
    return re.findall(r"[^\W\d_]+", re.split(r"[(\[,;]", name.lower())[0])


def _counts(name: str, cells: Sequence[Mapping[str, str]]) -> bool:
    """Whether a column counts people or their ratings: whole numbers throughout."""
    return bool(set(_words(name)) & (PEOPLE | GIVEN)) and all(
        re.fullmatch(r"[1-9]\d{0,6}", row.get(name, "").strip()) for row in cells)


def _is_mean(name: str) -> bool:
    words = set(_words(name))
    return bool(words & (MEAN | RATED)) and not words & SPREAD and not MEASURED.search(name[:LONGEST])


def _cell(row: Mapping[str, str], label: str, name: str, people: str) -> _Cell | None:
    one = figure("mean", re.split(r"[±(\[]", row.get(name, ""))[0], name=name)
    if one is None or one.sign != "=" or one.unit >= 1 or "%" in one.text:
        return None
    return _Cell(row.get(label, "").strip()[:60], one, int(row[people]))


def _told(one: _Cell, *, sure: bool) -> Contradiction:
    size, value = one.n, one.mean.value
    near = f"{math.floor(value * size) / size:.4g} and {math.ceil(value * size) / size:.4g}"
    return Contradiction(
        where=one.where, figures=("mean", "n"), strength=Strength.CERTAIN if sure else Strength.PREMISE,
        message=f"{one.mean.said} is not the mean of {size} whole numbers: {near} are the nearest (GRIM)"
                + ("" if sure else "; the other means of the table are"))
