"""The page of the audit says what the registry says, and every code has its anchor."""

from pathlib import Path

import pytest

from referee.audit import CHECKS
from referee.report.audit.check_list import with_checks

PAGE = Path(__file__).parents[2] / "docs" / "audit.md"


def test_the_committed_page_is_the_registry_of_today():
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_checks(page), "run: python docs/make.py"


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.code)
def test_every_check_is_told_in_whole_sentences(check):
    page = PAGE.read_text(encoding="utf-8")
    assert page.count(f'<a id="{check.code.lower()}"></a>') == 1
    assert check.advice in page
    assert check.advice.endswith(".")
    assert check.look.__doc__.rstrip().endswith(".")
    assert not check.title.endswith(".")
