"""Prompts in the logs of an evaluation harness: whether a document's own question stands in its prompt with its answer.

Few-shot examples that were drawn from the test documents show a model the very answer it is asked for. A question is
the longest text of a document that its prompt holds; it has been answered where it stands there before, and the right
answer follows it within a few words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.data.prediction_table.files import lines_of
from referee.data.prediction_table.importers import importer_for
from referee.data.prediction_table.importers.lm_eval import LM_EVAL

SHORTEST = 12           # characters of a text that is a question
NEAR = 200              # characters after it, within which its answer stands
DEEPEST = 3             # lists and objects in which prompts and texts are looked for


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompts:
    """What the prompts of a log show."""

    documents: int                      # whose prompt could be read, with the question in it
    answered: tuple[str, ...] = ()      # ids of those that were shown their own answer before they were asked


def prompts_of(source: Any) -> Prompts | None:
    """The prompts of a log that has them; None where a source has none."""
    path = Path(source) if isinstance(source, str | Path) else None
    if path is None or not path.is_file() or importer_for(path) is not LM_EVAL:
        return None
    seen: dict[str, bool] = {}
    for line in lines_of(path):
        shown = _shown(line)
        if shown is not None:
            name = str(line.get("doc_id"))
            seen[name] = seen.get(name, False) or shown
    return Prompts(documents=len(seen), answered=tuple(name for name, shown in seen.items() if shown)) if seen else None


def _shown(line: Mapping[str, Any]) -> bool | None:
    """Whether the prompt holds the answered question before it asks it; None where the question is not found in it."""
    prompts = [text for text in _texts(line.get("arguments")) if len(text) >= SHORTEST]
    document = line.get("doc")
    if not prompts or not isinstance(document, dict):
        return None
    prompt = max(prompts, key=len)
    asked = max((text.strip() for text in _texts(document) if len(text.strip()) >= SHORTEST and text.strip() in prompt),
                key=len, default="")
    if not asked:
        return None
    before = prompt[:prompt.rindex(asked)]
    answers = list(_answers(line, document))
    return any(re.search(rf"(?<!\w){re.escape(answer)}(?!\w)", before[found.end():found.end() + NEAR])
               for found in re.finditer(re.escape(asked), before) for answer in answers)


def _answers(line: Mapping[str, Any], document: Mapping[str, Any]) -> Iterator[str]:
    """The right answer as it may be written: the target, or the choice that it numbers."""
    target = str(line.get("target", "")).strip()
    choices = next((value for value in document.values() if isinstance(value, list) and len(value) > 1), None)
    numbered = choices is not None and target.isascii() and target.isdigit() and int(target) < len(choices)
    if choices is not None and numbered:
        yield str(choices[int(target)]).strip()
    elif target:
        yield target


def _texts(value: Any, depth: int = 0) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif depth < DEEPEST and isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one, depth + 1)
