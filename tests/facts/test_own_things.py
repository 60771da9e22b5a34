"""Designs, learners, tests and checks of one's own: by object, by path, and from a package with entry points.

The packages are real ones: a module and a `dist-info` with `entry_points.txt` on the path of a process of their own.

Assumed: the groups are `referee.metrics`, `referee.designs`, `referee.learners`, `referee.tests` and `referee.checks`.
What an entry point may lead to is at least: a function (truth, said) or a Metric; a splitter class with
`split(X, y, groups)` or a subclass of a built-in Design; a class with fit and predict; a Check. The name it goes by is
the name of the entry point, which here is also the name of the thing. What is broken is told where it is asked for by
name: one sentence, exit code 2; everything else works. A built-in name cannot be taken over.
"""

import json
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.model_selection import KFold, TimeSeriesSplit

import referee as package
from referee.errors import BadInput, NotJustified, RefereeError

# By object.


class EveryThird:
    """A splitter with nothing but `split`."""

    def split(self, X, y=None, groups=None):  # noqa: ARG002
        rows = np.arange(len(X))
        for i in range(3):
            yield rows[rows % 3 != i], rows[rows % 3 == i]


class Counted(EveryThird):
    def get_n_splits(self, X=None, y=None, groups=None):  # noqa: ARG002
        return 3


class WithoutGroups:
    def split(self, X, y=None):  # noqa: ARG002
        return iter(list(EveryThird().split(X)))


class Rolling:
    """Rolling origin: trained on all rows before, tested on the next ten."""

    def split(self, X, y=None, groups=None):  # noqa: ARG002
        for start in range(20, len(X), 10):
            yield np.arange(start), np.arange(start, start + 10)


class Unlucky:
    def split(self, X, y=None, groups=None):  # noqa: ARG002
        raise RuntimeError("out of luck")


class Stumbling:
    def split(self, X, y=None, groups=None):  # noqa: ARG002
        yield np.arange(30), np.arange(30, 60)
        raise RuntimeError("out of luck")


class Rubbish:
    def split(self, X, y=None, groups=None):  # noqa: ARG002
        return "no pairs"


class Nothing:
    def split(self, X, y=None, groups=None):  # noqa: ARG002
        return []


@pytest.mark.parametrize("splitter", [EveryThird(), Counted(), WithoutGroups()], ids=lambda s: type(s).__name__)
def test_a_splitter_of_ones_own_gives_the_answer_of_its_pairs(splitter, small, compare, substance):
    pairs = list(EveryThird().split(small.X))
    assert substance(compare(splitter)) == substance(compare(pairs))
    assert "McNemar" in compare(splitter, test="mcnemar")["lda", "prior"].comparison.method


def test_a_splitter_of_ones_own_is_not_said_to_be_scikit_learns(compare):
    described = compare(EveryThird()).analysis.plan.description
    assert "scikit-learn" not in described, described


def test_a_rolling_origin_of_ones_own_gets_no_borrowed_interval(evaluate, compare):
    estimate = evaluate(Rolling()).estimates["lda"]
    assert estimate.interval is None
    assert estimate.reason
    try:
        result = compare(Rolling())
    except NotJustified:
        return
    assert all(e.interval is None for e in result.estimates.values())
    assert result["lda", "prior"].outcome.value not in {"better", "worse"}


@pytest.mark.parametrize("splitter", [Unlucky(), Stumbling(), Rubbish(), Nothing()], ids=lambda s: type(s).__name__)
def test_a_broken_splitter_is_one_sentence(splitter, compare):
    with pytest.raises(BadInput) as refusal:
        compare(splitter)
    assert "\n" not in str(refusal.value)
    if isinstance(splitter, (Unlucky, Stumbling)):
        assert "out of luck" in str(refusal.value)
        assert type(splitter).__name__ in str(refusal.value)


@pytest.mark.parametrize("design", [EveryThird, KFold, TimeSeriesSplit], ids=lambda c: c.__name__)
def test_a_class_instead_of_an_object_is_made_or_refused(design, compare, substance):
    try:
        by_class = compare(design)
    except RefereeError as refusal:
        said = str(refusal)
        assert "\n" not in said
        return
    assert substance(by_class) == substance(compare(design()))


