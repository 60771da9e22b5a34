"""What a study file says: everything a comparison is made of, written down before the first fit.

What the file says, its comments and its order aside, has a fingerprint, which is stored with the time before anything
is fitted. A file that says something else later is a deviation, and is shown as one.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import Field, SerializerFunctionWrapHandler, field_validator, model_serializer, model_validator

from referee.declaration.fixed import Fixed, Plain
from referee.fingerprint import fingerprint


class ProblemSaid(Fixed):
    """One data set: where it is and what is what in it."""

    data: str
    target: str | list[str] | None = None
    task: str | None = None
    groups: str | None = None
    ids: str | None = None
    time: str | None = None
    positive: Plain = None
    drop: list[str] = Field(default_factory=list)
    name: str | None = None

    @field_validator("drop", mode="before")
    @classmethod
    def _one_or_many(cls, value: Any) -> Any:
        return [value] if isinstance(value, str) else value

    @model_serializer(mode="wrap")
    def _as_before(self, plain: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Files that say nothing of time keep the fingerprint they had before there was such a word."""
        said: dict[str, Any] = plain(self)
        return said if self.time is not None else {key: value for key, value in said.items() if key != "time"}


class ModelSaid(Fixed):
    """One learner as one would type it; with a space, one that is tuned inside each training part."""

    learner: str
    name: str | None = None
    space: dict[str, Plain] | list[dict[str, Plain]] | None = None
    inner: str | None = None
    select: str | None = None
    rule: str | None = None
    draws: int | None = Field(default=None, ge=1)

    @model_validator(mode="after")
    def _tuned(self) -> ModelSaid:
        loose = [name for name in ("inner", "select", "rule", "draws") if getattr(self, name) is not None]
        if self.space is None and loose:
            raise ValueError(f"{loose[0]} says how a space is searched, and there is none; add space: or leave it out")
        return self

    @model_serializer
    def _plain(self) -> Any:
        """A learner without anything else is its text, as most files have it."""
        said = {name: value for name in type(self).model_fields if (value := getattr(self, name)) is not None}
        return said["learner"] if len(said) == 1 else said


class ClaimSaid(Fixed):
    """What the study sets out to show, or what its report says."""

    better: str | None = None
    than: str | None = None
    equal: list[str] | None = None
    says: str = ""

    @model_validator(mode="after")
    def _one_kind(self) -> ClaimSaid:
        if (self.better is None) != (self.than is None):
            raise ValueError("a claim of 'better' names both: better: A, than: B")
        if (self.better is None) == (self.equal is None) or (self.equal is not None and len(self.equal) != 2):
            raise ValueError("a claim is 'better: A, than: B' or 'equal: [A, B]'")
        return self

    @property
    def pair(self) -> tuple[str, str]:
        """The two models it is about."""
        a, b = self.equal or (self.better, self.than)
        return str(a), str(b)


class Purpose(StrEnum):
    """What a study is for (Salzberg 1997, section 2): to show that something can be done, or that it is better."""

    FEASIBILITY = "feasibility"
    COMPARISON = "comparison"


class StudySaid(Fixed):
    """A study as its file declares it."""

    study: str = "study"
    problems: list[ProblemSaid] = Field(min_length=1)
    models: list[ModelSaid] = Field(min_length=1)
    baseline: bool = True
    design: str | None = None
    budget: int | None = Field(default=None, ge=1)
    tuning: str | None = None
    metrics: list[str] | None = Field(default=None, min_length=1)
    primary: str | None = None
    test: str | None = None
    adjust: str = "holm"
    family: str = "ledger"
    level: float = Field(default=0.95, gt=0.5, lt=1)
    relevant: float | None = Field(default=None, gt=0)
    against: str | None = None
    side: str | None = None
    purpose: Purpose | None = None
    protocol: str | None = None
    seed: int = Field(default=0, ge=0)
    claims: list[ClaimSaid] = Field(default_factory=list)

    @field_validator("metrics", mode="before")
    @classmethod
    def _one_or_many(cls, value: Any) -> Any:
        return [value] if isinstance(value, str) else value

    @field_validator("models", mode="before")
    @classmethod
    def _texts(cls, value: Any) -> Any:
        several = value if isinstance(value, list) else [value]
        return [{"learner": item} if isinstance(item, str) else item for item in several]

    @model_validator(mode="after")
    def _fit_for_its_purpose(self) -> StudySaid:
        if self.purpose == "comparison" and not self.compares:
            raise ValueError("the purpose is a comparison, and there is one model and nothing to compare it with; add "
                             "models or claims")
        return self

    @model_serializer(mode="wrap")
    def _as_before(self, plain: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Files that say nothing of a side or a purpose keep the fingerprint they had before there were such words."""
        said: dict[str, Any] = plain(self)
        return {key: value for key, value in said.items() if value is not None or key not in {"side", "purpose"}}

    @property
    def asked_metrics(self) -> list[str] | None:
        """The metrics with the primary one first; None where the file leaves them to the task."""
        if self.primary is None:
            return self.metrics
        return list(dict.fromkeys([self.primary, *(self.metrics or [])]))

    @property
    def compares(self) -> bool:
        """Whether models are compared; one alone is evaluated, unless something asks for its comparison."""
        asked = (self.test, self.against, self.relevant, self.protocol, self.side)
        return len(self.models) > 1 or bool(self.claims) or any(value is not None for value in asked)

    @property
    def declaration(self) -> dict[str, Any]:
        """Everything that was said, in one form: what the fingerprint is made of."""
        return self.model_dump(mode="json")

    @property
    def fingerprint(self) -> str:
        """The name of the declaration; comments, order and spacing of the file do not enter."""
        return fingerprint("declaration", self.declaration)
