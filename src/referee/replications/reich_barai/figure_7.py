"""Figure 7: single intervals beside the joint region of T²."""

from __future__ import annotations

from typing import Any

from referee.api import trials
from referee.replications._base import Found, How, Item, Row, claim

CASE = ((-.03, .03), (.06, -.05), (-.07, .10), (.15, -.12), (0, .02), (.11, -.09), (.03, -.01), (.08, -.06))
MOVED = 0.25            # case II: both outputs so much further from 0


def _tested(moved: float) -> Any:
    runs: dict[str, list[Any]] = {"run": [], "model": [], "y1": [], "y2": []}
    for i, (one, other) in enumerate(CASE):
        for model, scale in (("A", 1.0), ("B", 0.0)):
            runs["run"].append(i)
            runs["model"].append(model)
            runs["y1"].append(scale * (one + moved))
            runs["y2"].append(scale * (other + moved))
    return trials(runs, higher_is_better=True)


def redo(_: How) -> Found:
    """Case I: only T² sees it. Case II: both do."""
    first, second = _tested(0.0), _tested(MOVED)
    singles, joint = [line.p for line in first.lines], first.together[0].said
    both, joint_2 = [line.p for line in second.lines], second.together[0].said
    rows: list[Row] = [
        claim("case I: single tests", "reveal nothing", f"p = {singles[0]:.3f} and {singles[1]:.3f}",
              holds=min(singles) > 0.05),
        claim("T²", "reveals significance", f"{joint.statistic:.3f}", holds=joint.p <= 0.05),
        claim("T², p", "below 0.05", f"{joint.p:.4f}", holds=joint.p <= 0.05),
        claim("case II: single tests and T²", "both reveal significance",
              f"p = {both[0]:.2g} and {both[1]:.2g}, together {joint_2.p:.2g}", holds=max(*both, joint_2.p) <= 0.05)]
    return Found(rows=rows, answers={"case I, output by output": first,
                                     "case II, output by output": second})


ITEM = Item(name="figure-7", title="Figure 7: T² against single tests",
            data="an example of ours: eight differences of two outputs that move against each other",
            procedure="trials over two measures: each by the paired t, both by Hotelling's T²", redo=redo)
