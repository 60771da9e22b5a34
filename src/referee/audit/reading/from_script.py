"""A script or a notebook as evidence: read, never run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from referee.audit.bundle import Bundle
from referee.audit.prose.taught import Doubt, doubts_among
from referee.audit.prose.traits import REACH
from referee.audit.reading.scripts.flow import Flow
from referee.audit.reading.scripts.remarks import Remark, remarks_of
from referee.audit.reading.scripts.rules import rules
from referee.audit.reading.scripts.source import source_of
from referee.audit.vocabulary.sentences import line_of, sentences_of

MOST = 1000                     # remarks that are rated, some milliseconds each
ENOUGH = 20_000                 # characters, for the language of the remarks to show


def bundle_of_script(path: str | Path) -> Bundle:
    """What the code shows of how scores came about."""
    source = source_of(Path(path))
    trace = Flow(source).go()
    code = rules(source, trace)
    read = (f"Read as code, nothing of it was run: {code.fits} {'fit' if code.fits == 1 else 'fits'} and "
            f"{code.evaluations} {'score' if code.evaluations == 1 else 'scores'} were recognised.")
    homes = ", ".join(trace.stars)
    stars = (f"Names imported by * ({homes}) are taken for what they usually are.",) if homes else ()
    remarks = remarks_of(source)
    unrated = (f"Of its {len(remarks):,} remarks the first {MOST} were read.",) if len(remarks) > MOST else ()
    return Bundle(name=source.name, code=code, answered=(), notices=(read, *stars, *unrated),
                  doubts=_doubts(remarks[:MOST]))


def _doubts(remarks: tuple[Remark, ...]) -> tuple[Doubt, ...] | None:
    """Remarks that sound like a fault, with their lines, or cells of a notebook; None where there is no remark.

    Each is rated by itself, since what stands in the next comment is seldom the next sentence: so empty ones are put
    between them, as many as a sentence looks around.
    """
    sentences: list[str] = []
    home: dict[str, Remark] = {}
    for remark in remarks:
        own = sentences_of(remark.text, whole=True)
        home |= {sentence: remark for sentence in own if sentence not in home}
        sentences += [*own, *[""] * REACH]
    if not home:
        return None
    whole = "\n\n".join(one.text for one in remarks)[:ENOUGH]
    return tuple(replace(one, line=_line(one.sentence, home[one.sentence]), cell=home[one.sentence].cell)
                 for one in doubts_among(sentences, whole) if one.asked)


def _line(sentence: str, remark: Remark) -> int:
    return remark.at if remark.cell else remark.at + (line_of(sentence, remark.text) or 1) - 1
