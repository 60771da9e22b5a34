"""The form with the questions: written for a text, answered by whoever reads it, and read again.

It is YAML, for a person to fill in or for a program to answer: each question under its name, with room for the answer,
the words of the text that show it, and a note. Nothing that is quoted is believed unless it stands in the text.
"""

from __future__ import annotations

import hashlib
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from referee.audit.asked.answers import ReaderAnswer, Reading, Word
from referee.audit.asked.questions import GROUPS, QUESTIONS, Question
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
HEAD = """\
Questions on {name} that only whoever reads it can answer: a person, or a program that reads.

answer: yes       it is so, and that is a fault
        no        it is not so, and the text says that
        not told  the text does not tell; the same as leaving it empty
        n/a       the study has nothing of the kind
quote:  for yes and no, the words of the text that show it, exactly as they stand there; a list where two belong
        together; … where something is left out. What does not stand in the text is refused.
note:   for yes, in a sentence what is wrong, if the quote alone does not show it

Then: referee audit {name} --filled {form}
"""


def _word(value: Any) -> Any:
    """The answer as a word; what is none stays, and is refused by its line."""
    said = "" if value is None else str(value).strip().casefold().rstrip(".")
    return SPELLINGS.get(said, value)


def _listed(value: Any) -> Any:
    return [] if value is None else [value] if isinstance(value, str) else value


class AnswerSaid(BaseModel):
    """One answer as it was filled in."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    question: str = ""
    answer: Annotated[Word, BeforeValidator(_word)] = Word.UNTOLD
    quote: Annotated[list[Annotated[str, BeforeValidator(str)]], BeforeValidator(_listed)] = Field(default_factory=list)
    note: Annotated[str, BeforeValidator(lambda value: "" if value is None else value)] = ""


class FormSaid(BaseModel):
    """The form as it was filled in."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    reader: Annotated[str, BeforeValidator(lambda value: "" if value is None else str(value).strip())] = ""
    text: str = ""
    fingerprint: str = ""
    answers: dict[str, AnswerSaid]


KNOWN = {"": list(FormSaid.model_fields), "answers": list(QUESTIONS)} | {
    f"answers.{name}": list(AnswerSaid.model_fields) for name in QUESTIONS}


def form_of(text: str, *, name: str, form: str, doubts: Iterable[Doubt] = ()) -> str:
    """The form for a text; under a question stand the sentences that sound as if they answered it."""
    heard: dict[str, list[Doubt]] = {}
    for one in doubts:
        heard.setdefault(KINDS[one.kind].code, []).append(one)
    lines = [f"# {line}".rstrip() for line in HEAD.format(name=name, form=form).splitlines()]
    lines += ["", 'reader: ""           # who answers', f"text: {_plain(name)}", f"fingerprint: {_print_of(text)}",
              "answers:"]
    for title, group in GROUPS.items():
        lines += ["", f"  # {title}", f"  # {'-' * len(title)}"]
        for question in group:
            lines += ["", *_asked(question, heard.get(question.code, ()))]
    return "\n".join(lines) + "\n"


def _asked(question: Question, doubts: Iterable[Doubt]) -> Iterator[str]:
    yield f"  {question.name}:"
    yield "    question: >-"
    yield from textwrap.wrap(question.asks, WIDE, initial_indent=" " * 6, subsequent_indent=" " * 6)
    yield from textwrap.wrap(f"{question.hint} ({question.code})", WIDE, initial_indent="    # ",
                             subsequent_indent="    # ")
    for one in doubts:
        place = "" if one.line is None else f" (line {one.line})"
        yield from textwrap.wrap(f"Look at: “{one.sentence}”{place}", WIDE, initial_indent="    # ",
                                 subsequent_indent="    #   ")
    yield "    answer:"
    yield "    quote:"
    yield "    note:"


def _plain(name: str) -> str:
    import yaml

    return yaml.safe_dump(name, allow_unicode=True, width=1000).removesuffix("\n...\n").strip()


def _print_of(text: str) -> str:
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]


def read_form(path: str | Path, text: str, *, name: str) -> tuple[Reading, tuple[str, ...]]:
    """The answers of a form about a text, and what there is to say of them; what the text does not hold is refused."""
    path = Path(path)
    lined = read_yaml(path)
    _require_known(lined)
    try:
        said = FormSaid.model_validate(lined.content)
    except ValidationError as error:
        raise explain(error.errors(), lined, KNOWN) from error
    given = {key: one for key, one in said.answers.items() if one.answer is Word.YES or (
        one.answer is not Word.UNTOLD and not QUESTIONS[key].noted)}
    if not given and not said.reader.strip():
        raise BadInput(f"{path.name} answers no question, and names no reader; write yes, no or n/a behind 'answer:' "
                       f"where the text tells, and who has read it behind 'reader:'.")
    short = [key for key, one in given.items() if one.answer is Word.NO and any(map(str.strip, one.quote))
             and not any(map(says_enough, one.quote))]
    given = {key: one for key, one in given.items() if key not in short}
    words = Words.of(text)
    answers = tuple(_answer(key, one, words, lined) for key, one in given.items())
    _require_quotes(answers, words, lined, name)
    changed = (f"{name} has changed since its questions were written ({path.name}); every quote still stands in it.",)
    void = (f"{path.name} answers no to {quoted(short)} with a single word, which shows nothing: taken as not told.",)
    return Reading(reader=said.reader or "a reader", answers=answers), (
        *(changed if said.fingerprint and said.fingerprint != _print_of(text) else ()), *(void if short else ()))


def _require_known(lined: Lined) -> None:
    """Every answer is to a question that is asked."""
    answers = lined.content.get("answers")
    for name in answers if isinstance(answers, Mapping) else ():
        if name not in QUESTIONS:
            raise BadInput(f"{lined.at(('answers', name))}: no question is called {str(name)!r}"
                           f"{did_you_mean(str(name), QUESTIONS)}; write the form anew (--questions) to see them all.")


def _answer(name: str, said: AnswerSaid, words: Words, lined: Lined) -> ReaderAnswer:
    quotes = tuple(quote for quote in said.quote if quote.strip())
    quotes = tuple(filter(says_enough, quotes)) or quotes       # a single word beside a sentence adds nothing
    if said.answer in {Word.YES, Word.NO} and not quotes:
        raise BadInput(f"{lined.at(('answers', name, 'answer'))}: {name} is answered {said.answer} without a quote; "
                       f"give the words of the text that show it, or answer 'not told'.")
    if said.answer is Word.YES and QUESTIONS[name].noted and not said.note.strip():
        raise BadInput(f"{lined.at(('answers', name, 'answer'))}: {name} is answered yes without a note; say there "
                       f"what is wrong.")
    return ReaderAnswer(question=name, word=said.answer, quotes=quotes, note=" ".join(said.note.split()),
                        line=words.line_of(quotes[0]) if quotes else None)


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
