"""The page about an analysis: the verdict first, then numbers, then how and under what assumptions."""

from __future__ import annotations

from collections.abc import Iterator

from referee.estimates._base import Estimate
from referee.kinds import Estimand
from referee.metrics import Metric
from referee.reading.ask import FAMILIES
from referee.report.comparison_sentences import LOUD
from referee.report.declaration import claims, declaration_sentence, deviation_sentences
from referee.report.document import Block, Bullets, Folded, Heading, Page, Section, Table, Terms, Text
from referee.report.first_line import first_line
from referee.report.html import page_html
from referee.report.looks import reopened_sentences
from referee.report.measured import measured_sentences
from referee.report.methods import analysis_methods
from referee.report.metric_view import (
    baseline_table,
    calibration_blocks,
    estimates_table,
    figure_of,
    gist_of,
    matrix_table,
    pairs_table,
)
from referee.report.paper import paper_blocks
from referee.report.pictures.of_analysis import picture_sections
from referee.report.sentences import (
    data_sentences,
    design_sentence,
    failure_sentences,
    method_sentence,
    verdict_sentences,
)
from referee.report.structure import estimand_sentences, structure_sentences
from referee.report.study_sections import command_block
from referee.report.supporting_sentences import supporting_sentences
from referee.report.text import heading
from referee.report.tuning import tuning_blocks
from referee.report.wording import CORRECTIONS, capitalised, count, duration, joined, level_text, plain
from referee.study import Analysis
from referee.study.vault import OPENED

LIMITS = {
    Estimand.PROCEDURE: "The numbers speak of the learning procedures, trained on about {rows} rows of data like "
                        "these; not of one fitted model, and not of other data sets.",
    Estimand.MODEL: "The numbers speak of the models as they were fitted, on new rows like the test rows; trained "
                    "again on other rows they would be other models.",
    Estimand.FOLD_MODELS: "The numbers speak of the models of these folds on average; not of one model fitted to "
                          "all rows.",
    Estimand.DATA_SETS: "The numbers speak of a population of data sets from which these were drawn.",
    Estimand.TRAINING: "The numbers speak of the rows the models were trained on; they say nothing about new rows.",
}
MOST_BY_EVERY_METRIC = 10       # models whose pairs are on the page by every metric
ALONE = ("The interval of a difference is for that pair by itself. The word allows for the number of comparisons, so "
         "an interval may leave out zero and the word still be “can't tell”.")


def as_html(analysis: Analysis) -> str:
    """The page, as one document that refers to nothing outside itself."""
    return page_html(analysis_page(analysis))


def analysis_page(analysis: Analysis) -> Page:
    """Everything there is to say about an analysis, in the order in which one asks."""
    verb, first = asked_as(analysis), first_line(analysis)
    said = verdict_sentences(analysis)
    calm = [sentence for sentence in said if not sentence.startswith(LOUD)]
    told = [*filter(None, [first]), *calm, *estimand_sentences(analysis)]
    provisional = [Text(failure_sentences(analysis)[0], "loud")] if analysis.missing else []
    return Page(
        kind=verb, about=analysis.problem.name, question="Verdict",
        title=f"{analysis.problem.name}: {verb} by {analysis.primary.title}",
        loud=[*reopened_sentences(analysis), *deviation_sentences(analysis), *structure_sentences(analysis),
              *(sentence for sentence in said if sentence.startswith(LOUD))],
        lead=" ".join(told[:1]), rest=[" ".join(told[1:])] if told[1:] else [],
        head=[Bullets([str(claim) for claim in claims(analysis)]), *provisional],
        sections=[section for section in _sections(analysis) if section.blocks],
        how=[method_sentence(analysis)], methods=analysis_methods(analysis),
    )


def asked_as(analysis: Analysis) -> str:
    """The verb that was asked: what is judged is stored as a comparison, what is tuned as an evaluation."""
    said = analysis.study.declaration
    if said.judged:
        return "judge"
    if said.verb == OPENED:
        return "vault"
    return "tune" if analysis.best_of is not None or (analysis.tuning and analysis.family is None) else said.verb


