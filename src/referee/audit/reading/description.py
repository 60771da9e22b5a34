"""A study that somebody else did, described in YAML: which fields there are, and what may stand in them.

Nothing is required but a name for what is known; every field left out is unknown, and what cannot be checked without
it is listed as such. The words are those of `bundle`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator, model_validator

from referee.audit.bundle import REPORT_FIELDS
from referee.audit.reading.own_words import OwnWords, parted
from referee.audit.vocabulary.units import known_rows, known_scope, known_side, known_unit
from referee.errors import BadInput, did_you_mean
from referee.study.lined_yaml import Lined, explain, read_yaml


def said_as(known: Callable[[str], str | None]) -> Callable[[Any], Any]:
    """A word as people say it becomes the word of the field; what is not known stays, and is refused by its line."""
    def word(value: Any) -> Any:
        return (known(value) or value) if isinstance(value, str) else value
    return word


class Described(BaseModel):
    """Any part of the description: fields that may be known ones mistyped are refused, with the nearest."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _no_truth_for_a_number(cls, given: Any) -> Any:
        """Yes and no are numbers to a computer, 1 and 0; to whoever wrote them they are not."""
        for name, value in given.items() if isinstance(given, dict) else ():
            field = cls.model_fields.get(str(name))
            if isinstance(value, bool) and field is not None and not _may_be_truth(field.annotation):
                raise ValueError(f"{name} is {'yes' if value else 'no'}, where a number or a word belongs")
        return given


def _may_be_truth(annotation: Any) -> bool:
    return annotation in {bool, Any} or any(map(_may_be_truth, get_args(annotation)))


class StepSaid(Described):
    """One step of the preparation."""

    name: str
    supervised: bool | None = None
    fitted_on: Annotated[Literal["all", "training", "test"] | None, BeforeValidator(said_as(known_rows))] = None


class ModelSaid(Described):
    """How one model came about."""

    name: str
    baseline: bool | None = None        # where it is not said, its name tells
    kind: str = ""
    tried: int | None = Field(default=None, ge=1)
    tuned_on: Annotated[Literal["test", "training", "validation", "nothing", "shown"] | None,
                        BeforeValidator(said_as(known_rows))] = None
    epochs: int | None = Field(default=None, ge=0)
    seconds: float | None = Field(default=None, ge=0)
    seeds: list[Any] | None = None
    deterministic: bool = False
    training_scores: dict[str, float] = Field(default_factory=dict)
    tested: str | None = None
    deployed: str | None = None
    threshold: Literal["default", "training", "validation", "test"] | None = None
    prior: Literal["training", "given", "all", "test"] | None = None
    steps: list[StepSaid] | None = None


class RunSaid(Described):
    """One score out of several."""

    model: str
    metric: str
    value: float
    division: str = "0/0"
    seed: Any = None
    at: str = ""
    rerun: float | None = None


class ClaimSaid(Described):
    """A sentence of the conclusions, and what it rests on."""

    says: str = ""
    better: str | None = None
    than: str | None = None
    equal: list[str] | None = None
    calibrated: str | None = None
    level: str | None = None                 # the model whose score is stated
    metric: str = ""
    value: float | None = None
    p: float | None = Field(default=None, ge=0, le=1)
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    test: str = ""
    basis: Literal["", "test", "interval", "intervals", "numbers"] = ""
    scope: Annotated[str, BeforeValidator(said_as(known_scope))] = "these data"         # or in words of one's own
    about: Literal["procedure", "model"] = "procedure"

    @model_validator(mode="after")
    def _one_kind(self) -> ClaimSaid:
        kinds = [self.better, self.equal, self.calibrated, self.level]
        if sum(kind is not None for kind in kinds) != 1:
            raise ValueError("a claim is one of 'better: A, than: B', 'equal: [A, B]', 'calibrated: A' and 'level: A'")
        if (self.better is None) != (self.than is None):
            raise ValueError("a claim of 'better' names both: better: A, than: B")
        if self.equal is not None and len(self.equal) != 2:
            raise ValueError("a claim of 'equal' names two: equal: [A, B]")
        return self

    @property
    def models(self) -> list[str]:
        """Whom it is about."""
        return [name for name in (self.better, self.than, *(self.equal or ()), self.calibrated, self.level) if name]


class TestSaid(Described):
    """A test that was carried out, quoted or not."""

    __test__ = False            # pytest takes what begins with Test for a test

    name: str
    a: str
    b: str
    metric: str = ""
    p: float = Field(ge=0, le=1)
    adjusted: bool | Annotated[float, Field(ge=0, le=1)] | None = None      # the p-value, or whether p is corrected
    statistic: float | None = None
    kind: str = ""              # which test it is, where its name does not tell
    unit: Annotated[str | None, BeforeValidator(said_as(known_unit))] = None        # or a thing of the study's own
    n_units: int | None = Field(default=None, ge=1)
    alternative: Annotated[Literal["two-sided", "greater", "less", "one-sided"] | None,
                           BeforeValidator(said_as(known_side))] = None
    declared: bool | None = None
    quoted: bool = True
    equivalence: bool = False
    at: str = ""


