"""The Dask engine: on any cluster what the local engine gives, through workers and schedulers that die."""

import importlib.metadata
import platform
import random
import re
import subprocess
import sys
import threading
import time
from contextlib import closing
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import referee
from referee.data import make_problem
from referee.designs import make_plan
from referee.errors import BadInput, RefereeError
from referee.learners import resolve
from referee.ledger import open_ledger
from referee.running import Local, make_engine, run
from referee.running.byvalue import dumped
from referee.running.cluster import engine, versions
from referee.testing import check_engine
from running.cluster import learners_there as there
from running.cluster.processes import QUICK_TO_BLAME, SOURCE, Cluster

pytestmark = pytest.mark.filterwarnings("ignore::referee.errors.Waiting")      # a busy machine: workers come late

rng = np.random.default_rng(0)
X = rng.normal(size=(61, 3))
PROBLEM = make_problem(X, np.where(X[:, 0] + rng.normal(size=61) > 0, "ill", "well"), name="toy")
MODELS = {"slow": there.Slow(), "tree": "tree", "forest": "forest:n_estimators=5", "lda": "lda"}


def recorded(place, models, how, repeats=3):
    """The records that an engine leaves in a ledger."""
    plan = make_plan(f"kfold:folds=5,repeats={repeats}", PROBLEM, seed=1)
    with closing(open_ledger(place)) as ledger:
        run(PROBLEM, plan, resolve(models, PROBLEM), ledger=ledger, engine=how, seed=7)
        return {r.job: r for r in ledger.read_many(sorted(ledger.keys()))}


def assert_same(found, whole):
    assert found.keys() == whole.keys()
    for job, record in whole.items():
        other = found[job]
        assert (record.error, record.warnings) == (other.error, other.warnings)
        for kind in ("labels", "scores", "probabilities", "values"):
            assert np.array_equal(getattr(record, kind), getattr(other, kind)), kind


# What needs no cluster.

def test_it_is_known_by_name_with_its_address_and_limits():
    made = make_engine("dask:address=tcp://head:8786,patience=5", workers=3, time_limit=2.0).engine
    assert (made.address, made.patience, made.workers, made.time_limit) == ("tcp://head:8786", 5, 3, 2.0)
    assert referee.Dask("tcp://head:8786").cluster == "tcp://head:8786"


@pytest.mark.parametrize(("make", "sentence"), [
    (lambda: referee.Dask(time_limit=-1), "a time limit is a number of seconds above 0"),
    (lambda: referee.Dask("tcp://a:1", address="tcp://b:1"), "leave out one of the two"),
    (lambda: referee.Dask().n_workers, "needs to know its scheduler: name it with address=tcp://host:8786"),
    (lambda: referee.Dask(42).n_workers, "int is no Dask cluster; give a client, a cluster, or the address"),
    (lambda: make_engine("dask:adress=tcp://a:1"), "engine dask cannot be made"),
])
def test_what_is_no_cluster_is_refused(make, sentence):
    with pytest.raises(BadInput, match=sentence):
        make()


def test_an_address_where_no_scheduler_is_says_so(monkeypatch):
    monkeypatch.setattr(engine, "CONNECT_SECONDS", 0.3)
    with pytest.raises(BadInput, match=r"no Dask scheduler answers at tcp://127.0.0.1:9 \(.*\); check the address"):
        recorded(":memory:", {"tree": "tree"}, referee.Dask("tcp://127.0.0.1:9"))


def test_without_the_package_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadInput, match=r"pip install 'referee\[dask\]'"):
        _ = referee.Dask("tcp://a:1").n_workers


WANTED = versions.Expected(names=list(versions.COMPARED), here=versions.about(list(versions.COMPARED)), source="same")


def as_here(**other):
    return WANTED.here | {"packages": WANTED.here["packages"] | other.pop("packages", {})} | other


