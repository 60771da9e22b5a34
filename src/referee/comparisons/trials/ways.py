"""The tests for runs and trials by name, each with the lines it is for; none of them is made here.

Flexer, A. (1996), eqs. 1–3, is `pooled-t`; Reich, Y. and Barai, S. V. (1999), section 5.2, are the six rules; Mooney's
slides are `paired-t`. Where trials are splits of one data set the t of Nadeau and Bengio is `corrected-t`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from referee.comparisons._base import Comparison
from referee.comparisons._student import Asked
from referee.comparisons.data_sets.wilcoxon import wilcoxon
from referee.comparisons.historic.reich_barai import LARGE, RULES, reich_barai
from referee.comparisons.trials.line import Line
from referee.comparisons.two_models.corrected_t import corrected_t
from referee.comparisons.two_models.paired_t import paired_t
from referee.comparisons.two_models.signflip import signflip
from referee.comparisons.two_models.unpaired_t import pooled_t_from_summary, welch_t_from_summary
from referee.errors import NotJustified, UnknownName
from referee.kinds import Array

NO_PAIRS = "needs trials that both models were run in, one by one"
PAIRS = "is for runs that are no pairs; say unpaired=True if these are none"


@dataclass(frozen=True, slots=True)
class Way:
    """A test by name: how it is made of a line, and why it cannot be made of some (None where it can)."""

    name: str
    title: str
    made: Callable[[Line, Asked], Comparison]
    objection: Callable[[Line], str | None]

    def __call__(self, line: Line, asked: Asked) -> Comparison:
        """The test of this line, with the names of the models."""
        why_not = self.objection(line)
        if why_not:
            raise NotJustified(f"{self.name} {why_not}.")
        return replace(self.made(line, asked), a=line.a, b=line.b, metric=line.measure)


def _values(line: Line) -> tuple[Array, Array]:
    assert line.values is not None
    return line.values


def _only_pairs(line: Line) -> str | None:
    return None if line.paired and line.values is not None else NO_PAIRS


def _only_independent_pairs(line: Line) -> str | None:
    if line.dependent:
        return f"takes {line.unit}s for independent, which share training rows"
    return _only_pairs(line)


def _only_sized_pairs(line: Line) -> str | None:
    if line.sizes is None:
        return "needs the rows that each split trained and tested on (train_rows=…, test_rows=…)"
    return _only_pairs(line)


def _only_samples(line: Line) -> str | None:
    return PAIRS if line.paired else None


def _rule_fits(line: Line, *, rule: int) -> str | None:
    if rule == 1 and line.trials <= LARGE:
        return f"is the normal law, for more than {LARGE} iterations, not {line.trials}"
    if rule == 3:
        return "has no exact law: with unequal standard errors the paper goes on to rules 4 to 6"
    if rule == 4 and line.summaries[0].n != line.summaries[1].n:
        return f"is for equal numbers of iterations, not {line.summaries[0].n} and {line.summaries[1].n}"
    return _only_samples(line)


def _paired(line: Line, asked: Asked) -> Comparison:
    return paired_t(*_values(line), unit=line.unit, i_know=True, level=asked.level, alternative=asked.alternative)


def _corrected(line: Line, asked: Asked) -> Comparison:
    assert line.sizes is not None
    return corrected_t(*_values(line), n_train=line.sizes[0], n_test=line.sizes[1], level=asked.level,
                       alternative=asked.alternative)


def _flips(line: Line, asked: Asked) -> Comparison:
    said = signflip(*_values(line), alternative=asked.alternative)
    return replace(said, unit=line.unit, assumptions=(f"The {line.unit}s are independent.", *said.assumptions[1:]))


def _wilcoxon(line: Line, asked: Asked) -> Comparison:
    return wilcoxon(*_values(line), unit=line.unit, level=asked.level, alternative=asked.alternative)


def _welch(line: Line, asked: Asked) -> Comparison:
    return welch_t_from_summary(*line.summaries, level=asked.level, alternative=asked.alternative)


def _pooled(line: Line, asked: Asked) -> Comparison:
    return pooled_t_from_summary(*line.summaries, level=asked.level, alternative=asked.alternative)


def _by_rule(line: Line, asked: Asked, *, rule: int) -> Comparison:
    return reich_barai(*line.summaries, rule=rule, level=asked.level, alternative=asked.alternative)


CORRECTED_T = Way("corrected-t", "corrected resampled t (Nadeau & Bengio)", _corrected, _only_sized_pairs)
PAIRED_T = Way("paired-t", "paired t", _paired, _only_pairs)
SIGNFLIP = Way("signflip", "sign-flip permutation", _flips, _only_independent_pairs)
WILCOXON = Way("wilcoxon", "Wilcoxon signed rank", _wilcoxon, _only_independent_pairs)
WELCH_T = Way("welch-t", "Welch t", _welch, _only_samples)
POOLED_T = Way("pooled-t", "pooled t (Flexer, eqs 1–3)", _pooled, _only_samples)
BY_RULE = tuple(Way(f"reich-barai-{rule}", f"Reich & Barai, rule {rule} ({about})", partial(_by_rule, rule=rule),
                    partial(_rule_fits, rule=rule)) for rule, about in RULES.items())
WAYS = {way.name: way for way in (CORRECTED_T, PAIRED_T, SIGNFLIP, WILCOXON, WELCH_T, POOLED_T, *BY_RULE)}
OF_PAIRS = (CORRECTED_T, PAIRED_T, SIGNFLIP, WILCOXON)
OF_SAMPLES = (WELCH_T, POOLED_T, *BY_RULE)


def way_called(name: str) -> Way:
    """A test by its name.

    >>> way_called("welsh-t")
    Traceback (most recent call last):
    ...
    referee.errors.UnknownName: no test of trials is called 'welsh-t'; did you mean 'welch-t'? There are: ...
    """
    if name not in WAYS:
        raise UnknownName("test of trials", name, list(WAYS), hint=f"There are: {', '.join(WAYS)}")
    return WAYS[name]


def default_way(line: Line) -> Way:
    """The test that is taken where none is named: by what the trials are, never by what came out."""
    if line.paired and line.sizes is not None:
        return CORRECTED_T
    if line.dependent:
        raise NotJustified(
            f"these trials are {line.unit}s of one data set, which share training rows, so that tests of independent "
            f"trials reject far too often; say how many rows each trained and tested on (train_rows=…, test_rows=…), "
            f"or name the test (test='paired-t') and carry the mark.")
    return PAIRED_T if line.paired else WELCH_T
