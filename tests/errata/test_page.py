"""The page of errata: all of them, each with a test that exists."""

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "errata.md"


def rows(text):
    """Number and test of each row."""
    return [(int(number), test) for number, test in re.findall(r"^\| (\d+) \|.*\| `([\w.:]+)` \|$", text, re.MULTILINE)]


def there_are():
    return {f"{path.name}::{node.name}" for path in HERE.glob("test_*.py")
            for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)}


def test_every_erratum_is_there_once_and_names_a_test_of_its_own():
    found = rows(PAGE.read_text(encoding="utf-8"))
    assert [number for number, _ in found] == list(range(1, 40))
    assert {test for _, test in found} <= there_are()
    assert all(f"test_erratum_{number:02}_" in test for number, test in found)


def test_every_test_of_an_erratum_is_on_the_page():
    named = {test for _, test in rows(PAGE.read_text(encoding="utf-8"))}
    assert {test for test in there_are() if "test_erratum" in test} == named


def test_a_row_without_its_test_would_be_noticed():
    absent = "test_none.py::test_erratum_01_x"
    assert rows(f"| 1 | 3.1 | x | y | z | `{absent}` |") == [(1, absent)]
    assert absent not in there_are()
    assert rows("| 1 | 3.1 | x | y | z | |") == []
