"""What a text says of a model, against the table that stands beside it.

A sentence that names one model of a table, and a score of it that the table has in one place, says the same number,
however rounded. It is let pass where it may speak of other rows or another variant: of training, validation, a fold, an
ablation, of what a model "would" have or had elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from referee.audit.numbers.contradiction import Contradiction, Strength
from referee.audit.numbers.figure import Figure, Rounding, Row
from referee.audit.numbers.of_text import SENTENCE, scores_in

ELSEWHERE = re.compile(r"\b(?:train\w*|valid\w*|dev|development|folds?|ablat\w*|without|would|previous\w*|prior|et al|"
                       r"literature|original\w*|elsewhere|if|internal\w*|external\w*|subgroup\w*|subset|women|men|"
                       r"sites?|best|max\w*|peak|up to|between|from|range\w*|published|reported by|pre-?trained)\b",
                       re.IGNORECASE)
SHORTEST = 3                   # letters of a name that is looked for in sentences


def against_tables(prose: str, rows: Sequence[Row]) -> Iterator[Contradiction]:
    """Scores of a text that its own tables have otherwise."""
    known = _scores_of(rows)
    names = sorted({name for name, _ in known}, key=len, reverse=True)
    for sentence in SENTENCE.split(prose):
        plain = " ".join(sentence.replace("**", "").split())
        if ELSEWHERE.search(plain):
            continue
        places = _named_in(plain, names)
        for start, one in scores_in(plain):
            before = [(place, name) for place, name in places if place < start]
            if not before or any(start < place for place, _ in places if place < start + 60):
                continue
            name = before[-1][1]
            told = known.get((name, one.kind), [])
            column = [other for (_, kind), figures in known.items() if kind == one.kind for other in figures]
            if len(told) == 1 and not any(_same(one, other) for other in column):
                yield Contradiction(
                    where=f"'{plain if len(plain) < 90 else plain[:87] + '…'}'", figures=(one.kind,),
                    strength=Strength.PREMISE,
                    message=f"the text gives {name} {one.said}, and the table {told[0].said}")


def _scores_of(rows: Sequence[Row]) -> dict[tuple[str, str], list[Figure]]:
    found: dict[tuple[str, str], list[Figure]] = {}
    for row in rows:
        name = row.words.get("model", "").replace("**", "").strip()
        if len(re.sub(r"\W", "", name)) < SHORTEST or row.words.get("data") or row.words.get("metric"):
            continue
        for one in row.figures:
            same = found.setdefault((name, one.kind), [])
            if one not in same:
                same.append(one)
    return found


def _named_in(sentence: str, names: Sequence[str]) -> list[tuple[int, str]]:
    """Where the sentence names a model of the table; a longer name hides the shorter ones in it."""
    found: list[tuple[int, int, str]] = []
    for name in names:
        for match in re.finditer(rf"(?<![\w+-]){re.escape(name)}(?![\w+]|-\w)", sentence):
            if not any(start < match.end() and match.start() < end for start, end, _ in found):
                found.append((match.start(), match.end(), name))
    return [(start, name) for start, _, name in sorted(found)]


def _same(one: Figure, other: Figure) -> bool:
    """Whether two figures may be one number, the coarser a rounding of the finer, in shares or per cent."""
    scales = (1.0, 100.0) if other.value > 1 >= one.value else (1.0, 0.01) if one.value > 1 >= other.value else (1.0,)
    return any(_touch([end * scale for end in one.span(a, wider=0.5)], other.span(b, wider=0.5))
               for a in Rounding for b in Rounding for scale in scales)


def _touch(a: Sequence[float], b: Sequence[float]) -> bool:
    return min(a) <= max(b) and min(b) <= max(a)