def test_a_worker_with_what_is_here_is_as_good_as_this_machine():
    assert as_here()["packages"]["numpy"] == importlib.metadata.version("numpy")
    assert list(WANTED.objections("tcp://w:1", as_here())) == []
    assert list(WANTED.other_source("tcp://w:1", "same")) == []


@pytest.mark.parametrize(("other", "sentence"), [
    ({"packages": {"scikit-learn": "1.0"}}, "tcp://w:1 has scikit-learn 1.0, the client has "),
    ({"packages": {"numpy": None}}, r"has numpy \(not installed\), the client has "),
    ({"python": "3.8.1"}, f"has Python 3.8.1, the client has {platform.python_version()}"),
    ({"referee": False}, "the Dask worker tcp://w:1 has no referee; install there what is installed here."),
    ({"system": "darwin"}, "runs on darwin, the client on linux; fits on a cluster need Linux on both"),
])
def test_a_worker_that_has_something_else_is_named(other, sentence):
    (said,) = WANTED.objections("tcp://w:1", as_here(**other))
    assert re.search(sentence, said)


@pytest.mark.slow
def test_a_worker_that_joins_later_looks_at_itself_before_its_first_fit(monkeypatch):
    from referee.running.cluster.there import DELIVERED, Delivered, do_batch
    from referee.running.limits import Limits

    def delivered(wanted):
        made = Delivered(files={}, foreign={}, limits=Limits(), expected=wanted, name="tcp://w:1")
        monkeypatch.setitem(DELIVERED, "token", made)
        return made

    delivered(WANTED)
    with pytest.raises(RefereeError, match="tcp://w:1 has another version of referee"):
        do_batch("token", b"")
    delivered(replace(WANTED, here=as_here(packages={"numpy": "0.1"})))
    with pytest.raises(RefereeError, match=r"tcp://w:1 has numpy .*, the client has 0.1"):
        do_batch("token", b"")
    good = delivered(replace(WANTED, source=versions.source_digest()))
    good.require_fit()
    assert good.fit


def test_a_worker_gets_a_process_ready_for_each_of_its_threads_as_the_data_come(monkeypatch):
    from referee.running.cluster import there as on_the_worker
    from referee.running.limits import Limits

    class Crew:
        def load(self, modules):
            self.loads = modules

    monkeypatch.setattr(on_the_worker, "Crew", Crew)
    monkeypatch.setattr(on_the_worker, "IDLE", [parked := Crew()])
    monkeypatch.setattr(on_the_worker, "DELIVERED", {})
    delivery = on_the_worker.Delivery("token", {}, foreign={}, limits=Limits(), expected=WANTED,
                                      loads=("sklearn.tree",))
    delivery.setup(SimpleNamespace(address="tcp://w:1", state=SimpleNamespace(nthreads=2)))
    ready = on_the_worker.DELIVERED["token"].idle
    assert [crew.loads for crew in ready] == [("sklearn.tree",)] * 2
    assert parked in ready


def test_a_client_tells_before_it_waits_and_not_while_batches_are_there():
    from referee.running.cluster.sending import Sending

    def wait():
        told.append("waits")
        sending.back.put("third")
        return 0.01

    told, bench = [], SimpleNamespace(learners=(), seed=0)
    sending = Sending(client=None, token="", bench=bench, source=iter(()), left=0, most=None, patience=1, unsendable={},
                      before_waiting=wait)
    for batch in ("first", "second"):
        sending.back.put(batch)
    assert [sending._next(), sending._next(), *told, sending._next(), *told] == ["first", "second", "third", "waits"]


def test_processes_that_fit_do_not_load_dask():
    from referee.running.cluster.there import Carried

    code = "import sys, referee.running.cluster.carried, referee.running.worker; print('distributed' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
    assert Carried.__module__ == "referee.running.cluster.carried"


