"""How a table of scores is to be judged; fixed before anyone looks."""

from __future__ import annotations

from dataclasses import dataclass

from referee.comparisons.bayes.posterior import check_rope
from referee.comparisons.multiplicity.adjust import RULES
from referee.comparisons.multiplicity.all_pairs import MOST
from referee.errors import BadInput, NotJustified, UnknownName
from referee.estimates._base import check_level
from referee.kinds import Direction
from referee.metrics import METRICS, Metric

ALL_PAIRS = ("shaffer", "bergmann-hommel")
ALSO_CALLED = {"auc": "roc_auc", "acc": "accuracy", "error": "error_rate", "logloss": "log_loss"}

TIMES = {"seconds", "time", "training_time", "fit_time", "fit_seconds", "runtime", "run_time", "duration"}


@dataclass(frozen=True, slots=True, kw_only=True)
class RankAsk:
    """The direction of the scores, and how pairs are compared."""

    direction: Direction
    direction_why: str = "the direction was declared"
    direction_assumed: bool = False     # nobody said which way is better
    level: float = 0.95
    adjust: str = "holm"
    against: str | None = None          # compare all with this model; None: all pairs
    rope: float | None = None           # the largest difference that does not matter; None: no posterior
    test_share: float | None = None     # the share of rows tested in each repetition; None: no per-data-set tests
    seed: int = 0

    def __post_init__(self) -> None:
        check_level(self.level)
        known = (*RULES, *ALL_PAIRS)
        if self.adjust not in known:
            raise UnknownName("correction", self.adjust, known, hint=f"There are: {', '.join(known)}")
        if self.adjust in ALL_PAIRS and self.against is not None:
            raise NotJustified(f"{self.adjust} is for all pairs of models; with one named (against) use holm.")
        if self.rope is not None:
            check_rope(self.rope)
        if self.test_share is not None and not 0 < self.test_share < 1:
            raise BadInput(f"test_share is {self.test_share}; it is the share of rows tested, between 0 and 1.")

    def check(self, models: tuple[str, ...], *, gaps: bool = False) -> None:
        """Refuse what does not fit these models, or a table with gaps."""
        if gaps and self.adjust in ALL_PAIRS:
            raise NotJustified(f"{self.adjust} reasons from pair to pair, which needs all pairs to be compared on the "
                               f"same data sets; use holm.")
        if self.against is not None and self.against not in models:
            raise UnknownName("model of this table", self.against, models)
        if self.adjust == "bergmann-hommel" and len(models) > MOST:
            raise NotJustified(f"bergmann-hommel goes through all partitions of the models, which is possible for up "
                               f"to {MOST}, not {len(models)}; use shaffer.")


def plain_words(name: str) -> str:
    """A name as metrics are written.

    >>> plain_words("Training time")
    'training_time'
    """
    return name.strip().lower().replace(" ", "_").replace("-", "_")


def metric_called(name: str) -> Metric | None:
    """The metric that a table or a person calls so, if there is one.

    >>> metric_called("AUC").name, metric_called("Log loss").name, metric_called("size of the set")
    ('roc_auc', 'log_loss', None)
    """
    plain = ALSO_CALLED.get(plain_words(name), plain_words(name))
    titles = {m.title.lower().replace(" ", "_"): m for m in METRICS}
    return METRICS[plain] if plain in METRICS else titles.get(plain)


def direction_of(metric: str, *, higher_is_better: bool | None = None) -> tuple[Direction, str, bool]:
    """Which way the scores get better, why, and whether that was only assumed.

    >>> direction_of("rmse")
    (<Direction.MINIMISE: -1>, 'RMSE: lower is better', False)
    """
    known = metric_called(metric) if metric else None
    if higher_is_better is None and plain_words(metric) in TIMES:
        return Direction.MINIMISE, "a time: lower is better", False
    if higher_is_better is None and known is None:
        return Direction.MAXIMISE, "higher is better was assumed, since nothing says which", True
    said = Direction.MAXIMISE if higher_is_better else Direction.MINIMISE
    if known is None:
        return said, f"{said.word}, as declared", False
    if higher_is_better is not None and said is not known.direction:
        raise BadInput(f"{known.direction.word} for {metric}, but {said.word} was declared; leave out one of the two.")
    return known.direction, f"{known.title}: {known.direction.word}", False
