"""A table of all runs in which one run of each model is marked as the one reported, and is the best on the test set.

Marked is what a column called "reported", "in the paper", "chosen" says yes to, or a row of which a cell says so. It is
told where chance would seldom hit the best run of every model (one seed for all of them is hit by chance more often),
and no score of the development set explains the choice, by which the same run is best.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.audit.numbers.figure import Figure, figure
from referee.audit.numbers.naming import named
from referee.audit.prose.confession import BEST, Confession

Cells = Mapping[str, str]

_SPELLED = (
    "seed seeds run runs repeat rep repetition trial init restart replicate attempt fold split lauf graine semilla",
    "test testing heldout held holdout eval evaluation",
    "dev val valid validation development devel tune tuning train training inner cv loss",
    "error err loss rmse mae mse wer cer perplexity ppl brier nll eer fid",
)
RUN, TEST, OTHER, LOWER = (frozenset(words.split()) for words in _SPELLED)
SAID = re.compile(r"(?<![^\W_])(?:reported|report|paper|published|manuscript|headline|chosen|choice|selected|picked"
                  r"|submitted|kept|used|printed|presented|shown|main table|berichtet\w*|gewählt\w*|ausgewählt\w*"
                  r"|publié\w*|retenu\w*|choisi\w*|elegid\w*|publicad\w*|scelt\w*)(?![^\W_])", re.IGNORECASE)
NOT = re.compile(r"\bnot\b|\bnever\b|\bno\b|\bnicht\b|\bun(?:reported|selected|published)"
                 r"|\b(?:discard|exclud|reject)\w*",
                 re.IGNORECASE)
NO = frozenset({"", "no", "n", "0", "false", "-", "–", "—", "nein", "non", "none", "0.0", "."})
FEWEST = 3              # runs of a model
LUCK = 0.1              # that marks set without a look at the test scores are on the best runs


@dataclass(frozen=True, slots=True)
class _Group:
    label: str
    runs: Sequence[Cells]
    marked: Cells


def best_marked(names: Sequence[str], cells: Sequence[Cells]) -> Iterator[Confession]:
    """What the table says of the runs that it marks: that each is the best of its model on the test set.

    >>> rows = [{"seed": str(k), "test_f1": f"0.7{k}", "reported": "x" * (k == 9)} for k in range(10)]
    >>> [one.sentence for one in best_marked(list(rows[0]), rows)]
    ['seed 9 is reported, with test_f1 0.79 the best of 10 (mean 0.745)']
    """
    run = next((name for name in names if _words(name) & RUN and not SAID.search(name)), None)
    groups = None if run is None else _groups(names, cells, run)
    if run is None or not groups:
        return
    same = len(groups) > 1 and len({group.marked[run].strip() for group in groups}) == 1
    tests = _tests(names)
    others = [name for name in names if _words(name) & OTHER and name not in tests]
    for name in tests:
        best = [group for group in groups if _is_best(group, name)]
        free = [group for group in best if not any(_is_best(group, other) for other in others)]
        chances = [1 / len(group.runs) for group in free]       # one seed for all, with one division, is one chance
        luck = len(tests) * (2 * max(chances, default=1.0) if same else math.prod(chances))
        if len(best) == len(groups) and free and luck <= LUCK:
            yield Confession(fault=BEST, count=len(free[0].runs),
                             sentence="; ".join(_sentence(group, run, name) for group in free))
            return


def _tests(names: Sequence[str]) -> list[str]:
    """The columns of test scores; where no column says of which rows its scores are, those of scores."""
    scores = [name for name in names if not _words(name) & (OTHER - LOWER) and not SAID.search(name)]
    tests = [name for name in scores if _words(name) & TEST and not _words(name) & {"set", "size", "n", "cases"}]
    if tests or any(_words(name) & (OTHER - LOWER) for name in names):
        return tests
    return [name for name in scores if (kind := named(name)) is not None and not kind.kind.startswith("sd")
            and kind.kind.partition("_")[0] in {"accuracy", "f1", "auc", "recall", "precision", "kappa", "mcc",
                                                "balanced", "rmse", "mae", "mse", "r2", "brier", "mean"}]


def _groups(names: Sequence[str], cells: Sequence[Cells], run: str) -> list[_Group]:
    """The runs of each model, with the marked one; none where not each group that has a mark has one only."""
    marks = [_marked(names, row) for row in cells]
    by = [name for name in names if name != run and not SAID.search(name) and _names_groups(name, cells, marks)]
    parts: dict[tuple[str, ...], list[int]] = {}
    for number, row in enumerate(cells):
        parts.setdefault(tuple(row.get(name, "").strip() for name in by), []).append(number)
    found = []
    for key, rows in parts.items():
        marked = [number for number in rows if marks[number]]
        if len(marked) > 1:
            return []
        if marked and len(rows) >= FEWEST:
            found.append(_Group(" ".join(key)[:60], [cells[number] for number in rows], cells[marked[0]]))
    return found


def _names_groups(name: str, cells: Sequence[Cells], marks: Sequence[bool]) -> bool:
    """Whether words in a column name what has several runs: each value comes often, and none goes with the marks."""
    values = [row.get(name, "").strip() for row in cells]
    if any(figure("", value) is not None for value in values) or len(set(values)) * FEWEST > len(values):
        return False
    with_mark = {value for value, marked in zip(values, marks, strict=True) if marked}
    without = {value for value, marked in zip(values, marks, strict=True) if not marked}
    return bool(with_mark & without)


def _marked(names: Sequence[str], row: Cells) -> bool:
    for name in names:
        cell = row.get(name, "").strip()
        if cell.lower() in NO or NOT.search(cell):
            continue
        if SAID.search(name) and not NOT.search(name):
            return True
        if figure("", cell) is None and SAID.search(cell):
            return True
    return False


def _values(group: _Group, name: str) -> list[Figure] | None:
    found = [figure("score", row.get(name, "").rstrip("* ")) for row in group.runs]
    return None if any(one is None for one in found) else [one for one in found if one is not None]


def _is_best(group: _Group, name: str) -> bool:
    """Whether the marked run has the best score of a column; a loss or an error is best where it is least."""
    values, own = _values(group, name), figure("score", group.marked.get(name, "").rstrip("* "))
    if values is None or own is None or len({one.value for one in values}) < 2:
        return False
    return own.value == (min if _words(name) & LOWER else max)(one.value for one in values)


def _sentence(group: _Group, run: str, name: str) -> str:
    values = _values(group, name) or []
    mean = sum(one.value for one in values) / max(len(values), 1)
    label = f"{group.label}: " if group.label else ""
    return (f"{label}{run} {group.marked[run].strip()} is reported, with {name} {group.marked[name].strip()} the best "
            f"of {len(values)} (mean {mean:.4g})")


def _words(name: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()))
