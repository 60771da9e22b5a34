"""Recipes of named learners, kept from one process to the next, so that scikit-learn is loaded for fits alone.

To know whether a fit is in the ledger takes the recipe of its learner, and a recipe takes the estimator, whose package
takes longer to load than a finished study takes to be read again. So what a short name came to is kept in the user's
cache folder, one small file for each, under everything that it follows from: the versions of scikit-learn and Python,
the files of this room, the name, its form and settings, the task and the kinds of the columns. It is asked for only
where scikit-learn is not loaded yet, and an estimator that is built after all, for a fit, has to have that recipe.

A folder that cannot be written or a file that cannot be read costs time and nothing else.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from referee.data.problem import Problem
from referee.errors import RefereeError
from referee.fingerprint import fingerprint
from referee.kinds import Json
from referee.learners.fresh import Fresh, Place
from referee.learners.named import NamedLearner
from referee.learners.versions import version_of

MOST = 1000        # files; when there are more, all are thrown away
BEGAN_WITHOUT = "sklearn" not in sys.modules         # a process that brought it along has nothing to gain


class Later(Fresh):
    """Fresh copies of an estimator that is built when the first one is wanted, and held against its recipe then."""

    __slots__ = ("_fresh",)
    _fresh: Callable[[], Fresh]

    def __init__(self, build: Callable[[], Any]) -> None:
        object.__setattr__(self, "_fresh", cache(lambda: Fresh(build())))

    @property
    def prototype(self) -> Any:
        """The estimator that is copied."""
        return self._fresh().prototype

    @property
    def open(self) -> tuple[Place, ...]:
        """Where a random_state was left open."""
        return self._fresh().open

    def __reduce__(self) -> tuple[type[Fresh], tuple[Any]]:
        return Fresh, (self.prototype,)


def address(entry: NamedLearner, parameters: Mapping[str, Any], problem: Problem) -> str | None:
    """Under what the recipe of a named learner is kept; None where it follows from more than can be said shortly."""
    form = entry.forms.get(problem.task)
    plain = problem.groups is None and problem.time is None and not problem.has_several
    if not BEGAN_WITHOUT or not plain or form is None or not form.path.startswith("sklearn."):
        return None
    columns = [(column.kind.value, column.missing > 0, len(column.categories)) for column in problem.columns]
    return fingerprint("recipe", version_of("sklearn"), sys.version, _files_here(), entry.name, repr(form),
                       sorted(trait.name for trait in entry.traits), repr(sorted(parameters.items())),
                       problem.task.value, columns)


def kept(where: str | None) -> Json | None:
    """What was kept there, while scikit-learn is not loaded."""
    if where is None or "sklearn" in sys.modules:
        return None
    with suppress(OSError, RuntimeError, ValueError):
        found = json.loads((folder() / f"{where}.json").read_text(encoding="utf-8"))
        return found if isinstance(found, dict) and found.keys() == {"recipe", "baseline"} else None
    return None


def keep(where: str | None, *, recipe: Json, baseline: bool) -> None:
    """Keep what a learner came to for later processes."""
    if where is None:
        return
    with suppress(OSError, RuntimeError):
        place = folder()
        path = place / f"{where}.json"
        if path.exists():
            return
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        if len(others := list(place.glob("*.json"))) >= MOST:
            for other in others:
                other.unlink(missing_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=place, delete=False, encoding="utf-8") as file:
            json.dump({"recipe": recipe, "baseline": baseline}, file)
        Path(file.name).replace(path)


def require_kept(where: str, *, recipe: Json, now: Json) -> None:
    """Refuse to go on where an estimator is not what was kept of it: nothing is fitted under the name of another."""
    if recipe == json.loads(json.dumps(now)):
        return
    path = folder() / f"{where}.json"
    path.unlink(missing_ok=True)
    raise RefereeError(f"a learner is not what {path} says that it is; that file is removed now: type the command "
                       f"again.")


def folder() -> Path:
    """Where recipes are kept."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "referee" / "recipes"


@cache
def _files_here() -> str:
    """The state of the files that say what a name stands for and how it is described."""
    room = Path(__file__).parent
    files = sorted(path for path in room.rglob("*.py"))
    return fingerprint([(path.relative_to(room).as_posix(), path.stat().st_size, path.stat().st_mtime_ns)
                        for path in files])
