"""Links that lead somewhere but for a mark too many, and listings that no reader sees."""

from __future__ import annotations

import pytest

from tests.linting import lint_files, view_files

FILES = {"n.md": "# N\n\n## Part\n", "f/b.md": "# B\n", "pic.png": "x"}
DEAD = (
    "[x](n.md/)",
    "[x](./n.md/)",
    "[x](n.md//)",
    "[x](n.md/.)",
    "[x](/n.md/)",
    "[x](n.md%2F)",
    "[x](n.md/#part)",
    "[x](f/b.md/)",
    "[x](pic.png/)",
    "[x](n.md/other.md)",
    "![x](pic.png/)",
    "[[n.md/]]",
    "[[f/b.md/]]",
    "[x][n]\n\n[n]: n.md/",
)
GOOD = (
    "[x](n.md)",
    "[x](f/)",
    "[x](f)",
    "[x](n/)",
    "[x](n.md#part)",
    "[x](f/../n.md)",
    "[x](./n.md)",
    "[[n]]",
)

HIDDEN = (
    "<!--\n- [n](n.md)\n-->",
    "x <!-- [n](n.md) --> x",
    "<span hidden>[n](n.md)</span>",
    "- x <b hidden>[n](n.md)</b>",
    "- x <i style='display: none'>[n](n.md)</i>",
    "<div hidden>\n\n- [n](n.md)\n\n</div>",
    "- x <style>[n](n.md)</style>",
    "x <template>[n](n.md)</template>",
    "x <svg>[n](n.md)</svg>",
    "- x <span style='font-size:0'>[n](n.md)</span>",
    "- x <span style='opacity:0.0'>[n](n.md)</span>",
    "- x <span style='color: transparent'>[n](n.md)</span>",
    "<div style='height:0;overflow:hidden'>\n\n- [n](n.md)\n\n</div>",
    "- x <b hidden>never closed [n](n.md)",
    "- x <b hidden><b>y</b> [n](n.md)</b>",
    "- [](n.md)",
    "- [ ](n.md)",
    "- [\u200b](n.md)",
    "| x |\n|---|\n| <b hidden>[n](n.md)</b> |",
)
SHOWN = (
    "- x <b hidden>y</b> [n](n.md)",
    "- x <b>[n](n.md)</b>",
    "- x <img hidden> [n](n.md)",
    "- <kbd>x</kbd> [n](n.md)",
    "- x <span style='opacity:0.5'>[n](n.md)</span>",
    "- x <span style='width:08px'>[n](n.md)</span>",
    "- x <b title='height: 10'>[n](n.md)</b>",
    "- [![](p.png)](n.md)",
    "- [*n*](n.md)",
    "- a < b [n](n.md)",
    "<details>\n\n- [n](n.md)\n\n</details>",
    "- x <pre>[n](n.md)</pre>",
    "- <b>x</b hidden> [n](n.md)",
)


@pytest.mark.parametrize("link", DEAD)
def test_a_file_is_no_folder(link: str) -> None:
    (finding,) = (
        each for each in lint_files({"a.md": f"# A\n\n{link}\n", **FILES}) if each.rule == "link-dead"
    )
    assert "leads to nothing" in finding.message


@pytest.mark.parametrize("link", GOOD)
def test_a_folder_is_one_and_a_page_may_be_called_like_one(link: str) -> None:
    assert "link-dead" not in {each.rule for each in lint_files({"a.md": f"# A\n\n{link}\n", **FILES})}


def is_listed(text: str) -> bool:
    (view,) = view_files({"index.md": f"# Index\n\n{text}\n", "n.md": "# N\n"})
    return "n.md" in view.listed.notes


@pytest.mark.parametrize("text", HIDDEN)
def test_what_no_reader_sees_is_no_listing(text: str) -> None:
    assert not is_listed(text)


@pytest.mark.parametrize("text", SHOWN)
def test_what_stands_beside_it_is_one(text: str) -> None:
    assert is_listed(text)


def test_a_link_that_nobody_sees_is_still_asked_where_it_leads() -> None:
    found = lint_files({"a.md": "# A\n\nx <b hidden>[n](gone.md)</b> [](gone.md)\n"})
    assert [each.rule for each in found] == ["link-dead"]
