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
from referee.audit.prose.marks import language_of, marked, mentions
from referee.audit.reading.from_text import told_by
from referee.audit.vocabulary.baselines import is_baseline
from referee.audit.vocabulary.sentences import asserted, sentences_of
from referee.audit.vocabulary.units import known_rows
from referee.data.wording import quoted
from referee.foreign_file import text_of
from referee.study.lined_yaml import read_yaml

MODELS = ("models", "systems", "methods", "learners", "algorithms", "classifiers")
TRIED = ("tried", "trials", "n_trials", "ntrials", "configurations", "settings_tried", "tuning_trials", "budget",
         "n_configs", "evaluations")
CLAIMS = ("claim", "claims", "conclusion", "conclusions")
TESTED = re.compile(r"test(?!_)|\bp\b|p_?value|interval|\bci\b|signif|bootstrap", re.IGNORECASE)
BETTER = re.compile(r"\b(?:is|are|was|were|performs?|works?)\b[^.;]{0,20}?\b(?:better|superior)\b[^.;]{0,10}?"
                    r"\b(?:than|to)\b|\boutperform(?:s|ed)?\b|\bbeats?\b", re.IGNORECASE)
DENIED = re.compile(r"\b(?:not|no|neither|nor|never|cannot)\b", re.IGNORECASE)
ROLES = ("role", "kind", "type", "note", "notes", "comment", "description", "what")
BASELINE = re.compile(r"\bbase-?\s?lines?\b|\bbenchmark model\b|\bmajority\b|\bchance level\b|\bguessing\b|\bdummy\b",
                      re.IGNORECASE)
STRONG = re.compile(r"\b(?:strong|competitive|neural|state[- ]of[- ]the[- ]art)\b", re.IGNORECASE)
EVERYWHERE = frozenset({"language", "number", "rowsnoun", "group", "piece", "site", "feature"})   # in any text
FEWEST = 2              # fields that are nobody else's, from which a file is somebody's own description
SHORTEST = 20           # words of a description that is read as a text
DEEPEST = 8             # beyond, no person writes
NOTHING = ("describes a study in fields of its own, of which none was understood (models with what was tried of each, "
           "claims); give its predictions, its table of results or its text, or describe it in the fields of "
           "docs/audit.md")


def understood(content: Mapping[str, Any]) -> bool:
    """Whether something in the fields of a file can be read as models of a study."""
    return len(_models(content)) > 1


def readable(content: Mapping[str, Any]) -> bool:
    """Whether the reader of prose knows some of what the fields say: how rows were divided, what was chosen, tested."""
    said = "\n\n".join(_sentences(content))
    found = {mark.concept for sentence in marked(said) for mark in sentence.marks}
    return len(found - EVERYWHERE) >= FEWEST and len(said.split()) >= SHORTEST


def bundle_of_free_description(path: str | Path) -> Bundle:
    """What is understood of a description in fields of its own."""
    path = Path(path)
    content = {str(key): value for key, value in read_yaml(path).content.items()}
    said = "\n\n".join(_sentences(content))
    models = _with_baselines(_models(content), said)
    sentences = "\n\n".join(one for one in _texts(content) if re.search(r"[^\W\d]{3,} \S+ \S", one))
    says = [text for key in CLAIMS for text in _texts(content.get(key))]
    claims = tuple(claim for text in says for claim in _claims(text, [model.name for model in models]))
    read = [key for key in content if key in {*MODELS, *CLAIMS}]
    left = [key for key in content if key not in read]
    tested = any(TESTED.search(key) for key in left)        # and how is not understood, so that nothing is said of it
    fields = f"{', '.join(read)}; of the rest only" if read else "no field is known, so that it is read as a text:"
    notice = (f"Read as a description in fields of its own: {fields} what its sentences and figures say "
              f"({quoted(left)}). More can be checked where it is described in the fields of docs/audit.md, or by the "
              f"predictions.")
    return Bundle(name=path.name, models=tuple(models) if models else None,
                  claims=None if tested or not claims else claims, answered=(),
                  printed=(*rows_of_fields(content), *text(sentences).rows),
                  confessed=told_by(text_of(path), prose=said), notices=(notice,))


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
    given: Any = next((content[key] for key in MODELS if isinstance(content.get(key), list | dict)), [])
    rows = [{"name": name} | (said if isinstance(said, dict) else {}) for name, said in given.items()] if isinstance(
        given, dict) else [row if isinstance(row, dict) else {"name": row} for row in given]
    return [_model(row) for row in rows if row.get("name") is not None]


def _model(row: Mapping[str, Any]) -> Model:
    name = str(row["name"])
    tried = next((row[key] for key in TRIED if isinstance(row.get(key), int) and not isinstance(row[key], bool)), None)
    tuned, on = row.get("tuned"), row.get("tuned_on")
    if tuned is False:
        tried = tried or 1
    rows = known_rows(on) if isinstance(on, str) else "nothing" if tuned is False else None
    words = " ".join(str(row[key]) for key in ROLES if row.get(key) is not None)
    return Model(name=name, baseline=is_baseline(name), kind=words, tried=tried or None,
                 tuned_on="test" if rows == "all" else rows, told=False)


def _claims(text: str, names: list[str]) -> Iterator[Claim]:
    """A sentence that one model is better than others: whom it names before the word, and whom behind it."""
    for sentence in re.split(r"(?<=[.;!])\s+", text):
        found = BETTER.search(sentence)
        if found is None or DENIED.search(sentence):
            continue
        ahead = [name for name in names if name in sentence[:found.start()]]
        behind = [name for name in names if name in sentence[found.end():]]
        if len(ahead) == 1:
            yield from (Claim(says=f"{ahead[0]} is better than {name}", a=ahead[0], b=name) for name in behind)


def _sentences(value: Any, path: tuple[str, ...] = (), depth: int = 0) -> Iterator[str]:
    """What a value says, as sentences, each behind the words of its fields: "test correction: none"."""
    if isinstance(value, dict):
        for name, part in value.items() if depth <= DEEPEST else ():
            yield from _sentences(part, (*path, str(name)), depth + 1)
        return
    if isinstance(value, list) and any(isinstance(one, dict | list) for one in value):
        for part in value if depth <= DEEPEST else ():
            yield from _sentences(part, path, depth + 1)
        return
    words = re.sub(r"[_-]+", " ", " ".join(path)).strip()
    said = ", ".join(map(_said, value)) if isinstance(value, list) else _said(value)
    yield f"{words}: {said}" if words else said


def _said(value: Any) -> str:
    """A value in a word."""
    return "none" if value is None else {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _texts(value: Any, depth: int = 0) -> list[str]:
    """Every text of a value, however deep it stands, up to where no person writes."""
    if isinstance(value, str):
        return [value]
    if depth > DEEPEST or not isinstance(value, dict | list):
        return []
    parts = value.values() if isinstance(value, dict) else value
    return [text for part in parts for text in _texts(part, depth + 1)]
