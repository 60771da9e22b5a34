"""The list of commands in groups, each description whole, each command with an example that can be typed."""

import re
import shlex
import subprocess
import sys
from importlib.metadata import version

import pytest

from command_walk import commands

GROUPS = {
    "Answers": ["compare", "evaluate", "tune", "judge", "rank", "trials", "run"],
    "Before": ["advise", "plan", "init"],
    "Looking closer": ["panorama", "curve", "sensitivity", "decompose", "components", "chance", "calibration",
                       "picture"],
    "Checking": ["audit", "survey", "replicate"],
    "Keeping": ["report", "serve", "watch", "list", "docs", "demo", "ledger", "vault", "data"],
    "Lab": ["lab"],
}
NAMES = {name for group in GROUPS.values() for name in group}


def test_commands_are_listed_in_groups(referee):
    lines = referee("--help").out.splitlines()
    found, group = {}, None
    for line in lines:
        if line.endswith(":") and not line.startswith(" "):
            group = line[:-1]
        elif group in GROUPS and line.startswith("  ") and line[2] != " ":
            found.setdefault(group, []).append(line.split()[0])
        elif not line:
            group = None
    assert found == GROUPS


def test_descriptions_are_whole_at_80_columns(referee, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for group in ([], ["lab"], ["vault"], ["ledger"], ["data"]):
        text = referee(*group, "--help").out
        assert "..." not in text.replace("[ARGS]...", "")
        assert "…" not in text
        assert max(map(len, text.splitlines())) <= 80
    listed = [line for line in referee("--help").out.splitlines() if line[:2] == "  " and line[2:3] != " "]
    assert all(line.endswith((".", "?")) for line in listed if line.split()[0] in NAMES)


def test_the_list_reads_no_command_and_no_heavy_package():
    """It answers at once."""
    heavy = ["numpy", "pydantic", "rich", *(f"referee.cli.{name}" for name in NAMES)]
    code = ("import sys; from referee.cli.main import app; app(['--help'], standalone_mode=False)\n"
            f"print(sorted(set({heavy}) & set(sys.modules)))")
    seen = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert "Answers:" in seen.stdout
    assert seen.stdout.splitlines()[-1] == "[]"


def test_the_version_is_told(referee):
    seen = referee("--version")
    assert (seen.code, seen.out) == (0, f"referee {version('referee')}\n")


@pytest.mark.parametrize(("name", "command"), commands(), ids=lambda v: v if isinstance(v, str) else "")
def test_every_command_has_one_example_that_can_be_typed(name, command):
    examples = [line.strip() for line in command.help.splitlines() if line.strip().startswith("Example: ")]
    assert len(examples) == 1
    words = shlex.split(examples[0].removeprefix("Example: "))
    place = name.split() if name not in {"metric-study", "metric-fidelity"} else ["lab", name]
    assert words[:1 + len(place)] == ["referee", *place]
    with command.make_context(name, words[1 + len(place):]) as context:
        assert context.params


@pytest.mark.parametrize(("name", "command"), commands(), ids=lambda one: one if isinstance(one, str) else "")
def test_help_names_what_is_given_and_no_type_of_python(name, command):
    text = command.get_help(command.context_class(command, info_name=name))
    assert not re.search(r"<(str|list|float|int|path)[\[\]a-z]*>", text)
    usage = text.partition("\n\n")[0]
    assert not re.search(r"[{}]|\.\.\.", usage)
