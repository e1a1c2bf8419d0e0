"""The few words that are known by what they do: English, German and Italian; of others what numbers need."""

from __future__ import annotations

LIGHT = frozenset(
    # English
    "a an the this that is are be am do does of please note remember just simply really also indeed actually "
    "basically currently its and : = "
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
    "not no never nicht kein keine keinen keinem keiner nie niemals keinesfalls non mai nessun "
    "nessuno nessuna 不 没".split()
)
NO_MORE = frozenset("longer mehr più anymore".split())
"""Behind a negation: “no longer”, “nicht mehr”, “non più”."""

NOT_ONLY = frozenset("only just nur solo soltanto".split())
"""Behind a negation they undo it: “not only”, “nicht nur”, “non solo”."""

MONTHS = frozenset(
    "january february march april may june july august september october november december "
    "januar februar märz mai juni juli oktober dezember "
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre".split()
)

_COUNTED = frozenset(
    "without ohne senza monday tuesday wednesday thursday friday saturday sunday one two three four five "
    "six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen "
    "twenty thirty forty fifty sixty seventy eighty ninety hundred thousand first second third fourth "
    "fifth montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag zwei drei vier fünf "
    "sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn "
    "zwanzig dreißig dreissig vierzig fünfzig sechzig siebzig achtzig neunzig hundert tausend lunedì "
    "martedì mercoledì giovedì venerdì sabato domenica due tre quattro cinque sei sette otto nove dieci "
    "undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti trenta "
    "quaranta cinquanta sessanta settanta ottanta novanta cento mille".split()
)

FIXED = NEGATIONS | MONTHS | _COUNTED
"""Words no letter of which is ever a slip: negations, days, months, numbers."""

PLACED = frozenset(
    "in on at by to from with under over behind near for during after before since until "
    "im ins am ans beim bei an auf aus mit unter über hinter neben für um vom von zum zur nach vor seit bis "
    "nel nella nei nello dal dalla dai al alla ai sul sulla con per da a su sotto dietro".split()
)
"""Prepositions: what begins with one keeps its part in a sentence wherever it stands."""

COPULAS = frozenset("is ist beträgt è est es é equals lautet = : は 是".split())
"""What stands between one thing and its one value. Plurals are left out: many have many."""

HOLDS_ONE = COPULAS | frozenset(
    "costs takes lasts measures weighs holds seats has kostet dauert misst wiegt fasst hat costa dura misura "
    "pesa contiene ha".split()
)
"""Verbs behind which a number, with its unit, is the only one."""

ROLES = frozenset("port version extension porta versione".split())
"""What a thing has one of, its number behind it."""
PORTS = frozenset("port porta".split())
"""Of these a number of four digits or five is one, though nothing says “listens”: “NAS port 8080”."""
USES = frozenset("listens runs uses is lauscht läuft nutzt verwendet ist ascolta usa gira è".split())

SET_TO = (("set", "to"), ("limited", "to"), ("capped", "to"), ("impostato", "a"), ("limitato", "a"))
SET_BEHIND = frozenset("gesetzt eingestellt begrenzt".split())
"""German puts it behind: “auf 30 Minuten eingestellt”."""

AT_TIME = frozenset("at um alle".split())
KEEPS_HOURS = frozenset(
    "is starts opens closes begins ends runs ist beginnt öffnet schließt schliesst endet läuft "
    "è inizia apre chiude finisce comincia".split()
)
"""Verbs that have one time of the day: what leaves or arrives at ten may do so at twelve as well."""

EVERY = frozenset("every alle ogni".split())

ON_DAY = frozenset("on by until am bis il entro".split())
ENDS_ON = frozenset("due ends end expires fällig endet scade finisce deadline frist scadenza".split())

WEEKDAYS = {
    word: str(number)
    for number, alike in enumerate(
        (
            "monday mondays montag montags lunedì lunes lundi",
            "tuesday tuesdays dienstag dienstags martedì martes mardi",
            "wednesday wednesdays mittwoch mittwochs mercoledì miércoles mercredi",
            "thursday thursdays donnerstag donnerstags giovedì jueves jeudi",
            "friday fridays freitag freitags venerdì viernes vendredi",
            "saturday saturdays samstag samstags sonnabend sonnabends sabato sábado samedi",
            "sunday sundays sonntag sonntags domenica domingo dimanche",
        )
    )
    for word in alike.split()
}
"""The number of each day of the week."""
EACH_WEEK = frozenset("every each jeden ogni cada chaque".split())
WASTE = frozenset(
    "bin bins rubbish trash garbage recycling müll restmüll biomüll tonne tonnen biotonne papiertonne "
    "mülltonne altpapier rifiuti spazzatura umido basura poubelle poubelles".split()
)
TAKEN_OUT = frozenset(
    "out collected emptied abgeholt geleert raus rausgestellt fuori ritirati ritirano raccolti recoge sortie "
    "sortent ramassée ramassées".split()
)
"""Done to waste once a week."""

CODES = frozenset(
    "password passphrase passcode code pin passwort kennwort parola contraseña clave ssid".split()
)
NO_CODE = frozenset(
    "new old long lost safe weak same here gone set off on out ok none fine neu alt lang weg gut leer none "
    "nota nuova fine dort hier da there this that it".split()
)
"""Short words behind “the password is” that are none."""

ALLOWED = frozenset(
    "allowed permitted erlaubt gestattet permesso permessi consentito permitido autorisé".split()
)
FORBIDDEN = frozenset(
    "forbidden prohibited banned verboten untersagt vietato vietati proibito prohibido interdit".split()
)

DEFINITE = frozenset("the der die das il lo la l our unser unsere".split())
NAMED_BEHIND = frozenset("is ist è".split())
"""Behind one of these, and one definite thing before it, stands the name of one only."""
OWNED_BY = (
    ("belongs", "to"), ("reports", "to"), ("owned", "by"), ("gehört",), ("untersteht",), ("appartiene", "a"),
)  # fmt: skip
"""Verbs behind which the name of one only stands, whoever is spoken of."""

LOOSE = frozenset(
    # what was so may have been otherwise at another time
    "was were had did went came war waren hatte hatten wurde wurden era erano fu furono aveva avevano "
    # ranges, bounds, guesses, conditions: beside them both can be right
    "between least most about around approximately roughly or sometimes often maybe perhaps probably if when "
    "unless planned usually another "
    "zwischen mindestens höchstens etwa circa ca ungefähr rund oder manchmal oft vielleicht wohl wenn falls "
    "meist geplant "
    "tra fra almeno massimo circa o oppure talvolta spesso forse se quando salvo previsto".split()
)
"""Words that make a fact no plain statement of what is so now, and only so."""

NO_LONGER_APPLIES = ("no longer applies", "gilt nicht mehr", "non vale più", "non si applica più")
"""How a fact begins that says of another that it ended."""
