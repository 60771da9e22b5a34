"""The page of functions on arrays lists them all."""

from pathlib import Path

from referee import comparisons, estimates
from referee.report.array_list import with_arrays

PAGE = Path(__file__).parents[2] / "docs" / "arrays.md"


def test_the_page_is_what_the_functions_say():
    told = PAGE.read_text(encoding="utf-8")
    assert told == with_arrays(told), "run: python docs/make.py"


def test_every_function_is_on_it():
    told = PAGE.read_text(encoding="utf-8")
    for room in (comparisons, estimates):
        assert [name for name in room.__all__ if name.islower() and f"`{name}`" not in told] == []