def test_what_another_machine_cannot_import_travels_whole():
    assert b"KillsTheWorker" not in dumped(there.Slow(), elsewhere=True)
    assert len(dumped(there.Slow(), elsewhere=True)) > 3 * len(dumped(there.Slow()))
    from sklearn.tree import DecisionTreeClassifier

    assert dumped(DecisionTreeClassifier(), elsewhere=True) == dumped(DecisionTreeClassifier())


# Clusters.

@pytest.mark.slow
def test_on_a_local_cluster_it_keeps_what_every_engine_must():
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=2, dashboard_address=None) as cluster:
        check_engine(referee.Dask(cluster))
        check_engine(referee.Dask(cluster.scheduler_address, time_limit=60, workers=1))
        with Client(cluster) as client:
            check_engine(referee.Dask(client))
            assert client.status == "running"
        assert referee.Dask(cluster).n_workers == 4


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with Cluster(tmp_path_factory.mktemp("cluster"), environment=QUICK_TO_BLAME) as found:
        found.add(2)
        yield found


@pytest.mark.slow
def test_what_dies_and_what_hangs_is_recorded_as_by_the_local_engine(cluster, tmp_path):
    models = {"dies": there.Dies(), "hangs": there.Hangs(), **MODELS}
    whole = recorded(tmp_path / "local.db", models, Local(workers=2, time_limit=3), repeats=1)
    found = recorded(tmp_path / "dask.db", models, referee.Dask(cluster.address, time_limit=3), repeats=1)
    assert_same(found, whole)
    errors = [record.error for record in found.values() if record.failed]
    assert any("time limit of 3 s" in error for error in errors)
    assert any("the worker process died while fitting (exit code 9)" in error for error in errors)


@pytest.mark.slow
def test_a_job_that_kills_its_dask_worker_fails_by_name_and_no_other_does(cluster, tmp_path):
    models = {"kills": there.KillsTheWorker(), **MODELS}
    whole = recorded(tmp_path / "local.db", MODELS, Local(workers=1), repeats=1)
    found = recorded(tmp_path / "dask.db", models, referee.Dask(cluster.address), repeats=1)
    failed = {record.job for record in found.values() if record.failed}
    assert {found[job].error for job in failed} == {"every Dask worker died that fitted it, alone on the cluster"}
    assert 0 < len(failed) < 5
    assert_same({job: record for job, record in found.items() if job in whole}, whole)
    assert len(found) == len(whole) + 5


NOTEBOOK = """
import sys
import referee
from sklearn.tree import DecisionTreeClassifier
class Own(DecisionTreeClassifier):
    def fit(self, X, y):
        return super().fit(X, y)
result = referee.compare({"own": Own(random_state=0), "lda": "lda"}, "iris", design="kfold:folds=5", metrics="accuracy",
                         engine=referee.Dask(sys.argv[1]) if len(sys.argv) > 1 else None)
print(result.done.failed, result)
"""


@pytest.mark.slow
def test_a_learner_of_a_notebook_travels(cluster):
    said = [subprocess.run([sys.executable, "-c", NOTEBOOK, *where], capture_output=True, text=True, check=True,
                           env=cluster.environment).stdout for where in ([], [cluster.address])]
    assert said[0] == said[1]
    assert said[0].startswith("0 ")


@pytest.mark.slow
def test_the_command_line_takes_engine_and_address(cluster, tmp_path):
    program = "import sys; from referee.cli.main import main; sys.argv[0] = 'referee'; main()"
    words = ["compare", "iris", "--models", "tree,lda", "--design", "kfold:folds=5", "--no-report", "--engine", "dask",
             "--address"]
    good = subprocess.run([sys.executable, "-c", program, *words, cluster.address, "--ledger", str(tmp_path / "a.db")],
                          capture_output=True, text=True, check=False, env=cluster.environment)
    assert good.returncode == 0, good.stderr
    bad = subprocess.run([sys.executable, "-c", program, *words, "tcp://127.0.0.1:9", "--ledger",
                          str(tmp_path / "b.db")], capture_output=True, text=True, check=False, env=cluster.environment)
    assert bad.returncode == 2
    assert "no Dask scheduler answers at tcp://127.0.0.1:9" in bad.stderr
    assert "Traceback" not in bad.stderr


