"""The sections that every page about a study ends with: the data, how it was computed, how to do it again."""

from __future__ import annotations

from collections.abc import Sequence

from referee.data.problem import Problem
from referee.ledger import StudyCard
from referee.report.document import Block, Bullets, Code, Section, Terms, Text
from referee.report.wording import capitalised


def data_section(problem: Problem) -> Section:
    """What the data are, and what was noticed in them."""
    return Section(key="data", title="The data", blocks=[Text(problem.describe()), Bullets(problem.notices, "notices")])


def how_section(how: Sequence[str], *, more: Sequence[Block] = (), note: str = "") -> Section:
    """How it was computed."""
    blocks: list[Block] = [Bullets([capitalised(sentence) for sentence in how]), *more]
    return Section(key="how", title="How it was computed", blocks=[*blocks, *([Text(note, "note")] if note else [])])


def again_section(study: StudyCard, problem: Problem, *, more: Sequence[tuple[str, str]] = ()) -> Section:
    """The command, the seed, the versions, the fingerprints."""
    said = study.declaration
    versions = ", ".join(f"{name} {number}" for name, number in said.versions.items())
    terms = Terms([("Seed", str(said.seed)), *more, ("Declared", study.created), ("Versions", versions),
                   ("Study", study.fingerprint), ("Data", problem.fingerprint)])
    return Section(key="again", title="To do it again", blocks=[*command_block(said.command), terms])


def command_block(command: str | None) -> list[Block]:
    """The command, where there was one."""
    return [Code(command)] if command else []
