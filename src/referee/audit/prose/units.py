"""Pieces of larger things, divided at random: 1,240 images of 62 patients, so that each has some on both sides.

What is a piece of what is told by two numbers ("1,240 images of 62 patients"), by "20 of each patient", or by words for
cutting. Nothing is said where whole things were divided, each thing has one piece, or the larger things are places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from referee.audit.prose.confession import PIECES, Confession
from referee.audit.prose.marks import Sentence

_NUMBER = r"(?<![\d.,])(?:\d{1,3}(?:[.,  ]\d{3})+|\d+)(?![\d%])"
_OF = (r"(?:of|from|by|in|von|aus|bei|an|de|di|da|du|des|der|dei|delle|degli|chez|provenant|van|uit|bij|av|fran|hos|z|"
       r"od|u|zu|acquired|taken|recorded|obtained)")
COUNTED = re.compile(rf"(?P<many>{_NUMBER})\s+(?:[^\W\d]+[\s-]+){{0,3}}?(?P<piece>[^\W\d]{{4,}})\s+"
                     rf"(?:[^\W\d]+\s+){{0,3}}?\b{_OF}\s+(?:[^\W\d]+\s+){{0,2}}?(?P<few>{_NUMBER})\s+"
                     r"(?:[^\W\d]+\s+){0,1}?(?P<group>[^\W\d]{3,})")
EACH = re.compile(r"\b(?:per|each|every|je|jede[rsnm]?|pro|par|chaque|por|cada|ogni|ciascun\w*|elke?|ieder\w*|varje|"
                  r"kazd\w+|na)\b")
PER = re.compile(r"(?P<piece>[^\W\d]{4,})\s+(?:je|pro|per|par|por|na|for each|of each)\s+(?P<group>[^\W\d]{3,})"
                 r"(?:\s*:\s*(?P<many>\d+))?")
OF_MANY = re.compile(rf"\b{_OF}\s+(?:[^\W\d]+\s+){{0,2}}?{_NUMBER}\s+(?:[^\W\d]+[\s-]+){{0,2}}$")
BEFORE = re.compile(rf"({_NUMBER})\s+(?:[^\W\d]+[\s-]+){{0,2}}$")
STEM = 5
TIMES = 1.5                # so many pieces of each thing, at least


def pieces_divided(sentences: Sequence[Sentence]) -> Iterator[Confession]:
    """The sentence that divides pieces at random, where nothing keeps those of one thing together."""
    known, where = _pieces(sentences)
    if any(_kept_together(one, known) for one in sentences):
        return
    for sentence in sentences:
        if not sentence.of("random") or not sentence.of("division", "both parts", "test", "training"):
            continue
        marks = sentence.of("piece")
        named = [one for one in marks if sentence.plain[one.start:one.end][:STEM] in known]
        if named or any(stem and re.search(rf"\b{re.escape(stem)}", sentence.plain) for stem in known):
            overlap = any(one.of("overlapping") for one in sentences)
            yield Confession(fault=PIECES, sentence=sentence.text, detail="" if where == sentence.text else where,
                             grave=overlap)
            return


def _kept_together(sentence: Sentence, pieces: set[str]) -> bool:
    """Whether a sentence divides whole things; a recording is a piece of a patient, and a thing that windows are of."""
    things = sentence.of("piece", "group", "rowsnoun", denied=True)
    if (things and sentence.of("one each", denied=True)) or any(found["many"] == "1" for found in PER.finditer(
            sentence.plain)):
        return True
    if sentence.of("unit", denied=True) and sentence.of("division", denied=True) and sentence.of("group"):
        return True
    if sentence.of("grouped", denied=True) and sentence.of("division", "random", "test", "training", "cv", denied=True):
        return True
    for group in sentence.of("group", denied=True):
        if sentence.plain[group.start:group.end][:STEM] in pieces:
            continue
        for verb in sentence.of("division"):
            between = sentence.plain[group.end:verb.start]
            if group.end <= verb.start <= group.end + 60 and not any(
                    group.end <= one.start < verb.start and one.asserted for one in sentence.of("piece")) and not (
                    re.search(r"[.;:](?!\d)", between)):
                return True
    return False


def _pieces(sentences: Sequence[Sentence]) -> tuple[set[str], str]:
    """Stems of what is a piece of something, and the sentence that says so."""
    stems: set[str] = set()
    where = ""
    for sentence in sentences:
        places = {sentence.plain[one.start:one.end] for one in sentence.of("site")}
        for found in COUNTED.finditer(sentence.plain):
            many, few = (float(re.sub(r"\D", "", found[one])) for one in ("many", "few"))
            if many >= TIMES * few > TIMES and found["group"] not in places and not 1900 < few < 2100:
                stems.add(found["piece"][:STEM])
                stems |= {sentence.plain[one.start:one.end][:STEM] for one in sentence.of("piece")
                          if found.start() <= one.start < found.start("few")}
                where = where or sentence.text
        for stem, many in _counts(sentence, "piece"):
            things = [few for one in sentences for _, few in _counts(one, "group")]
            if things and many >= TIMES * max(things) > TIMES and any(OF_MANY.search(sentence.plain[:one.start])
                                                                      for one in sentence.of("group")):
                stems.add(stem)
                where = where or sentence.text
        own = [sentence.plain[one.start:one.end][:STEM] for one in sentence.of("piece")]
        each = EACH.search(sentence.plain) and sentence.of("group") and re.search(_NUMBER, sentence.plain)
        if own and (each or sentence.of("overlapping")):
            stems |= set(own)
            where = where or sentence.text
        for found in PER.finditer(sentence.plain):
            if any(one.start <= found.start("group") < one.end for one in sentence.of("group")) and (
                    found["many"] or "2").strip() != "1":
                stems.add(found["piece"][:STEM])
                where = where or sentence.text
    return stems, where


def _counts(sentence: Sentence, concept: str) -> list[tuple[str, float]]:
    """What a sentence counts of a concept, places apart: the stem of its word, and the number shortly before it."""
    places = {one.start for one in sentence.of("site", *(["piece"] if concept == "group" else []))}
    found = [(one, BEFORE.search(sentence.plain[:one.start])) for one in sentence.of(concept)
             if one.start not in places]
    counts = [(sentence.plain[one.start:one.end][:STEM], float(re.sub(r"\D", "", ahead[1])))
              for one, ahead in found if ahead]
    return [(stem, number) for stem, number in counts if not 1900 < number < 2100]
