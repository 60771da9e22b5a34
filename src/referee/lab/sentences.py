"""Teach the reader of sentences (`referee.audit.prose.taught`) by examples, and measure it on authors it never saw.

The examples are paragraphs of many authors, one text for each author in a zip: a line is a label, a tab and a sentence,
an empty line ends a paragraph; `-` labels a sentence that tells no fault. Half of the paragraphs are near misses: the
same matter, done properly. Paragraphs of one author are alike, so that what the reader is worth is measured by leaving
out each author in turn.

    python -m referee.lab sentences docs/sentences.zip
    python -m referee.lab sentences docs/sentences.zip --write src/referee/audit/prose/taught.npz
    python -m referee.lab sentences docs/subtle.zip --as-it-is       # texts that were kept from it
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from referee.audit.prose.marks import marked_each
from referee.audit.prose.taught import FIRST, KINDS, Taught, taught
from referee.audit.prose.traits import traits_of
from referee.errors import BadInput
from referee.kinds import Array

NOTHING = "-"
FEWEST = 4                       # sentences that have a trait, for it to be learnt
ALARMED = 0.05                   # of the near misses of authors never seen, at most, that may be asked about
STRENGTH = 30.0                  # how freely the regressions may fit
TELLING = ("w:", "c:", "cc:")             # traits that tell one fault from another
Labelled = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A paragraph of an author: of each sentence its traits and its label."""

    author: str
    traits: tuple[frozenset[str], ...]
    labels: tuple[str, ...]

    @property
    def faulty(self) -> bool:
        """Whether some sentence tells a fault."""
        return any(label != NOTHING for label in self.labels)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A paragraph by a reader that was not taught by its author: the highest chance in it, and the kind named there."""

    read: Read
    chance: float
    kind: str


def corpus_of(path: Path) -> list[Read]:
    """The paragraphs of all authors."""
    try:
        with ZipFile(path) as kept:
            texts = {name.removesuffix(".txt"): kept.read(name).decode() for name in sorted(kept.namelist())}
    except (OSError, BadZipFile, UnicodeDecodeError) as error:
        raise BadInput(f"{path} is no zip of texts with labelled sentences ({error}).") from error
    return [_read(author, paragraph, path) for author, text in texts.items() for paragraph in text.split("\n\n")
            if paragraph.strip()]


def _read(author: str, paragraph: str, path: Path) -> Read:
    lines = [line.split("\t", 1) for line in paragraph.strip().split("\n")]
    wrong = next((line for line in lines if len(line) != 2 or line[0] not in {NOTHING, *KINDS}), None)
    if wrong is not None:
        raise BadInput(f"{path}, {author}: {' '.join(wrong)[:60]!r} is not a known label, a tab and a sentence; labels "
                       f"are {NOTHING}, {', '.join(KINDS)}.")
    sentences = [sentence for _, sentence in lines]
    return Read(author=author, traits=tuple(traits_of(marked_each(sentences, "\n".join(sentences)))),
                labels=tuple(label for label, _ in lines))


class Reader:
    """Two regressions over the traits: whether a sentence tells a fault, and which."""

    def __init__(self, paragraphs: Iterable[Read]) -> None:
        pairs = [pair for one in paragraphs for pair in zip(one.traits, one.labels, strict=True)]
        labels = np.array([label for _, label in pairs])
        self.words = TfidfVectorizer(analyzer=sorted, min_df=FEWEST)
        values = self.words.fit_transform([traits for traits, _ in pairs])
        self.telling = np.array([name.startswith(TELLING) for name in self.words.get_feature_names_out()])
        self.fault = _regression().fit(values, labels != NOTHING)
        faults = labels != NOTHING
        self.namers = {kind: _regression().fit(values[faults][:, self.telling], labels[faults] == kind)
                       for kind in KINDS if (labels == kind).any()}

    def judged(self, paragraphs: Sequence[Read]) -> list[Judged]:
        """Each paragraph by its most doubtful sentence."""
        values = self.words.transform([traits for one in paragraphs for traits in one.traits])
        chances = self.fault.predict_proba(values)[:, 1]
        scores = np.column_stack([one.decision_function(values[:, self.telling]) for one in self.namers.values()])
        kinds, found, start = list(self.namers), [], 0
        for one in paragraphs:
            most = start + int(np.argmax(chances[start:start + len(one.labels)]))
            found.append(Judged(read=one, chance=float(chances[most]), kind=kinds[int(np.argmax(scores[most]))]))
            start += len(one.labels)
        return found


def _regression() -> LogisticRegression:
    return LogisticRegression(C=STRENGTH, solver="liblinear", tol=1e-3, random_state=0)


def held_out(corpus: Sequence[Read]) -> list[Judged]:
    """Every paragraph as judged by a reader that was taught by all other authors."""
    found = []
    for author in _authors(corpus):
        reader = Reader(one for one in corpus if one.author != author)
        found += reader.judged([one for one in corpus if one.author == author])
    return found


def _authors(corpus: Sequence[Read]) -> list[str]:
    return sorted({one.author for one in corpus})


def threshold_of(judged: Sequence[Judged]) -> float:
    """The chance from which on sentences are asked about, so that few near misses are."""
    clean = np.sort([one.chance for one in judged if not one.read.faulty])
    return float(clean[int(np.ceil((1 - ALARMED) * clean.size)) - 1]) + 1e-6


def sentences(file: Path, write: Path | None = None, *, as_it_is: bool = False) -> str:
    """Measure what the examples teach, and write it where asked; or what the reader that comes along makes of them."""
    corpus = corpus_of(file)
    if as_it_is:
        by_author = {author: [one for one in corpus if one.author == author] for author in ("all", *_authors(corpus))}
        return "".join(f"{author}: {pointed(some or corpus, taught())}" for author, some in by_author.items())
    judged = held_out(corpus)
    threshold = threshold_of(judged)
    if write is not None:
        _write(Reader(corpus), threshold, judged, write)
    lines = [_line("all", judged, threshold)]
    lines += [_line(author, [one for one in judged if one.read.author == author], threshold)
              for author in _authors(corpus)]
    lines += [_line(kind, [one for one in judged if kind in one.read.labels], threshold) for kind in KINDS]
    return f"asked about from a chance of {threshold:.3f} on\n" + "".join(lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointed:
    """What the reader that comes along makes of texts which were kept from it."""

    faulty: int
    noticed: int              # of the faulty: that are asked about
    first: int                # of the faulty: whose telling sentence is the first to read, …
    among: int                # … or among those named
    by_chance: float          # of the faulty: among as many drawn by lot
    clean: int
    alarmed: int              # of the clean: that are asked about

    def __str__(self) -> str:
        return (f"{self.noticed} of {self.faulty} faults noticed ({self.noticed / self.faulty:.2f}), {self.alarmed} of "
                f"{self.clean} near misses; the sentence that tells it is the first to read in {self.first} "
                f"({self.first / self.faulty:.2f}), among the first {FIRST} in {self.among} "
                f"({self.among / self.faulty:.2f}; drawn by lot, {self.by_chance:.2f})\n")


def pointed(corpus: Sequence[Read], reader: Taught) -> Pointed:
    """Rate every sentence, and see where in the order of their chances the telling one stands."""
    faulty = [one for one in corpus if one.faulty]
    chances = {id(one): np.array([reader.rate(traits)[0] for traits in one.traits]) for one in corpus}
    told = {id(one): np.array([label != NOTHING for label in one.labels]) for one in faulty}
    orders = {id(one): np.argsort(-chances[id(one)], kind="stable") for one in faulty}
    places = np.array([np.flatnonzero(told[id(one)][orders[id(one)]])[0] for one in faulty])
    asked = {id(one): chances[id(one)].max() >= reader.threshold for one in corpus}
    by_chance = [1 - comb(int((~some).sum()), FIRST) / comb(some.size, FIRST) for some in told.values()]
    return Pointed(faulty=len(faulty), noticed=sum(asked[id(one)] for one in faulty),
                   first=int((places < 1).sum()), among=int((places < FIRST).sum()),
                   by_chance=float(np.mean(by_chance)), clean=len(corpus) - len(faulty),
                   alarmed=sum(asked[id(one)] for one in corpus if not one.faulty))


def _counts(judged: Sequence[Judged], threshold: float) -> tuple[int, int, int, int, int]:
    faulty, clean = ([one for one in judged if one.read.faulty is whether] for whether in (True, False))
    noticed = [one for one in faulty if one.chance >= threshold]
    return (len(noticed), len(faulty), sum(one.chance >= threshold for one in clean), len(clean),
            sum(one.kind in one.read.labels for one in noticed))


def _line(name: str, judged: Sequence[Judged], threshold: float) -> str:
    noticed, faulty, alarmed, clean, right = _counts(judged, threshold)
    share = f" ({noticed / faulty:.2f})" if faulty else ""
    return f"{name}: {noticed} of {faulty} faults noticed{share}, {right} by name; {alarmed} of {clean} near misses\n"


def _write(reader: Reader, threshold: float, judged: Sequence[Judged], path: Path) -> None:
    """What the reader knows, small enough to come with the package."""
    counts = _counts(judged, threshold)
    kept: dict[str, Any] = {
        "traits": _letters(reader.words.get_feature_names_out()), "rarity": reader.words.idf_.astype(np.float16),
        "weights": reader.fault.coef_[0].astype(np.float16), "bias": reader.fault.intercept_[0],
        "named": np.flatnonzero(reader.telling).astype(np.uint32), "kinds": _letters(reader.namers),
        "for_kinds": np.vstack([one.coef_[0] for one in reader.namers.values()]).astype(np.float16),
        "kind_bias": np.array([one.intercept_[0] for one in reader.namers.values()]),
        "threshold": threshold, "counts": np.array(counts[:4])}
    np.savez_compressed(path, allow_pickle=False, **kept)


def _letters(names: Iterable[str]) -> Array:
    return np.frombuffer("\n".join(names).encode(), dtype=np.uint8)
