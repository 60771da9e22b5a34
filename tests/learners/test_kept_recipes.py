"""Recipes that are kept for later processes: the same learners without scikit-learn, and never another's recipe."""

import json
import os
import pickle
import subprocess
import sys
from types import SimpleNamespace

import pytest
import sklearn  # noqa: F401 - this process has it loaded

from referee.data import bundled, make_problem
from referee.errors import RefereeError
from referee.learners import kept_recipes, resolve
from referee.learners.fresh import Fresh
from referee.learners.kept_recipes import Later, address, keep, kept, require_kept
from referee.learners.named import named

SPECS = ["logistic", "forest:n_estimators=7", "hist-gradient-boosting", "svm", "prior"]
ASKED = f"""
import sys
from referee.data import bundled
from referee.learners import resolve
learners = resolve({SPECS!r}, bundled("wine"))
print(*["sklearn" in sys.modules], *[one.fingerprint(0) for one in learners], *[one.baseline for one in learners],
      *[one.versions["scikit-learn"] for one in learners])
print("sklearn" in sys.modules or [type(one.make(3)).__name__ for one in learners])
"""


def asked(folder):
    """What a process of its own finds."""
    done = subprocess.run([sys.executable, "-c", ASKED], capture_output=True, text=True, check=True,
                          env=os.environ | {"XDG_CACHE_HOME": str(folder)})
    loaded, *said = done.stdout.splitlines()[0].split()
    return loaded, said, done.stdout.splitlines()[1]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A cache folder of one's own, in a process that brought no scikit-learn along."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(kept_recipes, "BEGAN_WITHOUT", True)
    return tmp_path / "referee" / "recipes"


def test_a_second_process_has_the_same_learners_and_never_one_of_another_recipe(tmp_path):
    loaded, first, _ = asked(tmp_path)
    again, second, made = asked(tmp_path)
    assert (loaded, again) == ("True", "False")
    assert second == first
    assert made == str([type(one.make(3)).__name__ for one in resolve(SPECS, bundled("wine"))])
    files = list((tmp_path / "referee" / "recipes").iterdir())
    assert len(files) == len(SPECS)
    for file in files:
        said = json.loads(file.read_text(encoding="utf-8"))
        file.write_text(json.dumps(said | {"recipe": said["recipe"] | {"class": "another"}}), encoding="utf-8")
    with pytest.raises(subprocess.CalledProcessError) as failed:
        asked(tmp_path)
    assert "RefereeError: a learner is not what" in failed.value.stderr


def test_what_cannot_be_read_is_not_there(folder, monkeypatch):
    monkeypatch.setattr(kept_recipes, "sys", SimpleNamespace(modules={}))
    keep("here", recipe={"class": "a"}, baseline=False)
    assert kept("here") == {"recipe": {"class": "a"}, "baseline": False}
    for garbage in ("{", "[]", '{"recipe": {}}', "\ud800".encode("utf-8", "surrogatepass")):
        (folder / "here.json").write_bytes(garbage if isinstance(garbage, bytes) else garbage.encode())
        assert kept("here") is None
    assert kept("elsewhere") is None


def test_it_is_not_asked_for_where_scikit_learn_is_loaded(folder):
    keep("here", recipe={"class": "a"}, baseline=False)
    assert (folder / "here.json").exists()
    assert kept("here") is None


def test_an_address_follows_from_all_that_a_recipe_follows_from(folder, monkeypatch):
    tree, iris = named("tree"), bundled("iris")
    holes = make_problem([[1.0, None], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]], ["a", "b", "a", "b"])
    texts = make_problem([["u", 1.0], ["v", 3.0], ["u", 5.0], ["v", 7.0]], ["a", "b", "a", "b"])
    wider = make_problem([["u", 1.0], ["v", 3.0], ["w", 5.0], ["v", 7.0]], ["a", "b", "a", "b"])
    found = [address(tree, {}, one) for one in (iris, bundled("wine"), bundled("diabetes"), holes, texts, wider)]
    found += [address(tree, {"max_depth": 3}, iris), address(tree, {"max_depth": 3.0}, iris),
              address(named("knn"), {}, iris)]
    monkeypatch.setattr(kept_recipes, "version_of", lambda _top: "0.1")
    found.append(address(tree, {}, iris))
    assert None not in found
    assert len(set(found)) == len(found)


def test_what_divides_its_rows_or_learns_a_series_is_always_built(folder):
    X, y = [[1.0], [2.0], [3.0], [4.0]], ["a", "b", "a", "b"]
    assert address(named("tree"), {}, make_problem(X, y, groups=[1, 1, 2, 2])) is None
    assert address(named("tree"), {}, make_problem(X, y, time="rows")) is None
    assert address(named("tree"), {}, bundled("linnerud")) is None


def test_nothing_is_fitted_under_the_recipe_of_another(folder):
    keep("here", recipe={"class": "a"}, baseline=False)
    require_kept("here", recipe={"class": "a"}, now={"class": "a"})
    with pytest.raises(RefereeError, match=r"not what .*here\.json says .* type the command again"):
        require_kept("here", recipe={"class": "a"}, now={"class": "b"})
    assert not (folder / "here.json").exists()


def test_a_folder_does_not_grow_without_end(folder, monkeypatch):
    monkeypatch.setattr(kept_recipes, "MOST", 3)
    for name in "abcd":
        keep(name, recipe={}, baseline=False)
    assert [path.name for path in folder.iterdir()] == ["d.json"]


def test_a_folder_that_cannot_be_made_costs_nothing(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    keep("here", recipe={}, baseline=False)
    assert kept("here") is None


def test_on_its_way_to_a_worker_it_is_the_estimator():
    (tree,) = resolve("tree", bundled("iris"))
    built = []
    later = Later(lambda: built.append(1) or tree.make.prototype)
    assert built == []
    sent = pickle.loads(pickle.dumps(later))
    assert type(sent) is Fresh
    assert sent(5).random_state == later(5).random_state == tree.make(5).random_state
    assert later.still is tree.make.still is False
    assert built == [1]
