"""How fast and how well `fact-duplicate` finds what says the same among 100,000 facts.

The facts are made of lists of words with a fixed seed, so that many differ in one word, number or name alone:
those are not duplicates. 2,000 of them are planted a second time, in another note, by another person, in one
of these ways or in two of them at once:

- `marks`: another case at the start, a full stop, emphasis around a word;
- `articles`: “the” for “a” and the reverse, or none;
- `filler`: “currently”, “please note that”, “also” put in;
- `plural`: a noun in the plural;
- `order`: the part that says when put first;
- `slip`: in a word of seven letters or more one is lost, doubled, or swapped with the next, never the first.

No way puts in another word that means the same: the rule knows no synonyms, and says so.
Run as a script it only makes the wiki: `python benchmarks/duplicates.py FOLDER`.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

FACTS = 100_000
PLANTED = 2_000
PER_NOTE = 50
NOUNS = (
    "archive adapter antenna balcony barrel battery blanket boiler bracket bucket cabinet camera carpet "
    "charger chimney cooler counter cupboard curtain cushion drawer engine extractor fireplace folder "
    "freezer furnace generator grinder hammer heater hinge kettle keyboard ladder lantern lamp locker "
    "machine mattress mirror monitor mower oven package painting panel pillow pipe planter plotter pump "
    "printer projector radiator receiver record router sander scanner sensor shelf shutter socket speaker "
    "sprinkler stapler station switch tablet telephone terminal thermostat toaster toolbox trailer "
    "transformer tripod trolley turbine valve ventilator wardrobe washer window workbench"
).split()
KINDS = (
    "ancient borrowed broken ceramic cheap circular compact copper damaged digital double dusty electric "
    "emergency empty external faulty folding foreign former golden green heavy hidden internal leaking "
    "little magnetic manual metal modern narrow noisy orange orderly outdoor painted paper permanent "
    "plastic polished portable private purple rented repaired rusty second-hand silver simple sliding "
    "spare square striped temporary transparent upper vintage wooden yellow"
).split()
PLACES = (
    "attic annex archway barn basement bathroom bedroom boathouse canteen cellar chapel classroom "
    "cloakroom conservatory corridor cottage courtyard dormitory entrance factory farmhouse foyer gallery "
    "garage garden greenhouse gymnasium hallway hangar kitchen laboratory landing larder laundry library "
    "lobby lodge meadow office orchard pantry parlour pavilion playground porch reception refectory "
    "rehearsal-room roof scullery stable staircase storeroom studio terrace theatre tower vestibule "
    "warehouse workshop"
).split()
DEEDS = (
    "adjusted approved assembled balanced bought calibrated checked cleaned collected configured "
    "connected counted delivered donated drained emptied examined fitted insured inspected installed "
    "insulated labelled lubricated measured modified mounted ordered packed painted photographed polished "
    "recycled reinforced registered repaired replaced returned secured serviced sharpened shipped tested "
    "tightened upgraded varnished"
).split()
PEOPLE = (
    "Abena Ahmed Aiko Alma Anton Beatriz Bilal Bruno Carla Cedric Chiara Dario Dmitri Edith Emeka Farah "
    "Felix Gloria Goran Hassan Helga Ingrid Ivan Jasmin Jonas Kamal Karin Leila Lorenzo Magda Marek Nadia "
    "Nils Olga Oskar Paula Pierre Quentin Rania Rosa Samir Sofia Tariq Tilda Ursula Viktor Wanda Yusuf "
    "Zora"
).split()
MONTHS = ("January February March April May June July August September October November December").split()
NAMES = ("Ana Ruiz", "Bo Lind")
RULE = "fact-duplicate"


class Said:
    """One fact, in parts, so that it can be said otherwise."""

    def __init__(self, pick: random.Random) -> None:
        self.kind, self.noun, self.place = pick.choice(KINDS), pick.choice(NOUNS), pick.choice(PLACES)
        self.deed, self.who = pick.choice(DEEDS), pick.choice(PEOPLE)
        self.when = f"in {pick.choice(MONTHS)} {pick.randint(2018, 2026)}"
        self.article, self.filler, self.is_turned = "the", "", False

    def __str__(self) -> str:
        what = f"{self.article} {self.kind} {self.noun}".strip()
        rest = f"{what} of the {self.place} is {self.filler}{self.deed} by {self.who}"
        said = f"{self.when} {rest}" if self.is_turned else f"{rest} {self.when}"
        return said[0].upper() + said[1:]


def _marks(said: Said, pick: random.Random) -> None:
    said.deed = f"*{said.deed}*"
    said.when += pick.choice((".", "!", " …"))


def _articles(said: Said, pick: random.Random) -> None:
    said.article = pick.choice(("a", "", "this"))


def _filler(said: Said, pick: random.Random) -> None:
    said.filler = pick.choice(("currently ", "also ", "actually "))


def _plural(said: Said, _pick: random.Random) -> None:
    noun = said.noun
    ending = "es" if noun.endswith(("x", "ch", "sh", "s")) else "s"
    said.noun = f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2] not in "aeiou" else noun + ending


def _order(said: Said, _pick: random.Random) -> None:
    said.is_turned = True


def _slip(said: Said, pick: random.Random) -> None:
    part = pick.choice(
        [name for name in ("noun", "place", "deed", "kind") if len(getattr(said, name)) >= 7] or ["deed"]
    )
    word = getattr(said, part)
    at = pick.randrange(1, len(word) - 1)
    lost, doubled = word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:]
    swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    setattr(said, part, pick.choice([made for made in (lost, doubled, swapped) if made != word]))


WAYS = {
    "marks": _marks, "articles": _articles, "filler": _filler,
    "plural": _plural, "order": _order, "slip": _slip,
}  # fmt: skip


def make(folder: Path) -> None:
    """The wiki, and beside it what was planted: `FOLDER-planted.json`, as [note, line, way]."""
    pick = random.Random(20261130)
    known, facts = set(), []
    while len(facts) < FACTS - PLANTED:
        said = Said(pick)
        if str(said) not in known:
            known.add(str(said))
            facts.append((said, "", 0))
    for number, (said, _, _) in enumerate(pick.sample(facts, PLANTED)):
        ways = pick.sample(sorted(WAYS), 1 + number % 2)
        for way in sorted(ways, key="slip plural order filler articles marks".split().index):
            WAYS[way](said := _copied(said), pick)
        facts.append((said, "+".join(sorted(ways)), 1))
    pick.shuffle(facts)
    _write(folder, facts)


def _copied(said: Said) -> Said:
    copy = object.__new__(Said)
    copy.__dict__.update(said.__dict__)
    return copy


def _write(folder: Path, facts: list[tuple[Said, str, int]]) -> None:
    (folder / "notes").mkdir(parents=True)
    members = "".join(f'[[member]]\nid = "{name.split()[0].lower()}"\nname = "{name}"\n' for name in NAMES)
    (folder / "members.toml").write_text(members)
    (folder / "memwiki.toml").write_text('[[store]]\npath = "."\n' + _only_this_rule())
    planted, listing = [], []
    for number in range(0, len(facts), PER_NOTE):
        path = f"notes/note-{number // PER_NOTE}.md"
        lines = [f"# Note {number // PER_NOTE}", ""]
        for said, way, by in facts[number : number + PER_NOTE]:
            lines.append(f"- {said} — {NAMES[by]}, 2026-{10 + by}-0{1 + by}")
            if way:
                planted.append([path, len(lines), way])
        (folder / path).write_text("\n".join(lines) + "\n", encoding="utf-8")
        listing.append(f"- [note]({path})\n")
    (folder / "index.md").write_text("# Index\n\n" + "".join(listing))
    (folder / "log.md").write_text("# Log\n")
    _beside(folder).write_text(json.dumps(planted))
    who = ["-c", "user.name=Ana Ruiz", "-c", "user.email=ana@example.org"]
    for args in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "all of it"]):
        subprocess.run(["git", *args], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def _only_this_rule() -> str:
    from wiki_schema.plugins import get_plugin_manager, load_store_rules

    names = [rule.name for rule in load_store_rules(get_plugin_manager()) if rule.name != RULE]
    return "[rules]\n" + "".join(f'{name} = "off"\n' for name in names)


def judge(folder: Path, answer: bytes) -> dict[str, float]:
    """How many of the planted were found, and how many findings are about none of them."""
    planted = {(path, line) for path, line, _ in json.loads(_beside(folder).read_text())}
    found = {(f["path"], f["line"]) for f in json.loads(answer)["findings"] if f["rule"] == RULE}
    return {"recall": len(planted & found) / len(planted), "false_alarms": len(found - planted)}


def measure(memwiki: str, folder: Path, times: int, run: Callable[..., Any]) -> dict[str, dict[str, float]]:
    """`memwiki lint`, the other rules switched off, as a whole process; `run` as in `measure.py`."""
    make(folder)
    runs = [run([memwiki, "lint", "--format", "json"], folder) for _ in range(times)]
    assert all(each.code == 1 for each in runs), [each.code for each in runs]
    answer = subprocess.run(
        [memwiki, "lint", "--format", "json"], cwd=folder, stdout=subprocess.PIPE, check=False
    ).stdout
    row = {
        "ours_ms": statistics.median(each.seconds for each in runs) * 1000,
        "peak_mb": max(each.peak_mb for each in runs),
    }
    return {f"lint, fact-duplicate among {FACTS:,} facts": row | judge(folder, answer)}


def _beside(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}-planted.json")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
