"""The house plan as a test: who may import whom. No exceptions are listed, because there are none."""

import ast
import functools
import gc
from pathlib import Path

import pytest

import referee

ROOT = Path(referee.__file__).parent
FOUNDATION = {"allowed", "discreet", "dotted", "errors", "foreign_file", "given", "kinds", "on_asking", "one_thread",
              "seeds", "fingerprint", "registry", "spec", "written"}

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
    "serve": API | {"serve"},
    "cli": {"api", "report", "lab", "replications", "serve", "cli", "metrics", "designs", "learners", "comparisons",
            "estimates", "reading"},
    "__main__": {"cli"},
    "__init__": {"api", "data", "designs", "metrics", "estimates", "comparisons", "reading", "learners",
                 "ledger"},
}


@pytest.fixture(scope="module", autouse=True)
def _the_collector_leaves_the_trees_alone():
    """Most of the time would go into looking at a million nodes again and again, of which none is garbage."""
    gc.disable()
    yield
    gc.enable()
    tree.cache_clear()
    nodes.cache_clear()


@functools.cache
def tree(path):
    """The syntax tree of a file; read once for all tests."""
    return ast.parse(path.read_text(encoding="utf-8"))


@functools.cache
def nodes(path):
    """What bears on imports in a file, flat."""
    kinds = (ast.Import, ast.ImportFrom, ast.Attribute, ast.If)
    return [node for node in ast.walk(tree(path)) if isinstance(node, kinds)]


def imports(path):
    """Every module that a file imports, wherever in the file it does so."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import; say the whole name"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def numpy_random_uses(path):
    """Calls into numpy.random by attribute; annotations of its Generator type are no draw."""
    for node in nodes(path):
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


# Right of the ledger meaning follows from facts. `audit` and `advice` read what other people wrote, and know its words.
BY_FACTS = ("estimates", "comparisons", "reading", "study", "report", "api", "declaration")
SAYS_A_NAME = {"name", "design", "method", "metric", "test", "title", "description"}


def known_names():
    """What designs, metrics, intervals and tests are called, as typed and as printed."""
    from referee.designs import DESIGNS
    from referee.designs.growing import Growing
    from referee.designs.joint import Joint
    from referee.metrics import METRICS
    from referee.reading.differences.named import TESTS
    from referee.reading.intervals.named import INTERVALS

    typed = {item.name for item in (*DESIGNS, *METRICS, *TESTS, *INTERVALS, Growing, Joint)}
    return typed | {method.title for method in (*TESTS, *INTERVALS)} | {method.label for method in TESTS}


def strings(node):
    return {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def says_a_name(node):
    return isinstance(node, ast.Attribute) and node.attr in SAYS_A_NAME


def decided_by_name(path, names):
    """Comparisons with a literal that is the name of something, and questions about the letters of a name."""
    lists = {node.targets[0].id: strings(node.value) for node in tree(path).body
             if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            asked = any(map(says_a_name, sides))
            for side in sides:
                literal = isinstance(side, ast.Constant | ast.Set | ast.Tuple | ast.List)
                by_list = lists.get(side.id, set()) if asked and isinstance(side, ast.Name) else set()
                if ((strings(side) if literal else set()) | by_list) & names:
                    yield node.lineno
        elif isinstance(node, ast.MatchValue) and strings(node) & names:
            yield node.lineno
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and says_a_name(node.func.value):
            if node.func.attr in {"startswith", "endswith"}:
                yield node.lineno
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Dict) and strings(node.value) & names:
            yield node.lineno


def test_nothing_right_of_the_ledger_asks_what_a_thing_is_called():
    names = known_names()
    found = [f"{path.relative_to(ROOT)}:{line}" for path in sorted(ROOT.rglob("*.py")) if room(path) in BY_FACTS
             for line in decided_by_name(path, names)]
    assert found == []


@pytest.mark.parametrize("line", [
    'if plan.design == "kfold":\n    pass',
    'loo = plan.design in {"loo", "complete"}',
    'is_area = "roc_auc" == metric.name',
    'METRICS = ("accuracy", "error_rate")\nx = metric.name in METRICS',
    'signed = c.method.endswith("t")',
    'mcnemar = comparison.method.startswith("McNemar")',
    'match design:\n    case "bootstrap":\n        x = 1',
    'how = {"nested": 1, "holdout": 2}[design]',
    'if test != "corrected-t":\n    pass',
])
def test_a_decision_by_name_is_found(tmp_path, line):
    path = tmp_path / "planted.py"
    path.write_text(line + "\n", encoding="utf-8")
    assert list(decided_by_name(path, known_names()))


def files_imported(root):
    """file → the files it imports, wherever in the file it does so, types apart; packages count as their files."""
    modules = {".".join(("referee", *path.relative_to(root).with_suffix("").parts)): path
               for path in root.rglob("*.py") if path.name != "__init__.py"}
    return {name: {module for module in imports_at_run_time(path) if module in modules and module != name}
            for name, path in modules.items()}


def imports_at_run_time(path):
    for_types = {id(inner) for node in nodes(path) if isinstance(node, ast.If) and "TYPE_CHECKING" in
                 ast.unparse(node.test) for inner in ast.walk(node)}
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and id(node) not in for_types:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import) and id(node) not in for_types:
            yield from (alias.name for alias in node.names)


def files_in_circles(graph):
    """Files that can be reached from themselves: what is left when files without arrows in or out are taken away."""
    left = {name: set(others) for name, others in graph.items()}
    while True:
        told = set().union(*left.values()) if left else set()
        ends = [name for name, others in left.items() if not others & left.keys() or name not in told]
        if not ends:
            return sorted(left)
        for name in ends:
            del left[name]


def test_no_two_files_need_each_other():
    assert files_in_circles(files_imported(ROOT)) == []


def test_a_circle_is_found(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "one.py").write_text("from referee.data.two import b\n", encoding="utf-8")
    (tmp_path / "data" / "two.py").write_text("def b():\n    from referee.data import one\n", encoding="utf-8")
    (tmp_path / "data" / "three.py").write_text("import referee.data.one\n", encoding="utf-8")
    assert files_in_circles(files_imported(tmp_path)) == ["referee.data.one", "referee.data.two"]