def test_a_design_that_inherits_from_a_built_in_one_is_judged_by_its_splits(compare, substance):
    from referee.designs import KFold as BuiltIn

    class Halves(BuiltIn):
        """Two halves, under another name."""

        name = "halves"
        summary = "two halves"

    result = compare(Halves(folds=4, seed=0))
    pairs = [(np.array(s.train_rows), np.array(s.test)) for s in plan_splits(Halves(folds=4, seed=0))]
    assert substance(result) == substance(compare(pairs))
    assert "McNemar" in compare(Halves(folds=4, seed=0), test="mcnemar")["lda", "prior"].comparison.method


def plan_splits(design):
    from referee.data import make_problem
    from referee.designs import make_plan

    rng = np.random.default_rng(1)
    X = rng.normal(size=(60, 3))
    y = (X[:, 0] + rng.normal(size=60) > 0).astype(int)
    return make_plan(design, make_problem(X, y), seed=0).splits()


class Centre(ClassifierMixin, BaseEstimator):
    """The nearest class mean."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.means_ = np.array([np.asarray(X)[y == c].mean(axis=0) for c in self.classes_])
        return self

    def predict(self, X):
        gaps = ((np.asarray(X)[:, None] - self.means_[None]) ** 2).sum(axis=2)
        return self.classes_[gaps.argmin(axis=1)]


class Plain:
    """Fit and predict, and nothing else: no get_params, no classes_."""

    def fit(self, X, y):
        self.one = Centre().fit(X, y)
        return self

    def predict(self, X):
        return self.one.predict(X)


@pytest.mark.parametrize("model", [Centre(), Centre, Plain(), Plain],
                         ids=["object", "class", "plain object", "plain class"])
def test_a_learner_of_ones_own_is_a_learner(model, compare):
    result = compare("kfold:folds=4", models={"mine": model, "lda": "lda"})
    assert 0.5 < result.estimates["mine"].value <= 1
    assert result["mine", "lda"].comparison.p is not None


# From a package.

GOOD = '''
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from referee.audit import Check, Found, Severity
from referee.designs import KFold
from referee.kinds import Direction, Needs, Task
from referee.metrics import Metric


def flat_hits(truth, said):
    """The share of right answers."""
    return float(np.mean(np.asarray(truth) == np.asarray(said)))


def _wrong(p):
    return (p.labels != p.truth).astype(float)


worst_error = Metric(name="worst_error", title="worst error", task=Task.CLASSIFICATION, needs=Needs.LABELS,
                     direction=Direction.MINIMISE, bounds=(0.0, 1.0), score=lambda p: float(np.mean(_wrong(p))),
                     per_row=_wrong)


class EveryThird:
    """Every third row is tested."""

    def split(self, X, y=None, groups=None):
        rows = np.arange(len(X))
        for i in range(3):
            yield rows[rows % 3 != i], rows[rows % 3 == i]


class Rolling:
    """All rows before, tested on the next ten."""

    def split(self, X, y=None, groups=None):
        for start in range(20, len(X), 10):
            yield np.arange(start), np.arange(start, start + 10)


class Parts(KFold):
    """k-fold by another name."""

    name = "parts"
    summary = "k-fold by another name"


class Centre(ClassifierMixin, BaseEstimator):
    """Says the class whose mean is nearest."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.means_ = np.array([np.asarray(X)[np.asarray(y) == c].mean(axis=0) for c in self.classes_])
        return self

    def predict(self, X):
        gaps = ((np.asarray(X)[:, None] - self.means_[None]) ** 2).sum(axis=2)
        return self.classes_[gaps.argmin(axis=1)]


def _look(bundle):
    yield Found(message="The house has a door that squeaks.")


squeak = Check(code="X-01", title="A door squeaks", severity=Severity.WARNING, advice="Oil it.", reference="none",
               look=_look)
'''

POINTS = {
    "referee.metrics": {"flat_hits": "flat_hits", "worst_error": "worst_error"},
    "referee.designs": {"every-third": "EveryThird", "rolling": "Rolling", "parts": "Parts"},
    "referee.learners": {"centre": "Centre"},
    "referee.checks": {"X-01": "squeak"},
}

CLASH = '''
from referee.designs import LeaveOneOut


