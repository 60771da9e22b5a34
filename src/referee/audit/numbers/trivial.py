"""A share of right answers that always naming the larger class would beat, in a text that does not say so.

Both are told by counts: 690 of 800 sections right, 66 of the 800 leak, so 734 are intact.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.audit.numbers.counted import COUNT
from referee.audit.numbers.in_english import style_of
from referee.audit.prose.confession import ACCURACY_ALONE, Confession
from referee.audit.prose.marks import mentions
from referee.audit.vocabulary.sentences import FULL_STOP

RIGHT = re.compile(rf"({COUNT.pattern})(?:\s+[^\W\d]+){{0,2}}?\s+(?:of(?: the)?|out of)\s+({COUNT.pattern})")
FEWEST = 20                # cases


def beaten_by_the_larger_class(content: str) -> tuple[Confession, ...]:
    """The sentence with so many of so many right, where fewer are right than belong to the larger class."""
    style = style_of(content)
    if mentions(content, style.language, "baseline", "other measure"):
        return ()
    written = [" ".join(one.split()) for one in re.split(FULL_STOP, content)]
    english = [style.english(one) for one in written]
    for said, sentence in zip(written, english, strict=True):
        if not mentions(said, style.language, "right answers"):
            continue
        for found in RIGHT.finditer(sentence):
            right, cases = (int(one.replace(",", "")) for one in found.groups())
            larger = _larger_class(cases, english)
            if cases >= FEWEST and cases / 2 < right < larger:
                return (Confession(fault=ACCURACY_ALONE, sentence=said, detail=f"{1 - larger / cases:.3g}"),)
    return ()


def _larger_class(cases: int, sentences: Sequence[str]) -> int:
    """How many belong to the larger of two classes, by two counts of a sentence that sum to all, or by one of them."""
    for sentence in sentences:
        counts = [int(found[0].replace(",", "")) for found in COUNT.finditer(sentence)]
        for k, one in enumerate(counts):
            if 0 < one < cases and cases - one in counts[k + 1:k + 3]:
                return max(one, cases - one)
        if cases in counts and (found := re.search(rf"({COUNT.pattern})\s+(?:of which|of whom|of them|davon|dont)|"
                                                   r"(?:of which|of whom|davon|dont|waarvan|varav|di cui|dos quais|"
                                                   rf"de los que|de las que)\s+({COUNT.pattern})", sentence)):
            few = int((found[1] or found[2]).replace(",", ""))
            if 0 < few < cases / 2:
                return cases - few
    return 0
