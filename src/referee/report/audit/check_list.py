"""The checks of the audit as a list for the documentation, from the registry itself: an anchor for every code."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

from referee.audit import CHECKS, Check

MARK = "<!-- made from the registry by docs/make.py; do not edit -->"


def with_checks(page: str) -> str:
    """The page with everything after its mark replaced by the checks of today."""
    return "\n".join([f"{page.partition(MARK)[0]}{MARK}\n", *_table(),
                      *(line for check in checks() for line in _entry(check))])


def checks() -> list[Check]:
    """Every check, by code."""
    return sorted(CHECKS, key=lambda check: check.code)


def check_rows() -> list[dict[str, str]]:
    """One row for each check: its code, the worst severity it gives, its title."""
    return [{"check": check.code, "severity": check.severity.value, "what": check.title} for check in checks()]


def _table() -> Iterator[str]:
    yield "| code | severity | what |\n|---|---|---|"
    for check in checks():
        yield f"| [{check.code}](#{check.code.lower()}) | {check.severity.value} | {check.title} |"
    yield ""


def _entry(check: Check) -> Iterator[str]:
    yield f'<a id="{check.code.lower()}"></a>\n\n### {check.code} {check.title}\n'
    yield f"*{check.severity.value.capitalize()}, at worst.* {inspect.getdoc(check.look)}\n"
    yield f"What to do: {check.advice}\n"
    yield f"Reference: {check.reference}.\n"
