"""The log of a training: a row for each run and epoch, and a mark on the epoch of each run that is reported.

Marked is what a column called "reported", "ckpt", "saved" says yes to. It is told where in every run the marked epoch
is the best on the test set, and mostly is neither the last nor the best by a score of other rows that stands beside it.
Validation and test scores rise together, so that to hit the best by a fair choice is no rare luck: it takes several
runs, or a long one in which the marked epoch is far from the best by validation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.audit.numbers.agreeing import words_of
from referee.audit.numbers.figure import figure
from referee.audit.numbers.marked_run import LOWER, NO, NOT, OTHER, RUN, SAID
from referee.audit.prose.confession import TUNED, Confession
from referee.data.wording import counted

Cells = Mapping[str, str]

STEPS = frozenset({"epoch", "epochs", "step", "steps", "iteration", "iterations", "iter", "checkpoint", "ckpt", "round",
                   "epoche"})
KEPT = frozenset({"ckpt", "checkpoint", "saved"})
TEST = frozenset({"test", "testing", "heldout", "holdout"})           # "eval" is often the validation set of a trainer
VALIDATION = frozenset({"val", "valid", "validation", "dev", "devel", "development"})
NO_SCORE = frozenset({"set", "size", "n", "cases", "time", "seconds", "samples", "count"})
FEWEST = 3              # epochs of a run
CHANCE, LUCK = 0.4, 0.1          # that a fair choice is the best on the test set, at most; and that all are
LONG, NEAR = 20, 3      # epochs of one run that tells alone, and how near to the best by validation it may be marked


@dataclass(frozen=True)
class Log:
    """The rows of each run, and what its columns are."""

    step: str
    runs: tuple[tuple[Cells, ...], ...]
    tests: tuple[str, ...]
    validation: tuple[str, ...]
    others: tuple[str, ...]              # by which an epoch may have been chosen, those of validation among them

    @property
    def compares(self) -> bool:
        """Whether both scores stand in it by which an epoch may have been chosen."""
        return bool(self.tests and self.validation)

    @property
    def notice(self) -> str:
        """What was read."""
        scores = " and ".join((*self.validation[:1], *self.tests[:1]))
        return (f"The log of {counted(len(self.runs), 'run')} by {self.step}, with {scores}: only a mark on what is "
                f"reported of each run was looked for; name predictions (--truth) or a metric for more.")


def log_of(names: Sequence[str], cells: Sequence[Cells]) -> Log | None:
    """A table as the log of a training; None where it has no scores of a test or a validation set."""
    step = next((name for name in names if set(words_of(name)) & STEPS and _whole(name, cells)), None)
    if step is None:
        return None
    numbers = [name for name in names if name != step and all(figure("", row.get(name, "")) for row in cells)]
    tests = [name for name in numbers if set(words_of(name)) & TEST and not set(words_of(name)) & (
        VALIDATION | NO_SCORE)]
    others = [name for name in numbers if set(words_of(name)) & OTHER and name not in tests]
    validation = [name for name in others if set(words_of(name)) & VALIDATION]
    if not (tests or validation):
        return None
    taken = (step, *tests, *others)
    by = [name for name in names if name not in taken and _names_runs(name, numbers, cells)]
    parts: dict[tuple[str, ...], list[Cells]] = {}
    for row in cells:
        parts.setdefault(tuple(row.get(name, "").strip() for name in by), []).append(row)
    if any(len(rows) < FEWEST or len({row[step] for row in rows}) < len(rows) for rows in parts.values()):
        return None
    return Log(step, tuple(map(tuple, parts.values())), tuple(tests), tuple(validation), tuple(others))


def _whole(name: str, cells: Sequence[Cells]) -> bool:
    found = [figure("", row.get(name, "")) for row in cells]
    return all(one is not None and one.value.is_integer() for one in found) and len(
        {one.value for one in found if one is not None}) >= FEWEST


def _names_runs(name: str, numbers: Sequence[str], cells: Sequence[Cells]) -> bool:
    """Whether a column says of which run a row is: by its name, or by words that come again."""
    if SAID.search(name):
        return False
    values = [row.get(name, "").strip() for row in cells]
    again = len(set(values)) * FEWEST <= len(values) and not set(words_of(name)) & KEPT and "" not in values
    return bool(set(words_of(name)) & RUN) or (name not in numbers and again and not _says_of_rows(values))


def _says_of_rows(values: Sequence[str]) -> bool:
    """Whether words say something of each epoch, and not of its run: yes and no, reported."""
    return any(value.lower() in NO or SAID.search(value) for value in values)


def best_epoch_marked(log: Log, names: Sequence[str]) -> Iterator[Confession]:
    """What the log says of the epochs that it marks: that they are the best on the test set."""
    for mark in names:
        words = set(words_of(mark))
        if mark == log.step or NOT.search(mark) or words & (TEST | VALIDATION) or mark in log.others:
            continue
        said = SAID.search(mark) is not None or bool(words & KEPT)
        marked = [[row for row in rows if _marked(row.get(mark, ""), said=said)] for rows in log.runs]
        if any(len(some) > 1 for some in marked) or not any(marked):
            continue
        runs = [(rows, some[0]) for rows, some in zip(log.runs, marked, strict=True) if some]
        yield from _told(log, mark, runs)
        return


def _marked(cell: str, *, said: bool) -> bool:
    text = cell.strip()
    if text.lower() in NO or NOT.search(text):
        return False
    return said or (figure("", text) is None and SAID.search(text) is not None)


def _told(log: Log, mark: str, runs: Sequence[tuple[Sequence[Cells], Cells]]) -> Iterator[Confession]:
    if len(runs) > 1 and len({own[log.step] for _, own in runs}) == 1:
        return                                       # one epoch for all runs was fixed, or may have been
    for test in log.tests:
        best = [(rows, own) for rows, own in runs if _rank(test, rows, own) == 0]
        free = [(rows, own) for rows, own in best if all(_rank(name, rows, own) for name in log.others)
                and any(_value(log.step, row) > _value(log.step, own) for row in rows)]
        several = 2 * len(free) >= len(runs) and len(log.tests) * CHANCE ** len(free) <= LUCK
        alone = bool(free) and len(free) == len(runs) and all(len(rows) >= LONG and all(
            _rank(name, rows, own) >= NEAR for name in log.validation) for rows, own in free)
        apart = sum(all(_rank(name, rows, own) for name in log.validation) for rows, own in best)
        if len(best) == len(runs) and (several or alone):
            yield Confession(fault=TUNED, count=len(free[0][0]), sentence=(
                f"{mark} marks the {log.step} with the best {test} in {counted(len(runs), 'run')} of {len(runs)}, in "
                f"{apart} of them not the one with the best {log.validation[0]}"))
            return


def _value(name: str, row: Cells) -> float:
    one = figure("", row.get(name, ""))
    return 0.0 if one is None else one.value


def _rank(name: str, rows: Sequence[Cells], own: Cells) -> int:
    """How many rows of a run are better than one of them; a loss or an error is better where it is less."""
    sign = -1 if set(words_of(name)) & LOWER else 1
    return sum(sign * _value(name, row) > sign * _value(name, own) for row in rows)
