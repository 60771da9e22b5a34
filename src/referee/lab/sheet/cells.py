"""Cells: one situation each, in which a study is repeated; the id says what it is, the fields are its facts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.errors import BadInput, UnknownName
from referee.kinds import Task
from referee.lab.sheet.learners import LEARNERS, LabLearner

SYNTHETIC = "synthetic"
NULL = (0.7, 0.7)
METRICS = {
    "classes": ("roc_auc", "accuracy", "log_loss", "brier", "f1", "balanced_accuracy", "mcc"),
    "labels and scores": ("roc_auc", "accuracy", "f1", "balanced_accuracy", "mcc"),
    "several classes": ("accuracy", "roc_auc", "log_loss", "brier", "f1_macro", "balanced_accuracy", "mcc"),
    "numbers": ("rmse", "mae", "r2"),
}


class Question(StrEnum):
    """What a cell is about."""

    LEVEL = "level"             # learners that are equal in truth
    POWER = "power"             # learners that are not
    SEED = "seed"               # one learner run twice: equal, and all difference is the seed's
    BASELINE = "baseline"       # the interval of a baseline; there is nothing to compare


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One situation: what is drawn, who learns, and who is equal."""

    learner: str
    n: int
    share: float = 0.5                              # of the smallest class
    classes: int = 2
    source: str = SYNTHETIC                         # or a bundled data set
    deltas: tuple[float, float] = NULL              # how much each block of features says
    against: str = ""                               # another learner, on the same columns; "" the same one
    salted: bool = False                            # the same learner on the same columns, with another seed
    groups: int = 0
    unequal: bool = False                           # groups of lognormal sizes

    def __post_init__(self) -> None:
        for name in filter(None, (self.learner, self.against)):
            if name not in LEARNERS:
                raise UnknownName("learner of the lab", name, LEARNERS, hint=f"There are: {', '.join(LEARNERS)}")

    @property
    def id(self) -> str:
        """As it stands in a results file, and as it is asked for.

        >>> Cell(learner="5nn", n=100, share=0.1).id
        '5nn n=100 10%'
        """
        parts = [self.learner, f"against {self.against}" if self.against else "", f"n={self.n}"]
        parts += [] if self.task is Task.REGRESSION else [f"{self.share:.0%}"] if self.share < 1 / self.classes else []
        parts += [f"{self.classes} classes"] if self.classes > 2 else []
        parts += [f"{self.groups} {'unequal ' if self.unequal else ''}groups"] if self.groups else []
        parts += [self.source] if self.real else []
        parts += ["seeds"] if self.salted else []
        parts += [] if self.deltas == NULL else [f"{self.deltas[0]:g}/{self.deltas[1]:g}"]
        return " ".join(part for part in parts if part)

    @property
    def real(self) -> bool:
        """Whether its rows are of a bundled data set."""
        return self.source != SYNTHETIC

    @property
    def same(self) -> bool:
        """Whether both learners see the same columns."""
        return bool(self.against) or self.salted

    @property
    def task(self) -> Task:
        """That of its learner."""
        return self.lab.task

    @property
    def lab(self) -> LabLearner:
        """Its learner."""
        return LEARNERS[self.learner]

    @property
    def question(self) -> Question:
        """What it is about."""
        if self.salted or self.lab.baseline:
            return Question.SEED if self.salted else Question.BASELINE
        return Question.POWER if self.against or self.deltas[0] != self.deltas[1] else Question.LEVEL

    @property
    def covers(self) -> bool:
        """Whether the truth of single scores is known: rows can be drawn for ever, and samples are not picked."""
        told = self.question in {Question.LEVEL, Question.BASELINE}
        return not self.real and told and self.n * self.share >= 10

    @property
    def metrics(self) -> tuple[str, ...]:
        """By which the learners are measured, the usual primary one first."""
        if self.task is Task.REGRESSION:
            return METRICS["numbers"]
        if self.classes > 2:
            return METRICS["several classes"]
        other = LEARNERS[self.against].probabilities if self.against else True
        return METRICS["classes" if self.lab.probabilities and other else "labels and scores"]


def _null(learners: str, *sizes: int, **facts: object) -> list[Cell]:
    return [Cell(learner=name, n=n, **facts) for name in learners.split() for n in sizes]  # type: ignore[arg-type]


