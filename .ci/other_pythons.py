"""The README's test command on another Python, or with the oldest versions that pyproject.toml allows.

    python3.13 .ci/other_pythons.py             # the Python it is called with, the versions of constraints.txt
    python3.11 .ci/other_pythons.py --oldest    # of all that referee needs, the lowest version it says it works with

It installs into a fresh environment in a temporary folder and writes what came of it into other_pythons.md, a line for
each Python and choice of versions.
"""

from __future__ import annotations

import argparse
import platform
import re
import subprocess
import sys
import tempfile
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree as ET

HERE = Path(__file__).parent.parent
RESULTS = HERE / ".ci" / "other_pythons.md"
HEAD = """# The quick suite on other Pythons and on the oldest versions

Written by `other_pythons.py`: the last run of each.

| Python | versions | date | passed | failed | skipped |
|---|---|---|---|---|---|
"""
OLD_AND_NEW = ["-W", "ignore::DeprecationWarning"]      # an old library may use what a new one beneath it deprecates


def oldest() -> list[str]:
    """The lowest version of each thing that is needed at run time, and the pins of the test tools."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["postgres"]]
    lowest = [re.sub(r"\[.*\]", "", one).replace(">=", "==") for one in needed]
    tools = {_name(one) for one in project["optional-dependencies"]["test"]} - {_name(one) for one in needed}
    pins = [line for line in (HERE / "constraints.txt").read_text().splitlines() if _name(line) in tools]
    return [*lowest, *pins]


def _name(requirement: str) -> str:
    return re.split(r"[\[<>=]", requirement)[0].lower()


def tested(folder: Path, constraints: Path, *more: str) -> dict[str, int]:
    """Install, run the quick suite with these options more, count."""
    python, report = folder / "venv" / "bin" / "python", folder / "report.xml"
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    install = [python, "-m", "pip", "install", "--quiet"]
    subprocess.run([*install, "--upgrade", "pip"], check=True)
    subprocess.run([*install, "--constraint", constraints, ".[test]"], cwd=HERE, check=True)
    subprocess.run([python, "-m", "pytest", f"--junitxml={report}", *more], cwd=HERE, check=False)
    suite = ET.parse(report).getroot().find("testsuite")
    counts = {name: int(suite.get(name)) for name in ("tests", "failures", "errors", "skipped")}
    failed = counts["failures"] + counts["errors"]
    return {"passed": counts["tests"] - failed - counts["skipped"], "failed": failed, "skipped": counts["skipped"]}


def record(python: str, versions: str, counts: dict[str, int]) -> None:
    """Put the line of this Python and these versions in the place of the last one."""
    lines = RESULTS.read_text().splitlines()[HEAD.count("\n"):] if RESULTS.exists() else []
    kept = {tuple(line.split(" | ")[:2]): line for line in lines}
    cells = [f"| {python}", versions, f"{datetime.now(UTC):%Y-%m-%d}", *map(str, counts.values())]
    minor = python.rpartition(".")[0]
    kept = {key: line for key, line in kept.items()
            if not (key[0].startswith(f"| {minor}.") and key[1].startswith(versions))}
    kept[tuple(cells[:2])] = " | ".join(cells) + " |"
    RESULTS.write_text(HEAD + "".join(f"{kept[key]}\n" for key in sorted(kept)))


def main() -> None:
    """Test with the Python that runs this."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--oldest", action="store_true", help="the lowest versions that pyproject.toml allows")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder, constraints, more = Path(name), HERE / "constraints.txt", []
        if options.oldest:
            constraints, more = folder / "oldest.txt", OLD_AND_NEW
            constraints.write_text("\n".join(oldest()) + "\n")
        counts = tested(folder, constraints, *more)
    record(platform.python_version(), "oldest allowed" if options.oldest else "constraints.txt", counts)
    print(RESULTS.read_text())
    sys.exit(counts["failed"] > 0)


if __name__ == "__main__":
    main()
