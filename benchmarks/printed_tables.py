"""Put the numbers checker to correct printed tables and to tables with one planted error, and count.

    python benchmarks/printed_tables.py --tables 2000 --planted 500 --seed 20
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from audit.numbers.correct_tables import correct_tables
from audit.numbers.test_tables import accused, found_of


def main() -> None:
    """False alarms on correct tables, planted errors found, and the processor time of both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--planted", type=int, default=500)
    parser.add_argument("--seed", type=int, default=20)
    asked = parser.parse_args()
    started = time.process_time()
    alarms = accused(correct_tables(asked.tables, seed=asked.seed))
    print(f"{asked.tables} correct tables: {len(alarms)} alarms, {time.process_time() - started:.0f} s")
    for sentence, table in alarms:
        print(f"{sentence}\n{table}")
    started = time.process_time()
    there, missed = found_of(correct_tables(asked.planted, seed=asked.seed + 1), seed=asked.seed + 1)
    print(f"{sum(there.values())} planted errors: {sum(missed.values())} missed, {time.process_time() - started:.0f} s")
    for sort, n in sorted(there.items()):
        print(f"  {sort}: {missed[sort]} of {n} missed")


if __name__ == "__main__":
    main()
