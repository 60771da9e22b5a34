"""Columns whose values are subjects, sites, runs: rows of one value belong together.

Told by a name that people give such columns, or measured: within a value of the column other columns hardly vary,
though over its neighbouring values they do. A scale (a size, a dose, a year) fails that: its neighbours tell as much as
it does. An ordinary category fails it too: it tells a column or two in part, and leaves the others as they were.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.data.column import ColumnKind
from referee.data.rows import count_distinct
from referee.data.structure.look import Look, parts_of
from referee.data.structure.noticed import Kind, Noticed
from referee.data.structure.shares import across, within
from referee.data.wording import counted, quoted
from referee.kinds import Array
from referee.seeds import stream

NAMES = frozenset([
    "subject", "subjects", "patient", "patients", "person", "participant", "individual", "respondent", "user",
    "customer", "client", "account", "speaker", "speakers", "singer", "author", "writer", "judge", "judges",
    "rater", "raters", "annotator", "instructor", "teacher", "student", "pupil", "school", "site", "clinic",
    "hospital", "centre", "center", "ward", "station", "locality", "location", "plot", "batch", "lot", "session",
    "visit", "run", "experiment", "trial", "family", "litter", "animal", "donor", "household", "cluster", "group",
    "cohort", "molecule", "protein", "compound", "image", "video", "recording", "document", "scene", "device",
    "machine", "sensor", "unit", "store", "shop", "driver", "athlete", "player", "slide", "plate", "proband",
    "farm", "herd", *"""
    sujet sujeto sujetos soggetto paciente pacientes paziente pazienti patiente patienten patientin probanden probandin
    versuchsperson teilnehmer teilnehmerin teilnehmende participante participantes partecipante deelnemer proefpersoon
    sujeito utente usuario usuaria utilisateur nutzer benutzer gebruiker cliente clientes kunde kunden klant persona
    personne personnes pessoa locuteur hablante sprecher eleve eleves alumno alumna aluno schuler leerling studente
    estudiante etudiant ecole escuela escola schule scuola hopital krankenhaus klinik ospedale clinica clinique
    ziekenhuis zentrum centro standort messstation stazione estacion menage haushalt hogar famille familie familia
    famiglia dier tiere betrieb bauernhof ferme granja fazenda fattoria boerderij troupeau rebano aufnahme
    enregistrement grabacion gravacao dokument documento bild imagen imagem immagine maschine maquina
    macchina lotto lote fahrer conducteur geraet gerat appareil dispositivo apparaat
    """.split(),        # noqa: SIM905 - words are read more easily than a list of them
])
AFTER = frozenset({"id", "no", "nr", "number", "code", "name", "key", "idx", "index", "label", "uid",
                   "nbr", "nummer", "num", "numero", "numéro", "ref", "identifier", "kennung"})
FEWEST_NAMED, FEWEST_MEASURED = 3, 6    # values of a column that are groups
ROWS_EACH = 3                           # on average, where it is measured
SAME, APART = 0.02, 0.3                 # of a column's variance: left within values; left by their neighbours
MOSTLY = 0.8                            # of the rows have one value: the same nearly everywhere, groups or not
MOST_ROWS = 10_000
MOST_COLUMNS = 60                       # that are looked at for being the same
MOST_TRIED = 200                        # columns without such a name that are tried, evenly over a wide table
MOST_TOLD = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A column whose values may be groups."""

    position: int
    named: bool
    same: tuple[int, ...]       # columns that are the same within a value
    in_runs: bool               # whether rows of one value stand together


