"""The command line, as the tests of commands call it."""

from tests.wiki_hooks.cli.conftest import memwiki as memwiki
from tests.wiki_hooks.cli.conftest import wiki as wiki
