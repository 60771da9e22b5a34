"""Write the pages of the documentation that come from the program itself: python docs/make.py."""

from pathlib import Path

from referee.report import metrics_page
from referee.report.array_list import with_arrays
from referee.report.audit.check_list import with_checks
from referee.report.rule_list import with_rules

if __name__ == "__main__":
    here = Path(__file__).parent
    (here / "metrics.md").write_text(metrics_page(), encoding="utf-8")
    audit = here / "audit.md"
    audit.write_text(with_checks(audit.read_text(encoding="utf-8")), encoding="utf-8")
    advice = here / "advise.md"
    advice.write_text(with_rules(advice.read_text(encoding="utf-8")), encoding="utf-8")
    arrays = here / "arrays.md"
    arrays.write_text(with_arrays(arrays.read_text(encoding="utf-8")), encoding="utf-8")
