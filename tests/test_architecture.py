"""The house plan as a test: who may import whom. No exceptions are listed, because there are none."""

import ast
from pathlib import Path

import pytest

import referee

ROOT = Path(referee.__file__).parent
FOUNDATION = {"dotted", "errors", "kinds", "seeds", "fingerprint", "registry", "spec"}

DATA = {"data"}
DESIGNS = DATA | {"designs"}
LEARNERS = DESIGNS | {"metrics", "learners"}
LEDGER = DESIGNS | {"declaration", "ledger"}
RUNNING = LEDGER | LEARNERS | {"running"}
ESTIMATES = {"metrics", "estimates"}
COMPARISONS = ESTIMATES | {"data", "comparisons"}
READING = LEDGER | COMPARISONS | {"reading"}
STUDY = READING | {"learners", "study"}
ADVICE = STUDY | {"advice"}
AUDIT = STUDY | {"audit"}
REPORT = READING | {"study", "advice", "audit", "report"}
API = RUNNING | ADVICE | AUDIT | REPORT | {"api"}

MAY_IMPORT = {
    "declaration": {"declaration"}, "data": DATA, "designs": DESIGNS, "metrics": {"metrics"}, "learners": LEARNERS,
    "ledger": LEDGER,
    "running": RUNNING, "estimates": ESTIMATES, "comparisons": COMPARISONS, "reading": READING,
    "study": STUDY,
    "advice": ADVICE, "audit": AUDIT, "report": REPORT, "api": API,
    "lab": API | {"lab"}, "replications": API | {"lab", "replications"}, "testing": API | {"testing"},
    "cli": {"api", "report", "lab", "replications", "cli", "metrics", "designs", "learners", "comparisons",
            "estimates", "reading"},
    "__main__": {"cli"},
    "__init__": {"api", "data", "designs", "metrics", "estimates", "comparisons", "reading", "learners",
                 "ledger"},
}


def imports(path):
    """Every module that a file imports, wherever in the file it does so."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import; say the whole name"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def numpy_random_uses(path):
    """Calls into numpy.random by attribute; annotations of its Generator type are no draw."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        is_random = isinstance(node, ast.Attribute) and node.attr == "random"
        if is_random and isinstance(node.value, ast.Name) and node.value.id in {"np", "numpy"}:
            yield node.lineno
    yield from (name for name in imports(path) if name.startswith("numpy.random"))


def room(path, root=ROOT):
    """The part of the house a file stands in."""
    first = path.relative_to(root).parts[0]
    return first.removesuffix(".py")


def violations(root=ROOT):
    """One sentence for each import that the plan does not allow."""
    for path in sorted(root.rglob("*.py")):
        here, name = room(path, root), path.relative_to(root)
        for module in imports(path):
            parts = module.split(".")
            if parts[0] == "referee" and len(parts) > 1 and here not in FOUNDATION:
                if parts[1] not in MAY_IMPORT[here] | FOUNDATION and parts[1] != "__version__":
                    yield f"{name} imports {module}"
            elif parts[0] == "referee" and len(parts) > 1 and parts[1] not in FOUNDATION:
                yield f"{name} imports {module}: the foundation stands on nothing"
            elif here == "report" and parts[0] == "scipy":
                yield f"{name} imports {module}: a report formats numbers, it makes none"
        if path.name != "seeds.py":
            yield from (f"{name} uses numpy.random ({where})" for where in _draws(path))


def _draws(path):
    """Uses of numpy.random other than naming its Generator in an annotation."""
    text = path.read_text(encoding="utf-8").splitlines()
    for where in numpy_random_uses(path):
        if isinstance(where, int) and "np.random.Generator" in text[where - 1]:
            continue
        yield where


def test_every_import_goes_down_the_layers():
    assert list(violations()) == []


@pytest.mark.parametrize(("where", "line"), [
    ("running/engine.py", "from referee.estimates import wilson"),
    ("running/engine.py", "def f():\n    import referee.report.page"),
    ("metrics/labels.py", "from referee.ledger import Ledger"),
    ("comparisons/verdict.py", "from referee.running import run"),
    ("report/page.py", "from scipy import stats"),
    ("designs/kfold.py", "import numpy as np\nnp.random.default_rng(3)"),
    ("designs/kfold.py", "from numpy.random import default_rng"),
    ("errors.py", "from referee.data import Problem"),
])
def test_a_forbidden_import_is_found(tmp_path, where, line):
    """The contract is only worth something if breaking it is noticed."""
    path = tmp_path / where
    path.parent.mkdir(exist_ok=True)
    path.write_text(line + "\n", encoding="utf-8")
    assert len(list(violations(tmp_path))) >= 1


def test_the_rooms_of_the_plan_are_known():
    rooms = {room(path) for path in ROOT.rglob("*.py")}
    assert rooms <= set(MAY_IMPORT) | FOUNDATION
