"""How scores that are no means over rows were made of their test parts, and which parts have none of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.estimates._base import Estimate
from referee.metrics import Metric
from referee.reading.pooling import Way
from referee.report.wording import count, joined, short_reason
from referee.study import Analysis


def scored_how(analysis: Analysis) -> Iterator[str]:
    """One sentence, for the metrics whose making does not follow from their name; none where all are means."""
    alike: dict[str, list[str]] = {}
    for metric in analysis.metrics:
        if (how := _made(analysis, metric)) is not None:
            alike.setdefault(how, []).append(metric.title)
    if alike:
        yield f"{'; '.join(f'{joined(titles)}: {how}' for how, titles in alike.items())}."


def _made(analysis: Analysis, metric: Metric) -> str | None:
    told = analysis.study.declaration.verb == "evaluate" and metric is analysis.primary      # in its own sentence
    if len(analysis.plan.entries) < 2 or told:
        return None
    for name, card in analysis.learners.items():
        found, pooled = analysis.estimates[name, metric.name], analysis.table.scores[name, metric.name].pooled
        if isinstance(found, Estimate) and not card.baseline and pooled is not None and pooled.way is not Way.MEAN:
            return found.method
    return None


def parts_without(analysis: Analysis) -> Iterator[str]:
    """Test parts on which a fit went well but the metric does not exist; of a baseline nobody expects otherwise."""
    whole = len(analysis.plan.entries)
    for (learner, metric), scores in analysis.table.scores.items():
        if analysis.learners[learner].baseline:
            continue
        failed = {label for name, label, _ in analysis.table.failures if name == learner}
        reasons = Counter(reason for label, reason in scores.lost if label not in failed)
        if reasons:
            title = next(m.title for m in analysis.metrics if m.name == metric)
            counts = scores.pooled is not None and scores.value is not None and scores.counted + len(failed) >= whole
            yield (f"{title} of {learner} does not exist on {reasons.total():,} of {count(whole, 'test part')}: "
                   f"{short_reason(reasons.most_common(1)[0][0])}"
                   f"{'; their rows count in its pooled score all the same' if counts else ''}.")