def _sections(analysis: Analysis) -> Iterator[Section]:
    yield Section(key="estimates", title="How good each is", gist=True, metric=analysis.primary.title, blocks=[
        figure_of(analysis, analysis.primary), estimates_table(analysis, analysis.primary),
        *_every_part(analysis)])
    yield Section(key="tuning", title="Tuning", blocks=tuning_blocks(analysis))
    yield Section(key="pairs", title="Each against each", blocks=_pairs(analysis))
    yield Section(key="baseline", title="Does it beat knowing nothing?", blocks=_baseline(analysis))
    yield Section(key="supporting", title="Other metrics", blocks=_supporting(analysis))
    yield from picture_sections(analysis)
    yield Section(key="calibration", title="Can the probabilities be believed?", blocks=calibration_blocks(analysis))
    yield Section(key="asked", title="What was asked", blocks=[Terms(list(_asked(analysis)))])
    data, *notices = data_sentences(analysis)
    yield Section(key="data", title="The data", blocks=[
        Text(data), Bullets([notice.removeprefix("! ") for notice in notices], "notices")])
    yield Section(key="design", title="The design",
                  blocks=[Text(design_sentence(analysis).removeprefix("Design: "))])
    failures = failure_sentences(analysis)
    yield Section(key="wrong", title="What went wrong", blocks=[
        Bullets(failures) if failures else Text(_nothing_wrong(analysis))])
    yield Section(key="how", title="How it was computed", blocks=list(_how(analysis)))
    yield Section(key="again", title="To do it again", blocks=[
        *_again(analysis), *paper_blocks(analysis_methods(analysis))])


def _nothing_wrong(analysis: Analysis) -> str:
    if analysis.study.declaration.judged:                  # what was fitted elsewhere may have gone wrong there
        return "Nothing was noticed: every prediction could be read and scored."
    return "Nothing: every fit succeeded and no learner warned."


def _every_part(analysis: Analysis) -> Iterator[Block]:
    if len(analysis.plan.entries) > 1:
        yield Folded(summary="The score of every test part",
                     blocks=[figure_of(analysis, analysis.primary, every_part=True)])


def _pairs(analysis: Analysis) -> list[Block]:
    if analysis.family is None:
        return []
    told = supporting_sentences(analysis, every=True)
    return [matrix_table(analysis, analysis.primary), Text(ALONE, "note"), Bullets(told), *_one_by_one(analysis)]


def _one_by_one(analysis: Analysis) -> Iterator[Block]:
    """A line for each pair, from which the page lets one pick; two models are one pair, which the matrix tells."""
    if analysis.family is not None and len(analysis.family.verdicts) > 1:
        yield Folded(summary="Pair by pair", gist=count(len(analysis.family.every_verdict), "pair"),
                     blocks=[pairs_table(analysis, analysis.primary)])


def _baseline(analysis: Analysis) -> list[Block]:
    family = analysis.family
    if family is None or family.against_baseline is None:
        return []
    note = ("A baseline ignores the features. Whether a learner beats it is a question of its own: these comparisons "
            "are corrected among themselves, and cost those above no power.")
    return [Text(note, "note"), baseline_table(analysis, analysis.primary)]


def _supporting(analysis: Analysis) -> list[Block]:
    others = analysis.metrics[1:]
    if not others:
        return []
    note = f"Supporting evidence: the verdict is about {analysis.primary.title} alone, which was declared first."
    return [Text(note, "note"), *(
        Folded(summary=heading(metric), gist=gist_of(analysis, metric), metric=metric.title, blocks=[
            figure_of(analysis, metric), estimates_table(analysis, metric),
            *_matrix(analysis, metric)])
        for metric in others)]


