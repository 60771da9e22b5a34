"""Write the pages of the documentation that come from the program itself: python docs/make.py."""

from pathlib import Path

from referee.report import metrics_page

if __name__ == "__main__":
    (Path(__file__).parent / "metrics.md").write_text(metrics_page(), encoding="utf-8")
