"""A spelling has one meaning, a meaning one spelling, and the command line and Python share their words.

All commands are walked through the object that parses them. Two options are taken to mean the same where they fill the
same parameter and take the same kind of value (COL, NAME, FILE, …).

Assumed: old spellings and old names may stay as hidden aliases that do the same; where an old spelling had to be given
to another meaning, it may be refused in one sentence. A Python verb has the name of its command. `--help` shows the
groups in the order answers, before, looking closer, checking, keeping, lab.
"""

import functools
import inspect
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import referee as package
from referee.errors import RefereeError

ANSWERS = ["compare", "evaluate", "tune", "judge", "rank", "run"]
BEFORE = ["advise", "plan", "init"]


@functools.cache
def commands():
    """Every command by its words: `compare`, `vault seal`, …"""
    import typer

    from referee.cli.main import app

    found = {}

    def walk(command, words):
        context = command.context_class(command, info_name=" ".join(words) or "referee")
        if hasattr(command, "list_commands"):
            for name in command.list_commands(context):
                walk(command.get_command(context, name), (*words, name))
        else:
            found[" ".join(words)] = command

    walk(typer.main.get_command(app), ())
    return found


def options(command, *, hidden=False):
    return [p for p in command.params
            if p.param_type_name == "option" and (hidden or not p.hidden) and p.name != "help"]


def spellings(option):
    return [*option.opts, *option.secondary_opts]


@functools.cache
def meanings():
    """Spelling -> {(parameter, kind of value): commands that have it so}."""
    found = defaultdict(lambda: defaultdict(list))
    for name, command in commands().items():
        for option in options(command):
            for spelling in spellings(option):
                found[spelling][option.name, option.metavar].append(name)
    return found


def first_sentence(text):
    return re.split(r"(?<=[.?])\s|[;:]", " ".join((text or "").split()))[0]


def test_the_walk_finds_the_commands():
    assert len(commands()) >= 30
    assert {"compare", "judge", "vault open", "ledger ls"} <= set(commands())
    assert len(meanings()) > 80


def test_a_spelling_fills_one_parameter_with_one_kind_of_value_in_all_commands():
    twice = {spelling: dict(meant) for spelling, meant in meanings().items() if len(meant) > 1}
    assert not twice, twice


@pytest.mark.parametrize("spelling", ["--test", "--truth", "--noise", "--budget", "--samples", "--train", "--all",
                                      "-d", "-o"])
def test_a_spelling_that_had_several_meanings_is_said_in_one_way(spelling):
    """Where the spelling is still used, the first sentence of its help is the same wherever it is."""
    said = defaultdict(list)
    for name, command in commands().items():
        for option in options(command):
            if spelling in spellings(option):
                said[first_sentence(option.help)].append(name)
    assert len(said) <= 1, dict(said)


def test_a_parameter_has_one_spelling_in_all_commands():
    found = defaultdict(lambda: defaultdict(list))
    for name, command in commands().items():
        for option in options(command):
            longest = tuple(sorted(s for s in option.opts if s.startswith("--")))
            found[option.name, option.metavar][longest].append(name)
    twice = {parameter: dict(ways) for parameter, ways in found.items() if len(ways) > 1}
    assert not twice, twice


def test_equal_help_is_not_given_to_two_spellings():
    found = defaultdict(set)
    for command in commands().values():
        for option in options(command):
            found[" ".join((option.help or "").split())].add(max(option.opts, key=len))
    twice = {text: ways for text, ways in found.items() if len(ways) > 1}
    assert not twice, twice


@pytest.mark.parametrize("pair", [("--relevant", "--rope"), ("--groups", "--cluster"), ("--figure", "--picture")])
def test_a_meaning_with_two_spellings_has_one_now(pair):
    assert len([spelling for spelling in pair if spelling in meanings()]) == 1


def test_learners_are_asked_for_by_one_spelling():
    """`--model` may name a column; it may not be a second way to name learners."""
    ways = {max(option.opts, key=len) for command in commands().values() for option in options(command)
            if re.match(r"(A |One )?[Ll]earners?\b", option.help or "") and (option.metavar or "").startswith("NAME")
            and "against" not in option.name and option.name != "learner"}
    assert len(ways) == 1, ways


