"""What a vault said of one model, as a page."""

from __future__ import annotations

from referee.kinds import Json
from referee.report.document import Page, Section, Table

HOW = {
    "ladder": ("a score is told only where it is a step forward (the Ladder, Blum and Hardt 2015), so that asking "
               "again and again wears the sealed rows little."),
    "thresholdout": ("the open rows answer unless the sealed ones contradict them by more than a noisy threshold "
                     "(Thresholdout, Dwork et al. 2015); only contradictions are counted."),
}
SAID = {"mode": "asked through", "model": "model", "metric": "metric", "value": "told", "news": "news", "best": "best",
        "query": "use of the vault", "spent": "answers spent", "budget": "of"}


def vault_page(answer: Json, sentence: str) -> Page:
    """The sentence, and what it is made of."""
    shown = {key: value for key, value in answer.items() if answer["budget"] or key not in {"spent", "budget"}}
    table = Table(header=[SAID[key] for key in shown], rows=[[_cell(value) for value in shown.values()]])
    return Page(kind="vault query", about=answer["model"], title=f"The vault on {answer['model']}",
                question=f"What does the vault say of {answer['model']}?", lead=sentence, how=[HOW[answer["mode"]]],
                sections=[Section(key="answer", title="What was told", blocks=[table], gist=True)])


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
