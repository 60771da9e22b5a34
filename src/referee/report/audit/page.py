"""The page about an audit: the grade first, then the findings, the score sheet, and all checks."""

from __future__ import annotations

from referee.audit import Audit, CheckAnswer, Finding
from referee.audit.score_sheet import Demand, ScoreSheet
from referee.report.audit.text import HEADS, OUTCOMES
from referee.report.audit.words import READ_FIRST, coverage_sentence, doubt_sentence, grade_sentence, outcome_counts
from referee.report.document import Block, Bullets, Cell, Folded, Item, Items, Page, Row, Section, Table, Text
from referee.report.wording import capitalised

SHEET_NOTE = ("Yes: looked for and in order. No: something was found. Not known: what is known of the study does not "
              "tell. Does not apply: the study has nothing that the demand is about.")
CHECKS_NOTE = ("Fatal: the number cannot be used. Serious: it cannot be believed as it stands. Warning: it should be "
               "mended or said. Info: good to know.")


def audit_page(audit: Audit, sheet: ScoreSheet) -> Page:
    """Everything an audit has to say."""
    coverage = coverage_sentence(audit, sheet)
    found: Block = Items(_items(audit.findings)) if audit.findings else Text("Nothing was found.")
    return Page(
        kind="audit", about=audit.bundle.name, title=f"Audit of {audit.bundle.name}", question="Grade",
        lead=capitalised(grade_sentence(audit)), rest=[outcome_counts(audit, hint=False)],
        loud=[coverage] if coverage else [], head=[Bullets(audit.bundle.notices, "notices")],
        sections=[
            Section(key="findings", title="Findings, the worst first", blocks=[found, *_to_read(audit)], gist=True),
            Section(key="sheet", title="Score sheet", blocks=[_sheet(sheet), Text(SHEET_NOTE, "note")], gist=True),
            Section(key="others", title="The other checks", blocks=[*_others(audit), Text(CHECKS_NOTE, "note")]),
        ])


def _to_read(audit: Audit) -> list[Block]:
    if not audit.to_read:
        return []
    return [Text(READ_FIRST), Bullets([doubt_sentence(one) for one in audit.to_read])]


def _sheet(sheet: ScoreSheet) -> Table:
    asked = [
        ("Flexer's five requirements (1996)", sheet.flexers),
        ("Evaluation method (Reich & Barai 1999)", (Demand(what=sheet.method_name, answer=sheet.method),)),
        ("Salzberg's steps (1997)", sheet.salzbergs),
        ("Prechelt's questions (1996)", sheet.prechelts),
        ("As far as was looked (Kapoor & Narayanan 2023; Salzberg 1997)", (sheet.leakages, sheet.statistic)),
    ]
    rows: list[Row] = [[title if i == 0 else "", demand.what, Cell(word=demand.answer, kind=demand.answer), demand.why]
                       for title, demands in asked for i, demand in enumerate(demands)]
    return Table(header=["source", "demand", "answer", "why"], rows=rows, style="wordy")


def _items(findings: tuple[Finding, ...]) -> list[Item]:
    """Findings of one code and severity together, with what to do said once."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.severity.value, finding.code), []).append(finding)
    return [Item(kind=kind, code=code, title=group[0].title, messages=[finding.message for finding in group],
                 todo=group[0].advice, source=group[0].reference) for (kind, code), group in groups.items()]


def _others(audit: Audit) -> list[Block]:
    return [Folded(summary=HEADS.get(outcome, outcome.capitalize()), gist=str(len(answers)), blocks=[_checks(answers)])
            for outcome in OUTCOMES if outcome != "found" and (answers := audit.with_outcome(outcome))]


def _checks(answers: tuple[CheckAnswer, ...]) -> Table:
    asked = any(answer.ask for answer in answers)
    return Table(header=["check", "looks for", "why", *(["what would let it look"] if asked else [])], style="wordy",
                 rows=[[answer.check.code, answer.check.title, _why(answer), *([answer.ask] if asked else [])]
                       for answer in answers])


def _why(answer: CheckAnswer) -> str:
    return f"but for {answer.reason}" if answer.outcome == "passed" and answer.reason else answer.reason