def test_every_option_says_what_it_is():
    for name, command in commands().items():
        for option in options(command):
            assert option.help, (name, option.name)
            assert option.help.rstrip().endswith((".", "?", ")", "`", "…")), (name, option.name, option.help)


def test_a_short_spelling_stands_for_the_same_long_one_everywhere():
    found = defaultdict(set)
    for command in commands().values():
        for option in options(command, hidden=True):
            for short in (s for s in option.opts if re.fullmatch(r"-\w", s)):
                found[short].add(max(option.opts, key=len))
    assert all(len(long) == 1 for long in found.values()), {k: v for k, v in found.items() if len(v) > 1}


# Old spellings.

@pytest.fixture
def scores(tmp_path):
    path = tmp_path / "scores.csv"
    pd.DataFrame({"dataset": list("abcdefgh"), "nb": [.71, .80, .65, .90, .77, .58, .83, .69],
                  "forest": [.74, .85, .69, .93, .81, .64, .84, .75]}).to_csv(path, index=False)
    return path


@pytest.fixture
def answers(tmp_path):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 60)
    path = tmp_path / "answers.csv"
    pd.DataFrame({"id": np.arange(60), "truth": truth, "x": np.where(rng.random(60) < 0.9, truth, 1 - truth),
                  "z": np.where(rng.random(60) < 0.6, truth, 1 - truth), "ward": np.arange(60) // 5}
                 ).to_csv(path, index=False)
    return path


def same_or_told(old, new):
    """The old spelling does what the new one does, or is refused in one sentence that names the new one."""
    assert new.code == 0, new.text
    if old.code:
        assert old.code == 2, old.text
        assert "Traceback" not in old.text
        return False
    assert old.out == new.out
    return True


def test_the_smallest_relevant_difference_of_a_ranking_goes_by_both_spellings(referee, scores):
    new = referee("rank", scores, "--metric", "accuracy", "--relevant", 0.01, "--no-report")
    old = referee("rank", scores, "--metric", "accuracy", "--rope", 0.01, "--no-report")
    assert same_or_told(old, new)
    assert new.out != referee("rank", scores, "--metric", "accuracy", "--no-report").out


def test_groups_of_predictions_go_by_both_spellings(referee, answers):
    asked = ("judge", answers, "--metrics", "accuracy", "--no-report", "--ledger")
    new, old = referee(*asked, "a.db", "--groups", "ward"), referee(*asked, "b.db", "--cluster", "ward")
    assert same_or_told(old, new)
    assert "clusters" in new.out or "groups" in new.out
    plain = referee(*asked, "c.db")
    assert plain.out != new.out


def test_the_learner_of_a_sensitivity_goes_by_both_spellings(referee, table):
    asked = ("sensitivity", table, "--target", "y", "--metrics", "accuracy", "--seeds", 2, "--splits", 2, "--jobs", 1,
             "--design", "kfold:folds=2", "--designs", "kfold:folds=2", "--no-report", "--ledger")
    old, new = referee(*asked, "a.db", "--model", "lda"), referee(*asked, "b.db", "--models", "lda")
    assert "lda" in new.out
    assert same_or_told(old, new) or "--models" in old.err, old.text


@pytest.mark.parametrize("words", [("decompose", "--test", "0.4"), ("components", "--test", "0.4")])
def test_a_share_of_rows_is_not_spelled_test_any_more(words, referee, table):
    """An option with one meaning, the name of a test, may not quietly take a number."""
    command, option, number = words
    assert option not in {s for o in options(commands()[command]) for s in spellings(o)}
    seen = referee(command, table, "--target", "y", "--models", "lda", option, number, "--no-report")
    assert "Traceback" not in seen.text


# Help.

def in_a_process(*words, columns=80):
    env = os.environ | {"PYTHONPATH": str(Path(package.__file__).parents[1]), "COLUMNS": str(columns), "NO_COLOR": "1"}
    return subprocess.run([sys.executable, "-m", "referee", *words], capture_output=True, text=True, timeout=60,
                          env=env, check=False)


@pytest.fixture(scope="module")
def overview():
    return in_a_process("--help").stdout


def listed(text):
    """Commands in the order of the help, each with its whole description."""
    found, last = {}, None
    for line in text.splitlines():
        entry = re.match(r"^\W{0,4}\s{1,4}([a-z][a-z-]+)\s{2,}(\S.*?)\W*$|^\W{0,4}\s{1,4}([a-z][a-z-]+)\s*$", line)
        if entry and (entry[1] or entry[3]) in {n.split()[0] for n in commands()}:
            last = entry[1] or entry[3]
            found[last] = line.strip()[len(last):].strip()
        elif last and re.match(r"^\W{0,4}\s{6,}\S", line):
            found[last] += " " + line.strip()
        else:
            last = None
    return found


def test_the_overview_is_whole_at_80_columns(overview):
    below_usage = overview.split("\n", 1)[1]
    assert not re.search(r"(\.\.\.|…)\s*│?$", below_usage, re.MULTILINE), below_usage
    assert max(map(len, overview.splitlines())) <= 80
    shown = listed(overview)
    assert {n.split()[0] for n in commands()} <= set(shown) | {"demo", "metric-study", "metric-fidelity", "levels"}
    for name, text in shown.items():
        assert re.search(r"[.?!)`]$", text.rstrip(" │|")), (name, text)


def test_the_overview_is_grouped(overview):
    order = list(listed(overview))
    assert [n for n in order if n in ANSWERS + BEFORE] == sorted(
        [n for n in order if n in ANSWERS + BEFORE], key=lambda n: n not in ANSWERS), order
    headings = [line.strip(" ─│╭╮:").lower() for line in overview.splitlines()
                if line.strip() and len(line.strip(" ─│╭╮:")) < 50 and line.split()[0] not in order]
    found = [next((i for i, heading in enumerate(headings) if word in heading), None)
             for word in ("answer", "before", "closer", "check", "keep", "lab")]
    assert None not in found, headings
    assert found == sorted(found), headings


def test_the_version_is_told():
    done = in_a_process("--version")
    assert done.returncode == 0, done.stderr
    assert package.__version__ in done.stdout


@pytest.mark.parametrize("name", ["compare", "judge", "rank", "chance", "plan", "audit", "vault seal", "list"])
def test_the_help_of_a_command_is_whole_at_80_columns(name, referee, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    seen = referee(*name.split(), "--help")
    assert seen.code == 0
    assert not re.search(r"\w(\.\.\.|…)\s*$", seen.out, re.MULTILINE), seen.out
    assert max(map(len, seen.out.splitlines())) <= 80


def test_no_command_is_met_with_help_and_no_traceback(referee):
    for words in (("compar",), ("vault",), ("vault", "opne"), ("list", "metricz"), ()):
        seen = referee(*words)
        assert "Traceback" not in seen.text
        assert seen.text.strip()


# The command line and Python.

VERBS = ["compare", "evaluate", "tune", "judge", "rank", "run", "advise", "plan", "init", "panorama", "decompose",
         "components", "chance", "curve", "sensitivity", "audit", "survey", "calibration", "metric-study", "watch"]
OLD_NAMES = {"audit_study": "audit", "run_study": "run", "init_study": "init", "learning_curve": "curve"}
OF_ITS_OWN = {"calibration", "metric-study"}          # the command reads a ledger or files, the verb takes arrays
SHARED = ["metrics", "models", "design", "designs", "test", "tests", "against", "relevant", "adjust", "family",
          "protocol", "tuning", "baseline", "seed", "level", "jobs", "time_limit", "retry_failed", "share", "ledger",
          "budget",
          "sizes", "folds", "repeats", "shuffles", "strata", "correction", "missing", "per_data_set", "test_share",
          "power", "half_width"]


@pytest.mark.parametrize("name", VERBS)
def test_a_command_and_its_verb_go_by_one_name(name):
    assert name in commands()
    assert callable(getattr(package, name.replace("-", "_"), None)), f"referee.{name}"


@pytest.mark.parametrize("old", OLD_NAMES)
def test_the_old_names_of_verbs_still_work(old):
    assert callable(getattr(package, old))
    new = getattr(package, OLD_NAMES[old])
    assert inspect.signature(getattr(package, old)).parameters.keys() == inspect.signature(new).parameters.keys()


def test_the_verb_audit_and_the_room_audit_do_not_get_in_each_others_way():
    """In a fresh process, before and after something was imported from `referee.audit`."""
    script = ("import referee\nassert callable(referee.audit)\nfrom referee.audit import Check\n"
              "import referee.audit\nassert callable(referee.audit)\nassert Check.__name__ == 'Check'\nprint('both')")
    env = os.environ | {"PYTHONPATH": str(Path(package.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, env=env,
                          check=False)
    assert done.stdout.strip() == "both", done.stderr


@pytest.mark.parametrize("name", [name for name in VERBS if name not in OF_ITS_OWN])
def test_a_command_and_its_verb_share_their_words(name):
    verb = getattr(package, name.replace("-", "_"), None)
    assert verb is not None
    parameters = inspect.signature(verb).parameters
    typed = {option.name for option in options(commands()[name])} | {p.name for p in commands()[name].params}
    taken = set(parameters)
    swallowed = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    only_typed = [w for w in SHARED if w in typed and w not in taken and not swallowed]
    only_taken = [w for w in SHARED if w in taken and w not in typed]
    assert (only_typed, only_taken) == ([], [])


def test_the_verbs_take_models_by_the_word_of_the_command_line_and_by_the_old_one(small):
    asked = {"design": "kfold:folds=2", "metrics": "accuracy", "jobs": 1}
    new = package.evaluate(models="lda", X=small.X, y=small.y, **asked)
    old = package.evaluate(model="lda", X=small.X, y=small.y, **asked)
    assert str(new) == str(old)


def test_a_ranking_takes_relevant_and_its_old_name():
    scores = {"dataset": list("abcdefgh"), "nb": [.71, .80, .65, .90, .77, .58, .83, .69],
              "forest": [.74, .85, .69, .93, .81, .64, .84, .75]}
    new = package.rank(scores, metric="accuracy", relevant=0.01)
    assert new["forest", "nb"].posterior is not None
    assert str(new) == str(package.rank(scores, metric="accuracy", rope=0.01))


@pytest.mark.parametrize("slip", ["desing", "metric", "lvel", "modles", "relevent"])
def test_a_mistyped_keyword_is_met(slip, small):
    with pytest.raises((TypeError, RefereeError), match=slip):
        package.compare(["lda"], small.X, small.y, jobs=1, design="kfold:folds=2", **{slip: 1})


def test_the_command_line_and_the_verb_give_the_same_answer(referee, table):
    import json

    seen = referee("compare", table, "--target", "y", "--models", "lda,gaussian-nb", "--metrics", "accuracy,brier",
                   "--design", "kfold:folds=4", "--relevant", 0.05, "--level", 0.9, "--against", "lda", "--jobs", 1,
                   "--seed", 3, "--no-report", "--json", "--ledger", "cli.db")
    assert seen.code == 0, seen.text
    told = json.loads(seen.out)
    done = package.compare(["lda", "gaussian-nb"], table, target="y", metrics=["accuracy", "brier"],
                           design="kfold:folds=4", relevant=0.05, level=0.9, against="lda", jobs=1, seed=3).to_dict()
    assert told["estimates"] == done["estimates"]
    assert told["families"] == done["families"]


def test_the_command_line_calls_the_verb(referee, table, monkeypatch):
    """One front door: what is put in place of the verb is what the command runs.

    Assumed: the command finds the verb where `import referee` finds it, or in the module the verb lives in.
    """
    asked = []
    true_verb = package.compare
    home = sys.modules[true_verb.__module__]

    def spy(*models, **options):
        asked.append(options)
        return true_verb(*models, **options)

    monkeypatch.setattr(home, "compare", spy)
    monkeypatch.setattr(package, "compare", spy, raising=False)
    for module in [m for n, m in sys.modules.items() if n.startswith("referee.") and hasattr(m, "compare")]:
        if getattr(module, "compare", None) is true_verb:
            monkeypatch.setattr(module, "compare", spy)
    seen = referee("compare", table, "--target", "y", "--models", "lda", "--metrics", "accuracy", "--design",
                   "kfold:folds=2", "--jobs", 1, "--no-report")
    assert seen.code == 0, seen.text
    assert asked, "`referee compare` did not call referee.compare"
