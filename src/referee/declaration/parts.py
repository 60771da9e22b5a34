"""What only some verbs declare, each part typed by itself."""

from __future__ import annotations

from pydantic import Field

from referee.declaration.fixed import Fixed
from referee.declaration.study_file import StudySaid


class ReadingDeclared(Fixed):
    """How predictions made elsewhere were read: it belongs to the study, other files may hold the same cases."""

    by_row: bool = False                # the cases are the rows of one file, in its order; otherwise they have ids
    notices: tuple[str, ...] = ()       # sentences


class NoticedDeclared(Fixed):
    """Something noticed about how the rows hang together that nobody has answered for."""

    kind: str
    columns: tuple[str, ...] = ()
    sentence: str
    check: str | None = None            # the plan that allows for it, whose scores stand beside those of the study
    words: str = ""                     # what that plan does


class StructurePart(Fixed):
    """How the rows hang together: what was noticed, and what was answered by "none"."""

    noticed: tuple[NoticedDeclared, ...] = ()
    settled: tuple[str, ...] = ()
    rows_of_groups: str | None = None   # a plan that tests new rows of groups it has seen, beside whole groups left out


class ShuffleDeclared(Fixed):
    """One test of chance: how often the data are shuffled, and how."""

    kind: str                     # what is shuffled: "labels" or "columns"
    shuffle: str                  # the shuffle's fingerprint
    count: int = Field(ge=0)
    exhaustive: bool = False      # whether these are all shuffles that there are
    words: str = ""
    before: bool = False          # whether something was done to the whole table first
    times: int | None = None      # of a series, along which the target is moved; None: rows change places
    drifts: tuple[str, ...] | None = None     # the target and the features that drift with time, where both do


class CurvePart(Fixed):
    """The one size at which learners are compared; None: at all of them."""

    at: int | None = None


class VariantDeclared(Fixed):
    """One arm of a study of sensitivity, the base among them."""

    kind: str                     # "base", "parameter", "seed", "split" or "design"
    source: str                   # what was varied
    label: str
    seed: int
    learner: str                  # fingerprints
    plan: str
    base: str                     # the learner it is set beside


class PanoramaPart(Fixed):
    """The true values where they are known, and which estimators were left out, with the reason."""

    truths: tuple[float, ...] = ()
    left_out: dict[str, str] = Field(default_factory=dict)


class DecompositionPart(Fixed):
    """The truth of the test rows where it is known: E[y|x] (by targets), or the probability of each class."""

    truth: tuple[float, ...] | tuple[tuple[float, ...], ...] | None = None
    noise: float | None = Field(default=None, ge=0)


class ComponentsPart(Fixed):
    """The seeds that each split is fitted with."""

    seeds: tuple[int, ...] = Field(min_length=1)


class FilePart(Fixed):
    """The study file that a study came from, and how it differs from the first one of its name."""

    study: str
    where: str                    # the file's name
    fingerprint: str              # of what it says
    said: StudySaid
    deviations: tuple[str, ...] = ()
    first: str | None = None      # when the same was declared first (UTC, ISO 8601)
    together: int = 1             # data sets that are corrected as one family; in older studies each by itself
