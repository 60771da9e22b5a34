"""A study described in somebody's own fields (YAML, JSON): what says itself is read, the rest is named as not read.

Understood are the models with the settings tried of each, what they were tuned on, a claim that one is better than
another, and, in any field and language, what the study says against itself and figures that contradict one another:
each field is read as a short sentence. For everything else a description in the fields of `docs/audit.md` is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.audit.bundle import Bundle, Claim, Model
from referee.audit.numbers.of_fields import rows_of_fields
from referee.audit.numbers.of_text import text
from referee.audit.numbers.trivial import fields_beaten_by_the_larger_class
from referee.audit.prose.circular import circular_outcome
from referee.audit.prose.confession import ACCURACY_ALONE, EFFORT, THRESHOLD, TUNED, Confession
from referee.audit.prose.fields import (
    DEEPEST,
    bare_sentences,
    field_sentences,
    means,
    record_sentences,
    worded,
)
from referee.audit.prose.marks import ENGLISH, language_of, marked, mentions
from referee.audit.prose.overlapping import overlapping_fields
from referee.audit.prose.rows_apart import tested_apart
from referee.audit.prose.taught import Doubt, doubts_among
from referee.audit.reading.from_text import placed, told_by
from referee.audit.reading.tests_in_fields import family_of_fields
from referee.audit.vocabulary.baselines import is_baseline
from referee.audit.vocabulary.sentences import asserted, line_of, sentences_of
from referee.audit.vocabulary.units import known_rows
from referee.data.wording import quoted
from referee.foreign_file import text_of
from referee.study.lined_yaml import read_yaml

TESTED = re.compile(r"test(?!_)|\bp\b|p_?value|interval|\bci\b|signif|bootstrap", re.IGNORECASE)
BETTER = re.compile(r"\b(?:is|are|was|were|performs?|works?)\b[^.;]{0,20}?\b(?:better|superior)\b[^.;]{0,10}?"
                    r"\b(?:than|to)\b|\boutperform(?:s|ed)?\b|\bbeats?\b", re.IGNORECASE)
DENIED = re.compile(r"\b(?:not|no|neither|nor|never|cannot)\b", re.IGNORECASE)
BASELINE = re.compile(r"\bbase-?\s?lines?\b|\bbenchmark model\b|\bmajority\b|\bchance level\b|\bguessing\b|\bdummy\b",
                      re.IGNORECASE)
STRONG = re.compile(r"\b(?:strong|competitive|neural|state[- ]of[- ]the[- ]art)\b", re.IGNORECASE)
APART = frozenset({TUNED, THRESHOLD})        # whose field says it: those beside it are of other rows
EVERYWHERE = frozenset({"language", "number", "rowsnoun", "group", "piece", "site", "feature"})   # in any text
SEVERAL_WORDS = re.compile(r"(?<![^\W\d])[^\W\d]{3,} \S+ \S")       # sought where a word begins, or it takes long
FEWEST = 2              # fields that are nobody else's, from which a file is somebody's own description
MANY_SETTINGS = 10      # of one model, where another had one
SHORTEST = 20           # words of a description that is read as a text
NOTHING = ("describes a study in fields of its own, of which none was understood (models with what was tried of each, "
           "claims); give its predictions, its table of results or its text, or describe it in the fields of "
           "docs/audit.md")


def understood(content: Mapping[str, Any]) -> bool:
    """Whether something in the fields of a file can be read as models of a study."""
    return len(_models(content)) > 1


def readable(content: Mapping[str, Any]) -> bool:
    """Whether the reader of prose knows some of what the fields say: how rows were divided, what was chosen, tested."""
    said = "\n\n".join(field_sentences(content))
    found = {mark.concept for sentence in marked(said) for mark in sentence.marks}
    return len(found - EVERYWHERE) >= FEWEST and len(said.split()) >= SHORTEST


def foreign(content: Mapping[str, Any]) -> bool:
    """Whether the fields are in another language than those of a study file are."""
    return language_of("\n\n".join(field_sentences(content))) != ENGLISH


def bundle_of_free_description(path: str | Path) -> Bundle:
    """What is understood of a description in fields of its own."""
    path = Path(path)
    content = {str(key): value for key, value in read_yaml(path).content.items()}
    said = "\n\n".join(field_sentences(content))
    models = _with_baselines(_models(content), said)
    sentences = "\n\n".join(one for one in _texts(content) if SEVERAL_WORDS.search(one))
    says = [text for key, value in content.items() if means(key, "claims") for text in _texts(value)]
    claims = tuple(claim for text in says for claim in _claims(text, [model.name for model in models]))
    read = [key for key in content if means(key, "models") or means(key, "claims")]
    left = [key for key in content if key not in read]
    tested = any(TESTED.search(key) for key in left)        # and how is not understood, so that nothing is said of it
    fields = f"{', '.join(read)}; of the rest only" if read else "no field is known, so that it is read as a text:"
    notice = (f"Read as a description in fields of its own: {fields} what its sentences and figures say "
              f"({quoted(left)}). More can be checked where it is described in the fields of docs/audit.md, or by the "
              f"predictions.")
    confessed = _confessed(content, text_of(path), said)
    if not any(one.fault == EFFORT for one in confessed):
        confessed += tuple(replace(one, heard=True) for one in _unequal(models, said))
    return Bundle(name=path.name, models=tuple(models) if models else None,
                  claims=None if tested or not claims else claims, answered=(),
                  printed=(*rows_of_fields(content), *text(sentences).rows),
                  confessed=confessed, family=family_of_fields(content), notices=(notice,),
                  doubts=_doubts(content, text_of(path)))


def _doubts(content: Mapping[str, Any], written: str) -> tuple[Doubt, ...]:
    """Fields that sound like a fault, each with its name, and sentences of long ones."""
    fields = [part for one in field_sentences(content) for part in sentences_of(one, whole=True)]
    return placed(doubts_among(fields, "\n\n".join(fields)), written)


def _confessed(content: Mapping[str, Any], written: str, said: str) -> tuple[Confession, ...]:
    """What the fields say against the study, one by one; and what those that stand together say beside that."""
    alone = [*told_by(written, prose=said), *told_by(written, prose="\n\n".join(bare_sentences(content)))]
    together = told_by(written, prose="\n\n".join(record_sentences(content)))
    if not any(one.fault == ACCURACY_ALONE for one in (*alone, *together)):
        alone += fields_beaten_by_the_larger_class(content, said)
    told = (*alone, *(one for one in together if one.fault not in APART),
            *(one for rows in _lists(content) for one in tested_apart(rows, marked(said))),
            *(replace(one, line=line_of(one.sentence, written)) for one in (
                *overlapping_fields(content, marked(said)), *circular_outcome(content))))
    heard = (replace(one, heard=True) for one in reversed(told))
    return tuple({(one.fault, one.step): one for one in heard}.values())[::-1]


def _lists(value: Any, depth: int = 0) -> Iterator[list[Mapping[str, Any]]]:
    """Every list of records, however deep it stands."""
    if depth > DEEPEST or not isinstance(value, dict | list):
        return
    if isinstance(value, list) and len(value) > 1 and all(isinstance(one, dict) for one in value):
        yield value
    for part in value.values() if isinstance(value, dict) else value:
        yield from _lists(part, depth + 1)


def _unequal(models: list[Model], said: str) -> Iterator[Confession]:
    """The proposed model by many settings, and another by one."""
    own = {model.name for model in models if mentions(f"{model.name} {model.kind}", language_of(said), "ours")}
    tuned = max((m for m in models if m.name in own and m.tried), key=lambda m: m.tried or 0, default=None)
    others = [m for m in models if m.name not in own and not m.baseline and m.tried == 1]
    if tuned is not None and others and (tuned.tried or 0) >= MANY_SETTINGS:
        yield Confession(fault=EFFORT, sentence=f"{tuned.name}: {tuned.tried}; {others[0].name}: "
                                                f"{others[0].tried}")


def _with_baselines(models: list[Model], said: str) -> list[Model]:
    """The models, those marked that the description calls baselines in its own words.

    Where it calls all but one so, they are what that one is compared with, and the first stands for the others.
    """
    named = [m for m in models if m.baseline] or [m for m in models if BASELINE.search(f"{m.name} {m.kind}")
                                                  and not STRONG.search(m.kind)]
    if len(models) - len(named) < FEWEST:
        named = named[:1]
    if not named and (sentence := next((s for s in sentences_of(said) if (found := BASELINE.search(s)) and asserted(
            s, found)), None)):
        named = [m for m in models if m.name.lower() in sentence.lower()][:1] or [Model(name="baseline", told=False)]
    if models and not named and mentions(said, language_of(said), "baseline"):
        named = [Model(name="baseline", told=False)]
    marked = [replace(m, baseline=any(m is one for one in named), kind="") for m in models]
    return marked + [replace(one, baseline=True) for one in named if not any(one is m for m in models)]


def _models(content: Mapping[str, Any]) -> list[Model]:
    given: Any = next((value for key, value in content.items() if means(key, "models") and isinstance(
        value, list | dict)), [])
    rows = [{"name": name} | (said if isinstance(said, dict) else {}) for name, said in given.items()] if isinstance(
        given, dict) else [row if isinstance(row, dict) else {"name": row} for row in given]
    return [_model(row) for row in rows if _of(row, "name") is not None]


def _of(row: Mapping[str, Any], concept: str) -> Any:
    """The value of the first field that is called as a concept is."""
    return next((value for key, value in row.items() if value is not None and means(str(key), concept)), None)


def _are_trials(name: str) -> bool:
    """Whether a field counts settings that were tried: by its name, or as prose would say it of a number of them."""
    return means(name, "trials") or any(one.of("effort") for one in marked(f"60 {worded(name)}"))


def _model(row: Mapping[str, Any]) -> Model:
    name = str(_of(row, "name"))
    search = _of(row, "tuning")
    row = {**row, **search} if isinstance(search, dict) else row
    tried = next((value for key, value in row.items() if isinstance(value, int) and not isinstance(value, bool)
                  and _are_trials(str(key))), None)
    tuned, on = row.get("tuned"), _of(row, "tuned on")
    if tuned is False or tried == 0:
        tried = tried or 1
    rows = known_rows(on) if isinstance(on, str) else "nothing" if tuned is False else None
    words = " ".join(str(value) for key, value in row.items() if value is not None and means(str(key), "role"))
    return Model(name=name, baseline=is_baseline(name), kind=words, tried=tried,
                 tuned_on="test" if rows == "all" else rows, told=False)


def _claims(text: str, names: list[str]) -> Iterator[Claim]:
    """A sentence that one model is better than others: whom it names before the word, and whom behind it."""
    for sentence in re.split(r"(?<=[.;!])\s+", text):
        found = BETTER.search(sentence)
        if found is None or DENIED.search(sentence):
            continue
        ahead = [name for name in names if _is_named(name, sentence[:found.start()])]
        behind = [name for name in names if _is_named(name, sentence[found.end():])]
        if len(ahead) == 1:
            yield from (Claim(says=f"{ahead[0]} is better than {name}", a=ahead[0], b=name) for name in behind)


def _is_named(model: str, said: str) -> bool:
    """Whether a text names a model, or what its name has in brackets: "proposed (JobRank)" is JobRank."""
    inside = re.findall(r"\(([^()]{3,})\)", model)
    outside = re.sub(r"\([^()]*\)", "", model).strip()
    return any(name and name in said for name in (model, outside, *inside))


def _texts(value: Any, depth: int = 0) -> list[str]:
    """Every text of a value, however deep it stands, up to where no person writes."""
    if isinstance(value, str):
        return [value]
    if depth > DEEPEST or not isinstance(value, dict | list):
        return []
    parts = value.values() if isinstance(value, dict) else value
    return [text for part in parts for text in _texts(part, depth + 1)]
