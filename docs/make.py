"""Write the pages of the documentation that come from the program itself: python docs/make.py."""

from pathlib import Path

from referee.report import metrics_page
from referee.report.audit.docs import audit_page

if __name__ == "__main__":
    here = Path(__file__).parent
    (here / "metrics.md").write_text(metrics_page(), encoding="utf-8")
    (here / "audit.md").write_text(audit_page(), encoding="utf-8")
