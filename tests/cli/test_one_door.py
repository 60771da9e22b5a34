"""A command reads options, calls its verb and prints: there is no second way from data to an answer."""

import ast
from pathlib import Path

import pytest

import referee
import referee.cli

CLI = Path(referee.cli.__file__).parent
LOOKED_UP = {"JudgedSets", "Ready", "load", "may_be_ledger", "opened", "propeller_rows"}     # and all in capitals
# Of a ledger: it answers no question.
UPKEEP = {"scrubbed", "checked_ledger", "merge_ledgers", "back_up_ledger", "export_ledger", "import_ledger",
          "prune_ledger", "compact_ledger"}
ROOMS = {"api", "cli", "errors", "lab", "replications", "report", "serve", "spec"}
# No way from data to an answer: what may be printed at all, and a setting of the process.
OF_PROCESS = {"discreet", "allowed"}
REGISTRIES = {"listing.py": {"designs", "learners", "reading", "metrics", "audit"}}      # `referee list` shows them


def is_open(name):
    """Whether a name of the api is a verb, an answer, or something to look up."""
    return name in {*referee.__all__, *LOOKED_UP, *UPKEEP} or name.isupper()


def side_doors(text, name="a_command.py"):
    """Whatever a command uses beside the verbs."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "api" \
                and not is_open(node.attr):
            yield f"api.{node.attr}"
        modules = [node.module] if isinstance(node, ast.ImportFrom) else \
            [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        for module in modules:
            parts = module.split(".")
            known = ROOMS | OF_PROCESS | REGISTRIES.get(name, set())
            if parts[0] == "referee" and len(parts) > 1 and parts[1] not in known:
                yield module
            if parts[:2] == ["referee", "api"] and isinstance(node, ast.ImportFrom):
                yield from (f"api.{alias.name}" for alias in node.names
                            if not is_open(alias.name))


@pytest.mark.parametrize("path", sorted(CLI.glob("*.py")), ids=lambda path: path.stem)
def test_commands_call_the_verbs_and_nothing_else(path):
    assert not list(side_doors(path.read_text(encoding="utf-8"), path.name))


@pytest.mark.parametrize(("line", "door"), [
    ("api.prepare('compare', models, problem)", "api.prepare"),
    ("from referee.api import carry_out", "api.carry_out"),
    ("from referee.running import run", "referee.running"),
    ("import referee.estimates.means", "referee.estimates.means"),
])
def test_a_side_door_would_be_noticed(line, door):
    assert list(side_doors(line)) == [door]
