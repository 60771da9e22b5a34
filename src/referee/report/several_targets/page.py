"""The page of a study of several targets: a section for each, one for all together, then what they have in common."""

from __future__ import annotations

from collections.abc import Iterator

from referee.report.declaration import deviation_sentences
from referee.report.document import Block, Bullets, Drawing, Folded, Page, Section, Table, Text
from referee.report.joint_figure import joint_caption, joint_figure
from referee.report.looks import reopened_sentences
from referee.report.metric_view import estimates_table, figure_of
from referee.report.page import analysis_page
from referee.report.sentences import failure_sentences
from referee.report.several_targets.sentences import (
    everyone_sentence,
    joint_sentence,
    joint_sentences,
    lead_sentence,
    loud_sentences,
    method_sentences,
    target_sentences,
    trouble_sentences,
    whole_sentences,
)
from referee.report.text import heading
from referee.study import Analysis, Joint, SeveralTargets

COMMON = ("asked", "design", "how", "again")
TOGETHER = ("The joint test asks whether two models differ by any target at all. It is a question of its own, beside "
            "the verdicts by single targets, and reads one pass over the rows: it speaks of the models of that pass.")


def targets_page(found: SeveralTargets) -> Page:
    """Everything there is to say, the verdict by each target first."""
    verb = found.study.declaration.verb
    unfinished = [Text(failure_sentences(found.one)[0], "loud")] if found.one.missing else []
    return Page(
        kind=verb, about=found.problem.name, question="Verdict",
        title=f"{found.problem.name}: {verb} by {found.primary.title}, {len(found.targets)} targets",
        loud=[*reopened_sentences(found.one), *deviation_sentences(found.one), *loud_sentences(found)],
        lead=lead_sentence(found),
        rest=[*target_sentences(found), *joint_sentences(found), *whole_sentences(found)],
        head=unfinished, sections=[section for section in _sections(found) if section.blocks],
        how=[said.removeprefix("How: ") for said in method_sentences(found)],
    )


def _sections(found: SeveralTargets) -> Iterator[Section]:
    for i, (name, analysis) in enumerate(found.targets.items(), start=1):
        yield Section(key=f"target-{i}", title=name, gist=True, metric=analysis.primary.title,
                      blocks=list(_target(analysis)))
    yield Section(key="together", title="All targets together", blocks=list(_together(found)))
    yield Section(key="whole", title="All targets as one number", gist=True, blocks=list(_whole(found.whole)))
    yield Section(key="data", title="The data", blocks=[
        Text(found.problem.describe()), Bullets(list(found.problem.notices), "notices")])
    common = {section.key: section for section in analysis_page(found.one).sections}
    troubles = trouble_sentences(found)
    yield from (common[key] for key in COMMON[:2] if key in common)
    yield Section(key="wrong", title="What went wrong", blocks=[
        Bullets(troubles) if troubles else Text("Nothing: every fit succeeded and no learner warned.")])
    yield from (common[key] for key in COMMON[2:] if key in common)


def _target(analysis: Analysis) -> Iterator[Block]:
    """The scores in full view; everything else of a single target folded."""
    for section in analysis_page(analysis).sections:
        if section.key == "estimates":
            yield from section.blocks
        elif section.key in {"pairs", "baseline", "supporting", "calibration"}:
            yield Folded(summary=section.title, blocks=section.blocks)


def _together(found: SeveralTargets) -> Iterator[Block]:
    if found.joint:
        yield Text(TOGETHER, "note")
        yield from (Text(said) for said in everyone_sentence(found))
    for i, joint in enumerate(found.joint):
        said = joint_sentence(found, joint)
        picture = _picture(joint)
        yield Folded(summary=said, open=i == 0, blocks=[picture]) if picture else Text(said)


def _picture(joint: Joint) -> Drawing | None:
    pair = joint.found
    if pair is None:
        return None
    return Drawing(draw=lambda: joint_figure(pair), caption=joint_caption(pair),
                   spoken=f"{pair.a} minus {pair.b} by {', '.join(pair.names)}: {pair}")


def _whole(whole: Analysis | None) -> Iterator[Block]:
    if whole is None:
        return
    yield figure_of(whole, whole.primary)
    yield estimates_table(whole, whole.primary)
    for metric in whole.metrics[1:]:
        table: Table = estimates_table(whole, metric)
        yield Folded(summary=heading(metric), blocks=[figure_of(whole, metric), table])
