"""The form with the questions: written for a text or a table, answered by whoever reads it, and read again.

It is YAML, for a person to fill in or for a program to answer: each question under its name, with room for the answer,
for what shows it (the words of a text; columns, rows and models of a table), and for a note. Nothing that is quoted is
believed unless it stands in the text.
"""

from __future__ import annotations

import hashlib
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from referee.audit.asked.answers import ReaderAnswer, Reading, Word
from referee.audit.asked.questions import GROUPS, QUESTIONS, Of, Question, asked_of
from referee.audit.asked.quotes import Words, says_enough
from referee.audit.prose.taught import KINDS, Doubt
from referee.data.wording import quoted
from referee.errors import BadInput, did_you_mean
from referee.study.lined_yaml import Lined, explain, read_yaml

WIDE = 110
MOST_TOLD = 3                # quotes that are named where several do not stand in the text
SPELLINGS = {
    "y": Word.YES, "true": Word.YES, "found": Word.YES, "n": Word.NO, "false": Word.NO, "not found": Word.NO,
    "unknown": Word.UNTOLD, "unclear": Word.UNTOLD, "not clear": Word.UNTOLD, "not known": Word.UNTOLD,
    "not stated": Word.UNTOLD, "": Word.UNTOLD, "na": Word.NOTHING, "none": Word.NOTHING,
    "does not apply": Word.NOTHING, "not applicable": Word.NOTHING,
} | {str(word): word for word in Word}
HEADS = {
    Of.WORDS: """\
Questions on {name} that only whoever reads it can answer: a person, or a program that reads.

answer: yes       it is so, and that is a fault
        no        it is not so, and the text says that
        not told  the text does not tell; the same as leaving it empty
        n/a       the study has nothing of the kind
quote:  for yes and no, the words of the text that show it, exactly as they stand there; a list where two belong
        together; … where something is left out. What does not stand in the text is refused.
note:   for yes, in a sentence what is wrong, if the quote alone does not show it
""",
    Of.DATA: """\
Questions on {name} that only whoever knows what its columns mean can answer: a person, or a program that can look at
the rows. What they point at is looked up and measured.

answer: yes       it is so, and a score, or what one would conclude, owes something to it
        no        you have looked, and it is not so
        not told  you cannot tell; the same as leaving it empty
        n/a       the rows have nothing of the kind
columns: those that show it, by their names, with commas or as a list
rows:   those that are at fault, as “site = north and dose > 20” (=, !=, <, <=, >, >=, in a, b, is missing; for a value
        another column may stand); empty where it is about all
note:   in a sentence, for yes what is wrong, for no what you looked at
""",
}
HEADS[Of.PREDICTIONS] = HEADS[Of.DATA].replace("note:   ", "models: those that it is about, by their names\nnote:   ")
THEN = "Then: {command} --filled {form}"
PLACES = {Of.WORDS: ("quote",), Of.DATA: ("columns", "rows"), Of.PREDICTIONS: ("columns", "rows", "models")}


def _word(value: Any) -> Any:
    """The answer as a word; what is none stays, and is refused by its line."""
    said = "" if value is None else str(value).strip().casefold().rstrip(".")
    return SPELLINGS.get(said, value)


def _listed(value: Any) -> Any:
    return [] if value is None else [value] if isinstance(value, str) else value


def _plain(value: Any) -> Any:
    return "" if value is None else value


Listed = Annotated[list[Annotated[str, BeforeValidator(str)]], BeforeValidator(_listed)]
Plain = Annotated[str, BeforeValidator(_plain)]