def groups(look: Look, *, leave: frozenset[str] = frozenset()) -> Iterator[Noticed]:
    """Columns of groups, and of those that are nested the finest.

    Columns to `leave` say when, not who.
    """
    some = list(range(0, len(look.columns), -(-len(look.columns) // MOST_COLUMNS))) if look.columns else []
    found = [one for position in range(len(look.columns)) for one in _candidate(look, position, some)
             if look.columns[position].name not in leave]
    found.sort(key=lambda one: (one.named or len(one.same) >= 2, look.sizes[one.position], one.named, len(one.same)),
               reverse=True)
    told: list[Candidate] = []
    for one in found:
        if len(told) < MOST_TOLD and not any(_nested(look, one.position, other.position) for other in told):
            told.append(one)
            yield _noticed(look, one)


def _candidate(look: Look, position: int, some: list[int]) -> Iterator[Candidate]:
    n, column = look.n_rows, look.columns[position]
    distinct = look.sizes[position] - (column.missing > 0)
    if not FEWEST_NAMED <= distinct <= n / 2 or not _labels(look, position):
        return
    named = is_group_name(column.name)
    measurable = FEWEST_MEASURED <= distinct <= n / ROWS_EACH
    measurable = measurable and position % -(-len(look.columns) // MOST_TRIED) == 0
    same = _same(look, position, some) if measurable else ()
    runs = 1 + int(np.count_nonzero(np.diff(look.codes[position])))
    in_runs = runs <= 1.2 * distinct and distinct >= FEWEST_MEASURED
    if named or len(same) >= 2 or (same and in_runs):
        yield Candidate(position=position, named=named, same=same, in_runs=in_runs)


def is_group_name(name: str) -> bool:
    """Whether people call groups so.

    >>> [is_group_name(name) for name in ("subject#", "PatientID", "Course_instructor", "family_history", "weight")]
    [True, True, True, False, False]
    >>> [is_group_name(name) for name in ("Hôpital", "ID_Paciente", "Messwert")]
    [True, True, False]
    """
    parts = [part for part in parts_of(name) if not part.isdigit()]
    while len(parts) > 1 and parts[-1] in AFTER:
        parts.pop()
    return 0 < len(parts) <= 2 and parts[-1] in NAMES


def _labels(look: Look, position: int) -> bool:
    """Whether the values can be names: text, or whole numbers; repeated decimals too, where they are few."""
    if look.columns[position].kind is ColumnKind.CATEGORY:
        return True
    values = look.matrix[:, position]
    first = values[:1000]
    return bool((first[~np.isnan(first.astype(np.float64))] % 1 == 0).all()) or look.sizes[position] * 10 <= look.n_rows


def _same(look: Look, position: int, some: list[int]) -> tuple[int, ...]:
    """Other columns that are the same within a value and not in the values beside it."""
    codes = look.codes[position]
    rows = _rows_of_some(codes, look.sizes[position])
    if look.columns[position].missing:                      # missing together is no group
        rows = rows[codes[rows] < look.sizes[position] - 1]
    own = codes[rows]
    found = []
    for other in some:
        if other == position or look.sizes[other] < 2 or not rows.size:
            continue
        values = look.codes[other][rows].astype(np.float64)
        if np.bincount(look.codes[other][rows]).max() > MOSTLY * rows.size:
            continue
        if (within(values, own) <= SAME and across(values, own) >= APART
                and not _same_partition(codes, look.codes[other], look.sizes[position], look.sizes[other])):
            found.append(other)
    return tuple(found)


def _rows_of_some(codes: Array, distinct: int) -> Array:
    """The rows of so many values that they are about ten thousand; a sample of rows would tear groups apart."""
    if codes.size <= MOST_ROWS:
        return np.arange(codes.size)
    kept = stream(0, "structure", "groups").random(distinct) < MOST_ROWS / codes.size
    kept[:3] = True
    return np.flatnonzero(kept[codes])


def _same_partition(a: Array, b: Array, sizes_a: int, sizes_b: int) -> bool:
    """Whether two columns divide the rows alike: one of them is the other in other words."""
    return sizes_a == sizes_b and count_distinct(a * sizes_b + b) == sizes_a


def _nested(look: Look, one: int, other: int) -> bool:
    """Whether the values of one lie within those of the other, either way."""
    joint = count_distinct(look.codes[one] * look.sizes[other] + look.codes[other])
    return joint <= 1.05 * max(look.sizes[one], look.sizes[other])


def _noticed(look: Look, one: Candidate) -> Noticed:
    column = look.columns[one.position]
    name, distinct = column.name, look.sizes[one.position] - (column.missing > 0)
    same = [look.columns[i].name for i in one.same]
    because = [f"{quoted(same)} {'is' if len(same) == 1 else 'are'} the same in all rows of one"] if same else []
    because += ["they stand together"] if one.in_runs else []
    told = f" ({', '.join(because)})" if because else ""
    return Noticed(
        kind=Kind.GROUPS, columns=(name,),
        evidence=(("values", float(distinct)), ("rows", float(look.n_rows)), ("same", float(len(same)))),
        sentence=f"{counted(look.n_rows, 'row')} come from {distinct:,} values of {name!r}{told}: if new data will "
                 f"have new ones, keep each together with groups={name!r}; groups='none' if rows are independent.")
