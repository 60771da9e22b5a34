"""LaTeX as plain text: what its marks stand for, in the marks that the rest of the audit knows.

Bold becomes **bold**; signs become themselves; what only lays out is dropped. No command is carried out.
"""

from __future__ import annotations

import re

COMMENT = re.compile(r"(?<!\\)%.*")
BOLD = re.compile(r"\\(?:textbf|mathbf|boldsymbol|bm|best)\s*\{([^{}]*)\}")
SWITCHED = re.compile(r"\{\s*\\(?:bf|bfseries)\b\s*([^{}]*)\}|^\s*\\(?:bf|bfseries)\b\s*(.+)$")
DROPPED = re.compile(r"\\(?:cite\w*|ref|eqref|label|footnote\w*|footref|vspace|hspace|color|rowcolor|cellcolor|"
                     r"arraystretch|resizebox)\*?(?:\[[^\]]*\])*(?:\{[^{}]*\})")
KEPT = re.compile(r"\\(?:textcolor|colorbox)\{[^{}]*\}\s*\{([^{}]*)\}|\\[a-zA-Z]+\*?(?:\[[^\]]*\])?\{([^{}]*)\}")
RAISED = re.compile(r"\^\s*\{([^{}]*)\}|\^\s*(\\?[a-zA-Z*†‡§]+)")
SIGNS = {r"\pm": "±", r"\times": "×", r"\dagger": "†", r"\ddagger": "‡", r"\ast": "*", r"\star": "*", r"\%": "%",
         r"\&": "&", r"\_": "_", r"\#": "#", r"\$": "$", r"\,": "", r"\;": " ", r"\!": "", r"\ ": " ",
         r"\leq": "≤", r"\geq": "≥", r"\le": "≤", r"\ge": "≥", r"\chi": "χ", r"\kappa": "κ", r"\alpha": "α",
         r"\uparrow": "", r"\downarrow": "", r"\ldots": "…", r"\dots": "…", r"\textemdash": "—", r"\textendash": "–",
         "---": "—", "--": "–", "~": " ", "{,}": ",", "``": "“", "''": "”"}
ORDERED = sorted(SIGNS, key=len, reverse=True)
SIGN = re.compile("|".join(rf"{re.escape(sign)}(?![a-zA-Z])" if sign[-1].isalpha() else re.escape(sign)
                           for sign in ORDERED))
ROUNDS = 4                     # of braces within braces that are taken apart


def plain_latex(text: str) -> str:
    r"""A piece of LaTeX as plain text.

    >>> plain_latex(r"\textbf{91.2} $\pm$ 0.4\,\%"), plain_latex(r"$0.85^{*}$ \cite{who}"), plain_latex("1{,}120")
    ('**91.2** ± 0.4%', '0.85*', '1,120')
    """
    text = SIGN.sub(lambda found: SIGNS[found[0]], text)
    for _ in range(ROUNDS):
        before = text
        text = DROPPED.sub("", text)
        text = BOLD.sub(r"**\1**", text)
        text = SWITCHED.sub(lambda found: f"**{(found[1] or found[2]).strip()}**", text)
        text = KEPT.sub(lambda found: found[1] or found[2] or "", text)
        text = RAISED.sub(lambda found: found[1] or found[2] or "", text)
        if text == before:
            break
    text = re.sub(r"\\[a-zA-Z]+\b|\\(?=\W)|\\$", "", text)
    return " ".join(re.sub(r"(?<!\\)[${}]", "", text).split())