class DataSetSaid(Described):
    """One data set of the study."""

    name: str
    real: bool | None = None
    source: str = ""


class DeclaredSaid(Described):
    """What was written down beforehand, or is stated in the report."""

    primary_test: str = ""
    level: float = Field(default=0.95, gt=0.5, lt=1)
    relevant: float | None = Field(default=None, gt=0)
    tolerance: float = Field(default=0.03, gt=0)
    adjust: str = ""
    data_sets: list[str] | None = None
    runs: int | None = Field(default=None, ge=1)
    stated: list[str] | None = None
    at: str = ""

    @field_validator("stated")
    @classmethod
    def _known_fields(cls, value: list[str] | None) -> list[str] | None:
        odd = [name for name in value or () if name not in REPORT_FIELDS]
        if odd:
            raise ValueError(f"{odd[0]!r} is no part of a report; the parts are {', '.join(REPORT_FIELDS)}")
        return value


class Description(Described):
    """A study as somebody describes it."""

    audit: str = "study"
    data: str | None = None
    target: str | list[str] | None = None
    task: str | None = None
    groups: str | None = None
    ids: str | None = None
    time: str | None = None
    positive: Any = None
    drop: list[str] = Field(default_factory=list)
    split: str | None = None                 # column of the data: train, tune, test
    folds: str | None = None                 # column of the data: the fold in which a row is tested
    divisions: str | None = None             # file: id, role, and repeat and fold where there are several
    predictions: str | list[str] | None = None
    columns: dict[str, str] = Field(default_factory=dict)
    method: str = ""
    protocol: list[str] = Field(default_factory=list)        # what was done, in sentences
    metrics: list[str] = Field(default_factory=list)
    models: list[ModelSaid] | None = None
    runs: str | list[RunSaid] | None = None
    reported: str | list[dict[str, Any]] | None = None
    claims: list[ClaimSaid] | None = None
    tests: list[TestSaid] | None = None
    data_sets: list[DataSetSaid] | None = None
    declared: DeclaredSaid | None = None
    queries: int | None = Field(default=None, ge=0)
    looked_at: list[str] | None = None
    estimators: dict[str, dict[str, float]] | None = None
    known_studies: int | None = Field(default=None, ge=0)

    @field_validator("metrics", "drop", "protocol", mode="before")
    @classmethod
    def _one_or_many(cls, value: Any) -> Any:
        return [value] if isinstance(value, str) else value

    @field_validator("models", "data_sets", mode="before")
    @classmethod
    def _names_alone(cls, value: Any) -> Any:
        return [{"name": item} if isinstance(item, str) else item for item in value] if isinstance(value, list) else (
            value)


KNOWN: dict[str, type[Described]] = {
    "": Description, "models": ModelSaid, "models.steps": StepSaid, "runs": RunSaid, "claims": ClaimSaid,
    "tests": TestSaid, "data_sets": DataSetSaid, "declared": DeclaredSaid,
}


def read_description(path: str | Path, beside: Mapping[str, Any] | None = None) -> tuple[Description, OwnWords, Lined]:
    """Read a description and its fields in words of one's own; what is wrong with it is told with its line and the fix.

    What is said `beside` it, on the command line, stands in the place of what it says itself.
    """
    path = Path(path)
    lined = read_yaml(path)
    content = {"audit": path.stem} | {key: value for key, value in lined.content.items() if value is not None}
    odd = [word for word in beside or () if word not in Description.model_fields]
    if odd:
        raise BadInput(f"{odd[0]} is no field of a description, as {path} is one; leave it out.")
    content |= beside or {}
    if beside and "data" not in content:
        raise BadInput(f"{', '.join(beside)} say what is what in the data, and {path} names none; add data: FILE to "
                       f"it.")
    content, own = parted(content, KNOWN)
    try:
        said = Description.model_validate(content)
    except ValidationError as error:
        raise explain(_plain(error.errors()), lined, {name: list(part.model_fields) for name, part in KNOWN.items()}
                      ) from error
    _require_models(said, lined)
    return said, own, lined


def _plain(errors: list[Any]) -> list[Any]:
    """Without the branches of a choice between a file and a list, which are not part of the file."""
    kept = [error for error in errors if "str" not in error["loc"]] or errors
    return [error | {"loc": tuple(step for step in error["loc"] if not _is_branch(step))} for error in kept]


def _is_branch(step: Any) -> bool:
    return isinstance(step, str) and step.startswith("list[")


def _require_models(said: Description, lined: Lined) -> None:
    """Claims and tests are about models that took part."""
    if said.models is None:
        return
    names = [model.name for model in said.models]
    spoken = [(("claims", i), name) for i, claim in enumerate(said.claims or ()) for name in claim.models]
    spoken += [(("tests", i), name) for i, test in enumerate(said.tests or ()) for name in (test.a, test.b)]
    for where, name in spoken:
        if name not in names:
            raise BadInput(f"{lined.at(where)}: {name!r} is not among the models ({', '.join(names)})"
                           f"{did_you_mean(name, names)}")
