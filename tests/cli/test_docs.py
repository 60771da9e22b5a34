"""referee docs: what a message names can be read where the program is, installed or not."""

import re

import pytest
from pymdownx.slugs import slugify

from referee.audit import CHECKS
from referee.report import manual
from written_pages import DOCS, anchors


def test_without_a_page_all_are_listed(referee):
    seen = referee("docs")
    assert seen.code == 0
    names = [line.split()[0] for line in seen.out.splitlines()[1:]]
    assert names == sorted(path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md"))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.code)
def test_every_finding_leads_to_its_section(check):
    text = manual.read(f"audit#{check.code.lower()}")
    assert text.startswith(f"### {check.code} {check.title}")
    assert text.count("\n### ") == 0
    assert check.advice in text


@pytest.mark.parametrize("typed", ["audit#f-14", "docs/audit.md#f-14", "docs: audit#F-14"])
def test_a_section_is_printed_with_the_place_of_its_page(referee, typed):
    seen = referee("docs", typed)
    assert seen.code == 0
    assert seen.out.startswith("### F-14 No baseline\n")
    assert seen.out.splitlines()[-1] == f"File: {DOCS / 'audit.md'}"


@pytest.mark.parametrize(("typed", "said"), [
    ("adit", "no page is called 'adit'; did you mean 'audit'? `referee docs` lists all."),
    ("audit#f-99", "audit.md has no section 'f-99'; did you mean"), ("../README", "no page is called '../README'"),
])
def test_what_is_not_there_is_one_sentence(referee, typed, said):
    seen = referee("docs", typed)
    assert seen.code == 2
    assert said in seen.err


def test_sections_have_the_addresses_they_have_on_the_site():
    for path in DOCS.rglob("*.md"):
        text = path.read_text(encoding="utf-8")
        there = {mark for _, mark in manual.sections(text.splitlines())}
        assert {re.sub(r"_\d+$", "", mark) for mark in anchors(text)} <= there, path.name
    heading = "R², F1 & co.: what `--metrics` takes"
    assert manual.slug(heading) == slugify(case="lower")(heading.replace("`", ""), "-")


def test_a_section_ends_where_the_next_begins_and_a_comment_in_an_example_is_no_heading(monkeypatch, tmp_path):
    text = "# A\n\n## B\n\n```sh\n# no heading\n```\n\n### C\n\n## D\n\nlast\n"
    (tmp_path / "index.md").write_text(text, encoding="utf-8")
    monkeypatch.setattr(manual, "BESIDE", tmp_path)
    assert manual.read("index#b") == "## B\n\n```sh\n# no heading\n```\n\n### C"
    assert manual.read("index#d") == "## D\n\nlast"
