"""The concepts that stand in a text: whose words they are, where they stand, and whether the text asserts them.

A text is read in one language, that most of whose small words it has. Names of things may be English in any of them; a
"no" may not. Of words that overlap the longest counts, so that the validation in "no validation set" is none. A mark is
asserted where its clause neither denies it nor makes it a condition, and the sentence is not about others' work.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files

from referee.audit.vocabulary.languages import unaccented
from referee.audit.vocabulary.sentences import sentences_of

ENGLISH, GERMAN = "en", "de"
DIGRAPHS = re.compile(r"(?<![aeqAEQ])([aouAOU])e(?!u)")            # Prüfung is Pruefung where there are no umlauts
OWN_WORDS = frozenset({"negation", "supposed", "break", "before", "first", "then", "these", "language", "number",
                       "concluded", "site", "one each", "scores of", "same cases",
                       "left in", "them"})      # small words, which mean otherwise elsewhere
NOUNS = frozenset({"piece", "group", "feature", "rowsnoun", "number", "before", "then", "first", "these", "inputs",
                   "language", "runs", "best", "difference", "unit",
                   "comparisons", "them", "rated", "maximised"})        # which no longer phrase around them takes away
OWN_NEGATION = frozenset({"not only", "no valid", "not significant", "best", "uncorrected", "grouped", "seen rows",
                          "default", "left in", "division", "first", "then", "put aside"})        # whose own words deny
NUMBER = r"\d+(?:[.,]\d+)*"
BETWEEN = r"[^\s.;:,()]++\s++(?:-++\s++)*+"      # one way to read a word, so that a line of hyphens has no million
GAP, WIDE_GAP = (rf"(?:{BETWEEN}){{0,{words - 1}}}?(?:{BETWEEN}|[^\s.;:,()]*-)??" for words in (3, 6))
CONDITIONAL = (("würde", "wuerde"), ("hätte", "haette"), ("wäre", "waere"), ("könnte", "koennte"))
WORD, LETTERS = re.compile(r"(?<![^\W_])[^\W_]"), 2
LONGER = 4                     # letters of a word that tells a language by what it stands for
CLAUSE_ENDS = re.compile(r"[,;:()–—]")


@dataclass(frozen=True, slots=True)
class Mark:
    """A concept, where its words begin and end, and whether the sentence itself says it."""

    concept: str
    start: int
    end: int
    asserted: bool = True


@dataclass(frozen=True)
class Sentence:
    """A sentence as written, in plain letters, and what stands in it."""

    text: str
    plain: str
    marks: tuple[Mark, ...] = field(default=())

    def of(self, *concepts: str, denied: bool = False) -> list[Mark]:
        """The marks of some concepts, in their order; `denied` takes those too that the sentence does not assert."""
        return [one for one in self.marks if one.concept in concepts and (denied or one.asserted)]


@cache
def phrases_in(file: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """Of each concept of a file of words the phrases of each language."""
    known: dict[str, dict[str, tuple[str, ...]]] = {}
    lines = files("referee.audit.prose").joinpath(file).read_text(encoding="utf-8").splitlines()
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            concept = line.strip()
            known[concept] = {}
            continue
        language, _, phrases = line.strip().partition(" ")
        known[concept][language] = tuple(one.strip() for one in phrases.split("|") if one.strip())
    return known


def lexicon() -> dict[str, dict[str, tuple[str, ...]]]:
    """Of each concept of prose the phrases of each language."""
    return phrases_in("lexicon.txt")


def language_of(text: str) -> str:
    """The language of a text, by its small words, and by the words of concepts, as fields have few small ones.

    >>> language_of("Die Daten wurden mit SMOTE ausgeglichen."), language_of("Os dados foram divididos ao acaso.")
    ('de', 'pt')
    >>> language_of("aufteilung: zufällig, Lernrate: 0.1"), language_of("split: {shuffle: no}")
    ('de', 'en')
    """
    words = re.findall(r"[^\W\d_]+", plain(text))
    small = {name: frozenset(some) for name, some in lexicon()["language"].items()}
    return max(small, key=lambda name: sum((word in small[name]) + _is_of(word, name) for word in words),
               default=ENGLISH)


@lru_cache(maxsize=20_000)
def _is_of(word: str, language: str) -> bool:
    """Whether a longer word stands for some concept in a language, by itself."""
    return len(word) >= LONGER and (word in _vocabulary(language)[0] or word.startswith(_vocabulary(language)[1]))


@cache
def _vocabulary(language: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """Words of a language that stand for a concept by themselves, and the beginnings of such words."""
    alone = [phrase for known in (*lexicon().values(), *phrases_in("field_names.txt").values())
             for phrase in known.get(language, ()) if re.fullmatch(r"[a-z]{4,}\*?", phrase)]
    return (frozenset(one for one in alone if not one.endswith("*")),
            tuple({one[:-1] for one in alone if one.endswith("*")}))


def plain(text: str) -> str:
    """Small letters without accents; German conditionals stay apart from what they would be without them."""
    text = text.lower().replace("’", "'").replace("ł", "l").replace("ø", "o").replace("\u00a0", " ")
    for written, kept in CONDITIONAL:
        text = text.replace(written, kept)
    return unaccented(text)


def mentions(text: str, language: str, *concepts: str) -> bool:
    """Whether some words of a text stand for one of the concepts, asserted or not."""
    bare = plain(text)
    return any(name in concepts and pattern.search(bare) for name, pattern in patterns_of(language))


def marked(text: str) -> list[Sentence]:
    """The sentences of a text with their marks.

    >>> one, = marked("SMOTE was never applied to the whole data set.")
    >>> [(mark.concept, mark.asserted) for mark in one.of("oversample", "whole", denied=True)]
    [('oversample', False), ('whole', False)]
    """
    return marked_each(sentences_of(text), text)


def marked_each(sentences: Iterable[str], text: str) -> list[Sentence]:
    """Sentences of a text, however it was divided into them, with their marks."""
    language = language_of(text)
    spelled = language == GERMAN and not re.search("[äöüß]", text)
    return [_sentence(DIGRAPHS.sub(r"\1", one) if spelled else one, one, language) for one in sentences]


def _sentence(spelled: str, text: str, language: str) -> Sentence:
    bare = plain(spelled)
    starts = [place.start() for place in WORD.finditer(bare)]
    by_letters = _by_letters(language)
    found = [Mark(concept, *place.span()) for start in starts for concept, pattern in (
        *by_letters.get(bare[start:start + LETTERS], ()), *by_letters[""]) if (place := pattern.match(bare, start))]
    found = [one for one in found if one.concept != "whole" or not _is_of_training(one, found)]
    kept = [one for one in found if one.concept in NOUNS or not any(_hides(other, one) for other in found)]
    others = any(one.concept == "others" for one in kept)
    against = [one for one in kept if one.concept in ("negation", "supposed")]
    ends = sorted({*(place.start() for place in CLAUSE_ENDS.finditer(bare)),
                   *(one.start for one in kept if one.concept == "break")})
    return Sentence(text, bare, tuple(sorted(
        (Mark(one.concept, one.start, one.end, not others and not any(_same_clause(one, other, ends) for other in
                                                                      against))
         for one in kept), key=lambda one: one.start)))


def _is_of_training(whole: Mark, found: list[Mark]) -> bool:
    """Whether all rows are all those trained on: "the whole of the development cohort"."""
    inside = {one.concept for one in found if whole.start <= one.start and one.end <= whole.end}
    return "training" in inside and not inside & {"test", "both parts"}


def _hides(longer: Mark, one: Mark) -> bool:
    if one.concept == "negation" and longer.concept not in OWN_NEGATION:
        return False
    return (longer.start <= one.start and one.end <= longer.end and longer.end - longer.start > one.end - one.start
            and longer.concept != one.concept)


def _same_clause(one: Mark, other: Mark, ends: list[int]) -> bool:
    first, last = min(one.end, other.end), max(one.start, other.start)
    return not any(first <= end <= last for end in ends)


@cache
def patterns_of(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Of each concept one expression for all its words."""
    return tuple((concept, re.compile("|".join(expression_of(one, language) for one in phrases)))
                 for concept in lexicon() if (phrases := _phrases(concept, language)))


