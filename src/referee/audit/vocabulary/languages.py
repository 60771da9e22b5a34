"""What people call the columns of their tables in Spanish, French, German, Portuguese, Italian and Dutch, and the
commonest of them in Polish, Swedish, Danish and Russian.

Words are written without accents, blanks and strokes, as `bare` makes them. The kinds and roles are those of the
English vocabulary (`numbers.naming`, `numbers.of_table`), which adds these spellings to its own.
"""

from __future__ import annotations

import re
import unicodedata

KINDS: dict[str, str] = {
    "accuracy": "exactitud exactitude exatidao acuracia accuratezza esattezza nauwkeurigheid juistheid justesse "
                "genauigkeit treffergenauigkeit gesamtgenauigkeit klassifikationsgenauigkeit korrektklassifiziert "
                "korrektklassifikationsrate aciertos porcentajedeaciertos aciertoglobal precisionglobal "
                "tauxdebonneclassification tauxdebonclassement bienclasses tasadeaciertos tasadeacierto taxadeacerto "
                "dokladnosc noggrannhet traffsakerhet nojagtighed noyaktighet точность",
    "error": "erreur erro errore fehler fehlerrate fehlerquote fehlklassifikationsrate tauxderreur tauxerreur "
             "tasadeerror taxadeerro tassodierrore tassoderrore foutpercentage foutenpercentage",
    "share": "anteil proporcion proporcao porcentaje porcentagem percentuale pourcentage aandeel",
    "sensitivity": "sensibilidad sensibilidade sensibilite sensibilita sensitivita sensitivitat sensitivitaet "
                   "sensitiviteit gevoeligheid tvp tasadeverdaderospositivos tauxdevraispositifs richtigpositivrate "
                   "taxadeverdadeirospositivos "
                   "czulosc kanslighet sensitivitet folsomhed чувствительность",
    "recall": "exhaustividad rappel richiamo revocacao revocacion "
              "pelnosc kompletnosc tackning aterkallelse полнота",
    "fnr": "tasadefalsosnegativos tauxdefauxnegatifs taxadefalsosnegativos falschnegativrate tfn",
    "specificity": "especificidad especificidade specificite specificita spezifitat spezifitaet specificiteit tvn "
                   "tasadeverdaderosnegativos tauxdevraisnegatifs richtignegativrate "
                   "swoistosc specyficznosc specificitet специфичность",
    "fpr": "tasadefalsospositivos tauxdefauxpositifs taxadefalsospositivos falschpositivrate tfp",
    "precision": "precisao precisione prazision praezision precisie vpp valorpredictivopositivo "
                 "valeurpredictivepositive valorpreditivopositivo valorepredittivopositivo "
                 "positivervorhersagewert positiverpradiktiverwert positiefvoorspellendewaarde "
                 "precyzja",
    "npv": "vpn valorpredictivonegativo valeurpredictivenegative valorpreditivonegativo valorepredittivonegativo "
           "negativervorhersagewert negativerpradiktiverwert negatiefvoorspellendewaarde",
    "f1": "scoref1 mesuref1 fmesure medidaf1 medidaf valorf1 puntuacionf1 puntajef1 pontuacaof1 punteggiof1 misuraf1 "
          "f1wert f1mass fmass f1maat "
          "mesuref scoref f1mesure f1matt f1mal miaraf1 miaraf f1мера fмера fmal",
    "balanced_accuracy": "exactitudbalanceada exactitudequilibrada exactitudeequilibree acuraciabalanceada "
                         "exatidaobalanceada accuratezzabilanciata balanciertegenauigkeit ausgewogenegenauigkeit "
                         "gebalanceerdenauwkeurigheid",
    "youden": "indicedeyouden indicediyouden youdenindice indiceyouden",
    "kappa": "kappadecohen kappadicohen kappavoncohen kappavancohen coefficientkappa coeficientekappa",
    "mcc": "coeficientedematthews coefficientdematthews matthewskoeffizient matthewskorrelationskoeffizient "
           "coeficientedecorrelaciondematthews coefficientdecorrelationdematthews ccm",
    "prevalence": "prevalencia prevalenza pravalenz praevalenz prevalentie",
    "auc": "airesouslacourbe aireroc areabajolacurva areasobacurva areasottolacurva flacheunterderkurve "
           "oppervlakteonderdecurve areabajolacurvaroc airesouslacourberoc",
    "rmse": "reqm recm raizdelerrorcuadraticomedio raizdoerroquadraticomedio racinedelerreurquadratiquemoyenne",
    "mae": "errorabsolutomedio erreurabsoluemoyenne erroabsolutomedio erroreabsolutomedio erroreassolutomedio "
           "mittlererabsoluterfehler gemiddeldeabsolutefout eam",
    "mse": "errorcuadraticomedio erreurquadratiquemoyenne erroquadraticomedio errorequadraticomedio "
           "mittlererquadratischerfehler ecm eqm mqf",
    "r2": "bestimmtheitsmass coefficientdedetermination coeficientededeterminacion coeficientededeterminacao "
          "coefficientedideterminazione determinatiecoefficient",
    "tp": "vp verdaderospositivos verdaderopositivo vraispositifs vraipositif verdadeirospositivos verdadeiropositivo "
          "veripositivi veropositivo richtigpositive richtigpositiv rp echtpositieven echtpositief wp waarpositief",
    "fp": "falsospositivos falsopositivo fauxpositifs fauxpositif falsipositivi falschpositive falschpositiv "
          "foutpositieven foutpositief valspositieven valspositief",
    "fn": "falsosnegativos falsonegativo fauxnegatifs fauxnegatif falsinegativi falschnegative falschnegativ "
          "foutnegatieven foutnegatief valsnegatieven valsnegatief",
    "tn": "vn verdaderosnegativos verdaderonegativo vraisnegatifs vrainegatif verdadeirosnegativos verdadeironegativo "
          "verinegativi veronegativo richtignegative richtignegativ rn echtnegatieven echtnegatief wn waarnegatief",
    "positives": "positivos positifs positivi positieven", "negatives": "negativos negatifs negativi negatieven",
    "cases": "casos cas casi falle faelle gevallen testfalle testfaelle pacientes pazienti patienten effectif "
             "effectifs muestras stichprobe stichprobenumfang stichprobengrosse campioni amostras steekproef "
             "steekproefgrootte "
             "casosdeprueba casosdeteste casdetest ngesamt tamanodemuestra tamanomuestral taille taillechantillon",
    "n": "anzahl aantal",
    "runs": "laufe laeufe durchlaufe durchlaeufe wiederholungen repeticiones repeticoes ripetizioni herhalingen "
            "pliegues plis semillas graines sementes iteraciones",
    "mean": "mittelwert mittel moyenne media promedio gemiddelde durchschnitt wert valor valeur valore waarde "
            "srednia medelvarde gennemsnit",
    "sd": "standardabweichung stabw ecarttype desviacionestandar desviaciontipica desvest desvstd desviopadrao dp "
          "deviazionestandard ds standaarddeviatie standaardafwijking",
    "se": "standardfehler erreurtype errorestandar erropadrao errorestandard standaardfout",
    "min": "minimo minima", "max": "maximo massimo maxima",
    "low": "untergrenze unteregrenze limiteinferior liminf borneinferieure borneinf limiteinferiore ondergrens "
           "inferior inferieure inf unten",
    "high": "obergrenze oberegrenze limitesuperior limsup bornesuperieure bornesup limitesuperiore bovengrens superior "
            "superieure sup oben",
    "difference": "differenz differenza diferencia diferenca verschil",
    "p": "pwert valorp valordep valeurp valeurdep valorep pwaarde", "df": "gl ddl fg freiheitsgrade vrijheidsgraden",
    "classes": "klassen clases classi nombredeclasses",
}
"""Spellings of kinds of figures, added to the English ones."""

