"""One spelling, one meaning: what an option is, and what becomes of the spellings it had before.

An option is defined once, in `options.py`: its word in Python, how it is typed, what it means. Commands take it from
there, so a spelling cannot come to mean two things. A spelling of old is still understood where no other option has
taken it, and refused with the new one where one has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from referee.errors import BadInput

BY_PATH = {"jobs", "models", "design", "designs"}      # options of commands to which things are named by a path
TYPE = re.compile(r" <(?:str|list\[str\]|float|int|path)>$")      # what newer versions of typer add to a name
PLURAL = re.compile(r"…?\.\.\.$")
OPTIONS: dict[str, Option] = {}          # by their words; filled by `options.py` as it is read


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """What is typed, what it means, and the parameter of the verbs it is."""

    word: str
    spellings: tuple[str, ...]
    meaning: str
    old: tuple[str, ...] = ()            # still understood, and not shown
    taken: tuple[str, ...] = ()          # spelled so once, where another option is spelled so now

    @property
    def name(self) -> str:
        """As it is typed in full."""
        return self.spellings[0]


def option(word: str, *spellings: str, meaning: str, old: Iterable[str] = (), taken: Iterable[str] = (),
           **how: Any) -> Any:
    """Define an option; a word or a spelling that is in use already is refused."""
    one = Option(word=word, spellings=spellings, meaning=meaning, old=tuple(old), taken=tuple(taken))
    in_use = _single(spelling for other in OPTIONS.values() for spelling in (*other.spellings, *other.old))
    twice = in_use.intersection(_single((*one.spellings, *one.old))) | ({word} & OPTIONS.keys())
    if twice:
        raise ValueError(f"{', '.join(sorted(twice))}: an option is defined once, and each spelling means one thing.")
    OPTIONS[word] = one
    return typer.Option(*spellings, help=meaning, **how)


def _single(spellings: Iterable[str]) -> set[str]:
    """--timed/--no-timed are two spellings.

    >>> sorted(_single(["--timed/--no-timed", "-t"]))
    ['--no-timed', '--timed', '-t']
    """
    return {part for spelling in spellings for part in spelling.split("/")}


class Command(TyperCommand):
    """A command that understands the old spellings of its options, or says what they are now.

    One that fits models, or takes any, has the option `--allow` without asking for it.
    """

    def __init__(self, *given: Any, params: list[Any] | None = None, **more: Any) -> None:
        names = {param.name for param in params or ()}
        added = [_allow_option()] if names & BY_PATH and "allow" in OPTIONS else []
        super().__init__(*given, params=[*(params or ()), *added], **more)
        for param in self.params:
            _without_type(param)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """What is given, by its name alone: FILE …, not {FILE}...."""
        return [PLURAL.sub(" …", piece.strip("{}").replace("}", "")) for piece in super().collect_usage_pieces(ctx)]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Bring the words up to date, then read them."""
        own = [OPTIONS[param.name] for param in self.params if param.name in OPTIONS]
        return super().parse_args(ctx, in_new_spelling(args, own))


def _without_type(param: Any) -> None:
    """Let the help tell a parameter by its name, without the name of its type in Python."""
    told = param.get_help_record

    def record(ctx: Any) -> tuple[str, str] | None:
        found = told(ctx)
        return found and (TYPE.sub("", found[0]), found[1])

    param.get_help_record = record


def _allow_option() -> Any:
    """`--allow`, whose values are taken note of as they are read; typer makes an option only for a command."""
    one = OPTIONS["allow"]

    def carrier(allow: Any = None) -> None:
        """Carry the option."""

    kind = Annotated[list[str] | None, typer.Option(*one.spellings, metavar="PACKAGE", help=one.meaning,
                                                    expose_value=False, callback=_allow)]
    carrier.__annotations__["allow"] = kind
    app = typer.Typer(add_completion=False)
    app.command()(carrier)
    return next(param for param in typer.main.get_command(app).params if param.name == "allow")


def _allow(packages: list[str] | None) -> list[str] | None:
    from referee.allowed import allow

    if packages:
        allow(*packages)
    return packages


def in_new_spelling(args: list[str], own: list[Option]) -> list[str]:
    """The words of a command with every old spelling of its own options replaced.

    >>> difference = Option(word="relevant", spellings=("--relevant",), meaning="What matters.", old=("--rope",))
    >>> in_new_spelling(["a.csv", "--rope", "0.1"], [difference]), in_new_spelling(["--rope=0.1"], [difference])
    (['a.csv', '--relevant', '0.1'], ['--relevant=0.1'])
    """
    now = {spelling: one for one in own for spelling in _single(one.spellings)}
    before = {spelling: one for one in own for spelling in one.old}
    lost = {spelling: one for one in own for spelling in one.taken if spelling not in now}
    end = args.index("--") if "--" in args else len(args)
    new = []
    for word in args[:end]:
        typed, sign, value = word.partition("=")
        short = word[:2] if word[:1] == "-" and word[:2] != "--" else typed
        if typed in before:
            new.append(before[typed].name + sign + value)
        elif short in lost:
            raise BadInput(f"{short} is {lost[short].name} in this command now; {short} means one thing in all of "
                           f"them.")
        else:
            new.append(word)
    return new + args[end:]
