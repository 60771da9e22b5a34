"""Every link leads somewhere, to the section it names; every example is set as one."""

import re

import pytest

from written_pages import DOCS, PAGES, ROOT, anchors, broken, links, name_of, prose

NAMED = re.compile(r"docs/([a-z0-9/-]+\.md)(?:#([a-z0-9-]+))?")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page):
    assert broken(page, page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_examples_are_set_as_code(page):
    """Outside of a fence, or of four spaces, three angles are a quotation in a quotation in a quotation."""
    assert re.findall(r"^ {0,3}(>>>.*)", prose(page.read_text(encoding="utf-8")), re.MULTILINE) == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_lists_and_tables_stand_apart_from_the_text_before_them(page):
    """Else they are set as one paragraph; and a list in a list has four spaces."""
    text = prose(page.read_text(encoding="utf-8"))
    assert re.findall(r"^(?![-*|\d ]).+\n((?:[-*|] |\d+\. ).*)", text, re.MULTILINE) == []
    assert re.findall(r"^( {1,3}(?:[-*]|\d+\.) .*)", text, re.MULTILINE) == []


def test_pages_that_the_code_names_are_there():
    code = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    named = NAMED.findall(code)
    assert len(named) > 10
    for page, anchor in named:
        there = DOCS / page
        assert there.exists(), page
        assert not anchor or anchor in set(anchors(there.read_text(encoding="utf-8"))), anchor


@pytest.mark.parametrize("link", ["nowhere.md", "tour.md#nowhere", "#nowhere", "audit.md#f-99"])
def test_a_broken_link_would_be_noticed(link):
    text = f"# Title\n\n[This](tour.md), [that](audit.md#f-14), [above](#title), [it]({link}).\n\n    [no](link)\n"
    assert broken(DOCS / "a-page.md", text) == [link]


def test_every_page_is_reached_from_the_first():
    """From the README, by links alone."""
    reached, ways = set(), [ROOT / "README.md"]
    while ways:
        page = ways.pop()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            ways += [(page.parent / target.partition("#")[0]).resolve()
                     for target in links(page.read_text(encoding="utf-8")) if target.partition("#")[0]]
    assert [name_of(page) for page in DOCS.rglob("*.md") if page not in reached] == []