ROLES: dict[str, str] = {
    "model": "modelo modele modell modello modellen algoritmo algorithme algorithmus algoritme clasificador "
             "classifieur classificateur classificador classificatore klassifikator classificator verfahren "
             "ansatz metodo methode "
             "lernverfahren sistema systeme",
    "subgroup": "subgrupo sousgroupe subgruppe untergruppe sottogruppo subgroep grupo groupe gruppe gruppo groep",
    "metric": "metrica metrique metrik metriek medida mesure mass misura maat kennzahl",
    "data": "datensatz datenbestand jeudedonnees conjuntodedatos conjuntodedados basededatos insiemedidati",
    "test": "prueba teste essai",
}
"""Names of columns of words."""

AVERAGES = {"makro": "macro", "mikro": "micro"} | dict.fromkeys(
    ["gewichtet", "gewichtete", "gewogen", "ponderado", "ponderada", "pondere", "ponderee", "ponderato", "ponderata"],
    "weighted")
PER_CENT = (r"(?<![^\W_])(?:per ?cent|pct|prozent|pour ?cent|por ?ciento|por ?cento|percento|procent)"
            r"(?![^\W_])")                      # a word by itself, or between underscores: accuracy_pct
INTERVAL = (r"c\.?i\.?|i\.?c\.?|ki|confidence intervals?|konfidenzintervalle?|vertrauensintervall|"
            r"intervalles? de confiance|intervalos? de confian[zç]a|intervall[oi] di confidenza|"
            r"betrouwbaarheidsinterval(?:len)?")
SEVERAL = (r"kreuzvalidier|validations? crois|validaci[oó]n cruzada|valida[cç][aã]o cruzada|validazione incrociata|"
           r"kruisvalid|\bmoyennes?\b|\bmittelwert|\bpromedios?\b|\bgemiddeld")
FOLDS = ("pli pliegue particion particao particion dobra piega vouw teil lauf durchlauf durchgang wiederholung "
         "repeticion repeticao ripetizione herhaling essai corrida ronda graine semilla semente seme teilmenge partie "
         "parte iteracion iteracao iterazione stichprobe")
WHOLE = ("alle gesamt insgesamt tous total totale ensemble global globale todos todas conjunto general tutti tutte "
         "complessivo geral totaal allen")
PRECISION_OR_ACCURACY = frozenset({"précision", "precisión", "precisão", "precisao", "precisione"})
"""Written for accuracy as well, in tables that have no other word for it."""
ACCURACY_OR_PRECISION = frozenset({"genauigkeit", "точность"})
"""Written for precision as well, beside a recall."""
RECALL_OR_ACCURACY = frozenset({"trefferquote", "trefferrate"})
STROKED = str.maketrans("łøđ", "lod")          # letters that do not come apart into one and its accent


def bare(name: str) -> str:
    """A name without accents, blanks, strokes and case.

    >>> bare("Écart-type"), bare("Tasa de error"), bare("Präzision")
    ('ecarttype', 'tasadeerror', 'prazision')
    """
    return re.sub(r"[\W_]", "", unaccented(name))


def unaccented(text: str) -> str:
    """Lower case, without accents.

    >>> unaccented("Sensibilité"), unaccented("Maß")
    ('sensibilite', 'mass')
    """
    plain = unicodedata.normalize("NFKD", text.lower().replace("ß", "ss").translate(STROKED))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))
