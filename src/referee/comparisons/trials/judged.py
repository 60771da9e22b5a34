"""Lines tested as one family: the test of each, its corrected p-value, what could have been seen, the other ways."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee.comparisons._base import Comparison
from referee.comparisons._flags import ZERO_VARIANCE
from referee.comparisons._student import Asked
from referee.comparisons.multiplicity.adjust import adjust
from referee.comparisons.power.detectable import Alternative, detectable
from referee.comparisons.trials.line import Line
from referee.comparisons.trials.ways import OF_PAIRS, OF_SAMPLES, SIGNFLIP, Way, default_way, way_called
from referee.comparisons.verdict import TURNED, Compared, Outcome, outcome_of
from referee.errors import BadInput, NotJustified, Undefined


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialsAsk:
    """How lines are to be tested; fixed before anyone looks."""

    test: str | None = None             # by name; None: by what the trials are
    level: float = 0.95
    alternative: Alternative = "two-sided"
    adjust: str = "holm"

    @property
    def asked(self) -> Asked:
        """Checked, as tests take it."""
        return Asked(self.level, self.alternative)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """Another way to test a line: what it says, or why it cannot be taken."""

    way: Way
    comparison: Comparison | None
    refused: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class JudgedLine(Compared):
    """A line with its test, its place in the family, and the other ways."""

    line: Line
    way: Way
    comparison: Comparison
    p_adjusted: float
    detectable: float | None            # seen with 80% power at the corrected level; None where no error is known
    outcome: Outcome
    others: tuple[Tried, ...]
    instead: str = ""                   # why the test that was due gave way

    def swapped(self) -> JudgedLine:
        """The same told from the other side."""
        turned = tuple(replace(one, comparison=one.comparison and one.comparison.swapped()) for one in self.others)
        return replace(self, comparison=self.comparison.swapped(), others=turned,
                       outcome=TURNED.get(self.outcome, self.outcome))

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        sides = {side: {"mean": one.mean, "sd": one.sd, "n": one.n}
                 for side, one in zip("ab", self.line.summaries, strict=True)}
        return {
            "measure": self.line.measure, "a": self.line.a, "b": self.line.b, "paired": self.line.paired,
            "summaries": sides, "difference": self.difference, "outcome": self.outcome.value,
            "p_adjusted": self.p_adjusted, "detectable": self.detectable, "instead": self.instead,
            "test": _told(self.way, self.comparison),
            "ways": [_told(one.way, one.comparison) | {"refused": one.refused} for one in self.others]}


def _told(way: Way, said: Comparison | None) -> dict[str, Any]:
    if said is None:
        return {"name": way.name, "title": way.title, "p": None}
    finite = said.statistic is not None and np.isfinite(said.statistic)
    return {"name": way.name, "title": way.title, "statistic": said.statistic if finite else None, "df": said.df,
            "p": said.p, "interval": said.interval.to_dict() if said.interval else None,
            "standard_error": said.standard_error, "assumptions": list(said.assumptions), "flags": list(said.flags)}


def judge_lines(lines: Sequence[Line], ask: TrialsAsk) -> tuple[JudgedLine, ...]:
    """Every line by its test, corrected for their number."""
    named = None if ask.test is None else way_called(ask.test)
    made = [_primary(line, named, ask.asked) for line in lines]
    p = adjust([said.p for _, said, _ in made], ask.adjust)
    return tuple(_judged(line, one, float(corrected), ask, tests=len(lines))
                 for line, one, corrected in zip(lines, made, p, strict=True))


def _primary(line: Line, named: Way | None, asked: Asked) -> tuple[Way, Comparison, str]:
    """The test that was named, or is due; sign flips where there is no spread to judge by."""
    way = named or default_way(line)
    said = way(line, asked)
    if ZERO_VARIANCE in said.flags and named is None and SIGNFLIP.objection(line) is None:
        return SIGNFLIP, SIGNFLIP(line, asked), f"all differences are equal, so a {way.title} has no spread to judge by"
    return way, said, ""


def _judged(line: Line, made: tuple[Way, Comparison, str], p: float, ask: TrialsAsk, *, tests: int) -> JudgedLine:
    way, said, instead = made
    df = said.df if isinstance(said.df, int | float) else None
    seen = detectable(said.standard_error, df, level=ask.level, tests=tests, alternative=ask.alternative) \
        if said.standard_error else None
    outcome = outcome_of(said, line.direction, p_adjusted=p, p_equivalence=None, level=ask.level)
    others = tuple(_tried(line, other, ask.asked) for other in (OF_PAIRS if line.paired else OF_SAMPLES)
                   if other is not way)
    return JudgedLine(line=line, way=way, comparison=said, p_adjusted=p, detectable=seen, outcome=outcome,
                      others=others, instead=instead)


def _tried(line: Line, way: Way, asked: Asked) -> Tried:
    try:
        return Tried(way=way, comparison=way(line, asked))
    except (BadInput, NotJustified, Undefined) as why:
        return Tried(way=way, comparison=None, refused=str(why))
