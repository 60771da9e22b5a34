"""One spelling, one meaning: a walk over all commands and their options."""

import ast
import inspect
import json
from collections import defaultdict
from pathlib import Path
from typing import Annotated

import pytest
import typer

import referee.cli
from command_walk import commands, leaves, options_of
from referee.cli import options as o
from referee.cli.spellings import OPTIONS, Command, option

CLI = Path(referee.cli.__file__).parent


def faults(walked):
    """One sentence for each spelling with two meanings, each meaning with two spellings, each option of its own."""
    meanings, spellings, words = defaultdict(set), defaultdict(set), defaultdict(set)
    for name, command in walked:
        for param in options_of(command):
            typed = (*param.opts, *param.secondary_opts)
            for spelling in typed:
                meanings[spelling].add(param.help)
            spellings[param.help].add(typed)
            words[param.name].add(typed)
            known = OPTIONS.get(param.name)
            if known is None or known.meaning != param.help or set("/".join(known.spellings).split("/")) != set(typed):
                yield f"{name}: {param.opts[0]} is not as options.py has it"
            if not isinstance(command, Command):
                yield f"{name} does not know the old spellings"
    for what, found in (("meanings", meanings), ("spellings", spellings), ("spellings", words)):
        yield from (f"{key} has {len(several)} {what}" for key, several in found.items() if len(several) > 1)


def a_command(**parameters):
    """A command `planted` with these options."""
    planted = typer.Typer()

    def body(**_):
        """Do something."""

    body.__signature__ = inspect.Signature([
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=None)
        for name, kind in parameters.items()])
    planted.command("planted", cls=Command)(body)
    planted.command("other", cls=Command)(lambda: None)
    return [pair for pair in leaves(typer.main.get_command(planted)) if pair[0] == "planted"]


def test_each_spelling_has_one_meaning_and_each_meaning_one_spelling():
    assert not list(faults(commands()))


def test_the_walk_sees_every_command():
    seen = {name for name, _ in commands()}
    assert {"compare", "vault open", "lab levels", "metric-study", "ledger looks", "data show"} <= seen
    assert sum(len(options_of(command)) for _, command in commands()) > 300


@pytest.mark.parametrize(("planted", "sentence"), [
    ({"test": Annotated[float, typer.Option("--test", help="Share of the rows to test on.")]}, "--test has 2 meanings"),
    ({"difference_that_matters": Annotated[float, typer.Option(
        "--matters", help=OPTIONS["relevant"].meaning)]}, f"{OPTIONS['relevant'].meaning} has 2 spellings"),
    ({"relevant": Annotated[float, typer.Option("--matters", help="What matters.")]}, "relevant has 2 spellings"),
    ({"fresh": Annotated[float, typer.Option("--fresh", help="New.")]}, "planted: --fresh is not as options.py has it"),
    ({"design": Annotated[str, typer.Option("--design", "-d", "-m", help=OPTIONS["design"].meaning)]},
     "-m has 2 meanings"),
])
def test_the_walk_would_notice(planted, sentence):
    assert sentence in list(faults([*commands(), *a_command(**planted)]))


def test_the_walk_lets_what_is_in_the_table_pass():
    assert not list(faults([*commands(), *a_command(relevant=o.Relevant, models=o.Models)]))


@pytest.mark.parametrize(("word", "spellings", "old"), [
    ("relevant", ("--other",), ()), ("fresh", ("--relevant",), ()), ("fresh", ("--rope",), ()),
    ("fresh", ("--fresh",), ("--design",)), ("fresh", ("--on/--no-timed",), ()),
])
def test_a_word_or_spelling_cannot_be_defined_twice(word, spellings, old):
    with pytest.raises(ValueError, match="an option is defined once"):
        option(word, *spellings, meaning="Something else.", old=old)


def test_what_was_taken_was_taken_by_another_option_or_belonged_to_two():
    spelled = {part for one in OPTIONS.values() for s in one.spellings for part in s.split("/")}
    for one in OPTIONS.values():
        for spelling in one.taken:
            others = [other for other in OPTIONS.values() if spelling in other.taken and other is not one]
            assert spelling in spelled or others, f"{spelling} could still be understood as {one.name}"


