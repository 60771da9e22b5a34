"""The notebooks of the documentation are run, and what comes out is what is stored in them."""

import json
import re

import pytest
from notebooks import notebooks, run, told

pytestmark = pytest.mark.slow


def numbers_and_words(text):
    """The words of an output, and its numbers apart: these may differ in a last digit between versions of packages."""
    number = r"[-+−]?\d[\d,]*\.?\d*(?:e[-+]?\d+)?"
    found = [float(one.replace(",", "").replace("−", "-")) for one in re.findall(number, text)]
    return found, re.sub(number, "#", re.sub(r"\s+", " ", text))


def stored(notebook):
    return [told(cell["outputs"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


@pytest.mark.parametrize("file", notebooks(), ids=lambda file: file.stem)
def test_what_is_stored_is_what_comes_out(file):
    notebook = json.loads(file.read_text(encoding="utf-8"))
    assert any(stored(notebook))
    for was, comes in zip(stored(notebook), map(told, run(notebook)), strict=True):
        for old, new in zip(was, comes, strict=True):
            (old_numbers, old_words), (new_numbers, new_words) = numbers_and_words(old), numbers_and_words(new)
            assert new_words == old_words
            assert new_numbers == pytest.approx(old_numbers, rel=0.02, abs=0.002)


def test_there_are_notebooks_and_they_are_small():
    assert len(notebooks()) >= 4
    assert all(file.stat().st_size < 50_000 for file in notebooks())


def test_another_number_or_word_would_be_noticed():
    assert numbers_and_words("better by 0.06") != numbers_and_words("worse by 0.06")
    assert numbers_and_words("by 0.06")[0] != pytest.approx(numbers_and_words("by 0.09")[0], rel=0.02, abs=0.002)
