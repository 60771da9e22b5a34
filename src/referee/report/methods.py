"""The paragraph on methods of an analysis, as a paper has it: data, design, what was estimated and tested, versions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.comparisons.multiplicity.adjust import SOURCES
from referee.estimates._base import Estimate
from referee.reading.differences.named import TESTS
from referee.reading.intervals.named import made_by
from referee.report.bibliography import OURS, cited
from referee.report.sentences import data_sentences, estimand_words
from referee.report.wording import CORRECTIONS, capitalised, joined, level_text, plain
from referee.study import Analysis

DONE = {True: "judged, from predictions made elsewhere,", False: "compared"}


def analysis_methods(analysis: Analysis) -> str:
    """The paragraph; the works it cites are marked (`report.bibliography`)."""
    said = [f"Data: {data_sentences(analysis)[0].rstrip('.')}.", *_asked(analysis), *_estimated(analysis),
            *_tested(analysis), versions_sentence(analysis.study.declaration.versions)]
    return " ".join(filter(None, said))


def versions_sentence(versions: Mapping[str, str]) -> str:
    """What it was computed with.

    >>> versions_sentence({"referee": "1.2", "python": "3.13.1"})
    'Computed with referee 1.2 and python 3.13.1.'
    """
    from importlib.metadata import version

    found = versions or {OURS: version(OURS)}
    return f"Computed with {joined([f'{name} {number}' for name, number in found.items()])}."


def _asked(analysis: Analysis) -> Iterator[str]:
    said, metric = analysis.study.declaration, analysis.primary
    models = [name for name, card in analysis.learners.items() if not card.baseline]
    baselines = [name for name, card in analysis.learners.items() if card.baseline]
    done = DONE[bool(said.judged)] if analysis.family is not None else "evaluated"
    beside = f", with the baseline {joined(baselines)}," if baselines and models else ""
    were = "was" if len(models or baselines) == 1 else "were"
    yield f"{joined(models or baselines)}{beside} {were} {done} by {metric.title} ({metric.direction.word})."
    if len(analysis.metrics) > 1:
        yield f"Supporting metrics were {joined([m.title for m in analysis.metrics[1:]])}."
    if not said.judged:
        yield f"{capitalised(analysis.plan.description).rstrip('.')}; seed {said.seed}."


def _estimated(analysis: Analysis) -> Iterator[str]:
    for name, card in analysis.learners.items():
        found = analysis.estimates[name, analysis.primary.name]
        if isinstance(found, Estimate) and not card.baseline:
            method = made_by(found.interval)
            spread = (f" with {level_text(found.interval.level)} intervals ({found.interval.method})"
                      if found.interval else ", without intervals")
            yield (f"Estimates are {found.method}, {estimand_words(found)}{spread}"
                   f"{cited(method.reference) if method else ''}.")
            return


def _tested(analysis: Analysis) -> Iterator[str]:
    family = analysis.family
    if family is None:
        return
    test = TESTS[family.test]
    first = family.every_verdict[0].comparison.method if family.every_verdict else test.label
    side = f"one-sided ({family.ask.side} better, declared beforehand)" if family.ask.side else "two-sided"
    half = next((e.n_half for e in analysis.estimates.values() if isinstance(e, Estimate) and e.n_half), None)
    of = f" of models trained on half of the rows ({half:,})" if half else ""
    if family.verdicts:
        many = (f"corrected by {CORRECTIONS.get(family.ask.adjust, family.ask.adjust)} over {family.size} comparisons"
                f"{cited(SOURCES.get(family.ask.adjust, ''))}" if family.size > 1 else "one comparison, not corrected")
        yield (f"Differences{of} were tested by {first}{cited(test.reference)}, {side}, {many}, at an error rate of "
               f"{plain(1 - family.ask.level)}.")
    if family.ask.relevant:
        yield f"Differences below {plain(family.ask.relevant)} were declared not to matter."
    if family.against_baseline is not None:
        n = family.against_baseline.size
        yield ("Whether each beats the baseline was tested likewise" +
               (f", corrected over those {n} comparisons." if n > 1 else "."))
