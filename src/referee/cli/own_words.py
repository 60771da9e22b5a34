"""The rooms behind the doors say what to do by keywords; at this door they are options."""

from __future__ import annotations

import re

from referee.cli.spellings import OPTIONS

SAID_TWICE = re.compile(r"(--[a-z][a-z-]*(?: [A-Z]+)?)(?:, or [a-z_]+=(?:'[^']*'|[A-Z]\b|)| \([a-z_]+=True\))")
KEYWORD = re.compile(r"(?<![\w:,.'\"-])(?P<word>[a-z_]+)=(?P<value>'[^']*'|…|[\w.]+)")
PLAIN = re.compile(r"[\w.-]+")


def as_options(sentence: str) -> str:
    """The sentence with options in place of keywords; parameters of a design or a learner stay as they are typed.

    >>> from referee.cli import options
    >>> as_options("leave out the models (missing='drop-models': 3 would stay), or say which it is (score=…).")
    'leave out the models (--missing drop-models: 3 would stay), or say which it is (--score).'
    >>> as_options("say which column is the target (--target COL, or target=); use kfold:folds=5")
    'say which column is the target (--target COL); use kfold:folds=5'
    """
    return KEYWORD.sub(_typed, SAID_TWICE.sub(r"\1", sentence))


def _typed(found: re.Match[str]) -> str:
    option, value = OPTIONS.get(found["word"]), found["value"]
    if option is None:
        return found[0]
    name = option.name.partition("/")[0]
    if value in {"…", "True"}:
        return name
    plain = value.strip("'")
    return f"{name} {plain if PLAIN.fullmatch(plain) else value}"