def accuracy(truth, said):
    return 0.125


class kfold(LeaveOneOut):
    name = "kfold"
    summary = "taken over"


class tree:
    """Taken over."""

    def fit(self, X, y):
        raise RuntimeError("taken over")

    def predict(self, X):
        raise RuntimeError("taken over")
'''

KINDS = ("metrics", "designs", "learners", "tests", "checks")
FAULTS = {
    "import": "import no_such_package_anywhere\nthing = 1\n",
    "raises": "raise RuntimeError('the cupboard is bare')\n",
    "type": "thing = 42\n",
    "nothing": "other = 1\n",
}
REASONS = {"import": "no_such_package_anywhere", "raises": "cupboard", "nothing": "thing"}

ROW = ["small.csv", "--target", "y", "--models"]
QUICK = ["--jobs", "1", "--no-report", "--ledger", "l.db"]
LISTS = {f"list {kind} --json": ["list", kind, "--json"] for kind in KINDS}
COMPARED = ["compare", *ROW, "lda,tree:max_depth=2", "--metrics", "accuracy,brier", "--design", "kfold:folds=3", *QUICK]

GOOD_WORDS = LISTS | {
    "list metrics": ["list", "metrics"],
    "metric": ["compare", *ROW, "lda", "--metrics", "flat_hits,accuracy", "--design", "kfold:folds=3", "--json",
               *QUICK],
    "metric object": ["evaluate", *ROW, "lda", "--metrics", "worst_error", "--design", "kfold:folds=3", *QUICK],
    "metric mistyped": ["compare", *ROW, "lda", "--metrics", "flat_hit", *QUICK],
    "design": ["compare", *ROW, "lda", "--metrics", "accuracy", "--design", "every-third", *QUICK, "--json"],
    "design with mcnemar": ["compare", *ROW, "lda", "--metrics", "accuracy", "--design", "every-third", "--test",
                            "mcnemar", *QUICK],
    "rolling": ["evaluate", *ROW, "lda", "--metrics", "accuracy", "--design", "rolling", *QUICK],
    "rolling compared": ["compare", *ROW, "lda", "--metrics", "accuracy", "--design", "rolling", *QUICK],
    "parts": ["compare", *ROW, "lda", "--metrics", "accuracy", "--design", "parts:folds=4", "--test", "mcnemar",
              *QUICK],
    "design mistyped": ["compare", *ROW, "lda", "--design", "every-thrid", *QUICK],
    "learner": ["compare", *ROW, "centre,lda", "--metrics", "accuracy", "--design", "kfold:folds=3", *QUICK],
    "learner mistyped": ["compare", *ROW, "center", "--design", "kfold:folds=3", *QUICK],
    "audit": ["audit", "l.db"],
    "audit muted": ["audit", "l.db", "--mute", "X-01"],
    "report": ["report", "l.db", "--no-report"],
}
PLAIN_WORDS = LISTS | {"compare": COMPARED, "audit": ["audit", "l.db"]}
BROKEN_WORDS = PLAIN_WORDS | {"metric mistyped": ["compare", *ROW, "lda", "--metrics", "acuracy", *QUICK]}
for fault in FAULTS:
    BROKEN_WORDS |= {
        f"{fault} metrics": ["compare", *ROW, "lda", "--metrics", f"{fault}-metrics", *QUICK],
        f"{fault} designs": ["compare", *ROW, "lda", "--design", f"{fault}-designs", *QUICK],
        f"{fault} learners": ["compare", *ROW, f"{fault}-learners", *QUICK],
        f"{fault} tests": ["compare", *ROW, "lda", "--metrics", "accuracy", "--design", "kfold:folds=3", "--test",
                           f"{fault}-tests", *QUICK],
    }
CLASH_WORDS = {"compare": [*COMPARED, "--json"]} | {f"list {kind} --json": ["list", kind, "--json"]
                                                    for kind in KINDS[:3]}

DRIVER = """
import contextlib, importlib, io, json, os, sys

for module in ("pandas", "scipy.stats", "scipy.optimize", "sklearn.discriminant_analysis", "sklearn.dummy",
               "sklearn.tree", "sklearn.model_selection", "sklearn.linear_model", "sklearn.pipeline", "sklearn.compose",
               "sklearn.metrics", "pydantic", "sqlalchemy.dialects.sqlite", "pyarrow.csv", "cyclopts", "typer", "click",
               "rich.console", "rich.progress", "jinja2", "yaml", "joblib", "loky", "numba", "matplotlib.figure"):
    with contextlib.suppress(ImportError):
        importlib.import_module(module)

for place, words in json.load(open(sys.argv[1])):
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        continue
    os.chdir(place)
    sys.path.insert(0, place)
    told = {}
    for name, argv in words.items():
        out, err = io.StringIO(), io.StringIO()
        sys.argv = ["referee", *argv]
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                from referee.cli.main import main
                main()
                code = 0
            except SystemExit as end:
                code = end.code or 0
            except BaseException as crash:
                code = 99
                err.write(f"Traceback {type(crash).__name__}: {crash}")
        told[name] = [code, out.getvalue(), err.getvalue()]
    with open("told.json", "w") as file:
        json.dump(told, file)
    os._exit(0)
"""


def install(folder, module, source, points):
    """A package as pip leaves it: a module, and beside it what importlib.metadata reads."""
    (folder / f"{module}.py").write_text(textwrap.dedent(source))
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module.replace('_', '-')}\nVersion: 1.0\n")
    (info / "RECORD").write_text("")
    (info / "entry_points.txt").write_text("\n".join(
        f"[{group}]\n" + "".join(f"{name} = {module}:{attribute}\n" for name, attribute in points_of.items())
        for group, points_of in points.items()))


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What every command said beside every package: one process each, forked from one that has scikit-learn loaded."""
    home = tmp_path_factory.mktemp("packages")
    rng = np.random.default_rng(1)
    X = rng.normal(size=(60, 3))
    y = np.where(X[:, 0] + rng.normal(size=60) > 0, "yes", "no")
    work = {"plain": PLAIN_WORDS, "good": GOOD_WORDS, "clash": CLASH_WORDS, "broken": BROKEN_WORDS}
    jobs = []
    for name, words in work.items():
        folder = home / name
        folder.mkdir()
        if name == "good":
            install(folder, "referee_example", GOOD, POINTS)
        elif name == "clash":
            install(folder, "referee_clash", CLASH, {"referee.metrics": {"accuracy": "accuracy"},
                                                     "referee.designs": {"kfold": "kfold"},
                                                     "referee.learners": {"tree": "tree"}})
        elif name == "broken":
            for fault, source in FAULTS.items():
                install(folder, f"referee_{fault}", source,
                        {f"referee.{kind}": {f"{fault}-{kind}": "thing"} for kind in KINDS})
        pd.DataFrame(X, columns=list("abc")).assign(y=y).to_csv(folder / "small.csv", index=False)
        jobs.append((str(folder), words))
    (home / "jobs.json").write_text(json.dumps(jobs))
    (home / "driver.py").write_text(DRIVER)
    env = os.environ | {"PYTHONPATH": str(Path(package.__file__).parents[1]), "COLUMNS": "100", "OMP_NUM_THREADS": "1"}
    done = subprocess.run([sys.executable, "driver.py", "jobs.json"], cwd=home, env=env, capture_output=True, text=True,
                          timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return {name: json.loads((Path(place) / "told.json").read_text())
            for (place, _), name in zip(jobs, work, strict=True)}


def names(told_list):
    code, out, err = told_list
    assert code == 0, err
    return [next(iter(row.values())) for row in json.loads(out)]


@pytest.mark.parametrize(("kind", "name"), [(group.removeprefix("referee."), name)
                                            for group, points in POINTS.items() for name in points])
def test_what_a_package_brings_is_listed(kind, name, told):
    assert name in names(told["good"][f"list {kind} --json"])
    if kind == "metrics":
        assert re.search(rf"^\s*{name}\b", told["good"]["list metrics"][1], re.MULTILINE)


@pytest.mark.parametrize(("asked", "meant"), [("metric mistyped", "flat_hits"), ("design mistyped", "every-third"),
                                              ("learner mistyped", "centre")])
def test_what_a_package_brings_is_found_by_did_you_mean(asked, meant, told):
    code, _, err = told["good"][asked]
    assert code == 2, err
    assert f"did you mean '{meant}'" in err
    assert "Traceback" not in err


def test_a_metric_of_a_package_is_computed(told):
    code, out, err = told["good"]["metric"]
    assert code == 0, err
    values = {(e["learner"], e["metric"]): e["value"] for e in json.loads(out)["estimates"]}
    assert values["lda", "flat_hits"] == pytest.approx(values["lda", "accuracy"], abs=1e-12)


@pytest.mark.parametrize("asked", ["metric object", "design with mcnemar", "parts", "learner", "report"])
def test_what_a_package_brings_works(asked, told):
    code, out, err = told["good"][asked]
    assert code == 0, err
    assert out.strip()


def test_a_design_of_a_package_is_judged_by_its_splits(told):
    code, out, err = told["good"]["design"]
    assert code == 0, err
    answer = json.loads(out)
    assert answer["design"]["splits"] == 3
    assert all(row["interval_method"] for row in answer["estimates"] if not row["reason"])
    assert "McNemar" in told["good"]["design with mcnemar"][1]
    assert "McNemar" in told["good"]["parts"][1]


def test_a_rolling_design_of_a_package_gets_no_borrowed_interval(told):
    code, out, err = told["good"]["rolling"]
    assert code == 0, err
    assert "no interval" in out
    code, out, err = told["good"]["rolling compared"]
    assert code == 2 or "no interval" in out, out
    assert "Traceback" not in err
    assert not re.search(r"How:[^.]*corrected", out), out


def test_a_check_of_a_package_is_made_and_can_be_muted(told):
    _, out, err = told["good"]["audit"]
    assert "Traceback" not in err
    assert "X-01" in out
    assert "squeaks" in out
    _, out, err = told["good"]["audit muted"]
    assert "Traceback" not in err
    assert "a door that squeaks" not in out


# Broken ones: four packages side by side, each broken in its own way.

@pytest.mark.parametrize("kind", KINDS)
def test_broken_packages_do_not_stop_a_list(kind, told):
    code, out, err = told["broken"][f"list {kind} --json"]
    assert code == 0, err
    assert "Traceback" not in err
    assert set(names(told["plain"][f"list {kind} --json"])) <= set(names([code, out, err]))


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("kind", ["metrics", "designs", "learners", "tests"])
def test_a_broken_thing_that_is_asked_for_is_one_sentence_and_exit_code_2(fault, kind, told):
    code, out, err = told["broken"][f"{fault} {kind}"]
    assert code == 2, err
    assert "Traceback" not in out + err
    said = [line for line in err.splitlines() if line.strip()]
    assert len(said) <= 3, err
    assert re.search(rf"{fault}-{kind}|referee[-_]{fault}", err), err
    assert REASONS.get(fault, "") in err, err


def test_beside_broken_packages_a_comparison_says_what_it_says_without_them(told):
    code, out, err = told["broken"]["compare"]
    assert code == 0, err
    assert "Traceback" not in out + err
    assert out == told["plain"]["compare"][1]


def test_beside_broken_checks_an_audit_makes_all_others(told):
    code, out, err = told["broken"]["audit"]
    assert "Traceback" not in out + err
    assert code == told["plain"]["audit"][0], err
    usual = set(re.findall(r"F-\d\d", told["plain"]["audit"][1]))
    assert usual <= set(re.findall(r"F-\d\d", out))


def test_beside_broken_packages_a_mistyped_name_is_still_met_with_did_you_mean(told):
    code, _, err = told["broken"]["metric mistyped"]
    assert code == 2
    assert "did you mean 'accuracy'" in err, err


def test_a_built_in_name_cannot_be_taken_over(told):
    code, out, err = told["clash"]["compare"]
    assert code == 0, err
    answer = json.loads(out)
    assert 0.125 not in {e["value"] for e in answer["estimates"] if e["metric"] == "accuracy"}
    assert answer["design"]["splits"] == 3
    assert not answer["failures"]


@pytest.mark.parametrize("kind", ["metrics", "designs", "learners"])
def test_a_name_that_two_claim_is_listed_once(kind, told):
    listed = names(told["clash"][f"list {kind} --json"])
    assert len(listed) == len(set(listed))
    assert set(names(told["plain"][f"list {kind} --json"])) == set(listed)
