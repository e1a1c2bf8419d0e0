"""The few words that are known by what they do: English, German and Italian; of others what numbers need."""

from __future__ import annotations

LIGHT = frozenset(
    # English
    "a an the this that is are be am do does of please note remember just simply really also indeed actually "
    "basically currently its and "
    # German
    "der die das dem den des ein eine einen einem einer eines dieser diese dieses ist sind bitte auch eben "
    "übrigens derzeit aktuell momentan und wird werden "
    # Italian
    "il lo la i gli le un uno una l è sono anche attualmente e ed si "
    # Japanese and Chinese, character by character
    "は が で す だ 的 了 是".split()
)
"""Words that may be added or left out, and the sentence says what it said."""

NEGATIONS = frozenset(
    "not no never cannot without nicht kein keine keinen keinem keiner nie niemals keinesfalls ohne "
    "non mai nessun nessuno nessuna senza 不 没 無 未".split()
)

NOT_ONLY = frozenset("only just nur solo soltanto".split())
"""Behind a negation they undo it: “not only”, “nicht nur”, “non solo”."""

FIXED = NEGATIONS | frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april june july august "
    "september october november december one two three four five six seven eight nine ten eleven twelve "
    "thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy "
    "eighty ninety hundred thousand first second third fourth fifth "
    "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag januar februar märz mai juni juli "
    "oktober dezember zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn "
    "sechzehn siebzehn achtzehn neunzehn zwanzig dreißig dreissig vierzig fünfzig sechzig siebzig achtzig "
    "neunzig hundert tausend "
    "lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio febbraio marzo aprile maggio giugno "
    "luglio agosto settembre ottobre novembre dicembre due tre quattro cinque sei sette otto nove dieci "
    "undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti trenta quaranta "
    "cinquanta sessanta settanta ottanta novanta cento mille".split()
)
"""Words no letter of which is ever a slip: negations, days, months, numbers."""

PLACED = frozenset(
    "in on at by to from with under over behind near for during after before since until "
    "im ins am ans beim bei an auf aus mit unter über hinter neben für um vom von zum zur nach vor seit bis "
    "nel nella nei nello dal dalla dai al alla ai sul sulla con per da a su sotto dietro".split()
)
"""Prepositions: what begins with one keeps its part in a sentence wherever it stands."""

COPULAS = frozenset("is = : ist beträgt è est es é equals lautet は 是".split())
"""What stands between one thing and its one value. The plurals are left out: many have many."""

HOLDS_ONE = COPULAS | frozenset(
    "costs takes lasts measures weighs holds has kostet dauert misst wiegt fasst hat costa dura misura pesa "
    "contiene ha".split()
)
"""Words behind which a number, with its unit, is the only one."""

AT_TIME = frozenset("at um alle".split())
KEEPS_HOURS = frozenset(
    "is starts opens closes begins ends runs ist beginnt öffnet schließt schliesst endet läuft "
    "è inizia apre chiude finisce comincia".split()
)
"""Verbs that have one time of the day: what leaves or arrives at ten may do so at twelve as well."""

EVERY = frozenset("every alle ogni jede jeden".split())

DUE = frozenset("by until bis entro".split())
ENDS_ON = frozenset("due ends expires fällig endet läuft scade finisce is ist è".split())

DEFINITE = frozenset("the der die das il lo la l our unser unsere".split())

NAMED_BEHIND = frozenset("is ist è".split())
"""Behind one of these, and one definite thing before it, stands the name of one only."""
OWNED_BY = (
    ("belongs", "to"), ("reports", "to"), ("owned", "by"), ("gehört",), ("gehört", "zu"),
    ("untersteht",), ("appartiene", "a"), ("riporta", "a"),
)  # fmt: skip

PAST = frozenset(
    "was were had did war waren hatte hatten wurde wurden era erano fu furono aveva avevano ha".split()
) - {"ha"}
"""What was so then may have been otherwise at another time."""

LOOSE = frozenset(
    "between least most about around approximately roughly or sometimes often maybe perhaps probably if when "
    "unless planned usually another "
    "zwischen mindestens höchstens etwa circa ca ungefähr rund oder manchmal oft vielleicht wohl wenn falls "
    "meist geplant auch "
    "tra fra almeno massimo circa o oppure talvolta spesso forse se quando salvo previsto anche".split()
)
"""Ranges, bounds, guesses, conditions: beside such a word two values can both be right."""
