"""Files that are written several times, turned, flipped or with noise, listed together, and divided only then."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.seen import Seen
from referee.audit.reading.scripts.source import Source
from referee.audit.reading.scripts.trace import Trace

CHANGES = re.compile(r"(?:^|_)aug|augment|jitter|rotat|flip|distort|perturb|elastic|noise", re.IGNORECASE)
TESTS = re.compile(r"(?:^|[/_\\-])(?:test|holdout|hold_out|eval)", re.IGNORECASE)
LISTS = {"glob", "rglob", "iglob", "iterdir", "listdir", "scandir", "walk"}


def versions(made: Call) -> tuple[int, str] | None:
    """Where a list gets several changed versions of each file that a loop goes through; None for any other list."""
    lines = {loop.line for loop in made.flow.loops}
    loops = [node for node in ast.walk(made.flow.source.tree) if isinstance(node, ast.For) and node.lineno in lines]
    outer = [node for node in loops if any(_name(part) in LISTS for part in ast.walk(node.iter))]
    inner = [node for one in outer for node in ast.walk(one) if node in loops and node is not one
             and isinstance(node, ast.For) and _name(node.iter) == "range"]
    changed = any(CHANGES.search(_name(part)) for node in inner for part in ast.walk(node))
    appended = any(part is made.node for node in inner for part in ast.walk(node))
    return (made.line, made.text) if changed and appended else None


def _name(node: ast.AST) -> str:
    """The last word of what is called; nothing for what is no call."""
    return ast.unparse(node.func).split(".")[-1] if isinstance(node, ast.Call) else ""


def versions_divided(source: Source, trace: Trace) -> Iterator[Seen]:
    """The first division of all, at random, of the only files that the code lists, where no others are for testing."""
    first = trace.divisions[0] if trace.divisions else None
    if first is None or first.versions is None or first.how != "at random":
        return
    line, call = first.versions
    if not _only_files(source.tree, line):
        return
    yield Seen(code="F-23", severity="serious", line=line, place=source.place(line),
               message=f"{call}: several changed versions of each file are listed before {source.place(first.line)} "
                       f"({first.call}) divides them at random, so that versions of one stand in training and test "
                       f"part. Divide the files first, and change those of the training part alone.")


def _only_files(tree: ast.Module, line: int) -> bool:
    """Whether files are listed once, by a function that is asked once, and no name of a file says that it is a test."""
    nodes = list(ast.walk(tree))
    homes = [node.name for node in nodes if isinstance(node, ast.FunctionDef)
             and node.lineno <= line <= (node.end_lineno or node.lineno)]
    words = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return (sum(_name(node) in LISTS for node in nodes) == 1
            and all(sum(_name(node) == home for node in nodes) == 1 for home in homes)
            and not any(TESTS.search(word) for word in words if not re.search(r"\s", word)))
