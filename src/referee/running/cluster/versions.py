"""Before the first fit: is every worker fit to work? The same Python, libraries and referee, or a sentence.

Learners are known by the versions of their libraries. A worker with others would give other results, or the same under
a false name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from referee.errors import BadInput
from referee.running.bench import Bench

SEEN: set[tuple[str, frozenset[str], tuple[str, ...]]] = set()      # a study has several runs: asked once is enough
COMPARED = ("numpy", "scipy", "scikit-learn", "pandas", "joblib", "cloudpickle", "distributed")
# Put to a worker that may have no referee: nothing but Python's own library is named. Of two of one name the first on
# the search path counts.
QUESTION = """{{
    "python": __import__("platform").python_version(), "system": __import__("sys").platform,
    "referee": __import__("importlib.util", fromlist=["find_spec"]).find_spec("referee") is not None,
    "packages": {{found.metadata["Name"].lower(): found.version
                 for found in [*__import__("importlib.metadata", fromlist=["distributions"]).distributions()][::-1]
                 if found.metadata["Name"] and found.metadata["Name"].lower() in {names!r}}},
}}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What a worker must have, because this machine has it."""

    names: list[str]                # of packages
    here: dict[str, Any]
    source: str                     # of referee

    def objections(self, worker: str, told: Mapping[str, Any]) -> Iterator[str]:
        """What is wrong with a worker, if anything."""
        here = self.here
        if {told["system"], here["system"]} != {"linux"}:
            yield (f"the Dask worker {worker} runs on {told['system']}, the client on {here['system']}; fits on a "
                   f"cluster need Linux on both.")
        if told["python"].split(".")[:2] != here["python"].split(".")[:2]:
            yield (f"the Dask worker {worker} has Python {told['python']}, the client has {here['python']}; install "
                   f"the same version.")
        if not told["referee"]:
            yield f"the Dask worker {worker} has no referee; install there what is installed here."
        for name in self.names:
            ours, theirs = here["packages"].get(name), told["packages"].get(name)
            if ours != theirs:
                yield (f"the Dask worker {worker} has {name} {theirs or '(not installed)'}, the client has "
                       f"{ours or 'none'}: results would differ, or be filed under a false name; install the same "
                       f"version.")

    def other_source(self, worker: str, source: Any) -> Iterator[str]:
        """The same of its referee; what is no text is what it raised instead."""
        if source != self.source:
            yield (f"the Dask worker {worker} has another version of referee than the client; install there what is "
                   f"installed here.")


def expected(bench: Bench) -> Expected:
    """What workers must have to fit the learners of a bench."""
    names = sorted({*COMPARED, *(name.lower() for learner in bench.learners for name in learner.versions)})
    return Expected(names=names, here=about(names), source=source_digest())


def require_same(client: Any, wanted: Expected) -> None:
    """Ask scheduler and workers what they have; refuse what would give other results."""
    who = (client.scheduler_info()["id"], frozenset(client.nthreads()), tuple(wanted.names))
    if who in SEEN:
        return
    here, there = wanted.here["packages"]["distributed"], client.get_versions()["scheduler"]["packages"]["distributed"]
    if here != there:
        raise BadInput(f"the Dask scheduler has distributed {there}, the client has {here}; install the same "
                       f"version.")
    for worker, told in client.run(eval, _question(wanted.names)).items():
        for sentence in wanted.objections(worker, told):
            raise BadInput(sentence)
    for worker, source in client.run(source_digest, on_error="return").items():
        for sentence in wanted.other_source(worker, source):
            raise BadInput(sentence)
    SEEN.add(who)


def about(names: list[str]) -> dict[str, Any]:
    """What this process has."""
    told: dict[str, Any] = eval(_question(names))  # noqa: S307 - our own text
    return told


def source_digest() -> str:
    """The code of referee, as one number: equal where the same is installed."""
    root, found = Path(__file__).parents[2], sha256()
    for file in sorted(root.rglob("*.py")):
        found.update(file.relative_to(root).as_posix().encode() + file.read_bytes())
    return found.hexdigest()


def _question(names: list[str]) -> str:
    return QUESTION.format(names=names).replace("\n", " ")
