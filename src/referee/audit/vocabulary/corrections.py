"""Corrections for many comparisons by their usual names; "none" is one that corrects nothing."""

from __future__ import annotations

from referee.audit.vocabulary.words import Names, spelled, words_of

CORRECTIONS: Names[str] = Names(spelled("""
none: none | no | not | uncorrected | unadjusted | raw | nothing | without | nil | na
bh: benjamini hochberg | fdr | fdr bh | bh | false discovery | bky | fdr tsbh | fdr tsbky
by: benjamini yekutieli | fdrby | yekutieli
holm: holm | holm bonferroni | bonferroni holm | holm sidak | holm simes | bonferroni dunn holm | step down
hochberg: hochberg | simes hochberg | step up
finner: finner
rom: rom
li: li
shaffer: shaffer | shaffer static
bergmann: bergmann | bergmann hommel
hommel: hommel
bonferroni: bonferroni | bonferonni | bonferoni | dunn | bonferroni dunn
sidak: sidak | dunn sidak
max-t: max t | maxt | westfall young | single step permutation | step down max t
tukey: tukey | tukey hsd | hsd
scheffe: scheffe
dunnett: dunnett
nemenyi: nemenyi | critical difference
fisher-lsd: lsd | fisher lsd
anytime: e values | e bh | alpha spending | obrien fleming | pocock
"""), beside="""
correction corrected adjustment adjusted adjust method procedure test post hoc posthoc the of for p value values s and
with applied was were done made a multiple comparisons multiplicity by fwer familywise rate
""")

CORRECTS_NOTHING = frozenset({"none", "fisher-lsd"})


def known_correction(text: str) -> str | None:
    """The correction of a name; None where it is not known.

    >>> known_correction("Bonferroni-Holm"), known_correction("p.adjust(p, 'BH')"), known_correction("no correction")
    ('holm', 'bh', 'none')
    """
    return CORRECTIONS.find(words_of(text.replace("fdr_by", "fdrby").replace("p.adjust", "").replace("(p,", "(")))