def test_options_are_defined_in_one_file():
    for path in CLI.glob("*.py"):
        calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
        named = {getattr(call.func, "attr", getattr(call.func, "id", "")) for call in calls}
        assert "Option" not in named or path.name == "spellings.py", path
        assert "option" not in named or path.name == "options.py", path


REFUSED = [
    ("decompose iris --models lda --test 0.3", "--test", "--test-share"),
    ("components iris --models lda --test=0.3", "--test", "--test-share"),
    ("components iris --models lda --samples 3", "--samples", "--portions"),
    ("chance iris --models lda --test columns", "--test", "--shuffled"),
    ("lab metric-fidelity --test 100", "--test", "--test-rows"),
    ("metric-fidelity --train 100", "--train", "--train-rows"),
    ("decompose iris --models lda --train 0.5", "--train", "--train-share"),
    ("decompose iris --models lda --truth m", "--truth", "--true-mean"),
    ("panorama iris --models lda --truth 0.9", "--truth", "--true-value"),
    ("vault query iris --models lda --noise 0.1", "--noise", "--noise-scale"),
    ("vault query iris --models lda --budget 3", "--budget", "--answers"),
    ("vault query iris --model lda", "--model", "--models"),
    ("sensitivity iris --model tree", "--model", "--models"),
    ("watch a.csv --models new,old", "--models", "--pair"),
    ("watch a.csv -m new,old", "-m", "--pair"),
    ("plan -d 0.01", "-d", "--difference"),
    ("plan -d0.01", "-d", "--difference"),
    ("init iris -o a.yaml", "-o", "--output"),
]


@pytest.mark.parametrize(("words", "old", "new"), REFUSED)
def test_a_spelling_that_another_option_has_now_is_refused_with_the_new_one(referee, words, old, new):
    seen = referee(*words.split())
    assert seen.code == 2
    assert seen.err == (f"referee: {old} is {new} in this command now; {old} means one thing in all of them.\n")


@pytest.mark.usefixtures("few_resamples")
@pytest.mark.parametrize(("old", "new"), [
    ("rank scores.csv --metric accuracy --rope 0.01", "rank scores.csv --metrics accuracy --relevant 0.01"),
    ("plan --difference 0.01 --disagreement 0.1 --tests 3",
     "plan --difference 0.01 --disagreement 0.1 --comparisons 3"),
    ("judge said.csv --id case --cluster who", "judge said.csv --ids case --groups who"),
    ("audit said.csv --column truth=y --column cluster=who", "audit said.csv --truth y --groups who"),
    ("advise iris --data-sets=3 --no-timed", "advise iris --datasets 3 --no-timed"),
])
def test_old_spellings_are_still_understood(referee, tmp_path, old, new):
    (tmp_path / "scores.csv").write_text("dataset,a,b\n" + "\n".join(f"d{i},0.{60 + i},0.{65 + i}" for i in range(9)))
    (tmp_path / "said.csv").write_text("case,who,y,a,b\n" + "\n".join(
        f"{i},{i % 5},{'uv'[i % 2]},{'uv'[i % 2]},{'uv'[i % 3 == 0]}" for i in range(30)))
    before, now = referee(*old.split(), "--json"), referee(*new.split(), "--json")
    assert before.code == now.code
    assert before.code != 2
    assert _without_command(before.out) == _without_command(now.out)


def _without_command(text):
    """What was said, but for the command as it was typed and the name the study has from it."""
    said = json.loads(text)
    if isinstance(said.get("study"), dict):
        del said["study"]
    return said


def test_a_picture_is_not_written_as_a_page(referee):
    for words in ("calibration a.db --learner lda -o a.svg", "compare iris --models lda --report a.png"):
        seen = referee(*words.split())
        assert seen.code == 2
        assert seen.err == (f"referee: the page is written as HTML, not as {words[-4:]}; a picture goes to --figure "
                            f"a{words[-4:]}.\n")


def test_old_spellings_are_not_shown(referee):
    assert "--rope" not in referee("rank", "--help").out
    assert "--column" not in referee("audit", "--help").out


def test_a_value_after_two_dashes_is_left_alone(referee):
    assert "no file '--rope'" in referee("rank", "--", "--rope").err
