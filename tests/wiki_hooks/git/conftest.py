"""A wiki in a repository, and the doors to git with everything around them fixed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pluggy
import pytest

from tests.repository import TODAY, Repository, wiki_repository
from wiki_hooks.git import staged
from wiki_schema.finding import ERROR, WARNING, Verdict
from wiki_schema.plugins import get_plugin_manager


@pytest.fixture(scope="session")
def manager() -> pluggy.PluginManager:
    return get_plugin_manager()


@pytest.fixture
def wiki(tmp_path: Path) -> Repository:
    return wiki_repository(tmp_path / "wiki")


@pytest.fixture
def check_staged(manager: pluggy.PluginManager) -> Callable[..., Verdict]:
    """The staged change of a repository; more words are variables."""

    def check(repository: Repository, who: str = "", **more: str) -> Verdict:
        return staged.check(str(repository.path), {**repository.environ, **more}, who, TODAY, manager)

    return check


def errors(verdict: Verdict) -> set[str]:
    """The rules that block."""
    return {finding.rule for finding in verdict.findings if finding.level == ERROR}


def warnings(verdict: Verdict) -> set[str]:
    """The rules that only warn."""
    return {finding.rule for finding in verdict.findings if finding.level == WARNING}