class AnswerSaid(BaseModel):
    """One answer as it was filled in."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    question: str = ""
    answer: Annotated[Word, BeforeValidator(_word)] = Word.UNTOLD
    quote: Listed = Field(default_factory=list)
    columns: Listed = Field(default_factory=list)
    rows: Plain = ""
    models: Listed = Field(default_factory=list)
    note: Plain = ""


class FormSaid(BaseModel):
    """The form as it was filled in."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    reader: Annotated[str, BeforeValidator(lambda value: "" if value is None else str(value).strip())] = ""
    text: str = ""
    table: str = ""
    fingerprint: str = ""
    answers: dict[str, AnswerSaid]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """A form that was filled in: what counts in it, who answered, and where each answer stands."""

    path: Path
    lined: Lined
    said: FormSaid
    given: dict[str, AnswerSaid]
    of: Of

    @property
    def reader(self) -> str:
        """Who answered."""
        return self.said.reader or "a reader"

    def changed(self, fingerprint: str) -> bool:
        """Whether what it is about was another when it was written, as far as it tells."""
        return bool(self.said.fingerprint) and self.said.fingerprint != fingerprint

    def at(self, name: str, field: str) -> str:
        """Where a field of an answer stands."""
        return self.lined.at(("answers", name, field))


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What a form is about."""

    of: Of
    name: str                        # the file
    fingerprint: str                 # of what it holds
    command: str                     # that audits it
    more: tuple[str, ...] = ()       # lines on what it holds


def form_of(subject: Subject, form: str, doubts: Iterable[Doubt] = ()) -> str:
    """The form, of this name; under a question stand the sentences that sound as if they answered it."""
    heard: dict[str, list[Doubt]] = {}
    of, name = subject.of, subject.name
    for one in doubts:
        heard.setdefault(KINDS[one.kind].code, []).append(one)
    head = [*HEADS[of].format(name=name).splitlines(), "", THEN.format(command=subject.command, form=form)]
    lines = [f"# {line}".rstrip() for line in (*head, *subject.more)]
    lines += ["", 'reader: ""           # who answers', f"{'text' if of is Of.WORDS else 'table'}: {_safe(name)}",
              f"fingerprint: {subject.fingerprint}", "answers:"]
    asked = asked_of(of)
    for title, group in GROUPS.items():
        there = [question for question in group if question.name in asked]
        lines += ["", f"  # {title}", f"  # {'-' * len(title)}"] if there else []
        for question in there:
            lines += ["", *_asked(question, of, heard.get(question.code, ()))]
    return "\n".join(lines) + "\n"


def _asked(question: Question, of: Of, doubts: Iterable[Doubt]) -> Iterator[str]:
    yield f"  {question.name}:"
    yield "    question: >-"
    yield from textwrap.wrap(question.asks, WIDE, initial_indent=" " * 6, subsequent_indent=" " * 6)
    yield from textwrap.wrap(f"{question.hint_of(of)} ({question.code})", WIDE, initial_indent="    # ",
                             subsequent_indent="    # ")
    for one in doubts:
        place = "" if one.line is None else f" (line {one.line})"
        yield from textwrap.wrap(f"Look at: “{one.sentence}”{place}", WIDE, initial_indent="    # ",
                                 subsequent_indent="    #   ")
    yield from (f"    {field}:" for field in ("answer", *PLACES[of], "note"))


def _safe(name: str) -> str:
    import yaml

    return yaml.safe_dump(name, allow_unicode=True, width=1000).removesuffix("\n...\n").strip()


def print_of(text: str) -> str:
    """By which a text is known again, breaks of lines aside."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]


def open_form(path: str | Path, of: Of) -> Filled:
    """A form with its answers, each to a question that is asked, with nothing that is not asked for."""
    path = Path(path)
    lined = read_yaml(path)
    _require_known(lined, of)
    fields = {"": list(FormSaid.model_fields), "answers": list(asked_of(of))} | {
        f"answers.{name}": ["question", "answer", *PLACES[of], "note"] for name in asked_of(of)}
    try:
        said = FormSaid.model_validate(lined.content)
    except ValidationError as error:
        raise explain(error.errors(), lined, fields) from error
    noted = {key for key in said.answers if of is Of.WORDS and QUESTIONS[key].noted}
    given = {key: one for key, one in said.answers.items() if one.answer is Word.YES or (
        one.answer is not Word.UNTOLD and key not in noted)}
    if not given and not said.reader.strip():
        raise BadInput(f"{path.name} answers no question, and names no reader; write yes, no or n/a behind 'answer:' "
                       f"where {'the text tells' if of is Of.WORDS else 'you can tell'}, and who has "
                       f"{'read it' if of is Of.WORDS else 'looked'} behind 'reader:'.")
    filled = Filled(path=path, lined=lined, said=said, given=given, of=of)
    for name, one in given.items():
        strange = next((field for field in {*PLACES[Of.WORDS], *PLACES[Of.PREDICTIONS]} - {*PLACES[of]}
                        if getattr(one, field)), None)
        if strange:
            raise BadInput(f"{filled.at(name, strange)}: {strange} is no field of an answer about {of}; it has "
                           f"{', '.join(PLACES[of])} and note.")
    return filled


