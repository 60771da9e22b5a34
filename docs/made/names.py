"""Everything that is typed by name, from the registries: designs, tests, intervals, learners."""

from __future__ import annotations

import inspect
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from functions import told

import referee.reading.differences.named
import referee.reading.intervals.named  # noqa: F401   # imported, they fill the registries
from referee.designs import DESIGNS
from referee.learners import LEARNERS
from referee.reading.method import INTERVALS, TESTS, Method

HISTORIC = "Historic: it runs by its name only, and is never a default."


def name_pages() -> dict[str, str]:
    """A page for each registry."""
    return {
        "designs": _page("Designs", "How rows are divided: `--design NAME:parameter=value`. When to use which: "
                         "[designs](../designs.md).", [_design(one) for one in DESIGNS]),
        "tests": _page("Tests", "`--test NAME`. Which of them is the default, and how often each is wrong: [tests by "
                       "name](../levels-by-test.md).", [_method(one) for one in TESTS]),
        "intervals": _page("Intervals", "How the interval of an estimate is made; the first whose demands are met is "
                           "taken ([facts, not names](../facts.md)).", [_method(one) for one in INTERVALS]),
        "learners": _page("Learners", "`--models NAME:parameter=value`. Each comes with a preprocessing that is fitted "
                          "inside each training part only. Any scikit-learn-style class goes by its dotted path.",
                          [_learner(one) for one in LEARNERS]),
    }


def _page(title: str, head: str, sections: list[str]) -> str:
    return f"# {title}\n\n{head}\n\n" + "\n".join(sections)


def _design(design: Any) -> str:
    typed = ([f"`{one.name}`" + ("" if one.default is MISSING else f" = {one.default!r}") for one in fields(design)]
             if is_dataclass(design) else [])
    return "\n\n".join(filter(None, [
        f"## {design.name}", f"{design.summary[:1].upper()}{design.summary[1:].rstrip('.')}.",
        f"Parameters: {', '.join(typed)}." if typed else "", told(inspect.getdoc(design) or "")])) + "\n"


def _method(method: Method) -> str:
    return "\n\n".join(filter(None, [
        f"## {method.name}", _sentence(method.summary or method.title), _sentence(f"Answers: {method.estimand.value}"),
        _sentence(f"Weakness: {method.weakness}") if method.weakness else "",
        f"{HISTORIC} {_sentence(method.historic)}" if method.historic else "",
        f"On arrays: `referee.estimates.{method.function}`." if method.function else "",
        _sentence(method.reference)])) + "\n"


def _learner(learner: Any) -> str:
    tasks = ", ".join(f"{task.value}: `{form.path}`" for task, form in learner.forms.items())
    return f"## {learner.name}\n\n{learner.sentence}\n\nFor {tasks}.\n"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}." if text else ""
