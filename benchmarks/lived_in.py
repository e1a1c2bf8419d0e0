"""Makes a wiki as people leave it: facts of many kinds by six members, links, marks, an index and a log."""

from __future__ import annotations

import random
from datetime import date, timedelta
from pathlib import Path

from wikis import git

MEMBERS = ("Ana Ruiz", "Bo Lind", "Cem Aydin", "Dora Weiss", "Eli Brandt", "Fay Moss")
FOLDERS = ("home", "garden", "trips", "people", "work", "kitchen", "money", "school")
START = date(2025, 1, 1)
DAYS = 660

_THINGS = (
    "boiler garage bicycle freezer passport ladder piano printer router heating balcony tent kayak compost "
    "greenhouse fence gutter chimney mailbox doorbell washing-machine dishwasher oven kettle toaster "
    "sofa carpet curtain lamp shelf drawer battery charger camera projector speaker keyboard monitor server "
    "backup licence contract invoice receipt voucher subscription insurance warranty manual recipe sourdough"
).split()
_PLACES = (
    "cellar attic garage hall kitchen office shed garden station harbour library market school pharmacy "
    "bakery workshop studio depot archive clinic"
).split()
_DEEDS = (
    "is serviced by", "was repaired in", "stands next to the door of", "belongs to", "was lent to",
    "is insured through", "was bought second-hand from", "is booked with", "is checked every spring by",
    "was moved to",
)  # fmt: skip
_MORE = (
    "and the key hangs behind the door", "so the old one may go", "which the neighbours know too",
    "as agreed in winter", "but only on weekdays", "with the number on its back", "for two more years",
    "at half the price",
)  # fmt: skip


def make_lived_in(repo: Path, notes: int, seed: int = 1) -> None:
    """A repository with a store of so many notes, committed. Equal numbers give equal bytes."""
    chance = random.Random(seed)
    git(repo, "init", "-q", "-b", "main")
    wiki = repo / "wiki"
    (repo / "memwiki.toml").write_text('[[store]]\npath = "wiki"\n')
    (repo / "members.toml").write_text("\n".join(map(_member, MEMBERS)))
    for folder in FOLDERS:
        (wiki / folder).mkdir(parents=True)
    paths = [f"{FOLDERS[n % len(FOLDERS)]}/{_THINGS[n % len(_THINGS)]}-{n}.md" for n in range(notes)]
    log = []
    for number, path in enumerate(paths):
        day = START + timedelta(days=number * DAYS // notes)
        (wiki / path).write_text(_note(chance, number, paths, day))
        log.append(f"{day} | ADD | {MEMBERS[number % len(MEMBERS)]} | {path} | what is known so far\n")
    index = "".join(f"- [{path.partition('/')[2][:-3]}]({path})\n" for path in paths)
    (wiki / "index.md").write_text(f"# Index\n\n{index}")
    (wiki / "log.md").write_text(f"# Log\n\n{''.join(log)}")
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", "A wiki")
    git(repo, "gc", "-q")


def _member(name: str) -> str:
    role = "admin" if name == MEMBERS[0] else "member"
    first = name.split()[0].lower()
    return f'[[member]]\nid = "{first}"\nname = "{name}"\nrole = "{role}"\nemails = ["{first}@example.org"]\n'


def _note(chance: random.Random, number: int, paths: list[str], day: date) -> str:
    """Three sections of facts, some with links; now and then one that was superseded."""
    lines = [f"# {_THINGS[number % len(_THINGS)].title()} {number}", ""]
    for section in range(3):
        lines += [f"## {chance.choice(_PLACES).title()} {section}", "", "What we know, and who said so.", ""]
        for _ in range(chance.randint(2, 6)):
            lines += _fact(chance, number, paths, day)
        lines.append("")
    return "\n".join(lines)


def _fact(chance: random.Random, number: int, paths: list[str], day: date) -> list[str]:
    who = chance.choice(MEMBERS)
    said = _sentence(chance, number)
    if chance.random() < 0.15:
        said += f", see [the other note](../{chance.choice(paths)})"
    fact = f"{said} — {who}, {day}"
    if chance.random() < 0.03:
        return [f"- ~~{fact}~~ — superseded {day} by {who}", f"- {_sentence(chance, number)} — {who}, {day}"]
    return [f"- {fact}"]


def _sentence(chance: random.Random, number: int) -> str:
    thing, place, deed = chance.choice(_THINGS), chance.choice(_PLACES), chance.choice(_DEEDS)
    return (
        f"The {thing} {chance.randint(2, 99)} {deed} the {place} of number {number}, {chance.choice(_MORE)}"
    )