@pytest.mark.slow
def test_workers_that_are_killed_and_added_leave_no_trace_in_the_records(tmp_path):
    whole, found, draw = recorded(tmp_path / "local.db", MODELS, Local(workers=1), repeats=12), {}, random.Random(0)
    with Cluster(tmp_path) as cluster:
        cluster.add(2)
        thread = threading.Thread(target=lambda: found.update(
            recorded(tmp_path / "dask.db", MODELS, referee.Dask(cluster.address), repeats=12)))
        thread.start()
        wait_for_fits(tmp_path / "dask.db", 30)
        cluster.kill_worker(draw)
        cluster.add(1)
        time.sleep(1)
        cluster.kill_nanny()
        cluster.kill_nanny()             # only the one that was added is left
        thread.join()
    assert_same(found, whole)


def wait_for_fits(place, many):
    until = time.monotonic() + 100
    while time.monotonic() < until:
        if place.exists():
            with closing(open_ledger(place)) as ledger:
                if len(ledger.keys()) >= many:
                    return
        time.sleep(0.1)
    pytest.fail("no fits came")


@pytest.mark.slow
def test_a_scheduler_that_is_lost_ends_the_run_with_a_sentence_and_the_same_call_goes_on(tmp_path):
    whole, raised = recorded(tmp_path / "local.db", MODELS, Local(workers=1), repeats=12), []
    place = tmp_path / "dask.db"

    def work(address):
        try:
            recorded(place, MODELS, referee.Dask(address), repeats=12)
        except RefereeError as error:
            raised.append(str(error))

    with Cluster(tmp_path) as cluster:
        cluster.add(2)
        thread = threading.Thread(target=work, args=(cluster.address,))
        thread.start()
        wait_for_fits(place, 20)
        cluster.kill_scheduler()
        thread.join(timeout=60)
        assert not thread.is_alive()
        (said,) = raised
        assert said.startswith("the Dask scheduler is gone, or the connection to it; what was fitted is kept: start it")
        with closing(open_ledger(place)) as ledger:
            assert 20 <= len(ledger.keys()) < len(whole)
        cluster.start_scheduler()
        cluster.add(1)
        assert_same(recorded(place, MODELS, referee.Dask(cluster.address), repeats=12), whole)


WITHOUT = """
import sys
class Without:
    def __init__(self, finder):
        self.finder = finder
    def find_spec(self, name, path=None, target=None):
        return None if name.partition(".")[0] == "referee" else self.finder.find_spec(name, path, target)
sys.meta_path[:] = [Without(finder) for finder in sys.meta_path]
"""


@pytest.mark.slow
def test_workers_without_referee_and_none_at_all_are_told(tmp_path):
    (tmp_path / "without.py").write_text(WITHOUT)
    with Cluster(tmp_path) as cluster:
        with pytest.warns(UserWarning, match="has no worker yet"), \
                pytest.raises(RefereeError, match="no Dask worker came in 3 s; start workers"):
            recorded(":memory:", MODELS, referee.Dask(cluster.address, patience=3))
        cluster.add(1, "--preload", tmp_path / "without.py", nanny=False)
        with pytest.raises(BadInput, match="has no referee; install there what is installed here"):
            recorded(":memory:", MODELS, referee.Dask(cluster.address))


@pytest.mark.slow
def test_a_worker_with_another_referee_is_told(tmp_path):
    import shutil

    shutil.copytree(SOURCE, tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "src" / "referee" / "kinds.py").open("a") as file:
        file.write("# another\n")
    with Cluster(tmp_path, environment={"PYTHONPATH": str(tmp_path / "src")}) as cluster:
        cluster.add(1, nanny=False)
        with pytest.raises(BadInput, match="has another version of referee than the client"):
            recorded(":memory:", MODELS, referee.Dask(cluster.address))