def _matrix(analysis: Analysis, metric: Metric) -> Iterator[Block]:
    """Every pair by a supporting metric; of many models only the primary one's pairs are on the page."""
    if analysis.families.get(metric.name) is None:
        return
    if len(analysis.learners) <= MOST_BY_EVERY_METRIC:
        yield matrix_table(analysis, metric)
    else:
        yield Text(f"The pairs of so many models are on this page by {analysis.primary.title} alone; those by "
                   f"{metric.title} are in its JSON (`--json`).", "note")


def _asked(analysis: Analysis) -> Iterator[tuple[str, str]]:
    family, judged = analysis.family, bool(analysis.study.declaration.judged)
    yield "Question", ("Which of these models is better, by how much, and how sure can one be?" if family
                       else "How good is it, and how sure can one be?")
    if said := declaration_sentence(analysis):
        yield "Declared", said.removeprefix("Declared ")
    names = [f"{name} (baseline)" if card.baseline else name for name, card in analysis.learners.items()]
    yield "Models" if judged else "Learners", joined(names)
    yield "Decided by", f"{analysis.primary.title} ({analysis.primary.direction.word}), declared before looking"
    if len(analysis.metrics) > 1:
        yield "Supporting", joined([m.title for m in analysis.metrics[1:]])
    yield "Confidence", level_text(analysis.level)
    if family is not None:
        pairs = f"all with {family.ask.against}" if family.ask.against else "all pairs"
        own = "; each with the baseline, as a question of its own" if family.against_baseline else ""
        yield "Compared", f"{pairs}{own}"
        yield "Corrected by", CORRECTIONS.get(family.ask.adjust, family.ask.adjust)
        yield "Corrected for", FAMILIES[family.ask.family]
        yield "Smallest difference that matters", (plain(family.ask.relevant) if family.ask.relevant
                                                   else "not declared, so equivalence was not tested")


def _how(analysis: Analysis) -> Iterator[Block]:
    yield Text(capitalised(method_sentence(analysis).removeprefix("How: ")))
    yield from (Text(capitalised(said.removeprefix("Measured: "))) for said in measured_sentences(analysis))
    family = analysis.family
    assumed = list(dict.fromkeys(s for v in (family.every_verdict if family else ()) for s in v.comparison.assumptions))
    if assumed:
        yield Heading("Assumed")
        yield Bullets(assumed)
    yield Heading("Which question this answers, and which it does not")
    yield Bullets(list(_limits(analysis)))


def _limits(analysis: Analysis) -> Iterator[str]:
    found = [e for e in analysis.estimates.values() if isinstance(e, Estimate)]
    for estimand in dict.fromkeys(e.estimand for e in found):
        yield LIMITS[estimand].format(rows=f"{found[0].n_train:,}")
    if analysis.family is not None:
        yield "“Can't tell” does not mean equal: it means that these data do not decide."
        yield ("“Worse” and “better” are about the direction being certain enough, not about the difference being "
               "important.")
    if len(analysis.metrics) > 1 and analysis.family is not None:
        yield "Each metric's comparisons were corrected among themselves, not across metrics."


def _again(analysis: Analysis) -> Iterator[Block]:
    said = analysis.study.declaration
    yield from command_block(said.command)
    versions = ", ".join(f"{name} {version}" for name, version in said.versions.items())
    yield Terms([("Seed", str(said.seed)), ("Design", analysis.plan.spec), ("Declared", analysis.study.created),
                 ("Versions", versions)])
    prints = Terms([("Study", analysis.study.fingerprint), ("Data", analysis.problem.fingerprint),
                    ("Splits", analysis.plan.fingerprint)], code=True)
    yield Folded(summary="Learners, times and fingerprints", blocks=[_learners(analysis), prints])


def _learners(analysis: Analysis) -> Table:
    rows = []
    for name, card in analysis.learners.items():
        fit, predict = analysis.table.seconds.get(name, (None, None))
        failed = sum(learner == name for learner, _, _ in analysis.table.failures)
        rows.append([name, "—" if fit is None else duration(fit), "—" if predict is None else duration(predict),
                     f"{failed:,}", card.fingerprint])
    return Table(header=["learner", "a fit took", "a prediction took", "failed", "fingerprint"], rows=rows)
