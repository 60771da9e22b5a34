"""A folder in which a module lies in wait: it leaves a mark when it is imported, and another when it is called."""

import sys
from pathlib import Path

import pytest

TRAP = """
from pathlib import Path
from sklearn.dummy import DummyClassifier
FOLDER = Path(__file__).parent
(FOLDER / "IMPORTED").touch()

def sprung(*args, **kwargs):
    (FOLDER / "CALLED").touch()
    return 1.0

class Learner(DummyClassifier):
    def __init__(self, strategy="prior"):
        (FOLDER / "MADE").touch()
        super().__init__(strategy=strategy)

class Splitter:
    def __init__(self, *args, **kwargs):
        (FOLDER / "MADE").touch()

    def split(self, X, y=None, groups=None):
        half = len(X) // 2
        yield list(range(half)), list(range(half, len(X)))

class NoInterface:
    def __init__(self, *args, **kwargs):
        (FOLDER / "MADE").touch()
"""


class Trap:
    """The folder, and what happened in it."""

    def __init__(self, folder: Path):
        self.folder = folder
        (folder / "trap.py").write_text(TRAP, encoding="utf-8")

    @property
    def marks(self) -> set[str]:
        marks = {name for name in ("IMPORTED", "CALLED", "MADE", "SHELL") if (self.folder / name).exists()}
        return marks | ({"sys.modules"} if "trap" in sys.modules else set())

    def reset(self) -> None:
        sys.modules.pop("trap", None)
        for name in ("IMPORTED", "CALLED", "MADE", "SHELL"):
            (self.folder / name).unlink(missing_ok=True)

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path


@pytest.fixture
def trap(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    sys.modules.pop("trap", None)
    yield Trap(tmp_path)
    sys.modules.pop("trap", None)


