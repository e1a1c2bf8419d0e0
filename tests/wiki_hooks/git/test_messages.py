"""Before the message is final: the staged check again, and what an admin's trailer changes."""

from __future__ import annotations

from collections.abc import Callable

import pluggy
import pytest

from tests.repository import ROME, TODAY, Repository
from tests.wiki_hooks.git.conftest import errors
from wiki_hooks.git import messages
from wiki_hooks.git.messages import without_comments
from wiki_schema.finding import CannotCheck, Verdict

TRAILER = "Memwiki-Override: fact-erased — written twice"


@pytest.fixture
def check(wiki: Repository, manager: pluggy.PluginManager) -> Callable[..., Verdict]:
    wiki.replace("wiki/trips.md", f"- {ROME}\n", "")
    wiki.append("wiki/log.md", "2026-11-30 | UPDATE | ben | trips.md | tidied")
    wiki.stage()

    def check(message: str, who: str = "anna") -> Verdict:
        wiki.write(".git/COMMIT_EDITMSG", message)
        return messages.check(str(wiki.path), wiki.environ, who, TODAY, manager, ".git/COMMIT_EDITMSG")

    return check


def test_without_a_trailer_it_is_the_staged_check(check: Callable[..., Verdict]) -> None:
    assert "fact-erased" in errors(check("Tidy\n"))


def test_an_admin_may_set_a_rule_aside_and_it_is_told(check: Callable[..., Verdict]) -> None:
    verdict = check(f"Tidy\n\n{TRAILER}\n")
    assert "fact-erased" not in errors(verdict)
    assert verdict.notices[-1].startswith(
        "overridden by Anna Rossi: Memwiki-Override: fact-erased — written twice"
    )


def test_nobody_else_may(check: Callable[..., Verdict]) -> None:
    verdict = check(f"Tidy\n\n{TRAILER}\n", who="")
    assert "fact-erased" in errors(verdict)
    assert "Ben Okri is no admin" in verdict.notices[-1]


def test_a_rule_that_is_not_there_is_answered(check: Callable[..., Verdict]) -> None:
    assert "did you mean fact-erased?" in check("Tidy\n\nMemwiki-Override: fact-erasd — typo\n").notices[-1]


@pytest.mark.parametrize(
    "message",
    [
        f"Tidy\n\n{TRAILER}\n\n# Please enter the commit message for your changes.\n# On branch main\n",
        f"Tidy\n\n{TRAILER}\n# ------------------------ >8 ------------------------\ndiff --git\n\n-x\n",
        f"Tidy\r\n\r\n{TRAILER}\r\n# A comment\r\n",
    ],
)
def test_what_git_adds_for_the_editor_is_no_part_of_the_message(
    check: Callable[..., Verdict], message: str
) -> None:
    assert "fact-erased" not in errors(check(message))


def test_a_trailer_in_a_comment_is_none(check: Callable[..., Verdict]) -> None:
    assert "fact-erased" in errors(check(f"Tidy\n\n# {TRAILER}\n"))


def test_the_comment_character_is_the_one_git_uses(check: Callable[..., Verdict], wiki: Repository) -> None:
    wiki.git("config", "core.commentChar", ";")
    assert "fact-erased" not in errors(check(f"Tidy\n\n{TRAILER}\n\n; Please enter the message\n"))


def test_scissors_cut_only_as_git_writes_them() -> None:
    assert without_comments("a\n; b\n# c\n", ";") == "a\n# c"
    assert without_comments("a\n------------------------ >8 ------------------------\nb\n", "#").endswith(
        "\nb"
    )


def test_a_message_that_is_not_there_is_no_pass(wiki: Repository, manager: pluggy.PluginManager) -> None:
    with pytest.raises(CannotCheck, match=r"The commit message nowhere cannot be read"):
        messages.check(str(wiki.path), wiki.environ, "", TODAY, manager, "nowhere")
