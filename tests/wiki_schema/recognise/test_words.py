"""How an index is written, under which folder links are published, and in which language notes are."""

from __future__ import annotations

import pytest

from wiki_schema.index import links
from wiki_schema.places import Paths
from wiki_schema.recognise.index_style import index_styles
from wiki_schema.recognise.language import language_of
from wiki_schema.recognise.link_base import link_base


@pytest.mark.parametrize(
    ("text", "styles"),
    [
        ("- [A](a.md)\n- [B](b.md)\n", ("links",)),
        ("- [[a]]\n- [[b|B]]\n", ("wikilinks",)),
        ("- a.md: words\n- `b.md`\n", ("bare paths",)),
        ("| Note | Words |\n|---|---|\n| [A](a.md) | words |\n", ("a table of links",)),
        ("| Note | Words |\n|---|---|\n| [[a]] | words |\n", ("a table of wikilinks",)),
        ("| Words | Note |\n|---|---|\n| heat, gas | a.md |\n", ("keyword rows",)),
        ("- [A](a.md)\n- [B](b.md)\n- [[c]]\n", ("links", "wikilinks")),
        ("- [A](a.md)\n" * 20 + "- [[c]]\n", ("links",)),
        ("# Index\n", ()),
    ],
)
def test_an_index_has_the_styles_that_are_no_accident(text: str, styles: tuple[str, ...]) -> None:
    assert index_styles(text) == styles


NOTES = Paths(["wiki/a.md", "wiki/b/c.md", "wiki/d.md"])


@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("[[en/a]] [[en/b/c]] [[en/d]]", "en"),
        ("[x](/docs/en/a) [x](/docs/en/b/c) [x](/docs/en/d.md)", "docs/en"),
        ("[[en/a]] [[en/d]]", ""),
        ("[[a]] [[b/c]] [[d]]", ""),
        ("[x](b/x) [x](b/y) [x](b/a)", ""),
        ("[[en/x]] [[en/y]] [[en/z]]", ""),
        ("[x](../a) [x](../b/c) [x](../d)", ""),
    ],
)
def test_links_have_a_base_where_it_leads_to_notes_and_nothing_else_does(text: str, base: str) -> None:
    assert link_base([("wiki/n.md", links(text))], "wiki", NOTES) == base


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The boiler of the house is old, and that is for the best.", "English"),
        ("Der Kessel ist alt und das Haus wird nicht mit Gas geheizt.", "German"),
        ("La chaudière est dans la cave et les tuyaux sont vieux pour une maison.", "French"),
        ("La caldaia è nella cantina e non sono vecchi i tubi della casa di campagna.", "Italian"),
        ("La caldera está en el sótano y los tubos son viejos para una casa como esta.", "Spanish"),
        ("Котёл стоит в подвале, и это не по правилам, как из книги.", "Russian"),
        ("锅炉在房子的地下室里。管道很旧，需要更换。", "Chinese"),
        ("ボイラーは家の地下室にあります。とても古いです。", "Japanese"),
        ("def main(): return 0", ""),
        ("", ""),
    ],
)
def test_a_language_is_told_by_its_small_words(text: str, language: str) -> None:
    assert language_of([text]) == language


def test_most_notes_decide() -> None:
    english, german = "the of and is that " * 3, "der die und ist nicht " * 30
    assert language_of([english, english, german]) == "English"
