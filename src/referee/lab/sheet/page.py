"""The page of levels: made from a file of results, read by question, in Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from textwrap import fill

from referee.errors import BadInput
from referee.kinds import Task
from referee.lab.sheet.cells import PARTS, Cell, Question
from referee.lab.sheet.learners import LEARNERS
from referee.lab.sheet.study import How
from referee.lab.sheet.tally import FEWEST, HIGHEST, LOWEST, Rate, Tally
from referee.lab.sheet.wording import EARLIER, FOOT, HEAD, NOT_MEASURED, SECTIONS
from referee.metrics import metric

Of = Callable[[Tally], str]
WIDTH = 118             # of a line of text


def page(tallies: Sequence[Tally]) -> str:
    """Everything, from the question whether verdicts raise false alarms to what was not measured."""
    if not tallies:
        raise BadInput("the file holds no results of the sheet yet; run `referee lab levels` on it first.")
    usual = Counter(tally.how for tally in tallies).most_common(1)[0][0]
    unshown = _unshown(tallies, usual)
    tallies = [tally for tally in tallies if tally.studies >= FEWEST]
    ours = [tally for tally in tallies if tally.how == usual]
    if not ours:
        raise BadInput(f"no cell has {FEWEST} studies yet; a page of levels needs one that has.")
    spread = next((tally.interval_traits for tally in ours if tally.interval_traits), "")
    parts = [HEAD.format(design=_designs(ours[0].traits, spread), command=_command(usual), highest=HIGHEST,
                         lowest=LOWEST)]
    nulls = [tally for tally in ours if tally.cell.question is Question.LEVEL]
    parts += [SECTIONS["levels"], *_by_situation(nulls, _level)]
    parts += _section("seeds", [t for t in ours if t.cell.question is Question.SEED], _level)
    told = [tally for tally in ours if tally.cell.question in {Question.LEVEL, Question.BASELINE}]
    covered = [tally for tally in told if tally.intervals >= FEWEST]
    parts += [SECTIONS["coverage"], *_earlier(covered), *_by_situation(covered, _coverage)] if covered else []
    for how in dict.fromkeys(tally.how for tally in tallies):
        powers = [t for t in tallies if t.how == how and t.cell.question is Question.POWER]
        parts += _section("power", powers, _level, title=how == usual, note=_design(powers))
    others = [tally for tally in tallies if tally.how != usual and tally.cell.question is Question.LEVEL]
    for how in dict.fromkeys(tally.how for tally in others):
        parts += _another([tally for tally in others if tally.how == how])
    return "\n\n".join([*parts, _off(ours), NOT_MEASURED, *unshown, FOOT]) + "\n"


def _earlier(some: list[Tally]) -> list[str]:
    """What the sign beside a figure means, where there is one."""
    return [EARLIER[lacked] for lacked in dict.fromkeys(tally.earlier for tally in some if tally.earlier)]


def _another(some: list[Tally]) -> list[str]:
    """Levels and coverage with a design that is not the usual one."""
    levels, held = [t for t in some if t.rejected.total() >= FEWEST], [t for t in some if t.intervals >= FEWEST]
    parts = [SECTIONS["others"].format(design=_design(levels)), *_by_situation(levels, _level)] if levels else []
    return parts + ([SECTIONS["others held"].format(design=held[0].interval_traits), *_by_situation(held, _coverage)]
                    if held else [])


def _unshown(tallies: Sequence[Tally], how: str) -> list[str]:
    """The cells of the sheet that were not run often enough to be shown."""
    shown = {tally.cell.id for tally in tallies if tally.how == how and tally.studies >= FEWEST}
    ids = [cell.id for cell in PARTS["all"] if cell.id not in shown]
    said = f"Cells of the sheet without {FEWEST} studies yet ({len(ids)} of {len(PARTS['all'])}): {'; '.join(ids)}."
    return [fill(said, WIDTH, break_on_hyphens=False)] if ids else []


def _designs(traits: str, spread: str) -> str:
    return traits if spread in {traits, ""} else f"{traits} for comparisons, {spread} for intervals"


def _command(how: str) -> str:
    named = "" if how == How().name else f' --design "{how}"'
    return f"referee lab levels docs/levels.jsonl --part all --repetitions 400{named} --levels-page docs/levels.md"


def _section(name: str, some: list[Tally], entry: Of, *, title: bool = True, note: str = "") -> list[str]:
    if not some:
        return []
    return [*([SECTIONS[name]] if title else []), *([note] if note else []), *_by_situation(some, entry)]


def _design(some: Sequence[Tally]) -> str:
    return f"Design: {some[0].traits}; {' or '.join(dict.fromkeys(t.test for t in some if t.test))}." if some else ""


def _by_situation(tallies: Sequence[Tally], entry: Of) -> Iterator[str]:
    """A table for each kind of situation; in it a row for each cell, a column for each metric."""
    for title in dict.fromkeys(_situation(tally.cell) for tally in tallies):
        yield _table(title, [tally for tally in tallies if _situation(tally.cell) == title], entry)


def _situation(cell: Cell) -> str:
    if cell.task is Task.REGRESSION:
        return f"Numbers{', real rows' if cell.real else ''}"
    kind = "Two classes" if cell.classes == 2 else f"{cell.classes} classes"
    rare = f", {cell.share:.0%} {'positive' if cell.classes == 2 else 'in one of them'}"
    share = "" if cell.share >= 0.9 / cell.classes else rare
    return f"{kind}{share}{', groups' if cell.groups else ''}{', real rows' if cell.real else ''}"


def _table(title: str, tallies: list[Tally], entry: Of) -> str:
    metrics = list(dict.fromkeys(tally.metric for tally in tallies))
    found = {(tally.cell.id, tally.metric): tally for tally in tallies}
    counted = "intervals" if entry is _coverage else "studies"
    heads = [title, "n", counted, *(metric(name).title.replace(" (two classes)", "") for name in metrics)]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for cell in dict.fromkeys(tally.cell for tally in tallies):
        own = [found.get((cell.id, name)) for name in metrics]
        counts = {getattr(t, counted) for t in own if t}
        count = "–".join(f"{some:,}" for some in sorted({min(counts), max(counts)}))    # some metrics may have fewer
        lines.append(f"| {_learner(cell)} | {cell.n} | {count} | "
                     f"{' | '.join('' if t is None else entry(t) for t in own)} |")
    return "\n".join(lines)


def _learner(cell: Cell) -> str:
    title = cell.lab.title + (f" against {LEARNERS[cell.against].title}" if cell.against else "")
    more = [f"{cell.groups} groups{' of unequal sizes' if cell.unequal else ''}"] if cell.groups else []
    more += [cell.source] if cell.real else []
    more += [f"δ {cell.deltas[0]:g} against {cell.deltas[1]:g}"] if cell.deltas[0] != cell.deltas[1] else []
    return ", ".join([title, *more])


def _level(tally: Tally) -> str:
    off = any("level" in said for said in tally.alerts())
    return _marked(tally.rejections, off=off)


def _coverage(tally: Tally) -> str:
    said = list(tally.alerts())
    first = _marked(tally.coverage, off=any(": coverage ." in one for one in said))
    first += "°" if tally.earlier else ""
    return f"{first} / {'–' if tally.coverage_all is None else str(tally.coverage_all).split(' ')[0]}"


def _marked(rate: Rate | None, *, off: bool) -> str:
    if rate is None:
        return "–"
    return f"**{rate}**" if off else str(rate)


def _off(tallies: Sequence[Tally]) -> str:
    """What is off, as a list; the bar is told where nothing is."""
    said = [f"- {sentence}" for tally in tallies for sentence in tally.alerts()]
    return "\n".join(["## What is off", "", *(said or [
        "Nothing: no level is above the bar and no coverage below it by more than two Monte-Carlo errors."])])
