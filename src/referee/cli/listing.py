"""referee list: the metrics, designs, learners, tests, checks, rules and formats there are."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from referee.cli import options as o
from referee.cli.show import columns, print_json


class What(StrEnum):
    """What can be listed."""

    metrics = "metrics"
    designs = "designs"
    learners = "learners"
    tests = "tests"
    formats = "formats"
    checks = "checks"
    rules = "rules"
    engines = "engines"
    ledgers = "ledgers"


def list_things(
    what: Annotated[What, typer.Argument(metavar="WHAT", help="What to list.")], json: o.AsJson = False,
) -> None:
    """List the metrics, designs, learners, tests, checks, rules, formats, engines or ledgers there are, by name.

    Example: referee list metrics
    """
    rows = {What.metrics: _metrics, What.designs: _designs, What.learners: _learners, What.tests: _tests,
            What.checks: _checks, What.rules: _rules, What.formats: _formats, What.engines: _engines,
            What.ledgers: _ledgers}[what]()
    if json:
        print_json(rows)
        return
    print(_aligned(rows))
    if what is What.metrics:
        from referee.report import family_rows

        print("\nWith parameters, typed so (shown are the usual values):")
        print(_aligned(family_rows()))


def _aligned(rows: list[dict[str, str]]) -> str:
    return columns([tuple(rows[0]), *(tuple(row.values()) for row in rows)])


def _metrics() -> list[dict[str, str]]:
    from referee.report import metric_rows

    return metric_rows()


def _designs() -> list[dict[str, str]]:
    from referee.designs import DESIGNS

    return [{"design": d.name, "what": d.summary} for d in DESIGNS]


def _learners() -> list[dict[str, str]]:
    from referee.learners import LEARNERS

    return [{
        "learner": item.name, "task": ", ".join(task.value for task in item.tasks), "what": item.sentence,
    } for item in LEARNERS]


def _tests() -> list[dict[str, str]]:
    from referee.reading.differences.named import TESTS

    return [{"test": t.name, "what": t.summary} for t in TESTS]


def _formats() -> list[dict[str, str]]:
    from referee.api import FORMATS

    return [{"format": each.name, "what": each.title} for each in FORMATS]


def _checks() -> list[dict[str, str]]:
    from referee.report.audit.check_list import check_rows

    return check_rows()


def _rules() -> list[dict[str, str]]:
    from referee.api import RULES

    return [{"rule": r.code, "when": r.when, "advice": r.advice} for r in RULES]


def _engines() -> list[dict[str, str]]:
    from referee.api import ENGINES

    return [{"engine": e.name, "what": e.summary} for e in ENGINES]


def _ledgers() -> list[dict[str, str]]:
    from referee.api import LEDGERS

    return [{"ledger": kind.name, "what": kind.summary} for kind in LEDGERS]
