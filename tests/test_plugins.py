"""A real package beside ours, with one of each kind; and one that breaks one of each."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import referee

EXAMPLE = Path(__file__).parent / "fixtures" / "plugin"
KINDS = ("metrics", "designs", "tests", "learners", "checks", "engines", "ledgers")

pytestmark = pytest.mark.slow          # packages are built, installed and started again and again


def install(folder, into, name="referee-example"):
    """What `pip install --no-deps --target` leaves: the module, and what importlib.metadata reads of it.

    By hand, so that the tests need neither a network nor a build backend.
    """
    said = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for module in folder.glob("*.py"):
        shutil.copy(module, into)
    info = into / f"{name.replace('-', '_')}-{said['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {said['version']}\n")
    (info / "RECORD").write_text("")
    (info / "entry_points.txt").write_text("\n".join(
        f"[{group}]\n" + "".join(f"{point} = {where}\n" for point, where in points.items())
        for group, points in said["entry-points"].items()))


def in_process(folder, code):
    """Run some code in a process that has the packages of a folder."""
    paths = os.pathsep.join([str(folder), str(Path(referee.__file__).parents[1])])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=folder, check=False,
                          env=os.environ | {"PYTHONPATH": paths, "COLUMNS": "100"}, timeout=240)
    assert "Traceback" not in done.stderr, done.stderr
    return done


COMMANDS = """
import contextlib, io, json, sys
from referee.cli.main import main
def command(*words):
    out, err = io.StringIO(), io.StringIO()
    sys.argv = ["referee", *words]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as end:
            return end.code or 0, out.getvalue(), err.getvalue()
told = {}
"""

WORDS = ["compare", "iris", "--models", "centre,lda", "--metrics", "accuracy", "--ledger", "scratch://l.db", "--engine",
         "backwards", "--design", "every-kth:parts=5", "--test", "split-sign", "--no-report"]

USED = COMMANDS + f"""
for kind in {KINDS!r}:
    told["list " + kind] = command("list", kind, "--json")
told["compare"] = command(*{WORDS!r})
told["mistyped"] = command("compare", "iris", "--models", "centr", "--no-report")
told["audit"] = command("audit", "scratch://l.db")
told["thirds"] = command("evaluate", "breast-cancer", "--models", "lda", "--design", "thirds", "--metrics", "accuracy",
                         "--ledger", "m.db", "--jobs", "1", "--no-report")
print(json.dumps(told))
"""

CONFORM = """
import referee_example as mine
from referee.designs import DESIGNS
from referee.metrics import METRICS
from referee.testing import check_check, check_design, check_engine, check_learner, check_method, check_metric
check_metric(METRICS["missed_cost"], seeds=2)
check_design(mine.EveryKth); check_design(mine.Thirds); check_learner("centre"); check_check(mine.squeak)
check_method(mine.split_sign); check_engine(mine.backwards.make())
print("conforms")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("packages")
    install(EXAMPLE, made)
    return made


@pytest.fixture(scope="module")
def told(folder):
    done = in_process(folder, USED)
    return json.loads(done.stdout)


@pytest.mark.parametrize(("kind", "name"), [
    ("metrics", "missed_cost"), ("designs", "every-kth"), ("designs", "thirds"), ("tests", "split-sign"),
    ("learners", "centre"), ("checks", "X-01"), ("engines", "backwards"), ("ledgers", "scratch"),
])
def test_what_a_package_brings_is_listed(told, kind, name):
    code, out, err = told[f"list {kind}"]
    assert code == 0, err
    assert name in [next(iter(row.values())) for row in json.loads(out)]


def test_design_test_learner_engine_and_ledger_of_a_package_work_together(told, folder):
    code, out, err = told["compare"]
    assert code == 0, err
    assert "centre" in out
    assert "sign" in out.lower()
    assert (folder / "l.db").exists()


def test_a_splitter_of_a_package_is_a_design(told):
    code, out, err = told["thirds"]
    assert code == 0, err
    assert "lda" in out


def test_a_check_of_a_package_is_made(told):
    assert "squeaks" in told["audit"][1], told["audit"]


def test_a_mistyped_name_is_met_with_that_of_the_package(told):
    code, _, err = told["mistyped"]
    assert code == 2
    assert "did you mean 'centre'" in err


def test_everything_that_the_package_brings_conforms(folder):
    done = in_process(folder, CONFORM)
    assert done.stdout.strip() == "conforms", done.stderr


BROKEN = "\n".join(f'[project.entry-points."referee.{kind}"]\nbad-{kind} = "referee_broken:{kind}"\n' for kind in KINDS)
FAULTS = {
    "wrong things": "".join(f"{kind} = 42\n" for kind in KINDS),
    "no such thing": "other = 1\n",
    "it raises": "raise RuntimeError('the cupboard is bare')\n",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_broken_package_costs_one_sentence_for_each_thing_and_nothing_else(tmp_path, fault):
    source = tmp_path / "source"
    source.mkdir()
    (source / "pyproject.toml").write_text(f'[project]\nname = "referee-broken"\nversion = "2.0"\n{BROKEN}')
    (source / "referee_broken.py").write_text(FAULTS[fault])
    into = tmp_path / "installed"
    into.mkdir()
    install(source, into, "referee-broken")
    code = COMMANDS + f"""
for kind in {KINDS!r}:
    told[kind] = command("list", kind)
told["compare"] = command("compare", "iris", "--models", "lda", "--metrics", "accuracy", "--design", "kfold:folds=3",
                          "--jobs", "1", "--no-report")
told["asked"] = command("compare", "iris", "--models", "lda", "--metrics", "bad-metrics", "--no-report")
print(json.dumps(told))
"""
    told = json.loads(in_process(into, code).stdout)
    for kind in KINDS:
        end, out, err = told[kind]
        assert end == 0, err
        assert out.strip()
        assert err.count("\n") == 1, err
        assert f"'bad-{kind}' of the package referee-broken cannot be used" in err
    assert told["compare"][0] == 0
    assert "lda" in told["compare"][1]
    end, _, err = told["asked"]
    assert end == 2
    assert "bad-metrics" in err
