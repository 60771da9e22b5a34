"""The command line in this process, in a folder of its own: what a person would see."""

import sys
from dataclasses import dataclass

import pytest


@dataclass(frozen=True)
class Seen:
    """The exit code, and what was printed."""

    code: int
    out: str
    err: str

    @property
    def text(self):
        return self.out + self.err


@pytest.fixture
def referee(tmp_path, monkeypatch, capsys):
    """A function that runs `referee …` in an empty folder; an exception that does not end the program passes."""
    from referee.cli.main import main

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["referee", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            main()
        seen = capsys.readouterr()
        code = end.value.code
        return Seen(0 if code is None else code, seen.out, seen.err)

    return run
