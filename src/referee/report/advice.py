"""Advice for people: what holds here and who says so, what would be run, and how to run it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from referee.advice import Rule, Situation
from referee.report.dictionary import json_ready
from referee.report.document import Bullets, Code, Page, Section, Table, Text
from referee.report.text import wrapped
from referee.report.width import width_of_text
from referee.report.wording import capitalised, count, duration, joined


def advice_text(situation: Situation, rules: tuple[Rule, ...], run: dict[str, Any]) -> str:
    """The whole advice."""
    head = [wrapped(f"{run['data']}"), *(wrapped(f"! {notice}", hang="  ") for notice in run["notices"]),
            wrapped(f"Goal: {situation.goal.value} ({situation.goal.word}), by {run['metric']}; "
                    f"{joined(run['models'])}.")]
    spoken = "\n".join(line for rule in rules for line in _rule(rule, situation))
    feet = "\n".join(wrapped(f"  {note}", hang="    ") for note in run["footnotes"])
    what = wrapped(" ".join(_what(run)))
    written = [f"Write {name}:\n" + textwrap.indent(content.rstrip(), "  ") for name, content in run["files"].items()]
    how = "Run it:\n" + "\n".join(f"  {command}" for command in run["commands"])
    parts = ["\n".join(head), f"What holds here:\n{spoken}" if spoken else "", what,
             *(wrapped(sentence) for sentence in run["needs"]), *written, how, f"Also:\n{feet}" if feet else ""]
    return "\n\n".join(part for part in parts if part) + "\n"


def advice_dict(situation: Situation, rules: tuple[Rule, ...], run: dict[str, Any]) -> dict[str, Any]:
    """For JSON."""
    facts = {name: getattr(situation, name) for name in situation.__dataclass_fields__}
    facts |= {"goal": situation.goal.word, "task": situation.task.value,
              "habits": sorted(habit.name.lower() for habit in situation.habits)}
    ready: dict[str, Any] = json_ready({
        "situation": facts, "rules": [rule.to_dict() | {"why": rule.why(situation)} for rule in rules], **run})
    return ready


def _rule(rule: Rule, situation: Situation) -> Iterator[str]:
    against = f" Not {rule.warning}." if rule.warning else ""
    why = rule.here(situation) if rule.here else rule.reason
    said = f"{rule.advice[:1].upper()}{rule.advice[1:]}.{against} Why: {why} ({rule.source})."
    yield from textwrap.wrap(said, width_of_text(), initial_indent=f"  {rule.code}  ", subsequent_indent=" " * 8,
                             break_on_hyphens=False, break_long_words=False)


def _what(run: dict[str, Any]) -> Iterator[str]:
    design = run["design"]
    if run["judged"]:
        yield "What would be run: the answers of the models on the test rows are judged, once; nothing is fitted."
        return
    why = f", because {design['why']}" if design["why"] else ""
    yield f"What would be run: {design['description']}{why}; {count(run['fits'], 'fit')}."
    time = run["time"]
    if time is None:
        return
    cores = "one core" if time["cores"] == 1 else f"{time['cores']} cores"
    if time["seconds"] > 0:
        measured = (f"fits on {time['timed_rows']:,} of {time['training_rows']:,} rows were timed and drawn out"
                    if time["timed_rows"] < time["training_rows"] else "a fit of each was timed")
        yield (f"That takes about {duration(max(time['seconds'], 1.0))} on {cores} of this machine ({measured}; less "
               f"where exact shortcuts apply).")
    if time["failed"]:
        yield f"A first fit of {joined(time['failed'])} failed, so its time is not known."


def advice_page(situation: Situation, rules: tuple[Rule, ...], run: dict[str, Any]) -> Page:
    """What holds here, what would be run, and how."""
    lead, *rest = _what(run)
    asked = f"{run['data']} Goal: {situation.goal.value} ({situation.goal.word}), by {run['metric']}."
    table = Table(header=["rule", "advice", "why", "source"], style="wordy",
                  rows=[[row["code"], row["advice"], row["why"], row["source"]] for row in rule_rows(situation, rules)])
    return Page(
        kind="advise", about=situation.goal.word, title=f"Advice: {situation.goal.word}",
        question="Which design, interval and test?", lead=lead, rest=rest, loud=[],
        head=[Text(asked), Bullets(run["notices"], "notices")],
        sections=[Section(key="rules", title="What holds here", blocks=[table, Bullets(run["footnotes"])], gist=True),
                  Section(key="again", title="Run it", gist=True, blocks=[
                      Bullets(run["needs"]), *(block for name, content in run["files"].items()
                                               for block in (Text(f"{name}:"), Code(content))),
                      Code("\n".join(run["commands"]))])])


def rule_rows(situation: Situation, rules: tuple[Rule, ...]) -> list[dict[str, str]]:
    """One row for each rule that holds."""
    return [{"code": rule.code, "advice": f"{capitalised(rule.advice)}.", "not": rule.warning or "",
             "why": rule.here(situation) if rule.here else rule.reason, "source": rule.source} for rule in rules]
