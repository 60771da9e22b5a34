"""The rules of advice as a list for the documentation, from the registry itself."""

from __future__ import annotations

from collections.abc import Iterator

from referee.advice import RULES, Rule

MARK = "<!-- the rules, written by docs/make.py -->"


def with_rules(page: str) -> str:
    """The page with everything after its mark replaced by the rules of today."""
    return f"{page.partition(MARK)[0]}{MARK}\n\n{rules_list()}"


def rules_list() -> str:
    """Every rule: what to do, what not to do, why, and who says so."""
    return "\n".join(line for rule in RULES for line in _told(rule))


def _told(rule: Rule) -> Iterator[str]:
    yield f"**{rule.code}** *When* {rule.when}: {rule.advice}."
    if rule.warning:
        yield f"*Not* {rule.warning}."
    yield f"*Why:* {rule.reason}. *Source:* {rule.source}."
    yield ""