@cache
def _by_letters(language: str) -> dict[str, list[tuple[str, re.Pattern[str]]]]:
    """The expressions of all concepts by the letters that their phrases begin with; under none those that vary."""
    phrases: dict[str, dict[str, list[str]]] = {"": {}}
    for concept in lexicon():
        for phrase in _phrases(concept, language) if not concept.startswith("=") else ():
            letters = phrase[:LETTERS] if re.match(r"[a-z]{2}", phrase) else ""
            phrases.setdefault(letters, {}).setdefault(concept, []).append(expression_of(phrase, language))
    return {letters: [(concept, re.compile("|".join(some))) for concept, some in own.items()]
            for letters, own in phrases.items()}


def _phrases(concept: str, language: str) -> tuple[str, ...]:
    known = lexicon()[concept]
    both = () if language == ENGLISH or concept in OWN_WORDS or concept == "=and" else known.get(ENGLISH, ())
    some = dict.fromkeys((*known.get(language, ()), *both))
    return tuple(sorted(some, key=lambda phrase: -len(phrase)))


def expression_of(phrase: str, language: str) -> str:
    """A phrase of a file of words as an expression, from the beginning of a word to the end of one."""
    parts = []
    for word in phrase.split():
        if word in ("..", "..."):
            parts.append(GAP if word == ".." else WIDE_GAP)
        elif word.startswith("<"):
            name, _, ending = word[1:].partition(">")
            inner = "|".join(_word(one, language) for one in _phrases(name, language) if "<" not in one)
            parts.append(f"(?:{inner}){re.escape(ending)}")
        else:
            parts.append(_word(word, language))
    joined = "".join(part if part in (GAP, WIDE_GAP) or k == len(parts) - 1 else part + r"[\s-]+"
                     for k, part in enumerate(parts))
    return rf"(?<![^\W_]){joined}(?![^\W_])"


def _word(word: str, language: str) -> str:
    if " " in word:
        return r"[\s-]+".join(_word(one, language) for one in word.split() if one != "..")
    numbers = "|".join([NUMBER, *lexicon()["number"].get(language, ())])
    bare = re.escape(word).replace(r"\*", r"\w*").replace(r"\#", "#").replace("#", f"(?:{numbers})")
    return bare.replace("@", r"[^\W\d]{3,}")
