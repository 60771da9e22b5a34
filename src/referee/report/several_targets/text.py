"""Several targets for a terminal: the answer by each, a table each, the verdicts in full, then all together."""

from __future__ import annotations

from collections.abc import Iterator

from referee.report.declaration import deviation_sentences
from referee.report.first_line import first_line
from referee.report.several_targets.sentences import (
    FEW,
    joint_sentences,
    lead_sentence,
    loud_sentences,
    method_sentences,
    target_sentences,
    trouble_sentences,
    whole_sentences,
)
from referee.report.text import primary_table, supporting_tables, wrapped
from referee.study import SeveralTargets


def targets_text(found: SeveralTargets) -> str:
    """The answer, the tables, the verdicts in full, what went wrong, and how it was done."""
    return "\n\n".join(["\n".join(_answer(found)), *_tables(found), "\n".join(_paragraphs(found))]) + "\n"


def _answer(found: SeveralTargets) -> Iterator[str]:
    """What one asked, before any table: warnings, how many differ, and who leads by each target."""
    yield from (wrapped(said) for said in loud_sentences(found))
    yield wrapped(f"Verdict: {lead_sentence(found)}")
    by_target = {name: first_line(analysis) for name, analysis in found.targets.items()}
    yield from (wrapped(f"  {name}: {said}", hang="    ") for name, said in by_target.items() if said)


def _tables(found: SeveralTargets) -> Iterator[str]:
    for name, analysis in found.targets.items():
        yield f"{name}:\n{primary_table(analysis)}"
    if found.whole is not None:
        yield "\n".join(["All targets as one number:", primary_table(found.whole), *supporting_tables(found.whole)])


def _paragraphs(found: SeveralTargets) -> Iterator[str]:
    yield from (wrapped(said, hang="  ") for said in target_sentences(found))
    joint = joint_sentences(found)
    yield from (wrapped(said, hang="  ") for said in joint[:FEW])
    if len(joint) > FEW:
        yield wrapped(f"{len(joint) - FEW} more pairs by all targets together are on the page.")
    yield from (wrapped(said) for said in whole_sentences(found))
    troubles = [*deviation_sentences(found.one), *trouble_sentences(found)]
    yield from (wrapped(f"! {said}", hang="  ") for said in troubles)
    yield from (wrapped(said) for said in method_sentences(found))
