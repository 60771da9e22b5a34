"""gate: whether a new model may take the place of the one it is held against; for continuous integration and tests."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.api.compare import compare
from referee.api.judge import JudgedSets, judge
from referee.api.result import Result
from referee.api.several_targets import TargetsResult
from referee.discreet import masked
from referee.errors import BadInput
from referee.metrics import Metric
from referee.reading.ask import Ask
from referee.reading.gate import FailIf, Held, Passage, check_gate, hold
from referee.report.gate import annotation_lines, gate_junit, gate_lines, gate_markdown
from referee.report.place import write_whole

NEW, OLD = "new", "old"


@dataclass(frozen=True, eq=False)
class Gate:
    """Models held against one that is there, on one data set or target, or on several."""

    name: str
    held: dict[str, tuple[Metric, tuple[Held, ...]]]        # by data set or target

    @staticmethod
    def check(fail_if: str, *, against: str | None, relevant: float | None) -> None:
        """Refuse a gate that asks no question, before anything is fitted."""
        check_gate(fail_if, Ask(against=against, relevant=relevant))

    @property
    def passed(self) -> bool:
        """Whether every model passed everywhere; what could not be judged did not."""
        return all(one.passage is Passage.PASSED for _, all_held in self.held.values() for one in all_held)

    def __str__(self) -> str:
        return "\n".join(gate_lines(self.held))

    __repr__ = __str__

    def to_markdown(self) -> str:
        """A summary for code hosts."""
        return gate_markdown(self.held)

    def annotated(self) -> list[str]:
        """Lines that GitHub's runners read as errors."""
        return annotation_lines(self.held)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"passed": self.passed, "held": {name: [one.to_dict() for one in all_held]
                                                for name, (_, all_held) in self.held.items()}}

    def write_junit(self, path: str | Path) -> Path:
        """Write JUnit XML: a test case for each model."""
        return write_whole(path, masked(gate_junit(self.held, self.name)))

    def write_summary(self, path: str | Path) -> Path:
        """Write the summary after what stands in the file already, as GitHub's runners ask for it."""
        target = Path(path)
        try:
            before = target.read_text(encoding="utf-8") if target.exists() else ""
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"{target} holds no text to write a summary after: {error}.") from error
        return write_whole(target, f"{before}{masked(self.to_markdown())}")


def gate(result: Result | JudgedSets | TargetsResult, fail_if: str = FailIf.WORSE.value) -> Gate:
    """Hold every model of an answer against the one it compares with (`against`).

    `fail_if` is "worse": a model that is shown to be worse does not pass, one that can't be told apart does;
    "maybe-worse": only what is shown not to be worse by `relevant` or more passes; "not-better"; or "not-equivalent".

    >>> said = {"truth": list("abababababab" * 4), "old": list("abababababab" * 4), "new": list("baababababab" * 4)}
    >>> print(gate(judge(said, metrics="accuracy", against="old")))
    new failed against old: it must not be shown to be worse; by accuracy the difference is −0.17 (...), worse.
    """
    if isinstance(result, JudgedSets):
        return Gate("data sets", {name: _held(one, fail_if) for name, one in result.results.items()})
    if isinstance(result, TargetsResult):
        return Gate(result.found.one.problem.name, {name: _held(one, fail_if) for name, one in result.targets.items()})
    if not isinstance(result, Result):
        raise BadInput(f"a gate holds models that were compared, not {type(result).__name__}; give what compare or "
                       f"judge gave back.")
    name = result.analysis.problem.name
    return Gate(name, {name: _held(result, fail_if)})


def _held(result: Result, fail_if: str) -> tuple[Metric, tuple[Held, ...]]:
    family = result.analysis.family
    if family is None:
        raise BadInput("a single model was evaluated; a gate holds one against another.")
    return family.metric, hold(family, fail_if)


def assert_not_worse(new: Any, old: Any, X: Any = None, y: Any = None, *, relevant: float | None = None,
                     **more: Any) -> Gate:
    """For tests: raise AssertionError if `new` is worse than `old`, with the sentence that says by how much.

    With data the two are models, compared on them; without, what they said, as files or frames of predictions. With
    `relevant` the new one must be shown not to be worse by that much or more; without it only what is shown to be worse
    fails. Further keywords are those of `compare`, or of `judge`.

    >>> assert_not_worse("lda", "lda:solver=lsqr", "iris", relevant=0.05, metrics="accuracy", design="kfold:folds=5")
    new passed against old: it must be shown not to be worse by 0.05 or more; ...
    """
    fail_if = check_gate((FailIf.WORSE if relevant is None else FailIf.MAYBE_WORSE).value,
                         Ask(against=OLD, relevant=relevant))
    result: Result | JudgedSets | TargetsResult
    if X is None:
        result = judge([new, old], names=[NEW, OLD], against=OLD, relevant=relevant, **more)
    else:
        result = compare({NEW: new, OLD: old}, X, y, against=OLD, relevant=relevant, **more)
    found = gate(result, fail_if.value)
    if not found.passed:
        raise AssertionError(str(found))
    return found
