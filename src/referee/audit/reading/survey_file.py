"""A survey as a file: papers one by one with their answers, or the counts of a survey that somebody published."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from referee.audit.score_sheet import FLEXER, NOT_APPLICABLE
from referee.audit.vocabulary.methods import LABELS
from referee.errors import BadInput, did_you_mean
from referee.study.lined_yaml import Lined, explain, read_yaml

CHECKLIST: dict[str, tuple[str, ...]] = {
    **{what: ("yes", "no", "unclear") for what, _ in FLEXER}, "evaluation method": tuple(LABELS)}
WORDS = {True: "yes", False: "no", None: "unclear", "?": "unclear"}


class SurveyPart(BaseModel):
    """Any part of the file: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class QuestionSaid(SurveyPart):
    """A question with its counts, whole or taken apart."""

    question: str
    counts: dict[str, int] = Field(default_factory=dict)
    by: dict[str, dict[str, int]] = Field(default_factory=dict)
    printed: dict[str, float] = Field(default_factory=dict)
    decimals: int = Field(default=1, ge=0, le=6)      # to which the shares were printed

    @field_validator("counts", "printed", mode="before")
    @classmethod
    def _plain_words(cls, value: Any) -> Any:
        """YAML reads yes and no as truth values."""
        return {WORDS.get(key, key): item for key, item in value.items()} if isinstance(value, dict) else value

    @model_validator(mode="after")
    def _counted(self) -> QuestionSaid:
        if bool(self.counts) == bool(self.by):
            raise ValueError("a question has 'counts' (answer: how many), or 'by' (part: {answer: how many})")
        if any(count < 0 for some in (self.counts, *self.by.values()) for count in some.values()):
            raise ValueError("a count is a whole number from 0 on")
        return self

    @property
    def totals(self) -> dict[str, int]:
        """The counts, parts put together."""
        if self.counts:
            return self.counts
        answers = dict.fromkeys(answer for some in self.by.values() for answer in some)
        return {answer: sum(some.get(answer, 0) for some in self.by.values()) for answer in answers}


class PaperSaid(SurveyPart):
    """One paper: its answers, or a file to audit that gives them."""

    paper: str
    audit: str | None = None
    answers: dict[str, str] = Field(default_factory=dict)

    @field_validator("answers", mode="before")
    @classmethod
    def _plain_words(cls, value: Any) -> Any:
        return {key: WORDS.get(item, item) for key, item in value.items()} if isinstance(value, dict) else value


class SurveySaid(SurveyPart):
    """A survey as its file has it."""

    survey: str = "survey"
    source: str = ""
    about: str = ""
    unit: str = "papers"
    n: int | None = Field(default=None, ge=1)
    questions: list[QuestionSaid] = Field(default_factory=list)
    papers: list[PaperSaid] = Field(default_factory=list)

    @model_validator(mode="after")
    def _one_kind(self) -> SurveySaid:
        if bool(self.questions) == bool(self.papers):
            raise ValueError("a survey lists papers with their answers, or questions with their counts")
        return self


def shipped() -> dict[str, Path]:
    """The surveys that come with the program, by name."""
    folder = resources.files("referee.audit") / "surveys"
    return {Path(str(file)).stem: Path(str(file)) for file in folder.iterdir() if str(file).endswith(".yaml")}


def read_survey(source: str | Path) -> tuple[SurveySaid, Path]:
    """Read a survey file, or one that comes with the program; what is wrong is told with its line and the fix."""
    path = Path(source)
    if not path.exists():
        if str(source) not in shipped():
            raise BadInput(f"there is no file {str(source)!r}, and no survey of that name comes with referee"
                           f"{did_you_mean(str(source), shipped())}")
        path = shipped()[str(source)]
    lined = read_yaml(path)
    try:
        said = SurveySaid.model_validate({"survey": path.stem} | lined.content)
    except ValidationError as error:
        raise explain(error.errors(), lined, {
            "": list(SurveySaid.model_fields), "questions": list(QuestionSaid.model_fields),
            "papers": list(PaperSaid.model_fields)}) from error
    _check(said, lined)
    return said, path


def _check(said: SurveySaid, lined: Lined) -> None:
    """Counts add up to the number of papers; answers are those a question can have."""
    for i, question in enumerate(said.questions):
        total = sum(question.totals.values())
        if said.n is not None and total != said.n:
            raise BadInput(f"{lined.at(('questions', i))}: the counts of {question.question!r} sum to {total}, not to "
                           f"{said.n}.")
    names = [paper.paper for paper in said.papers]
    for i, paper in enumerate(said.papers):
        if paper.paper in names[:i]:
            raise BadInput(f"{lined.at(('papers', i))}: {paper.paper!r} is listed twice, and would count twice; leave "
                           f"one out, or give it another name.")
        for what, answer in paper.answers.items():
            allowed = (*CHECKLIST.get(what, ()), NOT_APPLICABLE)
            if what in CHECKLIST and answer not in allowed:
                raise BadInput(f"{lined.at(('papers', i, 'answers', what))}: {what} is {answer!r}; it is one of "
                               f"{', '.join(allowed)}.")
        if not paper.answers and paper.audit is None:
            raise BadInput(f"{lined.at(('papers', i))}: {paper.paper!r} has neither answers nor a file to audit.")
