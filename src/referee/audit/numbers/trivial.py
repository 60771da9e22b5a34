"""A share of right answers that always naming the larger class would equal or beat, in a text that does not say so.

Both are told by counts: 690 of 800 sections right, 66 of the 800 leak, so 734 are intact. In a description the shares
are fields: 0.987 beside a test part of 50,000 payments, of which 650 are frauds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.audit.numbers.counted import COUNT
from referee.audit.numbers.in_english import style_of
from referee.audit.prose.confession import ACCURACY_ALONE, Confession
from referee.audit.prose.fields import DEEPEST
from referee.audit.prose.marks import mentions
from referee.audit.vocabulary.sentences import FULL_STOP

RIGHT = re.compile(rf"({COUNT.pattern})(?:\s+[^\W\d]+){{0,2}}?\s+(?:of(?: the)?|out of)\s+({COUNT.pattern})")
SHARED = re.compile(rf"({COUNT.pattern})(?:\s+[^\W\d]+){{0,3}}?\s*\((\d+(?:\.\d+)?)%\)")
FEWEST = 20                # cases
OF_WHICH = re.compile(rf"({COUNT.pattern})\s+[^\W\d]+\s*,?\s*(?:of which|of whom|davon|darunter|dont|waarvan|varav|"
                      r"di cui|dos quais|das quais|de los que|de las que|de los cuales|de las cuales|z czego|w tym)\s+"
                      rf"({COUNT.pattern})")
ACCURACY = re.compile(r"\baccurac(?:y|ies)\b", re.IGNORECASE)


def beaten_by_the_larger_class(content: str) -> tuple[Confession, ...]:
    """The sentence with so many of so many right, where no more are right than belong to the larger class."""
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
            larger = max(_larger_class(cases, english), _rare_by_its_share(cases, right, english))
            if cases >= FEWEST and cases / 2 < right <= larger:
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


def _rare_by_its_share(cases: int, right: int, sentences: Sequence[str]) -> int:
    """How many belong to the larger class, by a count with its share of all cases: 72 (5.8%), where there are 1,240.

    As many as are wrong may be those that are wrong, unless the sentence gives two such counts, as of two parts.
    """
    for sentence in sentences:
        if str(cases) not in [found[0].replace(",", "") for found in COUNT.finditer(sentence)]:
            continue
        shares = [(int(found[1].replace(",", "")), found[2]) for found in SHARED.finditer(sentence)]
        for few, per_cent in shares:
            within = 0.5 * 10.0 ** -len(per_cent.partition(".")[2])
            if 0 < few < cases / 2 and abs(100 * few / cases - float(per_cent)) <= within and (
                    few + right != cases or len(shares) > 1):
                return cases - few
    return 0


def fields_beaten_by_the_larger_class(content: Mapping[str, Any], said: str) -> tuple[Confession, ...]:
    """The field with the best accuracy, where no model's is above the share of the larger class; `said` is all fields.

    >>> from referee.audit.prose.fields import field_sentences
    >>> given = {"measure": "accuracy", "test": "500 payments, of which 65 frauds", "score": {"a": 0.86, "b": 0.87}}
    >>> [one.sentence for one in fields_beaten_by_the_larger_class(given, "\\n\\n".join(field_sentences(given)))]
    ['b: 0.87']
    """
    style = style_of(said)
    if mentions(said, style.language, "baseline", "other measure") or not (
            ACCURACY.search(said) or mentions(said, style.language, "=accuracy")):
        return ()
    counts = [(int(found[1].replace(",", "")), int(found[2].replace(",", ""))) for one in said.split("\n\n")
              if one.startswith("test") or mentions(one, style.language, "test")
              for found in OF_WHICH.finditer(style.english(one))]
    scores = [some for some in _scored(content) if all(0.5 < value <= 1 for value in some.values())]
    if len(set(counts)) != 1 or len(scores) != 1:
        return ()
    (cases, few), = set(counts)
    name, best = max(scores[0].items(), key=lambda one: one[1])
    within = 0.5 * 10.0 ** -len(repr(best).partition(".")[2])
    if cases < FEWEST or not 0 < few < cases / 2 or best > 1 - few / cases + within:
        return ()
    return (Confession(fault=ACCURACY_ALONE, sentence=f"{name}: {best}", detail=f"{few / cases:.3g}"),)


def _scored(value: Any, depth: int = 0) -> Iterator[dict[str, float]]:
    """Every field that holds a share for each of several names."""
    if not isinstance(value, dict) or depth > DEEPEST:
        return
    if len(value) > 1 and all(isinstance(one, float) for one in value.values()):
        yield {str(name): one for name, one in value.items()}
    for part in value.values():
        yield from _scored(part, depth + 1)
