"""F-61: sentences that sound as if they told a fault, by a reader that was taught by examples."""

from __future__ import annotations

from collections.abc import Iterator

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import ASK_READER, require_a_study
from referee.audit.prose.taught import KINDS, beyond, taught


@check("F-61", "Words that sound like a fault", severity=Severity.WARNING,
       advice="Read the sentence: if it is so, mend it as the check it names says; if not, say it in plainer words.",
       reference="measured by authors whom the reader was not taught by: docs/audit-measured.md")
def doubtful_words(bundle: Bundle) -> Iterator[Found]:
    """Sentences, fields and remarks that sound like a fault which no rule has told; asked about, never more.

    A reader that was taught by examples rates them. It is wrong now and then, so that what it says is a warning; and
    what it does not notice may be there all the same, so that nothing noticed is nothing passed.
    """
    require_a_study(bundle)
    if bundle.doubts is None:
        raise NotCheckable("no text of the study is known", ask="its text (.txt, .md), or what was done, in sentences "
                                                                "(protocol, in a description)")
    in_code = {seen.code for seen in bundle.code.found} if bundle.code is not None else set()
    settled = bundle.reading.settled if bundle.reading is not None else frozenset[str]()
    doubts = [one for one in beyond(bundle.doubts, bundle.confessed) if one.asked
              and KINDS[one.kind].code not in in_code and not settled & set(KINDS[one.kind].faults)]
    for one in doubts:
        kind = KINDS[one.kind]
        there = "" if one.line is None else f" (cell {one.line} of all)" if one.cell else f" (line {one.line})"
        yield Found(message=f"It sounds as if {kind.says} ({kind.code}): “{one.sentence}”{there}. Is it so? That is by "
                            f"the sound of the words alone.",
                    evidence={"sentence": one.sentence, "line": one.line, "about": kind.code,
                              "chance": round(one.chance, 3)})
    if not doubts:
        noticed, faults = taught().noticed
        raise NotCheckable(f"no words of it sound like a fault, which shows little: of the faults that authors unknown "
                           f"to the reader put into words it notices {noticed / faults:.0%}", ask=ASK_READER)
