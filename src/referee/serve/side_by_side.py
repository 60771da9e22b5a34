"""Two studies beside each other: what each says, and in what they differ. Nothing is tested between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.api import Result, StudyAnswer
from referee.estimates._base import Estimate
from referee.reading.estimate import Missing
from referee.report.document import Block, Heading, Page, Section, Table, Text
from referee.report.wording import column_decimals, interval_text, joined, level_text, number
from referee.serve.moment import Study
from referee.study import Analysis

NOT_TESTED = ("Nothing was tested between the two: a difference between numbers of two studies may come from the rows, "
              "the splits or the number of fits. To compare models, put them into one study.")


def compared_page(studies: Sequence[Study], answers: Sequence[StudyAnswer]) -> Page:
    """What each says, the scores that both have, what is different."""
    names = [f"study {study.number}" for study in studies]
    pages = [answer.page() for answer in answers]
    said: list[Block] = []
    for study, page in zip(studies, pages, strict=True):
        said += [Heading(f"Study {study.number}: {study.card.name}, {page.kind}, {study.card.created[:10]}"),
                 *(Text(sentence, "loud") for sentence in page.loud), Text(page.lead)]
    differing = [row for row in _facts(studies, answers) if row[1] != row[2]]
    sections = [
        Section(key="said", title="What each says", blocks=said),
        Section(key="scores", title="Scores of models that are in both", blocks=[
            *_scores(names, answers), Text(NOT_TESTED, "note")]),
        Section(key="differ", title="In what they differ", blocks=[
            Table(header=["what", *names], rows=differing, style="wordy") if differing
            else Text("In nothing that was declared.")])]
    same = studies[0].card.problem == studies[1].card.problem
    return Page(kind="compare", about=joined(list(dict.fromkeys(study.card.name for study in studies))),
                title=f"{names[0]} beside {names[1]}", question=f"{names[0].capitalize()} beside {names[1]}",
                lead="Both are on the same data." if same else "They are on different data.", sections=sections)


def _scores(names: list[str], answers: Sequence[StudyAnswer]) -> Iterator[Block]:
    analyses = [answer.analysis for answer in answers if isinstance(answer, Result)]
    if len(analyses) < 2:
        yield Text("Only comparisons and evaluations have scores that can stand beside each other.")
        return
    first, second = analyses
    metrics = [m for m in first.metrics if m.name in {other.name for other in second.metrics}]
    learners = [name for name in first.learners if name in second.learners]
    rows = [[name, _cell(first, name, metric.name), _cell(second, name, metric.name)]
            for metric in metrics[:1] for name in learners]
    yield Table(header=["model", *names], rows=rows, caption=metrics[0].title) if rows else Text(
        "No model of the same name was scored in both by the metric that decides the first.")


def _cell(analysis: Analysis, learner: str, metric: str) -> str:
    found: Estimate | Missing = analysis.estimates[learner, metric]
    if isinstance(found, Missing):
        return "—"
    places = column_decimals([found.interval], values=[found.value])
    spread = f" ({interval_text(found.interval, places)})" if found.interval else ""
    return f"{number(found.value, places)}{spread}"


def _facts(studies: Sequence[Study], answers: Sequence[StudyAnswer]) -> Iterator[list[str]]:
    """What was declared, in words."""
    cards = [study.card for study in studies]
    said = [card.declaration for card in cards]
    yield ["data", *(f"{card.name} ({card.problem[:8]})" for card in cards)]
    yield ["question", *(one.verb for one in said)]
    yield ["models", *(joined(one.names) for one in said)]
    yield ["decided by", *("".join(one.metrics[:1]) for one in said)]
    yield ["design", *("" if one.design is None else one.design.description for one in said)]
    yield ["splits", *(card.plan[:8] for card in cards)]
    yield ["test", *(one.test or "chosen by design and metric" for one in said)]
    yield ["corrected for", *(one.family for one in said)]
    yield ["confidence", *(level_text(one.level) for one in said)]
    yield ["seed", *(str(one.seed) for one in said)]
    for name in sorted({name for one in said for name in one.versions}):
        yield [name, *(one.versions.get(name, "—") for one in said)]
    yield ["fits", *(f"{study.done:,} of {study.total:,}" for study in studies)]
    yield ["some fits failed", *("yes" if answer.failed else "no" for answer in answers)]