def read_form(path: str | Path, text: str, *, name: str) -> tuple[Reading, tuple[str, ...]]:
    """The answers of a form about a text, and what there is to say of them; what the text does not hold is refused."""
    form = open_form(path, Of.WORDS)
    short = [key for key, one in form.given.items() if one.answer is Word.NO and any(map(str.strip, one.quote))
             and not any(map(says_enough, one.quote))]
    words = Words.of(text)
    answers = tuple(_answer(key, one, words, form) for key, one in form.given.items() if key not in short)
    _require_quotes(answers, words, form.lined, name)
    notices = []
    if form.changed(print_of(text)):
        notices.append(f"{name} has changed since its questions were written ({form.path.name}); every quote still "
                       f"stands in it.")
    if short:
        notices.append(f"{form.path.name} answers no to {quoted(short)} with a single word, which shows nothing: taken "
                       f"as not told.")
    return Reading(reader=form.reader, answers=answers), tuple(notices)


def _require_known(lined: Lined, of: Of) -> None:
    """Every answer is to a question that is asked."""
    answers, asked = lined.content.get("answers"), asked_of(of)
    for name in answers if isinstance(answers, Mapping) else ():
        if name not in asked:
            raise BadInput(f"{lined.at(('answers', name))}: no question about {of} is called {str(name)!r}"
                           f"{did_you_mean(str(name), asked)}; write the form anew (--questions) to see them all.")


def _answer(name: str, said: AnswerSaid, words: Words, form: Filled) -> ReaderAnswer:
    quotes = tuple(quote for quote in said.quote if quote.strip())
    quotes = tuple(filter(says_enough, quotes)) or quotes       # a single word beside a sentence adds nothing
    if said.answer in {Word.YES, Word.NO} and not quotes:
        raise BadInput(f"{form.at(name, 'answer')}: {name} is answered {said.answer} without a quote; "
                       f"give the words of the text that show it, or answer 'not told'.")
    if said.answer is Word.YES and QUESTIONS[name].noted:
        require_note(name, said, form)
    return ReaderAnswer(question=name, word=said.answer, quotes=quotes, note=" ".join(said.note.split()),
                        line=words.line_of(quotes[0]) if quotes else None)


def require_note(name: str, said: AnswerSaid, form: Filled) -> None:
    """An answer that says nothing by itself has a note."""
    if not said.note.strip():
        raise BadInput(f"{form.at(name, 'answer')}: {name} is answered {said.answer} without a note; say there "
                       f"what {'is wrong' if said.answer is Word.YES else 'was looked at'}.")


def _require_quotes(answers: Iterable[ReaderAnswer], words: Words, lined: Lined, name: str) -> None:
    """Every quote stands in the text: what does not may have been made up."""
    strange = [(one.question, quote) for one in answers for quote in one.quotes if words.line_of(quote) is None]
    if not strange:
        return
    places = "; ".join(f"{question} ({lined.at(('answers', question, 'quote')).rpartition(', ')[2]}): “{quote[:60]}”"
                       for question, quote in strange[:MOST_TOLD])
    more = f" and {len(strange) - MOST_TOLD} more" if len(strange) > MOST_TOLD else ""
    raise BadInput(f"{lined.where}: what is quoted does not stand in {name}: {places}{more}. Quote two words or more "
                   f"exactly as they stand there, … for what is left out, or answer 'not told'.")
