"""Several targets for a terminal: a table each, the verdicts one by one, then all together."""

from __future__ import annotations

from collections.abc import Iterator

from referee.report.declaration import deviation_sentences
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
    """The tables, the verdicts, what went wrong, and how it was done."""
    return "\n\n".join([*_tables(found), "\n".join(_paragraphs(found))]) + "\n"


def _tables(found: SeveralTargets) -> Iterator[str]:
    for name, analysis in found.targets.items():
        yield f"{name}:\n{primary_table(analysis)}"
    if found.whole is not None:
        yield "\n".join(["All targets as one number:", primary_table(found.whole), *supporting_tables(found.whole)])


def _paragraphs(found: SeveralTargets) -> Iterator[str]:
    yield from (wrapped(said) for said in loud_sentences(found))
    yield wrapped(f"Verdict: {lead_sentence(found)}")
    yield from (wrapped(said, hang="  ") for said in target_sentences(found))
    joint = joint_sentences(found)
    yield from (wrapped(said, hang="  ") for said in joint[:FEW])
    if len(joint) > FEW:
        yield wrapped(f"{len(joint) - FEW} more pairs by all targets together are on the page.")
    yield from (wrapped(said) for said in whole_sentences(found))
    troubles = [*deviation_sentences(found.one), *trouble_sentences(found)]
    yield from (wrapped(f"! {said}", hang="  ") for said in troubles)
    yield from (wrapped(said) for said in method_sentences(found))
