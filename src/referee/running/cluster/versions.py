"""Before the first fit: is every worker fit to work? The same Python, libraries and referee, or a sentence.

Learners are known by the versions of their libraries. A worker with others would give other results, or the same under
a false name.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from referee.errors import BadInput
from referee.running.bench import Bench

SEEN: set[tuple[str, frozenset[str], tuple[str, ...]]] = set()      # a study has several runs: asked once is enough
COMPARED = ("numpy", "scipy", "scikit-learn", "pandas", "joblib", "cloudpickle", "distributed")
# Put to a worker that may have no referee: nothing but Python's own library is named.
QUESTION = """{{
    "python": __import__("platform").python_version(), "system": __import__("sys").platform,
    "referee": __import__("importlib.util", fromlist=["find_spec"]).find_spec("referee") is not None,
    "packages": {{found.metadata["Name"].lower(): found.version
                 for found in __import__("importlib.metadata", fromlist=["distributions"]).distributions()
                 if found.metadata["Name"] and found.metadata["Name"].lower() in {names!r}}},
}}"""


def require_same(client: Any, bench: Bench) -> None:
    """Ask scheduler and workers what they have; refuse what would give other results."""
    names = sorted({*COMPARED, *(name.lower() for learner in bench.learners for name in learner.versions)})
    who = (client.scheduler_info()["id"], frozenset(client.nthreads()), tuple(names))
    if who in SEEN:
        return
    there = client.get_versions()["scheduler"]["packages"].get("distributed")
    if there != _here("distributed"):
        raise BadInput(f"the Dask scheduler has distributed {there}, this machine has {_here('distributed')}; install "
                       f"the same version on both.")
    answers = client.run(eval, QUESTION.format(names=names).replace("\n", " "))
    for worker, told in answers.items():
        for sentence in objections(worker, told, names):
            raise BadInput(sentence)
    _require_same_referee(client)
    SEEN.add(who)


def objections(worker: str, told: Mapping[str, Any], names: list[str]) -> Iterator[str]:
    """What is wrong with a worker, if anything."""
    if told["system"] != "linux" or sys.platform != "linux":
        yield (f"the Dask worker {worker} runs on {told['system']}, this machine on {sys.platform}; fits on a cluster "
               f"need Linux on both.")
    if told["python"].split(".")[:2] != platform.python_version().split(".")[:2]:
        yield (f"the Dask worker {worker} has Python {told['python']}, this machine has {platform.python_version()}; "
               f"install the same version.")
    if not told["referee"]:
        yield f"the Dask worker {worker} has no referee; install there what is installed here."
    for name in names:
        here, there = _here(name), told["packages"].get(name)
        if here != there:
            yield (f"the Dask worker {worker} has {name} {there or '(not installed)'}, this machine has "
                   f"{here or 'none'}: results would differ, or be filed under a false name; install the same version.")


def _require_same_referee(client: Any) -> None:
    from referee.running.cluster.there import source_digest

    here = source_digest()
    for worker, there in client.run(source_digest, on_error="return").items():
        if there != here:
            raise BadInput(f"the Dask worker {worker} has another version of referee than this machine; install there "
                           f"what is installed here.")


def _here(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
