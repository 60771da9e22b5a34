"""Classes that come from other places or apparatus: the scanner, the batch or the camera tells the class of a row."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit.leaks.rows import Rows
from referee.audit.leaks.suspicion import Suspicion
from referee.data.structure.look import parts_of
from referee.kinds import Array

_WORDS = """
aparat aparato aparelho apparaat apparat apparatus apparecchiatura apparecchio appareil archive batch batches camara
camera center centre centro charge chip clinic coil collector database dataset device devices equipamento equipo
escaner fabricant fabricante fabrikant fonte fotocamera fuente geraet gerat herkomst herkunft hersteller hopital
hospital instrument kalla kamera kit klinik krankenhaus lab labor laboratoire laboratorio laboratorium laboratory labs
lane locatie lote lotto macchina machine magnet manufacturer maquina maskin microphone microscope operator origem
origen origin origine ospedale parti partia piastra placa plaque plate plates platte producent produttore quelle
recorder scanner scanners scannertyp sensor sequencer site sites sjukhus skaner source spectrometer standort szpital
technician tillverkare toestel vendor zentrum ziekenhuis zrodlo
"""
WHERE = frozenset(_WORDS.split())
"""Words for where, or by what, a row was measured."""
TELLS = 0.7             # of the rows that the most frequent class leaves wrong
MOST_LEVELS, EACH = 50, 5
FEWEST = 40


def sources_tell(rows: Rows) -> Iterator[Suspicion]:
    """Columns called by a place or an apparatus whose levels have nearly one class each."""
    if rows.n_classes is None or rows.n < FEWEST:
        return
    counts = np.bincount(rows.y, minlength=rows.n_classes)
    usual = float(counts.max() / rows.n)
    for position, name in enumerate(rows.names):
        levels = int(rows.distinct[position])
        if WHERE.isdisjoint(parts_of(name)) or not 2 <= levels <= min(
                MOST_LEVELS, rows.n / EACH) or not (rows.categories[position] or rows.whole[position]):
            continue
        right = _right(rows.matrix[:, position], rows.y, rows.n_classes)
        if right - usual > TELLS * (1 - usual):
            yield Suspicion(columns=(name,), strength=right, sentence=(
                f"By {name} alone {right:.0%} of the rows have their class told ({usual:.0%} by the most frequent "
                f"class): the classes come from other sources, and what a model learns may be the source."))


def _right(values: Array, y: Array, n_classes: int) -> float:
    """The share of rows that have the most frequent class of their level, as the other half of the rows has it."""
    levels = np.unique(values, return_inverse=True)[1].reshape(-1)
    half = np.arange(values.size) % 2
    hits = 0
    for which in (0, 1):
        there = half != which
        table = np.zeros((int(levels.max()) + 1, n_classes), dtype=np.int64)
        np.add.at(table, (levels[there], y[there]), 1)
        hits += int((table.argmax(axis=1)[levels[~there]] == y[~there]).sum())
    return hits / values.size
