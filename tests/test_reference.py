"""The suite holds on a fresh clone: what it compares with lies in it, named with its source, and no clock fails it."""

import ast
import csv
from pathlib import Path

from hypothesis import settings

from reference_tables import DATA, REFERENCE
from worked import examples

TESTS = Path(__file__).parent


def kept():
    return [path.relative_to(REFERENCE) for path in REFERENCE.rglob("*") if path.is_file()]


def test_the_page_names_every_file():
    page = (REFERENCE / "README.md").read_text(encoding="utf-8")
    names = {path.name for path in kept()} - {"README.md"}
    assert len(names) == 22
    assert [name for name in names if f"`{name}`" not in page] == []


def test_every_data_set_is_on_record():
    with (DATA / "index.csv").open(encoding="utf-8", newline="") as file:
        records = list(csv.DictReader(file))
    assert {record["file"] for record in records} == {path.name for path in DATA.glob("*.gz")}
    assert all(record["source"] and record["license_or_note"] for record in records)


def test_every_example_says_where_it_is_from_and_how_it_was_checked():
    assert len(examples()) == 103
    for name, case in examples().items():
        assert case["source"], name
        assert case["cross_check"], name
        assert case["expected"], name
        assert 0 <= case["tolerance"] < 0.1, name


def test_no_property_has_a_deadline():
    assert settings.default.deadline is None


def outside(text, depth):
    """How often a file `depth` folders below the repository reaches for something beside the repository."""
    return sum(
        isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr == "parents"
        and isinstance(node.value.value, ast.Call) and ast.unparse(node.value.value) == "Path(__file__)"
        and ast.literal_eval(node.slice) > depth
        for node in ast.walk(ast.parse(text)))


def test_no_test_reads_what_lies_beside_the_repository():
    files = {path.relative_to(TESTS): path.read_text(encoding="utf-8") for path in TESTS.rglob("*.py")}
    assert len(files) > 150
    assert [str(path) for path, text in files.items() if outside(text, len(path.parts))] == []


def test_a_test_that_did_would_be_seen():
    assert outside('from pathlib import Path\nDATA = Path(__file__).parents[3] / "shared"', 2) == 1
    assert outside('from pathlib import Path\nPAGE = Path(__file__).parents[2] / "docs"', 2) == 0
