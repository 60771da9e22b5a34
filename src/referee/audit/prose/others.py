"""What a text says of others, and what is left of it without that: nobody confesses what other groups do.

Others are the subject of a clause ("other groups", "it is common to", "a frequent mistake is to"), and stay the subject
of all that is coordinated with it, up to where the authors take over ("we", "here"). Others who are only compared with
("as other groups do, we chose") lead no clause, and take nothing away.
"""

from __future__ import annotations

import re
from functools import cache

from referee.audit.prose.marks import expression_of, language_of, phrases_in, plain
from referee.audit.vocabulary.sentences import sentences_of

WORDS = "others.txt"
CLAUSE_END = re.compile(r"[,;:()–—]")
EDGE = r"(?:^\W*|[.!?:;,()–—]\W*)"            # where a clause begins


def own_words(text: str) -> str:
    """A text without what it says of others; unchanged where it says nothing of them.

    >>> own_words("Other groups choose it on the test set; we do not.")
    'we do not.'
    >>> own_words("As other groups do, we chose it on the test set.")
    'As other groups do, we chose it on the test set.'
    """
    language = language_of(text)
    if not any(_of(concept, language).search(plain(text)) for concept in ("others", "once", "anybody")):
        return text
    sentences, own = sentences_of(text), []
    theirs = False
    for sentence in sentences:
        kept, theirs = _own_part(sentence, language, theirs=theirs)
        own.append(kept)
    return text if own == sentences else "\n\n".join(one for one in own if one)


def _own_part(sentence: str, language: str, *, theirs: bool) -> tuple[str, bool]:
    """What a sentence says of the study itself, and whether it ends with others; `theirs`: so did the one before."""
    bare = "".join(plain(sign)[:1] or sign for sign in sentence)            # place by place
    spans = []
    if theirs and (found := re.match(rf"\W*(?:{_of('they', language).pattern})", bare)):
        spans.append((0, _taken_over(bare, found.end(), language)))
    spans += [(found.start("who"), _taken_over(bare, found.end(), language))
              for found in _leading(language).finditer(bare)]
    spans += [(found.start(), len(bare)) for found in _of("once", language).finditer(bare)]
    for found in _of("anybody", language).finditer(bare):
        start = max((one.end() for one in CLAUSE_END.finditer(bare, 0, found.start())), default=0)
        end = next((one.start() for one in CLAUSE_END.finditer(bare, found.end())), len(bare))
        if not _of("authors", language).search(bare, start, end):
            spans.append((start, end))
    kept = "".join(sign for place, sign in enumerate(sentence) if not any(a <= place < b for a, b in spans))
    return " ".join(kept.split()) if spans else sentence, any(b == len(bare) for _, b in spans)


def _taken_over(bare: str, start: int, language: str) -> int:
    """Where the authors, or another subject, follow upon others."""
    return min((found.start() for concept in ("authors", "contrast")
                if (found := _of(concept, language).search(bare, start))), default=len(bare))


@cache
def _of(concept: str, language: str) -> re.Pattern[str]:
    phrases = sorted(phrases_in(WORDS)[concept][language], key=len, reverse=True)
    return re.compile("|".join(expression_of(one, language) for one in phrases))


@cache
def _leading(language: str) -> re.Pattern[str]:
    """Others where they lead a clause, behind nothing but a small word or two."""
    small, joining = (rf"(?:(?:{_of(one, language).pattern})\s+)" for one in ("lead in", "joining"))
    return re.compile(rf"(?:{EDGE}{small}{{0,2}}|{joining}{small}?)(?P<who>{_of('others', language).pattern})")
