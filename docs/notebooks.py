"""Runs the notebooks of docs/notebooks and stores what comes out: python docs/notebooks.py.

Cells run one after the other in one namespace, as in a kernel: what is printed, then the value of a last expression, as
text and as its HTML. A test runs them too and holds what comes out beside what is stored.
"""

import ast
import contextlib
import io
import json
import os
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent / "notebooks"


def notebooks():
    """The files, by name."""
    return sorted(FOLDER.glob("*.ipynb"))


def run(notebook):
    """The outputs of each cell of code, run in an empty folder."""
    names = {"__name__": "__main__"}
    with tempfile.TemporaryDirectory() as room, contextlib.chdir(os.path.realpath(room)):
        return [_outputs("".join(cell["source"]), names) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def _outputs(source, names):
    said, tree = io.StringIO(), ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    value = None
    with contextlib.redirect_stdout(said):
        exec(compile(tree, "cell", "exec"), names)                      # noqa: S102 - our own cells
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)        # noqa: S307 - our own cells
    printed = [{"output_type": "stream", "name": "stdout", "text": _lines(said.getvalue())}] if said.getvalue() else []
    return printed + ([] if value is None else [{
        "output_type": "execute_result", "metadata": {}, "execution_count": None, "data": _shown(value)}])


def _shown(value):
    html = getattr(value, "_repr_html_", None)
    return {"text/plain": _lines(repr(value))} | ({"text/html": _lines(html())} if html else {})


def _lines(text):
    return text.splitlines(keepends=True)


def told(outputs):
    """What a reader reads of the outputs of a cell: text without the drawings."""
    return ["".join(one["text"] if one["output_type"] == "stream" else one["data"]["text/plain"]) for one in outputs]


def store(path):
    """Run a notebook and write it with its outputs."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, (cell, outputs) in enumerate(zip(cells, run(notebook), strict=True), start=1):
        cell["execution_count"] = number
        cell["outputs"] = [one | ({"execution_count": number} if "execution_count" in one else {}) for one in outputs]
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for file in notebooks():
        store(file)
        print(file.name)
