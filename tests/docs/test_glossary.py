"""The glossary has every word that the first screen asks a reader to know."""

import re

import pytest

from referee.audit import Severity
from referee.comparisons.verdict import Outcome
from written_pages import DOCS, ROOT, links

TEXT = (DOCS / "glossary.md").read_text(encoding="utf-8")
TERMS = {heading.lower() for heading in re.findall(r"^### (.+)$", TEXT, re.MULTILINE)}
README = (ROOT / "README.md").read_text(encoding="utf-8")
DEMO = README.partition("$ referee demo\n")[2].partition('\n"Can\'t tell"')[0]


def headings(screen):
    """Of the columns of its table, without the metric and the level."""
    table = next(line for line in screen.splitlines() if "95% interval" in line)
    return [re.sub(r"^\d+% ", "", column) for column in re.split(r"\s{2,}", table.strip())[1:]]


def test_the_screen_is_the_readme_s():
    assert headings(DEMO) == ["estimate", "interval", "at half", "against the best"]


@pytest.mark.parametrize("term", [
    *headings(DEMO), *re.findall(r"^ +([A-Z][a-z]+):", DEMO, re.MULTILINE), *(one.value for one in Outcome),
    *(one.value for one in Severity),
    *(word for word in ("stratified", "baseline", "adjusted p", "power", "Holm", "two-sided", "halves jackknife t",
                        "complementary halves") if word in " ".join(DEMO.split())),
])
def test_what_the_first_screen_says_is_explained(term):
    assert term.lower() in TERMS


def test_the_words_looked_for_are_those_of_the_screen():
    found = re.findall(r"^ +([A-Z][a-z]+):", DEMO, re.MULTILINE)
    assert found == ["Design", "Verdict", "How", "Page"]


def test_every_term_has_a_sentence_and_none_is_explained_twice():
    sections = re.split(r"^###? .+$", TEXT, flags=re.MULTILINE)[1:]
    titles = re.findall(r"^(###?) (.+)$", TEXT, re.MULTILINE)
    assert [title for (depth, title), body in zip(titles, sections, strict=True)
            if depth == "###" and not body.strip().endswith((".", ").", "]."))] == []
    assert len(TERMS) == sum(depth == "###" for depth, _ in titles) > 50


def test_the_first_pages_lead_to_it():
    for page in ("index.md", "numbers.md", "tour.md"):
        assert "glossary.md" in links((DOCS / page).read_text(encoding="utf-8")), page
