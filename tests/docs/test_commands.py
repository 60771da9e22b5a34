"""Commands that the pages show can be typed: every one of `referee …` in the tutorials and the README is understood."""

import re
import shlex

import pytest

from command_walk import commands
from written_pages import DOCS, ROOT, name_of

PAGES = [ROOT / "README.md", *sorted((DOCS / "people").glob("*.md"))]
KNOWN = dict(commands())
TYPED = re.compile(r"^    (?:\$ )?(referee [a-z][^#\n]*)|`(referee [a-z][^`]*)`", re.MULTILINE)


def typed(page):
    """Commands on a page, without those whose rest is left out, and those that stand for several."""
    text = page.read_text(encoding="utf-8").replace("\\|", "|")
    found = [" ".join((block or inline).split()) for block, inline in TYPED.findall(text)]
    return [line for line in found if len(line.split()) > 2 and not re.search(r"…|--help$|\w\|[a-z]+\|", line)]


LINES = [(name_of(page), line) for page in PAGES for line in typed(page)]


def understood(line):
    """The command with what it was given, as the command line reads it."""
    words = shlex.split(line)[1:]
    name = next(name for name in (" ".join(words[:2]), words[0]) if name in KNOWN)
    with KNOWN[name].make_context(name, words[len(name.split()):], resilient_parsing=False) as context:
        return context.params


@pytest.mark.parametrize(("page", "line"), LINES, ids=lambda v: v)
def test_what_a_page_shows_can_be_typed(page, line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert understood(line)


def test_the_pages_show_commands_and_a_wrong_one_would_be_noticed():
    assert len(LINES) > 40
    with pytest.raises(Exception, match="--tagret"):
        understood("referee compare churn.csv --tagret churned --models lda")
