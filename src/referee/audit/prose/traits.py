"""The traits of a sentence by which the taught reader knows it: its words and concepts, and those of its neighbours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from referee.audit.prose.marks import Sentence

WORD = re.compile(r"[^\W\d_]+|\d+(?:[.,]\d+)*|[%<>=≤≥±]")
STEM = 6                  # letters of a word that count: its ending is grammar
APART = 5                 # words between two that are looked at together
REACH = 3                 # sentences before and behind that count as neighbours
SHORT = 2                 # letters of words that tell nothing beside another
LONGEST = 120             # words of a sentence that are looked at


def traits_of(sentences: Sequence[Sentence]) -> list[frozenset[str]]:
    """The traits of each sentence of a text, in their order.

    >>> from referee.audit.prose.marks import marked
    >>> first, second = traits_of(marked("We scaled 40 rows. The test set came later."))
    >>> sorted(trait for trait in first if trait.startswith(("w:", "b:")))
    ['b:# rows', 'b:scaled #', 'b:we scaled', 'w:#', 'w:rows', 'w:scaled', 'w:we']
    >>> "c:test" in second, "n:test" in first
    (True, True)
    """
    concepts = [[one.concept if one.asserted else f"!{one.concept}" for one in sentence.marks]
                for sentence in sentences]
    return [frozenset((*_of_words(sentence.plain), *_of_concepts(concepts[place]),
                       *(f"p:{one}" for some in concepts[max(0, place - REACH):place] for one in some),
                       *(f"n:{one}" for some in concepts[place + 1:place + 1 + REACH] for one in some)))
            for place, sentence in enumerate(sentences)]


def _of_words(plain: str) -> Iterator[str]:
    """Stems, two and three in a row, and two that stand near one another."""
    stems = ["#" if word[0].isdigit() else word[:STEM] for word in WORD.findall(plain)[:LONGEST]]
    yield from (f"w:{one}" for one in stems)
    yield from (f"b:{one} {two}" for one, two in pairwise(stems))
    yield from (f"t:{one} {two} {three}" for one, two, three in zip(stems, stems[1:], stems[2:], strict=False))
    yield from (f"s:{one} {two}" for place, one in enumerate(stems) if len(one) > SHORT
                for two in stems[place + 2:place + 1 + APART] if len(two) > SHORT)


def _of_concepts(concepts: Sequence[str]) -> Iterator[str]:
    """What is said, what beside what, and what next after what."""
    yield from (f"c:{one}" for one in concepts)
    yield from (f"cc:{one}+{two}" for one, two in combinations(sorted(set(concepts)), 2))
    yield from (f"cb:{one}>{two}" for one, two in pairwise(concepts))
