"""What the README shows of the demo is what the demo prints."""

import re

import pytest

from written_pages import ROOT

pytestmark = pytest.mark.slow
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_demo_prints_what_the_readme_shows(referee, undrawn):
    shown = README.partition("$ referee demo\n")[2].partition('\n"Can\'t tell"')[0]
    shown = re.sub(r"^ *Fitting ━.*$", "", shown, flags=re.MULTILINE)           # a bar, which a terminal alone has
    seen = referee("demo")
    said = " ".join((seen.err + seen.out).split())
    pieces = [piece for line in re.split(r"\n\n|…|(?<=\.)\n(?= *(?:How|Page|Design):)", shown)
              if (piece := " ".join(line.split()))]
    assert len(pieces) > 6
    assert [piece for piece in pieces if piece not in said] == []