SMALL = (
    Cell(learner="nb", n=100, share=0.1), Cell(learner="5nn", n=50), Cell(learner="ols", n=50),
)
# 400 studies of each take about an hour on two cores.
DEFAULT = (
    *_null("5nn kernel logistic tree5", 50), *_null("5nn logistic nb", 100, share=0.1), *_null("ols tree-r", 50),
    *_null("5nn", 100, source="breast-cancer"), *_null("lda", 100, source="digits"),
    *_null("nb", 100, share=0.1, classes=3), *_null("lda", 100, groups=25),
    Cell(learner="forest3", n=100, salted=True), *_null("prior", 100, share=0.1), *_null("mean", 100),
    Cell(learner="lda", n=100, deltas=(0.9, 0.6)), Cell(learner="tree", n=100, deltas=(1.1, 0.7)),
)
FURTHER = (
    *_null("nb 1nn tree lda forest boosting mlp svc", 50),
    *_null("5nn kernel lda logistic 1nn tree tree5 nb svc forest boosting mlp", 100),
    *_null("5nn kernel logistic nb lda tree5 tree 1nn", 300),
    *_null("tree5 kernel lda", 100, share=0.1), *_null("logistic nb 5nn", 50, share=0.1),
    *_null("logistic nb tree5 5nn lda kernel", 200, 300, share=0.1),
    *_null("5nn-r", 50), *_null("ols 5nn-r tree-r", 100), *_null("ols tree-r 5nn-r", 300),
    *_null("kernel logistic nb 1nn tree5 lda", 100, source="breast-cancer"),
    *_null("5nn nb", 100, source="breast-cancer", share=0.1), *_null("5nn-r ols tree-r", 100, source="diabetes"),
    *_null("kernel 5nn nb tree5 logistic", 100, source="digits"), *_null("5nn lda", 300, source="digits"),
    *_null("5nn lda nb", 60, source="wine", classes=3, share=1 / 3), *_null("5nn lda nb", 100, classes=3, share=1 / 3),
    *_null("5nn lda tree5", 100, share=0.1, classes=3), *_null("5nn lda", 300, classes=3, share=0.1),
    *_null("5nn", 100, groups=25), *_null("lda 5nn", 150, groups=15, unequal=True),
    *_null("lda", 240, groups=30, unequal=True), *_null("lda", 80, groups=8),
    *_null("lda", 80, groups=8, unequal=True), *_null("5nn", 200, groups=40),
    *_null("lda 5nn", 90, groups=6, unequal=True), *_null("lda", 120, groups=12, unequal=True),
    *_null("lda", 240, groups=40, unequal=True),
    *_null("prior", 100), *_null("prior", 100, share=0.3), Cell(learner="forest3", n=300, salted=True),
    Cell(learner="5nn", n=100, deltas=(1.1, 0.7)), Cell(learner="nb", n=100, share=0.1, deltas=(1.2, 0.5)),
    Cell(learner="tree-r", n=100, deltas=(1.3, 0.8)),
    Cell(learner="tree5", against="lda", n=100, source="breast-cancer"),
    Cell(learner="logistic", against="nb", n=200, source="breast-cancer"),
)
PARTS = {"small": SMALL, "default": DEFAULT, "all": (*DEFAULT, *FURTHER)}


def cells_of(part: str, wanted: str | None = None) -> tuple[Cell, ...]:
    """The cells of a part; with `wanted`, those of all cells whose ids hold one of the texts, separated by commas.

    >>> [cell.id for cell in cells_of("small")]
    ['nb n=100 10%', '5nn n=50', 'ols n=50']
    >>> [cell.id for cell in cells_of("all", "mlp")]
    ['mlp n=50', 'mlp n=100']
    """
    if part not in PARTS:
        raise UnknownName("part of the sheet", part, PARTS, hint=f"There are: {', '.join(PARTS)}")
    if wanted is None:
        return PARTS[part]
    texts = [text.strip() for text in wanted.split(",") if text.strip()]
    found = tuple(cell for text in texts for cell in PARTS["all"] if text == cell.id) or tuple(
        cell for cell in PARTS["all"] if any(text in cell.id for text in texts))
    if not found:
        raise BadInput(f"no cell of the sheet has {wanted!r} in its id; there are: "
                       f"{'; '.join(cell.id for cell in PARTS['all'])}.")
    return found
