"""Every command of the command line, with its options."""

import functools

import typer

from referee.cli.main import app


def leaves(group, path=()):
    """Every command with the words that call it."""
    for name, one in group.commands.items():
        if hasattr(one, "commands"):
            yield from leaves(one, (*path, name))
        else:
            yield " ".join((*path, name)), one


@functools.cache
def commands():
    return list(leaves(typer.main.get_command(app)))


def options_of(command):
    return [param for param in command.params if param.param_type_name == "option" and param.name != "help"]
