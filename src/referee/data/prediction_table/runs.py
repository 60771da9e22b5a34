"""Logs of several runs, read together: one mark for all runs of a task, and for each run a name of its own.

Runs of one model differ by what the logs say of them: arguments, solver, prompt, configuration. The fewest of these
that tell all runs of a task apart become part of the model's name, the same on every task. Where nothing tells them
apart, they keep one name, and whoever meets the same case twice refuses (`names.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from referee.data.wording import listed, shortened
from referee.errors import BadInput

LONGEST = 32            # characters of a setting in a name
MOST_SETTINGS = 3       # settings in a name


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one log says of itself."""

    where: str
    model: str
    task: str | None
    marks: tuple[str, ...] = ()                 # the one that was taken first
    settings: Mapping[str, str] = field(default_factory=dict)
    cases: frozenset[object] = frozenset()


def shared_marks(runs: Sequence[Run], asked: str | None) -> list[str | None]:
    """For each run the mark by which it must be read instead, so that all runs of a task have one; else None."""
    found: list[str | None] = [None] * len(runs)
    if asked:
        return found
    for same in _by(runs, lambda run: run.task).values():
        taken = {runs[number].marks[0] for number in same}
        if len(taken) == 1:
            continue
        first, other = same[0], next(number for number in same if runs[number].marks[0] != runs[same[0]].marks[0])
        shared = [mark for mark in runs[first].marks if all(mark in runs[number].marks for number in same)]
        if not shared:
            raise BadInput(f"{runs[first].where} is marked by {runs[first].marks[0]} and {runs[other].where} by "
                           f"{runs[other].marks[0]}, and no mark is in all of them; score them alike, or judge them "
                           f"apart.")
        for number in same:
            found[number] = shared[0]
    return found


def told_apart(runs: Sequence[Run]) -> tuple[list[str], list[str]]:
    """A name for each run, and sentences about those that were not called by their model alone."""
    names, notices = [run.model for run in runs], list[str]()
    for model, same in _by(runs, lambda run: run.model).items():
        group = [runs[number] for number in same]
        tasks = [task for task in _by(group, lambda run: run.task).values() if _meet([group[run] for run in task])]
        if not tasks:
            continue
        differing = _differing(group, tasks)
        called = _names(group, tasks, differing)
        if called is None:
            continue
        for number, name in zip(same, called, strict=True):
            names[number] = f"{model} ({name})"
        notices.append(f"{listed([run.where for run in group])} are logs of {model}, called by what tells them apart; "
                       f"they differ in {listed(differing, most=5)} (--names calls them otherwise).")
    return names, notices


def _meet(runs: list[Run]) -> bool:
    """Whether runs speak of the same cases; those of different ones are parts of one run."""
    return len(frozenset[object]().union(*(run.cases for run in runs))) < sum(len(run.cases) for run in runs)


def _by(runs: Sequence[Run], key: Callable[[Run], str | None]) -> dict[str | None, list[int]]:
    found: dict[str | None, list[int]] = {}
    for number, run in enumerate(runs):
        found.setdefault(key(run), []).append(number)
    return found


def _differing(group: list[Run], tasks: list[list[int]]) -> list[str]:
    """The settings in which runs of the same task differ."""
    return [key for key in _keys(group)
            if any(len({group[number].settings.get(key) for number in task}) > 1 for task in tasks)]


def _keys(group: list[Run]) -> list[str]:
    """All settings in the order in which each run says them; one that only some have stands where it does there."""
    keys: list[str] = []
    for run in group:
        place = 0
        for key in run.settings:
            if key in keys:
                place = keys.index(key)
            else:
                keys.insert(place, key)
            place += 1
    return keys


def _names(group: list[Run], tasks: list[list[int]], differing: list[str]) -> list[str] | None:
    """The fewest settings that tell the runs of every task apart, as names; None where none do."""
    for size in range(1, MOST_SETTINGS + 1):
        for chosen in combinations(differing, size):
            shown = [_shown(group, key) for key in chosen]
            names = [", ".join(texts[number] for texts in shown) for number in range(len(group))]
            if all(len({names[number] for number in task}) == len(task) for task in tasks):
                return names
    return None


def _shown(group: list[Run], key: str) -> list[str]:
    """A setting of each run in few words: long texts from the word on in which they first differ."""
    told = [run.settings.get(key) for run in group]
    texts = [" ".join(text.replace(",", " ").replace('"', " ").split()) for text in told if text is not None]
    start = 0
    if any(len(text) > LONGEST for text in texts) and len(set(texts)) > 1:
        start = _alike(texts)
    place = iter(texts)
    return [f"no {key}" if text is None else
            f"{key} {'…' if start else ''}{shortened(next(place)[start:], LONGEST)}" for text in told]


def _alike(texts: list[str]) -> int:
    """How many characters, in whole words, texts have in common at their beginning.

    >>> _alike(["Be very careful.", "Be very quick."])
    8
    """
    words = [text.split(" ") for text in texts]
    same = 0
    while len({tuple(each[:same + 1]) for each in words}) == 1 and same < min(map(len, words)):
        same += 1
    return len("".join(f"{word} " for word in words[0][:same]))
