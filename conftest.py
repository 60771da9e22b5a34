"""Hypothesis without deadlines: how long an example takes says how busy the machine is, not whether the code is right.

Examples are drawn anew at each run; on a build server (CI=true) they are the same at every run.
"""

import os

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.register_profile("unhurried and repeatable", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("unhurried and repeatable" if os.environ.get("CI") == "true" else "unhurried")

# Packages that tests install are imported where they are installed, never by the search for doctests: importing one
# would register what it brings in the process of every test after it.
collect_ignore_glob = ["tests/fixtures/*"]
